"""Tables as HTML: rounded as elsewhere, every text escaped."""

from __future__ import annotations

import html
import re

import pytest
from tests.reporting.writing import grouped_table
from tests.reporting.writing.test_tables import ROWS, SPEC

from trueness.reporting.writing.html_tables import to_html
from trueness.studies.compare.comparison_tables import ESTIMATES, TESTS


def test_shared_headings_bold_and_daggers_in_html():
    text = to_html(grouped_table.ROWS, grouped_table.SPEC, alone=True)
    assert '<th scope="colgroup" class="over" colspan="3">fluency</th>' in text
    assert text.count("<tr>") == 5
    assert re.findall(r"<strong>(.*?)</strong>", text) == ["0.500"]
    assert text.count("†") == 3
    assert text.startswith("<table")
    assert 'style="text-align:right"' in text
    assert "style=" not in to_html(grouped_table.ROWS, grouped_table.SPEC)


def test_html_prints_the_rows_rounded(comparison):
    text = to_html(comparison.tests, TESTS)
    lines = re.findall(r"<tr>(?:(?!</tr>).)*</tr>", text.partition("<tbody>")[2], re.DOTALL)
    assert len(lines) == len(comparison.tests)
    for row, line in zip(comparison.tests, lines, strict=True):
        cells = [
            html.unescape(cell.replace("<wbr>", ""))
            for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", line)
        ]
        printed = dict(zip((column.heading for column in TESTS.columns), cells, strict=True))
        assert float(printed["Difference"].replace("−", "-")) == pytest.approx(row.estimate, abs=0.0005)
        assert float(printed["p"].removeprefix("<")) == pytest.approx(row.pvalue, abs=0.001)
        assert printed["p"].startswith("<") == (row.pvalue < 0.001)
        low, high = printed["Interval"].replace("−", "-").strip("[]").split(", ")
        assert (float(low), float(high)) == pytest.approx((row.low, row.high), abs=0.0005)
        assert printed["Verdict"] == row.verdict


def test_html_escapes_names(comparison):
    text = to_html(comparison.estimates, ESTIMATES, caption="<i>")
    assert "<script>" not in text
    assert "<b>" not in text
    assert "&lt;script&gt;" in text
    assert "<span>&lt;i&gt;</span>" in text


def test_short_names_stay_whole_and_long_ones_may_break():
    text = to_html([ROWS[0], ROWS[1] | {"name": "x" * 60}], SPEC)
    assert '<th scope="row">' in text
    assert '<th scope="row" class="whole short">' in to_html(ROWS, SPEC)
    assert '<th scope="row" class="whole">' in to_html([ROWS[0], ROWS[1] | {"name": "x" * 20}], SPEC)
