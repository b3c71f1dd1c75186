"""Numbers of labels: closed forms of shares and of kappa, and that so many are enough."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError, DataError
from trueness.statistics.judging import labels_needed as module
from trueness.statistics.judging.label_agreement import label_agreement, label_measures, linearised_value
from trueness.statistics.judging.labels_needed import labels_needed


def pilot(hits=900, misses=100, alarms=100, rejections=900):
    human = np.repeat([1.0, 1, 0, 0], [hits, misses, alarms, rejections])
    judge = np.repeat([1.0, 0, 1, 0], [hits, misses, alarms, rejections])
    return human, judge


def test_a_share_needs_what_the_textbook_says():
    found = labels_needed(*pilot(), measure="accuracy", half_width=0.05, resamples=99, rng=1)
    assert found.estimate == pytest.approx(0.9)
    assert found.number == pytest.approx(1.96**2 * 0.9 * 0.1 / 0.05**2, abs=2)
    of_positives = labels_needed(*pilot(), measure="tpr", half_width=0.05, resamples=99, rng=1)
    assert of_positives.number == pytest.approx(2 * 1.96**2 * 0.9 * 0.1 / 0.05**2, abs=3)


@pytest.mark.parametrize("cells", [(400, 100, 50, 450), (800, 200, 300, 28700)])  # the second: rare labels
def test_kappa_has_the_large_sample_error_of_fleiss_cohen_and_everitt(cells):
    human, judge = pilot(*cells)
    hits, misses, alarms, rejections = np.array(cells) / sum(cells)
    table = np.array([[rejections, alarms], [misses, hits]])
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    same, chance = np.trace(table), rows @ columns
    kappa = (same - chance) / (1 - chance)
    one = sum(table[k, k] * (1 - (rows[k] + columns[k]) * (1 - kappa)) ** 2 for k in range(2))
    other = (1 - kappa) ** 2 * sum(
        table[k, j] * (columns[k] + rows[j]) ** 2 for k in range(2) for j in range(2) if k != j
    )
    spread = np.sqrt(one + other - (kappa - chance * (1 - kappa)) ** 2) / (1 - chance)
    found = labels_needed(human, judge, half_width=0.1, resamples=99, rng=1)
    assert found.estimate == pytest.approx(kappa)
    assert found.spread == pytest.approx(spread, rel=0.01)


def test_with_so_many_labels_the_interval_lies_beyond_the_bar_as_often_as_asked():
    human, judge = pilot(430, 70, 70, 430)
    found = labels_needed(human, judge, bar=0.6, power=0.8, resamples=99, rng=1)
    rng = np.random.default_rng(4)
    green = 0
    for _ in range(150):
        chosen = rng.integers(0, len(human), int(found.number))
        green += label_agreement(human[chosen], judge[chosen]).intervals["kappa"].low >= 0.6
    assert 0.7 < green / 150 < 0.9  # three Monte-Carlo errors about .8


def test_rare_labels_take_more_than_the_formula_says():
    """3% are positive: with the number of the formula the interval lay beyond the bar in two thirds of data sets."""
    human, judge = pilot(24, 6, 10, 960)
    found = labels_needed(human, judge, bar=0.6, power=0.8, resamples=49, rng=1)
    formula = ((1.959964 + 0.841621) * found.spread / (found.estimate - 0.6)) ** 2
    assert found.number > 1.15 * formula
    rng = np.random.default_rng(5)
    green = 0
    for _ in range(300):
        chosen = rng.integers(0, len(human), int(found.number))
        green += label_agreement(human[chosen], judge[chosen]).intervals["kappa"].low >= 0.6
    assert 0.73 < green / 300 < 0.88


def test_a_small_pilot_promises_less_exactly_than_a_large_one():
    small = labels_needed(*pilot(45, 5, 5, 45), half_width=0.05, resamples=199, rng=1)
    large = labels_needed(*pilot(), half_width=0.05, resamples=199, rng=1)
    assert small.interval.low < small.number < small.interval.high
    assert small.interval.high - small.interval.low > 3 * (large.interval.high - large.interval.low)
    assert labels_needed(*pilot(45, 5, 5, 45), half_width=0.05, resamples=199, rng=1) == small


def test_no_number_is_enough_for_a_judge_short_of_the_bar():
    found = labels_needed(*pilot(30, 20, 20, 30), bar=0.6, resamples=199, rng=1)
    assert found.number == np.inf
    assert found.interval.high == np.inf


def test_outputs_of_one_cluster_need_more():
    human, judge = (np.repeat(one, 4) for one in pilot(90, 10, 10, 90))
    apart = labels_needed(human, judge, half_width=0.05, resamples=49, rng=1)
    together = labels_needed(
        human, judge, half_width=0.05, resamples=49, rng=1, clusters=np.repeat(np.arange(200), 4)
    )
    assert together.number == pytest.approx(4 * apart.number, rel=0.05)


def test_refusals():
    with pytest.raises(ArgumentError, match="give either `half_width` or"):
        labels_needed(*pilot())
    with pytest.raises(ArgumentError, match="give either"):
        labels_needed(*pilot(), half_width=0.1, bar=0.5)
    with pytest.raises(ArgumentError, match="half_width"):
        labels_needed(*pilot(), half_width=0)
    with pytest.raises(DataError, match="one label only"):
        labels_needed(np.ones(20), np.ones(20), half_width=0.1)
    with pytest.raises(DataError, match="no labelled output in common"):
        labels_needed(np.full(20, np.nan), np.ones(20), half_width=0.1, clusters=np.arange(20) // 2)


def test_the_order_of_outputs_and_of_inputs_does_not_matter():
    rng = np.random.default_rng(11)
    human = rng.integers(0, 2, 120).astype(float)
    judge = np.where(rng.random(120) < 0.85, human, 1 - human)
    inputs = np.repeat(np.arange(40), 3)
    order = rng.permutation(120)
    for groups in (None, inputs):
        asked = {"bar": 0.5, "resamples": 99, "rng": 4}
        moved = None if groups is None else 100 - groups[order]
        found = labels_needed(human, judge, clusters=groups, **asked)
        assert labels_needed(human[order], judge[order], clusters=moved, **asked) == found


def test_a_judge_a_hair_above_the_bar_takes_what_the_formula_says():
    """More clusters than can be drawn, where this ended in an error of NumPy."""
    value = labels_needed(*pilot(), half_width=0.05, resamples=99, rng=1)
    gap = 1e-9
    found = labels_needed(*pilot(), bar=value.estimate - gap, resamples=99, rng=1)
    wanted = ((1.959964 + 0.841621) * value.spread / gap) ** 2
    assert found.number == pytest.approx(wanted, rel=1e-5)


@pytest.mark.parametrize("measure", ["kappa", "tpr"])
def test_data_sets_have_the_intervals_of_label_agreement(measure):
    """Clusters of one to three outputs, a rare label: so many of each as are drawn, as they were all there."""
    rng = np.random.default_rng(5)
    totals = np.stack(
        [rng.multinomial(rng.integers(1, 4), (0.8, 0.05, 0.05, 0.1)) for _ in range(30)]
    ).astype(float)
    pilot = module._Pilot.of(totals, measure, 1)
    found = module._linearised(pilot, pilot.counts[None])
    expected = linearised_value(totals, lambda counts: label_measures(counts, 1)[measure])
    assert found.estimate[0] == pytest.approx(expected.value)
    assert np.sqrt(found.variance[0]) == pytest.approx(expected.error, rel=1e-6)
    assert 1 < found.freedom[0] < 29
    assert found.freedom[0] == pytest.approx(expected.degrees, rel=1e-6)
