import functools
import math

import numpy as np
import pytest

from trueness.statistics.input_interactions import input_interactions
from trueness.statistics.two_way_model import TwoWayModel, fit_two_way_model

OUTPUTS = np.array([[1.0, 0.3, 0.3], [0.3, 1.0, 0.8], [0.3, 0.8, 1.0]])
WEIGHTS = 0.25 * np.array([[1.0, 0.5, 0.0], [0.5, 1.0, 0.6], [0.0, 0.6, 1.0]])


def model(*, weights=None, degrees=math.inf, aligned=0.0):
    alignment = None
    if weights is not None:
        alignment = np.zeros((len(weights), 3))
        alignment[0, 0] = aligned
    return TwoWayModel(np.zeros(3), 0.2 * np.eye(3), np.eye(3), OUTPUTS, weights, alignment, degrees)


@functools.cache
def of_weights():
    """Return what is found in tables of known weights, with which two tests compare."""
    return fits(model(weights=WEIGHTS[None]))


def fits(truth, n_systems=24, n_inputs=100, count=8, missing=0.0):
    found = []
    for seed in range(count):
        rng = np.random.default_rng(seed)
        scores = truth.draw(n_systems, n_inputs, rng)[0]
        scores[:, rng.random((n_systems, n_inputs)) < missing] = np.nan
        found.append(fit_two_way_model(scores, interactions=True).model)
    return found


@pytest.mark.parametrize("size", [(10, 20), (24, 100)])
def test_independent_noise_has_none(size):
    found = fits(model(), *size, count=12)
    assert sum(len(one.of_inputs) > 0 for one in found) <= 2
    assert np.mean([one.of_inputs.sum(axis=0)[0, 0] for one in found]) < 0.02
    assert np.mean([1 / one.input_degrees for one in found]) < (0.03 if size[0] == 10 else 0.01)


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_known_covariances_of_weights_are_found(missing):
    found = fits(model(weights=WEIGHTS[None]), missing=missing) if missing else of_weights()
    assert np.mean([len(one.of_inputs) for one in found]) == pytest.approx(1, abs=0.2)
    np.testing.assert_allclose(
        np.mean([one.of_inputs.sum(axis=0) for one in found], axis=0), WEIGHTS, atol=0.04
    )
    assert np.mean([1 / one.input_degrees for one in found]) < 0.01
    np.testing.assert_allclose(np.mean([one.outputs for one in found], axis=0), OUTPUTS, atol=0.05)


def test_two_dimensions_of_their_own():
    weights = np.stack([0.3 * OUTPUTS, 0.15 * np.diag([1.0, 0.4, 0.4])])
    found = fits(model(weights=weights), n_systems=40, n_inputs=160, count=4)
    assert [len(one.of_inputs) for one in found] == [2] * 4
    together = np.mean([one.of_inputs.sum(axis=0) for one in found], axis=0)
    np.testing.assert_allclose(together, weights.sum(axis=0), atol=0.06)


def test_slopes_are_weights_of_positions_along_the_effects():
    found = fits(model(weights=WEIGHTS[None], aligned=0.9))
    shares = [np.sum(one.aligned[0] ** 2) for one in found]
    assert np.mean(shares) == pytest.approx(0.81, abs=0.12)
    assert np.mean([np.sum(one.aligned[0] ** 2) for one in of_weights()]) < 0.3


@pytest.mark.parametrize("weights", [None, WEIGHTS[None]])
def test_known_degrees_of_inputs_are_found(weights):
    found = fits(model(weights=weights, degrees=10))
    assert np.mean([1 / one.input_degrees for one in found]) == pytest.approx(0.1, abs=0.025)


def test_no_covariance_has_less_than_one_degree():
    found = [one.input_degrees for one in fits(model(degrees=1), count=6)]
    assert min(found) == 1
    assert max(found) < 2


def test_outputs_that_are_missing_have_no_say_in_degrees_beside_two_dimensions():
    """Turned round, scores are what they were, and so is what stands for missing ones, if it is 0."""
    weights = np.stack([0.3 * OUTPUTS, 0.15 * np.diag([1.0, 0.4, 0.4])])
    rng = np.random.default_rng(0)
    scores = model(weights=weights, degrees=4).draw(40, 160, rng)[0]
    scores[:, rng.random((40, 160)) < 0.1] = np.nan
    found, turned = (fit_two_way_model(one, interactions=True) for one in (scores, -scores))
    assert len(found.positions) == 2
    assert found.model.input_degrees == turned.model.input_degrees < 10


def test_heavy_tails_are_no_difference_between_inputs():
    """Cells of heavy tails make covariances of inputs vary, but not the products of two cells."""
    rng = np.random.default_rng(7)
    drawn = [model().draw(24, 100, rng, degrees=5)[0] for _ in range(6)]
    found = [fit_two_way_model(one, interactions=True).model for one in drawn]
    assert np.mean([1 / one.input_degrees for one in found]) < 0.015


def test_weights_never_exceed_what_single_outputs_add():
    for one in fits(model(weights=0.98 * OUTPUTS[None]), count=4):
        assert np.linalg.eigvalsh(one.noise)[0] > -1e-9


def test_equal_scorers_and_small_tables_are_no_error():
    scores = np.random.default_rng(1).normal(size=(2, 12, 30))
    same = np.concatenate([scores, scores[1:]])
    fitted = fit_two_way_model(same, interactions=True)
    np.testing.assert_allclose(fitted.model.of_inputs[:, 1], fitted.model.of_inputs[:, 2], atol=1e-9)
    small = input_interactions(scores[:, :3, :5], np.ones((3, 5), dtype=bool), np.eye(2))
    assert (len(small.weights), small.degrees) == (0, math.inf)


def test_a_system_without_outputs_has_no_position():
    scores = model(weights=WEIGHTS[None]).draw(20, 100, np.random.default_rng(2))[0]
    scores[1, 4] = np.nan
    positions = fit_two_way_model(scores, interactions=True).positions
    assert len(positions) == 1
    assert positions[0, 4] == 0
    assert np.sum(positions**2) / 18 == pytest.approx(1)


def test_scales_and_repetitions_change_nothing():
    scores = model(weights=WEIGHTS[None], degrees=10).draw(16, 60, np.random.default_rng(3))[0]
    one = fit_two_way_model(scores, interactions=True)
    by = np.array([1.0, 100.0, 0.01])
    other = fit_two_way_model(scores * by[:, None, None], interactions=True)
    np.testing.assert_allclose(other.model.of_inputs, one.model.of_inputs * np.outer(by, by), rtol=1e-6)
    assert other.model.input_degrees == pytest.approx(one.model.input_degrees)
    np.testing.assert_array_equal(fit_two_way_model(scores, interactions=True).positions, one.positions)
