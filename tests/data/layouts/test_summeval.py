"""SummEval's two forms."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

from trueness.data.layouts.summeval import read_summeval
from trueness.errors import DuplicateKeyError, FormatError

DIMENSIONS = ("coherence", "consistency", "fluency", "relevance")


def line(system: str, document: str, experts: list[int], turkers: list[int]) -> dict[str, object]:
    return {
        "id": document,
        "model_id": system,
        "decoded": "a summary",
        "references": ["r"] * 11,
        "expert_annotations": [dict.fromkeys(DIMENSIONS, value) for value in experts],
        "turker_annotations": [dict.fromkeys(DIMENSIONS, value) for value in turkers],
    }


def write(path: Path, *lines: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in lines))
    return path


def test_annotations_as_released(tmp_path: Path) -> None:
    path = write(
        tmp_path / "model_annotations.aligned.jsonl",
        line("M0", "d1", [1, 2, 5], [1, 1, 1, 1, 2]),
        line("M1", "d1", [3, 3, 3], [5, 5, 5, 5, 5]),
    )
    table = read_summeval(path)
    assert (table.systems, table.inputs) == (("M0", "M1"), ("d1",))
    assert table.scorer_names == tuple(f"{kind}_{d}" for kind in ("expert", "turker") for d in DIMENSIONS)
    assert {scorer.role for scorer in table.scorers} == {"human"}
    assert table.annotations["expert_relevance"].annotators == ("expert_1", "expert_2", "expert_3")
    assert table.annotations["turker_fluency"].annotators == tuple(f"turker_{k}" for k in range(1, 6))
    np.testing.assert_allclose(table.matrix("expert_relevance"), [[8 / 3], [3]])
    np.testing.assert_array_equal(table.annotations["expert_relevance"].values[:, 0, 0], [1, 2, 5])


def test_what_breaks(tmp_path: Path) -> None:
    path, good = tmp_path / "a.jsonl", line("M0", "d", [1, 1, 1], [1] * 5)
    with pytest.raises(DuplicateKeyError, match="rows 1 and 2"):
        read_summeval(write(path, good, good))
    with pytest.raises(FormatError, match="row 2, column 'model_id'"):
        read_summeval(write(path, good, {k: v for k, v in good.items() if k != "model_id"}))
    with pytest.raises(FormatError, match="row 1, column 'turker_annotations': a judgement"):
        read_summeval(write(path, {**good, "turker_annotations": [1]}))
    experts = [{"relevance": 1}, {"relevance": "five"}]
    with pytest.raises(
        FormatError, match=r"row 1, column 'expert_relevance@expert_2'.*'five' is not a number"
    ):
        read_summeval(write(path, {**good, "expert_annotations": experts}))
    wrong = tmp_path / "a.pkl"
    wrong.write_bytes(pickle.dumps({"d": {"sys_summs": {"M0": {"sys_summ": "x"}}}}))
    with pytest.raises(FormatError, match="column 'scores': a dictionary of fields"):
        read_summeval(wrong)


def test_a_pickle_of_this_form_is_called_after_its_file(tmp_path: Path) -> None:
    path = tmp_path / "recipes.pkl"
    path.write_bytes(
        pickle.dumps({"d": {"sys_summs": {s: {"scores": {"tasty": k}} for k, s in enumerate("AB")}}})
    )
    assert read_summeval(path).name == "recipes"
    assert read_summeval(path, name="dishes").name == "dishes"


def test_the_compact_pickle(test_data: Path) -> None:
    table = read_summeval(test_data / "data/summeval/data.pkl")
    assert table.shape == (4, 16, 100)
    assert set(table.scorer_names) == set(DIMENSIONS)
    assert {scorer.role for scorer in table.scorers} == {"human"}
    assert not np.isnan(table.values).any()
    # thirds of a Likert scale; facts recorded with the data: constant columns
    np.testing.assert_allclose(table.values * 3, np.round(table.values * 3), atol=1e-9)
    constant = {name: int((np.ptp(table.matrix(name), axis=0) == 0).sum()) for name in table.scorer_names}
    assert constant == {"coherence": 0, "consistency": 4, "fluency": 2, "relevance": 0}


def test_experts_alone_with_metrics_beside_them(tmp_path: Path) -> None:
    def of(system: str, rouge: float) -> dict[str, object]:
        found = line(system, "d1", [1, 2, 5], []) | {"metric_scores": {"rouge_1": rouge, "mine": 1 - rouge}}
        del found["turker_annotations"]
        return found

    path = write(tmp_path / "like.jsonl", of("M0", 0.2), of("M1", 0.4))
    table = read_summeval(path)
    assert {one.name: one.role for one in table.scorers} == {
        **{f"expert_{name}": "human" for name in DIMENSIONS},
        "rouge_1": "metric",
        "mine": "metric",
    }
    np.testing.assert_array_equal(table.matrix("rouge_1"), [[0.2], [0.4]])
    with pytest.raises(
        FormatError, match="row 2, column 'metric_scores': the field is missing or of another kind"
    ):
        read_summeval(write(path, of("M0", 0.2), {**of("M1", 0.4), "metric_scores": 1}))
    both = line("M0", "d1", [1, 2, 5], [1])
    with pytest.raises(FormatError, match="row 2, column 'turker_annotations'"):
        read_summeval(write(path, both, of("M1", 0.4)))
