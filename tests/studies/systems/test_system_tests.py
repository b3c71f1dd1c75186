"""Rows of tests of pairs: corrections, both orders of one-sided tests, verdicts, decisions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats
from statsmodels.stats.multitest import multipletests

from trueness.errors import UnsupportedMethodError
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.studies.systems.system_settings import SYSTEM_TESTS, SystemSettings
from trueness.studies.systems.system_tests import decisions, system_tests

NAN = np.nan
NAMES = ("a", "b", "c", "d")


def scores(seed=0, m=25):
    rng = np.random.default_rng(seed)
    return rng.normal(size=m) + rng.normal(size=(4, m)) + np.array([[0], [0.4], [0.8], [1.2]])


def run(given=None, **settings):
    settings = SystemSettings(**{"resamples": 999, "seed": 1, **settings})
    return system_tests("bleu", NAMES, SystemPairs.of(scores() if given is None else given), settings)


def test_two_sided_rows_are_one_per_pair_and_one_family():
    rows = run(test="t")
    assert [(row.system, row.rival_system) for row in rows] == list(itertools.combinations(NAMES, 2))
    values = scores()
    raw = [scipy.stats.ttest_rel(*pair).pvalue for pair in itertools.combinations(values, 2)]
    assert [row.pvalue for row in rows] == pytest.approx(raw)
    assert [row.pvalue_adjusted for row in rows] == pytest.approx(multipletests(raw, method="holm")[1])
    assert {row.family_size for row in rows} == {6}
    for row in rows:
        assert row.significant_adjusted == (row.pvalue_adjusted <= 0.05) == (row.verdict != "not separated")
        assert row.estimate == pytest.approx(row.estimate_system - row.estimate_rival)
        if row.significant_adjusted:
            assert row.verdict == ("better" if row.estimate > 0 else "worse")


@pytest.mark.parametrize("test", SYSTEM_TESTS)
@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_one_sided_tests_are_made_in_both_orders(test, alternative):
    rows = run(test=test, alternative=alternative)
    assert len(rows) == 12
    assert {row.family_size for row in rows} == {12}
    found = {(row.system, row.rival_system): row for row in rows}
    turned = run(scores()[::-1], test=test, alternative=alternative)
    for (a, b), row in found.items():
        other = found[b, a]
        assert (row.estimate, row.pvalue_greater) == (-other.estimate, other.pvalue_less)
        assert row.pvalue == (row.pvalue_greater if alternative == "greater" else row.pvalue_less)
        assert (row.low, row.high) == pytest.approx((-other.high, -other.low), nan_ok=True)
        assert row.verdict in ("not separated", "better" if alternative == "greater" else "worse")
        # the statistic, too, is that of the systems in this order: as if they had been given in it
        names = dict(zip(NAMES, reversed(NAMES), strict=True))
        (same,) = (r for r in turned if (names[r.system], names[r.rival_system]) == (a, b))
        assert row.statistic == pytest.approx(same.statistic, nan_ok=True, abs=1e-9)
    if test == "wilcoxon":
        total = found["a", "b"].statistic + found["b", "a"].statistic
        assert total == 25 * 26 / 2


def test_undefined_tests_are_no_part_of_the_family():
    given = scores()
    given[0, 1:] = NAN
    rows = run(given, test="t")
    assert [row.verdict == "undefined" for row in rows] == [True] * 3 + [False] * 3
    assert {row.family_size for row in rows} == {3}
    assert [row.n_inputs for row in rows] == [1] * 3 + [25] * 3


def test_a_rank_test_decides_by_ranks():
    """Most outputs are a little better, a few much worse: the mean says one thing, the signed ranks another."""
    given = np.zeros((2, 30))
    given[0] = np.linspace(0.1, 0.3, 30)
    given[0, :3] = -20
    (row,) = run(np.vstack([given]), test="wilcoxon")[:1]
    assert row.estimate < 0
    assert row.verdict == "better"


def test_decisions_about_unordered_pairs():
    two_sided = decisions(run(test="t"))
    one_sided = decisions(run(test="t", alternative="greater"))
    assert list(two_sided) == list(one_sided) == list(itertools.combinations(NAMES, 2))
    loosely = [
        decisions(run(test="t", alternative=a, correction="none", alpha=0.025)) for a in ("greater", "less")
    ]
    assert loosely[0] == loosely[1] == decisions(run(test="t", correction="none"))
    assert set(loosely[0].values()) > {-1.0}
    given = scores()
    given[3] = NAN
    assert np.isnan(decisions(run(given, test="t"))["a", "d"])


def test_resampling_has_no_statistic_and_says_how_it_drew():
    for row in run():
        assert np.isnan(row.statistic)
        assert (row.resamples, row.exact) == (999, False)
    assert {(row.resamples, row.exact) for row in run(scores(m=9))} == {(512, True)}


def test_clusters_need_a_test_that_knows_them():
    pairs = SystemPairs.of(scores(), clusters=np.arange(25) // 5)
    with pytest.raises(UnsupportedMethodError, match="clusters"):
        system_tests("bleu", NAMES, pairs, SystemSettings(test="t"))
    assert system_tests("bleu", NAMES, pairs, SystemSettings())[0].resamples == 32
