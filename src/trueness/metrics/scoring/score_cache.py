"""Scores kept in a file, found again by what was scored and how; no text is in it."""

from __future__ import annotations

import contextlib
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import numpy as np

from trueness.data.datasets.download import cache_folder
from trueness.errors import FormatError
from trueness.metrics.metric import FloatArray

FILE_NAME = "scores.sqlite"
FORM = 2
"""The form of the tables; a file of another form is not read."""

SECONDS_TO_WAIT = 60.0
"""How long a run waits for another that is writing."""

_SEAL = 4  # bytes
_KEYS_PER_QUERY = 500
_TABLES = {
    "metrics": "id INTEGER PRIMARY KEY, identity TEXT UNIQUE NOT NULL",
    "layouts": "id INTEGER PRIMARY KEY, members TEXT UNIQUE NOT NULL",
    "scores": "texts BLOB NOT NULL, layout INTEGER NOT NULL, numbers BLOB NOT NULL, UNIQUE (texts, layout)",
}
_ELSEWHERE = "ame another folder (--cache), or do without (--no-cache)."
_REMOVE = f"Remove the file (its scores are computed again), n{_ELSEWHERE}"


class Member(NamedTuple):
    """A metric in a row of kept scores.

    Attributes
    ----------
    metric : int
        The metric's number in this cache.
    n_statistics : int
        How many sufficient statistics follow its score.
    """

    metric: int
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


