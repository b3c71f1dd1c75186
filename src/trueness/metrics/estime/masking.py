"""Which words are masked together, and in which piece of a text: what a model is given for ESTIME."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from typing import NamedTuple

PIECE = 450
"""Tokens of a text that the model is given at once."""
MARGIN = 50
"""Tokens at the ends of a piece of which no states are taken."""
APART = 8
"""Words from one masked word to the next, at least."""


class Words(NamedTuple):
    """A text as words and tokens.

    Attributes
    ----------
    words : tuple of str
    tokens : tuple of int
        Their token ids, without special tokens.
    spans : tuple of (int, int)
        For each word its first token, and the one past its last; empty for a word of which no token is left.
    """

    words: tuple[str, ...]
    tokens: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


class Masked(NamedTuple):
    """A piece of a text with masked words.

    Attributes
    ----------
    ids : tuple of int
        Token ids, masked ones and the special ones at the ends included.
    places : tuple of (int, int)
        For each masked word its first token in the text, and where that is in `ids`.
    """

    ids: tuple[int, ...]
    places: tuple[tuple[int, int], ...]


class Ends(NamedTuple):
    """Token ids that stand at the ends of what a model reads, and for what is masked."""

    first: int
    last: int
    mask: int


def apart(indices: Sequence[int], least: int = APART) -> list[list[int]]:
    """Return groups of sorted indices in each of which neighbours are so far apart."""
    groups: list[list[int]] = []
    rest = list(indices)
    while rest:
        group: list[int] = []
        others = []
        for index in rest:
            if not group or index - group[-1] >= least:
                group.append(index)
            else:
                others.append(index)
        groups.append(group)
        rest = others
    return groups


def masked_pieces(text: Words, ends: Ends, limit: int) -> list[Masked]:
    """Return what a model is given so that each word is masked once, in a piece of text with room around it.

    Parameters
    ----------
    text : Words
    ends : Ends
    limit : int
        Tokens that the model takes, special ones included.

    Returns
    -------
    list of Masked
        In the order of the program blanc 0.3.4: group by group, in a group from left to right.
    """
    size = min(PIECE, limit - 2)
    margin = min(MARGIN, size // 4)
    whole = [k for k, (start, stop) in enumerate(text.spans) if stop > start]
    found = []
    for group in apart(whole):
        spans = [text.spans[k] for k in group]
        first = 0
        while first < len(spans):
            start = spans[first][0]
            begin = max(0, start - margin)
            last = begin + size - margin  # the last token that may be masked
            beyond = bisect.bisect_right(spans, last, lo=first, key=lambda span: span[1] - 1)
            used = spans[first:beyond] or [(start, last + 1)]
            found.append(_masked(text.tokens, begin, min(len(text.tokens), begin + size), used, ends))
            first += len(used)
    return found


def _masked(
    tokens: Sequence[int], begin: int, end: int, spans: Sequence[tuple[int, int]], ends: Ends
) -> Masked:
    ids = list(tokens[begin:end])
    for start, stop in spans:
        inside = min(stop, end)
        ids[start - begin : inside - begin] = [ends.mask] * (inside - start)
    places = tuple((start, 1 + start - begin) for start, _ in spans)
    return Masked((ends.first, *ids, ends.last), places)
