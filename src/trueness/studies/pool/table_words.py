"""What the tables of a pool are called: language pairs, where their names are those of language pairs."""

from __future__ import annotations

import re
from collections.abc import Collection

from trueness.errors import counted

_LANGUAGE_PAIR = re.compile(r"[a-z]{2,3}(_[A-Za-z]+)?-[a-z]{2,3}(_[A-Za-z]+)?(\.\w+)*")
"""``en-de``, ``zh-en.sys``, ``en-pt_BR``."""


def table_word(names: Collection[str]) -> str:
    """Return what one of some tables is called, by their names: ``language pair`` or ``table``."""
    return "language pair" if names and all(map(_LANGUAGE_PAIR.fullmatch, names)) else "table"


def counted_tables(names: Collection[str]) -> str:
    """Return how many tables there are: ``18 language pairs``, ``1 table``."""
    return counted(len(names), table_word(names))
