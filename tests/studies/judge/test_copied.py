"""A judge that is a copy of the human score gets no yes, whatever is asked; the others are judged as before."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.judge.copied import with_copies_left_open

RNG = np.random.default_rng(4)
HUMAN = (RNG.random(300) < 0.7).astype(float)
OWN = np.where(RNG.random(300) < 0.92, HUMAN, 1 - HUMAN)


def table(*judges: tuple[str, np.ndarray]) -> ScoreTable:
    scorers = (Scorer("human", "human"), *(Scorer(name) for name, _ in judges))
    values = np.stack([HUMAN, *(values for _, values in judges)])[:, None]
    return ScoreTable(scorers, ("s",), tuple(map(str, range(300))), values)


def answers(found: trueness.JudgeResult) -> dict[tuple[str, str], str]:
    return {(one.rule, one.about): one.answer for one in found.decisions}


def test_a_copy_is_left_open_and_said_to_be_one() -> None:
    found = trueness.judge(table(("copy", HUMAN), ("gpt", OWN)), gate=["kappa>=.5"], rng=1)
    told = answers(found)
    assert (
        told["may_grade", "copy"]
        == told["may_quote_rate", "copy"]
        == told["may_be_best", ""]
        == "cannot_tell"
    )
    assert (told["may_grade", "gpt"], told["passes_gate", "gpt"], told["passes_gate", ""]) == (
        *("yes", "yes"),
        "cannot_tell",
    )
    assert not found.passes
    assert {row.metric: row.verdict for row in found.gate} == {"copy": "undecided", "gpt": "holds"}
    said = " ".join(found.conclusions)
    assert "'copy' is a copy of 'human'" in said
    assert (
        "whether it may grade outputs: it is a copy of 'human'. Take labels that were given without it."
        in said
    )
    assert any(one.message.endswith("Leave it out: --without metrics=copy.") for one in found.cautions)


@pytest.mark.parametrize("n", [100, 300])
def test_what_is_no_copy_is_decided_as_before(n: int) -> None:
    """A judge that is right throughout a few outputs is none, and one that errs once neither."""
    once = HUMAN.copy()
    once[0] = 1 - once[0]
    given = table(("gpt", HUMAN if n == 100 else once))
    part = given.select(inputs=given.inputs[:n])
    found = trueness.judge(part, rng=1)
    assert answers(found)["may_grade", "gpt"] == "yes"
    assert with_copies_left_open(found) is found


@pytest.mark.parametrize("human", [RNG.integers(1, 5, 300).astype(float), RNG.normal(size=300)])
def test_what_was_moved_or_stretched_is_left_open_too(human: np.ndarray) -> None:
    """People's ratings one level up would agree by weighted kappa, and people's scores stretched by correlation."""
    for other in (human + 1, 25 * human):
        given = ScoreTable(
            (Scorer("human", "human"), Scorer("gpt")),
            ("s",),
            tuple(map(str, range(300))),
            np.stack([human, other])[:, None],
        )
        found = trueness.judge(given, rng=1)
        (grade,) = (one for one in found.decisions if one.rule == "may_grade")
        assert grade.answer != "yes"
        if grade.answer == "cannot_tell":
            assert grade.reason == "people_among_metrics"
