"""Damaged SQLite files: bits of values in their tables, and bytes of their pages."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from typing import Any


def damaged_value(rng: random.Random, content: bytes) -> bytes:
    """Return a database in which one bit of one value is flipped, as a disk does, whatever page it stands on."""
    with closing(sqlite3.connect(":memory:")) as file:
        try:
            file.deserialize(content)
            tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            rows = [(table, row) for table in tables for (row,) in file.execute(f"SELECT rowid FROM {table}")]  # noqa: S608
            if not rows:
                return content
            table, row = rng.choice(rows)
            columns = [column[1] for column in file.execute(f"PRAGMA table_info({table})")]
            column = rng.choice(columns)
            value = file.execute(f"SELECT {column} FROM {table} WHERE rowid = ?", (row,)).fetchone()[0]  # noqa: S608
            new = _flipped(rng, value)
            file.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (new, row))  # noqa: S608
            file.commit()
            return file.serialize()
        except (sqlite3.DatabaseError, OverflowError):  # two rows with one key, or a number too large
            return content


def _flipped(rng: random.Random, value: Any) -> Any:
    if isinstance(value, int):
        return value ^ (1 << rng.randrange(6))
    raw = bytearray(value.encode() if isinstance(value, str) else value or b"\0")
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return raw.decode("utf-8", "replace") if isinstance(value, str) else bytes(raw)
