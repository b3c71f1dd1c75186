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
        (("march.csv", "june.csv", "--batch-column", "when"), 2, "--batch-column is for one file"),
        (("march.csv",), 3, "--batch-column"),
        (("march.csv", "june.csv", "--mean-margin", "2"), 2, "--mean-margin"),
    ],
)
def test_refusals(run, folder, words, status, message):
    found = run("judge", "--drift", *(folder / word if word.endswith(".csv") else word for word in words))
    assert found.status == status
    assert message in found.out + found.err


def test_labels_in_a_file_of_their_own_are_of_both_batches(run, folder):
    """They are as good as in the files, nobody who labelled is a judge, and batches are called after their files."""
    rng = random.Random(8)
    labels, sources = ["system,input,human,bob"], {}
    for batch in ("march", "june"):
        header, *rows = (folder / f"{batch}.csv").read_text(encoding="utf-8").splitlines()
        sources[batch] = [f"{header},human"]
        for row in rows:
            system, name, quality = row.split(",")
            given = round(float(quality) + rng.random(), 3) if int(name.strip("amrchjune")) % 2 else ""
            given = sources.setdefault(name, given)
            sources[batch].append(f"{row},{given}")
            if given and f"{system},{name},{given},{given}" not in labels:
                labels.append(f"{system},{name},{given},{given}")
        (folder / f"{batch}-human.csv").write_text("\n".join(sources[batch]) + "\n", encoding="utf-8")
    (folder / "labels.csv").write_text("\n".join(labels) + "\n", encoding="utf-8")
    asked = ("judge", "--drift", "march.csv", "june.csv", "labels.csv")
    inside = ("judge", "--drift", "march-human.csv", "june-human.csv", "--human", "human")
    for table in ("drift", "changes", "people"):
        beside, together = (
            [
                {key: value for key, value in row.items() if key not in ("signature", "warnings")}
                for row in json.loads(run(*words, "--table", table, "--json").out)
            ]
            for words in (asked, inside)
        )
        assert beside == together
        assert {row["metric"] for row in beside} == {"judge"}
    out = " ".join(run(*asked, "--out", "d.html").out.split())
    assert "in both 'march' and 'june'" in out
    assert run("rerun", "d.html").status == 0
