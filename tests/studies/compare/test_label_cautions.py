"""Comparisons where people give labels: values, intervals, tests, the signature, and what is said."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness import Scorer, ScoreTable, compare
from trueness.errors import DataError, UnsupportedMethodError


def _table(labels=(), share=0.3, systems=6, lower=False, seed=1):
    rng = np.random.default_rng(seed)
    z = (rng.random((systems, 30)) < share).astype(float)
    metrics = [z + rng.normal(size=z.shape), -(z + rng.normal(size=z.shape))]
    return ScoreTable(
        [
            Scorer("verdict", "human", higher_is_better=not lower, labels=tuple(labels)),
            Scorer("first", "metric"),
            Scorer("second", "metric", higher_is_better=False),
        ],
        [f"s{i}" for i in range(systems)],
        [f"i{j}" for j in range(30)],
        np.array([z, *metrics]),
    )


@pytest.fixture(scope="module")
def found():
    return compare(_table(("fail", "pass")), coefficient=["auc", "balanced_accuracy"], resamples=99, rng=1)


def _caution(result, code):
    return [one.message for one in result.cautions if one.code == code]


def test_all_outputs_are_pooled_unless_a_level_is_named(found):
    assert found.settings.levels == ("global",)
    named = compare(_table(), coefficient="auc", level="input", interval="none", tests=False)
    assert {row.level for row in named.estimates} == {"input"}
    assert named.estimates[0].n_undefined >= 0


def test_values_are_scikit_learns(found):
    metrics = pytest.importorskip("sklearn.metrics")
    table = found.table
    z = table.matrix("verdict").ravel()
    for row in found.estimates:
        x = table.oriented(row.metric).ravel()
        if row.coefficient == "auc":
            assert row.estimate == pytest.approx(metrics.roc_auc_score(z, x))
            assert np.isnan(row.threshold)
        else:
            assert 0.5 < row.estimate < 1
            assert (row.threshold > 0) == (row.metric == "first")
        assert row.low < row.estimate < row.high


def test_a_chosen_threshold_has_bootstrap_intervals_and_tests(found):
    how = {row.coefficient: row.interval for row in found.estimates}
    assert how == {"auc": "two_way_jackknife", "balanced_accuracy": "percentile"}
    tests = {row.coefficient: row for row in found.tests}
    assert tests["auc"].test == "two_way_jackknife"
    assert tests["balanced_accuracy"].test == "bootstrap"
    assert (
        tests["balanced_accuracy"].low < tests["balanced_accuracy"].estimate < tests["balanced_accuracy"].high
    )
    signature = str(found.signature)
    assert "threshold:cross-fitted-10" in signature
    assert "percentile-both(balanced_accuracy)" in signature
    assert "seed:1" in signature
    assert "each of these chooses it anew." in " ".join(_caution(found, "other_test"))


def test_a_given_threshold_has_the_jackknife():
    result = compare(_table(), coefficient="balanced_accuracy:threshold=0.5", resamples=99, rng=1)
    assert {row.interval for row in result.estimates} == {"two_way_jackknife"}
    assert {row.test for row in result.tests} == {"two_way_jackknife"}
    assert "threshold:" not in str(result.signature)
    assert "threshold=0.5" in str(result.signature)
    assert {row.threshold for row in result.estimates} == {0.5}


def test_a_permutation_test_exists_for_areas():
    result = compare(_table(), coefficient="auc", test="permutation", interval="none", resamples=99, rng=1)
    assert {row.test for row in result.tests} == {"permutation"}
    assert all(0 < row.pvalue <= 1 for row in result.tests)


def test_it_is_said_which_label_is_positive(found):
    assert any(text.startswith("Positive is 'pass' by 'verdict': ") for text in _caution(found, "labels"))
    lower = compare(_table(("fail", "pass"), lower=True), coefficient="auc", interval="none", tests=False)
    assert any("Positive is 'fail'" in text for text in _caution(lower, "labels"))
    numbers = compare(_table(), coefficient="auc:cut=1", interval="none", tests=False)
    assert any("Positive is a score of 1 or higher" in text for text in _caution(numbers, "labels"))


def test_a_rare_label_is_a_warning(found):
    assert not _caution(found, "rare_label")
    rare = compare(_table(share=0.03), coefficient="auc", tests=False)
    (said,) = _caution(rare, "rare_label")
    assert "are positive by 'verdict'" in said


def test_scores_without_a_cut_are_refused():
    table = _table()
    values = table.values.copy()
    values[0] += np.arange(30) % 3
    with pytest.raises(DataError, match="auc:cut="):
        compare(dataclasses.replace(table, values=values), coefficient="auc")
    done = compare(
        dataclasses.replace(table, values=values), coefficient="auc:cut=3", interval="none", tests=False
    )
    assert 0 < done.estimates[0].estimate < 1


def test_there_is_no_system_level():
    with pytest.raises(UnsupportedMethodError, match="auc exists at other levels than system"):
        compare(_table(), coefficient="auc", level="system")


def test_one_system_is_enough():
    result = compare(_table(systems=1), coefficient="auc", rng=1)
    assert {(row.level, row.over) for row in result.estimates} == {("global", "inputs")}
    assert all(row.low < row.estimate < row.high for row in result.estimates)
