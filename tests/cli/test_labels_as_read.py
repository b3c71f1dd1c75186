"""What a command can be told of reading labels, `rerun` can read from the manifest; annotators are people."""

from __future__ import annotations

import csv
import json
import random

import pytest

LABELS = ("--labels", "fail<pass", "--human", "human")
READ = {
    "judge": ("judge", "a.csv", *LABELS, "--judge", "j1,j2", "--seed", 1),
    "judge-without-order": (
        "judge",
        "a.csv",
        "--labels",
        "fail|pass",
        "--human",
        "human",
        "--judge",
        "j1",
        "--seed",
        1,
    ),
    "panel": ("judge", "--panel", "a.csv", *LABELS, "--judge", "j1,j2"),
    "compare": ("compare", "a.csv", *LABELS, "--seed", 1),
    "drift": ("judge", "--drift", "a.csv", "b.csv", *LABELS),
    "annotators": ("judge", "--annotators", "a.csv", *LABELS, "--seed", 1),
    "systems": ("systems", "a.csv", "--labels", "fail<pass", "--scorer", "human", "--seed", 1),
    "without": ("compare", "a.csv", *LABELS, "--seed", 1, "--without", "s3", "--columns", "groups=topic"),
    "lower": (
        "judge",
        "a.csv",
        *LABELS,
        "--judge",
        "j1",
        "--lower-is-better",
        "j1",
        "--format",
        "csv",
        "--seed",
        1,
    ),
    "joined": ("compare", "a.csv", "c.csv", *LABELS, "--join", "outer", "--seed", 1),
}


@pytest.fixture
def files(tmp_path):
    """Two batches that two annotators labelled, two judges each; of the first one, some rows once more."""
    draw = random.Random(5)
    rows = []
    for system in ("s0", "s1", "s2", "s3"):
        for k in range(24):
            quality = draw.random()
            said = [
                "pass" if quality + draw.gauss(0, noise) > 0.4 else "fail" for noise in (0.1, 0.1, 0.2, 0.3)
            ]
            rows.append([system, f"i{k}", f"t{k // 4}", *said])
    for name, kept in (("a", rows), ("b", rows), ("c", rows[:40])):
        with (tmp_path / f"{name}.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["system", "input", "topic", "human@ann", "human@bob", "j1", "j2"])
            writer.writerows(kept)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("name", READ)
def test_a_study_is_repeated_from_its_manifest(run, name):
    status, _, err = run(*READ[name], "--manifest", "m.json")
    assert status == 0, err
    status, out, err = run("rerun", "m.json")
    assert status == 0, out + err


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("more", [(), ("--labels", "fail<pass")])
def test_annotators_of_two_batches_are_people_and_no_judge(run, more):
    """Where the two are divided their mean is no label: taken for a judge, it was refused."""
    status, out, err = run("judge", "--drift", "a.csv", "b.csv", *more, "--json")
    assert status == 0, err
    assert {row["metric"] for row in json.loads(out)} == {"j1", "j2"}
