"""Translations kept in a file, found again by the line and the translator."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from trueness.data.datasets.download import cache_folder
from trueness.data.kept_file import DamagedError, KeptFile
from trueness.translation.translator import Translation

FILE_NAME = "translations.sqlite"

_SEAL = 8  # bytes
_KEYS_PER_QUERY = 500


class TranslationCache(KeptFile):
    """A cache of translations in one SQLite file that several runs may use at once.

    A row holds, under a hash of a line and of what the translator is, the translation, with a check value. The lines
    themselves are not in it, their translations are.

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

    form = 1
    tables: ClassVar = {"translations": "line BLOB PRIMARY KEY NOT NULL, made BLOB NOT NULL"}
    content = "translations"
    without = "Texts are translated without it"

    def __init__(self, folder: str | Path | None = None) -> None:
        super().__init__(cache_folder(folder) / FILE_NAME)

    def load(self, keys: Sequence[bytes]) -> dict[bytes, Translation]:
        """Return what is kept under some keys (see `line_key`)."""
        found: dict[bytes, Translation] = {}
        wanted = set(keys)
        with self._bearable():
            for start in range(0, len(keys) if self._file else 0, _KEYS_PER_QUERY):
                part = keys[start : start + _KEYS_PER_QUERY]
                marks = ",".join("?" * len(part))
                for key, made in self._database().execute(
                    f"SELECT line, made FROM translations WHERE line IN ({marks})",  # noqa: S608 - marks only
                    part,
                ):
                    if key not in wanted or not isinstance(made, bytes) or _seal(key, made) != made[-_SEAL:]:
                        raise DamagedError("is damaged (a row is not what was saved)")
                    found[key] = Translation(made[1:-_SEAL].decode(), made[:1] == b"1")
        return found

    def save(self, made: Mapping[bytes, Translation]) -> None:
        """Keep translations by their keys, all of them or, if anything happens, none; what is there stays."""
        if self._file is None:
            return
        with self._bearable(), self._transaction(self._file):
            self._file.executemany(
                "INSERT OR IGNORE INTO translations VALUES (?, ?)",
                ((key, _written(key, translation)) for key, translation in made.items()),
            )


def line_key(identity: str, line: str) -> bytes:
    """Return 16 bytes that stand for a line translated by the translator of an identity."""
    who = identity.encode(errors="surrogatepass")
    digest = hashlib.blake2b(f"{len(who)}\0".encode() + who, digest_size=16)
    digest.update(line.encode(errors="surrogatepass"))
    return digest.digest()


def _written(key: bytes, translation: Translation) -> bytes:
    made = (b"1" if translation.cut else b"0") + translation.text.encode()
    return made + _seal(key, made + bytes(_SEAL))


def _seal(key: bytes, made: bytes) -> bytes:
    """Return a check value of all but the last bytes: a disk that loses a bit must not change a text."""
    return hashlib.blake2b(key + made[:-_SEAL], digest_size=_SEAL).digest()
