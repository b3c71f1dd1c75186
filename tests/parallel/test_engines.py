"""Bootstrap and permutation give the same bits with threads and processes, any chunks and any memory."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.parallel import Execution, executing
from trueness.statistics.engine.resample import SWAPS, TILE, PermutationPlan
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.score_arrays import ScoreArrays

LEVELS = ("system", "input", "global", "per_system")
COEFFICIENTS = ("pearson", "spearman", "kendall", "tau_c", "gamma")
PAIRS = [(0, 1), (0, 2), (1, 2)]


def scores() -> ScoreArrays:
    rng = np.random.default_rng(0)
    metrics, human = rng.normal(size=(3, 8, 11)), rng.integers(1, 6, (8, 11)) / 3
    metrics[1] = metrics[1].round(0)
    metrics[2, rng.random((8, 11)) < 0.1] = np.nan
    return ScoreArrays.of(metrics, human, clusters=np.arange(11) // 2)


def everything(execution: Execution, chunk: int | None = None) -> dict[object, bytes]:
    """Return the bits of all that is resampled."""
    arrays = scores()
    groups = [*arrays.single_groups(), *(group for group, _ in arrays.pair_groups())]
    found: dict[object, bytes] = {}
    with executing(execution):
        for over in ("systems", "both"):
            plan = bootstrap_plan(arrays, over, TILE + 7, 11)
            for g, group in enumerate(
                executing(Execution.of(chunk=chunk))(bootstrap)(arrays, groups, plan, LEVELS, COEFFICIENTS)
            ):
                found |= {(over, g, key): values.tobytes() for key, values in group.values.items()}
        for swap in SWAPS:
            drawn = PermutationPlan(swap, arrays.n_systems, arrays.n_inputs, TILE + 7, 5, arrays.clusters)
            counted = executing(Execution.of(chunk=chunk))(permutation_exceedances)(
                arrays, PAIRS, drawn, LEVELS, COEFFICIENTS
            )
            for key, item in counted.items():
                numbers = (item.greater, item.less, item.beyond, item.undefined)
                found[swap, key] = b"".join(part.tobytes() for part in numbers)
                if execution.memory == Execution().memory:
                    # with another budget other pairs share a matrix product, whose last bits then differ
                    found[swap, key] += item.observed.tobytes()
    return found


@pytest.fixture(scope="module")
def serial() -> dict[object, bytes]:
    return everything(Execution(workers=1))


@pytest.mark.parametrize(
    ("execution", "chunk"),
    [
        (Execution(workers=2), None),
        (Execution(workers=3, memory=100_000), 2),
        (Execution("local", workers=2), None),
        pytest.param(Execution("local", workers=2, memory=1), 2, marks=pytest.mark.slow),
    ],
    ids=["threads", "threads, little memory", "processes", "processes, no memory"],
)
def test_equal_bits(serial, execution, chunk):
    found = everything(execution, chunk)
    assert found.keys() == serial.keys()
    assert [key for key, bits in found.items() if not serial[key].startswith(bits)] == []
