"""BioASQ's task B, on files made for the test in the form of the challenge and of its assessment tool."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from trueness.data.layouts.bioasq import MEASURES, open_bioasq
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_texts import read_texts
from trueness.data.reading.stream_texts import stream_texts
from trueness.errors import DataError, DuplicateKeyError, FormatError, KeyMismatchError

GOLDEN = {
    "questions": [
        {
            "id": "q1",
            "body": "What is CHARMS?",
            "type": "summary",
            "documents": ["http://www.ncbi.nlm.nih.gov/pubmed/1"],
            "snippets": [{"text": "CHARMS is a checklist.", "document": "1"}, {"text": "It has 35 items."}],
            "ideal_answer": ["A checklist for reviews.", "CHARMS is a list of items."],
        },
        {
            "id": "q2",
            "body": "Does it help?",
            "type": "yesno",
            "exact_answer": "no",
            "ideal_answer": "No, it does not.",
        },
        {"id": "q3", "body": "Which genes?", "type": "list", "ideal_answer": "A and B."},
    ]
}
ANSWERS = {
    "auth": {"q1": "CHARMS is a checklist.", "q2": "No.", "q3": "Gene A."},
    "mq1": {"q1": "It has 35 items.", "q2": "Yes.", "q3": None, "q9": "Of another batch."},
}
SCORES = {("auth", "q1"): (5, 4, 5, 5), ("auth", "q2"): (4, 5, 5, 3), ("mq1", "q1"): (2, 4, 5, 4)}


def submission(system):
    found = [
        {"id": name} | ({} if text is None else {"ideal_answer": text})
        for name, text in ANSWERS[system].items()
    ]
    return {"username": "u", "system": system, "questions": [*found, {}]}


def assessments():
    """As the tool keeps them: a list, scores as the texts that a form sends, golden answers among the others."""
    found = []
    for question in GOLDEN["questions"]:
        name = question["id"]
        golden = question["ideal_answer"]
        ideal = [
            {"body": text, "golden": True, "source": "expert"}
            for text in (golden if isinstance(golden, list) else [golden])
        ]
        ideal += [
            {
                "body": ANSWERS[system][name],
                "source": system,
                "golden": system == "auth" and name == "q1",
                "scores": dict(zip(MEASURES, map(str, SCORES[system, name]), strict=True)),
            }
            for system in ANSWERS
            if (system, name) in SCORES
        ]
        found.append(
            {"_id": {"$oid": name}, "body": question["body"], "answer": {"ideal": ideal, "exact": ""}}
        )
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    top = tmp_path / "task4b"
    (top / "systems" / "mq1").mkdir(parents=True)
    (top / "4B1_golden.json").write_text(json.dumps(GOLDEN, indent=4))
    with gzip.open(top / "systems" / "auth.json.gz", "wt") as file:
        json.dump(submission("auth"), file)
    (top / "systems" / "mq1" / "batch1.json").write_text(json.dumps(submission("mq1")))
    (top / "assessments.json").write_text(json.dumps(assessments()))
    return top


def test_what_the_tool_keeps_before_systems_answered_is_read(tmp_path):
    """An expert's answer is a text then, and a question may have annotations and no answer yet."""
    found = assessments()
    found[1]["answer"]["ideal"] = "An expert's answer."
    found.append({"_id": "q4", "body": "Not yet?", "answer": {"annotations": []}})
    path = tmp_path / "assessments.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    texts = read_texts(path)
    assert "q4" not in texts.inputs
    before = tmp_path / "before.json"
    before.write_text(json.dumps([*assessments(), found[3]]), encoding="utf-8")
    assert {row.input for row in read_texts(before).rows} - {row.input for row in texts.rows} == {"q2"}


def test_texts_have_all_golden_answers_the_question_and_the_scores(folder):
    texts = read_texts(folder)
    assert texts.systems == ("auth", "mq1")
    assert texts.inputs == ("q1", "q2", "q3")
    assert texts.dimensions == MEASURES
    rows = {(row.system, row.input): row for row in texts.rows}
    assert len(rows) == 5  # mq1 has no answer to q3
    first = rows["auth", "q1"]
    assert first.output == "CHARMS is a checklist."
    assert first.references == ("A checklist for reviews.", "CHARMS is a list of items.")
    assert first.source == "What is CHARMS?\nCHARMS is a checklist.\nIt has 35 items."
    assert first.human == {"recall": 5, "precision": 4, "repetition": 5, "readability": 5}
    assert rows["auth", "q2"].references == ("No, it does not.",)
    assert rows["mq1", "q2"].human == {}
    pieces = stream_texts(folder).partitions(2)
    assert [[row.system for row in piece] for piece in pieces] == [["auth", "mq1"], ["auth", "mq1"], ["auth"]]


def test_what_was_left_out_is_said(folder):
    assert open_bioasq(folder).notes == (
        "1 question of system files without an ideal answer",
        "1 answer left out, to questions without a golden answer",
        "1 answer of systems made golden by experts: outputs here, and no references",
    )


