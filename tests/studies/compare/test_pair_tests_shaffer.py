"""Shaffer's correction in a comparison: which families, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.corrections import adjust
from trueness.statistics.shaffer import shaffer
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import compare
from trueness.studies.pool.settings import PoolSettings
from trueness.studies.systems.settings import SystemSettings


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(20, 1))
    human = quality + rng.normal(size=(20, 30)) / 4
    metrics = {f"m{k}": quality + (0.2 + 0.5 * k) * rng.normal(size=(20, 30)) for k in range(5)}
    scorers = (Scorer("human", role="human"), *(Scorer(name) for name in metrics))
    names = [f"s{k}" for k in range(20)], [f"i{k}" for k in range(30)]
    return ScoreTable(scorers, *names, np.array([human, *metrics.values()]))


@pytest.mark.parametrize("test", ["williams", "permutation"])
def test_all_pairs_are_corrected_by_what_they_compare(table, test):
    found = compare(
        table, level="system", coefficient="pearson", test=test, correction="shaffer", resamples=199, rng=1
    )
    rows = found.tests
    raw, pairs = [row.pvalue for row in rows], [(row.metric, row.rival) for row in rows]
    assert len(rows) == 10
    np.testing.assert_allclose([row.pvalue_adjusted for row in rows], shaffer(raw, pairs), rtol=1e-12)
    assert (np.array([row.pvalue_adjusted for row in rows]) < adjust(raw, "holm") * (1 - 1e-9)).any()
    assert "corr:shaffer-all" in str(found.signature)
    assert "Shaffer's correction (Shaffer, 1986)" in found.methods().text


def test_against_a_baseline_it_is_holm(table):
    given = {"level": "system", "coefficient": "pearson", "test": "williams", "baseline": "m1", "rng": 1}
    sharp = compare(table, correction="shaffer", **given).tests
    holm = compare(table, correction="holm", **given).tests
    assert [row.pvalue_adjusted for row in sharp] == pytest.approx([row.pvalue_adjusted for row in holm])


def test_equivalence_beside_it_is_corrected_by_holm(table):
    given = {"level": "system", "coefficient": "pearson", "margin": 0.3, "resamples": 199, "rng": 1}
    sharp = compare(table, correction="shaffer", **given).tests
    holm = compare(table, correction="holm", **given).tests
    assert [row.pvalue_equivalence_adjusted for row in sharp] == [
        row.pvalue_equivalence_adjusted for row in holm
    ]


@pytest.mark.parametrize("given", [{"alternative": "greater"}, {"family": "per_metric"}])
@pytest.mark.parametrize("kind", [Settings, PoolSettings])
def test_other_families_are_refused(kind, given):
    with pytest.raises(
        UnsupportedMethodError, match=r"'shaffer' is for two-sided tests .* \(--correction holm\)"
    ):
        kind(correction="shaffer", **given)


def test_studies_of_other_hypotheses_name_the_remedy():
    with pytest.raises(
        ArgumentError, match=r"`correction`='shaffer' is for two-sided tests of all pairs .* 'holm'"
    ):
        SystemSettings(correction="shaffer")
