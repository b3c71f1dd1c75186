"""What is drawn: bootstrap counts of systems and inputs, and the coins of a permutation, in fixed tiles.

A resample is numbered; `TILE` consecutive resamples form a tile, and every tile has random streams of its
own, derived from the seed, what is drawn, and the tile's number. So the same seed gives the same resamples
for any number of workers and any grouping of tiles.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from trueness.errors import ArgumentError, check_choice, check_integer
from trueness.statistics.compiled import compiled

if TYPE_CHECKING:
    from trueness.statistics.array_types import FloatArray, Index, IntArray

DEFAULT_RESAMPLES = 9999
"""With the observed value a multiple of 10,000, so that p-values have few digits."""

TILE = 512
"""Resamples per tile. Part of what a seed means: changing it changes the numbers."""

COUNTED_TOGETHER = 200_000
"""Units drawn that are counted at a time: they stay in the processor's caches."""

BLOCK = 2**21
"""Counts of inputs that are held at a time (16 MiB): of many inputs a tile comes in parts, the same for any budget."""

COMPILED_FROM = 2 * 10**8
"""Units drawn in all from which on loading what is compiled takes less time than it saves."""

OVER = ("systems", "inputs", "both")
"""What a bootstrap resamples, and so what a conclusion generalises to."""

SWAPS = ("systems", "inputs", "cells", "rows_then_columns")
"""What a permutation test swaps between two metrics."""

Rng = int | np.random.Generator | None
"""A seed, a generator to draw one from, or None for a fresh seed."""

_BOOT_SYSTEMS, _BOOT_INPUTS, _COIN_SYSTEMS, _COIN_INPUTS, _COIN_CELLS = range(5)


def resolve_seed(rng: Rng) -> int:
    """Return the seed behind `rng`, a fresh one for None, so that it can be recorded.

    Raises
    ------
    ArgumentError
        If `rng` is neither None, a non-negative whole number nor a `numpy.random.Generator`.
    """
    if rng is None:
        return secrets.randbits(53)  # exact as a JSON number everywhere
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**53))
    try:
        return check_integer("rng", rng, minimum=0)
    except ArgumentError:
        raise ArgumentError(
            f"`rng` must be None, a whole number of at least 0 or a numpy.random.Generator; it is {rng!r}."
        ) from None


