"""Translations kept in a file, found again by the line and the translator."""

from __future__ import annotations

import hashlib
from typing import ClassVar

from trueness.data.files.kept_file import KeptValues
from trueness.translation.translator import Translation


class TranslationCache(KeptValues[Translation]):
    """A cache of translations in one SQLite file that several runs may use at once.

    A row holds, under a hash of a line and of what the translator is, the translation, with a check value. The lines
    themselves are not in it, their translations are.

    Keys are those of `line_key`. What happens where the file cannot be used, `KeptFile` says.

    Parameters
    ----------
    folder : str or Path, optional
        Where the file lies; by default the variable TRUENESS_CACHE, else the user's cache folder.
    """

    file_name = "translations.sqlite"
    form = 1
    tables: ClassVar = {"translations": "line BLOB PRIMARY KEY NOT NULL, made BLOB NOT NULL"}
    content = "translations"
    without = "Texts are translated without it"

    @staticmethod
    def written(value: Translation) -> bytes:
        """Return a translation as `read` reads it."""
        return (b"1" if value.cut else b"0") + value.text.encode()

    @staticmethod
    def read(content: bytes) -> Translation:
        """Return what `written` has written."""
        return Translation(content[1:].decode(), content[:1] == b"1")


def line_key(identity: str, line: str) -> bytes:
    """Return 16 bytes that stand for a line translated by the translator of an identity."""
    who = identity.encode(errors="surrogatepass")
    digest = hashlib.blake2b(f"{len(who)}\0".encode() + who, digest_size=16)
    digest.update(line.encode(errors="surrogatepass"))
    return digest.digest()
