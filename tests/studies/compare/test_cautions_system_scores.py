"""Cautions about corpus scores and medians: when they come, and of whom they speak."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.study import compare


def counted(*, undefined=(), n=12, m=10, same=False):
    """Return a table whose metrics 'p' and 'q' are percentages, and 'r' is plain."""
    rng = np.random.default_rng(2)
    quality = rng.normal(size=(n, 1)) + rng.normal(size=(n, m))
    whole = rng.integers(5, 30, (2, n, m)).astype(float)
    part = np.clip(np.round(whole * (0.5 + 0.15 * quality + 0.05 * rng.normal(size=(2, n, m)))), 0, whole)
    scores = 100 * part / whole
    counts = np.stack([part, whole], axis=-1)
    for system in undefined:
        counts[0, system, :, 1] = 0
    plain = scores[0] * 2 + 1 if same else quality + rng.normal(size=(n, m))
    return ScoreTable(
        (Scorer("human", "human"), *(Scorer(name, "metric") for name in "pqr")),
        tuple(f"s{i}" for i in range(n)),
        tuple(f"d{j}" for j in range(m)),
        np.stack([quality, *scores, plain]),
        corpus={name: CorpusStatistics("percentage", counts[k]) for k, name in enumerate("pq")},
    )


def cautions(table, **options):
    options = {"rng": 1, "resamples": 99, "coefficient": "pearson", "beside": "both", **options}
    found = compare(table, **options).cautions
    return {caution.code: caution for caution in found}


def test_corpus_scores_are_named():
    found = cautions(counted())
    assert found["corpus_scores"].severity == "note"
    assert "System scores of 'p', 'q' are corpus scores" in found["corpus_scores"].message
    assert "undefined_system_score" not in found


def test_pairs_that_cannot_be_tested_beside_are_named():
    message = cautions(counted())["no_test_beside"].message
    assert message == (
        "The permutation test beside the main one leaves out 'p', 'q' at the system level: their system scores are "
        "corpus scores, which are not made of the swapped scores. It swaps single outputs (Perm-Both)."
    )
    message = cautions(counted(), standardize="cells", metrics="r", beside="systems").get("no_test_beside")
    assert message is None


@pytest.mark.parametrize(
    "options",
    [{"aggregate": "mean"}, {"level": "input"}, {"metrics": "r"}],
    ids=["means asked for", "no system level", "the column lacks statistics"],
)
def test_means_need_no_caution(options):
    assert not {"corpus_scores", "median_scores", "no_test_beside"} & set(cautions(counted(), **options))


def test_without_tests_or_others_beside_nothing_is_left_out():
    for options in ({"tests": False}, {"beside": ()}, {"metrics": "p"}):
        assert "no_test_beside" not in cautions(counted(), **options)


def test_medians_are_said_once():
    found = cautions(counted(), aggregate="median")
    assert "medians" in found["median_scores"].message
    assert "leaves out 'p', 'q', 'r' at the system level: their system scores are medians" in (
        found["no_test_beside"].message
    )
    assert "corpus_scores" not in found


def test_a_system_without_a_score_is_named():
    found = cautions(counted(undefined=(3, 5)))
    assert found["undefined_system_score"].severity == "warning"
    assert "corpus score of 'p' is undefined for 's3', 's5'" in found["undefined_system_score"].message
    assert "undefined_system_score" not in cautions(counted(undefined=(3,)), aggregate="mean")


def test_a_corpus_score_and_a_mean_of_the_same_scores_are_two_metrics():
    table = counted(same=True)
    assert "same_metrics" not in cautions(table)
    assert "same_metrics" in cautions(table, aggregate="mean")
    assert "same_metrics" in cautions(table, level="input")
