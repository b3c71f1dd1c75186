"""Models without the packages that they need; with them see tests/neural."""

from __future__ import annotations

import sys

import pytest

from trueness.errors import ArgumentError, MissingExtraError
from trueness.translation.seq2seq_translator import Seq2SeqTranslator


def test_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(
        MissingExtraError, match=r"translating with a model needs .*pip install 'trueness\[neural\]'"
    ):
        Seq2SeqTranslator("Helsinki-NLP/opus-mt-en-es", source="en", target="es")


@pytest.mark.parametrize("name", ["batch", "beams"])
def test_numbers_are_checked_before_anything_is_loaded(name, monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(ArgumentError, match=f"`{name}` must be"):
        Seq2SeqTranslator("m", source="en", target="es", **{name: 0})
