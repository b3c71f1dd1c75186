import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.statistics.correlation import correlation_interval
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.simulation import studied_intervals as module
from trueness.studies.simulation.studied_intervals import STUDIED_INTERVALS, MetricTable, studied_interval
from trueness.studies.simulation.trials import Asked


def arrays_of(seed=1):
    rng = np.random.default_rng(seed)
    quality = rng.normal(0, 1, (9, 1))
    return ScoreArrays.of(rng.normal(size=(9, 8)) + quality, rng.normal(size=(9, 8)) + quality)


@pytest.mark.parametrize("name", STUDIED_INTERVALS)
def test_each_gives_intervals(name):
    found = studied_interval(name)(arrays_of(), ("system", "input"), ("pearson", "kendall"), 199, 1)
    assert set(found) == {(level, c) for level in ("system", "input") for c in ("pearson", "kendall")}
    # basic intervals mirror the distribution, and may reach past 1
    reach = 3.0 if name == "basic_both" else 1.0
    assert all(-reach <= interval.low < interval.high <= reach for interval in found.values())


@pytest.mark.parametrize(
    ("name", "method", "over"),
    [
        ("bootstrap_both", "percentile", "both"),
        ("bootstrap_inputs", "percentile", "inputs"),
        ("bca_systems", "bca", "systems"),
        ("basic_both", "basic", "both"),
    ],
)
def test_bootstraps_are_the_public_ones(name, method, over):
    arrays = arrays_of()
    found = studied_interval(name)(arrays, ("system",), ("pearson",), 499, 3)["system", "pearson"]
    expected = correlation_interval(
        arrays.metrics[0], arrays.human, "system", "pearson", over=over, method=method, resamples=499, rng=3
    )
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_predictions_are_wider():
    plain, new = (
        studied_interval(name)(arrays_of(), ("system",), ("pearson",), 0, 0)["system", "pearson"]
        for name in ("jackknife", "prediction")
    )
    assert new.low < plain.low
    assert plain.high < new.high


def test_an_unknown_one():
    with pytest.raises(UnsupportedMethodError, match="prediction"):
        studied_interval("other")


@pytest.mark.parametrize("name", STUDIED_INTERVALS)
def test_an_interval_does_not_depend_on_what_else_is_asked(name):
    levels, coefficients = ("system", "input"), ("pearson", "spearman", "kendall")
    together = studied_interval(name)(arrays_of(), levels, coefficients, 99, 1)
    for level in levels:
        for coefficient in coefficients:
            alone = studied_interval(name)(arrays_of(), (level,), (coefficient,), 99, 1)
            assert alone == {(level, coefficient): together[level, coefficient]}


def test_intervals_of_one_table_share_their_resamples(monkeypatch):
    table = MetricTable(arrays_of(), Asked(("system", "input"), ("pearson", "kendall"), 99, 1))
    drawn = []
    bootstrap = module.bootstrap
    monkeypatch.setattr(module, "bootstrap", lambda *a, **k: drawn.append(a[2].over) or bootstrap(*a, **k))
    shared = {name: interval.limits(table) for name, interval in STUDIED_INTERVALS.items()}
    assert sorted(drawn) == ["both", "inputs", "systems"]
    for name, found in shared.items():
        assert found == studied_interval(name)(
            arrays_of(), ("system", "input"), ("pearson", "kendall"), 99, 1
        )
