"""Scores kept in a file, found again by what was scored and how; no text is in it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from trueness.data.files.kept_file import DamagedError, KeptFile, sealed, unsealed
from trueness.metrics.metric import FloatArray


class Member(NamedTuple):
    """A metric in a row of kept scores.

    Attributes
    ----------
    metric : str
        What stands for the metric and all that its scores depend on (see `ScoreCache.metric`).
    n_statistics : int
        How many sufficient statistics follow its score.
    """

    metric: str
    n_statistics: int


class Kept(NamedTuple):
    """Scores of some texts by the same metrics.

    Attributes
    ----------
    keys : sequence of bytes
        n keys of texts (see `text_key`).
    members : tuple of Member
        The metrics, in the order of the numbers.
    numbers : array of shape (n, sum of 1 + n_statistics)
        The score of each metric and its statistics.
    """

    keys: Sequence[bytes]
    members: tuple[Member, ...]
    numbers: FloatArray


class ScoreCache(KeptFile):
    """A cache of scores in one SQLite file that several runs may use at once.

    A row of the file holds, under a hash of the texts, the numbers of all metrics that were computed together, with a
    check value of the texts' hash, the metrics and the numbers: what is found is what was saved for these texts and
    metrics, whichever bit the disk has lost. What is saved together is there wholly or not at all, also if the process
    is killed while it saves.

    What happens where it cannot be used, `KeptFile` says.

    Parameters
    ----------
    folder : str or Path, optional
        As of `KeptFile`.
    """

    file_name = "scores.sqlite"
    form = 3
    tables: ClassVar = {
        "layouts": "id INTEGER PRIMARY KEY, members TEXT UNIQUE NOT NULL",
        "scores": "texts BLOB NOT NULL, layout INTEGER NOT NULL, numbers BLOB NOT NULL, UNIQUE (texts, layout)",
    }
    old_forms = (1, 2)
    old_tables = frozenset({"metrics", *tables})
    content = "scores"
    without = "Scores are computed without it"

    def __init__(self, folder: str | Path | None = None) -> None:
        self._layouts: dict[int, str] = {}
        self._layout_ids: dict[str, int] = {}
        super().__init__(folder)

    @staticmethod
    def metric(identity: str) -> str:
        """Return what stands for a metric, given all that its scores depend on besides the texts."""
        return hashlib.blake2b(identity.encode(errors="surrogatepass"), digest_size=16).hexdigest()

    def load(self, keys: Sequence[bytes]) -> list[Kept]:
        """Return what is kept for some texts; a text may occur several times, with different metrics."""
        found: dict[int, tuple[list[bytes], list[bytes]]] = {}
        kept = []
        with self._bearable():
            for key, layout, numbers in self._rows("scores", keys):
                held = found.setdefault(layout, ([], []))
                held[0].append(key)
                held[1].append(numbers)
            for layout, held in sorted(found.items()):
                kept.append(self._kept(layout, *held))
        return kept

    def save(self, entries: Iterable[Kept]) -> None:
        """Keep scores, all of them or, if anything happens, none; texts kept with these metrics already stay."""
        if self._file is None:
            return
        with self._bearable(), self._transaction(self._file):
            for entry in entries:
                members = _written(entry.members)
                layout = self._layout_id(members)
                rows = np.ascontiguousarray(entry.numbers, dtype="<f8")
                self._file.executemany(
                    "INSERT OR IGNORE INTO scores VALUES (?, ?, ?)",
                    (
                        (key, layout, sealed(_sealed_with(key, members), row.tobytes()))
                        for key, row in zip(entry.keys, rows, strict=True)
                    ),
                )

    def _kept(self, layout: int, keys: list[bytes], numbers: list[Any]) -> Kept:
        members = self._members(layout)
        content = [unsealed(_sealed_with(key, members), row) for key, row in zip(keys, numbers, strict=True)]
        read = _read(members)  # what the seals say was saved
        width = sum(1 + member.n_statistics for member in read)
        values = np.frombuffer(b"".join(content), dtype="<f8")
        return Kept(keys, read, values.reshape(len(keys), width))

    def _members(self, layout: int) -> str:
        if layout not in self._layouts:
            row = self._database().execute("SELECT members FROM layouts WHERE id = ?", (layout,)).fetchone()
            if not row or not isinstance(row[0], str):
                raise DamagedError("is damaged (a row of scores leaves open whose they are)")
            self._layouts[layout] = row[0]
        return self._layouts[layout]

    def _layout_id(self, members: str) -> int:
        """Return the number of a layout, which gets one if it has none; other runs may be asking, too."""
        if members not in self._layout_ids:
            look = "SELECT id FROM layouts WHERE members = ?"
            found = self._database().execute(look, (members,)).fetchone()
            if found is None:
                self._database().execute("INSERT OR IGNORE INTO layouts (members) VALUES (?)", (members,))
                found = self._database().execute(look, (members,)).fetchone()
            if found is None:
                raise DamagedError("is damaged (what was written is missing)")
            self._layout_ids[members] = int(found[0])
        return self._layout_ids[members]

    def _forget(self) -> None:
        self._layouts.clear()
        self._layout_ids.clear()


def _written(members: Sequence[Member]) -> str:
    return " ".join(f"{member.metric}:{member.n_statistics}" for member in members)


def _read(members: str) -> tuple[Member, ...]:
    pairs = [pair.split(":") for pair in members.split(" ")]
    return tuple(Member(metric, int(size)) for metric, size in pairs)


def _sealed_with(key: bytes, members: str) -> bytes:
    """Return what numbers are sealed with: all that they depend on."""
    return f"{len(key)} {len(members)} ".encode() + key + members.encode(errors="surrogatepass")
