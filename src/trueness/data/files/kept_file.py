"""What is kept from run to run: where, and results in SQLite files that several runs may use and none depends on."""

from __future__ import annotations

import abc
import contextlib
import hashlib
import os
import sqlite3
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Generic, Self, TypeVar

from trueness.errors import TruenessWarning
from trueness.parallel.own_folder import own_folder

CACHE_VARIABLE = "TRUENESS_CACHE"

SECONDS_TO_WAIT = 60.0
"""How long a run waits for another that is writing."""

KEYS_PER_QUERY = 500
"""Rows that are looked for at once."""

Value = TypeVar("Value")

_SEAL = 8  # bytes

_LONGEST_VALUE = 1 << 24  # bytes; a damaged file may claim more
_ELSEWHERE = "ame another folder (--cache), or do without (--no-cache)."
_REMOVE = f"Remove the file, n{_ELSEWHERE}"


def cache_folder(folder: str | Path | None = None) -> Path:
    """Return where data sets and results are kept: as given, else by TRUENESS_CACHE, else in the user's cache."""
    chosen = folder or os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_cache_dir("trueness"))


class CacheWarning(TruenessWarning):
    """A cache is not used any more; it says nothing about what was computed."""


class DamagedError(Exception):
    """What is wrong with a kept file."""


