"""Tables as typst: by hand, and names that try to break it."""

from __future__ import annotations

import re

import pytest
from tests.reporting.writing import grouped_table

from trueness.reporting.writing.typst_tables import to_typst
from trueness.studies.compare.comparison_tables import comparison_tables


def test_shared_headings_bold_and_daggers_by_hand():
    assert (
        to_typst(grouped_table.ROWS, grouped_table.SPEC).splitlines()
        == [
            "#figure(",
            r"  caption: [50% of A & B, \#1: ‘x’],",
            "  table(",
            "    columns: 5,",
            "    align: (left, right, right, right, right,),",
            "    stroke: none,",
            "    table.hline(),",
            "    table.header(",
            (
                "      table.cell(colspan: 1, align: center)[], table.cell(colspan: 3, align: center)[fluency], "
                r"table.cell(colspan: 1, align: center)[a\_b],"
            ),
            "      table.hline(start: 1, end: 4, stroke: 0.5pt),",
            "      table.hline(start: 4, end: 5, stroke: 0.5pt),",
            (
                "      table.cell(colspan: 1, align: center)[], table.cell(colspan: 2, align: center)[System level], "
                "table.cell(colspan: 1, align: center)[Input level], "
                "table.cell(colspan: 1, align: center)[System level],"
            ),
            "      table.hline(start: 1, end: 3, stroke: 0.5pt),",
            "      table.hline(start: 3, end: 4, stroke: 0.5pt),",
            "      table.hline(start: 4, end: 5, stroke: 0.5pt),",
            "      [Metric], [r], [Interval], [ρ], [r],",
            "    ),",
            "    table.hline(stroke: 0.5pt),",
            (
                r"    [x\_1], [#strong[0.500]#box(width: 0pt, align(left, super[†]))], [\[−0.250, 0.750\]], "
                "[0.125], [−1.000],"
            ),
            (
                r"    [\= \[y\] \/\/ \#z], [0.250#box(width: 0pt, align(left, super[†]))], [\[0.000, 0.500\]], "
                "[–#box(width: 0pt, align(left, super[†]))], [0.000],"
            ),
            "    table.hline(),",
            "  ),",
            ") <tab:grouped>",
            "",
        ][:-1]
    )


def test_hostile_names_break_no_typst(comparison):
    for spec, rows in comparison_tables(comparison):
        text = to_typst(rows, spec)
        bare = re.sub(r"\\.", "", text)
        assert bare.count("[") == bare.count("]")
        assert not re.search(r"[`$@]|//", bare)
        body = text.partition("stroke: 0.5pt),\n")[2].rpartition("    table.hline(),")[0].splitlines()
        assert len(body) == len(rows)


def test_tables_compile(comparison):
    typst = pytest.importorskip("typst", reason="no typst: the tables of a comparison are not compiled")
    tables = [to_typst(rows, spec) for spec, rows in comparison_tables(comparison)]
    page = "#set page(width: auto, height: auto)\n" + "\n".join(tables)
    assert typst.compile(page.encode(), format="pdf").startswith(b"%PDF")
