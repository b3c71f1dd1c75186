"""REALSumm: two pickles joined, one system in both."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from trueness.data.layouts.realsumm import read_realsumm
from trueness.data.layouts.sacrerouge import read_sacrerouge
from trueness.data.scores.duplicate_systems import drop_duplicate_systems, identical_systems
from trueness.errors import FormatError, KeyMismatchError


def write(path: Path, *documents: int) -> Path:
    content = {
        d: {
            "doc_id": d,
            "system_summaries": {"bart.txt": {"scores": {"js-2": -0.5, "litepyramid_recall": 0.25}}},
        }
        for d in documents
    }
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(pickle.dumps(content))
    return path


def test_one_file_and_two(tmp_path: Path) -> None:
    one, two = write(tmp_path / "abs.pkl", 1, 2), write(tmp_path / "ext.pkl", 2, 1)
    assert read_realsumm(one).systems == ("bart",)
    table = read_realsumm(one, two)
    assert (table.systems, table.inputs) == (("abs/bart", "ext/bart"), ("1", "2"))
    assert [(s.name, s.role, s.higher_is_better) for s in table.scorers] == [
        ("js-2", "metric", True),
        ("litepyramid_recall", "human", True),
    ]


def test_what_breaks(tmp_path: Path) -> None:
    one = write(tmp_path / "abs.pkl", 1, 2)
    with pytest.raises(KeyMismatchError, match="must cover the same documents; these differ: '3'"):
        read_realsumm(one, write(tmp_path / "ext.pkl", 1, 2, 3))
    with pytest.raises(FormatError, match="two files are called 'abs'"):
        read_realsumm(one, write(tmp_path / "other/abs.pkl", 1, 2))
    one.write_bytes(pickle.dumps({1: {"system_summaries": {"a": {}}}}))
    with pytest.raises(FormatError, match="column 'scores': a dictionary"):
        read_realsumm(one)


def test_the_published_files(test_data: Path) -> None:
    folder = test_data / "data/realsumm"
    table = read_realsumm(folder / "abs.pkl", folder / "ext.pkl")
    assert table.shape == (15, 25, 100)
    assert [scorer.name for scorer in table.scorers if scorer.role == "human"] == ["litepyramid_recall"]
    assert identical_systems(table) == (("abs/bart_out", "ext/bart_out"),)
    left = drop_duplicate_systems(table)
    assert left.shape == (15, 24, 100)
    assert "ext/bart_out" in left.notes[-1]


def test_the_same_scores_as_another_project_distributes(test_data: Path) -> None:
    ours = read_realsumm(*(test_data / "data/realsumm" / name for name in ("abs.pkl", "ext.pkl")))
    theirs = read_sacrerouge(test_data / "data/deutsch2021/bhandari2020/pyramid.jsonl.gz")
    row = {system.partition("/")[2]: i for i, system in enumerate(ours.systems)}
    i = [row[system] for system in theirs.systems]
    j = [ours.inputs.index(name) for name in theirs.inputs]
    for mine, other in [
        ("litepyramid_recall", "litepyramid_recall"),
        ("rouge_2_recall", "rouge-2_recall"),
        ("js-2", "js-2"),
        ("bert_recall_score", "bertscore_recall"),
        ("bert_precision_score", "bertscore_f1"),  # the error recorded with the data
    ]:
        np.testing.assert_allclose(ours.matrix(mine)[np.ix_(i, j)], theirs.matrix(other), rtol=1e-6)


def test_a_name_between_blanks_keeps_its_scores(tmp_path: Path) -> None:
    scores = {" js-2 ": -0.5, "litepyramid_recall": 0.25}
    content = {1: {"doc_id": 1, "system_summaries": {"bart.txt": {"scores": scores}}}}
    (tmp_path / "abs.pkl").write_bytes(pickle.dumps(content))
    table = read_realsumm(tmp_path / "abs.pkl")
    assert dict(zip(table.scorer_names, table.values[:, 0, 0], strict=True)) == scores
