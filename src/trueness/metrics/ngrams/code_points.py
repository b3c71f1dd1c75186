"""Texts as arrays of code points or of bytes, one text after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class CodePoints(NamedTuple):
    """Code points of texts.

    Attributes
    ----------
    values : array of shape (C,)
    starts : array of shape (texts + 1,)
        Where each text begins in `values`, and where the last one ends.
    """

    values: NDArray[np.int32]
    starts: NDArray[np.int64]


class TextBytes(NamedTuple):
    """Bytes of texts.

    Attributes
    ----------
    values : array of shape (B,)
    starts : array of shape (texts + 1,)
        Where each text begins in `values`, and where the last one ends.
    """

    values: NDArray[np.uint8]
    starts: NDArray[np.int64]


def code_points(texts: Sequence[str]) -> CodePoints:
    """Return the code points of texts; half of a surrogate pair is one, too.

    Takes four bytes a character.
    """
    starts = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)), out=starts[1:])
    whole = "".join(texts)
    if whole.isascii():
        return CodePoints(np.frombuffer(whole.encode("ascii"), dtype=np.uint8).astype(np.int32), starts)
    encoded = whole.encode("utf-32-le", "surrogatepass")
    return CodePoints(np.frombuffer(encoded, dtype="<i4").astype(np.int32), starts)


def text_bytes(texts: Sequence[str]) -> TextBytes:
    """Return the bytes of texts, each of which is ended by a line feed that is its last byte.

    Parameters
    ----------
    texts : sequence of str
        In which every character stands for a byte: of ASCII, or in which bytes were read as Latin-1. Texts are joined
        much faster than they are encoded one by one.
    """
    starts = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)) + 1, out=starts[1:])
    return TextBytes(np.frombuffer("\n".join([*texts, ""]).encode("latin-1"), dtype=np.uint8), starts)
