"""Replies of models kept in a file, found again by what was asked of which model, with which settings."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from trueness.data.datasets.download import cache_folder
from trueness.data.kept_file import DamagedError, KeptFile
from trueness.metrics.llm_judge.read_reply import Reading
from trueness.metrics.llm_judge.reply import Reply

FILE_NAME = "replies.sqlite"

_SEAL = 8  # bytes
_KEYS_PER_QUERY = 500


class KeptReply(NamedTuple):
    """A reply, or where its text is not kept, what was read off it.

    Attributes
    ----------
    reply : Reply or None
    reading : Reading or None
    """

    reply: Reply | None
    reading: Reading | None = None

    def written(self) -> bytes:
        """Return it as `read` reads it."""
        if self.reply is not None:
            return b"r" + self.reply.to_json().encode()
        outcome, score = (self.reading or Reading("empty"))[:2]
        return b"s" + json.dumps([outcome, None if math.isnan(score) else score]).encode()

    @classmethod
    def read(cls, content: bytes) -> KeptReply:
        """Return what `written` has written."""
        if content[:1] == b"r":
            return cls(Reply.from_json(content[1:].decode()))
        outcome, score = json.loads(content[1:])
        return cls(None, Reading(outcome, math.nan if score is None else float(score)))


class ReplyCache(KeptFile):
    """A cache of replies in one SQLite file that several runs may use at once.

    A row holds, under a hash of all that was sent, where to, and the number of the sample, the reply with its text, or
    on demand its score only. Each is saved as it comes, so that nothing that was paid for is lost when a run is
    stopped. What was sent, source, references and output, is not in it; a reply may repeat parts of them.

    What happens where it cannot be used, `KeptFile` says.

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
    tables: ClassVar = {"replies": "asked BLOB PRIMARY KEY NOT NULL, said BLOB NOT NULL"}
    content = "replies"
    without = "Models are asked again"

    def __init__(self, folder: str | Path | None = None) -> None:
        super().__init__(cache_folder(folder) / FILE_NAME)

    def load(self, keys: Sequence[bytes]) -> dict[bytes, KeptReply]:
        """Return what is kept under some keys (see `reply_key`)."""
        found: dict[bytes, KeptReply] = {}
        wanted = set(keys)
        with self._bearable():
            for start in range(0, len(keys) if self._file else 0, _KEYS_PER_QUERY):
                part = keys[start : start + _KEYS_PER_QUERY]
                marks = ",".join("?" * len(part))
                for key, said in self._database().execute(
                    f"SELECT asked, said FROM replies WHERE asked IN ({marks})",  # noqa: S608 - marks only
                    part,
                ):
                    if key not in wanted or not isinstance(said, bytes) or _seal(key, said) != said[-_SEAL:]:
                        raise DamagedError("is damaged (a row is not what was saved)")
                    found[key] = KeptReply.read(said[:-_SEAL])
        return found

    def save(self, made: Mapping[bytes, KeptReply]) -> None:
        """Keep replies by their keys, all of them or, if anything happens, none; what is there stays."""
        if self._file is None:
            return
        with self._bearable(), self._transaction(self._file):
            self._file.executemany(
                "INSERT OR IGNORE INTO replies VALUES (?, ?)",
                ((key, _written(key, kept)) for key, kept in made.items()),
            )


def reply_key(url: str, body: Mapping[str, Any], sample: int, reading: str) -> bytes:
    """Return 16 bytes that stand for a sample of what is asked.

    Parameters
    ----------
    url : str
        Of the endpoint.
    body : mapping
        What is sent.
    sample : int
    reading : str
        How scores are read, where nothing but these is kept; otherwise empty.
    """
    facts = json.dumps([url, body, sample, reading], sort_keys=True, ensure_ascii=True)
    return hashlib.blake2b(facts.encode(), digest_size=16).digest()


def _written(key: bytes, kept: KeptReply) -> bytes:
    content = kept.written()
    return content + _seal(key, content + bytes(_SEAL))


def _seal(key: bytes, said: bytes) -> bytes:
    """Return a check value of all but the last bytes: a disk that loses a bit must not change a score."""
    return hashlib.blake2b(key + said[:-_SEAL], digest_size=_SEAL).digest()
