"""Which claims are looked at, and over which choices."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from trueness.data.scores.aggregate_columns import AGGREGATES
from trueness.data.scores.patterns import split_patterns
from trueness.errors import ArgumentError, check_choice
from trueness.statistics.corrections import ALL_PAIRS, CORRECTIONS, PAIR_CORRECTIONS
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES
from trueness.studies.multiverse.variants import parsed_variants
from trueness.study.setting import StudySettings, again, fixed, setting, whole, words
from trueness.study.setting_groups import (
    InGroups,
    OfCells,
    OfCorrelations,
    OfIntervals,
    OfScorers,
    OfTests,
    pair_correction,
)

CHOICES = "Choices"
"""The heading under which the command lists what can be chosen one way or another."""

ALL, EACH, HALVES = "all", "each", "halves"
_TOP = re.compile(r"top\s*([0-9]+)\s*(%?)")


def top_of(word: str) -> tuple[int, bool] | None:
    """Return how many of the best systems a word asks for, and whether in percent; None if it asks for others."""
    found = _TOP.fullmatch(word)
    return None if found is None else (int(found[1]), bool(found[2]))


def _several(argument: str, value: Any) -> tuple[str, ...]:
    found = words(argument, value) or ()
    if not found:
        raise ArgumentError(f"`{argument}` must name at least one value.")
    return tuple(dict.fromkeys(found))


def _aggregates(argument: str, value: Any) -> tuple[str, ...]:
    return tuple(check_choice(argument, one, AGGREGATES) for one in _several(argument, value))


def _systems(argument: str, value: Any) -> tuple[str, ...]:
    found = []
    for one in _several(argument, value):
        asked = top_of(one)
        if asked is None:
            check_choice(argument, one, (ALL, EACH, "top50%", "top8"))
        elif asked[0] < 1 or (asked[1] and asked[0] > 100):
            raise ArgumentError(
                f"`{argument}` '{one}' leaves systems of an impossible number: take such as top8 or top50%."
            )
        found.append(one if asked is None else f"top{asked[0]}{'%' * asked[1]}")
    return tuple(dict.fromkeys(found))


def _inputs(argument: str, value: Any) -> tuple[str, ...]:
    return tuple(check_choice(argument, one, (ALL, HALVES)) for one in _several(argument, value))


def _variants(argument: str, value: Any) -> tuple[str, ...]:
    found = words(argument, value) or ()
    parsed_variants(found)
    return found


@dataclasses.dataclass(frozen=True)
class MultiverseSelection(InGroups):
    """Which claims are looked at."""

    human: tuple[str, ...] | None = setting(
        None,
        "Human scorers: one after the other they are the ground truth. Names or shell patterns.",
        check=words,
        several=True,
        split=split_patterns,
        default_words="all that the data declare",
    )
    metrics: tuple[str, ...] | None = again(OfScorers, "metrics")
    claims: tuple[str, ...] = setting(
        (),
        "A claim about two metrics, such as 'bertscore > rouge2_f'. Several are repeated.",
        check=lambda argument, value: words(argument, value) or (),
        several=True,
        split=list,
        keyword="claim",
        default_words="the metric that ranks best is better than each other one",
    )


@dataclasses.dataclass(frozen=True)
class MultiverseSettings(StudySettings):
    """Which choices there are, and how an analysis decides; the defaults are the recommended ones.

    Attributes
    ----------
    resamples : int
        The default test draws nothing.
    """

    levels: tuple[str, ...] = again(OfCorrelations, "levels", panel=CHOICES)
    coefficients: tuple[str, ...] = again(OfCorrelations, "coefficients", panel=CHOICES)
    aggregates: tuple[str, ...] = setting(
        ("mean", "median"),
        "How scores of outputs become a score of their system, at the system level, by metrics.",
        check=_aggregates,
        choices=AGGREGATES,
        several=True,
        keyword="aggregate",
        default_words="mean and median; corpus first where the data have sufficient statistics",
        panel=CHOICES,
    )
    systems: tuple[str, ...] = setting(
        (ALL, "top50%"),
        "Which systems: all; all but one, for each one in turn (each); the best by the human, e.g. top8 or top50%.",
        check=_systems,
        several=True,
        default_words="all and top50%",
        panel=CHOICES,
    )
    inputs: tuple[str, ...] = setting(
        (ALL, HALVES),
        "Which inputs: all, or halves of them, drawn at random.",
        check=_inputs,
        several=True,
        default_words="all and halves",
        panel=CHOICES,
    )
    splits: int = setting(
        1, "How often inputs are halved; both halves are looked at.", check=whole(1), panel=CHOICES
    )
    variants: tuple[str, ...] = setting(
        (),
        "Columns that are one metric with another option, or another set of references. For all metrics: "
        "'part: f=*_f | r=*_recall'; for one: 'rouge1 = rouge1_f | rouge1_recall'. Several are repeated.",
        check=_variants,
        several=True,
        split=list,
        default_words="none: every column is a metric",
        panel=CHOICES,
    )
    applies_to: str = again(OfIntervals, "applies_to", text="What tests apply to, as in `trueness compare`.")
    missing: str = again(OfCells, "missing")
    means: str = again(OfCells, "means")
    tie_calibration: str = again(OfCorrelations, "tie_calibration")
    correction: str = again(
        OfTests,
        "correction",
        default=ALL_PAIRS,
        check=pair_correction,
        choices=(*PAIR_CORRECTIONS, *CORRECTIONS),
        text="Correction for the number of claims within an analysis. Of claims that were not declared these are all "
        "pairs of metrics, since which one is best was seen in the data.",
    )
    alpha: float = again(OfTests, "alpha")
    resamples: int = fixed(DEFAULT_RESAMPLES)

    def _refuse(self) -> None:
        # which refuses coefficients that exist at none of the levels
        OfCorrelations(levels=self.levels, coefficients=self.coefficients)
        super()._refuse()
