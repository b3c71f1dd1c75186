"""Numbers that are written otherwise are read where they can mean one thing, and said; else the cause is named."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.data.cells.written_numbers import is_date, kind_of_number
from trueness.errors import FormatError


def read(tmp_path, cells, *, name="judge", suffix=".csv", **more):
    separator = {".csv": ",", ".tsv": "\t", ".semi": ";"}[suffix]
    rows = [f'{k}{separator}{k % 3}{separator}"{cell}"' for k, cell in enumerate(cells)]
    path = tmp_path / f"scores{'.csv' if suffix == '.semi' else suffix}"
    path.write_text("\n".join([separator.join(("id", "human", name)), *rows]) + "\n", encoding="utf-8")
    table = trueness.read_scores(path, **more)
    return table, list(table.matrix(name)[0]) if name in table.scorer_names else None


@pytest.mark.parametrize(
    ("cells", "numbers", "note"),
    [
        (("50.4%", "7%", "", "100 %"), (0.504, 0.07, np.nan, 1), "'50.4%' is 0.504"),
        (("-3%", "+.5%"), (-0.03, 0.005), "shares"),
        (("4/5", "0/5", "nan", "5 / 5"), (0.8, 0, np.nan, 1), "'4/5' is 0.8"),
        (("1/2", "2/3"), (1 / 2, 2 / 3), "shares"),
        (("4 - good", "1 - bad", "4 - Good"), (4, 1, 4), "'4 - good' is 4"),
        (("5: great", "2: poor", "3"), (5, 2, 3), "by the numbers in its labels"),
        (("1 (worst)", "7 (best)", "4 (so so)"), (1, 7, 4), "labels"),
        (("1,503.25", "987", "1,465"), (1503.25, 987, 1465), "'1,503.25' is 1503.25"),
        (("1,234,567", "12", "1,000"), (1234567, 12, 1000), "between thousands"),
        (("1,503", "999.5"), (1503, 999.5), "between thousands"),
        (("1.503,5", "12", "7,25"), (1503.5, 12, 7.25), "'1.503,5' is 1503.5"),
        (("1.234.567", "1.234,5"), (1234567, 1234.5), "points"),
        (("TRUE", "0", "1", "False"), (1, 0, 1, 0), "'TRUE' is 1"),
        (("★★★☆☆", "★★★★★", "☆☆☆☆☆", ""), (3, 5, 0, np.nan), "stars of 'judge' were counted: '★★★☆☆' is 3"),
        (("⭐⭐", "⭐️⭐️⭐️", "⭐"), (2, 3, 1), "'⭐⭐' is 2"),
        (("yes", "1", "0", "no"), (1, 1, 0, 0), "'yes' is 1"),
    ],
)
def test_what_can_mean_one_thing(tmp_path, cells, numbers, note):
    table, found = read(tmp_path, cells)
    np.testing.assert_array_equal(found, numbers)
    assert any(note in one for one in table.notes)
    assert read(tmp_path, cells, suffix=".tsv")[1] == pytest.approx(found, abs=0, nan_ok=True)


@pytest.mark.parametrize(
    ("cells", "row", "message"),
    [
        (("0.5", "50.4%"), 3, "'50.4%' stands in a column with 1 numbers without a percent sign"),
        (("3", "4/5"), 3, "'4/5' stands in a column with 1 numbers without what it is out of"),
        (("5/4", "1/2"), 2, "'5/4' is more than it is out of, as in a date"),
        (("1/0",), 2, "out of zero"),
        (("1,503", "1,465"), 2, "the comma of '1,503' may stand between thousands, or for a decimal point"),
        (("1,5", "2"), 2, "'1,5' is not a number. Write decimals with a point"),
        (("50%", "4/5"), 3, "'4/5' and '50%' .row 2. are numbers of two kinds"),
        (("1.503,5", "2.25"), 2, "points that may be either"),
        (("★★☆", "3"), 2, "'★★☆' stands in a column with 1 numbers without stars"),
        (("★★☆", "★★☆☆"), 3, "'★★☆☆' has another number of stars than the 3 of others"),
        (("★★☆", "★★★★"), 3, "'★★★★' has another number of stars than the 3 of others"),
        (("2", "yes"), 3, "'yes' is not a number, and others are neither 0 nor 1"),
        (("4:good", "4:bad"), 3, "'4:bad' has another word"),
        (
            ("50%", "N/A", "60%"),
            3,
            "'N/A' is not a number. If it means that there is no score: --missing-values 'N/A'",
        ),
    ],
)
def test_what_cannot_is_refused_with_its_cause(tmp_path, cells, row, message):
    with pytest.raises(FormatError, match=message) as error:
        read(tmp_path, cells)
    assert (error.value.row, error.value.column) == (row, "judge")


def test_semicolons(tmp_path):
    assert read(tmp_path, ("1.503,5", "2.000", "7,25"), suffix=".semi")[1] == [1503.5, 2000, 7.25]
    assert read(tmp_path, ("1,5", "12"), suffix=".semi")[1] == [1.5, 12]
    assert read(tmp_path, ("1.503", "2.25"), suffix=".semi")[1] == [1.503, 2.25]
    assert read(tmp_path, ("1,503", "2"), suffix=".semi")[1] == [1.503, 2]
    for cells in (("1.500", "0,5"), ("1.503,5", "2.25"), ("0,5", "2.25")):
        with pytest.raises(FormatError, match=r"row [23], column 'judge': .*point"):
            read(tmp_path, cells, suffix=".semi")


def test_labels_that_begin_with_numbers_follow_a_declared_order_of_their_own(tmp_path):
    cells = ("1 - great", "5 - bad", "3 - fair")
    assert read(tmp_path, cells)[1] == [1, 5, 3]
    assert read(tmp_path, cells, labels="1 - great<3 - fair<5 - bad")[1] == [1, 5, 3]
    table, codes = read(tmp_path, cells, labels="5 - bad<3 - fair<1 - great")
    assert codes == [2, 0, 1]
    assert table.scorer("judge").labels == ("5 - bad", "3 - fair", "1 - great")
    table, codes = read(tmp_path, cells, labels="1 - great|3 - fair|5 - bad")
    assert table.scorer("judge").nominal


@pytest.mark.parametrize(
    "cells", [("2024-01-03", "2024-02-11"), ("2024-01-03T10:00:00Z",), ("03.01.2024",), ("10:15:00", "")]
)
def test_dates_are_left_out_as_those_of_parquet_are(tmp_path, cells):
    table, found = read(tmp_path, cells, name="when")
    assert found is None
    assert any("'when'" in note and "no scores" in note for note in table.notes)
    with pytest.raises(FormatError, match=r"row 2, column 'when': .* is a date or a time, not a number"):
        read(tmp_path, cells, name="when", columns="scorers=when")


def test_text_that_was_left_out_stays_left_out(tmp_path):
    cells = ("1 - first try, then again", "1 - second try, and so on", "2 - none")
    assert read(tmp_path, cells, name="remark")[1] is None
    assert read(tmp_path, ("4/5", "5/5"), name="answer")[1] is None


def test_words_alone_stay_labels(tmp_path):
    table, found = read(tmp_path, ("true", "false", "true"))
    assert found == [1, 0, 1]
    assert table.scorer("judge").labels == ("false", "true")


@pytest.mark.parametrize(
    ("text", "kind"),
    [("4-good", None), ("7b", None), ("1.2.3", None), ("12/25/2024", None), ("%", None), (" 5% ", "percent")],
)
def test_kinds(text, kind):
    assert kind_of_number(text) == kind
    assert not is_date("1.5")
