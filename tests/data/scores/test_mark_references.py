"""Systems that are people are marked, and nothing else changes."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.data.scores.mark_references import mark_references
from trueness.data.scores.score_table import Scorer, ScoreTable

TABLE = ScoreTable(
    scorers=(Scorer("x"),),
    systems=("a", "b", "c"),
    inputs=("1", "2"),
    values=np.arange(6.0).reshape(1, 3, 2),
    system_groups={"family": ("f", "", "f")},
)


def test_references_and_peers() -> None:
    marked = mark_references(TABLE, {"b", "elsewhere"})
    assert marked.system_groups == {"family": ("f", "", "f"), "type": ("peer", "reference", "peer")}
    plain = dataclasses.replace(marked, system_groups=TABLE.system_groups)
    assert plain.fingerprint == TABLE.fingerprint != marked.fingerprint


def test_without_references_nothing_is_said() -> None:
    assert mark_references(TABLE, {"elsewhere"}) is TABLE
