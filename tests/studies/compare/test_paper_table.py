"""The table of a paper: made by hand of other tables, on the pocket benchmark and on REALSumm."""

from __future__ import annotations

import math

import pytest
from tests.reporting.writing.test_latex_tables import TEX, compiled

from trueness.data.reading.read import read_scores
from trueness.reporting.writing import tables
from trueness.reporting.writing.display_names import display_names
from trueness.reporting.writing.latex_tables import to_latex
from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.compare.paper_table import Side, n_units, paper_table, ranked_keys, sorting_key
from trueness.studies.compare.rows import Estimate
from trueness.studies.compare.study import compare
from trueness.studies.compare.view import ComparisonView

KEYS = [(level, name) for level in ("system", "input") for name in ("pearson", "kendall")]


@pytest.fixture(scope="module")
def realsumm(test_data):
    folder = test_data / "data" / "realsumm"
    table = read_scores(folder / "abs.pkl", folder / "ext.pkl")
    return compare(table, human="litepyramid_recall", coefficient=["pearson", "kendall"])


@pytest.fixture(scope="module")
def on_pocket(pocket):
    return compare(pocket, human="coverage", coefficient=["pearson", "kendall"])


def paper(found, **form):
    return ComparisonView(paper=PaperForm(**form)).table(found, "paper")


def number(value, digits=3):
    """Round as is done by hand: minus for a hyphen, no minus before zero, a dash for nothing."""
    if math.isnan(value):
        return "–"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "−")


def by_hand(found):
    """Return the cells of all lines, from the rows of the tables of estimates and of ranks."""
    estimates = {(row.metric, row.level, row.coefficient): row for row in found.estimates}
    ranks = {(row.metric, row.level, row.coefficient): row for row in found.ranks}
    order = sorted(found.metrics, key=lambda name: -estimates[name, "system", "pearson"].estimate)
    lines = []
    for name in order:
        line = []
        for key in KEYS:
            row, rank = estimates[(name, *key)], ranks[(name, *key)]
            top = max(estimates[(other, *key)].estimate for other in found.metrics)
            text = number(row.estimate)
            text = f"**{text}**" if row.estimate == top else text
            line += [text + "†" * (not rank.may_be_best), f"[{number(row.low)}, {number(row.high)}]"]
            low, high = rank.rank_low, rank.rank_high
            line += [number(row.standard_error), f"{low}" if low == high else f"{low}–{high}"]
        lines.append(line)
    return order, lines


@pytest.mark.parametrize("which", ["on_pocket", "realsumm"])
def test_the_cells_are_those_of_other_tables(request, which):
    found = request.getfixturevalue(which)
    order, lines = by_hand(found)
    spec, rows = paper(found, beside=("interval", "error", "ranks"))
    assert [row["metric"] for row in rows] == order
    printed = [
        [cell.replace("\\", "") for cell in line.strip("| ").split(" | ")]
        for line in tables.to_markdown(rows, spec).splitlines()[2:]
        if line.startswith("|")
    ]
    assert [line[1:] for line in printed] == lines
    assert 0 < sum("†" in cell for line in lines for cell in line) < 4 * len(lines)


def test_programs_get_every_number_whole(on_pocket):
    _, rows = paper(on_pocket)
    (row,) = [row for row in rows if row["metric"] == "chrf"]
    found = on_pocket.estimate("chrf", "input", "kendall")
    assert row["name"] == "chrF"
    assert row["input_kendall"] == found.estimate
    assert (row["input_kendall_low"], row["input_kendall_high"]) == (found.low, found.high)
    assert row["input_kendall_standard_error"] == found.standard_error
    assert (row["input_kendall_n"], row["system_kendall_n"]) == (24, 16)
    assert not any("↓" in str(row[key]) for key in row if key != "name")


def test_headings_say_what_differs_alone(on_pocket, pocket):
    spec, _ = paper(on_pocket)
    assert [(column.above, column.heading) for column in spec.columns] == [
        ((), "Metric"),
        (("System level",), "r"),
        (("System level",), "Ranks"),
        (("System level",), "τ"),
        (("Input level",), "r"),
        (("Input level",), "τ"),
    ]
    one = compare(pocket, human="coverage", coefficient="pearson", level="system", tests=False)
    spec, rows = paper(one)
    assert [(column.above, column.heading) for column in spec.columns] == [((), "Metric"), ((), "r")]
    assert not any(row["system_pearson_marked"] for row in rows)


