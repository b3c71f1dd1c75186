"""Labels in place of numbers: recognised, put in order, and refused with the question that settles it."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.data.labels import label_orders, order_of
from trueness.data.merge import merge
from trueness.data.score_table import Scorer
from trueness.data.write import write_scores
from trueness.errors import ArgumentError, DataError, FormatError


def read(tmp_path, header, *rows, labels=None, **more):
    path = tmp_path / "labels.csv"
    path.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")
    return trueness.read_scores(path, labels=labels, **more)


def test_the_usual_labels_need_no_word(tmp_path):
    table = read(
        tmp_path,
        "id,human@ann,human@bob,judge,length,why",
        "a,PASS,fail,pass,3,it says what was asked and more",
        "b,pass,,N/A,4,no",
        "c,fail, fail ,pass,5,yes",
    )
    assert table.scorer_names == ("judge", "length", "human")
    np.testing.assert_array_equal(table.matrix("human"), [[0.5, 1, 0]])
    np.testing.assert_array_equal(table.matrix("judge"), [[1, np.nan, 1]])
    assert table.scorer("human").labels == table.scorer("judge").labels == ("fail", "pass")
    assert table.scorer("length").labels == ()
    assert any(
        "'human@ann', 'human@bob', 'judge' were read as fail = 0, pass = 1" in one for one in table.notes
    )


def test_columns_that_share_a_label_share_an_order_although_one_lacks_some(tmp_path):
    table = read(tmp_path, "id,human,judge,other", "a,low,high,no", "b,high,medium,yes", "c,low,low,yes")
    assert table.scorer("human").labels == ("low", "medium", "high")
    np.testing.assert_array_equal(table.matrix("human"), [[0, 2, 0]])


@pytest.mark.parametrize(
    ("cells", "shown"),
    [(("B", "A", "C"), "A<B<C"), (("cat", "dog", "dog"), "cat<dog"), (("1st", "2nd", "1st"), "1st<2nd")],
)
def test_an_order_that_nobody_knows_is_asked_for_and_then_taken(tmp_path, cells, shown):
    rows = [f"{k},{cell},1" for k, cell in enumerate(cells)]
    with pytest.raises(FormatError, match=f"row 2, column 'human'.*--labels '{shown}'.*'ignore=human'"):
        read(tmp_path, "id,human,judge", *rows)
    table = read(tmp_path, "id,human,judge", *rows, labels=shown)
    order = shown.split("<")
    np.testing.assert_array_equal(table.matrix("human"), [[order.index(cell) for cell in cells]])
    turned = read(tmp_path, "id,human,judge", *rows, labels="<".join(reversed(order)))
    np.testing.assert_array_equal(turned.matrix("human"), len(order) - 1 - table.matrix("human"))
    assert table.fingerprint != turned.fingerprint
    with pytest.raises(DataError, match="different orders"):
        merge(table.select(scorers="human"), turned.select(scorers="human"))


def test_a_declared_order_comes_before_the_known_one(tmp_path):
    table = read(tmp_path, "id,human,judge", "a,pass,1", "b,fail,0", labels=["pass<fail", "A<B"])
    np.testing.assert_array_equal(table.matrix("human"), [[0, 1]])
    assert "as declared" in table.notes[0]


def test_labels_survive_writing_and_reading(tmp_path):
    table = read(tmp_path, "system,input,human,judge", "s,a,A,B", "s,b,C,A", labels="C<B<A")
    write_scores(table, tmp_path / "again.csv")
    again = trueness.read_scores(tmp_path / "again.csv")
    assert again.fingerprint == table.fingerprint
    assert again.scorer("judge") == Scorer("judge", labels=("C", "B", "A"))


def test_numbers_stay_numbers_and_a_mixture_stays_an_error(tmp_path):
    assert read(tmp_path, "id,x", "a,0", "b,1").scorer("x").labels == ()
    with pytest.raises(FormatError, match="row 3, column 'x': 'pass' is not a number"):
        read(tmp_path, "id,x", "a,0", "b,pass")


@pytest.mark.parametrize("wrong", ["pass", "a<a", "a<", 3, ["a<b", "b<c"]])
def test_orders_that_are_none(wrong):
    with pytest.raises(ArgumentError, match="labels"):
        label_orders(wrong)
    assert order_of(["yes"], ()) == ("no", "yes")
