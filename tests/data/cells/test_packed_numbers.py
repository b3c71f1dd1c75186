"""Packed numbers come back bit by bit, in whatever pieces they arrived, and take the bytes that are promised."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.cells.packed_numbers import ROWS_PER_BLOCK, PackedColumns, PackedNumbers


def assert_same(found, numbers):
    """Compare bits: one NaN is as good as another, but 0.0 is not -0.0."""
    assert found.dtype == numbers.dtype
    gone = np.isnan(numbers)
    np.testing.assert_array_equal(np.isnan(found), gone)
    assert found[~gone].tobytes() == numbers[~gone].tobytes()


def decimals(n, places, rng, high=5):
    return np.array([float(f"{value:.{places}f}") for value in rng.uniform(-high, high, n)])


RNG = np.random.default_rng(8)
COLUMNS = {
    "nothing": np.empty(0),
    "grades": RNG.integers(1, 6, 10_000).astype(float),
    "halves": RNG.integers(2, 11, 10_000) / 2,
    "decimals": decimals(10_000, 5, RNG),
    "percent": decimals(10_000, 2, RNG, high=100),
    "nine decimals": decimals(10_000, 9, RNG, high=1),
    "doubles": RNG.normal(size=10_000),
    "large": RNG.normal(size=10_000) * 1e300,
    "small": RNG.normal(size=10_000) * 1e-300,
    "years": RNG.integers(1_600_000_000_000, 1_700_000_000_000, 10_000).astype(float),
    "gaps": np.where(RNG.random(10_000) < 0.3, np.nan, decimals(10_000, 3, RNG)),
    "gaps alone": np.full(9_000, np.nan),
    "a number and gaps": np.where(RNG.random(9_000) < 0.3, np.nan, 7.0),
    "one number": np.full(9_000, 0.25),
    "zeros of both signs": np.where(RNG.random(9_000) < 0.5, -0.0, 0.0),
    "two kinds": np.concatenate([np.arange(6_000) / 4, RNG.normal(size=6_000)]),
    "widest bytes": np.arange(254.0),
    "one too wide": np.arange(255.0),
    "infinite": np.array([1.0, np.inf, -np.inf]),
}


@pytest.mark.parametrize("name", list(COLUMNS))
@pytest.mark.parametrize("size", [1, 999, ROWS_PER_BLOCK, 1 << 20])
def test_numbers_come_back(name, size):
    numbers = COLUMNS[name][: 50 if size == 1 else None]
    packed = PackedNumbers(np.float64)
    for start in range(0, len(numbers), size):
        packed.add(numbers[start : start + size])
    assert len(packed) == len(numbers)
    assert_same(packed.whole(), numbers)
    assert_same(PackedNumbers.of(numbers).whole(), numbers)


@given(
    st.lists(
        st.floats(width=64)
        | st.sampled_from([0.0, -0.0, 0.1, 0.3, 1e22, 2.0**53, 2.0**53 + 2, 4294967294.0, 4294967295.0])
        | st.decimals(-1000, 1000, places=3).map(float)
    )
)
def test_any_numbers_come_back(numbers):
    column = np.array(numbers, dtype=np.float64)
    assert_same(PackedNumbers.of(column).whole(), column)


@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-5, 300)))
def test_whole_numbers_come_back(numbers):
    column = np.array(numbers, dtype=np.int64)
    assert_same(PackedNumbers.of(column).whole(), column)


@pytest.mark.parametrize(
    ("start", "end"), [(0, 0), (3, 3), (0, 5), (4_090, 8_200), (9_999, 10_000), (0, 10_000)]
)
def test_a_part_is_the_part_of_the_whole(start, end):
    numbers = COLUMNS["gaps"]
    packed = PackedNumbers(np.float64)
    for piece in np.array_split(numbers, [10, 4_000, 9_000]):  # blocks of different lengths
        packed.add(piece)
    assert_same(packed.part(start, end), numbers[start:end])
    if start < end:
        np.testing.assert_equal(packed[start], numbers[start])


def test_what_is_handed_out_or_in_is_nobody_elses():
    piece = np.arange(5.0)
    packed = PackedNumbers(np.float64)
    packed.add(piece)
    piece[:] = -1
    packed.whole()[:] = -2
    assert packed.whole().tolist() == [0, 1, 2, 3, 4]


def test_what_was_taken_is_gone():
    packed = PackedNumbers(np.int64)
    for n in (3, 2, ROWS_PER_BLOCK + 1):
        packed.add(np.arange(n))
        taken = packed.taken()
        assert taken.tolist() == list(range(n))
        assert taken.dtype == np.int64
    assert len(packed) == 0


@pytest.mark.parametrize(
    ("name", "bytes_each"),
    [
        ("grades", 1),
        ("halves", 1),
        ("percent", 2),
        ("decimals", 4),
        ("doubles", 8),
        ("one number", 0),
        ("gaps", 2),
    ],
)
def test_numbers_take_no_more_bytes_than_are_promised(name, bytes_each):
    numbers = np.tile(COLUMNS[name], 20)
    PackedNumbers.of(numbers)  # what is loaded at first is not counted
    tracemalloc.start()
    packed = PackedNumbers.of(numbers)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    blocks = len(numbers) / ROWS_PER_BLOCK + 1
    assert held <= bytes_each * len(numbers) + 600 * blocks
    assert len(packed) == len(numbers)


def test_columns_are_a_mapping_of_arrays():
    columns = PackedColumns({name: PackedNumbers.of(COLUMNS[name]) for name in ("grades", "gaps")})
    assert list(columns) == ["grades", "gaps"]
    assert_same(columns["gaps"], COLUMNS["gaps"])
    assert list(columns.without("gaps")) == ["grades"]
    assert_same(columns.pop("grades"), COLUMNS["grades"])
    assert list(columns) == ["gaps"]
    with pytest.raises(KeyError):
        columns["grades"]
