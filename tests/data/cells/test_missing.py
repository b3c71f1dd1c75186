"""What is said to be missing is missing, counted, and nothing else is."""

from __future__ import annotations

import json

import numpy as np
import pytest

import trueness
from trueness.data.cells.missing import LIKE_NO_LABEL, Missing, MissingTally, missing_pattern
from trueness.data.writing.write import write_scores
from trueness.errors import ArgumentError, FormatError

HEADER, ROWS = "id,human,judge", ("a,1,N/A", "b,2,ERROR: no reply", "c,-1,3", "d,4,error", "e,-1.0,5")


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("\n".join([HEADER, *ROWS]) + "\n", encoding="utf-8")
    return path


def test_values_and_labels_of_any_kind(path):
    table = trueness.read_scores(path, missing_values="N/A,ERROR*,-1")
    np.testing.assert_array_equal(table.matrix("human"), [[1, 2, np.nan, 4, np.nan]])
    np.testing.assert_array_equal(table.matrix("judge"), [[np.nan, np.nan, 3, np.nan, 5]])
    assert "2 scores of 'human' taken for missing, as declared: '-1' (1), '-1.0' (1)" in table.notes
    assert (
        "3 scores of 'judge' taken for missing, as declared: 'N/A' (1), 'ERROR: no reply' (1), 'error' (1)"
        in table.notes
    )


def test_of_one_scorer_alone(path):
    table = trueness.read_scores(path, missing_values=["N/A", "error*", "human=-1", "judge=5"])
    np.testing.assert_array_equal(table.matrix("human"), [[1, 2, np.nan, 4, np.nan]])
    np.testing.assert_array_equal(table.matrix("judge"), [[np.nan, np.nan, 3, np.nan, np.nan]])


def test_of_a_dimension_that_annotators_gave(tmp_path):
    (tmp_path / "a.csv").write_text("id,human@a,human@b,judge\n1,99,4,99\n2,5,3,2\n", encoding="utf-8")
    table = trueness.read_scores(tmp_path / "a.csv", missing_values="human=99")
    np.testing.assert_array_equal(table.matrix("human"), [[4, 4]])
    np.testing.assert_array_equal(table.matrix("judge"), [[99, 2]])


def test_of_the_scorer_that_a_row_names(tmp_path):
    rows = ["id,scorer,score", "a,x,0", "a,y,0", "b,x,1", "b,y,1"]
    (tmp_path / "long.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    table = trueness.read_scores(tmp_path / "long.csv", missing_values="x=0")
    np.testing.assert_array_equal(table.matrix("x"), [[np.nan, 1]])
    np.testing.assert_array_equal(table.matrix("y"), [[0, 1]])


def test_the_same_by_every_route(tmp_path):
    import pandas as pd

    frame = pd.DataFrame(
        {"id": list("abc"), "human": [1.0, -1, 3], "judge": [2, 99, 1], "x": ["N/A", "2", "3"]}
    )
    frame.to_csv(tmp_path / "a.csv", index=False)
    frame.to_csv(tmp_path / "a.tsv", index=False, sep="\t")
    frame.to_parquet(tmp_path / "a.parquet")
    frame.to_excel(tmp_path / "a.xlsx", index=False)
    frame.to_json(tmp_path / "a.jsonl", orient="records", lines=True)
    sources = [frame, *(tmp_path / f"a.{kind}" for kind in ("csv", "tsv", "parquet", "xlsx", "jsonl"))]
    found = {trueness.read_scores(one, missing_values="-1,99,n/a").fingerprint for one in sources}
    assert len(found) == 1


def test_scores_with_a_description_lose_values_after_it_was_checked(tmp_path, path):
    table = trueness.read_scores(path, missing_values="N/A,ERROR*")
    written = write_scores(table, tmp_path / "again.csv")
    again = trueness.read_scores(written, missing_values="human=-1")
    np.testing.assert_array_equal(again.matrix("human"), [[1, 2, np.nan, 4, np.nan]])
    np.testing.assert_array_equal(again.matrix("judge"), table.matrix("judge"))
    (tmp_path / "l.csv").write_text("id,human,judge\n1,pass,fail\n2,unsure,pass\n", encoding="utf-8")
    labels = trueness.read_scores(tmp_path / "l.csv", labels="fail<unsure<pass")
    written = write_scores(labels, tmp_path / "labels.csv")
    assert np.isnan(trueness.read_scores(written, missing_values="unsure").matrix("human")[0, 1])


def test_what_matches_nothing_is_said(path):
    table = trueness.read_scores(path, columns="ignore=judge", missing_values="Unsure")
    assert any("no score is 'Unsure'" in note for note in table.notes)


def test_text_among_numbers_is_refused_with_an_option_that_reads_it(path):
    with pytest.raises(
        FormatError, match=r"If 'N/A', 'ERROR: no reply'.*mean that there is no score"
    ) as error:
        trueness.read_scores(path)
    given = str(error.value).partition("--missing-values '")[2].partition("'")[0]
    assert int(np.isnan(trueness.read_scores(path, missing_values=given).matrix("judge")).sum()) >= 2


def test_of_very_many_words_among_numbers_one_is_proposed(tmp_path):
    path = tmp_path / "s.csv"
    path.write_text("id,m\n" + "".join(f"{k},{k}\n{k}x,word{'abcdefgh'[k]}\n" for k in range(8)))
    with pytest.raises(FormatError, match=r"--missing-values 'worda'\.$"):
        trueness.read_scores(path)


def test_exports_of_programs_too(tmp_path):
    record = {"id": "a", "human": 1, "judge": "unknown"}
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps(record | {"id": k, "judge": k or "unknown"}) for k in range(4)))
    assert np.isnan(trueness.read_scores(path, missing_values="unknown").matrix("judge")[0, 0])


