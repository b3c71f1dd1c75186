"""Finished tiles of a run that is not complete, kept in a file so that the same run goes on from there."""

from __future__ import annotations

import contextlib
import contextvars
import functools
import hashlib
import re
import sqlite3
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from trueness.errors import ArgumentError, DataError, FormatError, TruenessWarning, UnsupportedMethodError
from trueness.parallel.execution import current_execution
from trueness.parallel.fingerprint import fingerprint
from trueness.parallel.own_folder import own_folder
from trueness.parallel.plain_values import is_plain, packed_values, unpacked_values
from trueness.parallel.process_workers import WorkersLostError

PATIENCE = 5.0
"""Seconds that a run may take before anything is written: what is short is done again sooner than read."""

SECONDS_BETWEEN_WRITES = 1.0
"""So much work a killed run may lose beside the tiles in hand; an interrupted one loses only these."""

FORM = 3
"""The form of the tables; a file of another form is not read."""

_SEAL = 8  # bytes
_REMEDY = "Remove the file, name another folder (--checkpoint), or do without (--no-checkpoint)."
_ELSEWHERE = "Name another folder (--checkpoint), or do without (--no-checkpoint)."


class Checkpoint:
    """What is kept of one run.

    Nothing is written in the first seconds, and everything from then on or when the run is interrupted. While a run
    uses a file no other can: one that asks the same at the same time gets a file of its own. The first that is complete
    takes with it what killed ones have left. Threads of the run may keep what they have finished at any time; what
    comes after the end is lost.

    Parameters
    ----------
    folder : Path
    named : callable
        Returns the name of this run's files. It is asked where there are any, or some are to be written.

    Attributes
    ----------
    path : Path or None
        The file; None as long as nothing was written.
    kept, begun : int
        Tiles that are kept, and all tiles of the steps that have begun.
    added : int
        Tiles, and steps of tiles, that this run has computed and kept.
    """

    def __init__(self, folder: Path, named: Callable[[], str]) -> None:
        self.folder, self.named = folder, functools.cache(named)
        self.path: Path | None = None
        self.kept = self.begun = self.added = 0
        self._file: sqlite3.Connection | None = None
        self._lock = threading.RLock()
        self._ended = False
        self._waiting: list[tuple[str, int, int, bytes]] = []
        self._written = time.monotonic() - SECONDS_BETWEEN_WRITES + PATIENCE
        self._useless = False
        with self._bearable():
            self._open(self._existing())

    def recall(self, name: str, make: Callable[[], int]) -> int:
        """Return the number that was recalled under this name before; at first, make it."""
        found = self.load(name)
        if (0, 0) in found:
            return int(found[0, 0])
        number = make()
        with self._lock:
            self._waiting.append((name, 0, 0, _sealed(name, 0, 0, number)))
        return number

    def begin(self, tiles: int) -> None:
        """Count the tiles of a step."""
        self.begun += tiles

    def load(self, work: str) -> dict[tuple[int, int], Any]:
        """Return the kept results of a step, by the first tile and the one after the last.

        Raises
        ------
        FormatError
            If the file is damaged.
        """
        try:
            with self._lock:
                if self._file is None:
                    return {}
                rows = self._file.execute(
                    "SELECT first, stop, result FROM tiles WHERE work = ?", (work,)
                ).fetchall()
            return {(first, stop): _opened(work, first, stop, result) for first, stop, result in rows}
        except Exception as error:  # SQLite makes nearly anything of a damaged file
            raise FormatError(
                f"the checkpoint is damaged ({error}).", path=str(self.path), remedy=_REMEDY
            ) from error

    def loaded(self, tiles: int) -> None:
        """Count tiles that were found."""
        self.kept += tiles

    def keep(self, work: str, tiles: range, result: Any) -> None:
        """Keep the result of some tiles, if it is made of numbers, texts and arrays."""
        if self._keep(work, tiles, result):
            self.kept += len(tiles)

    def keep_step(self, work: str, number: int, result: Any) -> None:
        """Keep the result of a step of a tile, if it is made of numbers, texts and arrays."""
        self._keep(work, range(number, number + 1), result)

    def _keep(self, work: str, tiles: range, result: Any) -> bool:
        with self._lock:
            if self._useless or self._ended or not is_plain(result):
                return False
            sealed = _sealed(work, tiles.start, tiles.stop, result)
            self._waiting.append((work, tiles.start, tiles.stop, sealed))
            self.added += len(tiles)
            if time.monotonic() - self._written >= SECONDS_BETWEEN_WRITES:
                self._write()
            return True

    def close(self) -> None:
        """Write what is to be kept, and let go of the file."""
        with self._lock:
            if (self.kept or self.added) and not self._useless:
                self._write()
            self._let_go()

    def remove(self) -> None:
        """Forget everything, also what killed runs of the same work have left: the run is complete."""
        with self._lock:
            self._waiting.clear()
            if self.path is not None:
                _unlink(self.path)  # while nobody else can take it
            self._let_go()
        if self._useless:  # what is there is not ours
            return
        with self._bearable():
            for path in self._existing():
                if (abandoned := _locked(path)) is not None:
                    _unlink(path)
                    abandoned.close()

    def _let_go(self) -> None:
        self._ended = True
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(sqlite3.Error):  # of a damaged file
                file.close()

    def note(self) -> str | None:
        """Return what there is to say about a run that has ended before its time; None if nothing is kept."""
        if not (self.kept or self.added) or self.path is None or self._useless:
            return None
        return (
            f"finished work is kept in {self.path} ({self.kept} tiles, of {self.begun} in the steps so far); the same "
            "command goes on from there"
        )

    def _write(self) -> None:
        with self._bearable():
            if self._file is None:
                self._open(self._candidates(1000))
            if self._file is not None:
                with self._file:
                    self._file.executemany("INSERT OR IGNORE INTO tiles VALUES (?, ?, ?, ?)", self._waiting)
                self._waiting.clear()
                self._written = time.monotonic()

    @contextlib.contextmanager
    def _bearable(self) -> Iterator[None]:
        """Go on without a checkpoint where none can be written, and say so."""
        try:
            yield
        except (
            OSError,
            sqlite3.Error,
            MemoryError,
            ValueError,
            TypeError,
        ) as error:  # of a damaged file, too
            self._useless = True
            self._waiting.clear()
            warnings.warn(
                f"{self.path or self.folder}: no checkpoint can be kept ({error}). {_ELSEWHERE}",
                TruenessWarning,
                stacklevel=2,
            )

    def _candidates(self, most: int) -> list[Path]:
        ends = ["", *(f"-{k}" for k in range(1, most))]
        return [self.folder / f"{self.named()}{end}.sqlite" for end in ends]

    def _existing(self) -> list[Path]:
        """Return the files that there are, of this run and of others that ask the same."""
        found = list(self.folder.glob("*.sqlite"))
        if found:
            name = re.compile(rf"{re.escape(self.named())}(-\d+)?\.sqlite")
            found = [path for path in found if name.fullmatch(path.name)]
        return sorted(found, key=lambda path: (len(path.name), path.name))

    def _open(self, candidates: list[Path]) -> None:
        """Take the first file that no other run uses."""
        if candidates:
            own_folder(self.folder)
        for path in candidates:
            found = _locked(path)
            if found is not None:
                self._file, self.path = found, path
                return


