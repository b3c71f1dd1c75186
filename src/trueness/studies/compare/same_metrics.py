"""Metrics that are one metric on two scales: they inflate every family of tests."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from trueness.errors import listing
from trueness.parallel import memory_budget
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.settings import Settings
from trueness.study.rows import Caution

SAME_METRIC = 1 - 1e-6
"""From this correlation on two metrics are one, up to scale and the rounding of a file."""

NEARLY = 1 - 2e-6
"""Products of matrices tell which correlations may reach `SAME_METRIC`; these are then computed one by one."""

LITTLE = 1e-6
"""Of the spread of a metric, where the outputs in common have less of it, products of matrices tell nothing."""

BLOCK = 256
"""Metrics at a time, at most."""

COPIES = 14
"""Matrices of a block by all metrics that are held at once."""


def about_same_metrics(arrays: ScoreArrays, settings: Settings) -> Iterable[Caution]:
    """Yield a warning that names metrics that are one and the same up to scale; nothing where there are none."""
    same = same_metrics(arrays, by_aggregation="system" in settings.levels)
    if same:
        groups = "; ".join(listing(arrays.names[k] for k in group) for group in same)
        yield Caution(
            "same_metrics",
            "warning",
            f"Some metrics are the same up to scale: {groups}. Compare one of each (--metrics): every copy weakens all "
            "tests.",
        )


def same_metrics(arrays: ScoreArrays, *, by_aggregation: bool) -> list[list[int]]:
    """Return groups of two or more metrics whose scores of judged outputs are one vector up to scale.

    A metric is compared with the first of every group, on the judged outputs that both have scores for. That takes
    products of matrices of the size (metrics, outputs), and time for single pairs only where they may be the same.

    Parameters
    ----------
    arrays : ScoreArrays
    by_aggregation : bool
        Whether metrics whose system scores are made in different ways, as a corpus score and a mean, are two.
    """
    # a corpus score and the mean of the same outputs' scores are two metrics of systems
    kinds = [arrays.aggregation(k) if by_aggregation else "" for k in range(arrays.n_metrics)]
    groups: list[list[int]] = []
    for kind in dict.fromkeys(kinds):
        groups += _groups(arrays, [k for k, own in enumerate(kinds) if own == kind])
    return sorted(group for group in groups if len(group) > 1)


def _groups(arrays: ScoreArrays, metrics: list[int]) -> list[list[int]]:
    vectors = _Vectors(arrays, metrics)
    width = max(1, memory_budget() // (8 * COPIES * max(1, len(metrics))))
    found: dict[int, list[int]] = {}  # by the place of the first
    for start in range(0, len(metrics), min(BLOCK, width)):
        block = np.arange(start, min(start + BLOCK, start + width, len(metrics)), dtype=np.intp)
        firsts = np.array([*found, *block], dtype=np.intp)
        maybe = vectors.may_be_same(block, firsts)
        for row, k in enumerate(map(int, block)):
            for first in map(int, firsts[maybe[row]]):
                if first in found and vectors.correlation(first, k) > SAME_METRIC:
                    found[first].append(metrics[k])
                    break
            else:
                found[k] = [metrics[k]]
    return list(found.values())


class _Vectors:
    """Scores of judged outputs, one row per metric, and which there are."""

    def __init__(self, arrays: ScoreArrays, metrics: list[int]) -> None:
        self._there = np.stack([arrays.present[k][arrays.judged] for k in metrics])
        self._whole = bool(self._there.all())
        self._values = np.stack([arrays.metrics[k][arrays.judged] for k in metrics])
        for values, there in zip(
            self._values, self._there, strict=True
        ):  # in place: of outputs there are many
            _standardise(values, there)
        self._varies: BoolArray = np.asarray(self._values.any(axis=1))

    def may_be_same(self, block: IntArray, others: IntArray) -> np.ndarray:
        """Return which correlations may be larger than `SAME_METRIC`, shape (len(block), len(others))."""
        every = np.arange(len(self._values))  # of all of them there is no copy
        x, y = (self._values if np.array_equal(of, every) else self._values[of] for of in (block, others))
        if self._whole:
            return np.asarray(x @ y.T > NEARLY)
        here, there = (self._there[part].astype(np.float64) for part in (block, others))
        n = np.maximum(here @ there.T, 1.0)
        of_x, of_y = x @ there.T, here @ y.T
        xx = np.square(x) @ there.T - np.square(of_x) / n
        yy = here @ np.square(y).T - np.square(of_y) / n
        xy = x @ y.T - of_x * of_y / n
        nearly = (xy > NEARLY * np.sqrt(np.maximum(xx * yy, 0.0))) | (np.minimum(xx, yy) < LITTLE)
        return np.asarray(nearly & self._varies[block][:, None] & self._varies[others])

    def correlation(self, first: int, second: int) -> float:
        """Return Pearson's r on the judged outputs with both scores, as far as it tells copies; 0 where undefined."""
        shared = self._there[first] & self._there[second]
        if not shared.any():
            return 0.0
        x, y = (self._values[k][shared] for k in (first, second))
        x, y = x - x.mean(), y - y.mean()
        # not `x @ y`: BLAS wakes its threads for one product, which takes far longer than the product
        xx, yy, xy = (float(np.einsum("i,i->", a, b)) for a, b in ((x, x), (y, y), (x, y)))
        size = math.sqrt(xx * yy)
        return xy / size if size > 0 else 0.0


def _standardise(values: FloatArray, there: BoolArray) -> None:
    """Bring scores to a common size, about a mean of their own: what is missing becomes 0, as do scores all equal."""
    values[~there] = 0.0
    largest = np.max(np.abs(values), initial=0.0)  # squares of it may be too large
    if largest > 0:
        values /= largest
    values -= values.sum() / max(int(there.sum()), 1)
    values[~there] = 0.0
    size = np.sqrt(np.sum(np.square(values)))
    if size > 0:
        values /= size
    else:
        values[...] = 0.0
