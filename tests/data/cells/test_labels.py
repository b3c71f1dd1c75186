"""Labels in place of numbers: recognised, put in order, and refused with the question that settles it."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.data.cells.labels import Unordered, label_notes, label_orders, order_of, spelt
from trueness.data.scores.merge import merge
from trueness.data.scores.score_table import Scorer
from trueness.data.writing.write import write_scores
from trueness.errors import ArgumentError, DataError, FormatError, UnsupportedMethodError


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


def test_labels_without_an_order():
    (order,) = label_orders("billing|refund| other")
    assert isinstance(order, Unordered)
    assert order == ("billing", "refund", "other")
    assert spelt(order) == "billing|refund|other"
    (chain,) = label_orders("C<B<A")
    assert not isinstance(chain, Unordered)
    assert [spelt(one) for one in label_orders("a|b;c<d")] == ["a|b", "c<d"]
    with pytest.raises(ArgumentError, match=r"or '\|' if they have no order; not 'a\|a'"):
        label_orders("a|a")
    with pytest.raises(ArgumentError, match="names a label in two orders"):
        label_orders("a|b;b<c")
    assert label_notes({"x": order}, [order]) == [
        "labels of 'x' were read as 'billing', 'refund', 'other', without an order (as declared)"
    ]


def test_labels_without_an_order_are_kept_and_refused_where_one_is_needed(tmp_path):
    rows = ("s,1,x,z", "s,2,y,y", "t,1,z,x", "t,2,x,x")
    with pytest.raises(FormatError, match=r"that there is none: --labels 'x\|y\|z'"):
        read(tmp_path, "system,input,human,judge", *rows)
    table = read(tmp_path, "system,input,human,judge", *rows, labels="x|y|z")
    assert [(scorer.labels, scorer.nominal) for scorer in table.scorers] == [(("x", "y", "z"), True)] * 2
    np.testing.assert_array_equal(table.matrix("human"), [[0, 1], [2, 0]])
    ordered = read(tmp_path, "system,input,human,judge", *rows, labels="x<y<z")
    assert table.fingerprint != ordered.fingerprint
    again = trueness.read_scores(write_scores(table, tmp_path / "again.csv"))
    assert again.fingerprint == table.fingerprint
    with pytest.raises(UnsupportedMethodError, match=r"labels of 'judge' have no order.*--labels 'x<y<z'"):
        table.oriented("judge")
    with pytest.raises(DataError, match="in different orders"):
        merge(table.select(scorers=["human"]), ordered.select(scorers=["human"]))
