"""Which judges are validated against whom, and how."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from trueness.data.scores.patterns import split_patterns
from trueness.decisions.may_grade import MAY_GRADE_ALONE
from trueness.errors import ArgumentError, check_choice
from trueness.statistics.judging.prediction_powered import OPTIMAL, PPI_INTERVALS
from trueness.study.setting import (
    Selection,
    StudySettings,
    again,
    number_or_word,
    optional,
    proportion,
    setting,
    whole,
    words,
)
from trueness.study.setting_groups import InGroups, OfConfidence, OfCorrelations, OfScorers, level_names

RANKS = "ranks"

CROSS_FITTED = "cross-fitted"
"""A threshold for every output, chosen on other outputs."""

SCALES = ("auto", "same", "linear", RANKS)

JUDGE = "Judge"
"""The heading under which the command lists options that only judges have."""


def _weight(argument: str, value: Any) -> float | str:
    if value != OPTIMAL and (isinstance(value, str) or not 0 <= value <= 1):
        raise ArgumentError(f"`{argument}` must be 'optimal' or lie between 0 and 1; it is {value!r}.")
    weight: float | str = value
    return weight


def _finite(argument: str, value: Any) -> float:
    if not math.isfinite(value):
        raise ArgumentError(f"`{argument}` must be a number; it is {value!r}.")
    number: float = value
    return number


def _threshold(argument: str, value: Any) -> float | str:
    if isinstance(value, str):
        return check_choice(argument, value, (CROSS_FITTED,))
    return _finite(argument, value)


def _criteria(argument: str, value: Any) -> tuple[str, ...] | None:
    found = words(argument, value)
    if found is not None and not any(word.strip() for word in found):
        raise ArgumentError(
            f"`{argument}` lacks a criterion. Give one, such as 'kappa>=.6', or leave it out."
        )
    return found


@dataclasses.dataclass(frozen=True)
class JudgeSelection(Selection):
    """Which judges are validated against whom."""

    human: str | None = again(OfScorers, "human")
    judges: tuple[str, ...] | None = setting(
        None,
        "Judges to validate: names or shell patterns.",
        check=words,
        several=True,
        split=split_patterns,
        flag="--judge",
        default_words="all that are not human",
        panel=JUDGE,
    )
    position: str | None = setting(
        None,
        "Scorer, or grouping column of numbers, that says where an output stood when it was judged.",
        panel=JUDGE,
    )
    swapped: str | None = setting(
        None,
        "For one judge of pairs, whose score is its preference, 0 to 1, for one of two outputs: the scorer with its "
        "preference for the same output when the two are shown in the other order.",
        panel=JUDGE,
    )
    by: tuple[str, ...] | None = setting(
        None,
        "Grouping columns, of inputs or systems, or 'system' for each of these: agreement on labels in each of their "
        "groups, beside the rest.",
        check=words,
        several=True,
        split=split_patterns,
        default_words="all of few groups; only what is worse is said",
        panel=JUDGE,
    )
    clusters: str | None = again(InGroups, "clusters")


@dataclasses.dataclass(frozen=True)
class JudgeSettings(OfConfidence, StudySettings):
    """How judges are validated; the defaults are the recommended ones.

    Attributes
    ----------
    levels : tuple of str or None
        Of agreement; None for those that the data have.
    coefficients : tuple of str
        Of agreement.

    Raises
    ------
    ArgumentError
        If a value is not among those allowed.
    """

    levels: tuple[str, ...] | None = again(
        OfCorrelations, "levels", default=None, check=optional(level_names)
    )
    coefficients: tuple[str, ...] = again(OfCorrelations, "coefficients")
    scale: str = setting(
        "auto",
        "Whether judges rate on the human's scale (same), or are brought to it by a straight line fitted to the "
        "labelled outputs (linear), in means a line of their ranks (ranks). With auto ratings, which have a common "
        "denominator up to 60, are on the same scale if they all lie within the range of the human's, or the two "
        "ranges overlap by half of what either covers.",
        choices=SCALES,
        panel=JUDGE,
    )
    bins: int = setting(10, "Bins of the reliability table, at most.", check=whole(1), panel=JUDGE)
    lam: float | str = setting(
        OPTIMAL,
        "Weight of the judge in prediction-powered means, 0 to 1, or optimal: the best one (PPI++).",
        check=_weight,
        parse=number_or_word,
        panel=JUDGE,
    )
    interval: str = setting(
        "analytic", "Interval of prediction-powered means.", choices=PPI_INTERVALS, panel=JUDGE
    )
    positive: str | None = setting(
        None,
        "The positive label, whose share is corrected and whose outputs TPR is of.",
        default_words="the best",
        panel=JUDGE,
    )
    grade_bar: float = setting(
        MAY_GRADE_ALONE,
        "Agreement with people from which on a judge may grade single outputs, where one person labelled them: kappa, "
        "weighted kappa of ratings, Pearson's r of scores. Beside several people it is compared with them.",
        check=proportion,
        panel=JUDGE,
        weaker="lower",
    )
    rank_bar: float = setting(
        0.8,
        "Correlation over systems from which on a judge may rank them: Spearman's rho, where it is asked for.",
        check=proportion,
        panel=JUDGE,
        weaker="lower",
    )
    rate_margin: float = setting(
        0.05,
        "How far a judge's share of positives (of ratings, its mean, as a share of the range of people's) may be from "
        "people's where it is quoted.",
        check=proportion,
        panel=JUDGE,
        weaker="higher",
    )
    half_width: float = setting(
        0.05,
        "Of labels, and of scores without systems: the half width of an interval for which it is said how many "
        "it takes.",
        check=proportion,
        panel=JUDGE,
    )
    power: float = setting(
        0.8,
        "How often a judge as good as this one is to be shown to be so with the number of labels that is said.",
        check=proportion,
        panel=JUDGE,
    )
    gate: tuple[str, ...] | None = setting(
        None,
        "Criteria such as 'kappa>=.6' and 'rate_bias<=.05': the command ends with status 8 unless the intervals show "
        "that every judge meets every one.",
        check=_criteria,
        several=True,
        split=split_patterns,
        default_words="none",
        panel=JUDGE,
    )
    smallest_slice: int = setting(
        20, "Outputs that a group has at least to be given by itself.", check=whole(2), panel=JUDGE
    )
    disagreements: int = setting(
        20,
        "Outputs per judge on which it and people differ most that are listed.",
        check=whole(0),
        panel=JUDGE,
    )
    threshold: float | str | None = setting(
        None,
        "Score from which on a judge of scores gives the better label, where people give two labels; or cross-fitted: "
        "for each tenth of the inputs the one that agrees best with people on the others.",
        check=optional(_threshold),
        parse=number_or_word,
        default_words="none: judges give labels",
        panel=JUDGE,
    )
    demonstration: float = setting(
        0.1,
        "Share of labels that is kept to show what a judge is worth, where every output is labelled.",
        check=proportion,
        panel=JUDGE,
    )
