"""The first screen of a page on judges says what its decisions say, of the judge that its answers name."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.decisions.decision import Ground
from trueness.decisions.may_grade import Measured, may_grade
from trueness.decisions.passes_gate import passes_gate
from trueness.studies.judge.head import judge_tiles
from trueness.studies.judge.label_rows import GateRow
from trueness.studies.judge.said import judge_conclusions
from trueness.studies.judge.study import judge
from trueness.study.lights import LIGHTS


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


def tiles_of(found):
    return tuple(judge_tiles(found))


def test_the_answers_and_every_tile_are_of_the_judge_that_agrees_best(found):
    assert found.answers[0] == "✓ Of 2 judges 'j1' agrees best with people."
    assert found.answers[1].startswith(
        "✓ It may grade outputs in place of a person: its weighted kappa with people is "
    )
    tiles = tiles_of(found)
    of_best = [one for one in found.decisions if one.about == "j1"]
    assert len(of_best) >= 2
    words = {"yes": "✓", "no": "✗", "cannot_tell": "?"}
    for tile, one in zip(tiles, of_best, strict=False):
        assert tile.label.startswith(words[one.answer])
        assert tile.value == f"{one.estimate:.2f}".replace("-", "−")
        assert tile.interval == f"[{one.low:.2f}, {one.high:.2f}]".replace("-", "−")
    best = tiles[len(of_best)]
    assert (best.label, best.value) == ("May agree best with people", "1 of 2 judges")


def test_where_it_is_not_known_which_is_best_the_answer_says_so():
    alike = judge(table(0.8, 1.0), rng=1, resamples=40, coefficient="pearson")
    first, second = alike.in_order()
    assert alike.answers[0] == (
        f"? We cannot tell which of 2 judges agrees best with people: '{first}' is highest, and '{second}' may be as "
        "good."
    )
    assert f"'{first}' may grade outputs" in alike.answers[1]
    (tile,) = [tile for tile in tiles_of(alike) if tile.label.startswith("May agree best")]
    assert tile.value == "2 of 2 judges"


def test_labels_of_one_judge(labels):
    assert not any("judges" in text for text in labels.answers)
    assert "'j0' may grade outputs" in labels.answers[0]
    last = tiles_of(labels)[-1]
    assert last.label == "What a label counts"
    assert last.value == f"{labels.gain('j0'):.1f} times"
    assert "people's share of positives" in last.text


def test_a_judge_that_saves_no_labels(labels):
    useless = tuple(dataclasses.replace(row, labels_worth=row.n_labelled) for row in labels.means)
    assert tiles_of(dataclasses.replace(labels, means=useless))[-1].value == "once"
    unknown = tuple(dataclasses.replace(row, labels_worth=math.nan) for row in labels.means)
    tiles = tiles_of(dataclasses.replace(labels, means=unknown))
    assert all(tile.label != "What a label counts" for tile in tiles)


def test_the_gate_is_said_first(labels):
    row = GateRow("j0", "kappa>=.6", "kappa", 0.7, 0.65, 0.8, 0.6, "holds", 0.95, 90, 0, 0, "other outputs")
    for low, said in (
        (0.65, "✓ The gate is passed: the one criterion holds."),
        (0.5, "✗ The gate is not passed: "),
    ):
        ground = Ground(measure="kappa>=.6", estimate=0.7, low=low, high=0.8, bar=0.6)
        decisions = passes_gate({"j0": [ground]}, applies_to="other outputs")
        verdict = "holds" if low == 0.65 else "unclear"
        rows = (dataclasses.replace(row, low=low, verdict=verdict),)
        found = dataclasses.replace(labels, gate=rows, decisions=(*labels.decisions, *decisions))
        first, *others = judge_conclusions(found)
        assert first.startswith(said)
        assert not any("gate" in text for text in others)


def test_without_decisions_and_with_undefined_ones(found):
    bare = dataclasses.replace(found, decisions=())
    assert not any(text.startswith(tuple(LIGHTS.values())) for text in judge_conclusions(bare))
    assert [tile.label for tile in tiles_of(bare)] == ["What a label counts"]
    nan = math.nan
    undefined = may_grade(
        Measured(nan, nan, nan), measure="pearson", n_outputs=40, applies_to="other inputs", about="j0"
    )
    without = dataclasses.replace(found, decisions=(undefined,))
    assert tiles_of(without)[0].value == "undefined"
    assert judge_conclusions(without)[0].startswith("? We cannot tell whether 'j0' may grade outputs: ")
