"""Partial agreement against pingouin's formula by hand, least squares, a jackknife of whole tables, and simulation."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.judging.partial_agreement import partial_agreement

RNG = np.random.default_rng(7)
N, M = 8, 12
SYSTEM, INPUT = (one.ravel() for one in np.indices((N, M)))


def draw(rng, n, m, *, quality=0.7, of_metric=0.5, of_human=0.5):
    """Scores that share quality and length, each with effects of systems, of inputs, and noise."""

    def effects(system, input, noise):
        return (
            system * rng.normal(size=(n, 1))
            + input * rng.normal(size=(1, m))
            + noise * rng.normal(size=(n, m))
        )

    length, good = effects(0.5, 0.5, 0.7), effects(0.5, 0.5, 0.7)
    human = good + of_human * length + effects(0.2, 0.2, 0.5)
    metric = quality * good + of_metric * length + effects(0.3, 0.2, 0.6)
    return metric.ravel(), human.ravel(), length.ravel()


def test_given_a_number_it_is_the_correlation_of_what_lines_leave():
    metric, human, length = draw(RNG, N, M)
    design = np.stack([np.ones(N * M), length], axis=1)
    left = [one - design @ np.linalg.lstsq(design, one, rcond=None)[0] for one in (metric, human)]
    found = partial_agreement(metric, human, length)
    assert found.plain.value == pytest.approx(np.corrcoef(metric, human)[0, 1])
    assert found.given.value == pytest.approx(np.corrcoef(*left)[0, 1])
    assert found.drop.value == pytest.approx(found.plain.value - found.given.value)
    # (r_xz - r_xl r_zl) / sqrt((1 - r_xl²)(1 - r_zl²)), Yule (1907)
    x, z = found.metric_with, found.human_with
    by_yule = (found.plain.value - x * z) / np.sqrt((1 - x * x) * (1 - z * z))
    assert found.given.value == pytest.approx(by_yule)


def test_given_groups_it_is_the_correlation_within_them():
    metric, human, _ = draw(RNG, N, M)
    left = [
        (one.reshape(N, M) - one.reshape(N, M).mean(axis=1, keepdims=True)).ravel() for one in (metric, human)
    ]
    found = partial_agreement(metric, human, np.array(list("abcdefgh"))[SYSTEM], groups=True)
    assert found.given.value == pytest.approx(np.corrcoef(*left)[0, 1])
    share = 1 - left[0].var() / metric.var()
    assert found.metric_with == pytest.approx(np.sqrt(share))


def test_errors_are_those_of_leaving_out_and_doing_it_again():
    metric, human, length = draw(RNG, N, M)
    found = partial_agreement(metric, human, length, clusters=INPUT)
    values = []
    for j in range(M):
        kept = j != INPUT
        again = partial_agreement(metric[kept], human[kept], length[kept])
        values.append([np.arctanh(again.given.value), again.drop.value])
    spread = np.sqrt((M - 1) / M * np.sum((np.array(values) - np.mean(values, axis=0)) ** 2, axis=0))
    assert found.given.error == pytest.approx(spread[0], rel=0.05)
    assert found.drop.error == pytest.approx(spread[1], rel=0.05)


def test_what_both_like_is_all_there_is():
    metric, human, length = draw(RNG, 12, 40, quality=0, of_metric=1, of_human=1)
    system, input = (one.ravel() for one in np.indices((12, 40)))
    found = partial_agreement(metric, human, length, systems=system, clusters=input)
    assert found.plain.low > 0
    assert found.given.low < 0 < found.given.high
    assert found.drop.pvalue < 0.01


@pytest.mark.slow
def test_intervals_hold_the_truth():
    rng = np.random.default_rng(1)
    system, input = (one.ravel() for one in np.indices((16, 100)))
    truth = np.mean([partial_agreement(*draw(rng, 400, 400)).given.value for _ in range(3)])
    held = []
    for _ in range(300):
        found = partial_agreement(*draw(rng, 16, 100), systems=system, clusters=input)
        held.append(found.given.low <= truth <= found.given.high)
    assert np.mean(held) == pytest.approx(0.955, abs=0.03)


def test_missing_scores_are_left_out():
    metric, human, length = draw(RNG, N, M)
    holed = metric.copy()
    holed[::7] = np.nan
    kept = ~np.isnan(holed)
    found = partial_agreement(holed, human, length, systems=SYSTEM, clusters=INPUT)
    again = partial_agreement(
        metric[kept], human[kept], length[kept], systems=SYSTEM[kept], clusters=INPUT[kept]
    )
    assert found == again
    assert found.n_outputs == kept.sum()


def test_what_is_undefined():
    metric, human, length = draw(RNG, N, M)
    for given, groups in ((metric, False), (np.arange(N * M), True)):
        found = partial_agreement(metric, human, given, groups=groups)
        assert np.isnan([found.given.value, found.drop.value, found.drop.pvalue]).all()
    constant = partial_agreement(metric, human, np.ones(N * M))
    assert np.isnan(constant.given.value)
    few = partial_agreement(metric[:3], human[:3], length[:3])
    assert (np.isnan(few.plain.value), few.n_outputs) == (True, 3)
    with pytest.raises(ArgumentError, match="vectors of one length"):
        partial_agreement(metric, human, length[1:])


@pytest.mark.parametrize("groups", [False, True])
def test_a_metric_for_which_lower_is_better_has_the_opposite_of_all_of_it(groups):
    metric, human, length = draw(RNG, N, M)
    given = SYSTEM if groups else length
    found, turned = (
        partial_agreement(one, human, given, clusters=INPUT, groups=groups) for one in (metric, -metric)
    )
    assert found.given.value > 0
    for one, other in ((found.plain, turned.plain), (found.given, turned.given), (found.drop, turned.drop)):
        assert [other.value, other.low, other.high] == pytest.approx([-one.value, -one.high, -one.low])
