"""Which variants are compared, against which human scores, and how."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.data.scores.aggregate_columns import AGGREGATES
from trueness.data.scores.patterns import split_patterns
from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice
from trueness.statistics.annotators.human_assessment import MEANS_OF_DIMENSIONS
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.corrections import ALL_PAIRS, CORRECTIONS, PAIR_CORRECTIONS
from trueness.statistics.engine.resample import OVER
from trueness.study.setting import StudySettings, again, at_most_resamples, setting, whole, words
from trueness.study.setting_groups import (
    OfConfidence,
    OfCorrelations,
    OfIntervals,
    OfScorers,
    OfTests,
    pair_correction,
)

VARIANTS = "Variants"
"""The heading under which the command lists options that only variants have."""


def _several(choices: tuple[str, ...]) -> Any:
    def check(argument: str, value: Any) -> tuple[str, ...]:
        found = (value,) if isinstance(value, str) else tuple(value)
        if not found:
            raise ArgumentError(f"`{argument}` must name one at least of {', '.join(choices)}.")
        return tuple(dict.fromkeys(check_choice(argument, one, choices) for one in found))

    return check


@dataclasses.dataclass(frozen=True)
class VariantsSelection(OfScorers):
    """Which variants are compared with whom."""

    dimensions: tuple[str, ...] = setting(
        (),
        "Human scorers of which means are the human scores, and which stand beside these.",
        check=words,
        several=True,
        split=split_patterns,
        default_words="none: --human alone",
        panel=VARIANTS,
    )
    named: tuple[str, ...] = setting(
        (),
        "Metrics that are drawn beside the best, whatever their place. The first is the customary one, by which "
        "systems are ranked beside the best.",
        check=words,
        several=True,
        split=split_patterns,
        default_words="none",
        panel=VARIANTS,
    )
    varied: tuple[str, ...] | None = setting(
        None,
        "Metrics whose scores of systems come about in each of the ways of --aggregates; others in the first.",
        check=words,
        several=True,
        split=split_patterns,
        default_words="the variants of ROUGE",
        panel=VARIANTS,
    )


@dataclasses.dataclass(frozen=True)
class VariantsSettings(OfConfidence, StudySettings):
    """How variants are compared; the defaults are the recommended ones.

    Raises
    ------
    ArgumentError
        If a value is not among those listed.
    UnsupportedMethodError
        If a coefficient has no closed form at the system level.
    """

    coefficients: tuple[str, ...] = again(
        OfCorrelations,
        "coefficients",
        default=("pearson",),
        text="How agreement of systems' scores is measured: pearson, spearman, kendall.",
        default_words="pearson",
    )
    aggregates: tuple[str, ...] = setting(
        ("mean", "median"),
        "How scores of outputs become scores of systems, each way a variant of its own: mean, median.",
        check=_several(AGGREGATES[1:]),
        several=True,
        default_words="mean and median",
        panel=VARIANTS,
    )
    combinations: tuple[str, ...] = setting(
        MEANS_OF_DIMENSIONS,
        "Means of --dimensions: arithmetic, harmonic, geometric. The first is what variants are compared by; by the "
        "others the best are looked at, too.",
        check=_several(MEANS_OF_DIMENSIONS),
        several=True,
        default_words="all three",
        panel=VARIANTS,
    )
    applies_to: str = again(OfIntervals, "applies_to")
    correction: str = again(
        OfTests,
        "correction",
        default=ALL_PAIRS,
        text="Correction for the number of tests, in the columns that say so.",
        check=pair_correction,
        choices=(*CORRECTIONS, *PAIR_CORRECTIONS),
    )
    alpha: float = again(OfTests, "alpha")
    top: int = setting(
        10,
        "How many of the best are drawn, and looked at by other human scores.",
        check=whole(2),
        panel=VARIANTS,
    )
    halves: tuple[str, ...] = setting(
        ("inputs", "systems", "both"),
        "Of what halves are made, in one of which the best variant is chosen to be looked at in the other: inputs, "
        "systems, both.",
        check=_several(OVER),
        several=True,
        default_words="all three",
        panel=VARIANTS,
    )
    splits: int = setting(1000, "How often halves are made.", check=at_most_resamples, panel=VARIANTS)
    missing: str = again(OfCorrelations, "missing")
    means: str = again(OfCorrelations, "means")
    resamples: int = again(
        StudySettings,
        "resamples",
        default=999,
        text="Bootstrap samples in which the best variant is chosen anew.",
        default_words="999",
    )

    @property
    def aggregate(self) -> str:
        """What a system's score is by metrics that have one kind only."""
        return "corpus"

    @property
    def tie_calibration(self) -> str:
        """Nothing here has a threshold of ties."""
        return "none"

    def _refuse(self) -> None:
        for name in self.coefficients:
            facts = coefficient_facts(name)
            if not facts.closed_forms or "system" not in facts.levels:
                raise UnsupportedMethodError(
                    "Williams' test, by which variants are compared, is for other coefficients than "
                    f"{name}. Take pearson, spearman or kendall (--coefficient)."
                )
        super()._refuse()
