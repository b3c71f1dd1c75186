"""The folder of a paper, and that TeX makes a document of it."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from trueness import load_dataset_texts, score
from trueness.reporting.paper_folder import _floats, write_paper
from trueness.reporting.views import find_view
from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.compare.study import compare
from trueness.studies.compare.view import ComparisonView

TEX = shutil.which("pdflatex")


@pytest.fixture(scope="module")
def found():
    table = score(load_dataset_texts("pocket"), ["bleu", "chrf", "rouge1_f", "js2"])
    return compare(table, human="coverage", coefficient="pearson")


def test_every_part_is_there_and_the_document_takes_it(found, tmp_path):
    folder = tmp_path / "deep" / "paper"
    written = write_paper(found, find_view(found), folder)
    assert sorted(folder.iterdir()) == sorted(written)
    document = (folder / "paper.tex").read_text()
    assert re.findall(r"\\input\{(\w+)\}", document) == ["table", "methods", "checklist"]
    pictures = re.findall(r"\\includegraphics(?:\[.*?\])?\{(.+?)\}", document)
    assert pictures == [path.name for path in written if path.suffix == ".pdf"]
    assert [name.split("-")[0] for name in pictures] == ["intervals", "pvalues", "ranks", "system"]
    assert (folder / "table.tex").read_text().count("\\label{tab:paper-coverage}") == 1
    cited = set(re.findall(r"\\citep\{(.+?)\}", (folder / "methods.tex").read_text()))
    keys = {key for keys in cited for key in keys.split(",")}
    assert set(re.findall(r"\\bibitem\[.+?\]\{(.+?)\}", (folder / "paper.bbl").read_text())) == keys
    assert set(re.findall(r"^@\w+\{(.+?),", (folder / "references.bib").read_text(), re.MULTILINE)) == keys


def test_the_table_is_as_it_was_asked_for(found, tmp_path):
    write_paper(found, ComparisonView(paper=PaperForm(names=("bleu=Ours",))), tmp_path)
    assert "Ours & " in (tmp_path / "table.tex").read_text()


def made(folder):
    """Compile the document twice, as its first line says, and return what the second time says."""
    for _ in range(2):
        done = subprocess.run(
            [TEX, "-halt-on-error", "-interaction=nonstopmode", "paper"],
            cwd=folder,
            capture_output=True,
            check=False,
            timeout=240,
        )
    said = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, said[-2000:]
    return said


@pytest.mark.skipif(TEX is None, reason="no pdflatex: 1 paper is not compiled")
def test_tex_makes_a_document_of_it(found, tmp_path):
    write_paper(found, find_view(found), tmp_path)
    said = made(tmp_path)
    assert "Output written on paper.pdf" in said
    assert not re.search(r"undefined|Overfull|too large", said), said


class Tall:
    """A figure of which only the size and the words are asked."""

    name, title = "tall", "Title"

    def __init__(self, letters: int, height: float) -> None:
        self.caption, self.height = "x" * letters, height

    def print_size(self) -> tuple[str, float]:
        return "page", self.height


@pytest.mark.parametrize(
    ("letters", "height", "size"),
    [(50, 8.0, ""), (50, 9.0, "[height=8.50in]"), (1200, 8.0, "[height=6.50in]"), (1200, 6.0, "")],
)
def test_a_figure_leaves_room_for_its_caption(letters, height, size):
    (text,) = _floats([Tall(letters, height)])
    assert rf"\includegraphics{size}{{tall.pdf}}" in text
