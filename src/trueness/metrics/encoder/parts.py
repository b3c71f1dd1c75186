"""What a model is to read of long texts, part by part: said before, shown while it runs, and kept for a later run."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from trueness.metrics.encoder.packed import pieces
from trueness.parallel import announce, chosen_workers, current_progress, duration, step

LONG = 16
"""Parts of a text from which on they are kept; of a shorter one little is lost."""

TOGETHER = 16
"""Parts after which they are kept, and what is done is shown."""

SAID_FROM = 15.0
"""Seconds; of less nothing is said beforehand."""

_STEP = "tokens that the model reads"

Item = TypeVar("Item")
Result = TypeVar("Result")


class Part(NamedTuple, Generic[Item]):
    """What goes through a model together, whatever else is read.

    Attributes
    ----------
    item : object
        What the model is given.
    sequences, tokens : int
        How many it reads.
    key : bytes or None
        Under which its result is kept; None for not at all.
    """

    item: Item
    sequences: int
    tokens: int
    key: bytes | None


class Kept(NamedTuple, Generic[Result]):
    """Where results of parts are kept.

    Attributes
    ----------
    load : callable
        Given keys, returns the results that there are.
    save : callable
        Keeps results by their keys.
    """

    load: Callable[[Sequence[bytes]], Mapping[bytes, Result]]
    save: Callable[[Mapping[bytes, Result]], None]


def parts_of(
    item: Callable[[slice], Item], lengths: Sequence[int], about: tuple[object, ...]
) -> list[Part[Item]]:
    """Return a text as the parts in which it is read, with keys if it is long.

    Parameters
    ----------
    item : callable
        Returns some neighbours of the text's sequences.
    lengths : sequence of int
        Tokens of each sequence.
    about : tuple
        What results depend on besides; this and items are told apart by their `repr`.
    """
    cuts = list(pieces(lengths))
    found = []
    for some in cuts:
        given, key = item(some), None
        if len(cuts) >= LONG:
            key = hashlib.blake2b(repr((about, given)).encode(), digest_size=16).digest()
        found.append(Part(given, len(lengths[some]), sum(lengths[some]), key))
    return found


def read_parts(
    texts: Sequence[Sequence[Part[Item]]],
    read: Callable[[Sequence[Item]], Sequence[Result]],
    keeping: contextlib.AbstractContextManager[Kept[Result] | None],
    model: str,
) -> list[list[Result]]:
    """Return what a model makes of the parts of texts.

    Parts are read a few at a time. If any is of a long text, the step that is watched is told of the tokens that are
    read, and it is announced after the first parts how long the others will take (see `trueness.parallel.announce`).

    Parameters
    ----------
    texts : sequence of sequences of Part
    read : callable
        Given some items, returns their results; it uses all workers.
    keeping : context of Kept or None
        Where results of parts with a key are found and kept; it is entered if there are any.
    model : str
        What it is called.
    """
    parts = [part for text in texts for part in text]
    with contextlib.ExitStack() as stack:
        if any(part.key for part in parts):
            stack.enter_context(step(_STEP))
            found = _read(parts, read, stack.enter_context(keeping), model)
        else:
            found = list(read([part.item for part in parts]))
    results = iter(found)
    return [[next(results) for _ in text] for text in texts]


def _read(
    parts: Sequence[Part[Item]],
    read: Callable[[Sequence[Item]], Sequence[Result]],
    kept: Kept[Result] | None,
    model: str,
) -> list[Result]:
    keys = [part.key for part in parts if part.key is not None]
    known = {} if kept is None else kept.load(list(dict.fromkeys(keys)))
    found = {k: known[part.key] for k, part in enumerate(parts) if part.key and part.key in known}
    missing = [k for k in range(len(parts)) if k not in found]
    done, total = 0, sum(parts[k].tokens for k in missing)
    progress, workers = current_progress(), min(chosen_workers(), TOGETHER)
    start = 0
    while start < len(missing):
        # the first parts warm up what they need, the next ones are timed
        size = workers if start <= workers else TOGETHER
        some = missing[start : start + size]
        begun = time.monotonic()
        given = dict(zip(some, read([parts[k].item for k in some]), strict=True))
        took = time.monotonic() - begun
        found |= given
        if kept is not None:
            kept.save({key: given[k] for k in some if (key := parts[k].key) is not None})
        tokens = sum(parts[k].tokens for k in some)
        done += tokens
        if start == workers:
            left = [parts[k] for k in missing[start + size :]]
            _say(model, left, took / tokens * (total - done), is_kept=kept is not None)
        start += size
        if progress is not None:
            progress(done, total)
    return [found[k] for k in range(len(parts))]


def _say(model: str, left: Sequence[Part[Item]], seconds: float, *, is_kept: bool) -> None:
    if seconds < SAID_FROM:
        return
    tokens, sequences = sum(part.tokens for part in left), sum(part.sequences for part in left)
    again = (
        "what is done is kept, so that an interrupted run goes on"
        if is_kept
        else "nothing is kept, so that an interrupted run begins anew"
    )
    announce(
        f"the model '{model}' has to read {tokens:,} tokens in {sequences:,} pieces of long texts, which takes about "
        f"{duration(seconds)} at the rate of the first; {again}. A smaller model, a GPU or more workers take less."
    )
