"""The coins of one tile of a permutation test, as wanted by the levels."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from trueness.statistics.engine.permuted_columns import Coins
from trueness.statistics.engine.resample import PermutationPlan, tile_size


class TileCoins:
    """The coins of one tile.

    Attributes
    ----------
    systems, inputs : array of shape (B, N) or (B, M), or None
        Coins of whole systems and whole inputs; None where they are not swapped as a whole.
    """

    def __init__(self, plan: PermutationPlan, tile: int) -> None:
        self.plan, self.tile = plan, tile
        self.size = tile_size(tile, plan.resamples)
        self.systems = plan.system_coins(tile)
        self.inputs = plan.input_coins(tile)

    def column(self, j: int) -> Coins:
        """Return the coins of one input, shape (B, N)."""
        found = self.plan.cell_coins(self.tile, j)
        if found is not None:
            return found
        systems = np.ones((1, self.plan.n_systems), np.int8) if self.systems is None else self.systems
        inputs = np.ones((1, 1), np.int8) if self.inputs is None else self.inputs[:, j : j + 1]
        return np.asarray(systems * inputs, dtype=np.int8)

    def within(self, j: int, *, turned: bool) -> Coins:
        """Return the coins of the entries of a column: of systems for an input or, turned, of inputs."""
        if not turned:
            return self.column(j)
        if self.plan.swap == "cells":
            swapped = np.unpackbits(self.swapped_cells[:, j], axis=1, count=self.size)
            return (1 - 2 * swapped.view(np.int8)).T
        inputs = np.ones((1, self.plan.n_inputs), np.int8) if self.inputs is None else self.inputs
        own = np.ones((1, 1), np.int8) if self.systems is None else self.systems[:, j : j + 1]
        return np.asarray(inputs * own, dtype=np.int8)

    @functools.cached_property
    def swapped_cells(self) -> NDArray[np.uint8]:
        """Which cells are swapped in each resample, 8 resamples to a byte: shape (M, N, B / 8)."""
        packed = np.empty((self.plan.n_inputs, self.plan.n_systems, -(-self.size // 8)), dtype=np.uint8)
        for j, cells in enumerate(packed):
            swapped = np.broadcast_to(self.column(j) < 0, (self.size, self.plan.n_systems))
            cells[:] = np.packbits(swapped.T, axis=1)
        return packed


class IdentityCoins(TileCoins):
    """One arrangement in which nothing is swapped."""

    def __init__(self, plan: PermutationPlan) -> None:
        self.plan, self.size = plan, 1
        whole = plan.swap in ("systems", "rows_then_columns")
        self.systems = np.ones((1, plan.n_systems), np.int8) if whole else None
        columns = plan.swap in ("inputs", "rows_then_columns")
        self.inputs = np.ones((1, plan.n_inputs), np.int8) if columns else None

    def column(self, j: int) -> Coins:
        """Return coins that swap nothing, the same for every input."""
        del j
        return np.ones((1, self.plan.n_systems), np.int8)
