"""The whole study: who is compared with whom, what is found, and that no order of rows changes it."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.data.preferences.preferences import PairRow, Preferences
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.studies.preferences.study import preferences

from .conftest import SYSTEMS, drawn_rows


@pytest.fixture(scope="module")
def study(pairs):
    return preferences(pairs, judges=["good", "bad"], own=["good=gpt-*"], by="topic", over="inputs", rng=1)


def test_everything_that_can_be_said_is(study):
    assert {name for name in study.TABLES if study.rows_of(name)} == set(study.TABLES)
    assert study.decisions[0].names == ("good",)
    assert study.selection.people == ("ann", "bob")
    assert {row.ties for row in study.agreement} == {"half", "class", "excluded"}


def test_the_good_judge_is_found_to_be_the_better_one(study):
    (row,) = study.differences
    assert (row.metric, row.rival) == ("good", "bad")
    assert row.pvalue_adjusted < 0.05
    assert row.low > 0


def test_what_was_put_in_is_found(study):
    own = next(row for row in study.bias if row.covariate == "own family" and row.metric == "good")
    assert own.low > 0
    first = {row.metric: row for row in study.position}
    assert first["good"].low > 0.5
    assert first["good"].order_low > 0
    assert first["good"].consistent > first["bad"].consistent
    overrated = {row.system: row for row in study.strengths if row.metric == "good"}
    assert overrated["gpt-b"].difference > 0
    assert overrated["m-c"].difference < 0
    assert overrated["m-c"].pvalue_adjusted < 0.05


def test_people_are_their_own_ceiling(study):
    row = next(row for row in study.agreement if row.metric == "good" and row.ties == "half")
    assert row.difference == pytest.approx(row.estimate - row.ceiling)
    raters = [row for row in study.raters if row.metric == "good"]
    assert {row.annotator for row in raters} == {"ann", "bob"}
    # two people: either left out is compared with the other one
    assert raters[0].estimate_annotator == pytest.approx(raters[1].estimate_annotator)


def test_the_answer_comes_first(study):
    assert study.conclusions[0].startswith(
        "✓ Of 2 judges 'good' agrees most with people: it agrees with a person on"
    )
    assert study.conclusions[1] == (
        "? We cannot tell whether 'good' may rank systems: there are 4 systems, and it takes 8 to show that it orders "
        "80% of pairs as people do."
    )
    assert {one.rule for one in study.decisions} == {
        "may_be_best",
        "beyond_chance",
        "annotators_agree",
        "may_replace_annotator",
        "may_rank",
    }


def test_win_rates_use_what_the_judge_alone_compared(study):
    row = next(row for row in study.wins if row.metric == "good" and row.system == "gpt-a")
    assert (row.n_labelled, row.n_unlabelled) == (120, 30)
    human = [
        (1 + verdict * (1 if a == "gpt-a" else -1)) / 2
        for _, _, a, b, who, verdict, *_ in drawn_rows()
        if who in ("ann", "bob") and "gpt-a" in (a, b)
    ]
    assert row.estimate_human == pytest.approx(np.mean(human))


def test_no_order_of_rows_or_sides_changes_a_number(study):
    rows = drawn_rows()
    rng = np.random.default_rng(3)
    turned = [
        row._replace(
            a=row.b, b=row.a, verdict=-row.verdict, first=-row.first, text_a=row.text_b, text_b=row.text_a
        )
        if rng.random() < 0.5
        else row
        for row in rows
    ]
    rng.shuffle(turned)
    again = preferences(
        Preferences.of(turned, name="drawn"),
        judges=["good", "bad"],
        own=["good=gpt-*"],
        by="topic",
        over="inputs",
        rng=1,
    )
    assert [(one.rule, one.about, one.answer) for one in study.decisions] == [
        (one.rule, one.about, one.answer) for one in again.decisions
    ]
    for table in study.TABLES[:-2]:
        for one, other in zip(study.rows_of(table), again.rows_of(table), strict=True):
            for key, value in vars(one).items():
                if isinstance(value, float):
                    assert getattr(other, key) == pytest.approx(value, abs=1e-6, nan_ok=True), (table, key)
                else:
                    assert getattr(other, key) == value


def scores(sign=1.0, *, systems=SYSTEMS, inputs=50):
    truth = np.array([1.0, 0.3, -0.3, -1.0])[: len(systems), None]
    noise = np.random.default_rng(5).normal(0, 0.3, (2, len(systems), inputs))
    return ScoreTable(
        scorers=(
            Scorer("near", "metric", higher_is_better=sign > 0),
            Scorer("noise", "metric", higher_is_better=True),
        ),
        systems=tuple(systems),
        inputs=tuple(f"q{j:02}" for j in range(inputs)),
        values=np.stack([sign * (truth + noise[0]), noise[1]]),
    )


def test_metrics_are_predictors_beside_judges(pairs):
    found = preferences(pairs, scores=scores(), judges=["good", "bad"], rng=1)
    rows = {row.metric: row for row in found.agreement if row.ties == "half"}
    assert rows["near"].kind == "metric"
    assert rows["near"].estimate > rows["noise"].estimate
    assert len(found.differences) == 6
    turned = preferences(pairs, scores=scores(-1.0), judges=["good", "bad"], rng=1)
    assert turned.agreement == found.agreement  # less is better, as declared


def test_close_scores_tie(pairs):
    all_tied = preferences(
        pairs, scores=scores(), judges=["good", "bad"], epsilon=100.0, metrics=["near"], rng=1
    )
    rows = {row.ties: row for row in all_tied.agreement if row.metric == "near"}
    assert "excluded" not in rows
    ties = np.mean([row.verdict == 0 for row in drawn_rows() if row.rater in ("ann", "bob")])
    assert rows["class"].estimate == pytest.approx(ties)
    assert rows["half"].estimate == pytest.approx(0.5 + ties / 2)


def test_both_bad_and_repeats_follow_their_rules():
    def table(*verdicts):
        rows = [PairRow(k, "q", "x", "y", "j", v, first=1) for k, v in enumerate(verdicts)]
        rows += [PairRow(9, f"q{'' if k else '2'}", "x", "y", who, 1) for k, who in enumerate(("p", "r"))]
        rows += [PairRow(9, "q2", "x", "y", "j", 1)]
        return Preferences.of(rows)

    def agrees(pairs, **more):
        found = preferences(pairs, judges=["j"], ties="class", rng=1, **more)
        return next(row for row in found.agreement if row.ties == "class")

    assert agrees(table(1, 1, 0)).estimate == 0.5
    assert agrees(table(1, 1, 0), repeats="majority").estimate == 1
    assert agrees(table(2)).estimate == 0.5
    assert agrees(table(2), both_bad="excluded").n_pairs == 1


def test_who_is_who_has_to_be_known(pairs):
    with pytest.raises(DataError, match=r"is a judge: 'ann', 'bob', 'good'.*`judges`"):
        preferences(pairs)
    with pytest.raises(DataError, match="'ann' must be either"):
        preferences(pairs, judges=["ann"], people=["a*"])
    with pytest.raises(DataError, match=r"name those who are people \(`people`\)"):
        preferences(pairs, judges=["*"])
    with pytest.raises(UnknownNameError, match=r"no rater is called 'goood'\. Did you mean 'good'"):
        preferences(pairs, judges=["goood"])
    with pytest.raises(UnknownNameError, match="no grouping column is called 'topics'"):
        preferences(pairs, judges=["good"], people=["ann"], by="topics")
    with pytest.raises(DataError, match="JUDGE=PATTERN"):
        preferences(pairs, judges=["good"], own=["gpt"])
    with pytest.raises(UnknownNameError, match="no system or family is called 'claude"):
        preferences(pairs, judges=["good"], own=["good=claude*"])
    with pytest.raises(DataError, match="give `scores`"):
        preferences(pairs, judges=["good"], metrics=["bleu"])
    with pytest.raises(DataError, match="'near' lacks scores of the outputs that were compared"):
        preferences(pairs, scores=scores(systems=("x", "y")), judges=["good"])


def test_separated_systems_have_no_strength_unless_a_prior_is_given():
    rows = [
        PairRow(k, f"q{k}", "best", other, who, 1)
        for k in range(12)
        for other in ("mid", "low")
        for who in ("p", "j")
    ]
    rows += [PairRow(k, f"q{k}", "mid", "low", who, (-1) ** k) for k in range(12) for who in ("p", "j")]
    found = preferences(Preferences.of(rows), judges=["j"], rng=1)
    assert not found.strengths
    assert {one.code for one in found.cautions} >= {"no_strengths"}
    assert "We cannot tell whether 'j' may rank systems" in found.conclusions[1]
    given = preferences(Preferences.of(rows), judges=["j"], prior=0.5, rng=1)
    assert given.strengths[0].system == "best"


def test_chosen_and_rejected_by_category_need_no_strengths(tmp_path):
    rng = np.random.default_rng(2)
    lines = ["id,subset,chosen,rejected,score_chosen,score_rejected,rater"]
    for k in range(60):
        for who, gap in (("rm1", 1.0), ("rm2", 0.2)):
            lines.append(f"{k},{'chat' if k % 2 else 'math'},x,y,{rng.normal(gap)},{rng.normal()},{who}")
    path = tmp_path / "rm.csv"
    path.write_text("\n".join(lines))
    found = preferences(path, by="subset", over="inputs", rng=1)
    rows = {(row.metric, row.group): row for row in found.categories}
    assert set(rows) == {(who, group) for who in ("rm1", "rm2") for group in ("chat", "math")}
    table = trueness.read_preferences(path)
    right = [
        table.verdict[k] == 1
        for k in range(len(table))
        if table.raters[table.rater[k]] == "rm1" and table.groups["subset"][table.input[k]] == "chat"
    ]
    assert rows["rm1", "chat"].estimate == pytest.approx(np.mean(right))
    assert len(found.category_differences) == 2
    assert found.differences[0].metric == "rm1"


def test_settings_are_checked(pairs):
    with pytest.raises(ArgumentError, match="`prior` must be a number of at least 0"):
        preferences(pairs, judges=["good"], prior=-1.0)
    with pytest.raises(ArgumentError, match="`ties` must be one of"):
        preferences(pairs, judges=["good"], ties="third")


def test_a_judge_and_a_metric_of_one_name_are_not_mixed_up(pairs):
    rows = [
        row._replace(rater="near" if row.rater == "good" else row.rater) for row in drawn_rows(5, judged=5)
    ]
    with pytest.raises(DataError, match="'near' must be either a judge or a metric"):
        preferences(Preferences.of(rows), scores=scores(), judges=["near", "bad"])
    assert preferences(Preferences.of(rows), scores=scores(), judges=["near"], metrics=["noise"], rng=1)


def test_pairs_with_one_baseline_apply_to_the_systems_beside_it(pairs):
    beside = Preferences.of([row for row in drawn_rows() if "m-d" in (row.a, row.b)])
    found = preferences(beside, judges=["good", "bad"], rng=1)
    assert all(np.isfinite([row.low, row.high]).all() for row in found.agreement)
    assert (
        found.agreement[0].low < preferences(beside, judges=["good"], over="inputs", rng=1).agreement[0].low
    )
    assert all(np.isfinite(row.pvalue) for row in found.differences)
    assert all(np.isnan(row.order_effect) for row in found.position if not row.n_both)


def test_a_judge_that_always_takes_the_first_is_shown_to(pairs):
    rows = [row._replace(verdict=1) if row.rater == "bad" else row for row in drawn_rows()]
    found = preferences(Preferences.of(rows), judges=["good", "bad"], rng=1)
    row = next(row for row in found.position if row.metric == "bad")
    assert row.estimate == 1
    assert row.pvalue < 1e-6
    assert any(
        text.startswith("Order counts for 'bad': what it sees first wins 100%") for text in found.conclusions
    )
