"""Hidden states kept in a file, found again by the model and the tokens; no text is in it."""

from __future__ import annotations

import contextlib
import contextvars
import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from trueness.data.files.kept_file import DamagedError, KeptFile, cache_folder, sealed, unsealed

MOST_BYTES = 4 * 2**30
"""What all states in a file may take; of more, those that were not used for longest go."""

LONGEST = 2**24 - 4096
"""Bytes of the largest array of states that is kept: a longer text is encoded anew in every run."""

_ROOM = 0.9  # what is left of the limit once some have gone, so that not every run removes some
_HOUR = 3600

States = NDArray[np.float32]
"""Hidden states of a text in one layer, shape (tokens, width)."""


class EncodingCache(KeptFile):
    """A cache of hidden states in one SQLite file that several runs may use at once (see `KeptFile`).

    A row holds, under a hash of the model, the layer and the tokens, the states of these tokens with a check value. The
    file holds at most `most_bytes` of states: what was not used for longest is removed.

    Parameters
    ----------
    folder : str or Path, optional
        As of `KeptFile`.
    most_bytes : int, default: `MOST_BYTES`
        What all states may take.
    """

    file_name = "encodings.sqlite"
    form = 1
    tables: ClassVar = {
        "encodings": "key BLOB PRIMARY KEY NOT NULL, size INTEGER NOT NULL, used INTEGER NOT NULL, "
        "states BLOB NOT NULL",
    }
    content = "encodings"
    without = "Texts are encoded without it"

    def __init__(self, folder: str | Path | None = None, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        super().__init__(folder)

    def load(self, keys: Sequence[bytes], width: int) -> dict[bytes, States]:
        """Return what is kept under some keys (see `encoding_key`), and note that it was used.

        Parameters
        ----------
        keys : sequence of bytes
        width : int
            Numbers of a token.
        """
        found: dict[bytes, States] = {}
        old: list[bytes] = []
        now = int(time.time()) // _HOUR
        with self._bearable():
            for key, _, used, kept in self._rows("encodings", keys):
                states = np.frombuffer(unsealed(key, kept), dtype="<f4")
                if not len(states) or len(states) % width:
                    raise DamagedError("is damaged (states have another width than those of the model)")
                found[key] = states.reshape(-1, width)
                if used < now:
                    old.append(key)
            if old:
                with self._transaction(self._database()):
                    self._database().executemany(
                        "UPDATE encodings SET used = ? WHERE key = ?", [(now, key) for key in old]
                    )
        return found

    def save(self, made: Mapping[bytes, States]) -> None:
        """Keep states by their keys, all of them or, if anything happens, none; what is there stays."""
        if self._file is None:
            return
        now = int(time.time()) // _HOUR
        with self._bearable(), self._transaction(self._file):
            for key, states in made.items():
                numbers = np.ascontiguousarray(states, dtype="<f4").tobytes()
                if len(numbers) <= LONGEST:
                    self._file.execute(
                        "INSERT OR IGNORE INTO encodings VALUES (?, ?, ?, ?)",
                        (key, len(numbers), now, sealed(key, numbers)),
                    )
            self._make_room()

    def _make_room(self) -> None:
        """Remove what was not used for longest, where there is more than the limit."""
        ((total,),) = self._database().execute("SELECT coalesce(sum(size), 0) FROM encodings")
        if total <= self.most_bytes:
            return
        gone = []
        for key, size in self._database().execute("SELECT key, size FROM encodings ORDER BY used, rowid"):
            if total <= _ROOM * self.most_bytes:
                break
            gone.append((key,))
            total -= size
        self._database().executemany("DELETE FROM encodings WHERE key = ?", gone)


def encoding_key(identity: str, layer: int, ids: Sequence[int]) -> bytes:
    """Return 16 bytes that stand for the states of tokens in a layer of a model of some identity."""
    who = f"{identity}\0{layer}".encode(errors="surrogatepass")
    digest = hashlib.blake2b(f"{len(who)}\0".encode() + who, digest_size=16)
    digest.update(np.asarray(ids, dtype="<i4").tobytes())
    return digest.digest()


_FOLDER: contextvars.ContextVar[tuple[Path | None] | None] = contextvars.ContextVar("encodings", default=None)


@contextlib.contextmanager
def keeping_encodings(folder: str | Path | None) -> Iterator[None]:
    """Let hidden states, and facts of models, within the block be kept in this folder, or None for nowhere.

    Outside of such a block they are kept in the folder that TRUENESS_CACHE names, else in the user's cache.
    """
    token = _FOLDER.set((None if folder is None else Path(folder),))
    try:
        yield
    finally:
        _FOLDER.reset(token)


_GIVEN_UP: set[Path] = set()

Kept = TypeVar("Kept", bound=KeptFile)


@contextlib.contextmanager
def opened(kind: type[Kept]) -> Iterator[Kept | None]:
    """Open a cache in the folder that `keeping_encodings` says for a block.

    Yields
    ------
    KeptFile or None
        None where nothing is to be kept, and for a file that was given up before: that is said once.
    """
    said = _FOLDER.get()
    folder = None if said is None else said[0]
    if (said is not None and folder is None) or cache_folder(folder) / kind.file_name in _GIVEN_UP:
        yield None
        return
    with kind(folder) as cache:
        try:
            yield cache
        finally:
            if cache.problem:
                _GIVEN_UP.add(cache.path)
