"""Learned metrics beside the chosen single one and the best of the others."""

from __future__ import annotations

import math
import types

import numpy as np
import pytest
from tests.drawn_marks import segments

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.learning.registry import BEST_SINGLE
from trueness.reporting.figures.palette import INK
from trueness.studies.learn.learned_lines import MOST_SINGLES, learned_lines
from trueness.studies.learn.rows import HeldOutRow, LearnedTest
from trueness.studies.learn.settings import LearnSettings

NAN = math.nan
SINGLES = [f"m{k:02d}" for k in range(MOST_SINGLES + 2)]


def scores(human, over, shift=0.0):
    def row(scorer, kind, estimate):
        return HeldOutRow(human, over, scorer, kind, estimate + shift, estimate - 0.1, estimate + 0.1, 5)

    singles = [row(name, "single", 0.5 - 0.02 * k) for k, name in enumerate(SINGLES)]
    return [
        row("rid<ge>", "learned", 0.2),
        row("net", "learned", NAN),
        row(BEST_SINGLE, "chosen", 0.45),
        *singles,
    ]


@pytest.fixture(scope="module")
def result():
    table = ScoreTable(
        (Scorer("people", "human"), *(Scorer(name, higher_is_better=name != "m00") for name in SINGLES)),
        ("s",),
        ("i",),
        np.zeros((len(SINGLES) + 1, 1, 1)),
    )
    rivals = ((BEST_SINGLE, "worse"), ("m00", "better"))
    tests = tuple(
        LearnedTest("people", "inputs", "rid<ge>", rival, -0.25, -0.3, -0.2, 0.01, 0.02, verdict)
        for rival, verdict in rivals
    )
    rows = (*scores("people", "inputs"), *scores("人", "systems", 0.01))
    return types.SimpleNamespace(scores=rows, tests=tests, table=table, settings=LearnSettings())


def test_all_that_was_learned_stands_beside_the_best_single_metrics(result):
    drawn = learned_lines(result, "people", "inputs")
    assert drawn.name == "learned-1-inputs"
    shown = [row["scorer"] for row in drawn.data]
    assert shown == ["m00", "m01", "m02", BEST_SINGLE, *SINGLES[3:MOST_SINGLES], "rid<ge>", "net"]
    for said in (
        "rid&lt;ge&gt;, learned: 0.200 [0.100, 0.300]; worse<",
        "best_single, the single metric that is best where it is learned: 0.450 [0.350, 0.550]<",
        "m00, a single metric: 0.500 [0.400, 0.600]<",
        "net, learned: undefined<",
        "m00 ↓",
        f"the best {MOST_SINGLES} of {len(SINGLES)} single metrics",
    ):
        assert said in drawn.svg
    assert segments(drawn.draw().axes[0], INK) == [((0.45, 0), (0.45, 1))]
    assert drawn.caption.startswith(
        "‘rid<ge>’ agrees best of those learned: its difference from the chosen single one is −0.25 [−0.30, −0.20] "
        "(worse)."
    )


def test_every_human_scorer_and_what_is_held_out_has_its_own(result):
    drawn = learned_lines(result, "人", "systems")
    assert drawn.name == "learned-2-systems"
    assert {(row["human"], row["over"]) for row in drawn.data} == {("人", "systems")}
    assert "agrees best" not in drawn.caption
