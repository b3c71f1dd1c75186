"""Tests of two systems against the functions behind them."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.methods.registry import SYSTEM_TESTS, system_test
from trueness.methods.system_tests import SystemDraws
from trueness.statistics.systems.paired_t import paired_t
from trueness.statistics.systems.rank_sum import rank_sum
from trueness.statistics.systems.signed_rank import signed_rank
from trueness.statistics.systems.system_bootstrap import system_bootstrap
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.statistics.systems.system_permutation import system_permutation

DRAWS = SystemDraws(resamples=99, seed=3, confidence=0.9, zeros="wilcox")


def pairs_of():
    rng = np.random.default_rng(1)
    return SystemPairs.of(rng.integers(0, 5, (3, 12)).astype(float))


@pytest.mark.parametrize(
    ("name", "run"),
    [
        ("permutation", lambda pairs: system_permutation(pairs, resamples=99, rng=3)),
        ("bootstrap", lambda pairs: system_bootstrap(pairs, confidence=0.9, resamples=99, rng=3)),
        ("t", lambda pairs: paired_t(pairs, confidence=0.9)),
        ("wilcoxon", lambda pairs: signed_rank(pairs, zeros="wilcox")),
        ("rank_sum", rank_sum),
    ],
)
def test_each_is_its_function(name, run):
    found, expected = system_test(name).run(pairs_of(), DRAWS), run(pairs_of())
    for side in ("greater", "less", "two-sided"):
        np.testing.assert_array_equal(found.pvalue(side), expected.pvalue(side))
    np.testing.assert_array_equal(found.low, expected.low)
    assert system_test(name).has_interval == bool(np.isfinite(expected.low).all())
    assert system_test(name).resampled == (expected.resamples > 0)


def test_facts():
    assert [name for name in SYSTEM_TESTS if system_test(name).has_zeros] == ["wilcoxon"]
    assert [name for name in SYSTEM_TESTS if system_test(name).only_means] == ["t"]
