"""Values of every input, with and without systems."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import UnsupportedMethodError
from trueness.statistics.ranges import range_values
from trueness.statistics.ranges.range_values import RangeWork, left_out_values, permuted_values


def work(human=True, **more):
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(9, 6))
    given = {
        "scores": quality + 0.5 * rng.normal(size=(3, 9, 6)),
        "human": (quality + rng.normal(size=(9, 6)) if human else None) if isinstance(human, bool) else human,
        "n_bins": 2,
        "normalise": "minmax",
        "by": "width",
        "least": 3,
        "permutations": 60,
        "seed": 5,
    }
    return RangeWork(**(given | more))


def test_without_a_system_is_as_if_it_were_not_there():
    whole = work()
    less = work(scores=np.delete(whole.scores, 4, axis=1), human=np.delete(whole.human, 4, axis=0))
    np.testing.assert_array_equal(whole.without(4), less.taus(less.placed).taus)


def test_pairs_are_of_metrics_and_then_with_the_human():
    assert list(zip(*work().pairs, strict=True)) == [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)]
    assert len(work(human=False).pairs.first) == 3


def observed(found):
    return found.taus(found.placed).taus


def test_people_who_judged_less_change_nothing_among_metrics():
    whole, alone = work(), work(human=False)
    human = whole.human.copy()
    human[2:5, 1] = np.nan
    less = work(human=human)
    np.testing.assert_array_equal(observed(less)[:, :3], observed(alone))
    for one, other in zip(
        permuted_values(less, observed(less)), permuted_values(alone, observed(alone)), strict=True
    ):
        np.testing.assert_array_equal(one[:, :3] if one.ndim == 3 and len(one) == 4 else one[:, :, :3], other)
    np.testing.assert_array_equal(less.normal()[:, :3], alone.normal())
    assert less.normal().shape == whole.normal().shape
    # six judged outputs are enough for a correlation and an expectation
    assert not np.isnan(permuted_values(less, observed(less))[0][0, 3:, 1]).any()


def test_expectations_are_there_where_correlations_are_and_blocks_change_nothing(monkeypatch):
    found = work(least=5)
    expected, means = permuted_values(found, observed(found))
    assert np.isnan(observed(found)).any()
    np.testing.assert_array_equal(np.isnan(observed(found)), np.isnan(expected))
    monkeypatch.setattr(range_values, "BLOCK", 100)
    for one, other in zip(permuted_values(found, observed(found)), (expected, means), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)


def test_of_one_input_both_means_are_of_its_permutations():
    whole = work()
    found = work(scores=whole.scores[:, :, :1], human=whole.human[:, :1])
    expected, means = permuted_values(found, observed(found))
    assert not np.isnan(expected).all()
    of_all = np.where(np.isnan(expected[:, :, 0]), np.nan, np.nan_to_num(means).sum(axis=0))
    np.testing.assert_allclose(of_all / (~np.isnan(means)).sum(axis=0).clip(1), expected[:, :, 0], atol=1e-12)


@pytest.mark.parametrize("by", ["width", "count"])
def test_normal_scores_without_restriction_follow_greiner(by):
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(400, 2))
    found = work(human=None, scores=quality + rng.normal(size=(3, 400, 2)), by=by)
    # of scores as they are normalised
    r = np.corrcoef(found.placed.normalised[:, :, 0])
    expected = 2 / np.pi * np.arcsin([r[0, 1], r[0, 2], r[1, 2]])
    np.testing.assert_allclose(found.normal()[0, :, 0], expected, atol=0.005)


def test_everything_left_out_keeps_the_order_of_systems():
    found = left_out_values(work())
    np.testing.assert_array_equal(found[3], work().without(3))


def test_too_much_to_keep_is_refused(monkeypatch):
    monkeypatch.setattr(range_values, "MOST_NUMBERS", 100)
    with pytest.raises(UnsupportedMethodError, match="--applies-to inputs"):
        left_out_values(work())
