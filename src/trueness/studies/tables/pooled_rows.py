"""Rows of an analysis of several tables: the tables, what was found in each, and what was found in their pool."""

from __future__ import annotations

import dataclasses

from trueness.studies.compare.rows import Estimate


@dataclasses.dataclass(frozen=True)
class TableFacts:
    """One table of the pool.

    Attributes
    ----------
    table : str
        Its name.
    human : str
        The scorer that is the ground truth in it.
    n_systems, n_inputs, n_pairs : int
        Systems and inputs that the human judged, and pairs of these systems.
    n_metrics : int
        Metrics it has, pooled or not.
    weight : float
        Its weight in averages over tables.
    seed : int
        Its own seed, from which `compare` finds the numbers of this table.
    fingerprint : str
        Of its scores.
    """

    table: str
    human: str
    n_systems: int
    n_inputs: int
    n_pairs: int
    n_metrics: int
    weight: float
    seed: int
    fingerprint: str


@dataclasses.dataclass(frozen=True)
class TableEstimate(Estimate):
    """How well one metric agrees with the human in one table (a task of the matrix, with level and coefficient).

    Attributes
    ----------
    table : str
    cluster : int or None
        The metric's rank cluster among the pooled metrics in this table; None where it is undefined or not pooled.
    """

    table: str = ""
    cluster: int | None = None


@dataclasses.dataclass(frozen=True)
class PooledEstimate:
    """How well one metric agrees with people over all tables.

    Attributes
    ----------
    metric, level, coefficient : str
        Level and coefficient ``all``: the mean of all other pooled values of the metric.
    estimate, low, high : float
        The weighted average over tables, for the pairwise accuracy the share of all tables' pairs of systems; and its
        interval.
    interval, over : str
    n_tables : int
        Tables behind it.
    n_undefined : int
        Tables in which it is undefined, left out of the average.
    n_systems, n_pairs : int
        Systems, and pairs of systems of one table, summed over tables.
    n_undefined_resamples, resamples : int
    """

    metric: str
    level: str
    coefficient: str
    estimate: float
    low: float
    high: float
    interval: str
    over: str
    n_tables: int
    n_undefined: int
    n_systems: int
    n_pairs: int
    n_undefined_resamples: int
    resamples: int
