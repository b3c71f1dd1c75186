"""`--table paper` in every form."""

from __future__ import annotations

import csv
import io
import json

import pytest

pytestmark = pytest.mark.usefixtures("answered_once")

QUICK = ("pocket", "--human", "coverage", "--metrics", "bleu,chrf", "--coefficient", "pearson")


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("latex", "% needs"),
        ("markdown", "| Metric"),
        ("html", "<table"),
        ("typst", "#figure("),
        ("csv", "metric,name"),
    ],
)
def test_every_form_is_written(run, form, start):
    found = run(
        "compare", *QUICK, "--table", "paper", "--name", "bleu=Ours", "--show", "interval", "--to", form
    )
    assert found.status == 0, found.err
    assert found.out.startswith(start)
    assert "Ours" in found.out
    assert "chrF" in found.out
    assert "†" in found.out or r"\dagger" in found.out or form == "csv"


def test_csv_and_json_hold_the_same(run):
    rows = json.loads(run("compare", *QUICK, "--table", "paper", "--json").out)
    written = list(csv.DictReader(io.StringIO(run("compare", *QUICK, "--table", "paper", "--to", "csv").out)))
    assert [float(row["system_pearson"]) for row in written] == [row["system_pearson"] for row in rows]
    assert {row["system_pearson_marked"] for row in written} <= {"true", "false"}


def test_the_terminal_shows_it(run):
    found = run("compare", *QUICK, "--table", "paper", width=100)
    assert found.status == 0, found.err
    assert "For a paper: Pearson's r at the system and input level" in found.out
    assert "0.402†" in found.out
    assert "†: ruled out as the best" in " ".join(found.out.split())


@pytest.mark.parametrize("option", [("--show", "n"), ("--name", "bleu=B")])
def test_options_without_the_table_are_refused(run, option):
    found = run("compare", *QUICK, *option)
    assert found.status == 2
    assert "--table paper" in found.err
    assert run("compare", *QUICK, "--table", "paper", *option).status == 0


def test_several_tables_stand_side_by_side(run, tmp_path):
    lines = ["system,input,document,human,good,poor"]
    for i in range(8):
        lines += [f"s{i},d{j},doc{j % 2},{i + j % 3},{i + j % 4},{(i * 3 + j) % 7}" for j in range(8)]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n")
    asked = (
        "compare",
        "--pool",
        path,
        "--human",
        "human",
        "--tables-by",
        "document",
        "--coefficient",
        "pearson",
    )
    found = run(*asked, "--table", "paper", "--name", "good=Ours", "--to", "latex")
    assert found.status == 0, found.err
    head = found.out.splitlines()[8]
    assert head.startswith(r" & \multicolumn{3}{c}{Average} & \multicolumn{2}{c}{")
    assert any(line.startswith("Ours & ") for line in found.out.splitlines())
    assert run(*asked, "--show", "n").status == 2


def test_a_leaderboard_is_written_beside_what_is_printed(run, tmp_path):
    lines = ["system,input,document,human,good,poor"]
    for i in range(8):
        lines += [f"s{i},d{j},doc{j % 2},{i + j % 3},{i + j % 4},{(i * 3 + j) % 7}" for j in range(8)]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n")
    asked = (
        "compare",
        "--pool",
        path,
        "--human",
        "human",
        "--tables-by",
        "document",
        "--coefficient",
        "pearson",
    )
    found = run(*asked, "--leaderboard", tmp_path / "board.json")
    assert found.status == 0, found.err
    assert "board.json" in found.out
    assert len(json.loads((tmp_path / "board.json").read_text())["values"]) == 2 * 3 * 2
    assert run(*asked, "--leaderboard", path).status == 3  # what is read is not written over
