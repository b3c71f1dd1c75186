"""Replies of models kept in a file, found again by what was asked of which model, with which settings."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from trueness.data.files.kept_file import KeptValues
from trueness.metrics.llm_judge.read_reply import Reading
from trueness.metrics.llm_judge.reply import Reply


class KeptReply(NamedTuple):
    """A reply, or where its text is not kept, what was read off it.

    Attributes
    ----------
    reply : Reply or None
    reading : Reading or None
    """

    reply: Reply | None
    reading: Reading | None = None


class ReplyCache(KeptValues[KeptReply]):
    """A cache of replies in one SQLite file that several runs may use at once.

    A row holds, under a hash of all that was sent, where to, and the number of the sample, the reply with its text, or
    on demand its score only. Each is saved as it comes, so that nothing that was paid for is lost when a run is
    stopped. What was sent, source, references and output, is not in it; a reply may repeat parts of them.

    Keys are those of `reply_key`. What happens where the file cannot be used, `KeptFile` says.

    Parameters
    ----------
    folder : str or Path, optional
        Where the file lies; by default the variable TRUENESS_CACHE, else the user's cache folder.
    """

    file_name = "replies.sqlite"
    form = 1
    tables: ClassVar = {"replies": "asked BLOB PRIMARY KEY NOT NULL, said BLOB NOT NULL"}
    content = "replies"
    without = "Models are asked again"

    @staticmethod
    def written(value: KeptReply) -> bytes:
        """Return a reply as `read` reads it."""
        if value.reply is not None:
            return b"r" + value.reply.to_json().encode()
        outcome, score = (value.reading or Reading("empty"))[:2]
        return b"s" + json.dumps([outcome, None if math.isnan(score) else score]).encode()

    @staticmethod
    def read(content: bytes) -> KeptReply:
        """Return what `written` has written."""
        if content[:1] == b"r":
            return KeptReply(Reply.from_json(content[1:].decode()))
        outcome, score = json.loads(content[1:])
        return KeptReply(None, Reading(outcome, math.nan if score is None else float(score)))


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
