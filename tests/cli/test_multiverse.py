"""`trueness multiverse`: every form of output, the page and its repetition, and what is refused."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from trueness.studies.multiverse.rows import MultiverseResult

QUICK = ("--seed", "1", "--human", "relevance,fluency", "--coefficient", "pearson", "--systems", "all")


@pytest.fixture
def scored(tmp_path: Path) -> Path:
    """Nine systems, eight inputs, four columns of three metrics, and two human dimensions."""
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(9, 1)) + rng.normal(size=(9, 8))
    names = ("one_f", "one_r", "two", "=three<b>")
    columns = {name: quality + (0.6 + k) * rng.normal(size=quality.shape) for k, name in enumerate(names)}
    columns |= {name: np.round(quality + rng.normal(size=quality.shape)) for name in ("relevance", "fluency")}
    lines = [
        f"s{i},d{j}," + ",".join(repr(float(c[i, j])) for c in columns.values())
        for i in range(9)
        for j in range(8)
    ]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(["system,input," + ",".join(columns), *lines]) + "\n")
    return path


@pytest.mark.parametrize("width", [80, 120])
def test_findings_come_first_then_tables_that_fit(run, scored, width):
    outcome = run("multiverse", scored, *QUICK, width=width)
    assert outcome.status == 0, outcome.err
    assert "of 18 analyses" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= width
    assert "which ranks best, against every other metric" in outcome.out.replace("\n", " ")
    whole = run("multiverse", scored, *QUICK, "--table", "conclusions", width=width)
    assert "no probability" in " ".join(whole.out.split())


@pytest.mark.usefixtures("answered_once")
def test_every_table_can_be_printed_and_json_holds_everything(run, scored):
    whole = json.loads(run("multiverse", scored, *QUICK, "--json", "--table", "all").out)
    assert {*MultiverseResult.TABLES, "conclusions", "settings", "signature"} <= whole.keys()
    assert len(whole["pairs"]) == 6
    for table in ("claims", "absent"):
        printed = run("multiverse", scored, *QUICK, "--table", table, "--to", "csv")
        assert len(list(csv.DictReader(io.StringIO(printed.out)))) == len(whole[table])
    assert "Depends on" in run("multiverse", scored, *QUICK, "--to", "latex").out


@pytest.mark.usefixtures("outlined")
def test_the_page_is_repeated_by_rerun(run, scored, tmp_path):
    page = tmp_path / "multiverse.html"
    outcome = run(
        *("multiverse", scored, *QUICK, "--variants", "part: f=*_f | r=*_r", "--claim", "one > two"),
        *("--claim", "two>=three<b>", "--out", page, "--figures", tmp_path / "figures"),
    )
    assert outcome.status == 0, outcome.err
    assert outcome.out.startswith("'one' beats 'two' in ")
    assert "=three<b>" not in page.read_text()  # names are escaped
    drawn = sorted(path.name for path in (tmp_path / "figures").iterdir())
    assert drawn == ["rank-map.svg", "specification-curve-1.svg", "specification-curve-2.svg"]
    again = run("rerun", page)
    assert again.status == 0, again.out + again.err


@pytest.mark.parametrize(
    ("given", "status", "words"),
    [
        (("--metrics", "two"), 3, "a claim is about two metrics"),
        (("--systems", "top20"), 2, "--systems"),
        (("--systems", "most"), 2, "--systems"),
        (("--inputs", "all", "--splits", "3"), 2, "--splits has no effect here"),
        (("--claim", "one_f"), 2, "--claim"),
        (("--claim", "one_f > six"), 3, "no metric is called 'six'"),
        (("--variants", "part"), 2, "--variants"),
    ],
)
def test_what_cannot_be_is_refused(run, scored, given, status, words):
    outcome = run("multiverse", scored, *QUICK, *given)
    assert outcome.status == status, outcome.err
    assert words in outcome.err


def test_an_option_without_effect_is_refused(run, scored):
    outcome = run("multiverse", scored, "--level", "input", "--aggregate", "mean")
    assert outcome.status == 2
    assert "--aggregate has no effect here" in outcome.err


def test_a_constant_human_is_refused_with_the_way_out(run, scored):
    lines = scored.read_text().splitlines()
    scored.write_text("\n".join([lines[0], *(line.rpartition(",")[0] + ",3" for line in lines[1:])]) + "\n")
    outcome = run("multiverse", scored, *QUICK)
    assert outcome.status == 3
    assert "'fluency' gives every output the same score, 3" in outcome.err
    assert "--human" in outcome.err


def test_a_checkpoint_leaves_nothing_and_changes_nothing(run, scored, tmp_path):
    kept = tmp_path / "kept"
    first = run("multiverse", scored, *QUICK, "--checkpoint", kept, "--json").out
    assert run("multiverse", scored, *QUICK, "--json").out == first
    assert not kept.exists() or not list(kept.iterdir())
