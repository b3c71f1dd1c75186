"""Kendall at the system level of Likert means over three annotators, in every resample, against exact arithmetic.

Expert scores of SummEval are thirds. Their system means are equal far more often than means of continuous scores, and
floating-point sums tell equal ones apart. Here both scorers are summed as Python's whole numbers: thirds times three,
and the metrics' floats, which are whole multiples of a power of two.
"""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import ScoreTable
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.system_scores import system_means

RESAMPLES = 600
METRICS = ("rouge-1_f1", "rouge-2_recall", "bertscore_f1")
HUMANS = ("expert_consistency", "expert_fluency")
SCALE = 2**100
PAIRS = np.triu_indices(16, 1)


@pytest.fixture(scope="module")
def table(test_data: Path) -> ScoreTable:
    return read_scores(*sorted((test_data / "data" / "deutsch2021" / "fabbri2020").glob("*.jsonl.gz")))


def thirds(matrix: np.ndarray) -> np.ndarray:
    """Return three times the scores, as Python's whole numbers."""
    exact = [[3 * Fraction(float(v)).limit_denominator(3) for v in row] for row in matrix]
    assert all(value.denominator == 1 for row in exact for value in row)
    np.testing.assert_allclose(np.array(exact, dtype=float) / 3, matrix, rtol=0, atol=1e-12)
    return np.array([[int(value) for value in row] for row in exact], dtype=object)


def dyadic(matrix: np.ndarray) -> np.ndarray:
    """Return 2**100 times the scores, exact, as Python's whole numbers."""
    exact = [[Fraction(float(v)) * SCALE for v in row] for row in matrix]
    assert all(value.denominator == 1 for row in exact for value in row)
    return np.array([[int(value) for value in row] for row in exact], dtype=object)


def order(sums: np.ndarray) -> np.ndarray:
    """Return the signs of differences of all pairs of systems, shape (B, pairs)."""
    difference = sums[:, PAIRS[0]] - sums[:, PAIRS[1]]
    return (difference > 0).astype(int) - (difference < 0).astype(int)


def tau_b(x: np.ndarray, z: np.ndarray, weights: np.ndarray) -> list[float]:
    """Return tau-b of pair signs under weights of systems, from whole-number counts of pairs."""
    found = []
    for sign_x, sign_z, w in zip(x, z, weights.astype(int), strict=True):
        product = w[PAIRS[0]] * w[PAIRS[1]]
        net = int((product * sign_x * sign_z).sum())
        untied = int((product * np.abs(sign_x)).sum()) * int((product * np.abs(sign_z)).sum())
        found.append(net / math.sqrt(untied) if untied else math.nan)
    return found


def drawn(table: ScoreTable, human: str, over: str) -> tuple[ScoreArrays, Any, np.ndarray, np.ndarray]:
    arrays = ScoreArrays.of(np.stack([table.matrix(name) for name in METRICS]), table.matrix(human), METRICS)
    plan = bootstrap_plan(arrays, over, RESAMPLES, 2021)
    tiles = [plan.tile(t) for t in range(2)]
    inputs = np.concatenate([tile.inputs for tile in tiles])
    systems = (
        np.ones((RESAMPLES, 16)) if over == "inputs" else np.concatenate([tile.systems for tile in tiles])
    )
    return arrays, plan, systems, inputs


@pytest.mark.parametrize(("human", "over"), list(zip(HUMANS, ("inputs", "both"), strict=True)))
def test_every_resample_equals_exact_arithmetic(table, human, over):
    arrays, plan, systems, inputs = drawn(table, human, over)
    assert arrays.denominators[1] == 3
    counts = inputs.astype(int).astype(object)
    exact_z = order(counts @ thirds(arrays.human).T)
    # every tie of the human means, and none besides
    means = system_means(arrays.exact[1][None], arrays.judged, inputs)[:, 0]
    np.testing.assert_array_equal(order(means), exact_z)
    assert (exact_z == 0).any()
    (found,) = bootstrap(arrays, arrays.single_groups(), plan, ["system"], ["kendall"])
    for k in range(len(METRICS)):
        exact_x = order(counts @ dyadic(arrays.metrics[k]).T)
        values = found.of(k, ("system", "kendall"))
        np.testing.assert_allclose(values, tau_b(exact_x, exact_z, systems), rtol=0, atol=1e-12)


@pytest.mark.parametrize("human", HUMANS)
def test_plain_means_break_ties(table, human):
    """The problem exists: means as everybody takes them tell equal ones apart in many resamples."""
    arrays, _, _, inputs = drawn(table, human, "inputs")
    exact = order(inputs.astype(int).astype(object) @ thirds(arrays.human).T)
    literal = np.stack(
        [arrays.human[:, np.repeat(np.arange(100), w.astype(int))].mean(axis=1) for w in inputs]
    )
    wrong = (order(literal) != exact).any(axis=1)
    assert wrong.mean() > 0.05
    # and the coefficient with them
    x = order(inputs @ arrays.metrics[0].T)
    ones = np.ones((RESAMPLES, 16))
    off = np.abs(np.array(tau_b(x, order(literal), ones)) - tau_b(x, exact, ones))
    assert (off > 1e-4).mean() > 0.01
