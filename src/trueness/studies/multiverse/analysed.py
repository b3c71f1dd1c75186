"""Every analysis of a product carried out as a comparison would be, those on the same scores together."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.data.scores.aggregate_columns import AGGREGATES
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError, UnsupportedMethodError
from trueness.methods.correlations import Correlations
from trueness.methods.differences import Differences
from trueness.methods.recommended import Decision
from trueness.methods.registry import pair_test
from trueness.parallel import run_tiles
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.settings import Settings
from trueness.studies.multiverse.analyses import Setup
from trueness.studies.multiverse.settings import MultiverseSettings
from trueness.study.selection import judged_part, score_arrays

NO_COLUMN, NOT_AGGREGATED = -2, -1
"""Of a metric without a column, and where outputs are not summed up by system."""


class SetupFound(NamedTuple):
    """What is found on one set of scores; made of numbers, texts and arrays, so that it can be kept.

    Attributes
    ----------
    estimates : array of shape (k, K)
        Correlations of K metrics with the human at k keys; NaN where undefined.
    undefined : array of shape (k, K)
        Units, such as inputs, without a correlation, which an average leaves out.
    first, second, pvalues : arrays of shape (k, P)
        Of every pair of metrics, on the cells both have: the two correlations, and the two-sided p-value.
    aggregations : array of shape (K,)
        How systems get their scores by each metric, a place in `AGGREGATES`, or `NO_COLUMN`.
    n_systems, n_inputs : int
    reason : str
        Why nothing can be found; empty where something is.
    """

    estimates: FloatArray
    undefined: FloatArray
    first: FloatArray
    second: FloatArray
    pvalues: FloatArray
    aggregations: IntArray
    n_systems: int
    n_inputs: int
    reason: str


def pairs_of(metrics: int) -> list[tuple[int, int]]:
    """Return all pairs of so many metrics, by their positions."""
    return list(itertools.combinations(range(metrics), 2))


@dataclasses.dataclass(frozen=True)
class Analyses:
    """The work of a multiverse: a tile is a setup, a worker may be given any of them.

    Attributes
    ----------
    table : ScoreTable
    setups : tuple of Setup
    settings : MultiverseSettings
    clusters, system_clusters : str or None
    """

    table: ScoreTable
    setups: tuple[Setup, ...]
    settings: MultiverseSettings
    clusters: str | None
    system_clusters: str | None

    def __call__(self, tiles: Sequence[int]) -> list[tuple[object, ...]]:
        """Return what is found on the scores of some setups."""
        return [tuple(self.found(self.setups[tile])) for tile in tiles]

    def run(self) -> list[SetupFound]:
        """Return what is found on the scores of every setup; runs where and as the execution says."""
        identity = functools.partial(
            fingerprint,
            "multiverse",
            self.table.fingerprint,
            repr((self.setups, self.settings, self.clusters, self.system_clusters)),
        )
        parts = run_tiles(self, len(self.setups), identity=identity)
        return [SetupFound._make(one) for part in parts for one in part]

    def check(self, humans: Sequence[str]) -> None:
        """Check, before anything takes time, that all scores together are such as can be compared with every human.

        Raises
        ------
        DataError
            If a human judged nothing, scores are of a size that cannot be computed with, or a system has no label.
        UnknownNameError
            If a grouping column does not exist.
        UnsupportedMethodError
            If all systems are in one cluster.
        """
        for human in humans:
            setup = next(one for one in self.setups if one.human == human)
            columns = tuple(dict.fromkeys(name for one in self.setups for name in one.columns if name))
            whole = Setup(
                human=human,
                systems=self.table.systems,
                inputs=self.table.inputs,
                columns=columns,
                aggregate=setup.aggregate,
                keys=setup.keys,
            )
            self.arrays(whole, compared_as(whole, self.settings))

    def found(self, setup: Setup) -> SetupFound:
        """Return what is found on the scores of one setup."""
        present = [k for k, column in enumerate(setup.columns) if column is not None]
        metrics, pairs = len(setup.columns), pairs_of(len(setup.columns))
        shape = len(setup.keys), metrics
        estimates, undefined = np.full(shape, np.nan), np.zeros(shape)
        first, second, pvalues = (np.full((len(setup.keys), len(pairs)), np.nan) for _ in range(3))
        aggregations = np.full(metrics, NO_COLUMN)
        settings = compared_as(setup, self.settings)
        try:
            arrays = self.arrays(setup, settings)
            tests = _main_tests(settings, setup.keys)
            for test, over in tests:
                pair_test(test).check_units(arrays, over)
        except (DataError, UnsupportedMethodError) as error:
            return SetupFound(
                estimates=estimates,
                undefined=undefined,
                first=first,
                second=second,
                pvalues=pvalues,
                aggregations=aggregations,
                n_systems=0,
                n_inputs=0,
                reason=str(error),
            )
        aggregations[present] = [AGGREGATES.index(arrays.aggregation(k)) for k in range(arrays.n_metrics)]
        given = Correlations(arrays, setup.keys)
        for group, values in zip(given.groups, given.values, strict=True):
            mine = [present[k] for k in group.metrics]
            for row, (level, name) in enumerate(setup.keys):
                estimates[row, mine] = values[level].values[name][0]
                undefined[row, mine] = values[level].n_undefined[name][0]
        local = pairs_of(len(present))
        place = {pair: number for number, pair in enumerate(pairs)}
        columns = [place[present[a], present[b]] for a, b in local]
        differences = Differences(arrays, local, setup.keys, seed=self.settings.seed)
        for (test, over), keys in tests.items():
            tested = pair_test(test).findings(differences, over, keys) if local else {}
            for key in keys:
                row = setup.keys.index(key)
                for column, pair in zip(columns, local, strict=True):
                    first[row, column], second[row, column] = differences.points[key, pair]
                    if (key, pair) in tested:
                        pvalues[row, column] = tested[key, pair].two_sided
        n_systems, n_inputs = arrays.n_systems, arrays.n_inputs
        return SetupFound(
            estimates=estimates,
            undefined=undefined,
            first=first,
            second=second,
            pvalues=pvalues,
            aggregations=aggregations,
            n_systems=n_systems,
            n_inputs=n_inputs,
            reason="",
        )

    def part(self, setup: Setup, settings: Settings) -> ScoreTable:
        """Return the scores of one setup as a table, systems and inputs in the order of their names.

        Raises
        ------
        DataError
            If the human judged nothing here.
        """
        names = tuple(column for column in setup.columns if column is not None)
        part = self.table.select(scorers=[setup.human, *names], systems=setup.systems, inputs=setup.inputs)
        return judged_part(part, setup.human, settings.means).sorted_by_name()

    def arrays(self, setup: Setup, settings: Settings) -> ScoreArrays:
        """Return the scores of one setup as a comparison takes them.

        Raises
        ------
        DataError
            If the human judged nothing here, or scores are of a size that cannot be computed with.
        UnsupportedMethodError
            If all systems are in one cluster.
        """
        part = self.part(setup, settings)
        names = tuple(column for column in setup.columns if column is not None)
        return score_arrays(part, setup.human, names, settings, self.clusters, self.system_clusters)


def compared_as(setup: Setup, settings: MultiverseSettings) -> Settings:
    """Return the settings with which `compare` makes the analyses of a setup."""
    return Settings.of(
        level=tuple(dict.fromkeys(level for level, _ in setup.keys)),
        coefficient=tuple(dict.fromkeys(name for _, name in setup.keys)),
        aggregate=setup.aggregate,
        applies_to=settings.applies_to,
        missing=settings.missing,
        means=settings.means,
        tie_calibration=settings.tie_calibration,
        alpha=settings.alpha,
        rng=settings.seed,
    )


def _main_tests(settings: Settings, keys: Sequence[Key]) -> dict[Decision, list[Key]]:
    """Return the tests that decide, with what each decides about."""
    found: dict[Decision, list[Key]] = {}
    for key in keys:
        found.setdefault(settings.main_test(*key), []).append(key)
    return found
