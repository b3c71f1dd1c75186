"""What judges may be used for, one line each, is what their decisions say."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
import pytest
from tests.studies.judge.test_judge_labels import SMALL, labelled, scored

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.decisions.may_grade import OUTPUTS, PEOPLE
from trueness.reporting.view import FIRST_ROWS
from trueness.reporting.writing.tables import MISSING, More
from trueness.studies.judge.study import judge
from trueness.studies.judge.uses_table import uses_table
from trueness.studies.judge.view import JudgeView
from trueness.study.lights import LIGHTS


@pytest.fixture(scope="module")
def found():
    return judge(labelled(), **SMALL)


def decided(found, name, rule):
    return next(one for one in found.decisions if (one.about, one.rule) == (name, rule))


def between(low, high):
    return f"[{low:.2f}, {high:.2f}]".replace("-", "−")


def test_every_judge_has_its_answers_and_the_numbers_behind_them(found):
    spec, lines = uses_table(found)
    assert [column.heading for column in spec.columns] == [
        *("Judge", "May grade", "Kappa", "Two people", "May quote", "Share of 'pass' minus people's"),
        *("May rank", "Over systems", "Outputs"),
    ]
    assert [line["metric"] for line in lines] == list(found.in_order()) == ["v2", "v1"]
    for line in lines:
        name = line["metric"]
        grade, quote, rank = (
            decided(found, name, rule) for rule in ("may_grade", "may_quote_rate", "may_rank")
        )
        assert [line["grade"], line["quote"], line["rank"]] == [
            LIGHTS[one.answer] for one in (grade, quote, rank)
        ]
        own = grade.of("with_a_person")
        assert line["agreement"] == f"{own.estimate:.2f} {between(own.low, own.high)}"
        assert line["outputs"] == grade.of(OUTPUTS).estimate
        assert line["people"] == f"{grade.of(PEOPLE).estimate:.2f}"
        points = [round(100 * number) for number in (quote.estimate, quote.low, quote.high)]
        assert line["bias"] == (
            f"{points[0]} point{'s' * (abs(points[0]) != 1)} [{points[1]}, {points[2]}]".replace("-", "−")
        )
        assert (rank.reason, line["order"]) == ("systems", "4")


def test_what_the_data_cannot_be_asked_is_no_column():
    rng = np.random.default_rng(1)
    people = rng.normal(size=(1, 40))
    table = ScoreTable(
        (Scorer("people", "human"), Scorer("one"), Scorer("two")),
        ("s",),
        tuple(f"d{k}" for k in range(40)),
        np.stack([people, people + 0.3 * rng.normal(size=people.shape), rng.normal(size=people.shape)]),
        has_systems=False,
    )
    of_one_person = judge(table, rng=1, resamples=20, coefficient="pearson")
    spec, lines = uses_table(of_one_person)
    keys = [column.key for column in spec.columns]
    assert keys[:3] == ["metric", "grade", "agreement"]
    assert "people" not in keys
    assert "rank" not in keys
    (agreement,) = (column.heading for column in spec.columns if column.key == "agreement")
    assert agreement == "Pearson's r"
    assert {line["people"] for line in lines} == {""}
    none, blank = uses_table(dataclasses.replace(of_one_person, decisions=()))
    assert [column.key for column in none.columns] == ["metric"]
    assert {line["grade"] for line in blank} == {MISSING}


def test_columns_are_given_up_from_the_last_question_on(found):
    spec, _ = uses_table(found)
    assert spec.dispensable == (("outputs",), ("order",), ("people",), ("bias",))
    assert {key for keys in spec.dispensable for key in keys} <= {column.key for column in spec.columns}


def test_it_is_the_one_table_of_the_first_screen_and_of_the_page(found):
    ((spec, lines),) = JudgeView().first_table(found, 80)
    assert (spec.name, spec.title) == ("uses", "What judges may be used for")
    assert list(lines) == uses_table(found)[1]
    (block,) = JudgeView().head(found).table
    assert "What judges may be used for" in block.html


def test_of_many_judges_the_first_ten_are_on_the_first_screen():
    rng = np.random.default_rng(2)
    people = rng.normal(size=(2, 20))
    judges = [people + (0.1 + 0.1 * k) * rng.normal(size=people.shape) for k in range(12)]
    table = ScoreTable(
        (Scorer("people", "human"), *(Scorer(f"j{k}") for k in range(12))),
        ("a", "b"),
        tuple(f"d{k}" for k in range(20)),
        np.stack([people, *judges]),
    )
    many = judge(table, rng=1, resamples=10, coefficient="pearson", level="global")
    ((spec, lines),) = JudgeView().first_table(many, 80)
    assert [line["metric"] for line in lines] == list(many.in_order()[:FIRST_ROWS])
    assert spec.more == More("and 2 more rows", "decisions")


def test_of_two_measures_each_number_names_its_own():
    found = judge(scored(), **SMALL)
    assert {decided(found, name, "may_grade").coefficient for name in ("says", "score")} == {
        "kappa",
        "pearson",
    }
    spec, lines = uses_table(found)
    assert spec.columns[2].heading == "Agreement"
    cells = {line["metric"]: line["agreement"] for line in lines}
    assert cells["says"].startswith("kappa 0.")
    assert cells["score"].startswith("Pearson's r 0.")
    # equal numbers of two measures are no number of all rows
    same = dataclasses.replace(
        found,
        decisions=tuple(
            dataclasses.replace(
                one,
                grounds=tuple(dataclasses.replace(g, estimate=0.5, low=0.4, high=0.6) for g in one.grounds),
            )
            for one in found.decisions
        ),
    )
    assert len({line["agreement"] for line in uses_table(same)[1]}) == 2


def test_two_people_agree_by_one_number_where_a_judge_is_silent():
    table = labelled(systems=1, inputs=300)
    values = np.array(table.values)
    people = table.annotations["human"].values
    # silent where people differ: on the rest they agree better than on all
    values[2][(people[0] != people[1]) & (np.arange(300) % 4 > 0)] = np.nan
    found = judge(dataclasses.replace(table, values=values), judges="v2", **SMALL)
    grade = decided(found, "v2", "may_grade")
    (line,) = uses_table(found)[1]
    (said,) = (text for text in found.conclusions if "may grade" in text or "not grade" in text)
    people_said = re.search(r"that of two people (0\.\d+) ", said)[1]
    assert f"{float(people_said):.2f}" == line["people"] != f"{grade.of(PEOPLE).estimate:.2f}"
