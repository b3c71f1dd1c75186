from __future__ import annotations

import csv
import dataclasses
import io
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reporting.writing import grouped_table
from tests.small_comparisons import HOSTILE

from trueness.decisions.decision import Decision
from trueness.reporting.writing import tables
from trueness.reporting.writing.html_tables import to_html
from trueness.reporting.writing.latex_tables import to_latex
from trueness.reporting.writing.tables import (
    Column,
    TableSpec,
    to_csv,
    to_json,
    to_markdown,
)
from trueness.studies.compare.comparison_tables import ESTIMATES, comparison_tables

NAN = float("nan")
SPEC = TableSpec(
    "example",
    "Example",
    "A & B",
    (
        Column("name", "Name"),
        Column("r", "r", "correlation"),
        Column(("low", "high"), "Interval", "interval"),
        Column("p", "p", "pvalue"),
        Column("best", "Best", "mark"),
    ),
)
ROWS = [
    {"name": "a", "r": -0.12345678901234567, "low": -0.5, "high": 0.25, "p": 0.0001, "best": True, "more": 1},
    {"name": "=b", "r": NAN, "low": NAN, "high": NAN, "p": NAN, "best": False, "more": None},
]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.5999, "0.600"),
        (-0.0004, "0.000"),
        (0.0, "0.000"),
        (-0.5, "−0.500"),
        (1.0, "1.000"),
        (NAN, "–"),
        (None, "–"),
    ],
)
def test_correlation(value, text):
    assert tables.correlation(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1.000"),
        (0.25, ".250"),
        (0.001, ".001"),  # the smallest that 999 resamples can give is not below .001
        (1 / 1001, "<.001"),
        (0.0495, ".0495"),  # not .050, which looks like no rejection
        (0.0504, ".0504"),
        (0.05, ".050"),
        (0.9999, "1.000"),
        (NAN, "–"),
    ],
)
def test_pvalue(value, text):
    assert tables.pvalue(value) == text


@given(st.floats(0, 1))
def test_a_printed_pvalue_is_close_and_never_zero(value):
    text = tables.pvalue(value)
    if text == "<.001":
        assert value < 0.001
    else:
        assert float(text) > 0
        assert abs(float(text) - value) <= 0.0005 + 1e-12


@given(st.floats(-1, 1))
def test_a_printed_correlation_is_the_nearest(value):
    assert abs(float(tables.correlation(value).replace("−", "-")) - value) <= 0.0005 + 1e-12


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(0.04, 0.216, "4%–22%"), (-0.1, 1.2, "0%–100%"), (NAN, 0.5, "–"), (None, None, "–")],
)
def test_shares_stay_within_bounds(low, high, text):
    assert tables.shares(low, high) == text


def test_other_formats():
    assert tables.count(9999) == "9999"
    assert tables.count(123456) == "123\u202f456"
    assert tables.count(None) == "–"
    assert tables.share(0.79) == "79%"
    assert tables.statistic(math.inf) == "∞"
    assert tables.statistic(-1.234) == "−1.23"
    assert tables.smallest_pvalue(9999) == "1/10000 = .0001"
    assert tables.interval(0.1, NAN) == "[0.100, –]"


def test_shared_headings_bold_and_daggers_in_markdown():
    head, _, first, second = to_markdown(grouped_table.ROWS, grouped_table.SPEC).splitlines()[:4]
    assert head == (
        "| Metric | fluency, System level, r | fluency, System level, Interval | fluency, Input level, ρ | "
        r"a\_b, System level, r |"
    )
    assert first == r"| x\_1 | **0.500**† | \[−0.250, 0.750\] | 0.125 | −1.000 |"
    assert second.split(" | ")[1:4] == ["0.250†", r"\[0.000, 0.500\]", "–†"]


def test_csv_keeps_every_field_at_full_precision():
    found = list(csv.reader(io.StringIO(to_csv(ROWS, SPEC))))
    assert found[0] == ["name", "r", "low", "high", "p", "best", "more"]
    assert float(found[1][1]) == ROWS[0]["r"]
    assert found[1][5:] == ["true", "1"]
    assert found[2] == ["'=b", "", "", "", "", "false", ""]


def test_a_line_break_in_a_name_begins_no_cell():
    rows = [{"name": "safe\r=1+1", "r": 0.5}, {"name": "\n=1", "r": 0.25}]
    text = to_csv(rows, SPEC)
    assert text == 'name,r\n"safe\r=1+1",0.5\n"\'\n=1",0.25\n'
    assert list(csv.reader(io.StringIO(text, newline="")))[1:] == [["safe\r=1+1", "0.5"], ["'\n=1", "0.25"]]