class ScoreCache:
    """A cache of scores in one SQLite file that several runs may use at once.

    A row of the file holds, under a hash of the texts, the numbers of all metrics that were computed together. What is
    saved together is there wholly or not at all, also if the process is killed while it saves.

    Parameters
    ----------
    folder : str or Path, optional
        Where the file lies; by default the variable TRUENESS_CACHE, else the user's cache folder.

    Raises
    ------
    FormatError
        If the file cannot be used; every method raises it, too. The message says what helps.
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        self.path = cache_folder(folder) / FILE_NAME
        self._metrics: dict[str, int] = {}
        self._layouts: dict[int, tuple[Member, ...]] = {}
        self._layout_ids: dict[tuple[Member, ...], int] = {}
        with self._reported():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(self.path, timeout=SECONDS_TO_WAIT, isolation_level=None)
        try:
            with self._reported():
                self._prepare()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def metric(self, identity: str) -> int:
        """Return the number of a metric, given all that its scores depend on besides the texts."""
        if identity not in self._metrics:
            with self._reported():
                self._metrics[identity] = self._id_of("metrics", "identity", identity)
        return self._metrics[identity]

    def load(self, keys: Sequence[bytes]) -> list[Kept]:
        """Return what is kept for some texts; a text may occur several times, with different metrics."""
        found: dict[int, tuple[list[bytes], list[bytes]]] = {}
        with self._reported():
            for start in range(0, len(keys), _KEYS_PER_QUERY):
                part = keys[start : start + _KEYS_PER_QUERY]
                marks = ",".join("?" * len(part))
                for key, layout, numbers in self._file.execute(
                    f"SELECT texts, layout, numbers FROM scores WHERE texts IN ({marks}) ORDER BY layout",  # noqa: S608 - marks only
                    part,
                ):
                    held = found.setdefault(layout, ([], []))
                    held[0].append(key)
                    held[1].append(numbers)
            return [self._kept(layout, *held) for layout, held in found.items()]

    def save(self, entries: Iterable[Kept]) -> None:
        """Keep scores, all of them or, if anything happens, none; texts kept with these metrics already stay."""
        with self._reported(), self._transaction():
            for entry in entries:
                layout = self._layout_id(entry.members)
                rows = np.ascontiguousarray(entry.numbers, dtype="<f8")
                self._file.executemany(
                    "INSERT OR IGNORE INTO scores VALUES (?, ?, ?)",
                    (
                        (key, layout, _sealed(row.tobytes()))
                        for key, row in zip(entry.keys, rows, strict=True)
                    ),
                )

    def _prepare(self) -> None:
        # in one statement: another run may be making the tables
        ((form, tables),) = self._file.execute(
            "SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version"
        )
        if form != FORM and (form or tables):
            raise self._unusable("is no cache of scores that this version can read")
        self._write_ahead()
        self._file.execute("PRAGMA synchronous = NORMAL")
        self._file.execute("PRAGMA cache_size = -32000")  # KiB
        self._file.execute("PRAGMA wal_autocheckpoint = 4000")  # pages; each time the disk is waited for
        if form == FORM:
            return
        with self._transaction():
            for table, columns in _TABLES.items():
                self._file.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
            self._file.execute(f"PRAGMA user_version = {FORM}")

    def _write_ahead(self) -> None:
        """Choose the log in which readers do not wait for writers, and what was committed outlives a killed process."""
        last = time.monotonic() + SECONDS_TO_WAIT
        chosen = False
        while not chosen:
            try:
                self._file.execute("PRAGMA journal_mode = WAL")
                chosen = True
            except sqlite3.OperationalError as error:
                # of runs that start together, SQLite lets one choose and does not make the others wait
                if "locked" not in str(error) or time.monotonic() > last:
                    raise
                time.sleep(0.01)

    def _kept(self, layout: int, keys: list[bytes], numbers: list[bytes]) -> Kept:
        members = self._members(layout)
        width = sum(1 + member.n_statistics for member in members)
        if any(len(row) != 8 * width + _SEAL or _sealed(row[:-_SEAL]) != row for row in numbers):
            raise self._unusable("is damaged (a row of scores is not what was saved)")
        values = np.frombuffer(b"".join(row[:-_SEAL] for row in numbers), dtype="<f8").reshape(
            len(keys), width
        )
        return Kept(keys, members, values)

    def _members(self, layout: int) -> tuple[Member, ...]:
        if layout not in self._layouts:
            row = self._file.execute("SELECT members FROM layouts WHERE id = ?", (layout,)).fetchone()
            try:
                pairs = [pair.split(":") for pair in row[0].split(" ")]
                self._layouts[layout] = tuple(Member(int(metric), int(size)) for metric, size in pairs)
            except (TypeError, ValueError):
                raise self._unusable("is damaged (a row of scores does not say whose they are)") from None
        return self._layouts[layout]

    def _layout_id(self, members: tuple[Member, ...]) -> int:
        if members not in self._layout_ids:
            said = " ".join(f"{member.metric}:{member.n_statistics}" for member in members)
            self._layout_ids[members] = self._id_of("layouts", "members", said)
        return self._layout_ids[members]

    def _id_of(self, table: str, column: str, value: str) -> int:
        """Return the number of a value, which gets one if it has none; other runs may be asking, too."""
        look = f"SELECT id FROM {table} WHERE {column} = ?"  # noqa: S608 - names of ours
        found = self._file.execute(look, (value,)).fetchone()
        if found is None:
            self._file.execute(f"INSERT OR IGNORE INTO {table} ({column}) VALUES (?)", (value,))  # noqa: S608
            found = self._file.execute(look, (value,)).fetchone()
        return int(found[0])

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._file.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._file.rollback()
            for known in (self._metrics, self._layouts, self._layout_ids):
                known.clear()  # numbers that were given out may be gone
            raise
        self._file.execute("COMMIT")

    @contextlib.contextmanager
    def _reported(self) -> Iterator[None]:
        """Turn errors of the database and of the file system into one that says what helps."""
        try:
            yield
        except (sqlite3.OperationalError, OSError) as error:
            why = str(getattr(error, "strerror", None) or error).lower()
            raise self._unusable(f"cannot be used ({why})", f"N{_ELSEWHERE}") from error
        except sqlite3.DatabaseError as error:
            raise self._unusable(f"is damaged ({error})") from error

    def _unusable(self, why: str, remedy: str = _REMOVE) -> FormatError:
        return FormatError(f"the cache of scores {why}.", path=str(self.path), remedy=remedy)


def _sealed(numbers: bytes) -> bytes:
    """Return numbers with a check value behind them: a disk that loses a bit must not change a score."""
    return numbers + zlib.crc32(numbers).to_bytes(_SEAL, "little")
