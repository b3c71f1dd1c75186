"""What a file is by its first bytes, where its name says something else."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

from trueness.data.files.open_file import GZIP_MAGIC, ZSTD_MAGIC, read_bytes, starts_with
from trueness.errors import FormatError

LOOKED_AT = 4096
"""Bytes that are looked at."""

_ZIP, _OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_BINARY = {b"PAR1": "parquet", b"ARROW1": "arrow"}
_TEXTS = ("csv", "tsv", "jsonl", "json")
_IN_ZIP = {"xl/workbook.xml": "xlsx", "content.xml": "ods"}


def file_kind(path: Path, said: str | None) -> str | None:
    """Return what a table is: what its name says, unless the first bytes say something else.

    Parameters
    ----------
    path : Path
        A file.
    said : str, optional
        The format that the name says; where it is none of tables, it stays.

    Raises
    ------
    FormatError
        If it is a kind that nobody reads here, and its name says that it is one that is read; or it cannot be opened.
    """
    if said is None or said not in (*_TEXTS, *_BINARY.values(), *_IN_ZIP.values()):
        return said
    start = starts_with(path, LOOKED_AT)
    for magic, kind in _BINARY.items():
        if start.startswith(magic) and len(start) > len(magic) + 1:
            return kind
    if start.startswith(_ZIP):
        return _kind_in_zip(path) or said
    if start.startswith(_OLD_EXCEL):
        raise FormatError(
            "this is a spreadsheet of the old kind (.xls).",
            path=str(path),
            remedy="Save it as .xlsx or as CSV.",
        )
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text[:15].lower().startswith((b"<!doctype", b"<html", b"<table", b"<?xml")):
        raise FormatError(
            "this is a page (HTML or XML); a table is needed.",
            path=str(path),
            remedy="Open it in a spreadsheet program and save it as .xlsx or as CSV; or download the file itself.",
        )
    return _kind_of_text(text, said) if text else said


def _kind_of_text(text: bytes, said: str) -> str:
    """Return what a text is that is no spreadsheet and no Parquet, whatever its name says."""
    if said == "arrow" or (said not in _TEXTS and _is_binary(text)):
        return said  # a stream of Arrow has no magic; what is damaged is refused by its reader
    line = text.partition(b"\n")[0].strip()
    if text.startswith(b"{") and (_is_object(line) or said not in ("csv", "tsv")):
        return said if said in ("json", "jsonl") else "jsonl"
    rows = text[1:].lstrip().startswith((b"{", b"["))
    if text.startswith(b"[") and (rows or said not in ("csv", "tsv")):
        return said if said == "json" or (said == "jsonl" and not rows) else "json"
    divided = any(sign in line for sign in b",;\t")
    quoted = text.startswith((b'"', b"{", b"[")) and said in ("json", "jsonl")
    if said in ("csv", "tsv") or not divided or quoted:
        return said
    return "tsv" if line.count(b"\t") > line.count(b",") else "csv"


def _is_binary(text: bytes) -> bool:
    return b"\0" in text or text.startswith((GZIP_MAGIC, ZSTD_MAGIC)) or not _decodes(text)


def _decodes(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return len(text) - error.start < 4  # a letter that is cut in two by the end
    return True


def _is_object(line: bytes) -> bool:
    """Return whether a line of a file is an object of JSON."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return line == b"{"


def _kind_in_zip(path: Path) -> str | None:
    try:
        with zipfile.ZipFile(io.BytesIO(read_bytes(path))) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError):
        return None
    return next((kind for name, kind in _IN_ZIP.items() if name in names), None)
