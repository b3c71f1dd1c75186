"""`trueness judge --preferences`: every form of output, the page, its repetition, and what is refused."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from trueness.studies.preferences.rows import PreferencesResult


@pytest.fixture
def files(tmp_path):
    rng = np.random.default_rng(4)
    systems = ("x", "y", "z")
    people, judge = (
        ["input,a,b,verdict,rater,topic"],
        ["question_id,model_a,model_b,winner,judge,text_a,text_b"],
    )
    for j in range(40):
        for one, other in (("x", "y"), ("y", "z"), ("z", "x")):
            gap = systems.index(other) - systems.index(one)
            texts = ",".join(f"{name} said {'w ' * (j % 7 + ord(name) % 3)} more" for name in (one, other))
            for who in ("ann", "bob"):
                said = np.sign(np.rint(gap + 1.5 * rng.normal()))
                people.append(
                    f"q{j},{one},{other},{'A' if said > 0 else 'B' if said < 0 else 'tie'},{who},t{j % 2}"
                )
            said = np.sign(gap + 1.5 * rng.normal())
            judge.append(f"q{j},{one},{other},{'model_a' if said > 0 else 'model_b'},llm,{texts}")
    for name, lines in (("people.csv", people), ("judge.csv", judge)):
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    scores = ["system,input,near"]
    scores += [f"{name},q{j},{-k + rng.normal()}" for k, name in enumerate(systems) for j in range(40)]
    (tmp_path / "scores.csv").write_text("\n".join(scores) + "\n")
    return tmp_path


def words(files, *more):
    return (
        "judge",
        "--preferences",
        files / "people.csv",
        files / "judge.csv",
        "--judge",
        "llm",
        "--seed",
        "1",
        *more,
    )


def test_the_page_can_be_repeated(run, files):
    page = files / "page.html"
    scores = files / "scores.csv"
    done = run(*words(files, "--by", "topic", "--scores", scores, "--out", page))
    assert done.status == 0, done.err
    said = " ".join(done.out.split())
    assert said.startswith(
        "? 'llm' agrees with a person on 71% [39%, 90%] of pairs (chance 50%); another person"
    )
    assert "Of 2 judges and metrics, 'near' may agree as much." in said
    assert "Of 2 judges and metrics, ‘near’ may agree as much." in page.read_text(encoding="utf-8")
    again = run("rerun", page)
    assert again.status == 0, again.err
    moved = files / "moved.csv"
    (files / "judge.csv").rename(moved)
    assert run("rerun", page).status != 0
    placed = run("rerun", page, "--data", files / "people.csv", "--data", moved, "--data", scores)
    assert placed.status == 0, placed.err


def test_metrics_of_the_outputs_can_be_repeated_too(run, files):
    manifest = files / "m.json"
    done = run(*words(files, "--metrics", "length", "--manifest", manifest, "--table", "agreement"))
    assert done.status == 0, done.err
    assert "length" in done.out
    kinds = {name: origin["kind"] for name, origin in json.loads(manifest.read_text())["data"].items()}
    assert kinds == {"pairs": "preferences", "scores": "outputs"}
    assert run("rerun", manifest).status == 0
    (files / "judge.csv").write_text((files / "judge.csv").read_text().replace("more", "far more"))
    changed = run("rerun", manifest)
    assert changed.status != 0
    assert "from those of the manifest" in changed.err


@pytest.mark.usefixtures("answered_once")
@pytest.mark.parametrize("table", PreferencesResult.TABLES)
def test_every_table_as_csv_and_json(run, files, table):
    rows = (
        json.loads(run(*words(files, "--by", "topic", "--json", "--table", "all")).out)[table]
        if table != "cautions"
        else []
    )
    text = run(*words(files, "--by", "topic", "--to", "csv", "--table", table)).out
    found = list(csv.DictReader(io.StringIO(text)))
    assert len(found) == len(rows) or table == "cautions"


def test_less_can_be_better(run, files):
    def near(*more):
        done = run(*words(files, "--scores", files / "scores.csv", "--json", "--table", "all", *more))
        assert done.status == 0, done.err
        rows = json.loads(done.out)["agreement"]
        return next(row["estimate"] for row in rows if row["metric"] == "near" and row["ties"] == "half")

    assert near() + near("--lower-is-better", "near") == pytest.approx(1)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--judge", "nobody"), "no rater is called 'nobody'"),
        (("--by", "nothing"), "no grouping column is called 'nothing'"),
        (("--lower-is-better", "near"), "--lower-is-better is of metrics"),
        (("--verdicts", "x"), "WORD=VERDICT"),
        (("--columns", "winner=verdict"), "has no key 'winner'"),
        (("--metrics", "no_such_metric"), "no_such_metric"),
        (("--ties", "never"), "--ties"),
        (("--prior", "-1"), "--prior"),
        (("--out", "people.csv"), "people.csv"),
    ],
)
def test_what_is_wrong_is_said(run, files, monkeypatch, more, message):
    monkeypatch.chdir(files)
    done = run(*words(files, *more))
    assert done.status != 0
    assert message in " ".join((done.out + done.err).split())


def test_a_file_that_is_none(run, files):
    done = run("judge", "--preferences", files / "nothing.csv")
    assert done.status != 0
    assert "nothing.csv" in done.err


@pytest.fixture
def slots(tmp_path):
    """Pairs whose outputs are called by their places, with the right verdict among the raters."""
    rows = ["input,source,a,b,verdict,rater"]
    for k in range(40):
        for rater, verdict in (
            ("gold", "AB"[k % 2]),
            ("m1", "AB"[k % 2 if k % 5 else 0]),
            ("m2", "AB"[k % 3 % 2]),
        ):
            rows.append(f"i{k},s{k % 2},A,B,{verdict},{rater}")
    path = tmp_path / "slots.csv"
    path.write_text("\n".join(rows) + "\n")
    return path


def test_the_right_verdict_is_no_judge_and_places_are_no_systems(run, slots):
    status, out, err = run("judge", "--preferences", slots, "--seed", 1, "--table", "all", "--json")
    assert status == 0, err
    found = json.loads(out)
    assert {row["metric"] for row in found["agreement"]} == {"m1", "m2"}
    assert not found["strengths"]
    said = " ".join(row["message"] for row in found["cautions"])
    assert "outputs are called 'A', 'B' by their places: nothing is said of systems" in said
    status, _, err = run("judge", "--preferences", slots, "--by", "source", "--seed", 1)
    assert status != 0
    assert "--columns groups=source" in err
    assert (
        run("judge", "--preferences", slots, "--by", "source", "--columns", "groups=source", "--seed", 1)[0]
        == 0
    )


def test_systems_that_are_called_as_places_are_stand_in_both(run, slots):
    text = slots.read_text().replace("i0,s0,A,B", "i0,s0,B,A")
    slots.write_text(text)
    found = json.loads(run("judge", "--preferences", slots, "--seed", 1, "--table", "all", "--json")[1])
    assert found["strengths"]


@pytest.mark.parametrize(
    ("table", "needed"),
    [
        ("position", "a column 'shown_first' with A or B"),
        ("categories", "Name a grouping column (--by)"),
        ("differences", "two judges or metrics"),
    ],
)
def test_an_empty_table_says_what_it_takes(run, files, table, needed):
    (files / "judge.csv").write_text(
        (files / "judge.csv").read_text().replace("model_a,model_b,winner", "a,b,verdict")
    )
    status, out, _ = run(*words(files, "--table", table))
    assert status == 0
    said = " ".join(out.split())
    assert said.startswith(f"The table '{table}' is empty. ")
    assert needed in said.partition("✓")[0].partition("?")[0]
    status, out, err = run(*words(files, "--table", table, "--to", "csv"))
    assert (status, len(out.splitlines())) == (0, 1)
    assert f"note: The table '{table}' is empty. " in err
    assert needed in err
