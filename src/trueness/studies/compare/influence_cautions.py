"""Whether a few systems decide: correlations and verdicts that one or two carry, and scores far from the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from trueness.decisions.decision import Decision
from trueness.decisions.may_be_best import MAY_BE_BEST
from trueness.errors import listing
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.engine.system_columns import whole_system_columns
from trueness.statistics.jackknife.influence import Influential, influential_systems, turned_difference
from trueness.statistics.jackknife.left_out_sets import (
    COEFFICIENTS,
    LeftOut,
    left_out_sets,
    mean_correlations,
)
from trueness.statistics.outlying_scores import TAIL, Outlying, hangs_on_few, outlying_scores
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.system_scores import system_means
from trueness.studies.compare.decided_words import is_withheld
from trueness.studies.compare.rows import Estimate, PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.words import shown_name
from trueness.study.number_words import decimal
from trueness.study.rows import Caution
from trueness.study.words import coefficient_words

LEVELS = ("system", "input")
"""Where systems are what is correlated."""

TAIL_OF_BEST = 0.025, 0.01
"""How often the highest metric at a level may be called carried by one system, and by two, where scores are normal."""

TAIL_OF_OTHERS = 0.005
"""How often any of the other metrics may be, by one system or by two; and how often any verdict may be turned round."""

SHOWN = 3
"""Metrics, and pairs, that are named per level."""

RANKED = ("kendall", "spearman")


class _Carried(NamedTuple):
    metric: str
    found: tuple[Influential, ...]
    is_best: bool


class _Columns(NamedTuple):
    """Scores of a group of metrics (K, N, C), of the human (N, C), and which count."""

    x: FloatArray
    z: FloatArray
    present: BoolArray

    @property
    def n_systems(self) -> int:
        return int(self.present.any(axis=1).sum())


def influence_cautions(
    arrays: ScoreArrays,
    systems: Sequence[str],
    settings: Settings,
    estimates: Sequence[Estimate],
    tests: Sequence[PairTest],
    decisions: Sequence[Decision] = (),
) -> Iterable[Caution]:
    """Yield a warning if one or two systems carry a correlation or turn a verdict round, and one on outliers.

    Looked at is the first coefficient at the system and the input level, which the findings are about. Of normal scores
    fewer than 5% of tables get the warning.

    Parameters
    ----------
    arrays : ScoreArrays
    systems : sequence of str
        N names.
    settings : Settings
    estimates : sequence of Estimate
    tests : sequence of PairTest
        Those that decide, or all.
    decisions : sequence of Decision
        What is said by other coefficients; of a table of several none is made.
    """
    carried = []
    for level in settings.computed_levels:
        coefficient = settings.coefficients_at(level)[0]
        if level not in LEVELS or coefficient not in COEFFICIENTS:
            continue
        known = [
            row
            for row in estimates
            if (row.level, row.coefficient) == (level, coefficient) and row.estimate == row.estimate
        ]
        if not known:
            continue
        best = max(known, key=lambda row: row.estimate).metric
        parts = [*_correlations(arrays, level, coefficient, best, systems, settings)]
        if coefficient == "pearson":
            decided = [
                row
                for row in tests
                if (row.level, row.coefficient) == (level, coefficient)
                and settings.is_main(row)
                and row.verdict in ("better", "worse")
            ]
            parts += _verdicts(arrays, level, decided, systems, settings)
        if parts:
            carried.append(f"At the {level} level ({coefficient_words(coefficient)}) {'; '.join(parts)}.")
    if carried:
        yield Caution(
            "influential_systems",
            "warning",
            f"One or two systems decide. {' '.join(carried)} Look at these systems before you quote a number"
            f"{_ranks_beside(settings)}; normal scores move so far in under 5% of tables.",
        )
    if tests:
        yield from _outliers(arrays, settings, decisions)
        yield from _far_outputs(arrays, settings, decisions)


def _ranks_beside(settings: Settings) -> str:
    beside = [name for name in RANKED if name in settings.coefficients]
    first = settings.coefficients[0]
    if first in RANKED:
        return ""
    if beside:
        return f", and at {coefficient_words(beside[0])} beside"
    return ", and at a rank coefficient (--coefficient kendall)"


def columns_of(arrays: ScoreArrays, group: CellGroup, level: str) -> _Columns | None:
    """Return what is correlated at the system or input level; None where a system with outputs has no score."""
    metrics, human = arrays.exact
    if level == "input":
        return _Columns(metrics[list(group.metrics)], human, group.cells)
    found = whole_system_columns(arrays, group)
    return None if found is None else _Columns(*found)


def _left_out(columns: _Columns, coefficient: str) -> LeftOut:
    return left_out_sets(columns.x, columns.z, columns.present, coefficient)


def _correlations(
    arrays: ScoreArrays, level: str, coefficient: str, best: str, systems: Sequence[str], settings: Settings
) -> Iterable[str]:
    """Yield what becomes of the highest metric without a few systems, and of those that move most."""
    rows: list[_Carried] = []
    for group in arrays.single_groups():
        columns = columns_of(arrays, group, level)
        if columns is None:
            continue
        left = _left_out(columns, coefficient)
        for position, metric in enumerate(group.metrics):
            name = arrays.names[metric]
            share = TAIL_OF_OTHERS / arrays.n_metrics
            tail = TAIL_OF_BEST if name == best else (share, share)
            found = influential_systems(left, position, coefficient, columns.n_systems, tail)
            if found:
                rows.append(_Carried(name, found, name == best))
    rows.sort(key=lambda row: (not row.is_best, -max(one.moved / one.usual for one in row.found)))
    for row in rows[:SHOWN]:
        without = " and ".join(f"{decimal(one.without)} without {_names(one, systems)}" for one in row.found)
        highest = ", the highest," if row.is_best and arrays.n_metrics > 1 else ""
        yield (
            f"'{shown_name(row.metric, level, settings)}'{highest} has {decimal(row.found[0].estimate)}, but {without}"
        )
    if len(rows) > SHOWN:
        yield f"so with {len(rows) - SHOWN} more"


def _verdicts(
    arrays: ScoreArrays, level: str, tests: Sequence[PairTest], systems: Sequence[str], settings: Settings
) -> Iterable[str]:
    """Yield which verdicts turn round without a few systems."""
    place = {name: k for k, name in enumerate(arrays.names)}
    # a pair that was tested in both directions is one
    wanted = {
        tuple(sorted((place[row.metric], place[row.rival]))): row for row in sorted(tests, key=_better_first)
    }
    turned: list[tuple[Influential, PairTest]] = []
    pairs = [(low, high) for low, high in wanted]
    for group, here in arrays.pair_groups(pairs) if pairs else ():
        columns = columns_of(arrays, group, level)
        if columns is None:
            continue
        left = _left_out(columns, "pearson")
        between = mean_correlations(columns.x, columns.present)
        position = {metric: k for k, metric in enumerate(group.metrics)}
        for pair in here:
            a, b = (position[metric] for metric in pair)
            share = TAIL_OF_OTHERS / len(wanted)
            found = turned_difference(left, a, b, float(between[a, b]), columns.n_systems, (share, share))
            if found is not None:
                turned.append((found, wanted[pair]))
    turned.sort(key=lambda item: -item[0].moved / item[0].usual)
    for one, row in turned[:SHOWN]:
        metric, rival = (shown_name(name, level, settings) for name in (row.metric, row.rival))
        yield f"'{metric}' is {row.verdict} than '{rival}', but not without {_names(one, systems)}"
    if len(turned) > SHOWN:
        yield f"{len(turned) - SHOWN} more of the {len(wanted)} verdicts turn round as well"


def _better_first(row: PairTest) -> bool:
    return row.verdict == "better"  # later ones stay


def _names(one: Influential, systems: Sequence[str]) -> str:
    return " and ".join(f"'{systems[system]}'" for system in one.systems)


def _outliers(arrays: ScoreArrays, settings: Settings, decisions: Sequence[Decision]) -> Iterable[Caution]:
    """Say where tails of system scores, or of the human's for single inputs, are so heavy that tests of r fail."""
    places: dict[str, str] = {}
    if ("system", "pearson") in settings.keys:
        tail = TAIL / (1 + arrays.n_metrics)
        found: dict[str, Outlying] = {}
        for group in arrays.single_groups():
            columns = columns_of(arrays, group, "system")
            if columns is None:
                continue
            for metric, values in zip(group.metrics, columns.x, strict=True):
                found[arrays.names[metric]] = outlying_scores(np.where(columns.present, values, np.nan), tail)
        human = system_means(arrays.exact[1][None], arrays.judged, None)[0].T
        people = outlying_scores(human, tail)
        heavy = {name: row.kurtosis for name, row in found.items() if row.heavy}
        who = [*(["the human scores"] if people.heavy else []), *([listing(heavy, 4)] if heavy else [])]
        if who:
            most = max([*heavy.values(), *([people.kurtosis] if people.heavy else [])])
            places["system"] = (
                f"at the system level of {' and '.join(who)} (excess kurtosis up to {decimal(most, 1)})"
            )
    if ("input", "pearson") in settings.keys:
        people = outlying_scores(arrays.human)
        if people.heavy:
            places["input"] = (
                f"at the input level of the human scores (excess kurtosis {decimal(people.kurtosis, 1)} on average)"
            )
    if places:
        yield Caution(
            "outlying_scores",
            "warning" if any("human" in place for place in places.values()) else "note",
            f"A few systems lie far from the rest, {'; '.join(places.values())}. With such scores tests of Pearson's r "
            f"raise false alarms too often. {_ranks_say(settings, decisions, places)}",
        )


