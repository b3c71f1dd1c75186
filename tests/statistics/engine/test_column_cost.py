"""Where counting pairs changes its way: at the border of the model, and without a trace in the numbers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.statistics.engine import permuted_averages, prepared_columns
from trueness.statistics.engine.column_cost import product_cost, walk_cost, walked, walked_cells, walked_swaps
from trueness.statistics.engine.permuted_columns import PermutedColumn
from trueness.statistics.engine.prepared_columns import PreparedColumns
from trueness.statistics.engine.resample import PermutationPlan
from trueness.statistics.resampling import permuted_levels
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.score_arrays import ScoreArrays

NAMES = ("pearson", "spearman", "kendall")


def border(choice, sharing):
    """The number of entries from which on walks are always chosen."""
    return next(n + 1 for n in range(1000, 2, -1) if not choice(n, sharing))


@pytest.mark.parametrize("sharing", [20, 45, 100])
def test_borders(sharing):
    for choice, least, most in ((walked, 10, 100), (walked_swaps, 50, 200), (walked_cells, 50, 150)):
        assert least < border(choice, sharing) <= border(choice, 2 * sharing) < most
        assert choice(100_000, sharing)


def test_the_choice_is_the_cheaper_one():
    n = border(walked, 14)
    assert walk_cost(n) < product_cost(n, 14)
    assert walk_cost(n - 1) >= product_cost(n - 1, 14)


def arrays_of(n_systems, n_metrics=14, n_inputs=2, missing=0.0):
    rng = np.random.default_rng(n_systems)
    human = rng.integers(1, 6, (n_systems, n_inputs)) / 3
    metrics = human + rng.normal(size=(n_metrics, n_systems, n_inputs))
    metrics[1] = metrics[1].round()
    human[rng.random(human.shape) < missing] = np.nan
    return ScoreArrays.of(metrics, human)


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize("beyond", [False, True])
def test_bootstrap_at_the_border(beyond, missing, monkeypatch):
    n_systems = border(walked, 14) - (not beyond)
    arrays = arrays_of(n_systems, missing=missing)
    x, z = arrays.exact
    columns = PreparedColumns.of(x, z, arrays.judged, NAMES)
    assert (columns.agreement.size == 0) == beyond
    plan = bootstrap_plan(arrays, "both", 300, 1)
    group = arrays.group(tuple(range(14)))
    (chosen,) = bootstrap(arrays, [group], plan, ["input"], NAMES)
    monkeypatch.setattr(prepared_columns, "walked", lambda *_: not beyond)
    (other,) = bootstrap(arrays, [group], plan, ["input"], NAMES)
    for key, values in chosen.values.items():
        assert values.tobytes() == other.values[key].tobytes()


@pytest.mark.parametrize("swap", ["systems", "rows_then_columns", "cells"])
@pytest.mark.parametrize("beyond", [False, True])
def test_permutation_at_the_border(swap, beyond, monkeypatch):
    choice, place = (walked_cells, permuted_levels) if swap == "cells" else (walked_swaps, permuted_averages)
    n_systems = border(choice, 21) - (not beyond)
    arrays = arrays_of(n_systems, 7, missing=0.1)
    pairs = list(itertools.combinations(range(7), 2))
    plan = PermutationPlan.choose(swap, n_systems, 2, 200, 1)
    seen = []
    monkeypatch.setattr(place, choice.__name__, lambda *given: seen.append(choice(*given)) or seen[-1])
    chosen = permutation_exceedances(arrays, pairs, plan, ["input"], NAMES)
    assert set(seen) == {beyond}
    monkeypatch.setattr(place, choice.__name__, lambda *_: not beyond)
    other = permutation_exceedances(arrays, pairs, plan, ["input"], NAMES)
    for key, one in chosen.items():
        for name in ("greater", "less", "beyond", "undefined"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other[key], name))


def test_long_columns_need_no_pairs_of_entries(monkeypatch):
    """Thousands of inputs per system: nothing of the size of all pairs is made."""
    arrays = arrays_of(3, 2, 3000)
    monkeypatch.setattr(PermutedColumn, "of", None)
    plan = PermutationPlan.choose("cells", 3, 3000, 8, 1)
    found = permutation_exceedances(arrays, [(0, 1)], plan, ["per_system"], NAMES)
    assert set(found) == {("per_system", name) for name in NAMES}
