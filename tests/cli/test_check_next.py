"""The command that `check` prints runs, whatever the file is like."""

from __future__ import annotations

import json
import shlex

import numpy as np
import pytest

RNG = np.random.default_rng(4)
QUALITY = RNG.normal(size=(6, 1)) + RNG.normal(size=(6, 12))


def cells(columns):
    """Return a CSV of one row per output of 6 systems and 12 inputs."""
    lines = [",".join(columns)]
    lines += [",".join(str(value(i, j)) for value in columns.values()) for i in range(6) for j in range(12)]
    return "\n".join(lines) + "\n"


def rating(noise, step=1.0):
    errors = noise * RNG.normal(size=QUALITY.shape)
    return lambda i, j: np.clip(np.round((3 + QUALITY[i, j] + errors[i, j]) / step) * step, 1, 5)


def verdict(noise, words=("fail", "pass")):
    errors = noise * RNG.normal(size=QUALITY.shape)
    return lambda i, j: words[int(QUALITY[i, j] + errors[i, j] > 0)]


KEYS = {"system": lambda i, j: f"s{i}", "input": lambda i, j: f"d{j:02}"}
ITEM = {"id": lambda i, j: f"{i}-{j}"}

FILES = {
    "scores": cells({**KEYS, "human": rating(0.2), "bleu": rating(1, 0.01)}),
    "guessed": cells({**KEYS, "quality": rating(0.2), "bleu": rating(1, 0.01)}),
    "several guessed": cells(
        {**KEYS, "fluency": rating(0.2), "adequacy": rating(0.3), "bleu": rating(1, 0.01)}
    ),
    "annotators": cells({**KEYS, "human@a": rating(0.5), "human@b": rating(0.5), "bleu": rating(1, 0.01)}),
    "look like annotators": cells({**KEYS, "human_a": rating(0.5), "human_b": rating(0.5), "m": rating(1)}),
    "people alone": cells({**KEYS, "people": rating(0.2)}),
    "annotators alone": cells({**KEYS, "human@a": rating(0.5), "human@b": rating(0.5)}),
    "labels": cells({**ITEM, "human": verdict(0.2), "gpt": verdict(0.5)}),
    "labels of systems": cells({**KEYS, "human": verdict(0.2), "gpt": verdict(0.5)}),
    "grades": cells({**ITEM, "human": verdict(0.2, ("F", "A")), "gpt": verdict(0.5, ("F", "A"))}),
    "agreement": cells(
        {**ITEM, "human": verdict(0.2, ("disagree", "agree")), "gpt": verdict(0.5, ("disagree", "agree"))}
    ),
    "runs": cells({**ITEM, "human": rating(0.2), "gpt@run1": rating(0.5), "gpt@run2": rating(0.5)}),
    "names of people": cells({**ITEM, "anna": verdict(0.4), "ben": verdict(0.4), "gpt": verdict(0.5)}),
    "numbered labels": cells({**ITEM, "human_1": verdict(0.4), "human_2": verdict(0.4), "gpt": verdict(0.5)}),
    "qualities of items": cells(
        {**ITEM, "tone": rating(0.2), "fluency": rating(0.3), "adequacy": rating(0.3), "gpt": rating(0.5)}
    ),
    "twins of items": cells(
        {
            **ITEM,
            "scores_wit": rating(0.2),
            "scores_overall": rating(0.3),
            "predict_scores_overall": rating(0.5, 0.1),
            "predict_scores_wit": rating(0.5, 0.1),
        }
    ),
    "twins of systems": cells(
        {
            **KEYS,
            "ratings_wit": rating(0.2),
            "ratings_tone": rating(0.3),
            "auto_wit": rating(0.5, 0.1),
            "auto_tone": rating(0.5, 0.1),
        }
    ),
    "texts of ids": cells(
        {
            "id": lambda i, j: f"item-{i}-{j}",
            "input": lambda i, j: f"what is {i} of {j}?",
            "output": lambda i, j: f"it is {i + j}",
            "expected_output": lambda i, j: f"it is {i * j}",
            "human_label": verdict(0.2),
            "judge_label": verdict(0.5),
        }
    ),
    "scale": cells({**ITEM, "human": rating(0.2), "gpt": rating(0.5, 0.1)}),
}


