"""`trueness compare --ranges`: every form of output, the page and its repetition, and what is refused."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from trueness.studies.ranges.rows import RangesResult

QUICK = ("--seed", "1", "--resamples", "39", "--permutations", "19")


@pytest.fixture
def scored(tmp_path: Path) -> Path:
    """Eleven systems, eight inputs, three metrics and a human dimension."""
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(11, 1)) + rng.normal(size=(11, 8))
    columns = {name: quality + 0.6 * rng.normal(size=quality.shape) for name in ("one", "two", "=three<b>")}
    columns["relevance"] = np.round(quality)
    lines = [
        f"s{i},d{j}," + ",".join(repr(float(c[i, j])) for c in columns.values())
        for i in range(11)
        for j in range(8)
    ]
    lines.insert(0, "system,input," + ",".join(columns))
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """References and sources of the inputs, under a field of another name."""
    rng = np.random.default_rng(6)
    rows = []
    for j in range(8):
        words = [f"w{k}" for k in rng.integers(0, 40, 30)]
        reference = " ".join([*words[: 3 + j], "new", "words"])
        rows.append(
            {
                "system": "s0",
                "input": f"d{j}",
                "summary": "x",
                "references": [reference],
                "source": " ".join(words),
            }
        )
    path = tmp_path / "texts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


PEOPLE = ("--human", "relevance")


@pytest.mark.usefixtures("answered_once")
@pytest.mark.parametrize("width", [80, 120])
def test_findings_come_first_then_tables_that_fit(run, scored, width):
    outcome = run("compare", "--ranges", scored, *PEOPLE, *QUICK, width=width)
    assert outcome.status == 0, outcome.err
    assert outcome.out.startswith("Metrics agree ")
    assert max(map(len, outcome.out.splitlines())) <= width
    assert "Agreement by range, and what its width explains" in outcome.out
    assert (
        "LMT / L" in run("compare", "--ranges", scored, *PEOPLE, *QUICK, "--table", "pairs", width=width).out
    )


@pytest.mark.usefixtures("answered_once")
def test_every_table_can_be_printed(run, scored):
    for table in RangesResult.TABLES:
        outcome = run("compare", "--ranges", scored, *PEOPLE, *QUICK, "--table", table)
        assert outcome.status == 0, outcome.err
    printed = run("compare", "--ranges", scored, *PEOPLE, *QUICK, "--table", "pairs", "--to", "csv").out
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert len(rows) == 6 * 6  # six pairs in six ranges
    for to in ("latex", "markdown"):
        assert "by width" in run("compare", "--ranges", scored, *PEOPLE, *QUICK, "--to", to).out.lower()


def test_json_holds_everything(run, scored):
    whole = json.loads(run("compare", "--ranges", scored, *PEOPLE, *QUICK, "--json", "--table", "all").out)
    assert {*RangesResult.TABLES, "conclusions", "settings", "signature"} <= whole.keys()
    assert whole["means"][0]["pvalue"] is None


@pytest.mark.usefixtures("outlined")
def test_the_page_is_repeated_by_rerun(run, scored, written, tmp_path, request):
    page = tmp_path / "ranges.html"
    outcome = run(
        *("compare", "--ranges", scored, *PEOPLE, *QUICK, "--texts", written),
        *("--text-columns", "output=summary", "--out", page, "--figures", tmp_path / "figures"),
    )
    assert outcome.status == 0, outcome.err
    text = page.read_text()
    assert "Coverage" in text
    assert "=three<b>" not in text  # names are escaped
    assert (tmp_path / "figures" / "property-coverage.svg").exists()
    request.getfixturevalue("answered_once")  # both ask the same: computed again once
    again = run("rerun", page)
    assert again.status == 0, again.out + again.err
    assert run("rerun", tmp_path / "ranges.manifest.json").status == 0


@pytest.mark.parametrize(
    ("given", "status", "words"),
    [
        (("--metrics", "one"), 3, "two are needed at least"),
        (("--bins", "1"), 2, "--bins"),
        (("--text-columns", "output=x"), 2, "add --texts, or leave"),
        (("--minimum-outputs", "30"), 3, "no input has 30 outputs with a level"),
        (("--human", "nobody"), 3, "nobody"),
    ],
)
def test_what_cannot_be_is_refused(run, scored, given, status, words):
    outcome = run("compare", "--ranges", scored, *QUICK, *given)
    assert outcome.status == status, outcome.err
    assert words in outcome.err


def test_strict_turns_a_warning_into_a_status(run, scored):
    assert run("compare", "--ranges", scored, *PEOPLE, *QUICK, "--only-significant", "--strict").status == 5


def test_a_checkpoint_goes_on_and_leaves_nothing(run, scored, tmp_path):
    kept = tmp_path / "kept"
    first = run("compare", "--ranges", scored, *PEOPLE, *QUICK, "--checkpoint", kept, "--json").out
    assert run("compare", "--ranges", scored, *PEOPLE, *QUICK, "--json").out == first