def _far_outputs(arrays: ScoreArrays, settings: Settings, decisions: Sequence[Decision]) -> Iterable[Caution]:
    """Say where Pearson's r over all outputs hangs on a few of them."""
    if ("global", "pearson") not in settings.keys:
        return
    scores = zip(arrays.names, arrays.metrics, strict=True)
    metrics = [name for name, values in scores if hangs_on_few(np.where(arrays.judged, values, np.nan))]
    people = ["the human scores"] if hangs_on_few(arrays.human) else []
    if people or metrics:
        by = " and ".join([*people, *([listing(metrics, 4)] if metrics else [])])
        yield Caution(
            "outlying_outputs",
            "warning",
            f"A few outputs lie far from the rest by {by}. Over all outputs Pearson's r hangs on them, "
            f"and its tests raise false alarms too often. {_ranks_say(settings, decisions, {'global'})}",
        )


def _ranks_say(settings: Settings, decisions: Sequence[Decision], levels: Collection[str]) -> str:
    """Return what a rank coefficient says of the best where that was computed, and what puts it first."""
    beside = next((name for name in RANKED if name in settings.coefficients), RANKED[0])
    said = [
        f"at the {one.level} level {listing(one.names, 4)}"
        for one in decisions
        if (one.rule, one.coefficient) == (MAY_BE_BEST.name, beside)
        and one.level in levels
        and one.names
        and not is_withheld(one)
    ]
    words = f"Go by {coefficient_words(beside)} (--coefficient {beside})."
    return f"{words} By it the best is among these: {'; '.join(said)}." if said else words
