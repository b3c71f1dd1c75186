"""Labels that come one after another, from tables to sentences: settled, not settled, and what to label next."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError, UnsupportedMethodError

LABELS = ("fail", "pass")


def raters(n, *flips, seed=1, positive=0.6):
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < positive
    return [np.where(rng.random(n) < wrong, ~truth, truth).astype(float) for wrong in flips]


def table(n, judges, human=None, people=None, systems=1, **columns):
    """Return labels of n inputs: of judges, people, and the columns of a sheet."""
    shape = (systems, n // systems)
    values = {"human": np.full(n, np.nan) if human is None else human, **judges, **columns}
    scorers = [
        Scorer(name, "human" if name == "human" else None, labels=() if name in columns else LABELS)
        for name in values
    ]
    known = {} if people is None else {"human": people}
    return ScoreTable(
        tuple(scorers),
        tuple(f"s{k}" for k in range(systems)),
        tuple(f"q{k}" for k in range(shape[1])),
        np.stack([np.reshape(one, shape) for one in values.values()]),
        annotations={
            name: Annotations(tuple("abc"[: len(given)]), np.reshape(given, (len(given), *shape)))
            for name, given in known.items()
        },
        has_systems=systems > 1,
    )


def test_a_good_judge_and_a_bad_one_are_settled_beside_one_person():
    human, good, bad = raters(500, 0.03, 0.03, 0.4)
    found = trueness.sequential(table(500, {"good": good, "bad": bad}, human), rng=1)
    first, second = found.settled
    assert (first.answer, second.answer) == ("yes", "no")
    assert first.low >= first.bar == 0.6 > second.high
    assert 10 < first.settled_after < 500
    assert found.conclusions[0].startswith(
        f"✓ Settled after {first.settled_after} labels: 'good' may grade outputs like these in place of a person."
    )
    assert found.conclusions[1].startswith(
        f"✗ Settled after {second.settled_after} labels: 'bad' should not grade"
    )
    assert found.conclusions[2].startswith("✓ 'good' agrees better with people than 'bad'")
    (apart,) = found.apart
    assert 0 < apart.low < apart.estimate < apart.high


def test_what_is_settled_stays_and_was_so_after_the_label_that_is_said():
    human, judge = raters(500, 0.03, 0.03)
    whole = trueness.sequential(table(500, {"judge": judge}, human), rng=1).settled[0]
    after = whole.settled_after
    assert after < 500
    for n, answer in ((after, "yes"), (after - 2, "cannot_tell"), (after + 100, "yes")):
        some = np.where(np.arange(500) < n, human, np.nan)
        assert trueness.sequential(table(500, {"judge": judge}, some), rng=1).settled[0].answer == answer


def test_beside_two_people_it_is_held_against_them():
    one, two, judge = raters(700, 0.08, 0.08, 0.08)
    people = np.stack([one, two])
    found = trueness.sequential(table(700, {"judge": judge}, people.mean(axis=0), people), rng=1)
    (row,) = found.settled
    assert (row.answer, row.bar) == ("yes", -0.1)
    assert found.decisions[0].reason == "minus_people"
    assert "that of two people" in found.conclusions[0]
    coins = raters(300, 0.5, 0.5, seed=2)
    unsure = trueness.sequential(
        table(300, {"judge": judge[:300]}, np.mean(coins, axis=0), np.array(coins)), rng=1
    )
    assert unsure.decisions[0].reason == "people"
    assert "People have to agree first" in unsure.conclusions[0]


def test_it_says_how_many_more_labels_it_likely_takes():
    human, judge = raters(2000, 0.05, 0.05)
    some = np.where(np.arange(2000) < 80, human, np.nan)
    (row,) = trueness.sequential(table(2000, {"judge": judge}, some), rng=1).settled
    (whole,) = trueness.sequential(table(2000, {"judge": judge}, human), rng=1).settled
    assert row.answer == "cannot_tell"
    assert row.more_low / 2 <= whole.settled_after - 80 <= 2 * row.more_high


def filled(drawn, human, judge, n):
    """Return a table in which people have labelled what was drawn."""
    turns, chances, given = (np.full(n, np.nan) for _ in range(3))
    for row in drawn:
        k = int(row.input[1:])
        turns[k], chances[k], given[k] = row.turn, row.drawn_with, human[k]
    return table(n, {"judge": judge}, given, turn=turns, drawn_with=chances)


def test_it_says_so_where_fewer_outputs_are_left_than_it_takes():
    human, judge = raters(100, 0.15, 0.15)
    some = np.where(np.arange(100) < 90, human, np.nan)
    found = trueness.sequential(table(100, {"judge": judge}, some), rng=1)
    (row,) = found.settled
    assert row.answer == "cannot_tell"
    assert (row.n_left, row.more_low > 10) == (10, True)
    assert (
        "10 outputs are left: add outputs to the file, or ask about these alone: --applies-to these."
        in (found.conclusions[0])
    )


def test_what_to_draw_next_fits_how_many_label_and_is_not_said_by_a_run_that_draws():
    _, judge = raters(400, 0.1, 0.1)
    none = table(400, {"judge": judge})
    assert (
        "Draw the next outputs: --next 50 --sheet next.csv."
        in trueness.sequential(none, rng=1).conclusions[0]
    )
    drawing = trueness.sequential(none, next_outputs=20, rng=1)
    assert not any("Draw the next outputs" in one for one in drawing.conclusions)
    empty = filled(drawing.next, np.full(400, np.nan), judge, 400)
    assert "Label first what was drawn." in trueness.sequential(empty, rng=1).conclusions[0]
    page = "--label-page next.html --texts FILE --people a,b --overlap 1."
    for n_labelled, more in ((16, 50), (390, 10)):
        coins = np.array(raters(n_labelled, 0.5, 0.5, seed=2))
        people = np.concatenate([coins, np.full((2, 400 - n_labelled), np.nan)], axis=1)
        here = table(400, {"judge": judge}, people.mean(axis=0), people)
        found = trueness.sequential(here, rng=1)
        assert found.decisions[0].reason == "people"
        assert "--sheet" not in found.conclusions[0]
        assert f"Draw the next outputs for all of them: --next {more} {page}" in found.conclusions[0]


def test_a_judge_by_name_needs_no_label_by_a_person_yet():
    _, judge = raters(400, 0.1, 0.1)
    whole = table(400, {"judge": judge})
    bare = dataclasses.replace(whole, scorers=whole.scorers[1:], values=whole.values[1:])
    found = trueness.sequential(bare, judges=["judge"], human="human", next_outputs=5, rng=1)
    assert len(found.next) == 5


def test_sheets_lead_from_no_label_to_a_settled_question():
    human, judge = raters(3000, 0.03, 0.03)
    drawn, here = [], table(3000, {"judge": judge})
    assert trueness.sequential(here, rng=0).conclusions[0].startswith("? Nothing is known of 'judge' yet")
    for k in range(6):
        found = trueness.sequential(here, next_outputs=60, rng=k)
        assert [row.turn for row in found.next] == list(range(len(drawn) + 1, len(drawn) + 61))
        drawn += found.next
        here = filled(drawn, human, judge, 3000)
    assert len({row.input for row in drawn}) == 360
    (row,) = trueness.sequential(here, rng=0).settled
    assert row.answer == "yes"
    assert row.n_labelled == 360


def test_a_gap_in_a_sheet_ends_what_counts():
    human, judge = raters(400, 0.1, 0.1)
    drawn = trueness.sequential(table(400, {"judge": judge}), next_outputs=40, rng=1).next
    here = filled(drawn, np.where(np.arange(400) == int(drawn[9].input[1:]), np.nan, human), judge, 400)
    found = trueness.sequential(here, next_outputs=5, rng=1)
    assert (found.settled[0].n_labelled, found.settled[0].n_waiting) == (9, 31)
    assert [row.turn for row in found.next] == [41, 42, 43, 44, 45]
    assert not {row.input for row in found.next} & {row.input for row in drawn}
    assert "waiting" in {one.code for one in found.cautions}


def without_turns(drawn, *turns):
    return [row for row in drawn if row.turn not in turns]


def test_a_row_that_was_deleted_ends_what_counts_as_an_empty_cell_does():
    human, judge = raters(400, 0.1, 0.1)
    drawn = trueness.sequential(table(400, {"judge": judge}), next_outputs=40, rng=1).next
    gone = [row.turn for row in drawn if human[int(row.input[1:])] != judge[int(row.input[1:])]]
    assert gone
    deleted = filled(without_turns(drawn, *gone), human, judge, 400)
    emptied = np.where(np.isin(np.arange(400), [int(drawn[k - 1].input[1:]) for k in gone]), np.nan, human)
    rows = [
        trueness.sequential(one, rng=1).settled[0]
        for one in (
            deleted,
            filled(drawn, emptied, judge, 400),
            filled(drawn[: gone[0] - 1], human, judge, 400),
        )
    ]
    assert {row.n_labelled for row in rows} == {gone[0] - 1}
    assert len({(row.answer, row.estimate, row.low, row.high) for row in rows}) == 1
    found = trueness.sequential(filled(without_turns(drawn, 4, 11, 12, 13), human, judge, 400), rng=1)
    (said,) = [one.message for one in found.cautions if one.code == "missing_turns"]
    assert said.startswith("turns 4, 11\u201313 are missing: what comes after does not count.")
    assert (found.missing_turns, found.settled[0].n_waiting) == ((4, 11, 12, 13), 33)
    with pytest.raises(DataError, match=r"turn 1 is missing.*Nothing can be drawn"):
        trueness.sequential(filled(drawn[1:], human, judge, 400), next_outputs=5, rng=1)


def test_turns_that_others_label_are_there_once_their_file_is_read(tmp_path):
    human, judge = raters(400, 0.1, 0.1)
    drawn = trueness.sequential(table(400, {"judge": judge}), next_outputs=40, rng=1).next
    dealt = {"ann": drawn[:12] + drawn[12::2], "bob": drawn[:12] + drawn[13::2]}
    for name, rows in dealt.items():
        lines = [
            f"{row.input},{row.turn},{row.drawn_with!r},{LABELS[int(human[int(row.input[1:])])]}"
            for row in rows
            if name == "ann" or row.turn <= 30
        ]
        lines += [
            f"{row.input},{row.turn},{row.drawn_with!r}," for row in rows if name == "bob" and row.turn > 30
        ]
        head = f"input,turn,drawn_with,human@{name}"
        (tmp_path / f"{name}.csv").write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    judged = [f"q{k},{LABELS[int(said)]}" for k, said in enumerate(judge)]
    (tmp_path / "judged.csv").write_text("\n".join(["input,judge", *judged]) + "\n", encoding="utf-8")
    files = [tmp_path / f"{name}.csv" for name in ("judged", "ann", "bob")]
    alone = trueness.sequential(trueness.read_scores(*files[:2], join="outer"), rng=1)
    assert alone.missing_turns == tuple(row.turn for row in drawn[13:-1:2])
    assert alone.settled[0].n_labelled == 13
    both = trueness.sequential(trueness.read_scores(*files, join="outer"), rng=1)
    assert (both.missing_turns, both.settled[0].n_labelled, both.settled[0].n_waiting) == ((), 31, 9)


def test_an_output_waits_for_all_to_whom_it_was_dealt():
    human, judge = raters(400, 0.1, 0.1)
    drawn = trueness.sequential(table(400, {"judge": judge}), next_outputs=40, rng=1).next
    here = filled(drawn, human, judge, 400)
    places = [int(row.input[1:]) for row in drawn]
    people, dealt = np.full((2, 400), np.nan), np.full(400, np.nan)
    people[0, places], people[1, places[:20]] = human[places], human[places[:20]]
    dealt[places[:20]], dealt[places[20:]] = 2, 1
    people[1, places[11]] = np.nan  # shared, and one of the two left it out
    values = np.concatenate([here.values, dealt[None, None]])
    known = Annotations(("ann", "bob"), people[:, None])
    both = dataclasses.replace(
        here, scorers=(*here.scorers, Scorer("dealt_to")), values=values, annotations={"human": known}
    )
    found = trueness.sequential(both, rng=1)
    assert found.judges == ("judge",)
    assert (found.settled[0].n_labelled, found.settled[0].n_waiting) == (11, 29)


def test_a_turn_of_an_output_on_which_another_judge_is_silent_is_no_gap():
    human, judge = raters(400, 0.1, 0.1)
    drawn = trueness.sequential(table(400, {"judge": judge}), next_outputs=40, rng=1).next
    here = filled(drawn, human, judge, 400)
    silent = np.where(np.arange(400) == int(drawn[9].input[1:]), np.nan, judge)
    values = np.concatenate([here.values, silent[None, None]])
    both = dataclasses.replace(here, scorers=(*here.scorers, Scorer("other", labels=LABELS)), values=values)
    found = trueness.sequential(both, rng=1)
    assert (found.settled[0].n_labelled, found.missing_turns) == (39, ())


@pytest.mark.parametrize("alone", ["turn", "drawn_with"])
def test_a_turn_without_its_chance_is_refused_and_the_other_way_round(alone):
    human, judge = raters(400, 0.1, 0.1)
    drawn = trueness.sequential(table(400, {"judge": judge}), next_outputs=40, rng=1).next
    here = filled(drawn, human, judge, 400)
    kept = [k for k, one in enumerate(here.scorers) if one.name not in {"turn", "drawn_with"} - {alone}]
    lone = dataclasses.replace(here, scorers=tuple(here.scorers[k] for k in kept), values=here.values[kept])
    with pytest.raises(DataError, match=f"40 outputs have a '{alone}' and no .*--without metrics={alone}"):
        trueness.sequential(lone, rng=1)


def test_of_inputs_that_have_several_outputs_one_counts_unless_these_are_asked_about():
    human, judge = raters(600, 0.03, 0.03)
    here = table(600, {"judge": judge}, human, systems=3)
    other = trueness.sequential(here, rng=1)
    assert (other.settled[0].n_labelled, other.settled[0].n_left_out, other.settled[0].n_pool) == (
        200,
        400,
        200,
    )
    assert "alike" in {one.code for one in other.cautions}
    these = trueness.sequential(here, applies_to="these", rng=1)
    assert (these.settled[0].n_labelled, these.settled[0].n_left_out) == (600, 0)
    assert these.settled[0].answer == "yes"
    assert "these outputs" in these.conclusions[0]
    few = np.where(np.arange(600) < 5, human, np.nan)
    drawn = trueness.sequential(table(600, {"judge": judge}, few, systems=3), next_outputs=30, rng=1).next
    names = [row.input for row in drawn]
    assert len(set(names)) == 30
    assert not set(names) & {f"q{k}" for k in range(5)}


def test_the_file_is_used_up_and_it_says_so():
    human, judge = raters(40, 0.1, 0.1)
    some = np.where(np.arange(40) < 20, human, np.nan)
    found = trueness.sequential(table(40, {"judge": judge}, some), next_outputs=30, rng=1)
    assert len(found.next) < 30
    assert "used_up" in {one.code for one in found.cautions}
    (said,) = [one.message for one in found.cautions if one.code == "used_up"]
    assert said.startswith(f"20 outputs are left, and 30 were asked for: {len(found.next)} could be drawn")
    these = trueness.sequential(table(40, {"judge": judge}, some), next_outputs=30, applies_to="these", rng=1)
    (said,) = [one.message for one in these.cautions if one.code == "used_up"]
    assert "20 outputs are left, and 30 were asked for: all of them were drawn. For more add outputs" in said
    with pytest.raises(UnsupportedMethodError, match="nothing is left"):
        trueness.sequential(table(40, {"judge": judge}, human), next_outputs=1, rng=1)


def test_two_sheets_of_the_same_labels_do_not_fit_each_other():
    human, judge = raters(40, 0.1, 0.1)
    turns = np.where(np.arange(40) < 2, 1.0, np.nan)
    with pytest.raises(DataError, match="two sheets drawn from the same labels"):
        trueness.sequential(table(40, {"judge": judge}, human, turn=turns, drawn_with=turns / 2), rng=1)


def test_ratings_have_weighted_kappa_and_scores_are_refused():
    rng = np.random.default_rng(1)
    people = rng.integers(1, 6, 400).astype(float)
    judge = np.clip(people + rng.integers(-1, 2, 400), 1, 5)
    rated = table(400, {"judge": judge}, people)
    plain = dataclasses.replace(
        rated, scorers=tuple(dataclasses.replace(one, labels=()) for one in rated.scorers)
    )
    found = trueness.sequential(plain, rng=1)
    assert found.settled[0].measure == "weighted_kappa"
    assert found.label_names == ("1", "2", "3", "4", "5")
    fine = dataclasses.replace(plain, values=np.stack([plain.matrix("human"), rng.random((1, 400))]))
    with pytest.raises(UnsupportedMethodError, match="Pearson's r"):
        trueness.sequential(fine, rng=1)


def test_a_label_without_a_name_counts_beside_those_of_people_with_names():
    one, judge = raters(300, 0.03, 0.03)
    named = np.where(np.arange(300) < 100, one, np.nan)[None]
    found = trueness.sequential(table(300, {"judge": judge}, one, named), rng=1)
    assert found.settled[0].n_labelled == 300


def test_methods_and_tables_say_what_was_done():
    human, judge = raters(300, 0.05, 0.05)
    found = trueness.sequential(table(300, {"judge": judge}, human), rng=1)
    assert "confidence sequence by betting" in found.methods().text
    assert found.looks[-1].n_labelled == 300
    assert all(one.low <= other.low for one, other in zip(found.looks, found.looks[1:], strict=False))


def test_where_nothing_is_left_it_says_how_many_to_add_and_what_looking_costs():
    unsettled = 0
    for seed in range(12):
        one, other, judge = raters(300, 0.1, 0.1, 0.1, seed=seed)
        people = np.stack([one, other])
        found = trueness.sequential(table(300, {"judge": judge}, people.mean(axis=0), people), rng=1)
        (row,) = found.settled
        if row.answer != "cannot_tell":
            continue
        unsettled += 1
        assert row.more_low is None or row.more_low >= 1
        if row.more_low is None:
            continue
        (said,) = (text for text in found.conclusions if "Not settled" in text)
        assert f"{row.more_low:,}" in said
        assert " 0 more" not in said
        assert "0 outputs" not in said
        assert "No output is left: add outputs to the file" in said
        assert "wider than those of one look" in said
    assert unsettled > 3