def n_tiles(resamples: int) -> int:
    """Return the number of tiles that hold so many resamples."""
    return -(-resamples // TILE)


def tile_size(tile: int, resamples: int) -> int:
    """Return how many of the resamples lie in a tile."""
    return min(TILE, resamples - tile * TILE)


def counted_together(inputs: int) -> int:
    """Return for how many resamples of a tile the counts of inputs are held at a time."""
    return max(1, min(TILE, BLOCK // max(1, inputs)))


@dataclasses.dataclass(frozen=True)
class Weights:
    """B resamples as counts.

    Attributes
    ----------
    systems : array of shape (B, N) or None
        How often each system counts; None where systems do not vary.
    inputs : array of shape (B, M) or None
        How often each input counts; None where inputs do not vary.
    """

    systems: FloatArray | None
    inputs: FloatArray | None

    @property
    def size(self) -> int:
        """Number of resamples; 1 where nothing varies."""
        for weights in (self.systems, self.inputs):
            if weights is not None:
                return len(weights)
        return 1


@dataclasses.dataclass(frozen=True)
class BootstrapPlan:
    """How bootstrap counts are drawn.

    Attributes
    ----------
    over : {'systems', 'inputs', 'both'}
    n_systems, n_inputs : int
    resamples, seed : int
    clusters : array of shape (M,), optional
        Cluster numbers; whole clusters are drawn.
    strata : array of shape (M,), optional
        Stratum numbers; inputs (or clusters) are drawn within each stratum, whose size so stays as it is.
    system_clusters : array of shape (N,), optional
        Cluster numbers from 0 on; whole clusters of systems are drawn.
    """

    over: str
    n_systems: int
    n_inputs: int
    resamples: int
    seed: int
    clusters: IntArray | None = None
    strata: IntArray | None = None
    system_clusters: IntArray | None = None

    def __post_init__(self) -> None:
        check_choice("over", self.over, OVER)
        check_integer("resamples", self.resamples, minimum=1)

    def tile(self, tile: int) -> Weights:
        """Draw the counts of one tile."""
        return next(self._drawn(tile, TILE))

    def parts(self, tile: int) -> Iterator[Weights]:
        """Draw the same a few resamples at a time where there are many inputs (`counted_together`)."""
        # strata are drawn one after the other, each for the whole tile
        return self._drawn(tile, TILE if self.strata is not None else counted_together(self.n_inputs))

    def _drawn(self, tile: int, step: int) -> Iterator[Weights]:
        """Draw the counts of one tile, so many resamples at a time."""
        size = tile_size(tile, self.resamples)
        systems = None
        if self.over in ("systems", "both"):
            stream = random_stream(self.seed, _BOOT_SYSTEMS, tile)
            systems = self._counts(stream, size, _n_units(self.n_systems, self.system_clusters))
            if self.system_clusters is not None:
                systems = systems[:, self.system_clusters]
        if self.over == "systems":
            yield Weights(systems, None)
            return
        stream = random_stream(self.seed, _BOOT_INPUTS, tile)
        for start in range(0, size, step):
            # without a name of their own, which would keep them while the next are drawn
            yield Weights(
                None if systems is None else systems[start : start + step],
                self._input_counts(stream, min(step, size - start)),
            )

    def _input_counts(self, rng: np.random.Generator, size: int) -> FloatArray:
        units = np.arange(self.n_inputs) if self.clusters is None else self.clusters
        if self.clusters is None and self.strata is None:
            return self._counts(rng, size, self.n_inputs)
        strata = np.zeros(self.n_inputs, dtype=np.intp) if self.strata is None else self.strata
        counts = np.zeros((size, self.n_inputs))
        for stratum in np.unique(strata):
            mine = strata == stratum
            numbers, unit = np.unique(units[mine], return_inverse=True)
            counts[:, mine] = self._counts(rng, size, len(numbers))[:, unit]
        return counts

    def _counts(self, rng: np.random.Generator, size: int, units: int) -> FloatArray:
        """Draw `units` units with replacement, `size` times, as counts; in parts what is drawn is the same."""
        counts = np.empty((size, units))
        step = max(1, COUNTED_TOGETHER // max(1, units))
        count = compiled(_count_drawn) if units * self.resamples >= COMPILED_FROM else _count_by_numpy
        for start in range(0, size, step):
            part = counts[start : start + step]
            # of 32 bits, as numbers of 64 bits are drawn as well where they are small
            count(rng.integers(units, size=part.shape, dtype=np.int32), part)
        return counts


@dataclasses.dataclass(frozen=True)
class PermutationPlan:
    """How the coins of a permutation test are thrown; heads (-1) swaps the two metrics' scores.

    Attributes
    ----------
    swap : {'systems', 'inputs', 'cells', 'rows_then_columns'}
        What is swapped as a whole. ``cells`` swaps every output independently (Perm-Both of Deutsch et al.
        2021); ``rows_then_columns`` swaps systems and then inputs, so an output is swapped iff exactly one of
        the two is.
    n_systems, n_inputs : int
    resamples, seed : int
    clusters : array of shape (M,), optional
        Cluster numbers; inputs of a cluster are swapped together.
    exact : bool
        Whether all arrangements are enumerated in place of random ones.
    system_clusters : array of shape (N,), optional
        Cluster numbers from 0 on; systems of a cluster are swapped together.
    """

    swap: str
    n_systems: int
    n_inputs: int
    resamples: int
    seed: int
    clusters: IntArray | None = None
    exact: bool = False
    system_clusters: IntArray | None = None

    @classmethod
    def choose(
        cls,
        swap: str,
        n_systems: int,
        n_inputs: int,
        resamples: int,
        seed: int,
        clusters: IntArray | None = None,
        system_clusters: IntArray | None = None,
    ) -> PermutationPlan:
        """Return the plan, with all arrangements enumerated when there are no more of them than resamples."""
        check_choice("swap", swap, SWAPS)
        check_integer("resamples", resamples, minimum=1)
        rows, columns = _n_units(n_systems, system_clusters), _n_units(n_inputs, clusters)
        units = {"systems": rows, "inputs": columns}.get(swap, rows * columns)
        # rows_then_columns reaches only some arrangements, each several times over: never enumerated
        exact = swap != "rows_then_columns" and units < 62 and 2**units <= resamples
        drawn = 2**units if exact else resamples
        return cls(
            swap=swap,
            n_systems=n_systems,
            n_inputs=n_inputs,
            resamples=drawn,
            seed=seed,
            clusters=clusters,
            exact=exact,
            system_clusters=system_clusters,
        )

    def system_coins(self, tile: int) -> NDArray[np.int8] | None:
        """Return one coin per system, shape (B, N), or None where systems are not swapped as a whole."""
        if self.swap not in ("systems", "rows_then_columns"):
            return None
        units = _n_units(self.n_systems, self.system_clusters)
        if self.exact:
            coins = self._enumerated(tile, units)
        else:
            coins = _coins(
                random_stream(self.seed, _COIN_SYSTEMS, tile), tile_size(tile, self.resamples), units
            )
        return self._of_systems(coins)

    def input_coins(self, tile: int) -> NDArray[np.int8] | None:
        """Return one coin per input, shape (B, M), or None where inputs are not swapped as a whole."""
        if self.swap not in ("inputs", "rows_then_columns"):
            return None
        units = _n_units(self.n_inputs, self.clusters)
        if self.exact:
            coins = self._enumerated(tile, units)
        else:
            coins = _coins(
                random_stream(self.seed, _COIN_INPUTS, tile), tile_size(tile, self.resamples), units
            )
        return coins if self.clusters is None else coins[:, self.clusters]

    def cell_coins(self, tile: int, column: int) -> NDArray[np.int8] | None:
        """Return one coin per system for one input, shape (B, N); None where cells are not swapped singly.

        Outputs of the systems of one cluster for the inputs of one cluster share their coin.
        """
        if self.swap != "cells":
            return None
        unit = column if self.clusters is None else int(self.clusters[column])
        rows = _n_units(self.n_systems, self.system_clusters)
        if self.exact:
            coins = self._enumerated(tile, rows * _n_units(self.n_inputs, self.clusters))
            return self._of_systems(coins[:, unit * rows : (unit + 1) * rows])
        # a stream per input, so that a column's coins can be drawn when they are needed and need not be kept
        stream = random_stream(self.seed, _COIN_CELLS, tile, unit)
        return self._of_systems(_coins(stream, tile_size(tile, self.resamples), rows))

    def _of_systems(self, coins: NDArray[np.int8]) -> NDArray[np.int8]:
        """Give every system the coin of its cluster."""
        return coins if self.system_clusters is None else coins[:, self.system_clusters]

    def _enumerated(self, tile: int, units: int, offset: int = 0) -> NDArray[np.int8]:
        """Return the binary digits of the numbers of resamples as coins, those of the first unit from `offset` on."""
        number = np.arange(tile * TILE, tile * TILE + tile_size(tile, self.resamples), dtype=np.int64)
        return (1 - 2 * ((number[:, None] >> (offset + np.arange(units))) & 1)).astype(np.int8)


def fixed_stream(*key: int) -> np.random.Generator:
    """Return the generator of what is chosen once for all: no seed of a user moves it."""
    return np.random.default_rng(list(key))


def random_stream(seed: int, *key: int) -> np.random.Generator:
    """Return the generator of a seed and a key of whole numbers; every key has its own."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=key))


def _count_drawn(drawn: Index, counts: FloatArray) -> None:
    """Count the units of every resample, both of shape (B, units), in few bytes that stay in the caches."""
    times = np.empty(drawn.shape[1], dtype=np.uint16)
    for b in range(drawn.shape[0]):
        times[:] = 0
        for place in range(drawn.shape[1]):
            times[drawn[b, place]] += 1
        for unit in range(drawn.shape[1]):
            counts[b, unit] = times[unit]


def _count_by_numpy(drawn: Index, counts: FloatArray) -> None:
    size, units = drawn.shape
    numbers = drawn + units * np.arange(size)[:, None]
    counts[:] = np.bincount(numbers.ravel(), minlength=numbers.size).reshape(size, -1)


def _coins(rng: np.random.Generator, size: int, units: int) -> NDArray[np.int8]:
    return (1 - 2 * rng.integers(2, size=(size, units), dtype=np.int8)).astype(np.int8)


def _n_units(size: int, clusters: IntArray | None) -> int:
    """Return the number of clusters of so many systems or inputs; of themselves where there are no clusters."""
    return size if clusters is None else int(clusters.max()) + 1
