"""`trueness judge --panel`: what it prints, writes and repeats."""

from __future__ import annotations

import json

import numpy as np
import pytest


@pytest.fixture
def runs(tmp_path):
    rng = np.random.default_rng(2)
    lines = ["id,human,a@run1,a@run2,b"]
    for k in range(60):
        good = rng.random() < 0.5
        said = ["yes" if rng.random() < (0.9 if good else 0.2) else "no" for _ in range(3)]
        lines.append(f"q{k},{'yes' if good else 'no'}," + ",".join(said))
    path = tmp_path / "runs.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_page_manifest_and_rerun(run, runs):
    status, out, _ = run(
        "judge", "--panel", runs, "--human", "human", "--out", "p.html", "--figures", "drawn"
    )
    assert status == 0
    assert "which way to use these judges agrees best with 'human'" in " ".join(out.split())
    assert (runs.parent / "drawn" / "panel-curves.svg").is_file()
    assert run("rerun", "p.html").status == 0


def test_json_and_tables(run, runs):
    found = json.loads(run("judge", "--panel", runs, "--human", "human", "--json").out)
    assert [row["panel"] for row in found] == ["a", "(judges)"]
    status, out, _ = run(
        "judge", "--panel", runs, "--human", "human", "--judge", "a", "--to", "csv", "--table", "runs"
    )
    assert status == 0
    assert out.splitlines()[1].startswith("a,2,")


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ((), 3, "--human human"),
        (("--human", "human", "--judge", "b"), 4, "judged once"),
        (("--human", "human", "--seed", "1"), 2, "--seed"),
        (("--human", "nobody"), 3, "nobody"),
    ],
)
def test_refusals(run, runs, words, status, message):
    found = run("judge", "--panel", runs, *words)
    assert found.status == status
    assert message in found.out + found.err
