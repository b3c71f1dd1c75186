"""`trueness judge --sequential`: from a sheet to labels and back, a page, and what is refused."""

from __future__ import annotations

import csv
import json
import random

import pytest


@pytest.fixture
def folder(tmp_path):
    rng = random.Random(3)
    truths = {f"q{k}": rng.random() < 0.6 for k in range(600)}
    said = {name: truth != (rng.random() < 0.04) for name, truth in truths.items()}
    words = {True: "pass", False: "fail"}
    rows = [f"{name},{words[verdict]}" for name, verdict in said.items()]
    (tmp_path / "judged.csv").write_text("\n".join(["id,gpt", *rows]) + "\n", encoding="utf-8")
    texts = [{"system": "any", "id": name, "source": f"s {name}", "output": f"o {name}"} for name in truths]
    (tmp_path / "texts.jsonl").write_text("\n".join(map(json.dumps, texts)) + "\n", encoding="utf-8")
    (tmp_path / "rubric.txt").write_text("Is it right?", encoding="utf-8")
    return tmp_path, {name: words[truth] for name, truth in truths.items()}


def test_sheets_are_filled_in_until_it_is_settled(run, folder):
    where, truths = folder
    sheets = []
    for k in range(5):
        name = where / f"sheet{k}.csv"
        asked = (
            "judge",
            where / "judged.csv",
            *sheets,
            "--sequential",
            "--next",
            "60",
            "--sheet",
            name,
            "--seed",
            k,
        )
        found = run(*asked)
        assert found.status == 0, found.err
        with name.open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        assert head == ["input", "turn", "drawn_with", "human"]
        filled = [[*row[:-1], truths[row[0]]] for row in rows]
        name.write_text("\n".join(map(",".join, [head, *filled])) + "\n", encoding="utf-8")
        sheets.append(name)
    found = run("judge", where / "judged.csv", *sheets, "--sequential", "--seed", "1", "--to", "json")
    (row,) = json.loads(found.out)
    assert (row["answer"], row["n_labelled"]) == ("yes", 300)
    asked = ("judge", where / "judged.csv", *sheets, "--sequential", "--seed", "1", "--out", "found.html")
    assert run(*asked).status == 0
    assert run("rerun", "found.html").status == 0


def test_a_run_that_draws_says_where_outputs_are_written(run, folder):
    asked = ("judge", "judged.csv", "--sequential", "--next", "20", "--seed", "1", "--sheet", "s.csv")
    found = run(*asked, "--label-page", "p.html", "--texts", "texts.jsonl")
    assert "sheet       s.csv\nlabel_page  p.html" in found.out
    assert "Draw the next outputs" not in found.out


def test_a_page_is_written_for_people_by_name(run, folder):
    where, _ = folder
    asked = ("judge", where / "judged.csv", "--sequential", "--next", "20", "--seed", "1")
    on_page = ("--texts", where / "texts.jsonl", "--rubric", where / "rubric.txt", "--people", "ann,bob")
    found = run(*asked, *on_page, "--overlap", "0.5", "--label-page", "label.html")
    assert found.status == 0, found.err
    page = (where / "label.html").read_text(encoding="utf-8")
    assert "Is it right?" in page
    assert '"ann":[' in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sheet", "s.csv"), "--sheet has no effect here: it needs --next"),
        (("--next", "5", "--people", "ann"), "--people has no effect here: it belongs to --label-page"),
        (
            ("--next", "5", "--label-page", "p.html", "--overlap", ".5"),
            "--overlap has no effect here: it is among several",
        ),
        (("--next", "5", "--label-page", "p.html"), "name the file of texts (--texts)"),
        (("--next", "5", "--sheet", "judged.csv"), "judged.csv"),
    ],
)
def test_what_has_no_effect_is_refused(run, folder, words, said):
    where, _ = folder
    found = run("judge", where / "judged.csv", "--sequential", *words)
    assert found.status not in (0, 1)
    assert said in " ".join(found.err.split())
    assert (where / "judged.csv").read_text(encoding="utf-8").startswith("id,gpt")


@pytest.fixture
def filled(run, folder):
    """Return the folder, and the rows of a sheet of 40 outputs, filled in."""
    where, truths = folder
    assert (
        run("judge", "judged.csv", "--sequential", "--next", "40", "--sheet", "s.csv", "--seed", "1").status
        == 0
    )
    head, *rows = (where / "s.csv").read_text(encoding="utf-8").splitlines()
    return where, [head, *(row + truths[row.partition(",")[0]] for row in rows)]


def test_a_sheet_with_deleted_rows_names_their_turns_and_is_whole_again_with_the_same_seed(run, filled):
    where, rows = filled
    sheet = where / "s.csv"
    sheet.write_text("\n".join([*rows[:21], *rows[24:]]) + "\n", encoding="utf-8")
    asked = ("judge", "judged.csv", "s.csv", "--sequential", "--seed", "1")
    cut = run(*asked)
    assert "turns 21\u201323 are missing" in " ".join(cut.out.split())
    assert "after 20 labels" in " ".join(cut.out.split())
    again = run("judge", "judged.csv", "--sequential", "--next", "40", "--sheet", "again.csv", "--seed", "1")
    assert again.status == 0
    drawn = (where / "again.csv").read_text(encoding="utf-8").splitlines()
    assert [row.rpartition(",")[0] for row in drawn] == [row.rpartition(",")[0] for row in rows]


