"""Open a file as bytes or text; gzip and Zstandard are recognised by their first bytes and read through."""

from __future__ import annotations

import codecs
import contextlib
import gzip
import io
import stat
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from trueness.errors import FormatError, import_extra

if TYPE_CHECKING:
    from collections.abc import Iterator

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
COMPRESSIONS = {".gz": GZIP_MAGIC, ".zst": ZSTD_MAGIC}
_NAMES = {".gz": "gzip", ".zst": "Zstandard"}
LONGEST_LINE = 50_000_000
"""Characters of the longest line that is read."""

_BUFFER = 1 << 17
_ZSTD_STEP = 1 << 12
"""Compressed bytes that are expanded at once, to 128 MB at the most."""

_NO_TEXTS = {
    b"PAR1": "a Parquet file",
    b"ARROW1": "an Arrow file",
    b"PK\x03\x04": "a spreadsheet or an archive",
}

_TRUNCATED = "Copy or download the file again."


@contextlib.contextmanager
def open_bytes(path: str | Path) -> Iterator[IO[bytes]]:
    """Open a file for reading bytes, decompressed where it is compressed.

    Errors that turn up while the block reads (a truncated or damaged stream) are reported in the same way.

    Raises
    ------
    FormatError
        If the file does not exist, is a folder, a pipe or a device, cannot be read, is not the compression its name
        says, or is truncated or damaged.
    MissingExtraError
        If the file is Zstandard and the package `zstandard` is not installed.
    """
    path = Path(path)
    compression = _compression(path)
    try:
        with contextlib.ExitStack() as stack:
            raw = stack.enter_context(io.BufferedReader(_Raw(path), _BUFFER))
            if compression == ".gz":
                yield cast("IO[bytes]", stack.enter_context(gzip.GzipFile(fileobj=raw, mode="rb")))
            elif compression == ".zst":
                yield cast("IO[bytes]", stack.enter_context(io.BufferedReader(_Zstandard(raw, path))))
            else:
                yield raw
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        problem = (
            "the gzip stream ends too early"
            if isinstance(error, EOFError)
            else f"damaged gzip stream ({error})"
        )
        raise FormatError(f"{problem}.", path=str(path), remedy=_TRUNCATED) from error


@contextlib.contextmanager
def open_text(path: str | Path, *, newline: str | None = None) -> Iterator[IO[str]]:
    r"""Open a file for reading text, decompressed where it is compressed; a byte order mark is skipped.

    Text is UTF-8, unless it begins with the byte order mark of UTF-16, as tables do that Windows programs export.

    Parameters
    ----------
    path : str or Path
        The file.
    newline : str, optional
        As for the built-in `open`: None reads every newline style as ``\n``, ``''`` leaves them as they are.

    Raises
    ------
    FormatError
        As `open_bytes`; also for bytes that are not UTF-8 (with the line).
    MissingExtraError
        As `open_bytes`.
    """
    with open_bytes(path) as raw:
        wide = _begins_as_utf16(path)
        text = io.TextIOWrapper(cast("Any", raw), encoding="utf-16" if wide else "utf-8-sig", newline=newline)
        try:
            yield text
        except UnicodeDecodeError as error:
            if wide:
                raise FormatError(
                    f"the text must be UTF-16, as its byte order mark says ({error.reason}).",
                    path=str(path),
                    remedy="Save the file as UTF-8.",
                ) from error
            raise _not_utf8(path) from error
        finally:
            with contextlib.suppress(ValueError):  # already closed with the file under it
                text.detach()


def _begins_as_utf16(path: str | Path) -> bool:
    with open_bytes(path) as file:
        start = file.read(4)
    # UTF-32 begins as UTF-16 of this order does, and goes on with NUL
    return start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) and start != codecs.BOM_UTF32_LE


def lines_of(text: IO[str], path: str | Path) -> Iterator[str]:
    """Yield the lines of a text, and stop at one so long that a few bytes of a compressed file fill the memory.

    Raises
    ------
    FormatError
        If a line has more than `LONGEST_LINE` characters.
    """
    number = 0
    while line := text.readline(LONGEST_LINE):
        number += 1
        if len(line) == LONGEST_LINE and line[-1] not in "\r\n":
            raise FormatError(
                f"the line has more than {LONGEST_LINE:,} characters.",
                path=str(path),
                row=number,
                remedy="Is this a table of scores, with one row per line?",
            )
        yield line


def read_bytes(path: str | Path) -> bytes:
    """Return the whole content of a file, decompressed (raises as `open_bytes`)."""
    with open_bytes(path) as file:
        return file.read()


def starts_with(path: str | Path, count: int) -> bytes:
    """Return the first `count` bytes of a file after decompression (raises as `open_bytes`)."""
    with open_bytes(path) as file:
        return file.read(count)


def checked_path(source: str | Path) -> Path:
    """Return a path that may be looked up, whether anything is there or not.

    Raises
    ------
    FormatError
        If nothing can have this name: it has a NUL character, is too long, or goes round in a circle of links.
    """
    path = Path(source)
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error
    return path


