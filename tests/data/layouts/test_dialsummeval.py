"""DialSummEval: three kinds of files joined by text."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from trueness.data.layouts.dialsummeval import read_dialsummeval
from trueness.errors import FormatError, KeyMismatchError


def make(folder: Path) -> Path:
    """Two systems and the reference, two dialogues; judgements and metrics in different orders."""
    (folder / "metrics").mkdir()
    (folder / "summaries").mkdir()
    lines = []
    for k, system in enumerate("ABC"):
        for d in ("d1", "d2"):
            annotations = [{"relevance": 1 + k + a} for a in range(3)]
            lines.append(
                {"id": d, "model_id": system, "summary": f"{system} of {d}", "annotations": annotations}
            )
        (folder / f"summaries/{system}.txt").write_text(f"{system} of d2\n{system} of d1\n")
        (folder / f"metrics/{system}.csv").write_text(f"rouge-1,ppl\n0.{k}2,2\n0.{k}1,1\n")
    (folder / "human_judgment.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def test_rows_are_joined_by_text(tmp_path: Path) -> None:
    table = read_dialsummeval(make(tmp_path))
    assert (table.systems, table.inputs) == (("B", "C"), ("d1", "d2"))
    np.testing.assert_array_equal(table.matrix("rouge-1"), [[0.11, 0.12], [0.21, 0.22]])
    np.testing.assert_array_equal(table.annotations["relevance"].values[:, 0, 0], [2, 3, 4])
    facts = {s.name: (s.role, s.higher_is_better) for s in table.scorers}
    assert facts == {"relevance": ("human", True), "rouge-1": ("metric", True), "ppl": ("metric", False)}
    assert "the human reference" in table.notes[0]
    assert table.system_groups == {}
    everything = read_dialsummeval(tmp_path, keep="all")
    assert everything.systems == ("A", "B", "C")
    assert everything.system_groups == {"type": ("reference", "peer", "peer")}


def test_what_breaks(tmp_path: Path) -> None:
    folder = make(tmp_path)
    (folder / "summaries/C.txt").write_text("C of d2\nsomething else\n")
    with pytest.raises(KeyMismatchError, match=r"system C .* must pair one to one by their text: 'C of d1'"):
        read_dialsummeval(folder)
    (folder / "summaries/C.txt").write_text("C of d2\n")
    with pytest.raises(KeyMismatchError, match=r"has 2 rows, but .* has 1 lines"):
        read_dialsummeval(folder)
    (folder / "summaries/C.txt").unlink()
    with pytest.raises(FormatError, match=r"the file 'summaries/C\.txt'"):
        read_dialsummeval(folder)


@pytest.mark.parametrize("name", ["../secret", "x" * 5000])
def test_no_name_from_the_data_becomes_a_path(tmp_path: Path, name: str) -> None:
    folder = make(tmp_path)
    entry = {"id": "d1", "model_id": name, "summary": "x", "annotations": []}
    (folder / "human_judgment.jsonl").write_text(json.dumps(entry) + "\n")
    with pytest.raises(FormatError, match="cannot be a file name"):
        read_dialsummeval(folder)


def test_the_published_files(test_data: Path) -> None:
    table = read_dialsummeval(test_data / "data/dialsummeval")
    assert table.shape == (36, 13, 100)
    assert table.systems == tuple("BCDEFGHIJKLMN")
    assert [s.name for s in table.scorers if not s.higher_is_better] == ["ppl"]
    assert [s.name for s in table.scorers if s.role == "human"] == [
        "consistency",
        "relevance",
        "fluency",
        "coherence",
    ]
    assert all(table.annotations[name].values.shape == (3, 13, 100) for name in table.annotations)
    assert not np.isnan(table.values).any()
    everything = read_dialsummeval(test_data / "data/dialsummeval", keep="all")
    np.testing.assert_array_equal(everything.matrix("rouge-1")[everything.systems.index("A")], 1)
    # systems that copy the dialogue cannot contradict it, so larger is better
    for metric in ("dae", "factcc_cls"):
        means = dict(zip(table.systems, table.matrix(metric).mean(axis=1), strict=True))
        assert min(means["B"], means["C"]) > 0.9
        assert max(value for system, value in means.items() if system not in "BC") < 0.4
