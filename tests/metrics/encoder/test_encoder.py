"""What the encoder does before it needs its packages; with them see tests/neural."""

from __future__ import annotations

import sys

import pytest

from trueness.errors import ArgumentError, DataError, MissingExtraError
from trueness.metrics.encoder.encoder import Encoder, shared_encoder
from trueness.metrics.encoder.windows import windows


def test_the_extra_is_named(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(MissingExtraError, match=r"pretrained model needs .*pip install 'trueness\[neural\]'"):
        Encoder(tmp_path).encode(["a"], [0])


@pytest.mark.parametrize(
    "options", [{"dtype": "float64"}, {"long": "whole"}, {"batch": 0}], ids=lambda given: next(iter(given))
)
def test_options_are_checked_before_anything_is_loaded(options):
    with pytest.raises(ArgumentError, match=f"`{next(iter(options))}` must be"):
        Encoder("a-model", **options)


def test_a_model_as_it_is_needs_its_tokenizer():
    with pytest.raises(ArgumentError, match="`tokenizer` has to be given"):
        Encoder(object())


def test_the_same_model_is_shared():
    one = shared_encoder("a-model")
    assert shared_encoder("a-model") is one
    assert shared_encoder("a-model", dtype="bfloat16") is not one


def test_a_folder_that_is_not_there_is_said():
    with pytest.raises(DataError, match=r"'\./nowhere' must be a folder with config\.json"):
        _ = Encoder("./nowhere").folder


@pytest.mark.parametrize("room", [2, 3, 8, 9])
@pytest.mark.parametrize("length", [1, 8, 9, 10, 17, 40, 41])
def test_windows_cover_every_token_once_and_from_near_the_middle(length, room):
    found = windows(length, room)
    assert [k for one in found for k in range(one.first, one.last)] == list(range(length))
    for one in found:
        assert 0 <= one.start <= one.first <= one.last <= one.stop <= length
        assert one.stop - one.start <= room
    for k in range(length):
        (chosen,) = (one for one in found if one.first <= k < one.last)
        edge = [min(k - one.start, one.stop - 1 - k) for one in found if one.start <= k < one.stop]
        inner = [one for one in found if one.start <= k < one.stop]
        if len(inner) > 1 and 0 < found.index(chosen) < len(found) - 1:
            assert min(k - chosen.start, chosen.stop - 1 - k) >= max(edge) - 1
