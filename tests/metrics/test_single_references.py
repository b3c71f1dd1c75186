"""How several references make one score: every metric says it, and does so."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.metrics.metric import JOINS
from trueness.metrics.scoring.metric_facts import demanding_facts, metric_facts
from trueness.metrics.scoring.registry import get_metric, get_metrics, metric_names
from trueness.metrics.single_references import mean_over_references

OUTPUTS = ["the crane fell on a house in the street", "nobody was hurt", "a crane of steel fell"]
REFERENCES = [
    ["a crane fell on the house of a man", "in the street a crane has fallen", "nobody knows the street"],
    ["no one was hurt", "nobody was injured by the crane"],
    ["a crane made of steel fell down"],
]


def alone(metric):
    """Scores of each output against each of its references."""
    return [
        metric.score([output] * len(given), [[one] for one in given], [None] * len(given))
        for output, given in zip(OUTPUTS, REFERENCES, strict=True)
    ]


def joined(metric):
    return metric.score(OUTPUTS, REFERENCES, [None] * len(OUTPUTS))


READING = [
    metric
    for metric in get_metrics([*metric_names(), "rouge2_f:refs=mean", "rouge1_recall:refs=best"])
    if metric.needs == {"references"}
]


def test_every_metric_that_reads_references_says_how_it_joins_them():
    for facts in (*metric_facts(metric_names()), *demanding_facts()):
        assert facts.joins in ({""} if "references" not in facts.needs else set(JOINS)), facts.metric
        by_file = facts.metric.startswith(("llm_judge", "learned"))
        assert facts.needs or by_file or facts.metric == "length", facts.metric


@pytest.mark.parametrize(
    "metric", [one for one in READING if one.joins in ("best", "mean")], ids=lambda one: one.name
)
def test_it_does_as_it_says(metric):
    best = max if metric.higher_is_better else min
    join = {"best": best, "mean": np.mean}[metric.joins]
    np.testing.assert_allclose(joined(metric), [join(scores) for scores in alone(metric)], rtol=1e-12)


@pytest.mark.parametrize("name", ["meteor_exact", "meteor_exact_stem", "autosummeng", "memog", "npower"])
def test_the_mean_over_single_references_where_it_is_asked_for(name):
    metric = get_metric(f"{name}:refs=mean")
    assert (metric.name, metric.joins) == (f"{name}:refs=mean", "mean")
    means = [np.mean(scores) for scores in alone(get_metric(name))]
    np.testing.assert_allclose(joined(metric), means, rtol=1e-12)
    assert len(metric.score([], [], [])) == 0
    together = type(metric).score_together([get_metric(name), metric], OUTPUTS, REFERENCES, [None] * 3)
    np.testing.assert_array_equal(together[:, 1], joined(metric))


def test_a_mean_has_no_sufficient_statistics():
    metric = get_metric("meteor_exact_stem:refs=mean")
    assert metric.corpus_formula is None
    with pytest.raises(UnsupportedMethodError, match="lacks sufficient statistics"):
        metric.statistics(OUTPUTS, REFERENCES, [None] * 3)
    assert get_metric("meteor_exact_stem:refs=best").name == "meteor_exact_stem"
    assert "mean over single references" in metric.signature()
    for name in ("meteor_exact_stem:refs=first", "memog:refs=best", "meteor_exact:definition=program"):
        with pytest.raises(ArgumentError):
            get_metric(name)


def test_scores_of_several_columns_are_averaged_row_by_row():
    def lengths(outputs, references):
        return np.array([[len(a), len(b[0])] for a, b in zip(outputs, references, strict=True)], dtype=float)

    found = mean_over_references(lengths, ["ab", "c"], [["x", "xyz"], ["xx"]])
    np.testing.assert_array_equal(found, [[2, 2], [1, 2]])
