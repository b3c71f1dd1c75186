"""Which labels are asked whether they were drawn by lot, and what is left open where they were not."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.decisions.labels_by_lot import LABELS_BY_LOT
from trueness.studies.judge.study import judge


def judged(people, llm):
    """Return a table of one system, whose outputs a judge calls 0 or 1 and people, each a row, some of them."""
    people = np.asarray(people, dtype=float)
    several = Annotations(tuple(f"p{k}" for k in range(len(people))), people[:, None])
    first = people[0] if len(people) == 1 else np.where(np.isnan(people).all(axis=0), np.nan, people[0])
    return ScoreTable(
        (Scorer("human", "human"), Scorer("llm")),
        ("s",),
        tuple(f"q{k}" for k in range(people.shape[1])),
        np.stack([first, np.asarray(llm, dtype=float)])[:, None],
        annotations={"human": several} if len(people) > 1 else {},
        has_systems=False,
    )


def asked(table, **options):
    return judge(table, human="human", rng=1, resamples=20, disagreements=0, **options)


def drawn(*, balanced, n=2000, people=1):
    """Return labels of 120 outputs of a judge that fails 5%: by lot, or half of them of those that it failed."""
    rng = np.random.default_rng(7)
    llm = (rng.random(n) >= 0.05).astype(float)
    share = np.where(llm == 0, 60 / np.sum(llm == 0), 60 / np.sum(llm == 1)) if balanced else 120 / n
    given = np.where(rng.random((people, n)) < 0.02, 1 - llm, llm)
    return np.where(rng.random(n) < share, given, np.nan), llm


@pytest.mark.parametrize("people", [1, 2])
def test_a_balanced_set_tells_nothing_of_all_outputs(people):
    given, llm = drawn(balanced=True, people=people)
    found = asked(judged(given, llm), gate=["kappa>=.6"])
    told = {one.rule: (one.answer, one.reason) for one in found.decisions if one.rule != "people_agree"}
    for rule in ("may_grade", "may_quote_rate", "passes_gate"):
        assert told[rule] == ("cannot_tell", LABELS_BY_LOT)
    assert [row.verdict for row in found.gate] == ["undecided"]
    assert not found.passes
    assert "were not drawn by lot" in found.conclusions[0]
    (warning,) = (one for one in found.cautions if one.code == "labels_not_random")
    assert "--sequential --columns ignore=human" in warning.message
    assert "--next 100 --sheet new.csv" in warning.message


def test_the_same_share_by_lot_is_decided_by_the_numbers():
    given, llm = drawn(balanced=False)
    found = asked(judged(given, llm))
    assert not any(one.reason == LABELS_BY_LOT for one in found.decisions)
    assert "labels_not_random" not in {one.code for one in found.cautions}


def test_all_outputs_with_a_label_are_their_own_sample():
    given, llm = drawn(balanced=False, n=120)
    given = np.where(np.isnan(given), llm, given)
    assert all(one.of(LABELS_BY_LOT) is None for one in asked(judged(given, llm)).decisions)


def test_second_labels_that_were_chosen_leave_open_what_is_decided_by_them():
    rng = np.random.default_rng(8)
    llm = (rng.random(600) < 0.8).astype(float)
    one, other = (np.where(rng.random(600) < 0.05, 1 - llm, llm) for _ in range(2))
    other[rng.random(600) > np.where(llm == 0, 0.9, 0.1)] = np.nan  # a second look at what the judge failed
    found = {one.rule: one for one in asked(judged([one, other], llm)).decisions}
    assert found["may_grade"].reason == LABELS_BY_LOT
    assert found["may_quote_rate"].answer == "yes"
