"""What a paper has to say of labels that came one after another."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import Reported, StudyMethods
from trueness.studies.sequential.rows import SequentialResult
from trueness.studies.sequential.settings import THESE


class SequentialMethods(StudyMethods[SequentialResult]):
    """How it was settled, or not yet."""

    def sentences(self, result: SequentialResult) -> Iterator[Sentence]:
        """Yield how agreement was measured, what holds after every label, and how outputs were chosen."""
        weighted = any(row.measure == "weighted_kappa" for row in result.settled)
        yield (
            "Agreement is Cohen's kappa with quadratic weights" if weighted else "Agreement is Cohen's kappa",
            cite("cohen-1968-weighted" if weighted else "cohen-1960-coefficient"),
            ".",
        )
        yield (
            f"Its limits are a {100 * result.settings.confidence:.6g}% confidence sequence by betting",
            cite("waudby-smith-ramdas-2024-betting"),
            ": they hold together after every label, so that labelling may stop whenever they lie beyond the bar.",
        )
        yield (
            "Outputs to label were drawn with known chances, by what judges say of them and how much labels differ",
            cite("neyman-1934-representative"),
            ", and are weighted by these",
            cite("shekhar-2023-audits"),
            ".",
        )

    def reported(self, result: SequentialResult) -> Reported:
        """Return how agreement was measured, and to what it applies."""
        return Reported(
            level="outputs, all together",
            coefficient="Cohen's kappa",
            interval="confidence sequence by betting",
            applies_to="these outputs" if result.settings.applies_to == THESE else "other inputs",
            test="limits against the bar, after every label",
            correction="none is needed for looking often; error divided among pairs of judges",
            ties="no rule is needed",
        )
