"""Archives that hold one data set, a file or a folder: unpacked once, within bounds, into the cache folder."""

from __future__ import annotations

import contextlib
import hashlib
import lzma
import shutil
import struct
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from trueness.data.files.kept_file import cache_folder
from trueness.data.files.open_file import open_bytes, starts_with
from trueness.errors import FormatError

MOST_BYTES, MOST_FILES = 4 << 30, 50_000
"""What an archive may hold."""

_ARCHIVES = (".tar", ".tgz", ".tbz2", ".txz", ".tar.gz", ".tar.zst", ".tar.bz2", ".tar.xz", ".zip", ".7z")
"""Endings of files that hold other files."""

_BESIDE = ("readme", "license", "licence", "copying", "changelog", "citation")
"""What stands beside data, by the beginnings of names in small letters."""

_STEP = 1 << 20

_ENCRYPTED = 1
"""The bit of a file in a zip archive that says so."""

_DAMAGE = (
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError),
    *(NotImplementedError, RuntimeError, ValueError, LookupError, OverflowError),
)
"""What the standard library raises of an archive that is damaged; of a part without a name it says IndexError."""


def opened(path: Path) -> Path:
    """Return a path as it is or, of an archive, the file or folder that it holds, unpacked.

    What was unpacked stays in the cache folder, by the hash of the archive, and is not unpacked again.

    Parameters
    ----------
    path : Path

    Raises
    ------
    FormatError
        If an archive is damaged, encrypted, of a kind that is not read, beyond `MOST_BYTES` or `MOST_FILES`, or empty,
        or has a name in it that leads out of it.
    """
    if not path.is_file() or not _is_archive(path):
        return path
    with path.open("rb") as file:
        name = hashlib.file_digest(file, "sha256").hexdigest()
    folder = cache_folder() / "unpacked" / name
    if not folder.is_dir():
        _unpack(path, folder)
    return _within(path, folder)


def _is_archive(path: Path) -> bool:
    return path.name.casefold().endswith(_ARCHIVES) or starts_with(path, 512)[257:262] == b"ustar"


def _unpack(path: Path, folder: Path) -> None:
    """Unpack an archive into a folder, which appears whole or not at all."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        making = Path(tempfile.mkdtemp(dir=folder.parent, prefix="making-"))
    except OSError as error:
        raise refused(path, f"it cannot be unpacked into the cache folder ({error})") from error
    try:
        written = 0
        for files, member in enumerate(_members(path), start=1):
            if files > MOST_FILES:
                raise refused(path, f"it holds more than {MOST_FILES:,} files")
            target = making.joinpath(*_parts(path, member.name))
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as file:
                while piece := member.file.read(_STEP):
                    written += len(piece)
                    if written > MOST_BYTES:
                        raise refused(path, f"it holds more than {MOST_BYTES:,} bytes")
                    file.write(piece)
        making.rename(folder)
    except FormatError:
        raise
    except _DAMAGE as error:
        raise refused(path, f"it is damaged, or of a kind that is not read ({error})") from error
    except OSError as error:
        if not folder.is_dir():  # as where two processes unpack the same
            raise refused(path, f"it cannot be unpacked ({error})") from error
    finally:
        shutil.rmtree(making, ignore_errors=True)


class _Member(NamedTuple):
    """A file in an archive, while it is read."""

    name: str
    file: IO[bytes]


def _members(path: Path) -> Iterator[_Member]:
    """Yield the files of an archive that are neither hidden nor links."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for part in archive.infolist():
                if not part.is_dir() and not _is_hidden(part.filename):
                    if part.flag_bits & _ENCRYPTED:
                        raise refused(path, f"{part.filename!r:.60} in it has a password")
                    with archive.open(part) as file:
                        yield _Member(part.filename, file)
        return
    with open_bytes(path) as raw, tarfile.open(fileobj=raw, mode="r|*") as tar:
        for entry in tar:
            if entry.isfile() and not _is_hidden(entry.name) and (opened_entry := tar.extractfile(entry)):
                with contextlib.closing(opened_entry) as file:
                    yield _Member(entry.name, file)


def _is_hidden(name: str) -> bool:
    parts = PurePosixPath(name).parts
    return any(part == "__MACOSX" or (part.startswith(".") and part not in (".", "..")) for part in parts)


def _parts(path: Path, name: str) -> tuple[str, ...]:
    """Return the parts of a name in an archive, none of which leads out of it."""
    found = tuple(part for part in PurePosixPath(name).parts if part != ".")
    unsafe = any(part == ".." or "\\" in part or ":" in part or "\0" in part for part in found)
    if not found or unsafe or PurePosixPath(name).is_absolute():
        raise refused(path, f"it has a name in it that leads out of it, {name!r:.60}")
    return found


def _within(path: Path, folder: Path) -> Path:
    """Return the file that a folder holds alone, at whatever depth, or the first of its folders that holds more."""
    while folder.is_dir():
        data = [one for one in folder.iterdir() if not one.name.casefold().startswith(_BESIDE)]
        if not data:
            raise refused(path, "it holds no file of data")
        if len(data) > 1:
            return folder
        (folder,) = data
    return folder


def refused(path: Path, problem: str) -> FormatError:
    """Return the error for an archive that cannot be read as one data set."""
    how = "unzip" if path.suffix.lower() == ".zip" else "tar -xf"
    return FormatError(
        f"this is an archive of files, and {problem}.",
        path=str(path),
        remedy=f"Unpack it ({how} {path.name}), and name what is in it.",
    )