@pytest.mark.parametrize("wrong", ["", "a,,b", 3, ["a", None]])
def test_patterns_that_are_none(wrong):
    with pytest.raises(ArgumentError, match="missing"):
        Missing.of(wrong)


def test_formats_that_say_themselves_what_is_missing(tmp_path):
    path = tmp_path / "mqm.tsv"
    path.write_text(
        "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n", encoding="utf-8"
    )
    with pytest.raises(ArgumentError, match="`missing_values` has no use here"):
        trueness.read_scores(path, missing_values="-1")


@pytest.mark.parametrize(
    ("pattern", "cell", "holds"),
    [
        ("-1", -1, True),
        ("-1", "-1.00", True),
        ("-1", 1, False),
        ("9*", 99, True),
        ("0", False, False),
        ("0", 0.0, True),
        ("unknown", " UNKNOWN ", True),
        ("unknown", "unknowns", False),
        ("a b", "a  b", True),
        ("x=1", "x=1", True),
        ("1", np.float32(1), True),
        ("1", None, False),
    ],
)
def test_what_a_pattern_means(pattern, cell, holds):
    assert Missing.of(pattern).holds(cell) is holds


@pytest.mark.parametrize("value", ["a,b", "it's", "[x]", "50*", "a=b", "N/A", "?", "*", "]", "a\ufeff"])
def test_the_pattern_of_a_value_finds_it_and_no_score(value):
    found = Missing.of(missing_pattern(value))
    assert found.holds(value)
    assert not any(found.holds(score) for score in (0, 7, 12.5, "3"))


@pytest.mark.parametrize("value", [",", "'", "\ufeff", ",,"])
def test_a_pattern_of_any_sign_is_none(value):
    assert missing_pattern(value) == ""


def test_nothing_is_touched_where_nothing_is_said():
    cells = ["a", 1]
    assert MissingTally(Missing()).cleared(cells, "x") is cells
    assert MissingTally(Missing()).notes() == []


def test_what_reads_as_missing():
    assert all(map(LIKE_NO_LABEL.match, ["Unknown", "ERROR 5", "can't say", "don't know", "N/A: solved"]))
    assert not any(map(LIKE_NO_LABEL.match, ["fail", "Failed", "neutral", "no", "narrow", "nonexistent"]))
