"""A folder with what a paper takes of a study: a document that LaTeX compiles, and the parts it is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from trueness.reporting.citation import Methods
from trueness.reporting.figures.figure import Figure
from trueness.reporting.view import View
from trueness.reporting.write_atomically import write_atomically
from trueness.reporting.writing.escaping import latex
from trueness.reporting.writing.latex_tables import to_latex
from trueness.reporting.writing.shown_names import showing_names_of
from trueness.study.study import StudyResult

DOCUMENT = r"""% Give `pdflatex paper` twice. The bibliography is in paper.bbl: BibTeX is for another style.
\documentclass[twocolumn]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[letterpaper,hmargin=.75in,vmargin=1in,columnsep=.4in]{geometry}
\usepackage{booktabs,graphicx,natbib,textcomp}
\begin{document}
\input{table}
%(figures)s
\section*{Methods}
\input{methods}
\bibliographystyle{plainnat}
\bibliography{references}
\section*{Checklist}
\input{checklist}
\end{document}
"""
"""Columns are as wide as figures for print (see `figures.figure.PRINT_WIDTHS`)."""

TEXT_HEIGHT = 9.0
"""Inches of a page of `DOCUMENT`: a figure that is too tall for it with its caption is set smaller."""

CAPTION_LINE = 12 / 72
"""Inches."""

CAPTION_LETTERS = {"column": 45, "page": 100}
"""Letters of a line of a caption, of a figure so wide; few enough for capitals."""


def write_paper(result: StudyResult, view: View[Any], folder: Path) -> list[Path]:
    """Write a document with the table, the figures, the methods paragraph, its literature and the checklist.

    Parameters
    ----------
    result : StudyResult
    view : View
    folder : Path
        Made where it is missing; files of these names in it are replaced.

    Returns
    -------
    list of Path
        What was written, the document first.

    Raises
    ------
    OSError
        If the folder cannot be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with showing_names_of(result):
        spec, rows = view.table(result, view.of_paper(result))
        methods = result.methods()
        figures = view.of_print(result)
        texts = {
            "paper.tex": DOCUMENT.replace("%(figures)s", "\n".join(_floats(figures))),
            "table.tex": to_latex(rows, spec),
            "methods.tex": f"{methods.latex}\n",
            "checklist.tex": _checklist(methods),
            "references.bib": methods.bibtex,
            "paper.bbl": methods.bibliography,
        }
        written = [write_atomically(folder / name, text) for name, text in texts.items()]
        return written + [
            figure.save(folder / f"{figure.name}.pdf", figure.print_size()[0]) for figure in figures
        ]


def _floats(figures: Iterable[Figure]) -> Iterable[str]:
    for figure in figures:
        width, height = figure.print_size()
        kind = "figure" if width == "column" else "figure*"
        caption = f"{figure.title}. {figure.caption}"
        lines = 3 + len(caption) // CAPTION_LETTERS[width]  # two of them for what LaTeX leaves free
        room = TEXT_HEIGHT - lines * CAPTION_LINE
        size = rf"[height={room:.2f}in]" if height > room else ""
        yield "\n".join(
            [
                rf"\begin{{{kind}}}",
                r"\centering",
                rf"\includegraphics{size}{{{figure.name}.pdf}}",
                rf"\caption{{{latex(caption)}}}",
                rf"\label{{fig:{figure.name}}}",
                rf"\end{{{kind}}}",
            ]
        )


def _checklist(methods: Methods) -> str:
    lines: Sequence[str] = [rf"\item[{latex(one.asked)}] {latex(one.said)}" for one in methods.checklist]
    return "\n".join([r"\begin{description}", *lines, r"\end{description}", ""])
