"""What is said of the tests of pairs where they cannot reject: the cause is named, and the remedy works."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.study import compare


def cautions(n_systems, n_metrics=3, groups=None, **options):
    rng = np.random.default_rng(6)
    human = rng.normal(size=(n_systems, 6)) + rng.normal(size=(n_systems, 1))
    metrics = [human + s * rng.normal(size=human.shape) for s in np.linspace(0.1, 3, n_metrics)]
    scorers = (Scorer("people", "human"), *(Scorer(f"m{i}", "metric") for i in range(n_metrics)))
    names = tuple(f"s{i}" for i in range(n_systems)), tuple(f"d{j}" for j in range(6))
    table = ScoreTable(scorers, *names, np.array([human, *metrics]), input_groups=groups or {})
    given = {
        "level": "system",
        "coefficient": "pearson",
        "test": "permutation",
        "correction": "holm",
        "rng": 1,
        "resamples": 199,
    }
    return {one.code: one for one in compare(table, **{**given, **options}).cautions}


def test_few_systems_are_the_cause_and_more_resamples_no_remedy():
    for resamples in (20, 64, 9999):
        found = cautions(6, resamples=resamples)
        assert "too_few_resamples" not in found
        message = found["too_few_arrangements"].message
        assert found["too_few_arrangements"].severity == "warning"
        assert message == (
            "Collect more systems, or compare fewer metrics (--metrics). The scores of 6 systems can be swapped in 64 "
            "ways only, so the smallest p-value is 0.0312: no rejection can survive 'holm' over 3 tests at alpha = "
            "0.05, with any number of resamples."
        )
        assert "monte_carlo" not in found or resamples == 20


def test_more_systems_and_fewer_metrics_are_remedies():
    assert "too_few_arrangements" not in cautions(7)  # 3 * 2 / 128 <= 0.05
    assert "too_few_arrangements" not in cautions(6, n_metrics=2)
    assert "fewer metrics" not in cautions(5, n_metrics=2)["too_few_arrangements"].message


def test_few_resamples_are_told_from_few_systems():
    found = cautions(12, resamples=50)
    assert "too_few_arrangements" not in found
    assert "Draw at least 59 resamples" in found["too_few_resamples"].message
    assert "too_few_resamples" not in cautions(12, resamples=59)


def test_a_false_discovery_rate_rules_out_lone_rejections_only():
    assert "no lone rejection" in cautions(6, correction="bh")["too_few_arrangements"].message
    assert "no rejection is possible" in cautions(5, correction="none")["too_few_arrangements"].message


@pytest.mark.parametrize(
    ("clusters", "units"), [(None, "6 inputs can be swapped in 64"), ("topic", "3 groups of inputs")]
)
def test_the_units_swapped_are_named(clusters, units):
    groups = {"topic": ("a", "a", "b", "b", "c", "c")}
    found = cautions(12, groups=groups, test_over="inputs", clusters=clusters)
    assert units in found["too_few_arrangements"].message
