"""The table of a paper in Python holds and marks what the command prints."""

from __future__ import annotations

import sys

import pytest

import trueness
from trueness.errors import ArgumentError, MissingExtraError, UnknownNameError
from trueness.reporting.views import find_view
from trueness.reporting.writing import tables


@pytest.fixture(scope="module")
def found(pocket):
    return trueness.compare(pocket, human="coverage", coefficient=["pearson", "kendall"])


def test_numbers_are_whole_and_those_that_are_shown(found):
    frame = found.paper_table(show=["interval"], sort="kendall", names={"chrf": "Ours"}, backend="pandas")
    assert list(frame.columns[:5]) == [
        *("metric", "name", "system_pearson", "system_pearson_low", "system_pearson_high")
    ]
    assert "system_pearson_standard_error" not in frame
    row = frame.set_index("metric").loc["chrf"]
    estimate = found.estimate("chrf", "input", "kendall")
    assert row["name"] == "Ours"
    assert (row["input_kendall"], row["input_kendall_low"]) == (estimate.estimate, estimate.low)
    assert frame["system_kendall"].is_monotonic_decreasing
    assert not frame["system_pearson"].is_monotonic_decreasing
    assert (
        found.paper_table(backend="polars")["metric"].to_list()[0]
        == found.paper_table(backend="pandas")["metric"][0]
    )


def test_a_styler_has_the_cells_of_the_printed_table(found):
    spec, rows = find_view(found).table(found, "paper")
    html = found.paper_table(style=True).to_html()
    styled = found.paper_table(style=True)
    shown = [[name, *line] for name, line in zip(styled.index, styled.data.to_numpy().tolist(), strict=True)]
    printed = [line.strip("| ").split(" | ") for line in tables.to_markdown(rows, spec).splitlines()[2:]]
    plain = [[cell.replace("*", "").replace("\\", "") for cell in line] for line in printed if len(line) > 1]
    assert shown == plain
    assert sum(cell.endswith("†") for line in shown for cell in line) > 0
    assert "ruled out as the best" in html
    styled._compute()
    bold = {place for place, style in styled.ctx.items() if ("font-weight", "bold") in style}
    assert bold == {
        (i, j)
        for i, row in enumerate(rows)
        for j, column in enumerate(spec.columns[1:])
        if tables.is_bold(row, column)
    }
    assert len(bold) >= 4


def test_names_cannot_break_the_markup(found):
    html = found.paper_table(style=True, names={"chrf": "<b>&"}).to_html()
    assert "&lt;b&gt;&amp;" in html
    assert "<b>" not in html


def test_what_cannot_be_is_said(found, pocket, monkeypatch):
    with pytest.raises(ArgumentError, match="`show` must be one of"):
        found.paper_table(show=["all"])
    with pytest.raises(ArgumentError, match="`sort` must be one of 'pearson', 'kendall', 'name'"):
        found.paper_table(sort="spearman")
    with pytest.raises(UnknownNameError, match="no metric is called 'chrff'"):
        found.paper_table(names={"chrff": "x"})
    with pytest.raises(ArgumentError, match="`style` is for pandas"):
        found.paper_table(style=True, backend="polars")
    with pytest.raises(ArgumentError, match="compare, facets or pool"):
        trueness.result_paper_table(trueness.systems(pocket, human="coverage", resamples=99))
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtraError, match="pip install pandas"):
        found.paper_table(style=True)
