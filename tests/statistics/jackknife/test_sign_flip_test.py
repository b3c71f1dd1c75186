import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.statistics.jackknife.pseudo_values import pair_pseudo_values
from trueness.statistics.jackknife.sign_flip_test import sign_flip_test
from trueness.statistics.score_arrays import ScoreArrays

KEY = ("input", "pearson")


def run(arrays, pairs=((0, 1),), over="systems", **given_):
    return sign_flip_test(arrays, list(pairs), over, [KEY[0]], [KEY[1]], **given_)[KEY]


def arrays_of(seed, n=8, m=6):
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(n, m))
    return ScoreArrays.of(rng.normal(size=(3, n, m)) + z, z)


def test_all_flips_by_hand():
    arrays = arrays_of(1)
    found = run(arrays, resamples=256)
    (pseudo,) = pair_pseudo_values(arrays, [(0, 1)], "systems", [KEY[0]], [KEY[1]])[KEY]
    values = pseudo.values[:, 0]
    sums = np.array([np.dot(signs, values) for signs in itertools.product([1, -1], repeat=8)])
    whole, slack = values.sum(), 1e-9
    assert found.exact[0]
    assert found.resamples[0] == 256
    assert found.greater[0] == np.mean(sums >= whole - slack)
    assert found.less[0] == np.mean(sums <= whole + slack)
    assert found.two_sided[0] == np.mean(np.abs(sums) >= abs(whole) - slack)


def test_random_flips_come_close_to_all():
    arrays = arrays_of(2, n=12)
    exact, drawn = run(arrays, resamples=4096), run(arrays, resamples=4095, seed=1)
    assert exact.exact[0]
    assert not drawn.exact[0]
    assert drawn.two_sided[0] == pytest.approx(exact.two_sided[0], abs=0.04)
    unsaid, first = run(arrays, resamples=99), run(arrays, resamples=99, seed=0)
    assert (unsaid.greater[0], unsaid.less[0]) == (first.greater[0], first.less[0])
    assert first.greater[0] != run(arrays, resamples=99, seed=1).greater[0]


@given(st.integers(0, 10_000))
def test_turning_a_pair_round_turns_its_sides(seed):
    arrays = arrays_of(seed)
    found = run(arrays, [(0, 1), (1, 0), (0, 0)], resamples=256)
    assert found.greater[0] == found.less[1]
    assert found.two_sided[0] == found.two_sided[1]
    assert found.two_sided[2] == 1.0  # no difference


@given(st.integers(0, 10_000), st.permutations(range(8)))
def test_the_order_of_systems_does_not_matter(seed, order):
    arrays = arrays_of(seed)
    turned = ScoreArrays.of(arrays.metrics[:, list(order)], arrays.human[list(order)])
    assert run(arrays, resamples=256).two_sided[0] == run(turned, resamples=256).two_sided[0]


def test_size_and_power():
    """Rejects a true null rarely more often than said, and sees a difference."""
    rng = np.random.default_rng(3)
    rejected = {0.0: 0, 0.6: 0}
    runs = {0.0: 300, 0.6: 100}
    for bias, seed in ((bias, seed) for bias, count in runs.items() for seed in range(count)):
        quality = rng.normal(0, 0.5, (16, 1))
        human = quality + rng.normal(0, 0.1, (16, 1))
        x = 0.7 * quality + rng.normal(0, 0.1, (16, 1))
        y = 0.7 * quality + rng.normal(0, 0.1, (16, 1)) + rng.normal(0, 1, (16, 1)) * bias
        found = sign_flip_test(
            ScoreArrays.of(np.stack([x, y]), human),
            [(0, 1)],
            "systems",
            ["system"],
            ["pearson"],
            resamples=199,
            seed=seed,
        )
        rejected[bias] += int(found["system", "pearson"].two_sided[0] <= 0.05)
    assert 3 <= rejected[0.0] <= 28  # .05 within three Monte-Carlo errors
    assert rejected[0.6] >= 75
