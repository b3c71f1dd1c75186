import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import FormatError
from trueness.studies.simulation.certified_table import nearest_size, packaged_table, read_table, table_csv


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    n_systems: int
    n_inputs: int
    share: float


ROWS = (Row("a, b", 10, 20, 0.125), Row("c", 16, 100, float("nan")))


def test_written_and_read_again():
    text = table_csv(ROWS, Row)
    assert text == 'name,n_systems,n_inputs,share\n"a, b",10,20,0.125000\nc,16,100,\n'
    first, second = read_table(text, Row, name="table.csv")
    assert first == ROWS[0]
    assert math.isnan(second.share)
    assert table_csv((), Row) == "name,n_systems,n_inputs,share\n"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("share", "part", "columns must be name, n_systems, n_inputs, share"),
        ("10,20", "ten,20", "row 2: this row is damaged"),
        ("c,16,100,", "c,16", "row 3: this row is damaged"),
        ("c,16,100,", "c,16,100,x", "row 3: this row is damaged"),
        ("c,16,100,", "c,16,100,,1", "row 3: this row is too long"),
    ],
)
def test_a_damaged_table_is_named(old, new, message):
    with pytest.raises(FormatError, match=message) as caught:
        read_table(table_csv(ROWS, Row).replace(old, new), Row, name="table.csv")
    assert "table.csv" in str(caught.value)


def test_a_table_that_does_not_come_with_the_package_is_empty():
    assert packaged_table(Row, "no-such-table.csv") == ()


SIZES = st.tuples(st.integers(2, 300), st.integers(1, 2000))


@given(st.lists(SIZES, min_size=1), SIZES)
def test_no_other_size_is_nearer(sizes, own):
    rows = [Row("", n, m, 0.0) for n, m in sizes]

    def factors(size):
        return tuple(max(a / b, b / a) for a, b in zip(size, own, strict=True))

    def distance(size):
        return math.hypot(*(math.log(factor) for factor in factors(size)))

    near = [size for size in sizes if factors(size)[0] <= 2 and factors(size)[1] <= 5]
    found = nearest_size(rows, *own)
    assert (found is None) == (not near)
    if found is not None:
        assert distance(found) == min(distance(size) for size in near)
