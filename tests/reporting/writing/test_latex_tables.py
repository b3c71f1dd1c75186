"""Tables as LaTeX: by hand, with names that try to break it, and compiled where a TeX is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.reporting.writing import grouped_table
from tests.reporting.writing.test_tables import ROWS, SPEC

from trueness.reporting.writing.latex_tables import to_latex
from trueness.studies.compare.view import comparison_tables

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
        body = text.partition("\\midrule\n")[2].partition("\\bottomrule")[0].splitlines()
        assert len(body) == len(rows)
        for line in body:
            assert len(re.findall(r"(?<!\\)&", line)) == len(spec.columns) - 1
            assert not re.search(r"(?<!\\)[#%_]", line)
            assert len(re.findall(r"(?<!\\)\$", line)) % 2 == 0


def test_shared_headings_bold_and_daggers_by_hand():
    assert to_latex(grouped_table.ROWS, grouped_table.SPEC).splitlines()[5:16] == [
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


@pytest.mark.skipif(TEX is None, reason="no pdflatex: 2 tables are not compiled")
def test_tables_compile(tmp_path):
    said = compiled(tmp_path, to_latex(grouped_table.ROWS, grouped_table.SPEC), to_latex(ROWS, SPEC))
    assert (tmp_path / "table.pdf").stat().st_size > 0
    assert "Overfull" not in said