def _unlink(path: Path) -> None:
    for one in (path, path.with_name(f"{path.name}-journal")):
        one.unlink(missing_ok=True)


def _locked(path: Path) -> sqlite3.Connection | None:
    """Open a file for this run alone; None if another has it. The lock goes with the process, however that ends."""
    file = sqlite3.connect(path, timeout=0, check_same_thread=False)  # one thread at a time, by a lock
    try:
        file.execute("PRAGMA locking_mode = EXCLUSIVE")
        file.execute("PRAGMA synchronous = NORMAL")
        file.execute("BEGIN EXCLUSIVE")
        _prepare(file)
        file.commit()
        if not path.exists():  # another run was complete, and took it away just now
            file.close()
            return None
    except sqlite3.OperationalError as error:
        file.close()
        if "locked" in str(error):
            return None
        raise
    except BaseException:
        file.close()
        raise
    return file


def _prepare(file: sqlite3.Connection) -> None:
    ((form,),) = file.execute("PRAGMA user_version")
    if form not in (0, FORM):
        raise sqlite3.DatabaseError("it is of another version")
    file.execute(
        "CREATE TABLE IF NOT EXISTS tiles (work TEXT NOT NULL, first INTEGER NOT NULL, stop INTEGER NOT NULL, "
        "result BLOB NOT NULL, UNIQUE (work, first, stop))"
    )
    file.execute(f"PRAGMA user_version = {FORM}")


def _sealed(work: str, first: int, stop: int, value: Any) -> bytes:
    """Return a value as bytes, with a check value of them and of what they are the result of behind them."""
    data = packed_values(value)
    return data + _seal(work, first, stop, data)


