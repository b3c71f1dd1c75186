"""What an analysis of several tables decides, and the words for it, which terminal and page share."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence

from trueness.decisions.decision import Decision, Ground
from trueness.decisions.may_be_best import MAY_BE_BEST
from trueness.statistics.array_types import Key
from trueness.studies.compare.decided import decisions_at
from trueness.studies.compare.decided_words import (
    agreement_words,
    best_answer,
    best_details,
    n_that_may_be_best,
)
from trueness.studies.compare.rows import PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.pool.rows import PooledEstimate
from trueness.study.best_and_ranks import no_two_differ
from trueness.study.lights import LIGHTS
from trueness.study.words import after_any_correction

SHARED_KNOWN = "tests_that_know_of_shared_systems"
"""The need that tests do not meet which draw every table by itself, where systems are in several."""


def pool_decisions(
    estimates: Sequence[PooledEstimate],
    tests: Sequence[PairTest],
    settings: Settings,
    *,
    declared: Collection[str] = (),
    sharing_unknown: bool = False,
) -> tuple[Decision, ...]:
    """Return which metrics may be the best over all tables, and whether they may be ranked, by level and coefficient.

    Parameters
    ----------
    estimates : sequence of PooledEstimate
    tests : sequence of PairTest
        Of all pairs; without them, or against a baseline, nothing is decided.
    settings : Settings
    declared : collection of str
        Metrics of which it is known whether more or less is better.
    sharing_unknown : bool
        Whether systems are in several tables and the tests take them for new ones in each.
    """
    if settings.baseline is not None:
        return ()
    needs = (Ground.counted(SHARED_KNOWN, 0, 1),) if sharing_unknown else ()
    found: list[Decision] = []
    for key in dict.fromkeys((row.level, row.coefficient) for row in estimates):
        here = [row for row in estimates if (row.level, row.coefficient) == key]
        of_pairs = [row for row in tests if (row.level, row.coefficient) == key]
        found += decisions_at(key, settings, here, of_pairs, needs, declared=declared, has_systems=True)
    return tuple(dataclasses.replace(one, applies_to=f"{one.applies_to}, in these tables") for one in found)


def decided(
    decisions: Sequence[Decision],
    key: Key,
    estimates: Sequence[PooledEstimate],
    settings: Settings,
    *,
    human: str,
    place: str,
) -> str:
    """Return which may be the best at a level by a coefficient, in a sentence or two; empty where it was not asked.

    Parameters
    ----------
    decisions : sequence of Decision
    key : (level, coefficient)
    estimates : sequence of PooledEstimate
        At that level, by that coefficient.
    settings : Settings
    human : str
        Whom metrics agree with.
    place : str
        For what, and over which tables.
    """
    mine = best_of(decisions, key)
    if mine is None:
        return ""
    if mine.reason == SHARED_KNOWN:
        first = max(estimates, key=lambda row: row.estimate)
        return (
            f"{LIGHTS[mine.answer]} {place} '{first.metric}' agrees most with {human} ({agreement_words(first)}), "
            "but we cannot tell whether it is the best: the tests draw every table by itself."
        )
    return best_answer(mine, estimates, settings, human=human, place=place)


def uncertain(
    decisions: Sequence[Decision], key: Key, estimates: Sequence[PooledEstimate], settings: Settings
) -> list[str]:
    """Return what else there is to know of those that may be the best (see `best_details`)."""
    mine = best_of(decisions, key)
    return [] if mine is None or mine.reason == SHARED_KNOWN else best_details(mine, estimates, settings)


def none_differ(
    decisions: Sequence[Decision],
    key: Key,
    estimates: Sequence[PooledEstimate],
    tests: Sequence[PairTest],
    settings: Settings,
) -> str:
    """Return that no two metrics are shown to differ, in step with what `decided` says of the best; else nothing.

    Parameters
    ----------
    decisions : sequence of Decision
    key : (level, coefficient)
    estimates : sequence of PooledEstimate
        At that level, by that coefficient.
    tests : sequence of PairTest
    settings : Settings
    """
    here = [row for row in tests if (row.level, row.coefficient) == key]
    if not here or settings.baseline is not None or any(row.verdict in ("better", "worse") for row in here):
        return ""
    after = after_any_correction(settings.correction)
    mine, n = best_of(decisions, key), len(estimates)
    if mine is None or mine.reason == SHARED_KNOWN:
        return no_two_differ("metric", n, n, after)
    n_left = n_that_may_be_best(mine, estimates)
    return no_two_differ("metric", n, n_left, after)


def left_as_best(decisions: Sequence[Decision], key: Key) -> tuple[str, ...]:
    """Return the metrics that may be the best, the highest first; none where this cannot be told."""
    mine = best_of(decisions, key)
    return () if mine is None or mine.reason == SHARED_KNOWN else mine.names


def best_of(decisions: Sequence[Decision], key: Key) -> Decision | None:
    """Return which metrics may be the best at a level by a coefficient; None where it was not asked."""
    asked = (MAY_BE_BEST.name, *key)
    return next((one for one in decisions if (one.rule, one.level, one.coefficient) == asked), None)
