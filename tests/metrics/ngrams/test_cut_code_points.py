"""Against the plain rules and Python's own blanks."""

from __future__ import annotations

import sys

from hypothesis import example, given
from hypothesis import strategies as st

from trueness.metrics.ngrams.code_points import code_points
from trueness.metrics.ngrams.cut_code_points import cut_mteval, is_blank, without_blanks
from trueness.metrics.ngrams.mteval_words import mteval_line, mteval_words

TEXTS = st.lists(
    st.text(st.sampled_from(".,-05aé $'/%\n\t\u00a0") | st.characters(), max_size=15), max_size=4
)


@given(TEXTS)
@example(["a..5,.-7.-.", "", "...,5..", "5.", "-5--"])
def test_words_equal_those_of_the_substitutions(texts):
    lines = [mteval_line(text) for text in texts]
    slices = cut_mteval(code_points(lines))
    whole = "".join(lines)
    words = [whole[a:b] for a, b in zip(slices.begin, slices.end, strict=True)]
    found = [tuple(words[a:b]) for a, b in zip(slices.starts[:-1], slices.starts[1:], strict=True)]
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
