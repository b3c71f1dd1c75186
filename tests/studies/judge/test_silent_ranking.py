"""What a silent judge may have said counts where it may rank systems."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.statistics.fisher_of_few import fisher_of_few
from trueness.studies.judge.decided import OF_SILENT
from trueness.studies.judge.silent_ranking import silent_ranking
from trueness.studies.judge.study import judge

NAN = float("nan")


def table_of(people, said, *, better=True):
    systems, inputs = (
        tuple(f"{letter}{k:02}" for k in range(n)) for letter, n in zip("sd", people.shape, strict=True)
    )
    scorers = (Scorer("human", "human"), Scorer("judge", "metric", higher_is_better=better))
    return ScoreTable(scorers, systems, inputs, np.stack([people, said]))


def drawn(share, *, systems=20):
    """Return people's scores and a judge's that is silent on the bad outputs, which every other system has."""
    rng = np.random.default_rng(3)
    quality = 0.5 * rng.normal(size=(systems, 1)) + 0.3 * rng.normal(size=(systems, 60))
    bad = rng.random(quality.shape) < np.where(np.arange(systems) % 2, 0.0, share)[:, None]
    quality = quality - 4 * bad
    people, said = (quality + 0.2 * rng.normal(size=quality.shape) for _ in range(2))
    return table_of(people, np.where(bad, NAN, said))


def decided(table):
    found = judge(table, human="human", rng=1, resamples=20)
    return next(one for one in found.decisions if one.rule == "may_rank"), found


def test_a_judge_that_leaves_out_what_is_bad_may_not_rank():
    one, found = decided(drawn(0.4))
    assert one.of("spearman").low > 0.9
    assert (one.answer, one.reason) == ("cannot_tell", OF_SILENT)
    assert one.low < 0 < one.estimate <= one.high
    assert any("may rank systems" in text and "It said nothing on" in text for text in found.conclusions)


def test_one_that_is_hardly_ever_silent_may_and_of_one_that_never_is_nothing_is_asked():
    table = drawn(0.0)
    one, _ = decided(table)
    assert (one.answer, one.of(OF_SILENT)) == ("yes", None)
    values = table.values.copy()
    values[1, 0, 0] = NAN
    one, _ = decided(dataclasses.replace(table, values=values))
    assert one.answer == "yes"
    assert one.of(OF_SILENT).low <= one.of("spearman").low


def test_at_worst_and_at_best_it_gave_its_own_ends():
    people = np.array([[1.0, 1], [2, 2], [3, 3], [4, 4], [5, NAN]])
    said = np.array([[1.0, 1], [2, NAN], [3, 3], [4, 4], [5, 1]])
    found = silent_ranking(table_of(people, said), "human", "judge", "pearson", 0.9)
    ends = [np.corrcoef([1, 2, 3, 4, 5], [1, (2 + said) / 2, 3, 4, 5])[0, 1] for said in (5, 1)]
    limits = [fisher_of_few(r, 5, "pearson", 0.9) for r in ends]
    assert found.low == pytest.approx(float(limits[0].low))
    assert found.high == pytest.approx(float(limits[1].high))
    turned = silent_ranking(table_of(people, -said, better=False), "human", "judge", "pearson", 0.9)
    assert turned == pytest.approx(found)


def test_where_nothing_is_silent_or_nothing_is_said_there_is_no_interval():
    people = np.arange(10.0).reshape(5, 2)
    for said in (people, np.where(people < 0, people, NAN)):
        assert silent_ranking(table_of(people, said), "human", "judge", "spearman", 0.95) is None
