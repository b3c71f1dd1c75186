import numpy as np
import pytest

from trueness.parallel import Execution, executing
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare import same_metrics as module
from trueness.studies.compare.same_metrics import same_metrics


def arrays_of(metrics, human=None):
    metrics = np.asarray(metrics, dtype=float)
    human = np.random.default_rng(0).normal(size=metrics.shape[1:]) if human is None else human
    return ScoreArrays(
        metrics=metrics, human=human, names=tuple(f"m{k}" for k in range(len(metrics))), missing="pairwise"
    )


def test_copies_on_other_scales_are_groups_in_the_order_of_their_first():
    rng = np.random.default_rng(1)
    a, b, c = rng.normal(size=(3, 5, 20))
    found = same_metrics(arrays_of([a, b, 3 * a + 2, c, 100 * b - 7, a]), by_aggregation=False)
    assert found == [[0, 2, 5], [1, 4]]


def test_a_turned_copy_and_a_constant_are_no_copies():
    a = np.random.default_rng(1).normal(size=(5, 20))
    assert same_metrics(arrays_of([a, -a, np.ones_like(a), np.ones_like(a)]), by_aggregation=False) == []


@pytest.mark.parametrize(("noise", "same"), [(1e-4, True), (1e-2, False)])
def test_copies_are_told_up_to_the_rounding_of_a_file(noise, same):
    rng = np.random.default_rng(2)
    a = rng.normal(size=(8, 50))
    found = same_metrics(arrays_of([a, a + noise * rng.normal(size=a.shape)]), by_aggregation=False)
    assert bool(found) is same


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_groups_are_those_of_comparing_every_pair_by_numpy(share):
    rng = np.random.default_rng(3)
    base = rng.normal(size=(6, 6, 15)) * 10.0 ** rng.integers(-6, 7, size=(6, 1, 1))
    metrics = np.concatenate([base, 2 * base[:3] + 1, base[:2] * 1e9])
    metrics[6:9][:, :, 0] += 0.5 * np.abs(base[:3]).max(axis=(1, 2))[:, None]  # one column apart
    metrics[rng.random(metrics.shape) < share] = np.nan
    human = rng.normal(size=(6, 15))
    human[0, :3] = np.nan
    arrays = arrays_of(metrics, human)
    expected: list[list[int]] = []
    for k, x in enumerate(metrics):
        for group in expected:
            both = ~np.isnan(metrics[group[0]]) & ~np.isnan(x) & ~np.isnan(human)
            if both.sum() > 1 and np.corrcoef(metrics[group[0]][both], x[both])[0, 1] > module.SAME_METRIC:
                group.append(k)
                break
        else:
            expected.append([k])
    assert same_metrics(arrays, by_aggregation=False) == [group for group in expected if len(group) > 1]


def test_very_large_and_very_small_scores_do_not_overflow():
    a = np.random.default_rng(4).normal(size=(5, 20))
    assert same_metrics(arrays_of([a * 1e300, a * 1e-300, a]), by_aggregation=False) == [[0, 1, 2]]


@pytest.mark.parametrize("gaps", [False, True])
def test_of_metrics_that_differ_no_pair_is_looked_at_alone(monkeypatch, gaps):
    """Looking at every pair took 150 s of 1,000 metrics."""
    rng = np.random.default_rng(5)
    metrics = rng.normal(size=(300, 6, 20))
    if gaps:
        metrics[rng.random(metrics.shape) < 0.1] = np.nan
    looked = []
    monkeypatch.setattr(module._Vectors, "correlation", lambda self, a, b: looked.append((a, b)) or 0.0)
    assert same_metrics(arrays_of(metrics), by_aggregation=False) == []
    assert looked == []


def test_of_many_copies_each_is_looked_at_once(monkeypatch):
    a = np.random.default_rng(6).normal(size=(6, 20))
    looked = []
    correlation = module._Vectors.correlation
    monkeypatch.setattr(
        module._Vectors, "correlation", lambda self, *pair: looked.append(pair) or correlation(self, *pair)
    )
    assert same_metrics(arrays_of([a] * 50), by_aggregation=False) == [list(range(50))]
    assert len(looked) == 49


def test_a_small_budget_of_memory_gives_the_same_groups():
    rng = np.random.default_rng(7)
    a, b = rng.normal(size=(2, 5, 20))
    with executing(Execution(memory=1)):
        assert same_metrics(arrays_of([a, b, a, 2 * b]), by_aggregation=False) == [[0, 2], [1, 3]]
