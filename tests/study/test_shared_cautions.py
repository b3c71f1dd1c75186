"""What several studies warn of has one threshold, one severity and one sentence."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.study.shared_cautions import (
    FEW_INPUTS,
    FEW_SYSTEMS,
    Scope,
    few_inputs,
    few_systems,
    table_cautions,
    undefined_resamples,
)
from trueness.study.study import StudyResult

BY_DEGREE = {"certified_coverage"}
"""Codes whose severity depends on how far something is off."""


class Row(NamedTuple):
    metric: str
    n_undefined_resamples: int
    resamples: int


def test_more_than_one_resample_in_twenty_without_a_value_is_said():
    few = [Row("a", 0, 100), Row("b", 5, 100), Row("c", 1, 20), Row("d", 0, 0)]
    assert undefined_resamples(few, lambda row: row.metric) == ()
    rows = [*few, Row("e", 6, 100), Row("f", 12, 100), Row("f", 1, 19)]
    (said,) = undefined_resamples(rows, lambda row: row.metric)
    assert (said.code, said.severity) == ("undefined_resamples", "warning")
    assert said.message.startswith("Up to 12% of the resamples have no value for 'e', 'f'. ")


@pytest.mark.parametrize(
    ("n", "said"), [(0, False), (1, False), (2, True), (9, True), (10, False), (50, False)]
)
def test_few_systems(n, said):
    assert FEW_SYSTEMS == 10
    found = few_systems(n)
    assert bool(found) is said
    for one in found:
        assert (one.code, one.severity) == ("few_systems", "warning")
        assert one.message.startswith(f"There are {n} systems. Below 10, ")
        assert one.message.endswith("Collect more systems.")


def test_where_there_are_few():
    (one,) = few_systems(4, "Do this.", where="In 3 of 20 analyses")
    assert one.message.startswith("In 3 of 20 analyses there are fewer than 10 systems, 4 at the fewest: ")
    assert one.message.endswith("Do this.")


@pytest.mark.parametrize(
    ("n", "fewest", "said"),
    [
        (9, 10, "rest on very little"),
        (1, 10, "no interval and no test"),
        (12, 20, "Below 20"),
        (10, 5, ""),
        (10, 10, ""),
    ],
)
def test_few_inputs(n, fewest, said):
    assert FEW_INPUTS == 10
    found = few_inputs(n, fewest=fewest)
    assert bool(found) is bool(said)
    for one in found:
        assert (one.code, one.severity) == ("few_inputs", "warning")
        assert said in one.message


SYSTEMS, INPUTS = ("a", "b", "c", "d", "e"), tuple("12345678")


def everywhere(seed: int = 1) -> ScoreTable:
    """Return a table of which every study has the same to say: few systems and inputs, copies, groups, a constant."""
    draw = np.random.default_rng(seed)
    quality = draw.normal(size=(5, 1)) + draw.normal(size=(5, 8))
    near, far = quality + draw.normal(0, 0.5, (5, 8)), quality + draw.normal(size=(5, 8))
    values = np.array([quality, near, -far, np.ones((5, 8))])
    values[:, 4] = values[:, 3]
    scorers = (
        Scorer("people", "human"),
        Scorer("m", "metric"),
        Scorer("loss", "metric"),
        Scorer("flat", "metric"),
    )
    table = ScoreTable(scorers, SYSTEMS, INPUTS, values, input_groups={"document": tuple("aabbccdd")})
    return table.with_orientation(lower_is_better=["loss"])


METRICS = {"human": "people", "metrics": ["m", "loss", "flat"]}
JUDGES = {"human": "people", "judges": ["m", "loss", "flat"]}
QUICK = {"resamples": 49, "rng": 1}
ASKED: dict[str, Callable[[ScoreTable], StudyResult]] = {
    "compare": lambda table: trueness.compare(table, **METRICS, rng=1),
    "pool": lambda table: trueness.pool({"one": table, "two": everywhere(2)}, **METRICS, rng=1),
    "equivalence": lambda table: trueness.equivalence(table, **METRICS, margin=0.1, rng=1),
    "conditions": lambda table: trueness.conditions(
        table, against={"other": everywhere(2)}, **METRICS, **QUICK
    ),
    "disagreements": lambda table: trueness.disagreements(table, **METRICS),
    "multiverse": lambda table: trueness.multiverse(table, **METRICS, splits=2, rng=1),
    "worth": lambda table: trueness.worth(table, **METRICS, rng=1),
    "variants": lambda table: trueness.variants(table, human="people", varied="*", splits=49, **QUICK),
    "judge": lambda table: trueness.judge(table, **JUDGES, **QUICK),
    "panel": lambda table: trueness.panel(table, **JUDGES),
    "drift": lambda table: trueness.drift(table, everywhere(2), **JUDGES),
    "systems": lambda table: trueness.systems(table, rng=1),
}
APPLY_TO_THESE_SYSTEMS = {"disagreements", "drift", "systems"}


@pytest.mark.parametrize("name", ASKED)
def test_the_same_data_have_the_same_cautions_in_every_study(name):
    """`--strict` must not depend on the command that is asked about the same file."""
    said = {caution.code: caution.severity for caution in ASKED[name](everywhere()).cautions}
    expected = {
        "few_inputs": "warning",
        "constant_scorer": "warning",
        "duplicate_systems": "warning",
        "lower_is_better": "note",
        "whole_units": "note",
    }
    if name not in APPLY_TO_THESE_SYSTEMS:
        expected["few_systems"] = "warning"
    shared = {"few_systems", *expected}
    assert {code: severity for code, severity in said.items() if code in shared} == expected


@pytest.mark.parametrize("name", ASKED)
def test_a_caution_is_said_once(name):
    codes = [caution.code for caution in ASKED[name](everywhere()).cautions]
    assert codes.count("duplicate_systems") == codes.count("lower_is_better") == 1


def scope(**changes) -> Scope:
    usual = Scope(
        scorers=("people", "m", "loss", "flat"),
        human="people",
        applies_to=frozenset({"systems", "inputs"}),
        clusters=None,
        options=frozenset({"clusters", "applies-to"}),
    )
    return dataclasses.replace(usual, **changes)


def codes(table: ScoreTable, **changes) -> set[str]:
    return {caution.code for caution in table_cautions(table, scope(**changes))}


def test_what_is_said_depends_on_what_the_study_applies_to():
    assert "few_systems" not in codes(everywhere(), applies_to=frozenset({"inputs"}))
    assert not codes(everywhere(), applies_to=frozenset()) & {
        "few_systems",
        "few_inputs",
        "parts_of_documents",
    }
    assert "parts_of_documents" not in codes(everywhere(), clusters="document")
    assert "constant_scorer" not in codes(everywhere(), scorers=("people", "m"))
    assert "lower_is_better" not in codes(everywhere(), scorers=("people", "m"))


def test_a_remedy_names_an_option_only_where_the_command_has_it():
    with_option = " ".join(caution.message for caution in table_cautions(everywhere(), scope()))
    without = " ".join(
        caution.message for caution in table_cautions(everywhere(), scope(options=frozenset()))
    )
    assert "--applies-to inputs" in with_option
    assert "--clusters document" in with_option
    assert "--applies-to" not in without
    assert "--clusters" not in without
    one_input = everywhere().select(inputs=everywhere().inputs[:1])
    assert not [one for one in table_cautions(one_input, scope()) if "--applies-to inputs" in one.message]


def test_only_what_people_judged_counts():
    table = everywhere()
    values = table.values.copy()
    values[0, 3:] = np.nan
    (few,) = (
        caution
        for caution in table_cautions(dataclasses.replace(table, values=values), scope())
        if caution.code == "few_systems"
    )
    assert few.message.startswith("There are 3 systems.")


def test_people_that_are_to_be_left_out_are_no_copies():
    table = dataclasses.replace(everywhere(), own_references={"d": 1.0, "e": 1.0})
    assert "duplicate_systems" in codes(everywhere())
    assert "duplicate_systems" not in codes(table)


def test_a_code_has_one_severity_wherever_it_is_said():
    """`--strict` must not depend on the command that is asked about the same file."""
    found: dict[str, set[str]] = {}
    folder = Path(trueness.__file__).parent
    for path in (*(folder / "study").rglob("*.py"), *(folder / "studies").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Caution":
                code, severity = (
                    ast.literal_eval(one) if isinstance(one, ast.Constant) else "" for one in call.args[:2]
                )
                found.setdefault(code, set()).add(severity)
    assert "few_systems" in found
    assert {code for code, kinds in found.items() if code and len(kinds) > 1} == BY_DEGREE


@pytest.mark.parametrize("name", ["document", "Doc"])
def test_inputs_that_are_parts_of_documents_are_no_independent_ones(name, tmp_path):
    rows = [f"{s},{k},t{k % 2},{s == 'b'},{k}" for s in "abc" for k in range(6)]
    (tmp_path / "parts.csv").write_text("\n".join([f"system,input,{name},human,m", *rows]))
    asked = {"metrics": "m", "human": "human", "level": "input", "coefficient": "pearson", "interval": "none"}
    table = trueness.read_scores(tmp_path / "parts.csv")
    (warning,) = [
        one
        for one in trueness.compare(table, **asked, clusters="none").cautions
        if one.code == "parts_of_documents"
    ]
    assert warning.severity == "warning"
    assert f"The 6 inputs belong to 2 {name}s, but are taken for independent." in warning.message
    option, _, group = warning.message.rpartition("--")[2].rstrip(".").partition(" ")
    assert (option, group) == ("clusters", name)
    remedied = trueness.compare(table, **asked, clusters=group)
    assert "parts_of_documents" not in {one.code for one in remedied.cautions}


@pytest.mark.parametrize(
    ("labels", "remedy"),
    [
        (("fail", "pass"), "--labels 'no=fail<yes=pass'"),
        (("bad", "ok", "good"), "--labels 'no=LABEL<yes=LABEL'"),
        (("false", "true"), None),
        ((), None),
    ],
)
def test_labels_that_are_not_those_of_people_are_warned_of(labels, remedy):
    table = everywhere()
    scorers = [Scorer("people", "human", labels=("no", "yes")), Scorer("m", "metric", labels=labels)]
    table = dataclasses.replace(
        table, scorers=(*scorers, *table.scorers[2:]), values=(table.values > 0) * 1.0
    )
    found = [one for one in table_cautions(table, scope()) if one.code == "other_labels"]
    assert [one.severity for one in found] == (["warning"] if remedy else [])
    assert all(one.message.endswith(f"Say which are the same: {remedy}.") for one in found)
    assert "other_labels" not in codes(table, human=None)
