import itertools

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.two_way_model import TwoWayModel, fit_two_way_model


def model(seed=0, v=3):
    rng = np.random.default_rng(seed)
    matrices = [a @ a.T / v for a in rng.normal(size=(3, v, v))]
    return TwoWayModel(rng.normal(size=v), *matrices)


def test_complete_tables_are_the_analysis_of_variance():
    rng = np.random.default_rng(1)
    n, m = 6, 40
    x = rng.normal(size=(2, n, m)) + 3 * rng.normal(size=(2, n, 1)) + 2 * rng.normal(size=(2, 1, m))
    of_systems, of_inputs = x.mean(axis=2), x.mean(axis=1)
    centre = x.mean(axis=(1, 2), keepdims=True)
    rest = x - of_systems[:, :, None] - of_inputs[:, None, :] + centre
    outputs = np.einsum("vij,wij->vw", rest, rest) / ((n - 1) * (m - 1))
    systems = (m * np.cov(of_systems) - outputs) / m
    inputs = (n * np.cov(of_inputs) - outputs) / n
    found = fit_two_way_model(x)
    for name, expected in (("systems", systems), ("inputs", inputs), ("outputs", outputs)):
        if np.linalg.eigvalsh(expected)[0] >= 0:
            np.testing.assert_allclose(getattr(found.model, name), expected, atol=1e-10)
    np.testing.assert_allclose(found.model.mean, centre[:, 0, 0])
    assert found.n_cells == n * m


def test_missing_outputs_equal_the_definition():
    rng = np.random.default_rng(2)
    x = rng.normal(size=(1, 5, 6)) + 2 * rng.normal(size=(1, 5, 1)) + 2 * rng.normal(size=(1, 1, 6))
    x[0, rng.random((5, 6)) < 0.3] = np.nan
    cells = [(i, j) for i, j in itertools.product(range(5), range(6)) if not np.isnan(x[0, i, j])]
    halves = {"input": [], "system": [], "neither": []}
    for (i, j), (k, m) in itertools.permutations(cells, 2):
        kind = "input" if j == m else "system" if i == k else "neither"
        halves[kind].append((x[0, i, j] - x[0, k, m]) ** 2 / 2)
    one, two, three = (np.mean(halves[kind]) for kind in ("input", "system", "neither"))
    found = fit_two_way_model(x).model
    assert found.systems[0, 0] == pytest.approx(max(0, three - two))
    assert found.inputs[0, 0] == pytest.approx(max(0, three - one))
    assert found.outputs[0, 0] == pytest.approx(max(0, one + two - three))


@pytest.mark.parametrize("degrees", [None, 5.0])
@pytest.mark.parametrize("clusters", [None, np.repeat(np.arange(100), 4)])
def test_fits_what_was_drawn(clusters, degrees):
    truth = model()
    drawn = truth.draw(400, 400, np.random.default_rng(3), clusters=clusters, degrees=degrees)[0]
    found = fit_two_way_model(drawn).model
    for name in ("systems", "inputs", "outputs"):
        expected = getattr(truth, name)
        scale = np.sqrt(np.outer(np.diag(expected), np.diag(expected)))
        slack = 0.35 if degrees else 0.25
        assert np.max(np.abs(getattr(found, name) - expected) / scale) < slack, name


def test_exchangeable_scorers_are_alike():
    base = model(4)
    alike = base.exchangeable(0, 2)
    order = [2, 1, 0]
    for name in ("systems", "inputs", "outputs"):
        np.testing.assert_allclose(getattr(alike.of(order), name), getattr(alike, name))
        assert getattr(alike, name)[0, 2] == pytest.approx(getattr(base, name)[0, 2])
        assert getattr(alike, name)[1, 1] == pytest.approx(getattr(base, name)[1, 1])
    drawn = alike.draw(300, 2, np.random.default_rng(5), tables=20)
    assert drawn.shape == (20, 3, 300, 2)


def test_the_same_generator_state_gives_the_same_tables():
    one, two = (model().draw(4, 5, np.random.default_rng(6), tables=3) for _ in range(2))
    np.testing.assert_array_equal(one, two)


def uneven(degrees=8.0):
    base = model(7)
    weights = np.stack([0.4 * base.outputs, 0.3 * base.outputs])
    alignment = np.array([[0.6, 0.2, 0.0], [-0.2, 0.6, 0.3]])
    return TwoWayModel(base.mean, base.systems, base.inputs, base.outputs, weights, alignment, degrees)


