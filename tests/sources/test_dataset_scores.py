"""Which metrics texts are scored with when nobody names any."""

from __future__ import annotations

import pytest

from trueness.data.datasets.load import load_dataset_texts
from trueness.data.reading.stream_texts import stream_of
from trueness.data.reading.texts_from_rows import texts_from_rows
from trueness.errors import UnknownNameError
from trueness.metrics.length import Length
from trueness.metrics.scoring.registry import default_names, get_metric
from trueness.metrics.scoring.score import score
from trueness.sources import dataset_scores as module
from trueness.sources.dataset_scores import dataset_scores, default_metrics, noted_scores


def texts(n=2, **fields):
    return texts_from_rows(
        [{"system": s, "input": f"d{i}", "output": f"{s} says {i}", **fields} for s in "ab" for i in range(n)]
    )


@pytest.mark.parametrize("stream", [False, True])
def test_what_is_lacking_decides(stream):
    def chosen(**fields):
        found = texts(**fields)
        return default_metrics(stream_of(found) if stream else found)

    needs = {name: get_metric(name).needs for name in default_names()}
    assert chosen() == tuple(name for name in needs if not needs[name])
    assert chosen(source="a text") == tuple(name for name in needs if needs[name] <= {"source"})
    assert chosen(source="a text", references=["another"]) == default_names()
    assert {"bleu", "length", "compression"} <= set(default_names())


@pytest.mark.parametrize("stream", [False, True])
def test_a_slow_metric_waits_to_be_named(monkeypatch, stream):
    full = texts(source="a text", references=["another"])
    monkeypatch.setattr(Length, "slow", True)
    assert "length" in default_metrics(full)
    monkeypatch.setattr(module, "MANY", 3)
    found = default_metrics(stream_of(full) if stream else full)
    assert set(default_names()) - set(found) == {name for name in default_names() if get_metric(name).slow}
    assert "length" not in found


def test_texts_of_a_data_set_are_scored_with_what_is_named():
    expected = score(load_dataset_texts("pocket"), ["length", "compression"])
    assert dataset_scores("pocket", metrics=["length", "compression"]).fingerprint == expected.fingerprint


def test_what_metrics_warn_of_is_a_note():
    found = texts_from_rows(
        [{"system": "a", "input": "1", "output": "One ended. Two began.", "references": ["x"]}]
    )
    table = noted_scores(found, ["rougeL_f"])
    assert any("takes every line for a sentence" in note for note in table.notes)


def test_recorded_scores_are_taken_as_they_are(test_data, monkeypatch):
    monkeypatch.setenv("TRUENESS_MIRROR", str(test_data / "nowhere"))
    with pytest.raises(UnknownNameError, match="Did you mean 'summeval'"):
        dataset_scores("sumeval")
