import numpy as np

from trueness.statistics.system_effects import standard_effects, symmetric_root


def scores(n=12, seed=3):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(3, n, 1)) + rng.normal(size=(3, 1, 30)) + 0.3 * rng.normal(size=(3, n, 30))


def test_effects_are_uncorrelated_and_of_variance_one():
    found = standard_effects(scores())
    np.testing.assert_allclose(found.mean(axis=1), 0, atol=1e-12)
    np.testing.assert_allclose(found @ found.T / found.shape[1], np.eye(3), atol=1e-10)
    np.testing.assert_allclose(standard_effects(1e-6 * scores()), found, atol=1e-10)  # on any scale


def test_systems_without_outputs_are_left_out():
    given = np.random.default_rng(1).normal(size=(2, 6, 5))
    given[1, 2] = np.nan
    assert standard_effects(given).shape == (2, 5)
    positions = np.arange(12.0).reshape(2, 6)
    found = standard_effects(given, positions)
    assert found.shape == (4, 5)
    np.testing.assert_allclose(np.mean(found[2:] ** 2, axis=1), 1)
    np.testing.assert_allclose(found[2] / found[2, 1], [0, 1, 3, 4, 5])


def test_the_root_squared_is_the_matrix():
    matrix = np.cov(np.random.default_rng(2).normal(size=(4, 9)))
    np.testing.assert_allclose(symmetric_root(matrix) @ symmetric_root(matrix), matrix)
    np.testing.assert_allclose(symmetric_root(matrix), symmetric_root(matrix).T)
