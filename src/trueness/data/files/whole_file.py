"""Write a file so that it appears whole or not at all, compressed where its name says so."""

from __future__ import annotations

import contextlib
import errno
import gzip
import io
import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

from trueness.errors import import_extra

SUFFIX = ".part"

ABANDONED = 24 * 60 * 60.0
"""Seconds after its last change after which a part that nobody holds is taken for left: who writes one changes it all
the time, and other computers need not see who holds it."""

_RANDOM_BYTES = 8
_LONGEST_START = 100
"""Bytes of a name with which those of its parts start: names have a longest length, too."""


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a new file beside `path` that takes its place when the block has ended well.

    A process that is killed in between leaves the new file; the next one that writes to `path` a day later or more
    removes it. While a process writes, it holds its file, so that no other
    takes it for left, whatever its clock says.

    Parameters
    ----------
    path : Path
        Where the file will be; what is there is replaced, and keeps its permissions. Links are followed.

    Raises
    ------
    OSError
        If the folder does not exist or cannot be written, or is full, or something other than a file is at `path`; the
        error names `path`. Errors of the block that are not about this file pass as they are.
    """
    if path.is_symlink():  # what it leads to is replaced, and the link stays
        path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():  # a folder, device or pipe must not be replaced
        raise OSError(errno.EINVAL, "only an ordinary file is replaced, and this is another kind", str(path))
    beside = path.with_name(f"{_start(path)}{secrets.token_hex(_RANDOM_BYTES)}{SUFFIX}")
    with _named(path):
        raw = _Part(beside, path)
    held = os.dup(raw.fileno()) if os.name == "posix" else None  # also between closing and replacing
    try:
        with io.BufferedWriter(raw) as file:
            yield file
            with _named(path), contextlib.suppress(FileNotFoundError):
                beside.chmod(stat.S_IMODE(path.stat().st_mode))  # who may read it stays as it was
        with _named(path):
            beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    finally:
        if held is not None:
            os.close(held)
    _remove_abandoned(path)


class _Part(io.FileIO):
    """A new file whose errors name the one that it will become."""

    def __init__(self, beside: Path, path: Path) -> None:
        self._path = path
        super().__init__(beside, "xb")
        _hold(self)  # until it is closed, or the process ends

    def write(self, data: Any, /) -> int:
        with _named(self._path):
            return super().write(data)

    def close(self) -> None:
        with _named(self._path):
            super().close()


@contextlib.contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let an error name a file: that of a full disk names none, others name the one beside it."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def _hold(file: io.FileIO) -> bool:
    """Take a file for this process; False if another one has it. Where there are no such locks nobody is kept away."""
    try:
        import fcntl
    except ImportError:  # Windows, which removes no file that is open
        return True
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _start(path: Path) -> str:
    return f".{os.fsencode(path.name)[:_LONGEST_START].decode(errors='ignore')}."


def _remove_abandoned(path: Path) -> None:
    """Remove what killed processes have left of `path`: nobody holds it, and nobody has changed it for long."""
    name = re.compile(rf"{re.escape(_start(path))}[0-9a-f]{{{2 * _RANDOM_BYTES}}}{re.escape(SUFFIX)}")
    with contextlib.suppress(OSError):  # what was asked for is written
        for other in path.parent.iterdir():
            if name.fullmatch(other.name) and time.time() - other.lstat().st_mtime > ABANDONED:
                with io.FileIO(other) as file:
                    if _hold(file):
                        other.unlink(missing_ok=True)


@contextlib.contextmanager
def compressing(raw: IO[bytes], path: Path) -> Iterator[IO[bytes]]:
    """Return a file that compresses into `raw` as the extension of `path` says; the same content, the same bytes.

    Raises
    ------
    MissingExtraError
        If zstandard is needed and not installed.
    """
    suffix = path.suffix.lower()
    if suffix == ".gz":
        with gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as file:
            yield cast("IO[bytes]", file)
    elif suffix == ".zst":
        zstandard = import_extra("zstandard", extra="formats", feature=f"writing '{path.name}'")
        with zstandard.ZstdCompressor(write_checksum=True).stream_writer(raw, closefd=False) as file:
            yield file
    else:
        yield raw
