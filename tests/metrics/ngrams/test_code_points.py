from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.ngrams.code_points import code_points, text_bytes


@given(st.lists(st.text(st.characters() | st.sampled_from("\ud800\udfff\U0010ffff"), max_size=5), max_size=5))
def test_every_character_is_one_number(texts):
    points = code_points(texts)
    stretches = [
        points.values[a:b].tolist() for a, b in zip(points.starts[:-1], points.starts[1:], strict=True)
    ]
    assert stretches == [[ord(character) for character in text] for text in texts]
    assert points.values.dtype == "i4"


@given(st.lists(st.binary(max_size=5), max_size=5))
def test_every_text_ends_in_a_line_feed(texts):
    values, starts = text_bytes([text.decode("latin-1") for text in texts])
    assert [values[a:b].tobytes() for a, b in itertools.pairwise(starts)] == [text + b"\n" for text in texts]
    assert starts[-1] == len(values)
