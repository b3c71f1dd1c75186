"""The page on published claims says what comes out of the claims that need no permutation."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import trueness
from trueness import Scorer, ScoreTable

FOLDER = Path(__file__).parents[2] / "reproductions"
PAGE = FOLDER.parent / "docs" / "claims.md"


@pytest.fixture(scope="module")
def modules():
    """The script of the folder and what it takes from its neighbour, as a user runs it from there."""
    places = [str(FOLDER / "claims"), str(FOLDER / "deutsch2021")]
    names = ("reproduce", "scores", "wmt19", "realsumm_su4")
    for name in names:  # of another folder that has one of this name
        sys.modules.pop(name, None)
    sys.path[:0] = places
    try:
        import reproduce
        import scores

        yield reproduce, scores
    finally:
        for place in places:
            sys.path.remove(place)
        for name in names:
            sys.modules.pop(name, None)


def test_sentences_and_williams(modules, test_data):
    reproduce, scores = modules
    source = scores.SOURCES[0]
    table = scores.load_all(source, test_data / "data" / "deutsch2021", None)
    done = trueness.compare(table, human=source.human, level=("system", "input"), coefficient="pearson")
    none = reproduce.Claim("", "", ())
    found = [
        reproduce.put(claim, done, level)
        for level in ("system", "input")
        for claim in reproduce.sentences(source.name, level, done.metrics, none)
    ]
    wmt = reproduce.wmt_table(test_data / "data" / "wmt19")
    claim = reproduce.williams_claim(wmt)
    assert len(claim.pairs) == 81  # as published
    done = trueness.compare(wmt, human="DA", level="system", coefficient="pearson")
    found.append(reproduce.put(claim, done, "system"))
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in reproduce.table_lines(found) if line not in lines] == []
    assert sum(len(one.holds) + len(one.weak) + len(one.open) + len(one.reversed) for one in found) == sum(
        len(one.claim.pairs) for one in found
    )


def test_a_difference_in_the_other_direction_is_reversed(modules):
    reproduce, _ = modules
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(12, 20))
    scorers = [Scorer("people", "human"), Scorer("good", "metric"), Scorer("noise", "metric")]
    table = ScoreTable(
        values=np.stack([quality, quality + 0.2 * rng.normal(size=(12, 20)), rng.normal(size=(12, 20))]),
        scorers=scorers,
        systems=[f"s{k}" for k in range(12)],
        inputs=[f"i{k}" for k in range(20)],
        name="made",
    )
    done = trueness.compare(table, human="people", level="input", coefficient="pearson")
    for pair, kind in ((("noise", "good"), "reversed"), (("good", "noise"), "holds")):
        found = reproduce.put(reproduce.Claim("here", "a claim", (pair,)), done, "input")
        counts = {name: getattr(found, name) for name in ("holds", "weak", "open", "reversed")}
        assert counts == {**dict.fromkeys(counts, ()), kind: (pair,)}
