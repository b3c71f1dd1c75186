"""The first screen of a page on judges says what its decisions say, of the judge that its lead names."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.decisions.decision import Ground
from trueness.decisions.may_grade import Measured, may_grade
from trueness.decisions.passes_gate import passes_gate
from trueness.studies.judge.head import judge_head
from trueness.studies.judge.label_rows import GateRow
from trueness.studies.judge.study import judge


def table(*noise, labelled=0.5, binary=False):
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(5, 1)) + rng.normal(size=(5, 40))
    judges = [quality + size * rng.normal(size=quality.shape) for size in noise]
    scores = np.stack([quality, *judges])
    scores = (scores > 0).astype(float) if binary else np.rint(2 * scores) / 2
    scores[0, rng.random(quality.shape) > labelled] = np.nan
    return ScoreTable(
        (Scorer("people", "human"), *(Scorer(f"j{k}") for k in range(len(noise)))),
        tuple(f"s{k}" for k in range(5)),
        tuple(f"d{k}" for k in range(40)),
        scores,
    )


@pytest.fixture(scope="module")
def found():
    return judge(table(2.0, 0.2), rng=1, resamples=40, coefficient="pearson")


@pytest.fixture(scope="module")
def labels():
    return judge(table(0.3, binary=True), rng=1, resamples=40)


def test_the_lead_and_every_tile_are_of_the_judge_that_agrees_best(found):
    head = judge_head(found)
    assert head.lead.startswith("Of 2 judges 'j1' agrees best with people. ✓ 'j1' may grade outputs")
    of_best = [one for one in found.decisions if one.about == "j1"]
    assert len(of_best) >= 2
    words = {"yes": "✓", "no": "✗", "cannot_tell": "?"}
    for tile, one in zip(head.tiles, of_best, strict=False):
        assert tile.label.startswith(words[one.answer])
        assert tile.value == f"{one.estimate:.2f}".replace("-", "−")
        assert tile.interval == f"[{one.low:.2f}, {one.high:.2f}]".replace("-", "−")
    best = head.tiles[len(of_best)]
    assert (best.label, best.value) == ("May agree best with people", "1 of 2 judges")


def test_where_it_is_not_known_which_is_best_the_lead_says_so():
    alike = judge(table(0.8, 1.0), rng=1, resamples=40, coefficient="pearson")
    head = judge_head(alike)
    assert head.lead.startswith("We cannot tell which of 2 judges agrees best with people.")
    first = alike.in_order()[0]
    assert f"What follows is of '{first}'" in head.lead
    (tile,) = [tile for tile in head.tiles if tile.label.startswith("May agree best")]
    assert tile.value == "2 of 2 judges"


def test_labels_of_one_judge(labels):
    head = judge_head(labels)
    assert "judges" not in head.lead
    assert "'j0'" in head.lead
    last = head.tiles[-1]
    assert last.label == "What a label counts"
    assert last.value == f"{labels.gain('j0'):.1f} times"
    assert "people's share of positives" in last.text


def test_a_judge_that_saves_no_labels(labels):
    useless = tuple(dataclasses.replace(row, labels_worth=row.n_labelled) for row in labels.means)
    assert judge_head(dataclasses.replace(labels, means=useless)).tiles[-1].value == "once"
    unknown = tuple(dataclasses.replace(row, labels_worth=math.nan) for row in labels.means)
    tiles = judge_head(dataclasses.replace(labels, means=unknown)).tiles
    assert all(tile.label != "What a label counts" for tile in tiles)


def test_the_gate_is_said_first(labels):
    row = GateRow("j0", "kappa>=.6", "kappa", 0.7, 0.65, 0.8, 0.6, "holds", 0.95, 90, 0, 0, "other outputs")
    for low, said in ((0.65, "The gate is passed. "), (0.5, "The gate is not passed. ")):
        ground = Ground(measure="kappa>=.6", estimate=0.7, low=low, high=0.8, bar=0.6)
        decisions = passes_gate({"j0": [ground]}, applies_to="other outputs")
        found = dataclasses.replace(labels, gate=(row,), decisions=(*labels.decisions, *decisions))
        assert judge_head(found).lead.startswith(said)


def test_without_decisions_and_with_undefined_ones(found):
    assert judge_head(dataclasses.replace(found, decisions=())).lead == ""
    nan = math.nan
    undefined = may_grade(
        Measured(nan, nan, nan), measure="pearson", n_outputs=40, applies_to="other inputs", about="j0"
    )
    head = judge_head(dataclasses.replace(found, decisions=(undefined,)))
    assert head.tiles[0].value == "undefined"
    assert head.lead.startswith("? We cannot tell whether 'j0' may grade")
