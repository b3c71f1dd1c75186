"""The recipes of the page on publishing run as they stand, on the real files that they name."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.cli.conftest import run  # noqa: F401 - a fixture

from trueness.data.reading.read import read_scores

PAGE = (Path(__file__).parents[2] / "docs/publishing.md").read_text(encoding="utf-8")
TEX = shutil.which("pdflatex")
MOST_COMMANDS = 4


def commands(heading):
    """Return the commands of a recipe."""
    block = PAGE.partition(f"## {heading}\n")[2].partition("```sh\n")[2].partition("```")[0]
    found = block.splitlines()
    assert 0 < len(found) <= MOST_COMMANDS
    return found


def done(run, lines, folder):  # noqa: F811
    """Run the commands of a recipe in a folder; without TeX those that need none. Return what TeX says last."""
    said = ""
    for line in lines:
        program, *words = shlex.split(line.rpartition("&& ")[2])
        if program == "trueness":
            outcome = run(*words)
            assert outcome.status == 0, outcome.err
            continue
        within = re.match(r"cd (\w+) && ", line)[1]
        if TEX is not None:
            options = ["-halt-on-error", "-interaction=nonstopmode"]
            made = subprocess.run(
                [TEX, *options, *words], cwd=folder / within, capture_output=True, check=False, timeout=300
            )
            said = made.stdout.decode("utf-8", "replace")
            assert made.returncode == 0, said[-2000:]
    return said


def complete(said):
    """Return whether TeX has set a document in which all fits, and all that is cited is known."""
    return "Output written on paper.pdf" in said and not re.search(r"undefined|Overfull|too large", said)


@pytest.mark.slow
def test_a_new_metrics_paper(run, test_data, tmp_path):  # noqa: F811
    data = test_data / "data"
    (tmp_path / "data.pkl").symlink_to(data / "summeval/data.pkl")
    new = read_scores(data / "deutsch2021/fabbri2020/qaeval.jsonl.gz")
    values = new.matrix("qa-eval_f1")
    lines = [
        f"{system},{name},{values[i, j]}"
        for i, system in enumerate(new.systems)
        for j, name in enumerate(new.inputs)
    ]
    (tmp_path / "mine.csv").write_text("\n".join(["system,input,mine", *lines]) + "\n")
    said = done(run, commands("A new metric's paper"), tmp_path)
    assert re.search(r"^Ours & ", (tmp_path / "paper/table.tex").read_text(), re.MULTILINE)
    if TEX is None:
        pytest.skip("no pdflatex: 1 paper is not compiled")
    assert complete(said), said


@pytest.mark.slow
def test_the_findings_of_a_shared_task(run, test_data, tmp_path):  # noqa: F811
    (tmp_path / "wmt19").symlink_to(test_data / "data/wmt19")
    said = done(run, commands("The findings of a shared task"), tmp_path)
    board = json.loads((tmp_path / "board.json").read_text())
    assert len(board["tables"]) == 18
    assert (tmp_path / "findings.html").stat().st_size < 3_000_000
    table = (tmp_path / "findings/table.tex").read_text()
    assert table.count(r"\begin{tabular}") == 2
    assert all(table.count(f"{{{one['name']}}}") == 1 for one in board["tables"])
    if TEX is None:
        pytest.skip("no pdflatex: 1 paper is not compiled")
    assert complete(said), said
