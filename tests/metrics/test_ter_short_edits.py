"""Edits of many pairs at once are those of the compiled loops and of sacreBLEU, also where the search is limited."""

from __future__ import annotations

import numpy as np
import pytest
from sacrebleu.metrics.lib_ter import translation_edit_rate

from trueness.metrics import ter, ter_limits
from trueness.metrics.ter import Ter
from trueness.metrics.ter_edits import edits
from trueness.metrics.ter_limits import BEAM, MOST_BITS
from trueness.metrics.ter_short_edits import MOST_ROWS, is_short, short_edits


def moved_about(rng, words, most):
    """Return words some blocks of which are moved, and some of which are others."""
    other = list(words)
    for _ in range(rng.integers(0, 6)):
        start, length, target = rng.integers(0, len(other)), rng.integers(1, 14), rng.integers(0, len(other))
        block = other[start : start + length]
        del other[start : start + length]
        other[target:target] = block
        other[rng.integers(0, len(other))] = 99
    return np.array(other[:most])


@pytest.mark.parametrize("width", [1, 3, BEAM])
def test_equals_the_compiled_loops(monkeypatch, width):
    monkeypatch.setattr(
        ter_limits, "BEAM", width
    )  # where it is narrow, ways along its edges are the cheapest ones
    rng = np.random.default_rng(width)
    outputs, references = [], []
    for _ in range(200):
        output = rng.integers(0, rng.choice([2, 4, 30]), rng.integers(1, rng.choice([8, 70, MOST_ROWS])))
        outputs.append(output)
        unlike = rng.integers(0, 4, rng.integers(1, MOST_BITS + 1))
        references.append(unlike if rng.random() < 0.3 else moved_about(rng, output, MOST_BITS))
    found = short_edits(outputs, references)
    assert found.tolist() == [edits(*pair) for pair in zip(outputs, references, strict=True)]
    assert (found == 0).any()
    assert (found > MOST_BITS).any()


# what agrees lies outside the beam, before it and behind it; the beam is wider for a short output; a block goes farther
# than it may, and is longer; so many shifts that none is made; a block is moved, where all bits are used
LIMITS = [
    (list(range(60, 160)), list(range(62))),
    (list(range(100, 160)) + list(range(40)), list(range(40))),
    (list(range(40)) + list(range(100, 160)), list(range(40))),
    ([1], list(range(62))),
    ([5] * 160, [5, 6]),
    ([*range(60, 62), *range(60)], [*range(62)]),
    (list(range(60)), [*range(55, 60), *range(55)]),
    (list(range(40)), [*range(20, 40), *range(20)]),
    ([0, 1, 1] * 15, [1, 0, 0, 1, 1] * 12),
    ([90, *range(30, 36), *range(30), 91, *range(38, 62)], list(range(62))),
]


def test_equals_sacrebleu_at_its_limits():
    pairs = [tuple(np.array(words) for words in pair) for pair in LIMITS]
    expected = [
        translation_edit_rate(*([str(word) for word in words] for words in pair))[0] for pair in LIMITS
    ]
    assert short_edits(*zip(*pairs, strict=True)).tolist() == expected
    assert all(is_short(*pair) for pair in pairs)


@pytest.mark.parametrize(
    ("n", "m", "short"),
    [(1, 1, True), (0, 1, False), (1, 0, False), (MOST_ROWS + 1, 1, False), (1, MOST_BITS + 1, False)],
)
def test_what_is_short(n, m, short):
    assert is_short(np.zeros(n), np.zeros(m)) is short


def test_scores_are_the_same_either_way(monkeypatch):
    long = " ".join(f"w{k}" for k in range(70))
    outputs = ["the cat sat on the mat", "", long, "a b c"]
    references = [["on the mat sat a cat", "cats sit"], ["nothing"], ["w1 w0", long + " x"], ["c a b"]]
    plain = Ter().statistics(outputs, references, [None] * 4)
    monkeypatch.setattr(ter, "MOST_PLAIN", -1)
    np.testing.assert_array_equal(Ter().statistics(outputs, references, [None] * 4), plain)
    assert plain[:, 0].tolist() == [3, 1, 1, 1]