def _seal(work: str, first: int, stop: int, data: bytes) -> bytes:
    digest = hashlib.blake2b(f"{work}\0{first}\0{stop}\0".encode(), digest_size=_SEAL)
    digest.update(data)
    return digest.digest()


def _opened(work: str, first: int, stop: int, sealed: bytes) -> Any:
    data = sealed[:-_SEAL]
    if _seal(work, first, stop, data) != sealed[-_SEAL:]:
        raise ValueError("a result differs from what was kept")
    return unpacked_values(data)


def _comes_again(error: BaseException, checkpoint: Checkpoint) -> bool:
    """Whether the same work on the same data would end in this error whatever is kept.

    What is wrong with the place where work runs, or with the checkpoint itself, can be mended. An error before any new
    tile may be about the place, too, such as the address of a cluster: what an earlier run has kept then stays.
    """
    if isinstance(error, WorkersLostError) or not checkpoint.added:
        return False
    if isinstance(error, FormatError) and checkpoint.path is not None and error.path == str(checkpoint.path):
        return False
    return isinstance(error, ArgumentError | DataError | UnsupportedMethodError)


_CHECKPOINT: contextvars.ContextVar[Checkpoint | None] = contextvars.ContextVar("checkpoint", default=None)
_AROUND: contextvars.ContextVar[Checkpoint | None] = contextvars.ContextVar("around", default=None)


def current_checkpoint() -> Checkpoint | None:
    """Return where finished tiles are kept now; None if nowhere."""
    return _CHECKPOINT.get()


@contextlib.contextmanager
def within_tile(around: Checkpoint | None) -> Iterator[None]:
    """Keep nothing within the block but steps: what is done there is part of a tile that may be kept as a whole.

    Parameters
    ----------
    around : Checkpoint or None
        That of the tile (see `checkpoint_around`), None where it cannot be reached, as from another process.
    """
    tokens = _CHECKPOINT.set(None), _AROUND.set(around)
    try:
        yield
    finally:
        _CHECKPOINT.reset(tokens[0])
        _AROUND.reset(tokens[1])


def checkpoint_around() -> Checkpoint | None:
    """Return where steps are kept now: with the tiles, or with the tile that this is part of; None if nowhere."""
    return current_checkpoint() or _AROUND.get()


class Steps:
    """Steps of a tile that takes long, one after the other: an interrupted run goes on within the tile.

    On threads of one process; other processes, and clusters, begin a tile that was not finished anew.

    Parameters
    ----------
    identity : callable
        Returns what tells this tile's steps from all others (see `fingerprint`).
    """

    def __init__(self, identity: Callable[[], str]) -> None:
        self._checkpoint = checkpoint_around()
        self._work = "" if self._checkpoint is None else identity()
        self._known = {} if self._checkpoint is None else self._checkpoint.load(self._work)

    def result(self, number: int, make: Callable[[], Any]) -> Any:
        """Return what an interrupted run has kept of a step; else make it, of numbers, texts and arrays, and keep it.

        Parameters
        ----------
        number : int
            Of the step.
        make : callable
        """
        if (number, number + 1) in self._known:
            return self._known[number, number + 1]
        made = make()
        if self._checkpoint is not None:
            self._checkpoint.keep_step(self._work, number, made)
        return made


@contextlib.contextmanager
def keeping(*parts: Any) -> Iterator[Checkpoint | None]:
    """Keep finished tiles while the block runs, if the execution names a folder for them.

    When the block is left early, by an interruption or an error, what is kept stays, and a note at the exception says
    where. When it is complete the file is removed, and so it is after an error that the same work would meet again.

    Parameters
    ----------
    parts
        What tells this run from others (see `fingerprint`), without a seed that was not given.

    Yields
    ------
    Checkpoint or None
        That of the outermost such block.
    """
    folder, outer = current_execution().checkpoint, current_checkpoint()
    if folder is None or outer is not None:
        yield outer
        return
    checkpoint = Checkpoint(folder, lambda: fingerprint(*parts)[:16])
    token = _CHECKPOINT.set(checkpoint)
    try:
        yield checkpoint
    except BaseException as error:
        if _comes_again(error, checkpoint):
            checkpoint.remove()
            raise
        checkpoint.close()
        if note := checkpoint.note():
            error.add_note(note)
        raise
    else:
        checkpoint.remove()
    finally:
        _CHECKPOINT.reset(token)
