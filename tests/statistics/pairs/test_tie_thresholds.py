"""Tie thresholds of metrics under one rule."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.pairs.held_out_calibration import cross_validated_accuracy
from trueness.statistics.pairs.tie_calibration import calibrate_ties
from trueness.statistics.pairs.tie_thresholds import check_tie_calibration, mean_threshold, tie_thresholds
from trueness.statistics.score_arrays import ScoreArrays


def scores(**options):
    rng = np.random.default_rng(4)
    x, z = rng.normal(size=(2, 5, 25)), rng.integers(0, 3, (5, 25)).astype(float)
    x[1, 0, :5] = np.nan
    return ScoreArrays.of(x, z, **options)


@pytest.mark.parametrize(
    ("given", "kept"), [("held-out", "held-out"), (0.5, "0.5"), ("1e-1", "0.10000000000000001"), (0, "0")]
)
def test_rules(given, kept):
    assert check_tie_calibration(given) == kept
    assert check_tie_calibration(kept) == kept


@pytest.mark.parametrize("wrong", ["heldout", -1, "-0.1", "nan", float("inf"), None])
def test_other_rules_are_refused(wrong):
    with pytest.raises(ArgumentError, match="calibrated, held-out, none"):
        check_tie_calibration(wrong)


@pytest.mark.parametrize("level", ["input", "global", "per_system"])
def test_calibrated_on_the_cells_of_the_group(level):
    arrays = scores()
    for members in ((0,), (1,), (0, 1)):
        group = arrays.group(members)
        found = tie_thresholds(arrays, group, level)
        assert found.shape == (len(members), 1)
        for place, metric in enumerate(members):
            x = np.where(group.cells, arrays.metrics[metric], np.nan)
            assert found[place, 0] == calibrate_ties(x, arrays.human, level).epsilon


def test_a_threshold_is_found_once(monkeypatch):
    arrays = scores()
    first = tie_thresholds(arrays, arrays.group((0, 1)), "input")
    monkeypatch.setattr("trueness.statistics.pairs.tie_thresholds.calibrate_ties", None)
    assert np.array_equal(tie_thresholds(arrays, arrays.group((1, 0)), "input"), first[::-1])


def test_held_out_has_one_per_input():
    arrays = scores(tie_calibration="held-out", fold_seed=9)
    found = tie_thresholds(arrays, arrays.group((0,)), "input")
    expected = cross_validated_accuracy(arrays.metrics[0], arrays.human, rng=9)
    assert found.shape == (1, 25)
    assert np.array_equal(found[0], expected.epsilons[expected.folds])
    assert mean_threshold(found)[0] == pytest.approx(found.mean())
    with pytest.raises(UnsupportedMethodError, match="the input level"):
        tie_thresholds(arrays, arrays.group((0,)), "global")


def test_few_clusters_make_few_folds():
    clusters = np.arange(25) // 9
    arrays = scores(tie_calibration="held-out", clusters=clusters)
    found = tie_thresholds(arrays, arrays.group((0,)), "input")[0]
    for cluster in range(3):
        assert len(set(found[clusters == cluster])) == 1
    one = scores(tie_calibration="held-out", clusters=np.zeros(25))
    with pytest.raises(UnsupportedMethodError, match="two inputs or clusters"):
        tie_thresholds(one, one.group((0,)), "input")


@pytest.mark.parametrize(("rule", "value"), [("none", 0.0), ("0.25", 0.25)])
def test_given_thresholds(rule, value):
    arrays = scores(tie_calibration=rule)
    assert tie_thresholds(arrays, arrays.group((0, 1)), "global").tolist() == [[value], [value]]


def test_without_pairs_nothing_ties():
    arrays = ScoreArrays.of([[1.0, np.nan]], [[1.0, 2.0]])
    assert tie_thresholds(arrays, arrays.group((0,)), "input").tolist() == [[0.0]]
    assert np.isnan(mean_threshold(np.full((1, 3), np.nan))).all()