@pytest.mark.parametrize("name", FILES)
def test_the_printed_command_runs(run, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my file.csv").write_text(FILES[name], encoding="utf-8")
    status, out, err = run("check", "my file.csv")
    assert status == 0, err
    printed = next(line.strip() for line in out.splitlines() if line.startswith("  trueness "))
    supported = json.loads(run("check", "my file.csv", "--json").out)["support"]
    assert printed == supported["next"]
    words = shlex.split(printed)[1:]
    assert words[0] in {"judge", "compare", "systems"}
    found = run(*words)
    assert found.status == 0, (printed, found.err)
    assert found.out


@pytest.mark.parametrize(
    "name",
    [
        *("look like annotators", "names of people", "numbered labels", "guessed"),
        *("qualities of items", "twins of items", "twins of systems"),
    ],
)
def test_who_names_no_human_score_is_told_the_command_that_check_prints(run, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my file.csv").write_text(FILES[name], encoding="utf-8")
    printed = json.loads(run("check", "my file.csv", "--json").out)["support"]["next"]
    command = shlex.split(printed)[1]
    status, _, err = run(command, "my file.csv")
    assert status == 3
    assert "which scorer is the human one? Name it (--human): " in err
    assert err.rstrip().endswith(f": {printed}")


@pytest.mark.parametrize(
    ("name", "judges"),
    [
        ("qualities of items", {"tone", "gpt"}),
        ("twins of items", {"predict_scores_overall", "predict_scores_wit"}),
    ],
)
def test_what_people_gave_beside_is_no_judge(run, tmp_path, monkeypatch, name, judges):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.csv").write_text(FILES[name], encoding="utf-8")
    printed = json.loads(run("check", "x.csv", "--json").out)["support"]["next"]
    rows = json.loads(run(*shlex.split(printed)[1:], "--json").out)
    assert {row["about"] for row in rows if row["rule"] == "may_grade"} == judges


def test_the_command_has_what_was_typed(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.csv").write_text(FILES["names of people"], encoding="utf-8")
    typed = ("--labels", "fail<pass", "--resamples", "99")
    status, _, err = run("judge", "x.csv", *typed)
    assert status == 3
    printed = err.rstrip().rpartition(": ")[2]
    assert printed == (
        "trueness judge x.csv --labels 'fail<pass' --resamples 99 --columns annotators=anna,ben --human human"
    )
    found = run(*shlex.split(printed)[1:])
    assert found.status == 0, found.err


def test_without_a_guess_a_blank_is_left(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.csv").write_text(cells({**KEYS, "one": rating(0.2), "two": rating(0.4)}), encoding="utf-8")
    out = run("check", "x.csv").out
    assert "Next, if NAME is the human score:" in out
    assert "--human NAME" in out


def test_a_file_with_nothing_to_compare_says_what_to_add(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.csv").write_text(cells({**ITEM, "human": rating(0.2)}), encoding="utf-8")
    assert "Next: add a column with the scores of a metric or a judge" in run("check", "x.csv").out


@pytest.mark.parametrize("name", ["annotators", "look like annotators", "annotators alone", "scores"])
def test_by_annotator_is_said_where_it_runs(run, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text(FILES[name], encoding="utf-8")
    _, out, _ = run("check", "scores.csv")
    words = " ".join(out.split())
    said = "--by annotator" in words
    assert said == name.endswith("annotators")
    needs = "With --columns 'annotators=human_*' also for judge --annotators, compare --by annotator"
    assert (needs in words) == name.startswith("look")
    if said:
        known = ("--columns", "annotators=human_*") if name.startswith("look") else ()
        asked = ("compare", "scores.csv", *known, "--human", "human", "--by", "annotator", "--no-tests")
        status, out, err = run(*asked, "--level", "input", "--coefficient", "pearson")
        assert status == 0, err
        assert "All together" in out or "in all" in out


def test_answers_of_one_system_are_offered_to_be_scored(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [f"what is {k}?,the {'big ' * (k % 3)}cat {k},a cat {k % 5},{k % 4 + 1}" for k in range(30)]
    (tmp_path / "rag.csv").write_text("\n".join(["question,answer,ground_truth,human rating", *lines]))
    out = run("check", "rag.csv").out
    first, second = (line.strip() for line in out.splitlines() if line.startswith("  trueness "))
    assert shlex.split(first)[1:] == ["score", "rag.csv", "--columns", "output=answer,reference=ground_truth"]
    for printed in (first, second):
        found = run(*shlex.split(printed)[1:])
        assert found.status == 0, (printed, found.err)
    scores = json.loads(run("check", "scores.csv", "--json").out)
    assert scores["systems"] == ["(no system)"]
    assert "no column names systems" in json.dumps(scores["support"])


def test_answers_to_one_question_need_a_name_of_their_system(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [f"what is {k // 2}?,bot{k % 2},some cat {k},a cat,{k % 4 + 1}" for k in range(30)]
    (tmp_path / "rag.csv").write_text("\n".join(["question,made by,answer,ground_truth,rating", *lines]))
    found = run("score", "rag.csv", "--columns", "output=answer,reference=ground_truth")
    assert found.status == 3
    assert "both for input 'what is 0?', and no field names the system" in found.err
    assert "--columns system=FIELD" in found.err


@pytest.mark.parametrize("beside", [{}, {"length": lambda i, j: 10 + (i * j) % 7}])
def test_columns_that_may_be_annotators_are_asked_as_such(run, tmp_path, monkeypatch, beside):
    monkeypatch.chdir(tmp_path)
    scores = {f"part {k}": rating(0.2 * k) for k in (1, 2, 3)}
    (tmp_path / "x.csv").write_text(cells({**KEYS, **scores, **beside}), encoding="utf-8")
    out = " ".join(run("check", "x.csv").out.split())
    assert "Next, if 'part 1', 'part 2', 'part 3' are annotators of one human score:" in out
    support = json.loads(run("check", "x.csv", "--json").out)["support"]
    assert "NAME" not in support["next"]
    words = shlex.split(support["next"])[1:]
    assert ("--annotators" in words) is not bool(beside)
    found = run(*words)
    assert found.status == 0, (support["next"], found.err)


def test_a_column_that_counts_is_read_as_a_score_where_that_is_said(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [f"{k + 1},{k % 5},{(k * 7) % 5}" for k in range(20)]
    (tmp_path / "x.csv").write_text("\n".join(["Question #,human,judge", *lines]))
    note = next(line for line in run("check", "x.csv").out.splitlines() if "counts the rows" in line)
    options = shlex.split(note.partition("if it is a score: ")[2])
    scorers = [row["scorer"] for row in json.loads(run("check", "x.csv", *options, "--json").out)["rows"]]
    assert scorers == ["Question #", "human", "judge"]


@pytest.mark.parametrize("shared", [False, True])
def test_test_sets_that_share_no_system_are_pooled(run, tmp_path, monkeypatch, shared):
    monkeypatch.chdir(tmp_path)
    lines = [
        f"s{i if shared else f'{pair}-{i}'},{pair}-{j},{pair},{QUALITY[i, j]:.3f},{QUALITY[i, j] + (i * j) % 5:.3f}"
        for pair in ("de-en", "fi-en")
        for i in range(6)
        for j in range(12)
    ]
    (tmp_path / "x.csv").write_text("\n".join(["system,input,lp,human,chrf", *lines]))
    words = shlex.split(json.loads(run("check", "x.csv", "--json").out)["support"]["next"])[1:]
    apart = ["compare", "--pool", "x.csv", "--tables-by", "lp", "--human", "human"]
    assert words == (["compare", "x.csv", "--human", "human"] if shared else apart)
    found = run(*words)
    assert found.status == 0, found.err


def test_columns_of_words_are_listed_in_place_of_a_refusal_and_the_command_runs(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = {"who": lambda i, j: f"sue{i}{j}", "why": lambda i, j: f"reason{i}{j}"}
    grades = verdict(0.2, ("schlecht", "gut")), verdict(0.5, ("schlecht", "gut"))
    named = dict(zip(("label", "judge"), grades, strict=True))
    (tmp_path / "log.csv").write_text(cells({**ITEM, **named, **words}), encoding="utf-8")
    status, _, err = run("judge", "log.csv", "--human", "label")
    assert status == 3
    assert "'who', 'why' hold words" in err
    found = run("check", "log.csv")
    assert found.status == 0, found.err
    words_said = " ".join(found.out.split())
    assert (
        "? The order of 'schlecht', 'gut' is not known" in words_said
        or "'gut', 'schlecht' is not" in words_said
    )
    assert "? 'who', 'why' hold words and are left out, being no scores." in words_said
    printed = next(line.strip() for line in found.out.splitlines() if line.startswith("  trueness "))
    assert "--columns ignore=who,why" in printed
    answered = run(*shlex.split(printed)[1:])
    assert answered.status == 0, answered.err


def test_a_reference_among_the_systems_is_told_with_what_leaves_it_out(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    keys = {**KEYS, "system": lambda i, j: "Human-ref" if i == 5 else f"s{i}"}
    (tmp_path / "x.csv").write_text(cells({**keys, "human": rating(0.2), "m": rating(1)}), encoding="utf-8")
    said = "'Human-ref' looks like a reference written by people."
    for command in (("check",), ("compare", "--human", "human"), ("systems", "--human", "human")):
        out = " ".join(run(command[0], "x.csv", *command[1:]).out.split())
        assert out.count(said) == 1
        assert out.count("Leave it out: --without Human-ref.") == 1
        fewer = run(command[0], "x.csv", *command[1:], "--without", "Human-ref")
        assert fewer.status == 0, fewer.err
        assert said not in " ".join(fewer.out.split())


def test_parts_of_a_conversation_are_kept_together_as_the_refusal_says(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    parts = {"talk id": lambda i, j: j, "turn": lambda i, j: i}
    judged = {"human": verdict(0.2), "gpt": verdict(0.5)}
    (tmp_path / "talks.csv").write_text(cells({**parts, **judged}), encoding="utf-8")
    status, _, err = run("judge", "talks.csv", "--columns", "input=talk id", "--human", "human")
    assert status == 3
    assert "say --columns 'input=talk id,turn'; 'talk id' is a grouping column then" in err
    assert "keeps its inputs together (--clusters)" in err
    known = ("judge", "talks.csv", "--columns", "input=talk id,turn", "--human", "human", "--seed", "1")
    alone, together = run(*known), run(*known, "--clusters", "talk id")
    assert together.status == 0, together.err
    assert "clusters:talk id" in together.out.replace("\n", "")
    assert alone.status == 0
    assert "by group: --by 'talk id'" in " ".join(run("check", *known[1:4]).out.split())


def test_lengths_are_counted_as_the_refusal_says(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    texts = {
        "said": lambda i, j: " ".join(["word"] * (3 + (i * j) % 7)),
        "human": rating(0.2),
        "m": rating(1),
    }
    (tmp_path / "x.csv").write_text(cells({**KEYS, **texts}), encoding="utf-8")
    asked = ("--human", "human", "--partial", "--given", "length")
    _, _, err = run("compare", "x.csv", *asked)
    said = err.partition("words counted: ")[2].partition(";")[0]
    assert said == "trueness score FILE --columns output=COL --metrics length --out lengths.csv"
    scored = run(*shlex.split(said.replace("FILE", "x.csv").replace("COL", "said"))[1:])
    assert scored.status == 0, scored.err
    found = run("compare", "lengths.csv", *asked, "--metrics", "m")
    assert found.status == 0, found.err
    assert "with 'length'" in found.out


@pytest.mark.parametrize("command", ["judge", "compare", "disagreements", "multiverse"])
def test_items_with_texts_are_read_alike_by_every_command(run, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.csv").write_text(FILES["texts of ids"], encoding="utf-8")
    (tmp_path / "labels.csv").write_text(
        "id,second\n" + "".join(f"item-{i}-{j},{(i + j) % 2}\n" for i in range(6) for j in range(12)),
        encoding="utf-8",
    )
    assert command in json.loads(run("check", "x.csv", "--json").out)["support"]["can"]
    found = run(command, "x.csv", "--human", "human_label", "--out", "page.html")
    assert found.status == 0, found.err
    beside = run("check", "x.csv", "labels.csv", "--json")
    assert json.loads(beside.out)["inputs"] == 72
