import dataclasses
import functools

import numpy as np
import pytest

from trueness.errors import UnknownNameError
from trueness.studies.certify.looks import LOOKS
from trueness.studies.certify.scenario import Scenario
from trueness.studies.certify.truths import LEVELS, NULL_TRUTHS, OTHER_TRUTHS, TRUTHS, find_truth

# many systems: what is left of a difference is true of the population, or due to the inputs drawn
SYSTEMS, INPUTS, TABLES = 400, 20, 60


def untold(truth):
    """Return a truth of which methods are told no families: that changes what they do, and nothing that is true."""
    return dataclasses.replace(truth, told_families=1)


def correlations(x, z):
    """Correlate along the second axis metrics, shape (K, N, ...), with the human, shape (N, ...)."""
    axis, z = 1, z[None]
    x, z = (one - np.nanmean(one, axis=axis, keepdims=True) for one in (x, z))
    product = np.nansum(x * z, axis=axis)
    return product / np.sqrt(np.nansum(x**2 * ~np.isnan(z), axis=axis) * np.nansum(z**2, axis=axis))


@functools.cache
def gaps(name):
    """Return the first metric's correlation less the second's in tables of very many systems, by level."""
    truth = find_truth(name)
    scenario = untold(truth).scenario("normal", SYSTEMS, INPUTS)
    found = {level: [] for level in LEVELS}
    for seed in range(TABLES):
        arrays = scenario.draw(np.random.default_rng(seed))
        human, metrics = arrays.human, arrays.metrics[list(truth.pairs[0])]
        metrics = np.where(np.isnan(human), np.nan, metrics)
        r = {
            "system": correlations(np.nanmean(metrics, axis=2), np.nanmean(human, axis=1)),
            "input": correlations(metrics, human).mean(axis=1),
        }
        for level in LEVELS:
            found[level].append(r[level][0] - r[level][1])
    return {level: np.array(values) for level, values in found.items()}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("truth", TRUTHS, ids=lambda truth: truth.name)
def test_what_is_said_to_be_null_is_and_what_is_sought_is_there(truth, level):
    found = gaps(truth.name)[level]
    error = found.std(ddof=1) / np.sqrt(TABLES)
    if level in truth.null_levels:
        assert abs(found.mean()) < 4 * error
    if level in truth.sought_levels:
        assert found.mean() > 0.02
        assert found.mean() > 10 * error


@pytest.mark.parametrize(
    "name", ["unequal noise, equal at system level", "unequal noise, equal at input level"]
)
def test_unequal_noise_is_equal_at_one_level_only(name):
    truth = find_truth(name)
    (other,) = set(LEVELS) - set(truth.null_levels)
    found = gaps(name)[other]
    assert abs(found.mean()) > 10 * found.std(ddof=1) / np.sqrt(TABLES)
    assert truth.sought_levels == ()


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("far: r .97 against -.8", 0.97, -0.8),
        ("far: r .97 against .35", 0.97, 0.35),
    ],
)
def test_metrics_far_apart_are_as_far_as_the_name_says(name, first, second):
    scenario = find_truth(name).scenario("normal", 2000, 100)
    found = []
    for seed in range(20):
        arrays = scenario.draw(np.random.default_rng(seed))
        found.append(correlations(arrays.metrics.mean(axis=2), arrays.human.mean(axis=1)))
    assert np.mean(found, axis=0) == pytest.approx([first, second], abs=0.01)


def test_nearly_the_same_metrics_correlate_almost_perfectly():
    arrays = find_truth("metrics nearly the same").scenario("normal", 100, 100).draw(np.random.default_rng(1))
    (one, other) = arrays.metrics
    assert np.corrcoef(one.ravel(), other.ravel())[0, 1] > 0.98
    assert np.corrcoef(one.mean(axis=1), other.mean(axis=1))[0, 1] > 0.985


def test_every_truth_has_a_name_and_a_known_look():
    assert len({truth.name for truth in TRUTHS}) == len(TRUTHS)
    assert {truth.look for truth in TRUTHS} == set(LOOKS)
    assert all(truth.null_levels for truth in NULL_TRUTHS)
    assert all(truth.sought_levels and not truth.null_levels for truth in OTHER_TRUTHS)
    with pytest.raises(UnknownNameError, match="no truth 'two bad'"):
        find_truth("two bad")


def test_a_truth_is_drawn_as_it_says():
    truth = find_truth("alike, bias .2, inputs in clusters")
    scenario = truth.scenario("likert", 6, 20)
    assert isinstance(scenario, Scenario)
    assert scenario.name == "alike, bias .2, inputs in clusters; likert scores; 6 systems, 20 inputs"
    drawn = scenario.draw(np.random.default_rng(2))
    assert len(np.unique(drawn.clusters)) == 4
    assert set(np.unique(drawn.human)) <= {1, 2, 3, 4, 5}
    assert [find_truth("far: r .97 against -.8").fits(n, 20) for n in (16, 25)] == [True, False]
    six = find_truth("six metrics alike, all pairs").scenario("normal", 10, 20)
    assert (len(six.pairs), six.draw(np.random.default_rng(1)).n_metrics) == (15, 6)


def test_truths_chosen_to_break_tests_are_drawn_as_they_say():
    rng = np.random.default_rng(1)
    family = find_truth("one large family, told").scenario("normal", 16, 20).draw(rng)
    assert np.bincount(family.system_clusters).tolist() == [10, 1, 1, 1, 1, 1, 1]
    documents = find_truth("inputs of four documents").scenario("normal", 16, 100).draw(rng)
    assert np.bincount(documents.clusters).tolist() == [25, 25, 25, 25]
    far = find_truth("two far systems of spread biases").scenario("normal", 16, 20)
    drawn = [far.draw(np.random.default_rng(seed)) for seed in range(200)]
    human = np.array([one.human.mean(axis=1) for one in drawn])
    assert human[:, :2].mean() == pytest.approx(-3, abs=0.2)
    spread = np.std([one.metrics.mean(axis=2) - one.human.mean(axis=1) for one in drawn], axis=(0, 1))
    assert spread[:2] == pytest.approx([4, 4], rel=0.15)  # 20 times .2
    assert spread[2:] == pytest.approx(np.full(14, 0.2), rel=0.3)
