"""Which metrics texts are scored with when nobody names any."""

from __future__ import annotations

import pytest

from trueness.data.texts_from_rows import texts_from_rows
from trueness.errors import UnknownNameError
from trueness.studies import dataset_scores as module
from trueness.studies.dataset_scores import dataset_scores, default_metrics


def texts(n=2, **fields):
    return texts_from_rows(
        [{"system": s, "input": f"d{i}", "output": f"{s} says {i}", **fields} for s in "ab" for i in range(n)]
    )


def test_what_is_lacking_decides():
    assert set(default_metrics(texts())) == {"length"}
    assert set(default_metrics(texts(source="a text"))) == {"length", "compression"}
    full = texts(source="a text", references=["another"])
    assert set(default_metrics(full)) == {"bleu", "chrf", "ter", "length", "compression"}


def test_a_slow_metric_waits_to_be_named(monkeypatch):
    full = texts(source="a text", references=["another"])
    monkeypatch.setattr(module, "MANY", 3)
    assert "ter" not in default_metrics(full)


def test_recorded_scores_are_taken_as_they_are(test_data, monkeypatch):
    monkeypatch.setenv("TRUENESS_MIRROR", str(test_data / "nowhere"))
    with pytest.raises(UnknownNameError, match="Did you mean 'summeval'"):
        dataset_scores("sumeval")