class KeptFile:
    """A cache in one SQLite file; what is saved together is there wholly or not at all, also if the process is killed.

    A file that is damaged, locked for long, or cannot be read or written is given up with one `CacheWarning` that says
    what helps: from then on it finds nothing and keeps nothing, and work is done without it.

    Parameters
    ----------
    folder : str or Path, optional
        Where the file lies, which is made if it is not there; by default the variable TRUENESS_CACHE, else the user's
        cache folder.

    Attributes
    ----------
    file_name : str
        How the file is called.
    form : int
        The form of the tables; a file of another form is not read.
    tables : mapping of str to str
        Their columns; the first of a table whose rows are looked up is their key.
    old_forms, old_tables : tuple of int, set of str
        Forms of earlier versions, whose tables, no others, are emptied.
    content : str
        What is kept: ``scores``.
    without : str
        What happens where the file cannot be used.
    path : Path
        The file.
    problem : str or None
        Why it was given up; None while it is in use.
    """

    file_name: ClassVar[str]
    form: ClassVar[int]
    tables: ClassVar[Mapping[str, str]]
    old_forms: ClassVar[tuple[int, ...]] = ()
    old_tables: ClassVar[frozenset[str]] = frozenset()
    content: ClassVar[str]
    without: ClassVar[str]

    def __init__(self, folder: str | Path | None = None) -> None:
        self.path = cache_folder(folder) / self.file_name
        self.problem: str | None = None
        self._file: sqlite3.Connection | None = None
        with self._bearable():
            own_folder(self.path.parent)
            self._file = sqlite3.connect(self.path, timeout=SECONDS_TO_WAIT, isolation_level=None)
            self._prepare(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _database(self) -> sqlite3.Connection:
        if self._file is None:
            raise OSError("it is closed")
        return self._file

    def _rows(self, table: str, keys: Sequence[bytes]) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a table that have one of some keys; none where the file was given up.

        Raises
        ------
        DamagedError
            If another row is found than was looked for.
        """
        column = self.tables[table].split(maxsplit=1)[0]
        wanted = set(keys)
        for start in range(0, len(keys) if self._file else 0, KEYS_PER_QUERY):
            part = keys[start : start + KEYS_PER_QUERY]
            marks = ",".join("?" * len(part))
            query = f"SELECT * FROM {table} WHERE {column} IN ({marks})"  # noqa: S608 - names of this class, and marks
            for row in self._database().execute(query, part):
                if row[0] not in wanted:
                    raise DamagedError("is damaged (it holds a row that nobody asked for)")
                yield row

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
        if form in self.old_forms:
            self._empty_old(file)
        elif form != self.form and (form or tables):
            raise DamagedError(f"must be a cache of {self.content} that this version can read")
        self._write_ahead(file)
        file.execute("PRAGMA synchronous = NORMAL")
        file.execute("PRAGMA cache_size = -32000")  # KiB
        file.execute("PRAGMA cell_size_check = ON")
        file.execute("PRAGMA wal_autocheckpoint = 4000")  # pages; each time the disk is waited for
        if form == self.form:
            return
        with self._transaction(file):
            for table, columns in self.tables.items():
                file.execute(f"CREATE TABLE IF NOT EXISTS {table} ({columns})")
            file.execute(f"PRAGMA user_version = {self.form}")

    def _empty_old(self, file: sqlite3.Connection) -> None:
        """Make room in a file of an earlier version: this one, whose code is part of every key, finds nothing in it."""
        with self._transaction(file):
            ((form,),) = file.execute("PRAGMA user_version")
            if form not in self.old_forms:  # another run was faster
                return
            names = {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not names <= self.old_tables:
                raise DamagedError(f"must be a cache of {self.content} that this version can read")
            for name in sorted(names):
                file.execute(f"DROP TABLE {name}")
            for table, columns in self.tables.items():
                file.execute(f"CREATE TABLE {table} ({columns})")
            file.execute(f"PRAGMA user_version = {self.form}")
        warnings.warn(
            f"{self.path}: the cache of {self.content} is of an earlier version, and starts anew.",
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

    @contextlib.contextmanager
    def _transaction(self, file: sqlite3.Connection) -> Iterator[None]:
        file.execute("BEGIN IMMEDIATE")
        try:
            yield
            file.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # a full disk has rolled it back already
                file.rollback()
            self._forget()
            raise

    @contextlib.contextmanager
    def _bearable(self) -> Iterator[None]:
        """Go on without the cache where it cannot be used, and say so once with what helps."""
        try:
            yield
        except DamagedError as error:
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
        message = f"{self.path}: the cache of {self.content} {why}. {self.without}. {remedy}"
        warnings.warn(message, CacheWarning, stacklevel=5)

    def _forget(self) -> None:
        """Forget what was read of the file, some of which may be gone since a transaction failed."""


class KeptValues(KeptFile, abc.ABC, Generic[Value]):
    """A cache of values in one table of two columns, a key and the sealed value."""

    @staticmethod
    @abc.abstractmethod
    def written(value: Value) -> bytes:
        """Return a value as `read` reads it."""

    @staticmethod
    @abc.abstractmethod
    def read(content: bytes) -> Value:
        """Return what `written` has written."""

    def load(self, keys: Sequence[bytes]) -> dict[bytes, Value]:
        """Return what is kept under some keys."""
        found: dict[bytes, Value] = {}
        (table,) = self.tables
        with self._bearable():
            for key, kept in self._rows(table, keys):
                found[key] = self.read(unsealed(key, kept))
        return found

    def save(self, made: Mapping[bytes, Value]) -> None:
        """Keep values by their keys, all of them or, if anything happens, none; what is there stays."""
        if self._file is None:
            return
        (table,) = self.tables
        with self._bearable(), self._transaction(self._file):
            self._file.executemany(
                f"INSERT OR IGNORE INTO {table} VALUES (?, ?)",  # noqa: S608 - the name of a table of this class
                ((key, sealed(key, self.written(value))) for key, value in made.items()),
            )


def sealed(key: bytes, content: bytes) -> bytes:
    """Return a content with a check value of it and its key at the end: a disk that loses a bit must change nothing."""
    return content + hashlib.blake2b(key + content, digest_size=_SEAL).digest()


def unsealed(key: bytes, kept: Any) -> bytes:
    """Return the content that was sealed under a key.

    Raises
    ------
    DamagedError
        If this is not what was saved.
    """
    if isinstance(kept, bytes):
        content = kept[:-_SEAL]
        if hashlib.blake2b(key + content, digest_size=_SEAL).digest() == kept[-_SEAL:]:
            return content
    raise DamagedError("is damaged (a row differs from what was saved)")
