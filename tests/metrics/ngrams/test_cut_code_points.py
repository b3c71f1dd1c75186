"""Against the plain rules and Python's own blanks."""

from __future__ import annotations

import itertools
import sys

from hypothesis import example, given
from hypothesis import strategies as st

from trueness.metrics.ngrams.code_points import code_points, text_bytes
from trueness.metrics.ngrams.cut_code_points import cut_mteval, is_blank, without_blanks
from trueness.metrics.ngrams.mteval_words import mteval_bytes, mteval_words

TEXTS = st.lists(
    st.text(st.sampled_from(".,-05aé $'/%\n\t\u00a0") | st.characters(), max_size=15), max_size=4
)


@given(TEXTS)
@example(["a..5,.-7.-.", "", "...,5..", "5.", "-5--"])
def test_words_equal_those_of_the_substitutions(texts):
    lines = text_bytes([mteval_bytes(text) for text in texts])
    bounds, starts = cut_mteval(lines)
    words = [lines.values[a:b].tobytes().decode() for a, b in bounds]
    found = [tuple(words[a:b]) for a, b in itertools.pairwise(starts)]
    assert found == [mteval_words(text) for text in texts]


@given(TEXTS)
def test_blanks_are_left_out_as_python_splits(texts):
    points = without_blanks(code_points(texts))
    dense = ["".join(text.split()) for text in texts]
    assert points.values.tolist() == [ord(character) for character in "".join(dense)]
    assert points.starts.tolist() == [sum(map(len, dense[:k])) for k in range(len(dense) + 1)]


def test_blanks_are_those_of_python(in_python):
    assert [point for point in range(sys.maxunicode + 1) if in_python(is_blank)(point)] == [
        point for point in range(sys.maxunicode + 1) if chr(point).isspace()
    ]
