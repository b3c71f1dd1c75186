"""What is resampled together: within the budget, and without a trace in the numbers."""

from __future__ import annotations

import dataclasses
import itertools
import subprocess
import sys

import numpy as np
import pytest

from trueness.parallel import Execution, executing, step
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.memory_waves import bootstrap_waves, permutation_waves
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.score_arrays import ScoreArrays

NAMES = ("pearson", "spearman", "kendall")
LEVELS = ("system", "input", "global", "per_system")
SMALL = Execution(memory=300_000)


def arrays_of(missing=0.1):
    rng = np.random.default_rng(5)
    metrics, human = rng.integers(0, 9, (5, 6, 20)) / 2, rng.integers(1, 6, (6, 20)) / 3
    metrics[2:4] += rng.normal(size=(2, 6, 20))
    metrics[rng.random(metrics.shape) < missing] = np.nan
    return ScoreArrays.of(metrics, human)


@pytest.mark.parametrize("missing", [0, 0.1])
def test_every_pair_and_group_comes_once(missing):
    arrays = arrays_of(missing)
    pairs = list(itertools.combinations(range(5), 2))
    plan = PermutationPlan.choose("systems", 6, 20, 700, 1)
    assert len(permutation_waves(arrays, pairs, plan, LEVELS, NAMES)) == 1
    groups = [group for group, _ in arrays.pair_groups()]
    assert [wave == groups for wave in bootstrap_waves(groups, LEVELS, NAMES)] == [True]
    with executing(SMALL):
        waves = permutation_waves(arrays, pairs, plan, LEVELS, NAMES)
        apart = bootstrap_waves(groups, LEVELS, NAMES)
    assert len(waves) > 1
    assert sorted(itertools.chain(*waves)) == pairs
    assert list(itertools.chain(*apart)) == groups
    assert len(apart) > 1 or missing == 0


@pytest.mark.parametrize("swap", ["systems", "inputs", "cells", "rows_then_columns"])
def test_the_budget_changes_no_count(swap):
    arrays = arrays_of()
    pairs = [(3, 1), *itertools.combinations(range(3), 2), (4, 2)]
    plan = PermutationPlan.choose(swap, 6, 20, 700, 1)
    whole = permutation_exceedances(arrays, pairs, plan, LEVELS, NAMES)
    with executing(SMALL):
        parts = executing(Execution.of(workers=2))(permutation_exceedances)(
            arrays, pairs, plan, LEVELS, NAMES
        )
    for key, one in whole.items():
        for name in ("greater", "less", "beyond", "undefined"):
            np.testing.assert_array_equal(getattr(one, name), getattr(parts[key], name), err_msg=str(key))
        np.testing.assert_allclose(one.observed, parts[key].observed, rtol=0, atol=1e-14)


@pytest.mark.parametrize("over", ["systems", "inputs", "both"])
def test_the_budget_changes_no_value(over):
    arrays = arrays_of()
    groups = [group for group, _ in arrays.pair_groups()]
    plan = bootstrap_plan(arrays, over, 600, 1)
    whole = bootstrap(arrays, groups, plan, LEVELS, NAMES)
    with executing(SMALL):
        parts = executing(Execution.of(workers=2))(bootstrap)(arrays, groups, plan, LEVELS, NAMES)
    for one, other in zip(whole, parts, strict=True):
        assert one.group is other.group
        for key, values in one.values.items():
            assert values.tobytes() == other.values[key].tobytes(), key


@pytest.mark.parametrize("run", ["bootstrap", "permutation"])
def test_progress_runs_once_through_all_waves(run):
    arrays, seen = arrays_of(), []
    pairs = list(itertools.combinations(range(5), 2))
    groups = [group for group, _ in arrays.pair_groups()]
    with executing(dataclasses.replace(SMALL, workers=1), lambda _: lambda *now: seen.append(now)), step("s"):
        if run == "bootstrap":
            waves = bootstrap_waves(groups, LEVELS, NAMES)
            tiles = 2 * len(waves)
            bootstrap(arrays, groups, bootstrap_plan(arrays, "both", 600, 1), LEVELS, NAMES)
        else:
            plan = PermutationPlan.choose("systems", 6, 20, 700, 1)  # all 64 arrangements, one tile
            waves = permutation_waves(arrays, pairs, plan, LEVELS, NAMES)
            tiles = len(waves)
            permutation_exceedances(arrays, pairs, plan, LEVELS, NAMES)
    assert len(waves) > 1
    assert seen == [(done, tiles) for done in range(1, tiles + 1)]


MEASURED = """
import itertools, sys
from pathlib import Path
import numpy as np
from trueness.parallel import Execution, executing, step
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.score_arrays import ScoreArrays

NAMES, LEVELS = ("pearson", "spearman", "kendall"), ("system", "input", "global")

def arrays(n_metrics, n_systems, n_inputs):
    rng = np.random.default_rng(0)
    human = np.rint(3 * rng.normal(size=(n_systems, n_inputs)))
    found = ScoreArrays.of(human + rng.normal(size=(n_metrics, n_systems, n_inputs)), human)
    _ = found.exact, found.present, found.judged
    return found

def held(what):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what)) / 1024

def run(scores, resamples):
    shape = scores.human.shape
    bootstrap(scores, scores.single_groups(), bootstrap_plan(scores, "both", resamples, 1), LEVELS, NAMES)
    pairs = list(itertools.combinations(range(scores.n_metrics), 2))
    for swap in ("systems", "cells"):
        plan = PermutationPlan.choose(swap, *shape, resamples, 1)
        permutation_exceedances(scores, pairs, plan, LEVELS, NAMES)

with executing(Execution(workers=2, memory=int(sys.argv[1]) * 2**20)):
    run(arrays(3, 20, 8), 600)
    scores = arrays(10, 20, 800)
    before = held("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")
    run(scores, 512)
print(held("VmHWM") - before)
"""
"""Prints the most MiB held while resampling, beyond what was held before."""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the most memory held is read from /proc")
def test_a_small_budget_holds():
    """A process has some megabytes of its own (threads, freed memory not given back) beside the budget."""
    small, large = (
        float(
            subprocess.run(
                [sys.executable, "-c", MEASURED, str(budget)], capture_output=True, text=True, check=True
            ).stdout
        )
        for budget in (24, 1024)
    )
    assert small < 24 + 40
    assert large > 1.5 * small
