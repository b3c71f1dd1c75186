"""What is said of system scores that are not means."""

from __future__ import annotations

import pytest
from tests.small_comparisons import counted_comparison

from trueness.studies.compare.aggregation import all_means, corpus_metrics, corpus_sentence, left_out


def test_which_metrics_have_corpus_scores():
    found = counted_comparison()
    assert corpus_metrics(found, ["delta", "beta", "alpha", "relevance"]) == ["alpha", "beta"]
    assert not all_means(found)
    assert all_means(found, ["gamma", "delta"])
    for aggregate, means in (("mean", True), ("median", False)):
        other = counted_comparison(aggregate=aggregate)
        assert corpus_metrics(other, other.metrics) == []
        assert all_means(other) == means


def test_the_sentence_names_them():
    assert corpus_sentence(counted_comparison()) == (
        "A system's score by ‘alpha’ and ‘beta’ is the corpus score, computed from the sums of its outputs' sufficient "
        "statistics. By the others and the human it is the mean of its outputs' scores."
    )
    assert ". By the human it is" in corpus_sentence(counted_comparison(metrics="alpha"))
    assert corpus_sentence(counted_comparison(aggregate="mean")) == (
        "By ‘alpha’ and ‘beta’, too, a system's score is the mean of its outputs' scores, not the corpus score."
    )


@pytest.mark.parametrize("options", [{"aggregate": "median"}, {"metrics": ["gamma", "delta"]}])
def test_there_is_no_sentence_without_need(options):
    assert corpus_sentence(counted_comparison(**options)) == ""


def test_who_is_left_out_of_a_test_beside():
    assert left_out(counted_comparison(), "both") == (
        " (at the system level without ‘alpha’ and ‘beta’, for whose system scores it is undefined)"
    )
    assert left_out(counted_comparison(metrics=["alpha", "gamma"]), "both") == (
        " (not at the system level, where it is undefined for these system scores)"
    )
    for options in ({"aggregate": "mean"}, {"level": "input"}, {"metrics": ["gamma", "delta"]}):
        assert left_out(counted_comparison(**options), "both") == ""
