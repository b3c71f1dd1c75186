"""What single people said, as a list of objects: their ratings, for scores and beside texts."""

from __future__ import annotations

import json

import numpy as np
import pytest

from trueness.data.formats.annotator_lists import by_annotator, with_annotators
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_texts import read_texts
from trueness.errors import FormatError

ANN = {"annotator": "ann", "score": 4}
BOB = {"annotator": "bob", "score": 2, "scores": {"clear": 1}, "id": 7, "created_at": 1700000000}


def test_the_fields_of_each_person_are_columns():
    assert by_annotator("labels", [ANN, BOB]) == [
        ("labels_score@ann", 4),
        ("labels_score@bob", 2),
        ("labels_scores_clear@bob", 1),
    ]
    assert by_annotator("ratings", [{"worker_id": 3, "score": 4}]) == [("score@3", 4)]


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        [1, 2],
        {"annotator": "ann"},
        [{"score": 1}],
        [ANN, {"score": 1}],
        [{"annotator": None, "score": 1}],
        [{"annotator": "ann", "rater": "bob"}],
        [{"annotator": "ann", "model": "x"}],
    ],
)
def test_other_values_are_none_of_these(value):
    assert by_annotator("labels", value) is None
    assert with_annotators({"labels": value}) == {"labels": value}


def written(path, rows):
    lines = "\n".join(map(json.dumps, rows))
    path.write_text(json.dumps(rows) if path.suffix == ".json" else lines, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
def test_a_file_of_such_lists_has_annotators(tmp_path, name):
    given = np.random.default_rng(1).integers(1, 6, (10, 3))
    rows = [
        {
            "id": f"q{k}",
            "annotations": [
                {"annotator": who, "score": int(one)} for who, one in zip(("ann", "bob"), row, strict=False)
            ],
            "judge_score": int(row[2]),
        }
        for k, row in enumerate(given)
    ]
    rows[3]["annotations"] = rows[3]["annotations"][:1]
    rows[4]["annotations"] = []
    table = read_scores(written(tmp_path / name, rows))
    people = table.annotations["annotations_score"]
    assert people.annotators == ("ann", "bob")
    wanted = given[:, :2].T.astype(float)
    wanted[1, 3] = wanted[:, 4] = np.nan
    np.testing.assert_array_equal(people.values[:, 0], wanted)
    np.testing.assert_array_equal(table.matrix("judge_score")[0], given[:, 2])


def test_people_beside_texts_are_read_too(tmp_path):
    rows = [{"id": f"q{k}", "output": f"text {k}", "labels": [ANN, BOB]} for k in range(3)]
    texts = read_texts(written(tmp_path / "x.jsonl", rows), unnamed_system=True)
    assert texts.rows[0].ratings == {
        "ann": {"labels_score": 4.0},
        "bob": {"labels_score": 2.0, "labels_scores_clear": 1.0},
    }


def test_one_person_twice_is_refused(tmp_path):
    with pytest.raises(FormatError, match="labels_score@ann"):
        read_scores(written(tmp_path / "x.jsonl", [{"id": "q", "good": 1, "labels": [ANN, ANN]}]))
