"""Tables as LaTeX: by hand, with names that try to break it, and compiled where a TeX is installed."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.reporting.writing import grouped_table
from tests.reporting.writing.test_tables import ROWS, SPEC

from trueness.reporting.writing.latex_tables import to_latex
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.studies.compare.comparison_tables import comparison_tables

TEX = shutil.which("pdflatex")


def compiled(folder: Path, *tables: str) -> str:
    """Return what pdflatex says of a document with tables; it stops at the first error."""
    text = "\n".join(
        [
            r"\documentclass[a3paper,landscape]{article}",
            r"\usepackage[margin=1cm]{geometry}",
            r"\usepackage[utf8]{inputenc}",
            r"\usepackage[T1]{fontenc}",
            r"\usepackage{booktabs,textcomp}",
            r"\begin{document}",
            *tables,
            r"\end{document}",
        ]
    )
    (folder / "table.tex").write_text(text, encoding="utf-8")
    assert TEX is not None
    done = subprocess.run(
        [TEX, "-halt-on-error", "-interaction=nonstopmode", "table.tex"],
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=120,
    )
    said = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, said[-2000:]
    return said


def test_latex_by_hand():
    assert to_latex(ROWS, SPEC).splitlines()[3:] == [
        r"\caption{A \& B}",
        r"\label{tab:example}",
        r"\par\medskip",
        r"\begin{tabular}{lrrrl}",
        r"\toprule",
        r"Name & r & Interval & p & Best \\",
        r"\midrule",
        r"a & $-$0.123 & {[$-$0.500, 0.250]} & $<$.001 & yes \\",
        r"=b & -- & -- & -- & no \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def test_hostile_names_break_no_latex(comparison):
    for spec, rows in comparison_tables(comparison):
        text = to_latex(rows, spec)
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u2028\u202e]", text)
        opened = 0
        for sign in re.findall(r"(?<!\\)(?:\\\\)*([{}])", text):
            opened += 1 if sign == "{" else -1
            assert opened >= 0
        assert opened == 0
        tabulars = re.findall(r"\\begin\{tabular\}\{(.*?)\}\n(.*?)\\end\{tabular\}", text, re.DOTALL)
        names = len([*itertools.takewhile(lambda column: not column.is_number, spec.columns)])
        n_cells = 0
        for kinds, tabular in tabulars:
            letters = re.sub(r"p\{.*?\}", "p", kinds)
            body = tabular.partition("\\midrule\n")[2].partition("\\bottomrule")[0].splitlines()
            n_cells += len(body) * (len(letters) - names)
            for line in body:
                assert len(re.findall(r"(?<!\\)&", line)) == len(letters) - 1
                assert not re.search(r"(?<!\\)[#%_]", line)
                assert len(re.findall(r"(?<!\\)\$", line)) % 2 == 0
        assert n_cells == len(rows) * (len(spec.columns) - names)


def wide(n_groups, n_rows=2, *, named=True):
    """Return a table of groups of three numbers, and its rows."""
    columns = [Column("name", "Name")] if named else []
    columns += [
        Column(f"{k}{letter}", letter, "correlation", above=(f"group {k}",))
        for k in range(n_groups)
        for letter in "abc"
    ]
    row = {column.key: 0.125 for column in columns}
    return [row | {"name": f"row {n}"} for n in range(n_rows)], TableSpec(
        "wide", "Wide", "C.", tuple(columns)
    )


def blocks(text):
    """Return the headings of every block, page by page."""
    pages = re.findall(r"\\begin\{table\*?\}(.*?)\\end\{table", text, re.DOTALL)
    return [
        [re.findall(r"\{(group \d+)\}", part) for part in page.split(r"\begin{tabular}")[1:]]
        for page in pages
    ]


def test_a_table_is_as_wide_as_it_has_to_be():
    assert r"\begin{table}" in to_latex(*wide(1))
    assert r"\begin{table*}" in to_latex(*wide(2))
    assert blocks(to_latex(*wide(4))) == [[[f"group {k}" for k in range(4)]]]


def test_a_table_wider_than_a_page_is_set_in_blocks_with_names_in_each():
    text = to_latex(*wide(9))
    assert blocks(text) == [[[f"group {k}" for k in part] for part in (range(4), range(4, 8), range(8, 9))]]
    assert text.count("row 1 & ") == 3
    assert text.count(r"\label{tab:wide}") == 1
    # without names in the rows a block would not say what they are of
    rows, spec = wide(9, named=False)
    assert len(blocks(to_latex(rows, spec))[0]) == 1
    rows, spec = wide(9)
    assert len(blocks(to_latex([row | {"name": "same"} for row in rows], spec))[0]) == 1


def test_sentences_are_set_in_lines():
    spec = TableSpec("t", "T", "C.", (Column("a", "A"), Column("b", "B")))
    assert r"\begin{tabular}{lp{4.5cm}}" in to_latex([{"a": "short", "b": "words " * 20}], spec)


def test_what_does_not_fit_a_page_goes_on():
    text = to_latex(*wide(5, 40))
    assert [len(page) for page in blocks(text)] == [1, 1]
    assert text.count(r"\caption{(continued)}") == 1
    text = to_latex(*wide(1, 120))
    assert [page.count("row ") for page in text.split(r"\begin{table}")[1:]] == [50, 50, 20]
    assert to_latex([], wide(1)[1]).count(r"\begin{tabular}") == 1


def test_shared_headings_bold_and_daggers_by_hand():
    assert to_latex(grouped_table.ROWS, grouped_table.SPEC).splitlines()[6:17] == [
        r"\begin{tabular}{lrrrr}",
        r"\toprule",
        r" & \multicolumn{3}{c}{fluency} & \multicolumn{1}{c}{a\_b} \\",
        r"\cmidrule(lr){2-4} \cmidrule(lr){5-5}",
        r" & \multicolumn{2}{c}{System level} & \multicolumn{1}{c}{Input level} & \multicolumn{1}{c}{System level} \\",
        r"\cmidrule(lr){2-3} \cmidrule(lr){4-4} \cmidrule(lr){5-5}",
        r"Metric & r & Interval & $\rho$ & r \\",
        r"\midrule",
        r"x\_1 & \textbf{0.500}\rlap{$^{\dagger}$} & {[$-$0.250, 0.750]} & 0.125 & $-$1.000 \\",
        r"= {[}y{]} // \#z & 0.250\rlap{$^{\dagger}$} & {[0.000, 0.500]} & --\rlap{$^{\dagger}$} & 0.000 \\",
        r"\bottomrule",
    ]


@pytest.mark.skipif(TEX is None, reason="no pdflatex: 4 tables are not compiled")
def test_tables_compile(tmp_path):
    tables = [(grouped_table.ROWS, grouped_table.SPEC), (ROWS, SPEC), wide(9), wide(1, 120)]
    said = compiled(tmp_path, *(to_latex(*table) for table in tables))
    assert (tmp_path / "table.pdf").stat().st_size > 0
    assert "Overfull" not in said
