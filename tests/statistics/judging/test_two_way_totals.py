"""Functions of sums over systems and inputs: errors beside an analysis of variance, enumeration and simulation."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.judging.label_agreement import label_agreement, linearised_value, unit_totals
from trueness.statistics.judging.scale_agreement import scale_agreement
from trueness.statistics.judging.two_way_totals import (
    crossed_totals,
    interaction,
    over_systems,
    two_way_value,
)


def mean(sums):
    return sums[:, 1] / sums[:, 0]


def crossed(values):
    n, m = values.shape
    flat = values.ravel()
    return crossed_totals(
        np.stack([np.ones_like(flat), flat], axis=1), np.repeat(np.arange(n), m), np.tile(np.arange(m), n)
    )


def test_the_variance_of_a_mean_is_that_of_a_two_way_analysis_of_variance():
    # of a balanced table: V = (MS_systems + MS_inputs - MS_rest) / (N M), Searle, Casella and McCulloch (1992)
    values = np.random.default_rng(1).normal(size=(5, 40)) + np.arange(5)[:, None] / 2
    n, m = values.shape
    rows, columns = values.mean(axis=1), values.mean(axis=0)
    rest = values - rows[:, None] - columns + values.mean()
    squares = [m * np.var(rows, ddof=1), n * np.var(columns, ddof=1), np.sum(rest**2) / ((n - 1) * (m - 1))]
    found = two_way_value(crossed(values), mean)
    inputs, noise = squares[1] / (n * m), squares[2] / (n * m)
    wanted = squares[0] / (n * m) + max(inputs - noise, 0)
    assert found.value == pytest.approx(values.mean())
    assert found.error**2 == pytest.approx(wanted)
    assert found.degrees <= n - 1


def test_the_interaction_is_that_of_leaving_out_both_by_enumeration():
    rng = np.random.default_rng(2)
    values = rng.normal(size=(4, 6))
    totals = crossed(values)
    whole = values.mean()
    apart = np.array(
        [
            whole - mean((totals.values.sum(axis=0) - row)[None])[0]  # first order: one output of all
            for row in totals.values
        ]
    )
    centred = values - values.mean(axis=1, keepdims=True) - values.mean(axis=0) + whole
    per_output = centred / values.size
    wanted = np.sum(per_output**2) * 4 * 6 / (3 * 5)
    assert interaction(apart, totals) == pytest.approx(wanted * (24 / 23) ** 2)


def test_cells_with_several_outputs_and_missing_cells_are_summed():
    systems, inputs = np.array([0, 0, 0, 2, 2, 5]), np.array([1, 1, 3, 1, 3, 9])
    found = crossed_totals(np.arange(6.0)[:, None], systems, inputs)
    assert found.n_systems == 3
    assert found.n_inputs == 3
    assert found.by_system.ravel().tolist() == [3, 7, 5]
    assert found.by_input.ravel().tolist() == [4, 6, 5]
    assert sorted(found.values.ravel()) == [1, 2, 3, 4, 5]


def test_of_two_systems_nothing_is_said_of_others():
    values = np.random.default_rng(3).normal(size=(2, 30))
    found = two_way_value(crossed(values), mean)
    assert not crossed(values).applies_to_systems
    columns = values.mean(axis=0)
    assert found.error == pytest.approx(np.std(columns, ddof=1) / np.sqrt(30))
    flat = values.ravel()[:, None]
    assert over_systems(flat, None, np.zeros(60, int), np.ones(60, bool)) is None
    assert over_systems(flat, np.repeat([0, 1], 30), np.tile(np.arange(30), 2), np.ones(60, bool)) is None


def test_one_input_or_an_undefined_value_has_no_error():
    assert np.isnan(two_way_value(crossed(np.ones((4, 1))), mean).error)
    undefined = two_way_value(crossed(np.ones((4, 5))), lambda sums: np.full(len(sums), np.nan))
    assert np.isnan(undefined.low)
    assert np.isnan(undefined.pvalue)
    values = np.zeros((4, 5))
    values[2, 3] = 1.0  # without this input the sum is 0, and the logarithm infinite
    infinite = two_way_value(crossed(values), lambda sums: np.log(sums[:, 1]))
    assert (infinite.value, np.isnan(infinite.low), np.isnan(infinite.high)) == (0.0, True, True)


def test_without_any_difference_the_interval_is_the_value():
    same = two_way_value(crossed(np.ones((4, 5))), mean)
    assert (same.low, same.high) == (1.0, 1.0)
    assert np.isnan(same.pvalue)
    assert two_way_value(crossed(np.zeros((4, 5))), mean).pvalue == 1.0


def test_what_does_not_fit_is_refused():
    with pytest.raises(ArgumentError, match="one number per output"):
        crossed_totals(np.ones((3, 1)), np.arange(2), np.arange(3))
    with pytest.raises(ArgumentError, match="`systems`"):
        over_systems(np.ones((3, 1)), ["a"], np.arange(3), np.ones(3, bool))


@pytest.mark.parametrize("taste", [0.0, 0.5])
def test_intervals_of_a_bias_hold_that_over_other_systems(taste):
    # systems that the judge likes by a normal number of their own: the truth is 0
    inside = 0
    for seed in range(200):
        rng = np.random.default_rng([seed, 71])
        errors = rng.normal(0, taste, (6, 1)) + rng.normal(0, 0.2, (1, 60)) + rng.normal(0, 0.7, (6, 60))
        found = scale_agreement(
            np.zeros(360),
            errors.ravel(),
            clusters=np.tile(np.arange(60), 6),
            systems=np.repeat(np.arange(6), 60),
        ).intervals["mean_error"]
        inside += found.low <= 0 <= found.high
    assert inside >= 200 * 0.95 - 2.5 * np.sqrt(200 * 0.95 * 0.05)


def test_intervals_of_shares_and_rates_hold_those_over_other_systems():
    # each system's outputs are called positive with a chance of its own beside people's: on average as often as people
    held = dict.fromkeys(("accuracy", "rate_bias"), 0)
    for seed in range(200):
        rng = np.random.default_rng([seed, 72])
        human = (rng.random((8, 50)) < 0.5).astype(float)
        turn = rng.uniform(-0.3, 0.3, (8, 1))
        odd = rng.random((8, 50)) < np.abs(turn)
        judge = np.where(odd, (turn > 0).astype(float), human)
        found = label_agreement(
            human.ravel(),
            judge.ravel(),
            clusters=np.tile(np.arange(50), 8),
            systems=np.repeat(np.arange(8), 50),
        )
        assert found.applies_to_systems
        truths = {"accuracy": 1 - 0.15 / 2, "rate_bias": 0.0}
        for name, truth in truths.items():
            low, high = found.intervals[name]
            held[name] += low <= truth <= high
    assert min(held.values()) >= 200 * 0.95 - 2.5 * np.sqrt(200 * 0.95 * 0.05), held


def test_the_order_of_systems_and_inputs_is_nothing():
    rng = np.random.default_rng(4)
    human, judge = (rng.random((2, 120)) < 0.6).astype(float)
    systems, inputs = np.repeat(np.arange(4), 30), np.tile(np.arange(30), 4)
    first = label_agreement(human, judge, clusters=inputs, systems=systems)
    order = rng.permutation(120)
    names = np.array(["d", "a", "c", "b"])
    again = label_agreement(
        human[order], judge[order], clusters=-inputs[order], systems=names[systems[order]]
    )
    for name in first.intervals:
        assert tuple(again.intervals[name]) == pytest.approx(tuple(first.intervals[name]))
    assert again.confusion.tolist() == first.confusion.tolist()


def test_of_labels_the_error_is_that_of_leaving_systems_out_by_hand():
    rng = np.random.default_rng(5)
    cells = np.eye(4)[rng.integers(0, 4, 90)]
    systems, inputs = np.repeat(np.arange(3), 30), np.tile(np.arange(30), 3)

    def share(counts):
        return (counts[:, 0] + counts[:, 3]) / counts.sum(axis=1)

    found = linearised_value(unit_totals(cells, inputs, systems), share)
    at = cells.sum(axis=0) + 2.0 / 4 * np.sqrt(3.0) ** 1.5  # clusters of three: 3 ** .75 times two outputs
    without = [share((at - cells[systems == k].sum(axis=0))[None])[0] for k in range(3)]
    of_systems = 2 / 3 * np.sum(np.square(without - np.mean(without)))
    assert found.error**2 >= of_systems * (1 - 1e-9)
    slopes = (np.array([1, 0, 0, 1]) - share(at[None])) / at.sum()
    apart = (cells @ slopes).reshape(3, 30)
    of_inputs = np.var(apart.sum(axis=0), ddof=1) * 30
    centred = apart - apart.mean(axis=1, keepdims=True) - apart.mean(axis=0) + apart.mean()
    noise = np.sum(centred**2) * 90 / (2 * 29)
    added = 2.0 / 4 * 3**0.75
    of_added = 3**0.75 * added * np.sum(slopes**2)
    wanted = of_systems + max(of_inputs - noise, 0) + of_added
    assert found.error**2 == pytest.approx(wanted, rel=1e-5)
    assert found.value == pytest.approx(share(at[None])[0])
