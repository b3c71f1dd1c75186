"""What is compressed comes back; what is damaged or too large is refused."""

from __future__ import annotations

import base64
import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.reporting.writing.packing import packed, unpacked


@given(st.text(st.characters(), max_size=50))
def test_comes_back(text):
    assert unpacked(packed(text), most=10_000) == text
    assert gzip.decompress(base64.b64decode(packed(text))).decode("utf-8", "surrogatepass") == text


def test_the_same_text_gives_the_same_letters():
    assert packed("a" * 1000) == packed("a" * 1000)
    assert len(packed("a" * 1000)) < 100


def test_a_bomb_is_not_inflated():
    bomb = base64.b64encode(gzip.compress(bytes(50_000_000))).decode()
    with pytest.raises(ValueError, match="more than 1,000 bytes"):
        unpacked(bomb, most=1000)


@pytest.mark.parametrize("damage", ["?", "AAAA", packed("some text")[:-8]])
def test_damage_is_refused(damage):
    with pytest.raises(ValueError, match="what is compressed in it"):
        unpacked(damage, most=1000)
