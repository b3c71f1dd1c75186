"""The file ``NAME.meta.json`` beside a CSV, TSV or JSONL file: what its values cannot say."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from trueness.data.files.strict_json import parse_strictly
from trueness.data.files.whole_file import replacing
from trueness.errors import FormatError

FINGERPRINT = "fingerprint"
"""The key of the fingerprint of the rows that a description was written for; None where the file does not have it."""

REPLACING = "replacing"
"""The key that is true while older rows may still lie beside a description: then these are exactly its columns."""

_REMEDY = "Write the scores again, or remove it."


def sidecar_path(path: str | Path) -> Path:
    """Return the path of the description beside a file of scores: its whole name with ``.meta.json``."""
    path = Path(path)
    return path.with_name(f"{path.name}.meta.json")


def read_sidecar(path: str | Path) -> dict[str, Any] | None:
    """Return the description beside a file of scores, or None where there is none.

    It has the key `FINGERPRINT`, whether or not the file does.

    Raises
    ------
    FormatError
        If it is not a JSON object, or something other than a file is there.
    """
    beside = sidecar_path(path)
    if not os.path.lexists(beside):
        return None
    if not beside.is_file():  # columns inferred in spite of a description would be other columns
        raise FormatError(
            "the description of the scores must be a file, or a link to one.",
            path=str(beside),
            remedy=_REMEDY,
        )
    return {FINGERPRINT: None, **parse_description(beside.read_bytes(), str(beside))}


def parse_description(content: bytes, source: str) -> dict[str, Any]:
    """Return a description from its JSON text.

    Raises
    ------
    FormatError
        If it is not a JSON object, or one with a key that occurs twice.
    """
    description = parse_strictly(content, source, what="the description of the scores", remedy=_REMEDY)
    if isinstance(description, dict):
        return description
    raise FormatError("the description of the scores must be a JSON object.", path=source, remedy=_REMEDY)


class Sidecar:
    """The description that is being written with a file; made by `replacing_described`."""

    def __init__(self, path: Path) -> None:
        self._path, self._rows = sidecar_path(path), path
        self._replaced = _identity(path)
        self._before = self._path.read_bytes() if self._path.is_file() else None
        self._description: dict[str, Any] | None = None
        self._is_put = False

    def say(self, description: Mapping[str, Any], fingerprint: str) -> None:
        """Say what the file holds; where it says so itself, there is no need to.

        Parameters
        ----------
        description : mapping
            What `describe` returned.
        fingerprint : str
            Of the rows.
        """
        # not last, so that a line can be taken out and what is left is JSON
        self._description = {"format": description["format"], FINGERPRINT: fingerprint, **description}

    def put(self) -> None:
        """Put the description in its place, before the rows take theirs."""
        if self._description is not None:
            self._is_put = True
            marked = {} if self._replaced is None else {"format": None, REPLACING: True}
            self._write({**marked, **self._description})

    def finish(self) -> None:
        """Remove the mark: the rows are in their place."""
        if self._description is not None and self._replaced is not None:
            # where the disk is full by now, what is there holds; it only takes no columns that are added later
            with contextlib.suppress(OSError):
                self._write(self._description)

    def take_back(self) -> None:
        """Put back what was there, if the rows that it describes are."""
        if not self._is_put or _identity(self._rows) != self._replaced:
            return
        with contextlib.suppress(OSError):  # what is there is refused together with the rows
            if self._before is None:
                self._path.unlink(missing_ok=True)
            else:
                with replacing(self._path) as raw:
                    raw.write(self._before)

    def _write(self, description: Mapping[str, Any]) -> None:
        with replacing(self._path) as raw:
            raw.write((json.dumps(description, ensure_ascii=False, indent=1) + "\n").encode())


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another one of its name, None where there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


@contextlib.contextmanager
def replacing_described(path: Path) -> Iterator[tuple[IO[bytes], Sidecar]]:
    """Open a new file that takes the place of `path` when the block has ended well, with what it says of its rows.

    No file system replaces two files at once. So both are written whole before either is replaced, and then the
    description comes first, with the fingerprint of its rows and, where there are older rows, marked. At whatever
    moment a process is killed, a reader finds the old pair, the new pair, or a description that does not fit the rows
    and is refused.

    Raises
    ------
    OSError
        As `replacing`; both files are then what they were.
    """
    sidecar = Sidecar(path)
    try:
        with replacing(path) as raw:
            yield raw, sidecar
            raw.flush()  # a full disk shows up here, or in the next line
            sidecar.put()
    except BaseException:
        sidecar.take_back()
        raise
    sidecar.finish()
