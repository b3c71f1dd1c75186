"""`trueness compare --conditions`: the same numbers as the function, ways back, the page, and what is refused."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from trueness.data.reading.read import read_scores
from trueness.studies.conditions.study import conditions

FAST = ("--human", "relevance", "--level", "system", "--resamples", "99", "--seed", "1")


@pytest.fixture
def other(scores, tmp_path):
    """Write the scores of the metrics with noise, as another condition would give them."""

    def write(name, noise):
        rng = np.random.default_rng(len(name))
        rows = list(csv.DictReader(io.StringIO(scores.read_text())))
        for row in rows:
            for metric in ("good", "fair", "=noise<b>"):
                row[metric] = repr(float(row[metric]) + noise * rng.normal())
        path = tmp_path / f"{name}.csv"
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
        return path

    return write


def test_json_is_what_the_function_says(run, scores, other):
    spa, cat, back = other("spa", 0.2), other("cat", 1.0), other("back", 0.3)
    status, out, err = run(
        "compare",
        "--conditions",
        scores,
        "--against",
        f"es={spa}",
        "--against",
        cat,
        "--back",
        f"es={back}",
        *FAST,
        "--json",
        "--table",
        "all",
    )
    assert (status, err) == (0, "")
    found = conditions(
        read_scores(scores),
        against={"es": read_scores(spa), "cat": read_scores(cat)},
        back={"es": read_scores(back)},
        human="relevance",
        level="system",
        resamples=99,
        rng=1,
    )
    said = json.loads(out)
    assert str(found.signature) in out
    wanted = found.to_dict()
    for table in ("shares", "tests", "within", "across", "shifts"):
        assert said[table] == wanted[table], table
    assert {row["condition"] for row in said["shifts"]} == {"es", "es and back", "cat"}


@pytest.mark.usefixtures("outlined")
def test_the_terminal_the_page_and_its_repetition(run, scores, other, tmp_path):
    spa, back = other("spa", 0.2), other("back", 0.3)
    page = tmp_path / "page.html"
    words = ("--against", f"es={spa}", "--back", f"es={back}", *FAST, "--margin", "0.2", "--out", page)
    status, out, _ = run("compare", "--conditions", scores, *words, width=160)
    assert status == 0
    for part in (
        "Every metric under every condition",
        "within 0.2",
        "under 'es' as under the reference",
        "shifts",
    ):
        assert part in " ".join(out.split())
    assert "anderson_hauck" in page.read_text(encoding="utf-8")
    status, out, err = run("rerun", page)
    assert (status, err) == (0, "")
    assert "all equal" in out


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ((), 2, "there is one condition only"),
        (("--against", "es={scores}", "--back", "fr={scores}"), 3, "leads from 'fr'"),
        (
            ("--against", "es={scores}", "--back", "es={scores}", "--back", "es={scores}"),
            2,
            "--back NAME=SOURCE",
        ),
        (("--against", "es={scores}", "--margin", "sd"), 3, "needs two or more"),
        (("--against", "es={scores}", "--margin", "wide"), 2, "must be numbers"),
        (("--against", "es={scores}", "--method", "bootstrap"), 2, "need 109 resamples at least"),
    ],
)
def test_what_is_refused(run, scores, words, status, said):
    given = [word.format(scores=scores) for word in words]
    found = run("compare", "--conditions", scores, *given, *FAST)
    assert found.status == status
    assert said in found.err
