"""What the rules say of two batches, corrected over judges, and the words for it."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

import numpy as np

from trueness.decisions.decision import Decision, Ground, Rule
from trueness.decisions.moved_between_batches import (
    AGREEMENT_MOVED,
    ANCHORS,
    IN_BOTH,
    JUDGE_MOVED,
    LIKE_OTHERS,
    OF_SYSTEMS,
    SYSTEM_MOVED,
    SYSTEMS_MOVED,
    anchor_needs,
    moved,
    stayed,
)
from trueness.statistics.certain import Certain
from trueness.statistics.judging.standardised_change import StandardisedChange
from trueness.statistics.stepped_levels import stepped_levels
from trueness.studies.drift.batches import Batches
from trueness.studies.drift.changes import anchor_sample, judge_change, people_change, systems_change
from trueness.studies.drift.settings import DriftSettings

OTHER_OUTPUTS, OTHER_INPUTS = "other outputs of the earlier batch", "other inputs of the same systems"


def drift_decisions(
    batches: Batches, margins: dict[str, float], settings: DriftSettings
) -> tuple[Decision, ...]:
    """Return what the rules say of every judge, in the order of judges.

    Parameters
    ----------
    batches : Batches
    margins : dict of str to float
        How far each judge may move, in the unit of its scores.
    settings : DriftSettings
    """
    judges, alpha = batches.judges, 1 - settings.confidence
    needs = {name: _needs(batches, name) for name in judges}
    found: list[Decision] = []

    @functools.cache
    def of_systems(name: str, confidence: float) -> StandardisedChange:
        return systems_change(batches, name, confidence)

    def ask(rule: Rule, names: Sequence[str], change: Callable[[str, float], Certain], applies: str) -> None:
        change = functools.cache(change)
        levels = _levels(names, change, alpha)
        for name, level in zip(names, levels, strict=True):
            mine = change(name, 1 - level)
            found.append(
                moved(
                    rule,
                    name,
                    mine.value,
                    low=mine.low,
                    high=mine.high,
                    needs=needs[name],
                    applies_to=applies,
                    broken=alpha,
                )
            )

    ask(JUDGE_MOVED, judges, lambda name, level: judge_change(batches, name, level).change, OTHER_OUTPUTS)
    found += _stayed(batches, margins, alpha, needs)
    beyond = [name for name in judges if _has_others(batches, name)]
    both = {name: Ground.counted(IN_BOTH, len(of_systems(name, 1 - alpha).strata), 1) for name in beyond}
    of_anchors = dict(needs)
    needs |= {name: (*needs[name], both[name]) for name in beyond}
    ask(SYSTEMS_MOVED, beyond, lambda name, level: of_systems(name, level).difference, OTHER_INPUTS)
    found += _single_systems(batches, beyond, alpha, needs)
    needs = of_anchors
    known = [name for name in judges if people_change(batches, name, 1 - alpha) is not None]
    ask(
        AGREEMENT_MOVED,
        known,
        lambda name, level: people_change(batches, name, level) or Certain.unknown(),
        OTHER_OUTPUTS,
    )
    return tuple(found)


def _needs(batches: Batches, name: str) -> tuple[Ground, ...]:
    sample = anchor_sample(batches, name)
    return anchor_needs(sample.n_clusters, sample.pvalue, sample.covered)


def _levels(names: Sequence[str], change: Callable[[str, float], Certain], alpha: float) -> np.ndarray:
    pvalues = np.array([change(name, 1 - alpha).pvalue for name in names])
    return stepped_levels(len(names), alpha, lambda level: pvalues <= level)


def _stayed(
    batches: Batches, margins: dict[str, float], alpha: float, needs: dict[str, tuple[Ground, ...]]
) -> list[Decision]:
    judges = batches.judges

    def limits(name: str, level: float) -> Certain:
        change = judge_change(batches, name, 1 - level)
        return Certain.between(change.change.value, change.equivalence_interval)

    def inside(level: float) -> np.ndarray:
        return np.array(
            [
                -margins[name] <= narrow.low and narrow.high <= margins[name]
                for name in judges
                for narrow in [limits(name, level)]
            ]
        )

    levels = stepped_levels(len(judges), alpha, inside)
    return [
        stayed(
            name,
            judge_change(batches, name, 1 - alpha).change.value,
            low=narrow.low,
            high=narrow.high,
            margin=margins[name],
            needs=needs[name],
            applies_to=OTHER_OUTPUTS,
            broken=alpha,
        )
        for name, narrow in zip(judges, map(limits, judges, levels), strict=True)
    ]


def _single_systems(
    batches: Batches, judges: Sequence[str], alpha: float, needs: dict[str, tuple[Ground, ...]]
) -> list[Decision]:
    """Return for each judge which systems moved, one family of all judges' systems."""
    systems = sorted({str(one) for one in batches.systems})
    if len(systems) < 2:
        return []
    chosen = {system: batches.systems == system for system in systems}
    asked = [(name, system) for name in judges for system in systems]

    def change(k: int, confidence: float) -> Certain:
        name, system = asked[k]
        return systems_change(batches, name, confidence, chosen[system]).difference

    wide = [change(k, 1 - alpha) for k in range(len(asked))]
    tested = [k for k, one in enumerate(wide) if not math.isnan(one.pvalue)]
    pvalues = np.array([wide[k].pvalue for k in tested])
    levels = dict(
        zip(tested, stepped_levels(len(tested), alpha, lambda level: pvalues <= level), strict=True)
    )
    found = []
    for name in judges:
        own = [k for k in tested if asked[k][0] == name]
        if not own:
            continue
        first = min(own, key=lambda k: wide[k].pvalue)
        its = change(first, 1 - levels[first])
        named = [asked[k][1] for k in own if wide[k].pvalue <= levels[k]]
        found.append(
            moved(
                SYSTEM_MOVED,
                name,
                its.value,
                low=its.low,
                high=its.high,
                needs=needs[name],
                applies_to=OTHER_INPUTS,
                names=named,
                broken=alpha,
            )
        )
    return found


def _has_others(batches: Batches, name: str) -> bool:
    anchor = batches.anchors(name)
    return all(bool((~anchor & ~np.isnan(part[name])).any()) for part in (batches.before, batches.after))


def withheld(found: Decision) -> str:
    """Return why nothing can be told of other outputs, in one word; empty where only the interval is too wide."""
    return {ANCHORS: "few", LIKE_OTHERS: "chosen", OF_SYSTEMS: "systems", IN_BOTH: "mix"}.get(
        found.reason, ""
    )
