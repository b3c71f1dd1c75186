"""What an Arrow file claims is checked before any of it is read, and no value becomes its own spelling in Python."""

from __future__ import annotations

import gzip
import io
import random
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from pyarrow import feather, ipc

from trueness.data.cells.raw_rows import Unreadable
from trueness.data.formats.arrow_cells import cells_of, check_batch
from trueness.data.reading.read import read_scores
from trueness.errors import FormatError, TruenessError

KEYS: dict[str, Any] = {"system": ["A", "B"], "input": ["1", "1"]}
TABLE = pa.table({**KEYS, "x": [0.1, 0.2]})
COMPRESS = {"": bytes, ".gz": gzip.compress, ".zst": zstandard.ZstdCompressor().compress}


def stored(table: pa.Table, form: str) -> bytes:
    out = io.BytesIO()
    if form == "feather":
        feather.write_feather(table, out, compression="uncompressed")
    elif form == "parquet":
        pq.write_table(table, out)
    else:
        with {"file": ipc.new_file, "stream": ipc.new_stream}[form](out, table.schema) as writer:
            writer.write_table(table)
    return out.getvalue()


@pytest.mark.parametrize("offsets", [(0, 2**30, 2**30 + 1), (0, 60, 120), (0, -5, 2)])
@pytest.mark.parametrize("form", ["file", "stream", "feather"])
@pytest.mark.parametrize("suffix", COMPRESS)
def test_texts_beyond_the_file_are_not_read(
    tmp_path: Path, form: str, suffix: str, offsets: tuple[int, int, int]
) -> None:
    path = tmp_path / f"a.arrow{suffix}"
    sound = stored(TABLE, form)
    path.write_bytes(COMPRESS[suffix](sound))
    np.testing.assert_array_equal(read_scores(path).values.ravel(), [0.1, 0.2])
    damaged = sound.replace(struct.pack("<3i", 0, 1, 2), struct.pack("<3i", *offsets))
    assert damaged != sound
    path.write_bytes(COMPRESS[suffix](damaged))
    with pytest.raises(FormatError, match=r"a\.arrow.*, column 'system': .*damaged, .*write it again"):
        read_scores(path)


CHANGE_AND_READ = """
import random, struct, sys
from pathlib import Path
from trueness.data.reading.read import read_scores
from trueness.errors import TruenessError
path, sound = Path(sys.argv[1]), Path(sys.argv[1]).read_bytes()
rng, refused = random.Random(7), 0
for _ in range(400):
    content = bytearray(sound)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(0, len(content) - 8, 4)
        number = rng.choice((-5, -1, 0, 1, 3, 60, 120, 2**16, 2**30, 2**31 - 1))
        content[at:at + 4] = struct.pack("<i", number)
    path.write_bytes(content)
    try:
        read_scores(path)
    except TruenessError as error:
        assert str(path) in str(error), error
        refused += 1
assert refused > 200, refused
print("read", refused)
"""
"""Run by itself: what it is to find would end the interpreter."""


@pytest.mark.parametrize("form", ["file", "stream", "parquet"])
def test_changed_files_are_read_or_refused_and_end_no_interpreter(tmp_path: Path, form: str) -> None:
    labels = pa.array(["alpha", "beta"]).dictionary_encode()
    more = {"group": labels, "l": [[1, 2], None], "s": [{"f": 0.5}, None], "b": [b"a", b"bc"]}
    times = {"day": pa.array([1, 2], pa.int32()).view(pa.date32())}
    path = tmp_path / f"a.{'parquet' if form == 'parquet' else 'arrow'}"
    path.write_bytes(stored(pa.table({**KEYS, "x": [0.1, None], **more, **times}), form))
    found = subprocess.run(
        [sys.executable, "-c", CHANGE_AND_READ, str(path)], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout[:4]) == (0, "read"), found.stderr


def test_more_rows_than_bytes_could_hold_are_refused() -> None:
    nothing = pa.NullArray.from_buffers(pa.null(), 2**40, [None])
    with pytest.raises(FormatError, match=r"f: it claims 1,099,511,627,776 rows, but holds 0 bytes"):
        check_batch(pa.RecordBatch.from_arrays([nothing], names=["x"]), "f")


def test_texts_that_are_not_utf8_are_named_by_their_column(tmp_path: Path) -> None:
    offsets = pa.py_buffer(np.array([0, 1, 2], np.int32).tobytes())
    wrong = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"a\xff")])
    for form in ("parquet", "file"):
        path = tmp_path / ("a.parquet" if form == "parquet" else "a.arrow")
        path.write_bytes(stored(pa.table({**KEYS, "x": [1.0, 2.0], "note": wrong}), form))
        with pytest.raises(FormatError, match=r"a\.\w+, column 'note': .*other than UTF-8 .*texts as UTF-8"):
            read_scores(path)


@pytest.mark.parametrize(
    ("kind", "number"),
    [
        (pa.timestamp("us"), 2**62),
        (pa.timestamp("us", "Nowhere/City"), 1),
        (pa.duration("s"), 2**62),
        (pa.date32(), 2**31 - 1),
    ],
)
def test_times_out_of_range_hinder_only_those_who_ask_for_them(
    tmp_path: Path, kind: Any, number: int
) -> None:
    whole = pa.int32() if kind == pa.date32() else pa.int64()
    when = pa.array([0, number], whole).view(kind)
    cells = cells_of(when, pa.types)
    assert isinstance(cells[1], Unreadable)
    path = tmp_path / "a.parquet"
    path.write_bytes(stored(pa.table({**KEYS, "x": [1.0, 2.0], "when": when}), "parquet"))
    table = read_scores(path)
    assert table.scorer_names == ("x",)
    assert any("'when'" in note for note in table.notes)
    with pytest.raises(
        FormatError, match=r"a\.parquet, row \d, column 'when': a .* that cannot be read .* is no name"
    ):
        read_scores(path, columns="groups=when")
    with pytest.raises(FormatError, match=r"column 'when': .* is not a number"):
        read_scores(path, columns="scorers=when")


