"""Damage to bytes, whatever they mean."""

from __future__ import annotations

import random
import struct

NASTY = (
    *(
        b"",
        b"\0",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\xed\xa0\x80",
        b"\r",
        b"\n",
        b"\r\n",
        b"\t",
        b'"',
        b'""',
        b",",
        b";",
        b"\x1a",
    ),
    *(
        b"NaN",
        b"Infinity",
        b"-inf",
        b"1e309",
        b"-0.0",
        b"5e-324",
        b"1_0",
        b"0x10",
        b"1,5",
        b"\xd9\xa1\xd9\xa2",
        b"9" * 400,
        b"True",
    ),
    *(
        b"null",
        b"[]",
        b"{}",
        b"[[1]]",
        b'{"a":' * 40,
        b"[" * 1200,
        b'"\\ud800"',
        b"\\u0000",
        b"=1+1",
        b"None",
        b"#N/A",
        b"../x",
    ),
    *(
        b"PAR1",
        b"ARROW1",
        b"\x1f\x8b\x08",
        b"\x28\xb5\x2f\xfd",
        b"\x80\x04",
        b"system",
        b"input",
        b"human",
        b"@",
        b"#statistics",
    ),
)
"""What parsers stumble over."""

_LENGTHS = (
    0,
    1,
    127,
    128,
    255,
    256,
    2**15,
    2**16 - 1,
    2**24,
    2**28,
    2**30,
    2**31 - 1,
    2**31,
    2**32 - 1,
    2**62,
    2**63,
)


def damaged(rng: random.Random, content: bytes) -> bytes:
    """Return bytes with one to four damages: bits flipped, pieces lost, doubled or moved, nasty ones put in."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        content = rng.choice(_DAMAGES)(rng, bytearray(content))
    return content


def _flipped(rng: random.Random, content: bytearray) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 8))):
        if content:
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return bytes(content)


def _overwritten(rng: random.Random, content: bytearray) -> bytes:
    start, piece = _piece(rng, content)
    content[start : start + len(piece)] = rng.randbytes(len(piece))
    return bytes(content)


def _cut(rng: random.Random, content: bytearray) -> bytes:
    start, piece = _piece(rng, content)
    del content[start : start + len(piece)]
    return bytes(content)


def _truncated(rng: random.Random, content: bytearray) -> bytes:
    at = rng.randrange(len(content) + 1)
    return bytes(content[:at] if rng.random() < 0.8 else content[at:])


def _doubled(rng: random.Random, content: bytearray) -> bytes:
    start, piece = _piece(rng, content)
    content[start:start] = bytes(piece) * rng.choice((1, 1, 3, 50))
    return bytes(content)


def _spliced(rng: random.Random, content: bytearray) -> bytes:
    start, piece = _piece(rng, content)
    to, other = _piece(rng, content)
    content[to : to + len(other)] = bytes(piece)
    del start
    return bytes(content)


def _nasty(rng: random.Random, content: bytearray) -> bytes:
    start, piece = _piece(rng, content)
    end = start + len(piece) if rng.random() < 0.5 else start
    content[start:end] = rng.choice(NASTY)
    return bytes(content)


def _length(rng: random.Random, content: bytearray) -> bytes:
    """Put a number where a length may stand: in 1, 2, 4 or 8 bytes, either end first, mostly aligned."""
    form = rng.choice(("<B", "<H", "<I", "<Q", ">I", ">Q"))
    size = struct.calcsize(form)
    value = rng.choice(_LENGTHS) % 2 ** (8 * size)
    if rng.random() < 0.2:
        value = (2 ** (8 * size) - rng.randrange(1, 9)) % 2 ** (8 * size)
    at = rng.randrange(len(content) + 1)
    if rng.random() < 0.7:
        at -= at % size
    content[at : at + size] = struct.pack(form, value)
    return bytes(content)


def _piece(rng: random.Random, content: bytearray) -> tuple[int, bytearray]:
    start = rng.randrange(len(content) + 1)
    length = rng.choice((1, 1, 2, 4, 8, 32, 200))
    return start, content[start : start + length]


_DAMAGES = (
    _flipped,
    _flipped,
    _overwritten,
    _cut,
    _truncated,
    _doubled,
    _spliced,
    _nasty,
    _nasty,
    _length,
    _length,
)