def test_the_order_is_that_asked_for(on_pocket):
    _, rows = paper(on_pocket, sort="kendall")
    values = [row["system_kendall"] for row in rows]
    assert values == sorted(values, reverse=True)
    _, rows = paper(on_pocket, sort="name")
    names = [row["name"].lower() for row in rows]
    assert names == sorted(names)


def valued(metric, estimate, **more):
    plain = {
        "level": "input",
        "coefficient": "pearson",
        "low": 0.0,
        "high": 1.0,
        "interval": "x",
        "over": "both",
    }
    counts = {"n_systems": 5, "n_inputs": 9, "n_cells": 45, "n_undefined": 0}
    rest = {
        "n_undefined_resamples": 0,
        "resamples": 0,
        "wrong_pairs_low": math.nan,
        "wrong_pairs_high": math.nan,
    }
    return Estimate(metric=metric, estimate=estimate, **{**plain, **counts, **rest, **more})


def test_units_are_counted_where_metrics_differ_in_them():
    key = ("input", "pearson")
    assert n_units(valued("a", 0.5, n_undefined=2)) == 7
    assert n_units(valued("a", 0.5, level="system", n_undefined=2)) == 5
    assert n_units(valued("a", 0.5, level="global")) == 45
    said = {"title": "", "caption": "", "data": "", "label": "", "endings": {"b": " ↓"}}
    names = display_names(["a", "b", "c"])
    same = [valued("a", 0.25), valued("b", 0.5), valued("c", math.nan)]
    spec, rows = paper_table([Side("h", same)], [key], PaperForm(), names, **said)
    assert [row["name"] for row in rows] == ["b ↓", "a", "c"]  # one without a value is last
    assert [row["input_pearson_highest"] for row in rows] == [True, False, False]
    assert [column.heading for column in spec.columns] == ["Metric", "r"]
    spec, _ = paper_table(
        [Side("h", [*same[:2], valued("c", 0.1, n_inputs=8)])], [key], PaperForm(), names, **said
    )
    assert [column.heading for column in spec.columns] == ["Metric", "r", "n"]


def test_equal_highest_values_are_all_bold():
    names = display_names(["a", "b"])
    said = {"title": "", "caption": "", "data": "", "label": "", "endings": {}}
    values = [valued("a", 0.1 + 0.2), valued("b", 0.3)]
    _, rows = paper_table([Side("h", values)], [("input", "pearson")], PaperForm(), names, **said)
    assert all(row["input_pearson_highest"] for row in rows)


def test_sides_stand_side_by_side_with_their_names(on_pocket):
    key = ("system", "pearson")
    names = display_names(on_pocket.metrics)
    sides = [
        Side("x", on_pocket.estimates, ranks={key: on_pocket.standing(*key)}),
        Side("y", on_pocket.estimates),
    ]
    said = {"title": "", "caption": "", "data": "", "label": "", "endings": {}}
    spec, rows = paper_table(sides, [key], PaperForm(), names, **said)
    assert [(column.above, column.heading) for column in spec.columns[1:]] == [
        (("x",), "r"),
        (("x",), "Ranks"),
        (("y",), "r"),
    ]
    assert rows[0]["x_system_pearson"] == rows[0]["y_system_pearson"]
    assert sorting_key(KEYS, "kendall") == ("system", "kendall")
    assert ranked_keys(sides, [key], PaperForm(beside=("ranks",))) == [("x", key)]


@pytest.mark.skipif(TEX is None, reason="no pdflatex: 3 tables of papers are not compiled")
def test_tables_of_papers_compile(on_pocket, realsumm, comparison, tmp_path):
    everything = {"beside": ("interval", "error", "ranks", "n")}
    found = [paper(on_pocket, **everything), paper(realsumm), paper(comparison, **everything)]
    said = compiled(tmp_path, *(to_latex(rows, spec) for spec, rows in found))
    assert "Output written on table.pdf" in said
