"""`trueness compare --worth`: the sentence first, forms of output, the page and its repetition, refusals."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from trueness.studies.worth.rows import WorthResult

QUICK = ("--human", "human", "--seed", "1", "--resamples", "29")


@pytest.fixture
def scored(tmp_path: Path) -> Path:
    """Eleven systems, eight inputs, two metrics and a human dimension."""
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(11, 1)) + rng.normal(size=(11, 8))
    columns = {name: 10 * (quality + 0.6 * rng.normal(size=quality.shape)) for name in ("bleu", "=two<b>")}
    columns["human"] = np.round(quality)
    lines = [
        f"s{i},d{j}," + ",".join(repr(float(c[i, j])) for c in columns.values())
        for i in range(11)
        for j in range(8)
    ]
    lines.insert(0, "system,input," + ",".join(columns))
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("width", [80, 120])
def test_the_sentence_comes_first_then_tables_that_fit(run, scored, width):
    outcome = run("compare", "--worth", scored, *QUICK, "--difference", "2", "--metrics", "bleu", width=width)
    assert outcome.status == 0, outcome.err
    assert "2 points of 'bleu' between two systems. People agree with" in " ".join(outcome.out.split())
    assert max(map(len, outcome.out.splitlines())) <= width
    assert "What a difference is worth" in outcome.out
    assert "isotonic" not in outcome.out


@pytest.mark.usefixtures("answered_once")
def test_every_table_can_be_printed(run, scored):
    for table in WorthResult.TABLES:
        outcome = run("compare", "--worth", scored, *QUICK, "--table", table)
        assert outcome.status == 0, outcome.err
    printed = run("compare", "--worth", scored, *QUICK, "--table", "needed", "--to", "csv").out
    assert len(list(csv.DictReader(io.StringIO(printed)))) == 2 * 2 * 2 * 4
    whole = json.loads(run("compare", "--worth", scored, *QUICK, "--json", "--table", "all").out)
    assert {*WorthResult.TABLES, "conclusions", "settings", "signature"} <= whole.keys()


@pytest.mark.usefixtures("outlined")
def test_the_page_has_both_figures_and_repeats(run, scored, tmp_path):
    page = tmp_path / "worth.html"
    assert run("compare", "--worth", scored, *QUICK, "--out", page).status == 0
    text = page.read_text(encoding="utf-8")
    assert "What a difference between two systems is worth" in text
    assert "What a difference between two outputs of one input is worth" in text
    assert "=two<b>" not in text
    again = run("rerun", page)
    assert again.status == 0, again.err


def test_what_cannot_be_is_refused(run, scored):
    outcome = run("compare", "--worth", scored, *QUICK, "--difference", "0")
    assert outcome.status != 0
    assert "must be positive" in outcome.err
