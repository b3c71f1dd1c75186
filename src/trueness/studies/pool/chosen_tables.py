"""Which tables, humans and metrics take part in an analysis of several tables."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import (
    ArgumentError,
    DataError,
    TruenessError,
    UnknownNameError,
    UnsupportedMethodError,
    check_choice,
    listing,
    unknown_name,
)
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.settings import Settings
from trueness.studies.pool.settings import WEIGHTS
from trueness.study.selection import choose_human, judged_part, score_arrays


@dataclasses.dataclass(frozen=True)
class ChosenTable:
    """A table that takes part.

    Attributes
    ----------
    name : str
    table : ScoreTable
        The human and the metrics, without systems and inputs that nobody judged.
    human : str
    metrics : tuple of str
        All metrics of this table, pooled or not.
    """

    name: str
    table: ScoreTable
    human: str
    metrics: tuple[str, ...]

    @property
    def n_pairs(self) -> int:
        """Pairs of systems."""
        n = len(self.table.systems)
        return n * (n - 1) // 2

    def arrays(
        self, settings: Settings, clusters: str | None, system_clusters: str | None = None
    ) -> ScoreArrays:
        """Return the oriented scores of all metrics (raises as `selection.score_arrays`)."""
        with naming(self.name):
            return score_arrays(self.table, self.human, self.metrics, settings, clusters, system_clusters)

    def system_units(self, system_clusters: str | None) -> tuple[str, ...]:
        """Return what every system is called, or its cluster, in the order of the arrays."""
        table = self.table.sorted_by_name()
        return table.systems if system_clusters is None else tuple(table.system_groups[system_clusters])


class ChosenTables(NamedTuple):
    """What takes part, and what does not.

    Attributes
    ----------
    tables : tuple of ChosenTable
        In the order given.
    metrics : tuple of str
        Those that every table has, in the first table's order: they are pooled.
    lacking : dict of str to tuple of str
        The other metrics, each with the tables that lack it.
    left_out : dict of str to str
        Tables without a part, each with the reason.
    unusable : dict of str to str
        Those of them that have human scores and metrics, but too little for what is asked, each with its human scorer.
    """

    tables: tuple[ChosenTable, ...]
    metrics: tuple[str, ...]
    lacking: dict[str, tuple[str, ...]]
    left_out: dict[str, str]
    unusable: Mapping[str, str] = MappingProxyType({})


def choose_tables(
    tables: Mapping[str, ScoreTable],
    settings: Settings,
    *,
    human: str | Mapping[str, str] | None,
    metrics: str | Iterable[str] | None,
    unusable: Mapping[str, TruenessError] = MappingProxyType({}),
) -> ChosenTables:
    """Return the tables with a human and metrics that can be used, and the metrics that all of them have.

    A metric counts as missing from a table if it scores nothing there that the human judged.

    Parameters
    ----------
    tables : mapping of str to ScoreTable
    settings : Settings
    human : str or mapping of str to str, optional
        The human scorer of all tables, or of each by the table's name; by default the one that a table declares. A
        table without it is left out.
    metrics : str or iterable of str, optional
        Shell patterns; each has to match in some table.
    unusable : mapping of str to TruenessError
        Tables that turned out to be too small for what is asked, with what was wrong.

    Raises
    ------
    ArgumentError
        If there are no tables, or `human` names one that is not among them.
    UnknownNameError
        If no table has the human, or a pattern matches in none.
    DataError
        If a table declares several humans and none is named, if no table has a human and a metric, or no metric is in
        all tables that have.
    UnsupportedMethodError
        If a level needs more systems than any table has.
    """
    if not tables:
        raise ArgumentError("`tables` must hold at least one score table.")
    _check_human(tables, human)
    patterns = None if metrics is None else [metrics] if isinstance(metrics, str) else list(metrics)
    _check_patterns(tables, patterns)
    found: list[ChosenTable] = []
    left_out: dict[str, str] = {}
    barred: dict[str, str] = {}
    first: TruenessError | None = None
    for name, table in tables.items():
        with naming(name):
            one = _choose(name, table, human.get(name) if isinstance(human, Mapping) else human, patterns)
            if isinstance(one, str):
                left_out[name] = one
                continue
            if problem := unusable.get(name) or _lone_system(one, settings):
                left_out[name], barred[name] = _reason(name, problem), one.human
                first = first or problem
                continue
            found.append(dataclasses.replace(one, table=judged_part(one.table, one.human, settings.means)))
    if not found:
        if first:
            raise first
        reasons = "; ".join(f"{name}: {why}" for name, why in left_out.items())
        raise DataError(
            f"pooling takes a table with both a human scorer and metrics to compare with it. {reasons}."
        )
    pooled, lacking = _common_metrics(found)
    if not pooled:
        near = sorted(lacking, key=lambda metric: len(lacking[metric]))
        raise DataError(
            f"pooling takes a metric that is in all {len(found)} tables. '{near[0]}' lacks in "
            f"{listing(lacking[near[0]])}; leave tables out (--without 'tables=NAME'), or name the "
            "metrics of all tables alike."
        )
    return ChosenTables(tuple(found), pooled, lacking, left_out, unusable=barred)


def table_weights(tables: Sequence[ChosenTable], weights: str | Mapping[str, float]) -> dict[str, float]:
    """Return the weight of every table in averages.

    Parameters
    ----------
    tables : sequence of ChosenTable
    weights : {'equal', 'pairs'} or mapping of str to float
        The same for all, the number of pairs of systems, or weights by name, positive, for every table.

    Raises
    ------
    ArgumentError
        If it is none of these.
    """
    if isinstance(weights, Mapping):
        given: dict[str, float] = {}
        for table in tables:
            weight: object = weights.get(table.name)
            if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < np.inf:
                raise ArgumentError(
                    f"`weights` must give every table a positive number; '{table.name}' has {weight!r}."
                )
            given[table.name] = float(weight)
        return given
    check_choice("weights", weights, WEIGHTS)
    if weights == "equal" or len(tables) == 1:
        return {table.name: 1.0 for table in tables}
    return {table.name: float(table.n_pairs) for table in tables}


def table_seed(seed: int, name: str) -> int:
    """Return the seed of one of several tables: from the seed and its name, whatever other tables there are."""
    digest = hashlib.sha256(f"{seed}\0{name}".encode()).digest()
    return int.from_bytes(digest[:8]) >> 11  # 53 bits: exact as a JSON number everywhere


@contextlib.contextmanager
def naming(name: str) -> Iterator[None]:
    """Let an error of this package say which table it is about."""
    try:
        yield
    except (DataError, UnsupportedMethodError) as error:
        known: tuple[type[TruenessError], ...] = (UnknownNameError, UnsupportedMethodError)
        kind = next((one for one in known if isinstance(error, one)), DataError)
        raise kind(f"table '{name}': {error}") from error


def _choose(name: str, table: ScoreTable, human: str | None, patterns: list[str] | None) -> ChosenTable | str:
    """Return a table with its human and metrics, or why it has no part."""
    if human is not None and human not in table.scorer_names:
        return f"no scorer '{human}'"
    if human is None and not any(scorer.role == "human" for scorer in table.scorers):
        return "no scorer declared human"
    human = choose_human(table, human)
    judged = ~np.isnan(table.matrix(human))
    if not judged.any():
        return f"nothing judged by '{human}'"
    wanted = [scorer.name for scorer in table.scorers if scorer.role != "human"]
    if patterns is not None:
        wanted = [name for pattern in patterns for name in _matching(table, pattern)]
    metrics = tuple(
        name
        for name in table.scorer_names
        if name in set(wanted) - {human} and np.any(judged & ~np.isnan(table.matrix(name)))
    )
    if not metrics:
        return f"no metric that scores what '{human}' judged"
    return ChosenTable(name, _of_scorers(table, (human, *metrics)), human, metrics)


def _of_scorers(table: ScoreTable, names: Sequence[str]) -> ScoreTable:
    """Return the part of a table with some scorers, by their exact names."""
    return table.select(scorers=list(names))


def _matching(table: ScoreTable, pattern: str) -> tuple[str, ...]:
    try:
        return table.names_matching([pattern])
    except UnknownNameError:
        return ()


def _check_human(tables: Mapping[str, ScoreTable], human: str | Mapping[str, str] | None) -> None:
    for name in human if isinstance(human, Mapping) else ():
        if name not in tables:
            raise ArgumentError(f"`human` names a table '{name}'; the tables are {listing(tables, 40)}.")
    if isinstance(human, str) and not any(human in table.scorer_names for table in tables.values()):
        names = list(dict.fromkeys(name for table in tables.values() for name in table.scorer_names))
        raise unknown_name("scorer", human, names)
    for name, scorer in human.items() if isinstance(human, Mapping) else ():
        with naming(name):
            tables[name].index(scorer)


def _check_patterns(tables: Mapping[str, ScoreTable], patterns: list[str] | None) -> None:
    names = list(dict.fromkeys(name for table in tables.values() for name in table.scorer_names))
    for pattern in patterns or ():
        if not any(_matching(table, pattern) for table in tables.values()):
            raise unknown_name("scorer", pattern, names)


def _lone_system(one: ChosenTable, settings: Settings) -> TruenessError | None:
    """Return that a level needs more systems than a table has; None where none does."""
    table = one.table
    needing = [level for level in settings.computed_levels if level in ("system", "input")]
    if not needing or (table.has_systems and len(table.systems) > 1):
        return None
    return UnsupportedMethodError(
        f"table '{one.name}': there is {'one system' if table.has_systems else 'no system'}, so the "
        f"{needing[0]} level is empty. Leave the table out, or ask for the global level (--level "
        "global)."
    )


def _reason(name: str, error: TruenessError) -> str:
    """Return why a table cannot be used, given the error that names it: without what to do about it."""
    return str(error).removeprefix(f"table '{name}': ").partition(". ")[0].removesuffix(".")


def _common_metrics(tables: Sequence[ChosenTable]) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """Return the metrics of all tables, and the others with the tables that lack them."""
    every = dict.fromkeys(metric for table in tables for metric in table.metrics)
    lacking = {
        metric: gone
        for metric in every
        if (gone := tuple(table.name for table in tables if metric not in table.metrics))
    }
    return tuple(metric for metric in every if metric not in lacking), lacking