def test_json_is_verbatim():
    found = json.loads(to_json(ROWS, SPEC, signature="s"))
    assert found[0] == ROWS[0] | {"signature": "s"}
    assert found[1]["name"] == "=b"
    assert found[1]["r"] is None


def test_an_empty_table():
    assert to_csv([], SPEC) == "name,r,low,high,p,best\n"
    assert json.loads(to_json([], SPEC)) == []
    assert to_markdown([], SPEC).count("\n") == 4


def test_markdown_by_hand():
    assert to_markdown(ROWS, SPEC) == (
        "| Name | r | Interval | p | Best |\n"
        "| :--- | ---: | ---: | ---: | :--- |\n"
        "| a | −0.123 | \\[−0.500, 0.250\\] | &lt;.001 | yes |\n"
        "| =b | – | – | – | no |\n"
        "\n"
        "Table: A &amp; B\n"
    )


def test_hostile_names_break_no_markdown(comparison):
    for spec, rows in comparison_tables(comparison):
        *lines, blank, caption = to_markdown(rows, spec).splitlines()
        assert (blank, caption[:7]) == ("", "Table: ")
        assert "<" not in caption
        assert len(lines) == len(rows) + 2
        assert {line.count("|") for line in lines} == {len(spec.columns) + 1}
        assert not any("<" in line or ">" in line for line in lines)


def test_hostile_names_break_no_csv(comparison):
    for spec, rows in comparison_tables(comparison):
        found = list(csv.DictReader(io.StringIO(to_csv(rows, spec))))
        assert len(found) == len(rows)
        for row, written in zip(rows, found, strict=True):
            for field, text in written.items():
                value = getattr(row, field)
                if isinstance(value, str):
                    assert text.removeprefix("'") == value
                    assert text[:1] not in {"=", "+", "-", "@", "\t", "\r"}
                elif isinstance(value, float):
                    assert (math.isnan(value) and text == "") or float(text) == value


def test_json_names_are_verbatim(comparison):
    assert {row["metric"] for row in json.loads(to_json(comparison.estimates, ESTIMATES))} == set(
        comparison.metrics
    )


def test_columns_can_be_left_out():
    assert [column.heading for column in SPEC.without("p", ("low", "high")).columns] == ["Name", "r", "Best"]
    assert tables.empty_columns(ROWS[1:], SPEC) == ["r", ("low", "high"), "p"]


def test_what_all_findings_rest_on_is_said_once():
    same = {"r": 0.5, "n_inputs": 12_345, "n_undefined": None}
    rows = [{"name": "a", "n_systems": 1, **same}, {"name": "b", "n_systems": 2, **same}]
    numbers = [Column(key, key, "count") for key in ("n_systems", "n_inputs", "n_undefined")]
    spec = dataclasses.replace(SPEC, columns=(*SPEC.columns[:2], *numbers))
    short, shared = tables.without_shared(rows, spec)
    assert [column.key for column in short.columns] == ["name", "r", "n_systems"]
    assert shared == ["n_inputs: 12\u202f345"]
    assert tables.without_shared(rows[:1], spec) == (spec, [])
    text = to_html(rows, short, shared=shared)
    assert text.count("12\u202f345") == 1
    assert text.count("<caption>") == 1


def test_a_table_alone_has_its_data_and_its_label():
    spec = dataclasses.replace(SPEC, data="50 % of X.", label="example-x")
    text = to_latex(ROWS, spec)
    assert r"\caption{50 \% of X. A \& B}" in text
    assert r"\label{tab:example-x}" in text
    assert "Table: 50 % of X. A &amp; B" in to_markdown(ROWS, spec)


def test_marks_are_for_readers_only(comparison):
    (spec, rows), *_ = comparison_tables(comparison)
    marked = {
        row.metric for row in rows if tables.cell(dataclasses.asdict(row), spec.columns[0]).endswith(" ↓")
    }
    assert marked == {HOSTILE[2]}
    assert r"$\downarrow$" in to_latex(rows, spec).partition("midrule")[2]
    assert "↓" not in to_csv(rows, spec)
    assert "↓" not in to_json(rows, spec)


def test_answers_are_words_for_readers_and_names_for_programs():
    answered = [{"answer": answer, "side": "at_most"} for answer in ("cannot_tell", "yes")]
    spec = TableSpec.of(Decision, "decisions", "Decisions", "", ("answer", "side"))
    for shown in (to_markdown(answered, spec), to_html(answered, spec), to_latex(answered, spec)):
        assert "cannot tell" in shown
        assert "at most" in shown
        assert "_tell" not in shown
    assert '"cannot_tell"' in to_json(answered, spec)
    assert "cannot_tell,at_most" in to_csv(answered, spec)
    assert not spec.columns[0].is_number