def file_state(path: Path) -> tuple[int, int, int] | None:
    """Return what tells one state of a file from another: size, time and entry; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino


def _unreadable(path: Path, error: Exception) -> FormatError:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return FormatError(
        f"reading this failed ({reason.lower()}).",
        path=repr(str(path)) if "\0" in str(path) else str(path),
        remedy="Give the name of a file that you may read.",
    )


def _compression(path: Path) -> str | None:
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError) as error:
        raise FormatError("there is no such file.", path=str(path)) from error
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from error
    if stat.S_ISDIR(mode):
        raise FormatError("this is a folder; a file is needed.", path=str(path))
    if not stat.S_ISREG(mode):  # it is looked into before it is read, and a pipe gives everything once
        remedy = "Save the data as a file and give its name."
        raise FormatError("this is a pipe or a device; a file is needed.", path=str(path), remedy=remedy)
    with io.BufferedReader(_Raw(path)) as file:
        magic = file.read(4)
    promised = path.suffix.lower() if path.suffix.lower() in COMPRESSIONS else None
    found = next((name for name, start in COMPRESSIONS.items() if magic.startswith(start)), None)
    # what was expanded on the way keeps its name; what is neither is damaged
    if promised and found is None and not _is_readable(path):
        problem = (
            "the file is empty" if not magic else f"the name says {_NAMES[promised]}, the first bytes do not"
        )
        raise FormatError(f"{problem}.", path=str(path), remedy=_TRUNCATED)
    return found


_READ_AS_THEY_ARE = (b"PAR1", b"ARROW1", b"PK\x03\x04")


def _is_readable(path: Path) -> bool:
    """Return whether a file begins as one that is read without being expanded: text, or a table of bytes."""
    with io.BufferedReader(_Raw(path)) as file:
        start = file.read(_ZSTD_STEP)
    if start.startswith(_READ_AS_THEY_ARE):
        return True
    try:
        text = start.decode()
    except UnicodeDecodeError as error:
        if len(start) - error.start > 3:  # no letter that the end has cut in two
            return False
        text = start[: error.start].decode()
    return bool(text) and all(letter.isprintable() or letter in "\t\r\n\ufeff" for letter in text)


class _Raw(io.FileIO):
    """A file whose errors, such as that of a disk, are this package's own and name it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            super().__init__(path, "rb")
        except OSError as error:
            raise _unreadable(path, error) from error

    def readinto(self, buffer: Any, /) -> int | None:
        try:
            return super().readinto(buffer)
        except OSError as error:
            raise _unreadable(self._path, error) from error

    def readall(self) -> bytes:
        try:
            return super().readall()
        except OSError as error:
            raise _unreadable(self._path, error) from error


def _not_utf8(path: str | Path) -> FormatError:
    """Find the line of the first bytes that are not UTF-8."""
    kind = next((kind for magic, kind in _NO_TEXTS.items() if starts_with(path, 8).startswith(magic)), None)
    if kind is not None:
        return FormatError(
            f"this is {kind}; text is needed.", path=str(path), remedy="Leave out --format, or say that one."
        )
    problem, place = "the text is not UTF-8.", None
    with open_bytes(path) as file:
        for row, line in enumerate(file, start=1):
            try:
                line.decode("utf-8")
            except UnicodeDecodeError as error:
                problem, place = f"byte 0x{line[error.start]:02x} is not UTF-8.", row
                break
    return FormatError(problem, path=str(path), row=place, remedy="Save the file as UTF-8.")


class _Zstandard(io.RawIOBase):
    """A reader of Zstandard streams that tells a truncated stream from a complete one."""

    def __init__(self, raw: IO[bytes], path: Path) -> None:
        zstandard = import_extra("zstandard", extra="formats", feature=f"reading '{path.name}'")
        self._raw, self._path = raw, path
        self._new = zstandard.ZstdDecompressor
        self._error: type[Exception] = zstandard.ZstdError
        self._frame = self._new().decompressobj()
        self._pending = memoryview(b"")
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._pending:
            compressed = self._rest or self._raw.read(_ZSTD_STEP)
            self._rest = b""
            if not compressed:
                if self._frame is not None:
                    raise self._failure("the Zstandard stream ends too early")
                return 0
            try:
                if self._frame is None:  # frames may follow each other
                    self._frame = self._new().decompressobj()
                self._pending = memoryview(self._frame.decompress(compressed))
            except self._error as error:
                raise self._failure(f"damaged Zstandard stream ({error})") from error
            if self._frame.eof:
                self._rest = self._frame.unused_data
                self._frame = None
        count = min(len(buffer), len(self._pending))
        buffer[:count] = self._pending[:count]
        self._pending = self._pending[
            count:
        ]  # a view: copying what is left, again and again, would be quadratic
        return count

    def _failure(self, problem: str) -> FormatError:
        return FormatError(f"{problem}.", path=str(self._path), remedy=_TRUNCATED)
