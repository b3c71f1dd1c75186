"""The tail of swaps against the exact distribution of sums, and against all arrangements."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.statistics.systems.swapped_tail import swapped_tail, unit_differences
from trueness.statistics.systems.system_pairs import SystemPairs

RNG = np.random.default_rng(1)


def exact(differences):
    """Return P(S >= |s|) of whole numbers by adding one unit after the other."""
    sizes = np.abs(differences).astype(int)
    total = int(sizes.sum())
    p = np.zeros(2 * total + 1)
    p[total] = 1.0
    for size in sizes[sizes > 0]:
        moved = np.zeros_like(p)
        moved[size:] += p[: len(p) - size]
        moved[: len(p) - size] += p[size:]
        p = moved / 2
    return float(p[total + int(abs(differences.sum())) :].sum())


LIKERT = {
    f"{n} {name}": np.asarray(made(n), dtype=float)
    for n in (14, 20, 60, 300)
    for name, made in {
        "likert": lambda n: np.rint(RNG.normal(0.7, 1.2, n)),
        "rare": lambda n: (RNG.random(n) < 0.4) * np.where(RNG.random(n) < 0.9, 1, -1),
        "twos": lambda n: 2 * np.rint(RNG.normal(0.5, 1.0, n)),
        "heavy": lambda n: np.rint(RNG.standard_t(2, n) * 5 + 4),
        "one side": lambda n: RNG.integers(1, 4, n),
    }.items()
}


@pytest.mark.parametrize("name", LIKERT)
def test_whole_numbers_are_near_their_exact_distribution(name):
    given = LIKERT[name]
    (found,) = swapped_tail(given[None], np.array([True]))
    assert found == pytest.approx(exact(given), rel=0.12)


@pytest.mark.parametrize("seed", range(6))
def test_other_numbers_are_near_those_of_all_arrangements(seed):
    rng = np.random.default_rng(seed)
    signs = np.array(list(itertools.product((1, -1), repeat=15)))
    given = np.stack([rng.normal(k / 3, 1, 15) for k in range(8)] + [rng.standard_t(2, 15) + 1])
    found = swapped_tail(given, np.zeros(9, dtype=bool))
    for row, p in zip(given, found, strict=True):
        wanted = np.mean(signs @ row >= abs(row.sum()) - 1e-9)
        if wanted < 0.01:
            assert 0.75 * wanted <= p <= 2 * wanted


def test_no_probability_is_less_than_that_of_one_arrangement():
    same = np.array([[1.0] * 20 + [0.0] * 5, [0.1] * 25])
    found = swapped_tail(same, np.array([True, False]))
    np.testing.assert_allclose(found, [0.5**20, 0.5**25])
    nothing, far = swapped_tail(np.array([[0.0, 0.0], [1e300, 2e300]]), np.array([True, False]))
    assert (nothing, far) == (1.0, 0.25)


def test_sizes_and_directions_do_not_matter():
    given = RNG.normal(0.8, 1, (3, 30))
    found = swapped_tail(given, np.zeros(3, dtype=bool))
    np.testing.assert_allclose(swapped_tail(-1e6 * given, np.zeros(3, dtype=bool)), found)


def test_differences_of_units_are_those_of_their_inputs_together():
    scores = np.array([[1.0, 2, 3, np.nan], [0, 2, 1, 5], [0.5, 0.25, 1, 1]])
    pairs = SystemPairs.of(scores, clusters=["a", "a", "b", "b"])
    differences, whole = unit_differences(pairs, slice(0, 2))
    np.testing.assert_allclose(differences / pairs.exact[1], [[1, 2], [2.25, 2]])
    assert whole.all()
    odd, whole = unit_differences(SystemPairs.of(scores[:2] / 3), slice(0, 1))
    np.testing.assert_allclose(odd[0] / SystemPairs.of(scores[:2] / 3).exact[1], [1 / 3, 0, 2 / 3, 0])


@pytest.mark.parametrize("sum_", [1e-2, 1e-5, 1e-6, 1e-7, 1e-8])
def test_of_a_sum_near_0_the_tail_is_a_half(sum_):
    given = np.random.default_rng(3).normal(size=30)
    given -= given.mean() - sum_ / 30
    (found,) = swapped_tail(given[None], np.array([False]))
    assert found == pytest.approx(0.5, abs=0.01)
