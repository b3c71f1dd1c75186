"""Scores kept in a file, found again by what was scored and how; no text is in it."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import time
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import numpy as np

from trueness.data.datasets.download import cache_folder
from trueness.errors import TruenessWarning
from trueness.metrics.metric import FloatArray

FILE_NAME = "scores.sqlite"
FORM = 3
"""The form of the tables; a file of another form is not read."""

SECONDS_TO_WAIT = 60.0
"""How long a run waits for another that is writing."""

_SEAL = 8  # bytes
_LONGEST_VALUE = 1 << 24  # bytes; a damaged file may claim more
_KEYS_PER_QUERY = 500
_TABLES = {
    "layouts": "id INTEGER PRIMARY KEY, members TEXT UNIQUE NOT NULL",
    "scores": "texts BLOB NOT NULL, layout INTEGER NOT NULL, numbers BLOB NOT NULL, UNIQUE (texts, layout)",
}
_OLD_FORMS = (1, 2)
_OLD_TABLES = {"metrics", *_TABLES}
_WITHOUT = "Scores are computed without it"
_ELSEWHERE = "ame another folder (--cache), or do without (--no-cache)."
_REMOVE = f"Remove the file, n{_ELSEWHERE}"


class CacheWarning(TruenessWarning):
    """A cache of scores is not used any more; it says nothing about the scores."""


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


class ScoreCache:
    """A cache of scores in one SQLite file that several runs may use at once.

    A row of the file holds, under a hash of the texts, the numbers of all metrics that were computed together, with a
    check value of the texts' hash, the metrics and the numbers: what is found is what was saved for these texts and
    metrics, whichever bit the disk has lost. What is saved together is there wholly or not at all, also if the process
    is killed while it saves.

    A cache that is damaged, locked for long, or cannot be read or written is given up with one `CacheWarning` that says
    what helps: from then on it finds nothing and keeps nothing, and scores are computed.

    Parameters
    ----------
    folder : str or Path, optional
        Where the file lies; by default the variable TRUENESS_CACHE, else the user's cache folder.

    Attributes
    ----------
    path : Path
        The file.
    problem : str or None
        Why the cache was given up; None while it is in use.
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        self.path = cache_folder(folder) / FILE_NAME
        self.problem: str | None = None
        self._file: sqlite3.Connection | None = None
        self._layouts: dict[int, str] = {}
        self._layout_ids: dict[str, int] = {}
        with self._bearable():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(self.path, timeout=SECONDS_TO_WAIT, isolation_level=None)
            self._prepare(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    @staticmethod
    def metric(identity: str) -> str:
        """Return what stands for a metric, given all that its scores depend on besides the texts."""
        return hashlib.blake2b(identity.encode(errors="surrogatepass"), digest_size=16).hexdigest()

    def load(self, keys: Sequence[bytes]) -> list[Kept]:
        """Return what is kept for some texts; a text may occur several times, with different metrics."""
        found: dict[int, tuple[list[bytes], list[bytes]]] = {}
        kept = []
        wanted = set(keys)
        with self._bearable():
            for start in range(0, len(keys) if self._file else 0, _KEYS_PER_QUERY):
                part = keys[start : start + _KEYS_PER_QUERY]
                marks = ",".join("?" * len(part))
                for key, layout, numbers in self._database().execute(
                    f"SELECT texts, layout, numbers FROM scores WHERE texts IN ({marks}) ORDER BY layout",  # noqa: S608 - marks only
                    part,
                ):
                    if key not in wanted:
                        raise _DamagedError("is damaged (other texts are found than were looked for)")
                    held = found.setdefault(layout, ([], []))
                    held[0].append(key)
                    held[1].append(numbers)
            for layout, held in found.items():
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
                        (key, layout, (numbers := row.tobytes()) + _seal(key, members, numbers))
                        for key, row in zip(entry.keys, rows, strict=True)
                    ),
                )

    def _database(self) -> sqlite3.Connection:
        if self._file is None:
            raise OSError("it is closed")
        return self._file

    def _close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(sqlite3.Error):  # what is kept was committed
                file.close()

    def _prepare(self, file: sqlite3.Connection) -> None:
        file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        # in one statement: another run may be making the tables
        ((form, tables),) = file.execute(
            "SELECT user_version, (SELECT count(*) FROM sqlite_master) FROM pragma_user_version"
        )
        if form in _OLD_FORMS:
            self._empty_old(file)
        elif form != FORM and (form or tables):
            raise _DamagedError("is no cache of scores that this version can read")
        self._write_ahead(file)
        file.execute("PRAGMA synchronous = NORMAL")
        file.execute("PRAGMA cache_size = -32000")  # KiB
        file.execute("PRAGMA cell_size_check = ON")
        file.execute("PRAGMA wal_autocheckpoint = 4000")  # pages; each time the disk is waited for
        if form == FORM:
            return
        with self._transaction(file):
            for table, columns in _TABLES.items():
                file.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
            file.execute(f"PRAGMA user_version = {FORM}")

    def _empty_old(self, file: sqlite3.Connection) -> None:
        """Make room in a file of an earlier version: this one, whose code is part of every key, finds nothing in it."""
        with self._transaction(file):
            ((form,),) = file.execute("PRAGMA user_version")
            if form not in _OLD_FORMS:  # another run was faster
                return
            names = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not names <= _OLD_TABLES:
                raise _DamagedError("is no cache of scores that this version can read")
            for name in sorted(names):
                file.execute(f"DROP TABLE {name}")
            for table, columns in _TABLES.items():
                file.execute(f"CREATE TABLE {table} ({columns})")
            file.execute(f"PRAGMA user_version = {FORM}")
        warnings.warn(
            f"{self.path}: the cache of scores is of an earlier version, and starts anew.",
            CacheWarning,
            stacklevel=5,
        )

    def _write_ahead(self, file: sqlite3.Connection) -> None:
        """Choose the log in which readers do not wait for writers, and what was committed outlives a killed process."""
        last = time.monotonic() + SECONDS_TO_WAIT
        chosen = False
        while not chosen:
            try:
                file.execute("PRAGMA journal_mode = WAL")
                chosen = True
            except sqlite3.OperationalError as error:
                # of runs that start together, SQLite lets one choose and does not make the others wait
                if "locked" not in str(error) or time.monotonic() > last:
                    raise
                time.sleep(0.01)

    def _kept(self, layout: int, keys: list[bytes], numbers: list[Any]) -> Kept:
        members = self._members(layout)
        for key, row in zip(keys, numbers, strict=True):
            if not isinstance(row, bytes) or _seal(key, members, row[:-_SEAL]) != row[-_SEAL:]:
                raise _DamagedError("is damaged (a row of scores is not what was saved)")
        read = _read(members)  # what the seals say was saved
        width = sum(1 + member.n_statistics for member in read)
        values = np.frombuffer(b"".join(row[:-_SEAL] for row in numbers), dtype="<f8")
        return Kept(keys, read, values.reshape(len(keys), width))

    def _members(self, layout: int) -> str:
        if layout not in self._layouts:
            row = self._database().execute("SELECT members FROM layouts WHERE id = ?", (layout,)).fetchone()
            if not row or not isinstance(row[0], str):
                raise _DamagedError("is damaged (a row of scores does not say whose they are)")
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
                raise _DamagedError("is damaged (what is written is not there)")
            self._layout_ids[members] = int(found[0])
        return self._layout_ids[members]

    @contextlib.contextmanager
    def _transaction(self, file: sqlite3.Connection) -> Iterator[None]:
        file.execute("BEGIN IMMEDIATE")
        try:
            yield
            file.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # a full disk has rolled it back already
                file.rollback()
            self._layouts.clear()  # numbers that were given out may be gone
            self._layout_ids.clear()
            raise

    @contextlib.contextmanager
    def _bearable(self) -> Iterator[None]:
        """Go on without the cache where it cannot be used, and say so once with what helps."""
        try:
            yield
        except _DamagedError as error:
            self._give_up(str(error), _REMOVE)
        except (sqlite3.OperationalError, OSError) as error:
            why = str(getattr(error, "strerror", None) or error).lower()
            self._give_up(f"cannot be used ({why})", f"N{_ELSEWHERE}")
        except (sqlite3.Error, MemoryError, ValueError, TypeError) as error:
            # values of other types than were written, and whatever else SQLite makes of a damaged file
            self._give_up(f"is damaged ({error})", _REMOVE)

    def _give_up(self, why: str, remedy: str) -> None:
        self._close()
        self.problem = why
        message = f"{self.path}: the cache of scores {why}. {_WITHOUT}. {remedy}"
        warnings.warn(message, CacheWarning, stacklevel=5)


class _DamagedError(Exception):
    """What is wrong with the file."""


def _written(members: Sequence[Member]) -> str:
    return " ".join(f"{member.metric}:{member.n_statistics}" for member in members)


def _read(members: str) -> tuple[Member, ...]:
    pairs = [pair.split(":") for pair in members.split(" ")]
    return tuple(Member(metric, int(size)) for metric, size in pairs)


def _seal(key: bytes, members: str, numbers: bytes) -> bytes:
    """Return a check value of all that a score depends on: a disk that loses a bit must not change a score."""
    digest = hashlib.blake2b(f"{len(key)} {len(members)} ".encode(), digest_size=_SEAL)
    digest.update(key)
    digest.update(members.encode(errors="surrogatepass"))
    digest.update(numbers)
    return digest.digest()
