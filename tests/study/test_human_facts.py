"""How human scores are spread and go together: by NumPy and SciPy on the same cells."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.study.human_facts import human_facts, human_pairs


def test_facts_are_of_the_scores_there_are():
    rng = np.random.default_rng(1)
    values = rng.integers(1, 6, size=(3, 6, 8)).astype(float)
    values[0, 1, 2] = np.nan
    values[2] = np.nan
    values[2, 0, 0] = 4.0
    scorers = (Scorer("a", "human"), Scorer("b", "human", higher_is_better=False), Scorer("c", "human"))
    table = ScoreTable(scorers, tuple("uvwxyz"), tuple("12345678"), values)
    first, second, lone = human_facts(table, table.scorer_names)
    present = values[0][~np.isnan(values[0])]
    assert (first.human, first.n_cells, first.minimum, first.maximum) == ("a", 47, 1.0, 5.0)
    assert (first.mean, first.sd) == pytest.approx((present.mean(), np.std(present, ddof=1)))
    assert second.mean == pytest.approx(values[1].mean())  # as it stands, not turned round
    assert lone.mean == 4.0
    assert np.isnan(lone.sd)
    (pair,) = human_pairs(table, ["a", "b"], ["global"], ["spearman"])
    both = ~np.isnan(values[0])
    assert (pair.human, pair.other, pair.level, pair.coefficient) == ("a", "b", "global", "spearman")
    assert pair.estimate == pytest.approx(-stats.spearmanr(values[0][both], values[1][both]).statistic)


def test_labels_without_an_order_have_no_mean_and_no_correlation():
    labels = Scorer("tone", "human", labels=("curt", "warm", "odd"), nominal=True)
    values = np.arange(36).reshape(2, 3, 6) % 3.0
    table = ScoreTable((labels, Scorer("a", "human")), tuple("uvw"), tuple("123456"), values)
    tone, plain = human_facts(table, table.scorer_names)
    assert tone.n_cells == plain.n_cells == 18
    assert np.isnan([tone.mean, tone.sd, tone.minimum, tone.maximum]).all()
    assert plain.mean == 1.0
    assert human_pairs(table, ["tone", "a"]) == ()
