"""Texts of six systems with three references an input, and what people made of them."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts

WORDS = ("the", "cat", "sat", "on", "a", "mat", "and", "looked", "at", "some", "birds", "in", "old", "trees")
SYSTEMS, INPUTS, REFERENCES = 6, 7, 3


def sentence(rng):
    return " ".join(rng.choice(WORDS, size=8))


@pytest.fixture(scope="module")
def referenced_texts():
    rng = np.random.default_rng(3)
    written = {f"d{j}": tuple(sentence(rng) for _ in range(REFERENCES)) for j in range(INPUTS)}
    return Texts(
        tuple(
            TextRow(f"s{i}", name, sentence(rng), found)
            for i in range(SYSTEMS)
            for name, found in written.items()
        )
    )


@pytest.fixture(scope="module")
def judged():
    rng = np.random.default_rng(4)
    return ScoreTable(
        (Scorer("relevance", "human"),),
        tuple(f"s{i}" for i in range(SYSTEMS)),
        tuple(f"d{j}" for j in range(INPUTS)),
        rng.normal(size=(1, SYSTEMS, INPUTS)),
    )
