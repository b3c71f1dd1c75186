"""Read a log of Inspect (``.eval``): an archive with a header and a file per sample, packed as today or as before."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from trueness.data.formats.jsonl import JSON_DECODER
from trueness.errors import FormatError, import_extra

MOST_BYTES = 1_000_000_000
"""Bytes of the samples of a log, all together."""

_ZSTANDARD = 93
"""The number of Zstandard in an archive (APPNOTE.TXT 4.4.5), which `zipfile` reads from Python 3.14 on."""

_HEADERS = ("header.json", "_journal/start.json", "start.json")
"""What was evaluated: of a log that was finished, of one that was not, and of the first versions."""

_STEP = 1 << 20
_LOCAL_HEADER, _LOCAL_MAGIC = 30, b"PK\3\4"


def read_inspect_log(path: Path) -> dict[str, Any]:
    """Return a log as one document, made as one that Inspect writes as JSON.

    Raises
    ------
    FormatError
        If it is damaged or has too many bytes.
    MissingExtraError
        If it is packed with Zstandard, as since 2026, and the package `zstandard` is not installed.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            parts = {part.filename: part for part in archive.infolist()}
            header = next((name for name in _HEADERS if name in parts), _HEADERS[0])
            wanted = [parts[header], *(part for name, part in parts.items() if name.startswith("samples/"))]
            size = sum(part.file_size for part in wanted)
            # nothing is unpacked of what is too large
            found = [
                JSON_DECODER.decode(_unpacked(archive, part, path).decode("utf-8"))
                for part in wanted * (size <= MOST_BYTES)
            ]
    except (
        zipfile.BadZipFile,
        zlib.error,
        KeyError,
        ValueError,
        OSError,
        EOFError,
        RuntimeError,  # a password is needed, another way to pack, or too deep a nesting
    ) as error:
        raise FormatError(
            f"reading the log failed ({' '.join(str(error).split())}).",
            path=str(path),
            remedy="Write it as JSON: inspect log dump FILE > FILE.json.",
        ) from error
    if size > MOST_BYTES:
        raise FormatError(f"the log has more than {MOST_BYTES:,} bytes.", path=str(path), remedy="Divide it.")
    first, *samples = found
    return {**(first if isinstance(first, dict) else {}), "samples": samples}


def _unpacked(archive: zipfile.ZipFile, part: zipfile.ZipInfo, path: Path) -> bytes:
    """Return the bytes of a part of an archive, no more than its directory says there are."""
    if part.compress_size > path.stat().st_size:
        raise zipfile.BadZipFile(f"'{part.filename}' would be longer than the file")
    if part.compress_type != _ZSTANDARD:
        return archive.read(part)
    zstandard = import_extra("zstandard", extra="formats", feature=f"reading '{path.name}'")
    with path.open("rb") as file:
        file.seek(part.header_offset)
        local = file.read(_LOCAL_HEADER)
        if len(local) < _LOCAL_HEADER or not local.startswith(_LOCAL_MAGIC):
            raise zipfile.BadZipFile(f"no part begins where '{part.filename}' should")
        file.seek(int.from_bytes(local[26:28], "little") + int.from_bytes(local[28:30], "little"), 1)
        packed = file.read(part.compress_size)
    try:
        with zstandard.ZstdDecompressor().stream_reader(packed) as stream:
            content = b"".join(_pieces(stream, part.file_size + 1))
    except zstandard.ZstdError as error:
        raise zipfile.BadZipFile(f"'{part.filename}': {error}") from error
    if len(content) != part.file_size or zlib.crc32(content) != part.CRC:
        raise zipfile.BadZipFile(f"'{part.filename}' is damaged")
    return content


def _pieces(stream: IO[bytes], most: int) -> Iterator[bytes]:
    """Yield no more than so many bytes, piece by piece: a directory may say that there are far more than there are."""
    while most and (piece := stream.read(min(most, _STEP))):
        most -= len(piece)
        yield piece
