"""Columns that are a system, an input or an annotator each; and files that would be read so only by mistake."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from trueness.data.cells.wide_columns import starred
from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import FormatError, UnknownNameError

LONG = "system,doc,rouge1,human\n" + "".join(
    f"M{s},d{i},{s + i},{s * i}\n" for s in (1, 2) for i in (1, 2, 3)
)


MANY = ",".join(f"x{k}" for k in range(150))
OWN_SYSTEMS = "system,id,x\n" + "".join(f"a{k},{k % 2},1\n" for k in range(30))


def read(tmp_path: Path, text: str, columns: str | None = None, name: str = "rouge1.csv") -> ScoreTable:
    path = tmp_path / name
    path.write_text(text)
    return read_scores(path, columns=columns)


def test_a_column_per_system_or_input_is_declared(tmp_path: Path) -> None:
    wide = "doc,M1,M2\n" + "".join(f"d{i},{1 + i},{2 + i}\n" for i in (1, 2, 3))
    for columns in ("systems=*,input=doc", "systems=M*,input=doc", "systems=M1,systems=M2,input=doc"):
        table = read(tmp_path, wide, columns)
        assert (table.systems, table.inputs, table.scorer_names) == (
            ("M1", "M2"),
            ("d1", "d2", "d3"),
            ("rouge1",),
        )
        assert table.matrix("rouge1").tolist() == [[2, 3, 4], [3, 4, 5]]
    both = "doc,M1_rouge1,M2_rouge1,M1_human,M2_human\n" + "".join(
        f"d{i},{1 + i},{2 + i},{i},{2 * i}\n" for i in (1, 2, 3)
    )
    asked = "systems=*_rouge1,systems=*_human,input=doc"
    expected = read(tmp_path, LONG, "input=doc")
    assert read(tmp_path, both, asked).fingerprint == expected.fingerprint
    assert "4 columns were read as scores of 2 systems" in read(tmp_path, both, asked).notes[0]
    turned = "system,d1,d2\nM1,1,2\nM2,3,\n"
    with pytest.raises(FormatError, match=r"the column that names the input.*--columns 'inputs=\*'"):
        read(tmp_path, turned)
    found = read(tmp_path, turned, "inputs=*").matrix("rouge1")
    np.testing.assert_array_equal(found, [[1, 2], [3, np.nan]])


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("system,bleu,chrf,human\na,1,2,3\nb,2,3,1\n", "inputs=*"),
        ("model,n,ROUGE-1,d1\na,9,1,2\nb,9,2,3\n", "inputs=*"),
        ("id,human,comet_qe,ter\n1,1,2,3\n2,2,3,1\n", "systems=*"),
    ],
)
def test_columns_called_as_scores_are_no_inputs_and_no_systems(
    tmp_path: Path, text: str, columns: str
) -> None:
    with pytest.raises(FormatError, match="called as scores are") as error:
        read(tmp_path, text, columns)
    said = str(error.value).rpartition("--columns '")[2].rstrip("'.")
    assert len(read(tmp_path, text, said).scorers) >= 1  # named one by one they are taken as they are


def test_columns_called_as_few_scores_are_or_as_models_may_be_all_of_one_kind(tmp_path: Path) -> None:
    assert read(tmp_path, "system,da,de,en\na,1,2,3\nb,1,2,2\n", "inputs=*").inputs == ("da", "de", "en")
    assert read(tmp_path, "id,gpt-4,llama-3\n1,2,3\n2,2,2\n", "systems=*").systems == ("gpt-4", "llama-3")


def test_what_the_star_stands_for() -> None:
    names = ("human_ann", "human_bob", "M1", "ann", "rel.x")
    assert starred(("human_*", "M*", "ann", "rel.*"), names, "f") == {
        "human_ann": ("human", "ann"),
        "human_bob": ("human", "bob"),
        "M1": (None, "M1"),
        "ann": (None, "ann"),
        "rel.x": ("rel", "x"),
    }
    with pytest.raises(UnknownNameError, match=r"no column matches 'humn_\*'"):
        starred(("humn_*",), names, "f")


def test_annotators_are_declared(tmp_path: Path) -> None:
    text = "id,human_ann,human_bob,judge\n1,1,0,0.2\n2,1,1,0.8\n"
    table = read(tmp_path, text, "annotators=human_*")
    assert table.annotations["human"].annotators == ("ann", "bob")
    named = read(tmp_path, text, "annotators=human_ann,annotators=human_bob")
    assert named.annotations["human"].annotators == ("human_ann", "human_bob")
    assert read(tmp_path, text).scorer_names == ("human_ann", "human_bob", "judge")


@pytest.mark.parametrize(
    ("text", "columns", "message"),
    [
        ("doc_id,M1,M2\nd1,1,2\n", None, r"called as systems are: 'M1', 'M2'.*'systems=\*'.*'scorers=\*'"),
        ("id,gpt-4o,claude-3\nd1,1,2\n", None, r"called as systems are"),
        (f"id,{MANY}\n{'1,' * 150}2\n", None, r"150 columns of 1 row would be scorers"),
        (
            OWN_SYSTEMS,
            None,
            r"column 'system': every one of the 30 rows has a system of its own .*'input=system'",
        ),
        ("id,M1,system\nd1,1,A\n", "systems=M1", "there is a column 'system' as well"),
        ("id,M1,M2\nd1,1,2\n", "systems=M1,inputs=M2", "either systems or inputs"),
        ("id,M1,rouge1\nd1,1,2\n", "systems=M1", "column 'rouge1': a column is called as the scores"),
    ],
)
def test_what_can_hardly_be_meant_is_asked_about(
    tmp_path: Path, text: str, columns: str | None, message: str
) -> None:
    with pytest.raises(FormatError, match=message):
        read(tmp_path, text, columns)


def test_what_was_asked_about_can_be_answered(tmp_path: Path) -> None:
    assert read(tmp_path, "doc_id,M1,M2\nd1,1,2\nd2,1,2\n", "systems=*").systems == ("M1", "M2")
    assert read(tmp_path, "doc_id,M1,M2\nd1,1,2\n", "scorers=*").scorer_names == ("M1", "M2")
    judges = read(tmp_path, "id,human,gpt-4o,claude-3\n1,1,2,3\n")
    assert judges.scorer_names == ("human", "gpt-4o", "claude-3")
    outputs = "answer_id,x\n" + "".join(f"a{k},1\n" for k in range(30))
    assert len(read(tmp_path, outputs).inputs) == 30
    with pytest.raises(FormatError, match=r"Say --columns 'input=reply' if"):
        read(tmp_path, outputs.replace("answer_id", "reply"))
