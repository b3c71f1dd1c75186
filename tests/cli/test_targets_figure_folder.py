"""The folder of figures: made where there is none, refused before any work where none can be made."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from trueness.cli.targets import check_figure_folder, save_figures
from trueness.errors import FormatError


def test_nothing_is_made_before_there_is_something_to_write(tmp_path):
    folder = tmp_path / "new" / "figures"
    check_figure_folder(None)
    check_figure_folder(folder)
    check_figure_folder(tmp_path)
    assert not folder.parent.exists()


def test_a_name_in_this_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check_figure_folder(Path("figures"))


def test_a_file_is_no_folder(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("a,b\n")
    for folder in (path, path / "figures"):
        with pytest.raises(FormatError, match=r"'.*scores\.csv' is no folder"):
            check_figure_folder(folder)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path):
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    for folder in (locked, locked / "figures"):
        with pytest.raises(FormatError, match="can be written"):
            check_figure_folder(folder)


def test_every_figure_is_a_file_of_its_name(run, scores, tmp_path):
    folder = tmp_path / "deep" / "figures"
    words = (
        "compare",
        "--equivalence",
        scores,
        "--human",
        "relevance",
        "--margin",
        ".1",
        "--level",
        "system",
    )
    words += ("--coefficient", "pearson,kendall", "--resamples", "60", "--seed", "1")
    assert run(*words, "--figures", folder).status == 0
    names = ["margin-curve-kendall-system.svg", "margin-curve-pearson-system.svg"]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert all("<svg" in path.read_text() for path in folder.iterdir())
    assert save_figures([], folder) == []


def test_figures_for_print_are_svg_and_pdf(run, scores, tmp_path):
    words = ("compare", scores, "--human", "relevance", "--resamples", "60", "--seed", "1")
    folder = tmp_path / "printed"
    assert run(*words, "--figures", folder, "--figure-width", "column").status == 0
    names = {path.name for path in folder.iterdir()}
    assert {"intervals-pearson.svg", "intervals-pearson.pdf"} <= names
    assert 'width="237.6pt"' in (folder / "intervals-pearson.svg").read_text()
    made = run(*words, "--figure-width", "column")
    assert made.status == 2
    assert "--figures FOLDER" in made.err
    made = run(*words, "--figures", folder, "--figure-width", "wide")
    assert (made.status, "--figure-width must be one of 'column', 'page'" in made.err) == (2, True), made.err
