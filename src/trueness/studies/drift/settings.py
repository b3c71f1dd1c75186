"""Which judges are compared between which batches, and how."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.data.scores.patterns import split_patterns
from trueness.errors import ArgumentError
from trueness.study.setting import NothingDrawn, Selection, again, proportion, setting, words
from trueness.study.setting_groups import InGroups, OfConfidence


def _two(argument: str, value: Any) -> tuple[str, ...] | None:
    found = words(argument, value)
    if found is not None and (len(found) != 2 or found[0] == found[1]):
        raise ArgumentError(f"`{argument}` must be two names, the earlier first; it is {value!r}.")
    return found


def _confidence(argument: str, value: Any) -> float:
    if proportion(argument, value) <= 0.5:
        raise ArgumentError(
            f"`{argument}` must be above 0.5, as equivalence has twice the error; it is {value!r}."
        )
    return float(value)


@dataclasses.dataclass(frozen=True)
class DriftSelection(Selection):
    """Which judges are compared between which batches."""

    human: str | None = setting(
        None,
        "The human scorer, of outputs that both batches judged: then agreement with it is compared, too.",
    )
    judges: tuple[str, ...] | None = setting(
        None,
        "Judges to compare with themselves: names or shell patterns.",
        check=words,
        several=True,
        split=split_patterns,
        flag="--judge",
        default_words="all that are in both batches and not human",
    )
    batches: tuple[str, ...] | None = setting(
        None,
        "Where one table holds the batches: which two, the earlier first.",
        check=_two,
        several=True,
        split=split_patterns,
        default_words="the two there are, in the order of their names",
    )
    anchors: str | None = setting(
        None,
        "Grouping column of inputs that says which are anchors (yes, true, 1 or anchor). Without it every output that "
        "both batches judged is one: the same system and input then has to be the same text.",
    )
    mix: str | None = setting(
        None,
        "Grouping column of inputs, such as the topic: systems are compared at the same mix of its labels in both "
        "batches, besides the same mix of systems.",
    )
    clusters: str | None = again(InGroups, "clusters")


@dataclasses.dataclass(frozen=True)
class DriftSettings(OfConfidence, NothingDrawn):
    """How batches are compared. Nothing is drawn at random."""

    margin: float = setting(
        0.05,
        "How far a judge's mean may move and count as the same, as a share of the range of its scores on the anchors.",
        check=proportion,
        flag="--mean-margin",
        weaker="higher",
    )
    confidence: float = again(OfConfidence, "confidence", check=_confidence)
