"""Bootstrap values: the same for any workers and chunks, and those of the literal resamples."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.parallel import Execution, executing
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.coefficients import COEFFICIENTS
from trueness.statistics.engine import resample
from trueness.statistics.engine.resample import TILE, n_tiles
from trueness.statistics.level_names import LEVELS
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays


def arrays_of(seed=0, shape=(3, 9, 12), **options):
    rng = np.random.default_rng(seed)
    metrics, human = rng.normal(size=shape), rng.integers(1, 6, shape[1:]) / 3
    metrics[1] = metrics[1].round(0)
    metrics[2, rng.random(shape[1:]) < 0.1] = np.nan
    human[rng.random(shape[1:]) < 0.05] = np.nan
    return ScoreArrays.of(metrics, human, **options)


@pytest.mark.parametrize("over", ["systems", "inputs", "both"])
def test_same_seed_same_numbers_for_any_workers_and_chunks(over):
    arrays = arrays_of()
    groups = [*arrays.single_groups(), *(group for group, _ in arrays.pair_groups())]
    plan = bootstrap_plan(arrays, over, 3 * TILE + 7, 11)
    # all coefficients where all varies, some where one alone does
    coefficients = {"systems": ("pearson", "kendall"), "inputs": ("spearman", "gamma")}.get(
        over, COEFFICIENTS
    )
    runs = [
        executing(Execution(workers=workers, chunk=chunk))(bootstrap)(
            arrays,
            groups,
            plan,
            LEVELS,
            coefficients,
        )
        for workers, chunk in ((1, None), (2, 1), (4, 2), (1, 3))
    ]
    for run in runs[1:]:
        for one, other in zip(runs[0], run, strict=True):
            for key, values in one.values.items():
                assert values.shape == (3 * TILE + 7, len(one.group.metrics))
                assert values.tobytes() == other.values[key].tobytes(), key


@pytest.mark.parametrize(
    "options", [{}, {"means": "all"}, {"clusters": [0, 0, 0, 1, 1, 2, 3, 3, 4, 4, 4, 4]}]
)
def test_values_are_those_of_the_drawn_weights(options):
    arrays = arrays_of(**options)
    groups = arrays.single_groups()
    plan = bootstrap_plan(arrays, "both", TILE + 3, 4)
    found = bootstrap(arrays, groups, plan, LEVELS, ["spearman"])
    for part in found:
        for level in LEVELS:
            expected = np.concatenate(
                [
                    level_correlations(arrays, part.group, plan.tile(t), level, ["spearman"]).values[
                        "spearman"
                    ]
                    for t in range(n_tiles(plan.resamples))
                ]
            )
            np.testing.assert_allclose(part.values[level, "spearman"], expected, rtol=0, atol=1e-14)
            for position, metric in enumerate(part.group.metrics):
                np.testing.assert_array_equal(
                    part.of(metric, (level, "spearman")), part.values[level, "spearman"][:, position]
                )
    if "clusters" in options:
        weights = plan.tile(0).inputs
        assert (weights[:, 0] == weights[:, 2]).all()


def test_a_tile_in_parts_has_the_same_values(monkeypatch):
    arrays = arrays_of()
    asked = (
        arrays,
        arrays.single_groups(),
        bootstrap_plan(arrays, "both", 30, 1),
        LEVELS,
        ("kendall", "pearson", "gamma"),
    )
    whole = bootstrap(*asked)
    monkeypatch.setattr(resample, "BLOCK", 7 * arrays.n_inputs)  # seven resamples
    for few, every in zip(bootstrap(*asked), whole, strict=True):
        for key, values in every.values.items():
            np.testing.assert_allclose(few.values[key], values, atol=1e-12)


def test_all_metrics_see_the_same_resamples():
    arrays = arrays_of()
    twins = ScoreArrays.of(np.stack([arrays.metrics[0], arrays.metrics[0] * 3]), arrays.human)
    (drawn,) = bootstrap(
        twins, twins.single_groups(), bootstrap_plan(twins, "both", 50, 1), LEVELS, ["kendall"]
    )
    for values in drawn.values.values():
        np.testing.assert_array_equal(values[:, 0], values[:, 1])


def test_prefix_of_whole_tiles():
    arrays = arrays_of()
    groups = arrays.single_groups()
    few, many = (
        bootstrap(arrays, groups, bootstrap_plan(arrays, "both", size, 1), ["input"], ["pearson"])[0]
        for size in (TILE, TILE + 30)
    )
    np.testing.assert_array_equal(few.values["input", "pearson"], many.values["input", "pearson"][:TILE])


def test_a_level_that_does_not_vary_repeats_its_value():
    rng = np.random.default_rng(1)
    one = ScoreArrays.of(rng.normal(size=(1, 1, 9)), rng.normal(size=(1, 9)))
    (drawn,) = bootstrap(
        one, one.single_groups(), bootstrap_plan(one, "inputs", 20, 1), ["system", "global"], ["pearson"]
    )
    assert np.isnan(drawn.values["system", "pearson"]).all()
    assert len(np.unique(drawn.values["global", "pearson"])) > 10


def test_one_system_cannot_vary():
    one = ScoreArrays.of([1.0, 2.0, 3.0], [1.0, 3.0, 2.0])
    for over in ("systems", "both"):
        with pytest.raises(UnsupportedMethodError, match="at least two systems"):
            bootstrap_plan(one, over, 10, 1)


@pytest.mark.parametrize("clusters", [None, ["a"] * 4])
def test_one_input_cannot_vary(clusters):
    """Every resample would be the data themselves, and intervals would have no width."""
    arrays = arrays_of(shape=(3, 9, 1 if clusters is None else 4), clusters=clusters)
    with pytest.raises(UnsupportedMethodError, match=r"at least two .*inputs.*Use over='systems'"):
        bootstrap_plan(arrays, "inputs", 9, 0)
    assert bootstrap_plan(arrays, "systems", 9, 0).over == "systems"


def test_judged_and_other_inputs_are_drawn_apart_for_means_over_all():
    arrays = arrays_of(means="all")
    human = arrays.human.copy()
    human[:, 8:] = np.nan
    plan = bootstrap_plan(ScoreArrays.of(arrays.metrics, human, means="all"), "inputs", 200, 1)
    inputs = plan.tile(0).inputs
    assert (inputs[:, :8].sum(axis=1) == 8).all()


def test_of_means_of_judged_outputs_inputs_are_drawn_from_all():
    arrays = arrays_of()
    human = arrays.human.copy()
    human[:, 7:] = np.nan
    counts = bootstrap_plan(ScoreArrays.of(arrays.metrics, human), "inputs", 200, 1).tile(0).inputs
    assert len(set(counts[:, :7].sum(axis=1).tolist())) > 1


def test_a_partly_judged_cluster_stays_whole():
    human = np.ones((3, 6))
    human[:, [1, 4, 5]] = np.nan
    arrays = ScoreArrays.of(np.ones((1, 3, 6)), human, clusters=[0, 0, 1, 1, 2, 2], means="all")
    counts = bootstrap_plan(arrays, "inputs", 50, 1).tile(0).inputs
    np.testing.assert_array_equal(counts[:, [0, 2, 4]], counts[:, [1, 3, 5]])
    assert np.all(counts[:, 4] == 1)  # the one cluster without a judgement is its own stratum


@pytest.mark.parametrize("level", LEVELS)
def test_clusters_of_systems_are_drawn_whole(level):
    """Compare with correlations of tables in which systems really stand as often as they were drawn."""
    rng = np.random.default_rng(3)
    metric, human = rng.normal(size=(2, 8, 6))
    families = np.array([1, 0, 1, 2, 3, 0, 3, 4])
    arrays = ScoreArrays.of(metric, human, system_clusters=families)
    plan = bootstrap_plan(arrays, "systems", 25, 4)
    (found,) = bootstrap(arrays, arrays.single_groups(), plan, [level], ["pearson"])
    counts = plan.tile(0).systems
    assert len({tuple(row) for row in counts.tolist()}) > 15
    for row, value in zip(counts, found.values[level, "pearson"][:, 0], strict=True):
        for family in range(5):
            assert len(set(row[families == family])) == 1
        drawn = np.repeat(np.arange(8), row.astype(int))
        expected = correlate(metric[drawn], human[drawn], level, "pearson").estimate
        np.testing.assert_allclose(value, expected, atol=1e-12)


def test_one_cluster_of_systems_cannot_vary():
    arrays = arrays_of(system_clusters=["a"] * 9)
    with pytest.raises(
        UnsupportedMethodError, match="at least two clusters of systems; these scores have one"
    ):
        bootstrap_plan(arrays, "both", 10, 1)
    assert bootstrap_plan(arrays, "inputs", 10, 1).tile(0).systems is None
