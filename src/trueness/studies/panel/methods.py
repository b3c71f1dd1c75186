"""What a paper has to say of judges taken together."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import JACKKNIFE, Reported, StudyMethods
from trueness.studies.panel.rows import PanelResult
from trueness.studies.panel.view import varied


class PanelMethods(StudyMethods[PanelResult]):
    """How a study of a panel of judges came about."""

    def sentences(self, result: PanelResult) -> Iterator[Sentence]:
        """Yield how agreement, the worth of a panel and runs of one judge were computed."""
        if result.human is not None:
            yield from _agreement(result)
        if result.runs:
            yield (
                "Runs of one judge were compared by the one-way random intraclass correlation",
                cite("shrout-fleiss-1979-intraclass"),
                ", stepped up to several runs",
                cite("spearman-1910-correlation", "brown-1910-experimental"),
                ".",
            )
        level = f"{100 * result.settings.confidence:.6g}%"
        yield (f"Intervals ({level}) are of {varied(result)}, by leaving out each in turn", JACKKNIFE, ".")
        if result.human is None:
            return
        yield (
            "P-values of what each judge adds are adjusted by Holm's method",
            cite("holm-1979-simple"),
            ".",
        )
        yield (
            "Which way to use the judges may be best was found by multiple comparisons with the best",
            cite("hsu-1996-multiple"),
            ".",
        )

    def reported(self, result: PanelResult) -> Reported:
        """Return how agreement was measured and what varies."""
        return Reported(
            level="outputs, all together",
            coefficient="Cohen's kappa" if result.label_names else "Pearson's r",
            interval="jackknife over outputs that belong together",
            applies_to=varied(result),
            test="Student's t of what each judge adds, and multiple comparisons with the best",
            correction="Holm's correction over judges",
            ties="a panel that is evenly split counts in part" if result.label_names else "no rule is needed",
        )


def _agreement(result: PanelResult) -> Iterator[Sentence]:
    if result.label_names:
        yield (
            "Agreement is Cohen's kappa",
            cite("cohen-1960-coefficient"),
            " with people's label, over outputs.",
        )
        error = "gives another label than people"
    else:
        yield ("Agreement is Pearson's r with people's score, over outputs.",)
        error = "is what is left of a score after a straight line on people's"
    yield (
        (
            "The number of independent judges that a panel is worth is a ratio of variances: of a member's error, and "
            "of the "
            "mean error"
        ),
        cite("kish-1965-survey"),
        ".",
    )
    yield (f"An error {error}.",)
