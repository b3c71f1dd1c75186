"""Decisions of metrics beside the human's: every outcome, and counts that are those of the rows."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.studies.systems.system_agreement import system_agreement
from trueness.studies.systems.system_settings import SystemSettings
from trueness.studies.systems.system_tests import decisions, system_tests

NAMES = ("a", "b", "c", "d")


def compared(scores, alternative="two-sided"):
    settings = SystemSettings(test="t", correction="none", alternative=alternative, alpha=0.01)
    return {
        name: system_tests(name, NAMES, SystemPairs.of(values), settings) for name, values in scores.items()
    }


def scores():
    rng = np.random.default_rng(0)
    noise = rng.normal(size=(2, 4, 30))
    human = noise[0] + np.array([[0], [0], [3], [6]])
    metric = noise[1] + np.array([[0], [3], [0], [6]])
    other = noise[1] + np.array([[9], [3], [0], [6]])
    other[1, 1:] = np.nan
    return {"human": human, "metric": metric, "other": other}


def test_every_outcome():
    _, rows = system_agreement(("metric", "human", "other"), "human", compared(scores()))
    found = {(row.metric, row.system, row.rival_system): row for row in rows}
    assert len(found) == 12
    outcomes = {pair: found["metric", *pair].outcome for pair in decisions(compared(scores())["human"])}
    assert outcomes == {
        ("a", "b"): "metric only",
        ("a", "c"): "human only",
        ("a", "d"): "same winner",
        ("b", "c"): "contradiction",
        ("b", "d"): "same winner",
        ("c", "d"): "same winner",
    }
    row = found["metric", "b", "c"]
    assert (row.verdict_human, row.verdict_metric) == ("worse", "better")
    assert found["other", "a", "b"].outcome == found["other", "a", "b"].verdict_metric == "undefined"
    same = system_agreement(("metric", "human"), "human", compared(scores() | {"metric": scores()["human"]}))[
        1
    ]
    assert {row.outcome for row in same} == {"same winner", "no difference"}


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_counts_are_those_of_the_rows(alternative):
    counts, rows = system_agreement(tuple(scores()), "human", compared(scores(), alternative))
    for count in counts:
        found = Counter(row.outcome for row in rows if row.metric == count.metric)
        assert found == Counter(
            {
                "same winner": count.n_same_winner,
                "no difference": count.n_no_difference,
                "human only": count.n_human_only,
                "metric only": count.n_metric_only,
                "contradiction": count.n_contradictions,
                "undefined": count.n_undefined,
            }
        )


def test_nobody_to_agree_with():
    assert system_agreement(tuple(scores()), None, compared(scores())) == ((), ())