def test_scores_are_a_table_of_human_scores(folder):
    table = read_scores(folder)
    assert table.scorer_names == MEASURES
    assert all(scorer.role == "human" and scorer.higher_is_better for scorer in table.scorers)
    assert table.matrix("precision")[0, :2].tolist() == [4, 5]
    assert table.name == "task4b"


def test_assessments_alone_hold_everything(folder):
    alone = read_texts(folder / "assessments.json")
    together = {(row.system, row.input): row for row in read_texts(folder).rows if row.human}
    assert {(row.system, row.input) for row in alone.rows} == set(together)
    for row in alone.rows:
        assert (row.output, row.references, row.human) == (
            together[row.system, row.input].output,
            together[row.system, row.input].references,
            together[row.system, row.input].human,
        )
    table = read_scores(folder / "assessments.json")
    assert table.scorer_names == MEASURES
    assert read_scores(folder / "assessments.json", format="bioasq").fingerprint == table.fingerprint


def changed(folder, name, change):
    path = folder / name
    value = json.loads(path.read_text())
    path.write_text(json.dumps(change(value) or value))


@pytest.mark.parametrize(
    ("name", "change", "error", "words"),
    [
        ("assessments.json", lambda v: v[0]["answer"]["ideal"][2]["scores"].update(recall="6"), FormatError,
         "assessments.json, row 1, column 'scores.recall': '6' is no whole number from 1 to 5"),
        ("assessments.json", lambda v: v[0]["answer"]["ideal"][2]["scores"].update(recall=True), FormatError,
         "True is no whole number"),
        ("assessments.json", lambda v: v[1]["answer"]["ideal"][1].pop("source") and None, FormatError,
         "whose an ideal answer is, is not said. Name the system in 'source'"),
        ("assessments.json", lambda v: v[0]["answer"].update(ideal={"body": "x"}), FormatError, "no list 'ideal'"),
        ("assessments.json", lambda v: v[0].pop("_id") and None, FormatError, "the question has no id"),
        ("assessments.json", lambda v: v[0]["answer"]["ideal"][2].update(body="Something else."), KeyMismatchError,
         "differs from the answer that 'auth' gave"),
        ("assessments.json", lambda v: v[0]["answer"]["ideal"].append(v[0]["answer"]["ideal"][2]), DuplicateKeyError,
         "question 1: 'auth' is judged a second time"),
        ("4B1_golden.json", lambda v: v["questions"].append(v["questions"][0]), DuplicateKeyError,
         "question 4: the question has golden answers already"),
        ("4B1_golden.json", lambda v: v["questions"][0].update(ideal_answer=[1]), FormatError,
         "column 'ideal_answer': this is neither a text nor a list of texts"),
        ("4B1_golden.json", lambda v: {"questions": {}}, FormatError, "the list of questions"),
        ("4B1_golden.json", lambda v: {"questions": [1]}, FormatError, "this is no object"),
        ("systems/mq1/batch1.json", lambda v: v["questions"].append(v["questions"][0]), DuplicateKeyError,
         "'mq1' has answered this question already"),
        ("systems/mq1/batch1.json", lambda v: v["questions"][0].update(ideal_answer=["a", "b"]), FormatError,
         "'mq1' gives 2 answers to one question"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(folder, name, change, error, words):
    changed(folder, name, change)
    with pytest.raises(error) as caught:
        read_texts(folder)
    assert words in str(caught.value)
    assert folder.name in str(caught.value)


def test_files_that_do_not_belong_together(folder, tmp_path):
    with pytest.raises(FormatError, match="golden answers, or answers of one system, alone"):
        read_scores(folder / "4B1_golden.json")
    (folder / "assessments.json").unlink()
    with pytest.raises(FormatError, match="there are answers, but their scores are missing"):
        read_scores(folder)
    assert len(read_texts(folder)) == 5
    changed(
        folder, "4B1_golden.json", lambda v: {"questions": [{"id": "x", "body": "?", "ideal_answer": "!"}]}
    )
    with pytest.raises(KeyMismatchError, match="Do golden and system files belong to the same batch"):
        read_texts(folder)
    (folder / "systems" / "mq1.json").write_text(json.dumps(submission("mq1")))
    with pytest.raises(DataError, match="both a file and a folder"):
        read_texts(folder)
    broken = tmp_path / "broken.json"
    broken.write_text('{"questions": [{"id": "q1", }')
    with pytest.raises(FormatError, match="is no JSON"):
        read_scores(broken)


def test_other_json_is_not_taken_for_it(tmp_path):
    path = tmp_path / "scores.json"
    path.write_text(
        '{"system": "a", "input": "d1", "relevance": 1}\n{"system": "b", "input": "d1", "relevance": 2}\n'
    )
    assert read_scores(path).scorer_names == ("relevance",)