@pytest.mark.parametrize("heavy", [None, 8.0])
def test_dimensions_and_noise_of_inputs_leave_covariances_as_they_are(heavy):
    truth = uneven()
    drawn = truth.draw(300, 300, np.random.default_rng(8), degrees=heavy)[0]
    found = fit_two_way_model(drawn).model
    for name in ("systems", "inputs", "outputs"):
        expected = getattr(truth, name)
        scale = np.sqrt(np.outer(np.diag(expected), np.diag(expected)))
        assert np.max(np.abs(getattr(found, name) - expected) / scale) < 0.3, name


def test_given_effects_take_the_place_of_drawn_ones():
    truth = uneven()
    effects = np.random.default_rng(9).normal(size=(1, 5, 60))
    drawn = truth.draw(60, 3000, np.random.default_rng(10), effects=effects)[0]
    of_systems = drawn.mean(axis=2)
    np.testing.assert_allclose(
        of_systems - of_systems.mean(axis=1, keepdims=True),
        effects[0, :3] - effects[0, :3].mean(axis=1, keepdims=True),
        atol=0.25,
    )
    # an input's slope of scores over positions varies as its weights do
    position = effects[0, 3] - effects[0, 3].mean()
    slopes = np.einsum("i,vij->vj", position, drawn) / (position @ position)
    assert np.var(slopes[0]) > 0.8 * truth.of_inputs[0, 0, 0]
    with pytest.raises(ArgumentError, match="`effects` must have the shape"):
        truth.draw(61, 30, np.random.default_rng(10), effects=effects)


def test_scaled_chosen_and_exchanged_models_keep_what_inputs_weigh():
    truth = uneven()
    by = np.array([2.0, 0.5, 3.0])
    scaled = truth.scaled(by)
    np.testing.assert_allclose(scaled.of_inputs, truth.of_inputs * np.outer(by, by))
    np.testing.assert_allclose(scaled._joint[3:, :3], truth._joint[3:, :3] * by)
    back = truth.of([2, 0])
    np.testing.assert_allclose(back._joint[2:, :2], truth._joint[3:, [2, 0]], atol=1e-9)
    assert back.input_degrees == truth.input_degrees
    alike = truth.exchangeable(0, 2)
    np.testing.assert_allclose(alike.of([2, 1, 0])._joint, alike._joint, atol=1e-9)
    np.testing.assert_allclose(alike.of([2, 1, 0]).of_inputs, alike.of_inputs)


def test_scorers_of_one_effect_move_as_one():
    """A covariance of rank 1 has eigenvalues that are 0 but for rounding, below 0 among them."""
    ones = np.ones((5, 5))
    assert np.linalg.eigvalsh(ones)[0] < 0
    drawn = TwoWayModel(np.zeros(5), ones, ones, ones).draw(6, 8, np.random.default_rng(1))[0]
    np.testing.assert_allclose(drawn, np.broadcast_to(drawn[:1], drawn.shape), atol=1e-6)


def test_of_scores_that_are_all_equal_no_variance_is_set_to_zero():
    found = fit_two_way_model(np.full((2, 4, 5), 3.0))
    assert (found.clipped, np.abs(found.model.systems).max()) == (0, 0)


def test_refusals():
    with pytest.raises(ArgumentError, match="positive semidefinite"):
        TwoWayModel(np.zeros(1), np.eye(1), -np.eye(1), np.eye(1))
    with pytest.raises(ArgumentError, match="symmetric"):
        TwoWayModel(np.zeros(2), np.eye(2), np.eye(1), np.eye(2))
    with pytest.raises(ArgumentError, match="more than 2"):
        model().draw(3, 3, np.random.default_rng(1), degrees=2)
    with pytest.raises(ArgumentError, match="share neither"):
        fit_two_way_model(np.zeros((1, 1, 5)))
    with pytest.raises(ArgumentError, match="a fit needs outputs"):
        fit_two_way_model(np.full((1, 2, 5), np.nan))
    with pytest.raises(ArgumentError, match="must have the shape"):
        fit_two_way_model(np.zeros((2, 5)))
    base = model()
    weights, none = base.outputs[None], np.zeros((1, 3))
    with pytest.raises(ArgumentError, match="less the sum of `weights`"):
        TwoWayModel(base.mean, base.systems, base.inputs, base.outputs, 2 * weights, none)
    with pytest.raises(ArgumentError, match="shapes"):
        TwoWayModel(base.mean, base.systems, base.inputs, base.outputs, weights, np.zeros((2, 3)))
    with pytest.raises(ArgumentError, match="singular values above 1"):
        TwoWayModel(base.mean, base.systems, base.inputs, base.outputs, weights, none + 1)
    with pytest.raises(ArgumentError, match="at least 1"):
        TwoWayModel(base.mean, base.systems, base.inputs, base.outputs, input_degrees=0.5)
