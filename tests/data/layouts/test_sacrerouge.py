"""SacreROUGE's metrics files, one and many."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from trueness.data.layouts.sacrerouge import read_sacrerouge
from trueness.data.layouts.summeval import read_summeval
from trueness.data.reading.read import read_scores
from trueness.errors import DuplicateKeyError, FormatError


def write(path: Path, *rows: tuple[str, str, str, object]) -> Path:
    keys = ("instance_id", "summarizer_id", "summarizer_type", "metrics")
    path.write_text("".join(json.dumps(dict(zip(keys, row, strict=True))) + "\n" for row in rows))
    return path


def test_nesting_annotators_and_references(tmp_path: Path) -> None:
    path = write(
        tmp_path / "metrics.jsonl",
        ("1", "M0", "peer", {"rouge-1": {"f1": 0.5, "recall": 0.25}, "expert": {"relevance": [1, 2, 3]}}),
        ("1", "ref", "reference", {"rouge-1_jk": {"f1": 0.9}}),
        ("2", "M0", "peer", {"rouge-1": {"f1": 0.75}, "expert": {"relevance": [4, 5]}}),
    )
    table = read_sacrerouge(path)
    assert (table.systems, table.inputs) == (("M0",), ("1", "2"))
    np.testing.assert_array_equal(table.matrix("rouge-1_f1"), [[0.5, 0.75]])
    np.testing.assert_array_equal(table.matrix("rouge-1_recall"), [[0.25, np.nan]])
    np.testing.assert_array_equal(table.matrix("expert_relevance"), [[2, 4.5]])
    assert table.annotations["expert_relevance"].annotators == ("1", "2", "3")
    assert table.scorer("expert_relevance").role == "human"
    assert "1 reference summarizer left out (keep='all' keeps them)" in table.notes
    assert table.system_groups == {}
    everything = read_sacrerouge(path, keep="all")
    assert everything.systems == ("M0", "ref")
    assert everything.system_groups == {"type": ("peer", "reference")}


def test_files_with_and_without_references_are_joined(tmp_path: Path) -> None:
    with_reference = write(
        tmp_path / "a.jsonl", ("1", "M0", "peer", {"x": 1}), ("1", "ref", "reference", {"x": 2})
    )
    without = write(tmp_path / "b.jsonl", ("1", "M0", "peer", {"y": 3}))
    assert read_sacrerouge(without, keep="all").system_groups == {}
    table = read_scores(with_reference, without, keep="all", join="outer")
    assert dict(zip(table.systems, table.system_groups["type"], strict=True)) == {
        "M0": "peer",
        "ref": "reference",
    }


def test_what_breaks(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with pytest.raises(
        DuplicateKeyError, match="rows 1 and 2 are both for summarizer_id 'M0', instance_id '1'"
    ):
        read_sacrerouge(write(path, ("1", "M0", "peer", {"x": 1}), ("1", "M0", "peer", {"x": 1})))
    with pytest.raises(FormatError, match="row 1, column 'metrics'"):
        read_sacrerouge(write(path, ("1", "M0", "peer", None)))
    with pytest.raises(FormatError, match="row 1, column 'x': 'much' is not a number"):
        read_sacrerouge(write(path, ("1", "M0", "peer", {"x": "much"})))
    both = write(path, ("1", "M0", "peer", {"x": 1}), ("2", "M0", "reference", {"x": 1}))
    with pytest.raises(
        FormatError, match="row 2, column 'summarizer_type': 'M0' is a reference in some rows"
    ):
        read_sacrerouge(both, keep="all")
    assert read_sacrerouge(both).inputs == ("1",)
    with pytest.raises(FormatError, match="rows of scores are"):
        read_sacrerouge(write(path, ("1", "r", "reference", {"x": 1})))


def test_all_files_of_summeval(test_data: Path) -> None:
    table = read_scores(*sorted((test_data / "data/deutsch2021/fabbri2020").glob("*.gz")))
    assert table.shape == (42, 16, 100)
    families = {name.split("_")[0] for name in table.scorer_names} - {"expert", "turker"}
    assert families == {
        *("AutoSummENG", "BEwTE", "METEOR", "MeMoG", "MoverScore", "NPowER", "bertscore", "qa-eval", "s3"),
        *("rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-l", "rouge-su4"),
    }
    assert table.annotations["expert_relevance"].annotators == ("1", "2", "3")
    assert table.annotations["turker_relevance"].annotators == ("1", "2", "3", "4", "5")
    assert not np.isnan(table.values).any()
    # the same judgements as the compact pickle, which another group made
    means = read_summeval(test_data / "data/summeval/data.pkl").select(inputs=table.inputs)
    i = [means.systems.index(name) for name in table.systems]
    j = [means.inputs.index(name) for name in table.inputs]
    for dimension in means.scorer_names:
        ours = table.matrix(f"expert_{dimension}")
        np.testing.assert_allclose(means.matrix(dimension)[np.ix_(i, j)], ours, atol=1e-9)


def test_all_files_of_realsumm(test_data: Path) -> None:
    table = read_scores(*sorted((test_data / "data/deutsch2021/bhandari2020").glob("*.gz")))
    assert table.shape[1:] == (24, 100)
    assert {"litepyramid_recall", "qa-eval_f1", "s3_resp", "BEwTE_recall"} <= set(table.scorer_names)
