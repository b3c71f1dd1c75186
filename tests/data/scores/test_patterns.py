"""Commas that separate names, and commas that are part of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.scores.patterns import split_patterns
from trueness.metrics.scoring.registry import get_metrics

WORDS = st.text("abcL149_*?.-", min_size=1, max_size=6)
BRACES = st.recursive(
    WORDS,
    lambda inner: st.builds(
        lambda before, parts: f"{before}{{{','.join(parts)}}}", WORDS, st.lists(inner, min_size=1, max_size=3)
    ),
    max_leaves=4,
)
OPTIONS = st.lists(
    st.builds(
        lambda key, value: f"{key}={value}",
        st.sampled_from(["refs", "alpha", "mode"]),
        st.sampled_from(["best", "0.8"]),
    ),
    max_size=3,
).map(lambda parts: ":" + ",".join(parts) if parts else "")
PATTERNS = st.builds(lambda base, tail, options: base + tail + options, BRACES, WORDS, OPTIONS)


@given(st.lists(PATTERNS, min_size=1, max_size=5), st.sampled_from([",", ", ", " ,", ",,"]))
def test_patterns_survive_being_joined(patterns, comma):
    assert split_patterns([comma.join(patterns)]) == patterns
    assert split_patterns(patterns) == patterns


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        (
            "rouge{1,2,L}_stem_*,bleu,rouge1_f:refs=best,alpha=0.8",
            ["rouge{1,2,L}_stem_*", "bleu", "rouge1_f:refs=best,alpha=0.8"],
        ),
        ("a:b=1,c:d=2,e=3,f", ["a:b=1", "c:d=2,e=3", "f"]),
        ("a:b=1, c=2 ,d", ["a:b=1, c=2", "d"]),
        ("{a,{b,c}},d", ["{a,{b,c}}", "d"]),
        ("a{b,c", ["a{b", "c"]),
        ("a}b,c", ["a}b", "c"]),
        ("a=1,b=2", ["a=1", "b=2"]),
        ("é*,ü", ["é*", "ü"]),
        ("", []),
        (" , ", []),
    ],
)
def test_examples(value, parts):
    assert split_patterns([value]) == parts


def test_nothing_given_is_nothing():
    assert split_patterns(None) is None
    assert split_patterns([]) == []


@given(st.text("ab,:={}", max_size=12))
def test_nothing_is_lost(value):
    found = split_patterns([value])
    assert "".join(found).replace(",", "") == value.replace(",", "")


def test_what_is_split_can_be_resolved():
    found = get_metrics(split_patterns(["{bleu,ch*},leng{th,th}", "compression"]))
    assert [metric.name for metric in found] == ["bleu", "chrf", "chrf++", "length", "compression"]
