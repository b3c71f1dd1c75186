"""Columns that programs for collecting judgements write of their own: left out; who answered is the annotator."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import trueness
from trueness.data.cells.bookkeeping import COLLECTORS, Collector, collector_of
from trueness.data.cells.columns import plain_name
from trueness.errors import FormatError

WORKERS, ITEMS, SYSTEMS = ("A1X", "A2Y"), ("d1", "d2", "d3"), ("bart", "lead")


def write(path: Path, header: list[str], rows: list[list[object]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def column(collector: Collector, name: str, number: int) -> object:
    """Return a cell of bookkeeping: a number, so that a column that is not known as bookkeeping is a score."""
    return f"{name}{number}" if name in (*collector.people, *collector.tasks) else number


@pytest.mark.parametrize(
    "collector", [one for one in COLLECTORS if one.people], ids=lambda one: f"{one.name}-{one.tell[-1]}"
)
def test_what_a_program_writes_of_its_own_is_no_score(tmp_path, collector):
    """A file with all of its columns, filled with numbers, has the one score that was asked for."""
    own = list(dict.fromkeys([*collector.tell, *collector.people, *collector.tasks, *collector.own]))
    own = list({plain_name(name): name for name in own}.values())
    who = next(name for name in own if plain_name(name) == plain_name(collector.people[0]))
    asked = "How helpful is this answer?"
    rows = []
    for k, (item, worker) in enumerate([(i, w) for i in ITEMS for w in WORKERS]):
        cells = [worker if name == who else column(collector, name, k) for name in own]
        rows.append([*cells, item, k % 5, *("" for _ in collector.endings)])
    header = [*own, "item_id", asked, *(f"helpful{ending}" for ending in collector.endings)]
    assert collector_of(header) is not None
    table = trueness.read_scores(write(tmp_path / "answers.csv", header, rows))
    assert table.scorer_names == (asked,)
    assert table.inputs == ITEMS
    assert table.annotations[asked].annotators == WORKERS
    assert table.scorer(asked).role == "human"


def batch(path: Path, made_from: list[str], prefix: tuple[str, str] = ("Input.", "Answer.")) -> Path:
    """Write a batch of Mechanical Turk: two workers, three documents, two systems."""
    header = ["HITId", "Title", "Reward", "AssignmentId", "WorkerId", "WorkTimeInSeconds", *made_from]
    header += [f"{prefix[1]}fluency", f"{prefix[1]}comment", "Approve", "Reject"]
    rows: list[list[object]] = []
    for d in ITEMS:
        for s in SYSTEMS:
            for w in WORKERS:
                k = len(rows)
                given = {"id": d, "system": s, "rouge": k / 7, "text": "Some words here."}
                cells = [given[name.removeprefix(prefix[0])] for name in made_from]
                rows.append(
                    [f"H{d}{s}", "Rate", "$0.10", f"as{k}", w, 60 + k, *cells, 1 + k % 5, "fine", "x", ""]
                )
    return write(path, header, rows)


def test_a_batch_of_mechanical_turk(tmp_path):
    made_from = ["Input.id", "Input.system", "Input.rouge", "Input.text"]
    table = trueness.read_scores(batch(tmp_path / "batch.csv", made_from))
    assert (table.systems, table.inputs) == (SYSTEMS, ITEMS)
    assert table.scorer_names == ("Answer.fluency",)
    assert table.annotations["Answer.fluency"].annotators == WORKERS
    assert table.matrix("Answer.fluency").tolist() == [[1.5, 3.0, 4.5], [3.5, 2.5, 1.5]]


def test_without_names_in_the_task_each_is_an_item(tmp_path):
    table = trueness.read_scores(batch(tmp_path / "batch.csv", ["Input.text"]))
    assert table.inputs == tuple(f"H{d}{s}" for d in ITEMS for s in SYSTEMS)


def test_what_is_said_of_columns_goes_first(tmp_path):
    path = batch(tmp_path / "batch.csv", ["Input.id", "Input.system", "Input.rouge"])
    table = trueness.read_scores(path, columns="scorers=Answer.fluency,scorers=WorkTimeInSeconds")
    assert table.scorer_names == ("WorkTimeInSeconds", "Answer.fluency")


def test_elsewhere_the_same_names_are_scores(tmp_path):
    header = ["system", "input", "Reward", "Progress"]
    path = write(tmp_path / "scores.csv", header, [["a", k, k, k / 2] for k in range(3)])
    assert trueness.read_scores(path).scorer_names == ("Reward", "Progress")


def qualtrics(path: Path, questions: list[str]) -> Path:
    header = ["StartDate", "EndDate", "Progress", "ResponseId", *questions]
    ids = [json.dumps({"ImportId": name}) for name in header]
    texts = [
        "Start Date",
        "End Date",
        "Progress",
        "Response ID",
        *("Rate this:\nthe text" for _ in questions),
    ]
    answers: list[list[object]] = [
        ["2024-01-01", "2024-01-01", 100, f"R_{k}", *((k + j) % 5 for j in range(len(questions)))]
        for k in range(4)
    ]
    return write(path, header, [texts, ids, *answers])


@pytest.mark.parametrize(
    ("questions", "said", "inputs", "scorer"),
    [
        (["Q1_1", "Q1_2", "Q1_3"], "'inputs=Q1_*'", ("1", "2", "3"), "Q1"),
        (["text a?", "text b?"], "'inputs=text *'", ("a?", "b?"), "text"),
        (["[a] x", "[a] y"], "'inputs=[a] x,[a] y'", ("[a] x", "[a] y"), "form"),
    ],
)
def test_a_row_that_is_a_person_is_no_item(tmp_path, questions, said, inputs, scorer):
    path = qualtrics(tmp_path / "form.csv", questions)
    with pytest.raises(
        FormatError, match="a form of Qualtrics: a row has the answers of one person"
    ) as refused:
        trueness.read_scores(path)
    assert f"--columns {said}." in str(refused.value)
    table = trueness.read_scores(path, columns=said.strip("'"))
    assert (table.inputs, table.scorer_names) == (inputs, (scorer,))
    assert table.annotations[scorer].annotators == tuple(f"R_{k}" for k in range(4))
    assert table.annotations[scorer].values[0, 0].tolist() == [float(j % 5) for j in range(len(questions))]


def test_the_rows_of_qualtrics_below_the_header_are_noted(tmp_path):
    table = trueness.read_scores(qualtrics(tmp_path / "form.csv", ["Q1_1", "Q1_2"]), columns="inputs=Q1_*")
    assert any("two rows below the header are those of Qualtrics" in note for note in table.notes)


def test_a_log_with_a_timestamp_is_no_form():
    assert collector_of(["Timestamp", "model", "prompt", "score"]) is None
    assert collector_of(["Timestamp", "human", "gpt4"]) is None
    form = collector_of(["Timestamp", "How fluent is text 1?", "How fluent is text 2?"])
    assert form is not None
    assert form.name == "Google Forms"


@pytest.mark.parametrize("tell", [("_unit_id", "_worker_id"), ("_unit_id", "_trust", "_worker_id")])
def test_a_file_of_appen_that_lacks_columns_is_told(tmp_path, tell):
    header = [*tell, "_channel", "_ip", "_city", "clear", "clear_gold"]
    cells = {
        "_trust": 0.9,
        "_channel": "shop",
        "_ip": "10.1.2.3",
        "_city": "Ulm",
        "clear": 4,
        "clear_gold": 5,
    }
    rows = [
        [{"_unit_id": item, "_worker_id": worker, **cells}[name] for name in header]
        for item in ITEMS
        for worker in WORKERS
    ]
    table = trueness.read_scores(write(tmp_path / "f.csv", header, rows))
    assert (table.inputs, table.scorer_names) == (ITEMS, ("clear",))
    assert table.annotations["clear"].annotators == WORKERS


def test_beside_the_columns_of_appen_an_id_of_the_user_names_the_input(tmp_path):
    header = ["_unit_id", "_id", "_worker_id", "_trust", "id", "country", "trust"]
    rows: list[list[object]] = [
        [f"u{item}", f"j{item}{worker}", worker, 0.5, item, "Chad", 3] for item in ITEMS for worker in WORKERS
    ]
    table = trueness.read_scores(write(tmp_path / "f.csv", header, rows))
    assert (table.inputs, table.scorer_names) == (ITEMS, ("trust",))


def test_names_without_the_line_of_appen_are_of_the_user(tmp_path):
    """Somebody's own file may have workers, and their trust in an answer."""
    header = ["item", "worker_id", "trust"]
    rows: list[list[object]] = [[item, worker, 1 + k] for item in ITEMS for k, worker in enumerate(WORKERS)]
    assert trueness.read_scores(write(tmp_path / "f.csv", header, rows)).scorer_names == ("trust",)
