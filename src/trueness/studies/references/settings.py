"""Which metrics are scored against which references, and how they are resampled."""

from __future__ import annotations

import dataclasses

from trueness.errors import UnsupportedMethodError
from trueness.methods.applies_to import OVERS
from trueness.statistics.equivalence.equivalence import EQUIVALENCE_OVER
from trueness.statistics.equivalence.reference_resampling import MULTIPLE
from trueness.studies.equivalence.settings import OUTPUTS, EquivalenceSelection
from trueness.study.setting import RUN, Selection, StudySettings, again, at_most_resamples, setting, words
from trueness.study.setting_groups import OfConfidence, OfCorrelations

USUAL_METRICS = ("rouge1_f",)


@dataclasses.dataclass(frozen=True)
class ReferencesSelection(Selection):
    """Which metrics are computed, beside whom."""

    human: tuple[str, ...] | None = again(
        EquivalenceSelection,
        "human",
        text="The human scorers, one or several.",
        default_words="all that the data declare",
    )
    metrics: tuple[str, ...] = setting(
        USUAL_METRICS,
        "Metrics that are computed against every single reference: names of metrics that need references.",
        check=words,
        several=True,
        default_words="rouge1_f",
    )


@dataclasses.dataclass(frozen=True)
class ReferencesSettings(OfConfidence, StudySettings):
    """How references and outputs are resampled.

    Raises
    ------
    UnsupportedMethodError
        If outputs are to be resampled one by one at another level than the global one.
    """

    multiple: str = setting(
        MULTIPLE[0],
        "How a score against several references comes from those against each. The best, or their mean.",
        choices=MULTIPLE,
    )
    levels: tuple[str, ...] = again(OfCorrelations, "levels", default=("global",), default_words="global")
    coefficients: tuple[str, ...] = again(
        OfCorrelations, "coefficients", default=("kendall",), default_words="kendall"
    )
    over: str = setting(
        OVERS[0],
        "What is resampled beside the references. Outputs one by one, as published, are so at the global level only.",
        choices=EQUIVALENCE_OVER,
    )
    resamples: int = setting(
        999, "Number of resamples, for each of which all is scored anew.", check=at_most_resamples, panel=RUN
    )

    def _refuse(self) -> None:
        super()._refuse()
        others = [level for level in self.levels if level != "global"]
        if self.over == OUTPUTS and others:
            raise UnsupportedMethodError(
                f"outputs are resampled one by one at the global level only; this is the {others[0]} "
                "level. Ask for the global level (--level global), or resample systems, inputs or both "
                "(--over)."
            )