@pytest.mark.parametrize("form", ["parquet", "file"])
def test_two_fields_of_one_name_are_refused_at_every_depth(tmp_path: Path, form: str) -> None:
    x = pa.array([1.0, 2.0])
    path = tmp_path / ("a.parquet" if form == "parquet" else "a.arrow")
    keys = [pa.array(cells) for cells in KEYS.values()]
    twice = pa.Table.from_arrays([*keys, x, x, pa.array([[1.0], [2.0]])], names=[*KEYS, "x", "x", "l"])
    inside = pa.table({**KEYS, "s": pa.StructArray.from_arrays([x, x], names=["f", "f"])})
    for table, column in ((twice, "x"), (inside, "s.f")):
        path.write_bytes(stored(table, form))
        with pytest.raises(FormatError, match=rf"column '{column}': .* occurs twice. Rename"):
            read_scores(path)


@pytest.mark.parametrize("kind", [pa.binary(), pa.large_binary(), pa.binary(1)])
def test_bytes_are_the_text_they_hold_or_refused(tmp_path: Path, kind: Any) -> None:
    path = tmp_path / "a.parquet"

    def read(columns: dict[str, Any], said: str | None = None) -> Any:
        path.write_bytes(stored(pa.table({**KEYS, **columns}), "parquet"))
        return read_scores(path, columns=said)

    table = read({"system": pa.array([b"a", b"b"], kind), "x": pa.array([b"1", b"2"], kind)})
    assert table.systems == ("a", "b")
    np.testing.assert_array_equal(table.values.ravel(), [1, 2])
    with pytest.raises(
        FormatError, match=r"row 2, column 'system': the bytes b'\\xff' are no name, .* not UTF-8"
    ):
        read({"system": pa.array([b"a", b"\xff"], kind), "x": [1, 2]})
    with pytest.raises(FormatError, match=r"column 'x': b'_' is not a number"):
        read({"x": pa.array([b"1", b"_"], kind)})
    picture = pa.array([b"\xff", b"2"], kind)
    assert read({"x": [1, 2], "picture": picture}, "ignore=picture").scorer_names == ("x",)


def test_labels_of_a_dictionary_are_made_once() -> None:
    cells = cells_of(pa.array(["one", None, "two", "one"]).dictionary_encode(), pa.types)
    assert cells == ["one", None, "two", "one"]
    assert cells[0] is cells[3]
    assert cells_of(pa.array([1.5, None]).dictionary_encode(), pa.types)[0] == 1.5


def test_every_kind_of_column_can_be_read_beside_scores(tmp_path: Path) -> None:
    path = tmp_path / "a.arrow"
    more = {
        "map": pa.array([[("a", 1)], None], pa.map_(pa.string(), pa.int64())),
        "union": pa.UnionArray.from_sparse(
            pa.array([0, 1], pa.int8()), [pa.array([1.0, 2.0]), pa.array(["a", "b"])]
        ),
        "decimal": pa.array([1, None]).cast(pa.decimal128(25, 2)),
        "nothing": pa.nulls(2),
        "time": pa.array([1, None], pa.int32()).view(pa.time32("s")),
    }
    path.write_bytes(stored(pa.table({**KEYS, "x": [1.0, 2.0], **more}), "file"))
    table = read_scores(path, columns="scorers=x,scorers=decimal")
    np.testing.assert_array_equal(table.values.reshape(2, 2), [[1, 2], [1, np.nan]])


def test_random_bytes_after_the_magic_are_refused(tmp_path: Path) -> None:
    rng = random.Random(3)
    for name, start in (("a.arrow", b"ARROW1\0\0"), ("a.arrow", b"\xff\xff\xff\xff"), ("a.parquet", b"PAR1")):
        path = tmp_path / name
        path.write_bytes(start + rng.randbytes(500) + start[:6])
        with pytest.raises(TruenessError, match=r"truncated or damaged .*again"):
            read_scores(path)


@pytest.mark.parametrize(
    "kind", [pa.float16(), pa.float32(), pa.float64(), pa.int8(), pa.uint16(), pa.int64(), pa.uint64()]
)
@pytest.mark.parametrize("places", [slice(0, None), slice(3, None), slice(9, 21), slice(4, 4)])
@pytest.mark.parametrize("gaps", [False, True])
def test_numbers_are_those_that_pyarrow_gives(kind: Any, places: slice, gaps: bool) -> None:
    if gaps and not pa.types.is_floating(kind):
        return  # whole numbers with a gap are no array
    given = [None if gaps and k % 4 == 1 else k for k in range(30)]
    column = pa.array(given).cast(pa.float64()).cast(kind)[places]
    found, expected = cells_of(column, pa.types), column.to_numpy(zero_copy_only=False)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


def test_no_rows_and_nothing_but_gaps() -> None:
    assert cells_of(pa.array([], pa.float64()), pa.types).shape == (0,)
    assert np.isnan(cells_of(pa.array([None, None], pa.float32()), pa.types)).all()


def test_pandas_is_not_loaded_to_read_numbers(tmp_path: Path) -> None:
    pq.write_table(TABLE, tmp_path / "a.parquet")
    told = (
        f"import sys; from trueness import read_scores; read_scores({str(tmp_path / 'a.parquet')!r}); "
        "sys.exit('pandas' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", told], check=False).returncode == 0
