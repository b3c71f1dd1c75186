from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.statistics.annotators.human_ceiling import leave_one_out
from trueness.studies.compare.conclusions import ALONE
from trueness.studies.compare.study import compare


def made(n_annotators=3, *, higher=True, n_metrics=1):
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(11, 1)) + rng.normal(size=(11, 9))
    ratings = quality + 0.8 * rng.normal(size=(n_annotators, 11, 9))
    sign = 1 if higher else -1
    metrics = [quality + (1 + k) * rng.normal(size=quality.shape) for k in range(n_metrics)]
    return ScoreTable(
        (Scorer("people", "human", higher), *(Scorer(f"m{k}") for k in range(n_metrics))),
        # not in the order of their names
        tuple(f"s{k}" for k in reversed(range(11))),
        tuple(f"d{k}" for k in range(9)),
        np.stack([sign * ratings.mean(axis=0), *metrics]),
        annotations={"people": Annotations(tuple(f"a{k}" for k in range(n_annotators)), sign * ratings)},
    ), ratings


@pytest.mark.parametrize("higher", [True, False])
def test_an_annotator_stands_beside_a_metric_that_is_alone(higher):
    table, ratings = made(higher=higher)
    answer, *_ = compare(table, level="system", coefficient="pearson", rng=1).conclusions
    own = leave_one_out(ratings, "system", "pearson").mean()
    assert f"One annotator agrees with the others by {own:.2f}, and on the same outputs 'm0' by 0." in answer
    assert not any(ALONE in text for text in compare(table, level="system", rng=1).conclusions)


@pytest.mark.parametrize("table", [made(1)[0], made(3, n_metrics=2)[0]], ids=["one annotator", "two metrics"])
def test_nobody_stands_beside_otherwise(table):
    found = compare(table, level="system", coefficient="pearson", rng=1)
    assert not any("One annotator agrees" in text for text in found.conclusions)


def test_what_is_no_correlation_has_no_annotator_beside_it():
    table, _ = made()
    found = compare(table, level="system", coefficient="pairwise_accuracy", rng=1)
    assert not any("One annotator agrees" in text for text in found.conclusions)
