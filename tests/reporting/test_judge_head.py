"""The first screen of a page on judges says what its rows say."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from trueness.data.score_table import Scorer, ScoreTable
from trueness.decisions.decision import Ground
from trueness.decisions.passes_gate import passes_gate
from trueness.reporting.judge_head import judge_head
from trueness.studies.judge.label_rows import GateRow
from trueness.studies.judge.study import judge
from trueness.studies.judge.uses import GRADE, QUOTE, RANK

USES = (RANK, GRADE, QUOTE)


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


def lit(found, *lights):
    """Return the validation as if the judge that agrees most had these lights."""
    row = next(row for row in found.uses if row.metric == found.in_order()[0])
    uses = [dataclasses.replace(row, use=use, light=light) for use, light in zip(USES, lights, strict=True)]
    return dataclasses.replace(found, uses=tuple(uses))


@pytest.mark.parametrize(
    ("lights", "said"),
    [
        (("green", "green", "green"), "It may rank systems, grade outputs and be quoted for people's rate."),
        (("red", "red", "red"), "It may not rank systems, grade outputs or be quoted for people's rate."),
        (
            ("yellow", "yellow", "green"),
            "may be quoted for people's rate; whether it may rank systems or grade outputs",
        ),
        (
            ("yellow", "green", "red"),
            "It may grade outputs; it may not be quoted for people's rate; whether it may rank",
        ),
    ],
)
def test_what_the_best_judge_may_be_used_for(found, lights, said):
    lead = judge_head(lit(found, *lights)).lead
    assert lead.startswith("Of 2 judges ‘j1’ agrees most with people. ")
    assert said in lead


def test_the_numbers_are_those_of_the_uses_and_of_the_other_judge(found):
    head = judge_head(found)
    uses = [row for row in found.uses if row.metric == "j1"]
    answers = {"green": "yes", "yellow": "undecided", "red": "no"}
    for tile, row in zip(head.tiles, uses, strict=False):
        assert tile.label == f"{row.use.capitalize()}: {answers[row.light]}"
        assert (
            f"{tile.value} {tile.interval}".replace("−", "-")
            == f"{row.estimate:.2f} [{row.low:.2f}, {row.high:.2f}]"
        )
        assert tile.text == f"asked: {row.rule}"
    (row,) = [row for row in found.versions if row.measure == "pearson"]
    other = head.tiles[len(uses)]
    assert (row.metric, other.label, other.value) == ("j1", "Minus ‘j0’", f"{row.estimate:.2f}")
    assert other.interval == f"[{row.low:.2f}, {row.high:.2f}]"
    assert ", shown to differ" in other.text
    turned = dataclasses.replace(
        row, metric="j0", rival="j1", estimate=-row.estimate, low=-row.high, high=-row.low, pvalue=0.5
    )
    again = judge_head(dataclasses.replace(found, versions=(turned,))).tiles[len(uses)]
    assert (again.label, again.value, again.interval) == (other.label, other.value, other.interval)
    assert ", not shown to differ (p = 0.5)" in again.text


def test_labels_of_one_judge(labels):
    head = judge_head(labels)
    assert "judges" not in head.lead
    assert head.lead.startswith(("‘j0’ may", "Whether ‘j0’ may"))
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
        found = dataclasses.replace(labels, gate=(row,), decisions=decisions)
        assert judge_head(found).lead.startswith(said)


def test_without_uses_and_with_undefined_ones(found):
    none = judge_head(dataclasses.replace(found, uses=()))
    assert none.lead == ""
    assert none.tiles[0].label == "Minus ‘j0’"
    nan = math.nan
    undefined = tuple(dataclasses.replace(row, estimate=nan, low=nan, high=nan) for row in found.uses)
    assert judge_head(dataclasses.replace(found, uses=undefined)).tiles[0].value == "undefined"


def test_of_many_judges_pairs_are_counted():
    many = judge(table(0.2, 0.3, 3.0), rng=1, resamples=40, coefficient="pearson")
    tile = next(tile for tile in judge_head(many).tiles if tile.label == "Judges shown to differ")
    rows = [row for row in many.versions if row.measure == "pearson"]
    assert tile.value == f"{sum(row.pvalue_adjusted <= 0.05 for row in rows)} of 3 pairs"
