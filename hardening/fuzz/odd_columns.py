"""Tables of Arrow with columns of any type and values at the ends of their ranges, and buffers that lie."""

from __future__ import annotations

import io
import random
import struct
from typing import Any

import pyarrow as pa
from pyarrow import ipc, parquet

_ROWS = 6
_INTEGERS = (0, 1, -1, 127, -(2**31), 2**31 - 1, 2**53 + 1, -(2**63), 2**63 - 1)
_FLOATS = (0.0, -0.0, 1.5, float("nan"), float("inf"), -float("inf"), 5e-324, 1.7e308)
_TEXTS = ("", "a", "b", "1", "1_0", "nan", "\u0661\u0662", "\0", "\r=1+1", "x" * 3000, "[1]", "{}")


def odd_table(rng: random.Random) -> pa.Table:
    """Return a table that may have keys, and has one to four more columns of any type."""
    names, columns = [], []
    if rng.random() < 0.9:
        names += ["system", "input"]
        columns += [pa.array(list("aabbcc")), pa.array(["1", "2"] * 3)]
    for _ in range(rng.randrange(1, 5)):
        names.append(
            rng.choice(("x", "x", "y", "relevance", "relevance@bob", "bleu#statistics", "", "1", "system"))
        )
        columns.append(_column(rng))
    if rng.random() < 0.2:
        order = rng.sample(range(len(names)), len(names))
        names, columns = [names[k] for k in order], [columns[k] for k in order]
    return pa.Table.from_arrays(columns, names=names)


def _column(rng: random.Random) -> pa.Array | pa.ChunkedArray:
    kind = rng.choice(_KINDS)
    values = [None if rng.random() < 0.15 else _value(rng, kind) for _ in range(_ROWS)]
    try:
        array = pa.array(values, kind)
    except (pa.ArrowException, OverflowError, ValueError, TypeError):
        array = pa.array([_small(kind)] * _ROWS, kind)
    match rng.randrange(8):
        case 0 if not pa.types.is_nested(kind) and not pa.types.is_dictionary(kind):
            return array.dictionary_encode()
        case 1:
            return pa.chunked_array([array[:2], array[2:2], array[2:]])
        case _:
            return array


def _value(rng: random.Random, kind: pa.DataType) -> Any:  # noqa: C901, PLR0911 - a case for each type
    types = pa.types
    if types.is_list(kind) or types.is_large_list(kind):
        return [_value(rng, kind.value_type) for _ in range(rng.randrange(4))]
    if types.is_fixed_size_list(kind):
        return [_value(rng, kind.value_type) for _ in range(kind.list_size)]
    if types.is_struct(kind):
        return [(field.name, _value(rng, field.type)) for field in kind]
    if types.is_map(kind):
        return [(_value(rng, kind.key_type), _value(rng, kind.item_type)) for _ in range(rng.randrange(3))]
    if types.is_boolean(kind):
        return rng.random() < 0.5
    if types.is_floating(kind):
        return rng.choice(_FLOATS)
    if types.is_string(kind) or types.is_large_string(kind):
        return rng.choice(_TEXTS)
    if types.is_binary(kind) or types.is_large_binary(kind):
        return rng.choice((b"", b"a", b"1_0", b"\xff\0", b"1"))
    if types.is_fixed_size_binary(kind):
        return rng.randbytes(kind.byte_width)
    if types.is_null(kind):
        return None
    return rng.choice(_INTEGERS)


def _small(kind: pa.DataType) -> Any:
    """Return something that every type holds."""
    return 1 if pa.types.is_integer(kind) else None


_PLAIN = (
    *(
        pa.int8(),
        pa.int64(),
        pa.uint64(),
        pa.float16(),
        pa.float32(),
        pa.float64(),
        pa.bool_(),
        pa.string(),
        pa.large_string(),
    ),
    *(
        pa.binary(),
        pa.large_binary(),
        pa.binary(3),
        pa.null(),
        pa.date32(),
        pa.date64(),
        pa.time32("s"),
        pa.time64("ns"),
    ),
    *(
        pa.timestamp("s"),
        pa.timestamp("ns"),
        pa.timestamp("us", "Europe/Paris"),
        pa.duration("s"),
        pa.duration("ns"),
    ),
    *(pa.decimal128(38, 5), pa.decimal256(70, -3)),
)
_KINDS = (
    *_PLAIN,
    *(
        pa.list_(kind)
        for kind in (pa.float64(), pa.string(), pa.null(), pa.timestamp("s"), pa.list_(pa.int8()))
    ),
    *(pa.large_list(pa.string()), pa.list_(pa.float64(), 2), pa.map_(pa.string(), pa.float64())),
    pa.struct([("a", pa.float64())]),
    pa.struct([("a", pa.float64()), ("a", pa.string())]),
    pa.struct([("bob", pa.struct([("fluent", pa.int8())])), ("when", pa.date64())]),
)


def odd_arrow(rng: random.Random, content: bytes) -> bytes:
    """Return a file or stream of Arrow with columns of any type, some with numbers changed in their buffers."""
    del content
    found = _written(rng, odd_table(rng), "arrow")
    return lying_buffers(rng, found) if rng.random() < 0.5 else found


def odd_parquet(rng: random.Random, content: bytes) -> bytes:
    """Return a file of Parquet with columns of any type."""
    del content
    return _written(rng, odd_table(rng), "parquet")


def _written(rng: random.Random, table: pa.Table, form: str) -> bytes:
    """Return a table as a file; one that cannot be written is drawn anew."""
    out = io.BytesIO()
    try:
        if form == "parquet":
            codec = rng.choice(("none", "snappy", "zstd"))
            parquet.write_table(table, out, compression=codec, use_dictionary=rng.random() < 0.5)
        else:
            make = ipc.new_file if rng.random() < 0.7 else ipc.new_stream
            options = ipc.IpcWriteOptions(compression=rng.choice((None, None, "zstd", "lz4")))
            with make(out, table.schema, options=options) as writer:
                writer.write_table(table, max_chunksize=rng.choice((2, 100)))
    except (pa.ArrowException, OSError, OverflowError):
        return _written(rng, odd_table(rng), form)
    return out.getvalue()


def lying_buffers(rng: random.Random, content: bytes) -> bytes:
    """Return an uncompressed file of Arrow with another number in its offsets, lengths or codes.

    Offsets of texts and lists are runs of rising 32-bit numbers that begin with 0, as no other part of a small file is.
    """
    words = [int(word) for word in struct.unpack(f"<{len(content) // 4}i", content[: len(content) // 4 * 4])]
    runs = [
        k
        for k in range(len(words) - 3)
        if words[k] == 0 and 0 <= words[k + 1] <= words[k + 2] <= words[k + 3] < 2**16
    ]
    if not runs:
        return content
    raw = bytearray(content)
    start = rng.choice(runs)
    for k in range(rng.choice((1, 1, 2, 4))):
        value = rng.choice(
            (2**30, 2**30 + 1, 2**31 - 1, -1, -(2**31), 60, 120, 4096, len(content), words[start + 1] + 1, 0)
        )
        struct.pack_into("<i", raw, 4 * min(start + rng.randrange(8) + k, len(words) - 1), value)
    return bytes(raw)
