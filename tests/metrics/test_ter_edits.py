"""Against sacreBLEU's own search, also where its limits are reached, and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.lib_ter import translation_edit_rate

from trueness.metrics.ter_edits import edits
from trueness.metrics.ter_limits import MOST_BITS, MOST_TRIED

WORDS = st.lists(st.integers(0, 3), max_size=12)


def both(output, reference):
    """Return the edits here and in sacreBLEU."""
    found = edits(np.array(output, dtype=np.int64), np.array(reference, dtype=np.int64))
    expected, _ = translation_edit_rate([str(word) for word in output], [str(word) for word in reference])
    return found, expected


@pytest.mark.parametrize(
    ("output", "reference", "expected"),
    [
        ([], [], 0),
        ([], [1, 2], 2),
        ([1, 2], [], 2),
        ([1, 2, 3], [1, 2, 3], 0),
        ([1, 2, 3], [1, 4, 3], 1),
        ([4, 5, 1, 2, 3], [1, 2, 3, 4, 5], 1),  # one block is shifted
        ([4, 5, 1, 2, 9], [1, 2, 3, 4, 5], 2),  # and one word differs
        ([2, 1], [1, 2], 1),
    ],
)
def test_by_hand(output, reference, expected):
    assert both(output, reference) == (expected, expected)


@given(WORDS, WORDS)
@settings(max_examples=120)
def test_equals_sacrebleu(output, reference):
    found, expected = both(output, reference)
    assert found == expected


@given(st.integers(0, 10_000))
@settings(max_examples=8)
def test_equals_sacrebleu_where_blocks_moved(seed):
    rng = np.random.default_rng(seed)
    words = list(rng.integers(0, rng.choice([4, 30]), rng.integers(20, 60)))
    other = list(words)
    for _ in range(rng.integers(1, 5)):
        start, length, target = rng.integers(0, len(other)), rng.integers(1, 14), rng.integers(0, len(words))
        block = other[start : start + length]
        del other[start : start + length]
        other[target:target] = block
        other[rng.integers(0, len(other))] = 99
    found, expected = both(words, other[: rng.integers(len(other) // 2, len(other) + 1)])
    assert found == expected


@pytest.mark.parametrize(
    ("output", "reference"),
    [
        ([1], list(range(200))),  # the beam is wider for a short output
        (list(range(3)), [1] * 160),
        ([5] * 160, [5, 6]),
        ([1, 2] * 3, [2, 1] * 90),
        (list(range(60, 160)), list(range(100))),  # what agrees lies outside the beam
        (list(range(70)), [*range(60, 70), *range(60)]),  # a block of ten goes farther than it may
        (list(range(40)), [*range(20, 40), *range(20)]),  # a block is longer than it may be
    ],
)
def test_equals_sacrebleu_at_its_limits(output, reference):
    found, expected = both(output, reference)
    assert found == expected


@pytest.mark.parametrize("m", [MOST_BITS, MOST_BITS + 1])
def test_equals_sacrebleu_where_the_bits_of_a_whole_number_end(m):
    reference = list(range(m))
    found, expected = both([90, *reference[30:36], *reference[:30], 91, *reference[38:]], reference)
    assert found == expected == 4  # a block is moved, a word too much, one differs and one is missing


def test_the_search_ends_after_so_many_shifts():
    rng = np.random.default_rng(2)
    output, reference = rng.integers(0, 2, 60), rng.integers(0, 2, 60)
    found, expected = both(output, reference)
    assert found == expected
    # texts of two words have more shifts to try than are tried, so none is made; without a limit 9 edits would do
    plain = [list(range(len(reference) + 1))]
    for word in output:
        row = [plain[-1][0] + 1]
        for k, other in enumerate(reference):
            row.append(min(plain[-1][k] + (word != other), plain[-1][k + 1] + 1, row[-1] + 1))
        plain.append(row)
    assert found == plain[-1][-1]
    assert MOST_TRIED == 1000