def test_a_turn_without_its_chance_is_refused_with_a_remedy_that_runs(run, filled):
    where, rows = filled
    cut = [",".join(row.split(",")[k] for k in (0, 1, 3)) for row in rows]
    (where / "s.csv").write_text("\n".join(cut) + "\n", encoding="utf-8")
    asked = ("judge", "judged.csv", "s.csv", "--sequential", "--seed", "1")
    found = run(*asked)
    assert found.status not in (0, 1)
    assert "leave the column out: --without metrics=turn" in " ".join(found.err.split())
    assert run(*asked, "--without", "metrics=turn").status == 0


def test_texts_without_a_system_are_shown_and_the_study_is_repeated(run, folder):
    where, _ = folder
    rows = [json.dumps({"id": f"q{k}", "output": f"text {k}"}) for k in range(600)]
    (where / "texts.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    asked = ("judge", "judged.csv", "--sequential", "--next", "20", "--seed", "1", "--texts", "texts.jsonl")
    found = run(*asked, "--label-page", "label.html", "--out", "found.html")
    assert found.status == 0, found.err
    assert '"output":"text ' in (where / "label.html").read_text(encoding="utf-8").replace('": "', '":"')
    assert run("rerun", "found.html").status == 0


def test_files_of_people_are_read_with_what_was_dealt_to_each(run, folder):
    where, truths = folder
    asked = ("judge", "judged.csv", "--sequential", "--next", "40", "--seed", "1", "--texts", "texts.jsonl")
    assert run(*asked, "--label-page", "p.html", "--people", "ann,bob", "--overlap", ".3").status == 0
    page = (where / "p.html").read_text(encoding="utf-8")
    task = json.loads(page.split('id="task">')[1].split("</script>")[0])
    shared = set(task["orders"]["ann"]) & set(task["orders"]["bob"])
    waits = sorted(shared)[5]
    for name, order in task["orders"].items():
        rows = [[*task["columns"], f"human@{name}"]]
        for place in order:
            output = task["outputs"][place]
            label = "" if (name, place) == ("bob", waits) else truths[output["place"][0]]
            rows.append([*output["place"], *output["kept"], label])
        (where / f"{name}.csv").write_text("\n".join(map(",".join, rows)) + "\n", encoding="utf-8")
    found = run("judge", "judged.csv", "ann.csv", "bob.csv", "--sequential", "--seed", "1", "--to", "json")
    assert found.status == 0, found.err
    (row,) = json.loads(found.out)
    assert (row["metric"], row["n_labelled"], row["n_waiting"]) == ("gpt", waits, 40 - waits)
    alone = run("judge", "judged.csv", "ann.csv", "--sequential", "--seed", "1")
    assert "are missing: what comes after does not count" in " ".join(alone.out.split())


def test_what_is_typed_of_joining_is_done(run, folder):
    """A sheet holds some of the outputs: that all are kept is the default, and what is typed is done."""
    where, _ = folder
    (where / "s.csv").write_text("input,human\nq1,pass\nq2,fail\n", encoding="utf-8")
    asked = ("judge", where / "judged.csv", where / "s.csv", "--sequential", "--seed", "1")
    kept = run(*asked)
    assert kept.status == 0, kept.err
    assert run(*asked, "--join", "outer").out == kept.out
    exact = run(*asked, "--join", "exact")
    assert exact.status == 3
    assert "the inputs differ" in exact.err or "--join" in exact.err


def test_an_export_shows_on_sheet_and_page_what_is_to_be_labelled(run, tmp_path):
    rows = [
        {
            "provider": {"id": "four"},
            "prompt": {"raw": f"Say {k}."},
            "response": {"output": f"This is {k}."},
            "score": int(k % 3 > 0),
            "success": k % 3 > 0,
            "testIdx": k,
            "vars": {"id": f"q{k}"},
        }
        for k in range(40)
    ]
    (tmp_path / "v1.json").write_text(json.dumps({"results": {"results": rows}}), encoding="utf-8")
    asked = ("judge", "v1.json", "--sequential", "--judge", "pass", "--next", "12", "--seed", "1")
    found = run(*asked, "--sheet", "next.csv", "--label-page", "label.html")
    assert found.status == 0, found.err
    lines = list(csv.DictReader((tmp_path / "next.csv").read_text(encoding="utf-8").splitlines()))
    assert all(
        (row["source"], row["output"]) == (f"Say {row['input']}.", f"This is {row['input']}.")
        for row in lines
    )
    assert f"This is {lines[0]['input']}." in (tmp_path / "label.html").read_text(encoding="utf-8")
    filled = [{**row, "human": "pass" if int(row["input"]) % 3 else "fail"} for row in lines]
    with (tmp_path / "next.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(lines[0]))
        writer.writeheader()
        writer.writerows(filled)
    again = run("judge", "v1.json", "next.csv", "--sequential", "--judge", "pass", "--seed", "1", "--json")
    assert again.status == 0, again.err
    # labels by the test's own id, and texts called by it
    (tmp_path / "labels.csv").write_text("id,human\n" + "".join(f"q{k},{k % 2}\n" for k in range(20)))
    asked = ("judge", "v1.json", "labels.csv", "--human", "human", "--judge", "pass", "--texts", "v1.json")
    shown = json.loads(run(*asked, "--table", "disagreements", "--json", "--seed", "1").out)
    assert shown
    assert all(row["output"] == f"This is {row['input'].removeprefix('q')}." for row in shown)
