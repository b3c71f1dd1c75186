"""`trueness judge --drift`: two files, or one with a column of batches."""

from __future__ import annotations

import json
import random

import pytest


@pytest.fixture
def folder(tmp_path):
    rng = random.Random(3)
    kept = {f"a{k}": rng.random() for k in range(150)}  # of 50 that are all alike, a share of .05 may differ
    both = ["when,system,input,judge"]
    for batch in ("march", "june"):
        new = {f"{batch}{k}": rng.random() for k in range(50)}
        rows = [f"s,{name},{quality:.3f}" for name, quality in (kept | new).items()]
        (tmp_path / f"{batch}.csv").write_text(
            "\n".join(["system,input,judge", *rows]) + "\n", encoding="utf-8"
        )
        both += [f"{batch},{row}" for row in rows]
    (tmp_path / "both.csv").write_text("\n".join(both) + "\n", encoding="utf-8")
    return tmp_path


def test_two_files_and_one_say_the_same_and_are_repeated(run, folder):
    first = run("judge", "--drift", folder / "march.csv", folder / "june.csv", "--to", "csv")
    assert first.status == 0
    other = run(
        "judge",
        "--drift",
        folder / "both.csv",
        "--batch-column",
        "when",
        "--batches",
        "march,june",
        "--to",
        "csv",
    )
    assert other.out == first.out
    asked = (
        "judge",
        "--drift",
        folder / "march.csv",
        folder / "june.csv",
        "--out",
        "d.html",
        "--figures",
        "drawn",
    )
    status, out, _ = run(*asked)
    assert status == 0
    assert "drawn/changes-1.svg" in out
    assert "stayed where it was" in " ".join(out.split())
    assert run("rerun", "d.html").status == 0
    found = json.loads(
        run("judge", "--drift", folder / "march.csv", folder / "june.csv", "--json", "--table", "changes").out
    )
    assert found[0]["system"] == "(all)"


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("march.csv", "june.csv", "--batch-column", "when"), 2, "the earlier first"),
        (("march.csv", "june.csv", "both.csv"), 2, "the earlier first"),
        (("march.csv",), 3, "--batch-column"),
        (("march.csv", "june.csv", "--mean-margin", "2"), 2, "--mean-margin"),
    ],
)
def test_refusals(run, folder, words, status, message):
    found = run("judge", "--drift", *(folder / word if word.endswith(".csv") else word for word in words))
    assert found.status == status
    assert message in found.out + found.err
