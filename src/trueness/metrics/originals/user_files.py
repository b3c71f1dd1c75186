"""Files of the user's that a program needs, such as weights: where they are said to be, and what is in them."""

from __future__ import annotations

import functools
import hashlib
import os
from pathlib import Path

from trueness.errors import MissingExtraError

_LETTERS = 12
"""Hexadecimal digits of a hash that signatures show."""


def find_file(given: str, variable: str, what: str, how: str) -> Path:
    """Return a file or folder that the user has named.

    Parameters
    ----------
    given : str
        What an option says, empty where it says nothing.
    variable : str
        The environment variable that is read then.
    what : str
        What is looked for, as the message calls it.
    how : str
        How it is got, a sentence.

    Raises
    ------
    MissingExtraError
        If none is named, or nothing is there; the message says how to get it and how to name it.
    """
    named = given or os.environ.get(variable, "")
    if not named:
        raise MissingExtraError(f"{what} must be named. {how} Then name it in the variable {variable}.")
    path = Path(named).expanduser()
    if not path.exists():
        said = f"{variable} names" if not given else "the metric's name says"
        raise MissingExtraError(f"{what} is missing: {said} '{path}'. {how}")
    return path


def content_hash(path: Path) -> str:
    """Return a hash of a file, or of all files of a folder with their names, hidden ones and compiled Python left out.

    Returns
    -------
    str
        The first 12 hexadecimal digits of SHA-256.
    """
    if path.is_file():
        return _hash_of(str(path), *_state(path))
    digest = hashlib.sha256()
    for inner in sorted(path.rglob("*")):
        parts = inner.relative_to(path).parts
        if inner.is_file() and not any(part.startswith(".") or part == "__pycache__" for part in parts):
            digest.update(f"{'/'.join(parts)} {_hash_of(str(inner), *_state(inner))}\n".encode())
    return digest.hexdigest()[:_LETTERS]


def _state(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_size, found.st_mtime_ns


@functools.lru_cache(maxsize=4096)
def _hash_of(path: str, size: int, changed: int) -> str:
    """Return the hash of a file, read once as long as it stays the same."""
    del size, changed
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:_LETTERS]
