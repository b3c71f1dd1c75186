"""The order in which things are drawn and fingerprinted."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from trueness.data.scores.order_of_names import order_of_names


def test_code_points_and_nothing_else() -> None:
    names = ("d10", "d2", "É", "a", "Z", "d1", "")
    assert [names[k] for k in order_of_names(names)] == ["", "Z", "a", "d1", "d10", "d2", "É"]
    assert order_of_names(()) == []


@given(st.lists(st.text(max_size=3), unique=True), st.integers(0, 2**32))
def test_any_order_of_the_names_gives_the_same(names: list[str], seed: int) -> None:
    other = list(names)
    Random(seed).shuffle(other)
    assert [names[k] for k in order_of_names(names)] == [other[k] for k in order_of_names(other)]
