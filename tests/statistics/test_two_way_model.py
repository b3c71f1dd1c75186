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


def test_refusals():
    with pytest.raises(ArgumentError, match="positive semidefinite"):
        TwoWayModel(np.zeros(1), np.eye(1), -np.eye(1), np.eye(1))
    with pytest.raises(ArgumentError, match="symmetric"):
        TwoWayModel(np.zeros(2), np.eye(2), np.eye(1), np.eye(2))
    with pytest.raises(ArgumentError, match="more than 2"):
        model().draw(3, 3, np.random.default_rng(1), degrees=2)
    with pytest.raises(ArgumentError, match="share neither"):
        fit_two_way_model(np.zeros((1, 1, 5)))
    with pytest.raises(ArgumentError, match="nothing to fit"):
        fit_two_way_model(np.full((1, 2, 5), np.nan))
    with pytest.raises(ArgumentError, match="must have the shape"):
        fit_two_way_model(np.zeros((2, 5)))
