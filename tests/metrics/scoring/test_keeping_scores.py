"""Scores that were computed are taken from where they are kept, within the block that says where."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from trueness.data.reading.texts_from_rows import texts_from_rows
from trueness.data.texts.texts import Texts
from trueness.errors import TruenessWarning
from trueness.metrics.length import Length
from trueness.metrics.scoring.keeping_scores import keeping_scores
from trueness.metrics.scoring.score import score

WORDS = (("a", "1", "the cat sat"), ("a", "2", ""), ("b", "1", "a dog"))


def small() -> Texts:
    rows = [
        {
            "system": system,
            "input": name,
            "output": output,
            "references": ["the cat sat on a dog"],
            "source": "w x y",
        }
        for system, name, output in WORDS
    ]
    return texts_from_rows(rows, name="small")


class Counted(Length):
    """Length, that counts what it is asked."""

    name = "counted"
    asked = 0
    warns = False

    def score(self, outputs, references, sources):
        type(self).asked += len(outputs)
        if self.warns:
            warnings.warn("these are long", TruenessWarning, stacklevel=2)
        return super().score(outputs, references, sources)


def test_what_is_kept_is_not_computed_again_and_is_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(Counted, "asked", 0)
    monkeypatch.setattr("trueness.metrics.scoring.score.ROWS_PER_PARTITION", 2)
    names = ["bleu", "meteor_exact_stem", Counted()]
    plain = score(small(), names)
    assert Counted.asked == 3
    seen = []
    for _ in range(2):
        with keeping_scores(tmp_path):
            table = score(small(), names, lambda label, done, total: seen.append((label, done, total)))
        assert (table.fingerprint, table.notes) == (plain.fingerprint, plain.notes)
        np.testing.assert_array_equal(table.corpus["bleu"].values, plain.corpus["bleu"].values)
    assert Counted.asked == 6
    assert seen[-1] == ("scores", 3, 3)
    assert score(small(), names, cache=tmp_path).fingerprint == plain.fingerprint
    assert Counted.asked == 6
    score(small(), names, cache=tmp_path / "another")
    assert Counted.asked == 9


def test_outside_the_block_nothing_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(Counted, "asked", 0)
    with keeping_scores(tmp_path), keeping_scores(None):
        score(small(), [Counted()])
    score(small(), [Counted()])
    assert Counted.asked == 6
    assert not list(tmp_path.iterdir())


def test_what_a_metric_warned_of_is_computed_again(tmp_path, monkeypatch):
    monkeypatch.setattr(Counted, "asked", 0)
    monkeypatch.setattr(Counted, "warns", True)
    for _ in range(2):
        with keeping_scores(tmp_path), pytest.warns(TruenessWarning, match="these are long"):
            score(small(), [Counted()])
    assert Counted.asked == 6
