import numpy as np
import pytest

from trueness.studies.plan.annotator_noise import annotator_noise


def ratings(preference=0.0, severity_by_input=0.0, noise=1.0, annotators=3, n=60, m=80, seed=1):
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(n, 1)) + rng.normal(size=(1, m)) + rng.normal(size=(n, m))
    return (
        truth
        + preference * rng.normal(size=(annotators, n, 1))
        + severity_by_input * rng.normal(size=(annotators, 1, m))
        + rng.normal(size=(annotators, 1, 1))
        + noise * rng.normal(size=(annotators, n, m))
    )


@pytest.mark.parametrize(("preference", "severity", "noise"), [(0, 0, 1.5), (0.7, 0, 1), (0.5, 2, 1)])
def test_parts_are_told_apart(preference, severity, noise):
    found = annotator_noise(ratings(preference, severity, noise))
    assert found.outputs == pytest.approx(noise**2, rel=0.1)
    assert found.systems == pytest.approx(preference**2, rel=0.35, abs=0.03)
    assert found.annotators == 3


def test_slots_stand_for_annotators_who_rated_some_inputs_only():
    dense = ratings(noise=1.2, annotators=3)
    rng = np.random.default_rng(5)
    sparse = np.full((7, *dense.shape[1:]), np.nan)
    for j in range(dense.shape[2]):
        sparse[np.sort(rng.choice(7, 3, replace=False)), :, j] = dense[:, :, j]
    found = annotator_noise(sparse)
    assert found.outputs == pytest.approx(1.2**2, rel=0.1)
    assert found.annotators == 3


def test_number_of_ratings_is_the_harmonic_mean():
    given = ratings(annotators=2)
    given[1, :, ::2] = np.nan
    assert annotator_noise(given).annotators == pytest.approx(2 / (1 / 1 + 1 / 2))


def test_one_rating_each_tells_nothing():
    found = annotator_noise(ratings(annotators=1))
    assert (found.systems, found.outputs, found.annotators) == (0.0, 0.0, 1.0)
    assert annotator_noise(np.full((2, 3, 3), np.nan)).outputs == 0.0


def test_too_few_for_parts_count_as_noise_of_outputs():
    """Two outputs with two ratings that differ by 1 and by 3: the mean variance is (1/2 + 9/2) / 2."""
    values = np.full((2, 2, 2), np.nan)
    values[:, 0, 0] = 1, 2
    values[:, 1, 1] = 1, 4
    found = annotator_noise(values)
    assert (found.systems, found.outputs) == (0.0, 2.5)
