"""Translators that count what they are given."""

from __future__ import annotations

import pytest

from trueness.translation.translation_cache import TranslationCache
from trueness.translation.translator import Translator


class Upper(Translator):
    """Writes everything in capitals, and keeps what it was given."""

    def __init__(self, batch=4, longest=None, name="upper", stop_after=None):
        self.batch, self.longest, self.name, self.stop_after = batch, longest, name, stop_after
        self.given = []

    def translate(self, lines):
        if len(self.given) == self.stop_after:
            raise KeyboardInterrupt
        self.given.append(list(lines))
        return [line.upper() for line in lines]

    def signature(self):
        return self.name


class Lower(Upper):
    """Writes everything in small letters."""

    def translate(self, lines):
        self.given.append(list(lines))
        return [line.lower() for line in lines]


@pytest.fixture
def upper():
    return Upper


@pytest.fixture
def lower():
    return Lower


@pytest.fixture
def cache(tmp_path):
    with TranslationCache(tmp_path / "kept") as opened:
        yield opened
