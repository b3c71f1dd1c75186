"""Whose preferences are compared, and how."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from trueness.data.scores.patterns import split_patterns
from trueness.errors import ArgumentError
from trueness.statistics.preferences.bradley_terry import STRENGTH_INTERVALS, TIE_MODELS
from trueness.statistics.preferences.pair_mean import OVERS
from trueness.statistics.preferences.verdict_agreement import TIE_RULES
from trueness.study.setting import (
    Selection,
    StudySettings,
    again,
    proportion,
    setting,
    whole,
    words,
)
from trueness.study.setting_groups import InGroups, OfConfidence, OfTests

PREFERENCES = "Preferences"
"""The heading under which the command lists options that only preferences have."""

BOTH_BAD_RULES = ("tie", "excluded")
REPEAT_RULES = ("tie", "majority")


def _at_least_0(argument: str, value: Any) -> float:
    if isinstance(value, bool) or not math.isfinite(value) or value < 0:
        raise ArgumentError(f"`{argument}` must be a number of at least 0; it is {value!r}.")
    return float(value)


@dataclasses.dataclass(frozen=True)
class PreferenceSelection(Selection):
    """Whose preferences are compared with people's."""

    judges: tuple[str, ...] | None = setting(
        None,
        "Who is a judge: names or shell patterns.",
        check=words,
        several=True,
        split=split_patterns,
        flag="--judge",
        default_words="what the format says, or all that are not people",
        panel=PREFERENCES,
    )
    people: tuple[str, ...] | None = setting(
        None,
        "Who is a person: names or shell patterns.",
        check=words,
        several=True,
        split=split_patterns,
        default_words="what the format says, or all that are no judges",
        panel=PREFERENCES,
    )
    metrics: tuple[str, ...] | None = setting(
        None,
        "Metrics of --scores, or of the outputs' texts, whose higher score is taken for a preference: names or shell "
        "patterns.",
        check=words,
        several=True,
        split=split_patterns,
        default_words="all of --scores, none of texts",
    )
    clusters: str | None = again(InGroups, "clusters")
    by: str | None = setting(
        None, "Grouping column of inputs: agreement in each of its categories.", panel=PREFERENCES
    )
    own: tuple[str, ...] | None = setting(
        None,
        "Systems, or families of systems, of a judge's own family: JUDGE=PATTERN, e.g. 'gpt-4=gpt-?'.",
        check=words,
        several=True,
        split=split_patterns,
        default_words="none",
        panel=PREFERENCES,
    )


@dataclasses.dataclass(frozen=True)
class PreferenceSettings(OfConfidence, StudySettings):
    """How preferences are compared."""

    ties: str = setting(
        "half",
        "What a tie agrees with: a decision by half (half), only a tie (class), or nothing, as only pairs count that "
        "neither ties (excluded). The tables have all three; findings and tests are of this one.",
        choices=TIE_RULES,
        panel=PREFERENCES,
    )
    both_bad: str = setting("tie", "What 'both bad' is.", choices=BOTH_BAD_RULES, panel=PREFERENCES)
    repeats: str = setting(
        "tie",
        "Several verdicts of one judge or person on a pair, such as in both orders: a tie unless all "
        "are the same (tie), or what most say (majority).",
        choices=REPEAT_RULES,
        flag="--repeated",
        panel=PREFERENCES,
    )
    over: str = setting(
        "both",
        "What intervals and tests of agreement apply to: other inputs, other systems, or both. With two systems only "
        "to other inputs. Strengths are always of these systems, on other inputs.",
        choices=OVERS,
    )
    epsilon: float = setting(
        0.0,
        "Two scores of a metric tie if they differ by no more.",
        check=_at_least_0,
        default_words="0: only equal scores",
        flag="--tie-within",
        panel=PREFERENCES,
    )
    model: str = setting("davidson", "Model of strengths.", choices=TIE_MODELS, panel=PREFERENCES)
    strengths: str = setting(
        STRENGTH_INTERVALS[0],
        "Intervals of strengths: leave out one input after the other, or the sandwich formula.",
        choices=STRENGTH_INTERVALS,
        panel=PREFERENCES,
    )
    prior: float = setting(
        0.0,
        "Wins and losses that every system is given against one of average strength, where data alone leave strengths "
        "infinite.",
        check=_at_least_0,
        default_words="none",
        panel=PREFERENCES,
    )
    rank_bar: float = setting(
        0.8,
        "Share of pairs of systems that a judge has to order as people do to rank systems in their place.",
        check=proportion,
        weaker="lower",
        panel=PREFERENCES,
    )
    margin: float = setting(
        0.05,
        "By how much less than another person a judge may agree with people to stand in for one.",
        check=proportion,
        flag="--agreement-margin",
        weaker="higher",
        panel=PREFERENCES,
    )
    correction: str = again(OfTests, "correction")
    smallest_rater: int = setting(
        20, "Pairs that a person has at least to be compared alone.", check=whole(2), panel=PREFERENCES
    )
    smallest_category: int = setting(
        10, "Pairs that a category has at least to be shown.", check=whole(2), panel=PREFERENCES
    )
