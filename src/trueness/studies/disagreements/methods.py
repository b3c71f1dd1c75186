"""What a paper has to say of where metrics and people differ."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import Reported, StudyMethods
from trueness.studies.disagreements.rows import DisagreementsResult


class DisagreementsMethods(StudyMethods[DisagreementsResult]):
    """How distances from people's order came about."""

    def sentences(self, result: DisagreementsResult) -> Iterator[Sentence]:
        """Yield what was placed, how far apart places are, and their intervals."""
        yield (
            f"Each output was placed among {_among(result)} that people and the metric scored, by either.",
        )
        yield ("Outputs that tie share the mean of their places.",)
        yield (
            "Distances are those of Spearman's footrule",
            cite("diaconis-graham-1977-spearman"),
            ", divided by the longest way, the number of outputs less one.",
        )
        yield (
            "Intervals are Student's, over inputs or clusters of them",
            cite("liang-zeger-1986-longitudinal"),
            ".",
        )
        yield (
            "Which metric may be nearest was found by multiple comparisons with the best",
            cite("hsu-1996-multiple"),
            ".",
        )

    def reported(self, result: DisagreementsResult) -> Reported:
        """Return what distances are."""
        return Reported(
            level=_among(result),
            coefficient="Spearman's footrule",
            interval="Student's t over inputs",
            test="multiple comparisons with the best",
            correction="all metrics at once",
            ties="outputs that tie share the mean of their places",
        )


def _among(result: DisagreementsResult) -> str:
    return "the outputs of the same input" if result.settings.among == "input" else "all outputs"
