"""Which way of counting concordant pairs is faster for columns of so many entries: a model of what both cost.

There are two ways, which give the same whole numbers:

* a product of matrices: for each of B resamples all N (N - 1) / 2 pairs of entries, as products of the signs of pairs,
  which are prepared, with the products of pairs of weights, which K columns with the same weights share;
* a walk through the sorted entries with a tree over the human's ranks (`column_walks`), N times log2 N steps.

Nanoseconds per column and resample, 256 resamples side by side, one thread:

* product: N (N - 1) / 2 · (`PRODUCT` + `PAIR` / K) · (1 + (N / `CACHED`)²), the last factor for what leaves the caches;
* walk: N · (`ENTRY` + `STEP` · log2 N).

The constants were fitted to times at N = 16 to 400 and K = 1, 5, 14 on an x86-64 server with AVX-512 and NumPy's
OpenBLAS; `benchmarks/columns.py` times both ways beside the model's choice. A permutation of systems walks through 2N
entries twice, for X' and for Y', where one product serves both; K is then the number of pairs of metrics. The choice
follows from the shape of the data alone, and changes no number.
"""

from __future__ import annotations

import math

PRODUCT = 0.0145
PAIR = 0.1
ENTRY = 0.2
STEP = 0.07
CACHED = 150
CELL_WALK = (40.0, 6.0, 1200.0, 30.0)
CELL_PRODUCT = (35.0, 2900.0, 0.075, 1.5)


def product_cost(n_entries: int, n_sharing: int) -> float:
    """Return nanoseconds per column and resample of counting pairs by a product of matrices."""
    pairs = n_entries * (n_entries - 1) / 2
    return pairs * (PRODUCT + PAIR / max(1, n_sharing)) * (1 + (n_entries / CACHED) ** 2)


def walk_cost(n_entries: int) -> float:
    """Return nanoseconds per column and resample of counting pairs on a walk through sorted entries."""
    return n_entries * (ENTRY + STEP * math.log2(max(2, n_entries)))


def walked(n_entries: int, n_metrics: int) -> bool:
    """Return whether a walk is cheaper for resampled columns of K metrics."""
    return walk_cost(n_entries) < product_cost(n_entries, n_metrics)


def walked_swaps(n_entries: int, n_pairs: int) -> bool:
    """Return whether walks are cheaper for swaps of whole entries between the metrics of P pairs."""
    return 2 * walk_cost(2 * n_entries) < product_cost(n_entries, n_pairs)


def walked_cells(n_entries: int, n_pairs: int) -> bool:
    """Return whether walks are cheaper where the entries of every column have coins of their own.

    Then products of coins are made for every column, for P pairs of metrics, and prepared columns serve one tile only.
    Nanoseconds per pair, column and resample for Pearson's, Spearman's and Kendall's coefficients together, fitted at
    N = 16 to 150 and P = 1, 6, 15, 91.
    """
    n_pairs, own, shared = max(1, n_pairs), CELL_WALK, CELL_PRODUCT
    walk = own[0] + own[1] * n_entries + (own[2] + own[3] * n_entries) / n_pairs
    pairs = n_entries * (n_entries - 1) / 2 * (1 + (n_entries / CACHED) ** 2)
    return walk < shared[0] + shared[1] / n_pairs + pairs * (shared[2] + shared[3] / n_pairs)
