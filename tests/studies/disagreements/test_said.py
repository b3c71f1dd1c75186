"""What is said of orders."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.disagreements.study import disagreements


def _table(scores):
    systems, inputs = scores.shape[1:]
    scorers = (Scorer("human", "human"), *(Scorer(f"m{k}") for k in range(1, len(scores))))
    return ScoreTable(
        scorers, tuple(f"s{k}" for k in range(systems)), tuple(f"d{k}" for k in range(inputs)), scores
    )


def test_the_answer_comes_first_and_is_true():
    rng = np.random.default_rng(5)
    human = rng.normal(size=(6, 30))
    favoured = human + rng.normal(size=human.shape) / 4
    favoured[5] += 10
    found = disagreements(_table(np.stack([human, favoured, rng.normal(size=human.shape)])))
    near, far = found.distances
    assert near.estimate < far.estimate
    assert far.low < far.chance < far.high  # a metric of noise is as far as random order is
    nearest, apart, first, moved = found.conclusions
    assert nearest == "✓ Of 2 metrics, 'm1' is nearest to people's order."
    assert apart.startswith("✓ 'm1' ranks outputs more like people than chance does: the two ranks are ")
    assert f"{near.estimate:.0%} [{near.low:.0%}, {near.high:.0%}] of the range apart" in apart
    assert first.startswith("Read first: 's5', input")
    assert "of 6 systems higher or lower than people do. Most of all, it ranks 's5' " in moved


def test_noise_moves_good_systems_down_which_is_said():
    rng = np.random.default_rng(6)
    human = np.arange(6.0)[:, None] + rng.normal(size=(6, 40)) / 10
    found = disagreements(_table(np.stack([human, rng.normal(size=human.shape)])))
    moved = [row.system for row in found.systems]
    assert (moved[0], moved[-1]) == ("s0", "s5")
    assert "regression" in [caution.code for caution in found.cautions]
    assert found.conclusions[0].startswith(
        "? We cannot tell whether 'm1' ranks outputs more like people than chance does: the two ranks are "
    )


def test_metrics_that_are_as_near_are_not_told_apart():
    rng = np.random.default_rng(9)
    human = rng.normal(size=(6, 30))
    found = disagreements(_table(np.stack([human, *(human + rng.normal(size=(3, 6, 30)))])))
    (best,) = (one for one in found.decisions if one.rule == "may_be_best")
    assert best.answer == "cannot_tell"
    assert len(best.names) > 1
    assert "We cannot tell which of 3 metrics is nearest to people's order" in found.conclusions[0]
    few = disagreements(
        _table(np.stack([human, *(human + rng.normal(size=(2, 6, 30)) * [[[0.1]], [[9.0]]])])[:, :, :6])
    )
    assert "it takes 10 inputs" in few.conclusions[0]
    assert "independent_inputs" in [caution.code for caution in found.cautions]


def in_documents(**groups):
    """Return a metric that likes systems by document; of 60 inputs five make one."""
    rng = np.random.default_rng(8)
    human = rng.normal(size=(6, 60))
    liked = np.repeat(rng.normal(size=(6, 12)), 5, axis=1)
    scores = np.stack([human, human + 1.5 * liked])
    table = _table(scores)
    return ScoreTable(table.scorers, table.systems, table.inputs, scores, input_groups=groups)


def test_documents_that_nobody_told_of_are_seen_and_nothing_is_said_of_systems():
    untold = disagreements(in_documents())
    assert untold.conclusions[0].startswith("Neighbouring inputs are alike, as parts of one document are.")
    assert "(--clusters COLUMN)" in untold.conclusions[0]
    assert {one.answer for one in untold.decisions} == {"cannot_tell"}
    assert not any("higher or lower than people" in text for text in untold.conclusions)
    names = tuple(f"doc{k // 5}" for k in range(60))
    named = disagreements(in_documents(topic=names))
    assert "(--clusters topic)" in named.conclusions[0]
    told = disagreements(in_documents(topic=names), clusters="topic")
    assert not told.conclusions[0].startswith("Neighbouring")
    assert "by topic" in told.decisions[0].applies_to


def test_labels_say_what_stands_together_where_names_do_not():
    order = np.random.default_rng(1).permutation(60)
    table = in_documents(topic=tuple(f"doc{k // 5}" for k in range(60)))
    mixed = ScoreTable(
        table.scorers,
        table.systems,
        tuple(f"d{k}" for k in order),
        table.values,
        input_groups=table.input_groups,
    )
    assert "(--clusters topic)" in disagreements(mixed).conclusions[0]
