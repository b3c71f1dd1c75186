"""Labels in place of numbers: recognised, put in order, and refused with the question that settles it."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import trueness
from trueness.data.cells.labels import (
    Ordered,
    Unordered,
    label_key,
    label_notes,
    label_orders,
    order_of,
    places,
    same_labels,
    spelt,
)
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
    with pytest.raises(FormatError, match=r"row 2, column 'human'.*--labels 'WORST<…<BEST'.*'ignore=human'"):
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
    with pytest.raises(ArgumentError, match=r"or with '\|' if their order means nothing; it is 'a\|a'"):
        label_orders("a|a")
    with pytest.raises(ArgumentError, match="names a label in two orders"):
        label_orders("a|b;b<c")
    given = {"x": Ordered(np.zeros(1), order, {})}
    assert label_notes(given, [order]) == [
        "labels of 'x' were read as 'billing', 'refund', 'other', without an order"
    ]


def test_labels_without_an_order_are_kept_and_refused_where_one_is_needed(tmp_path):
    rows = ("s,1,x,z", "s,2,y,y", "t,1,z,x", "t,2,x,x")
    with pytest.raises(FormatError, match=r"that they have none: --labels 'x\|y\|z'"):
        read(tmp_path, "system,input,human,judge", *rows)
    table = read(tmp_path, "system,input,human,judge", *rows, labels="x|y|z")
    assert [(scorer.labels, scorer.nominal) for scorer in table.scorers] == [(("x", "y", "z"), True)] * 2
    np.testing.assert_array_equal(table.matrix("human"), [[0, 1], [2, 0]])
    ordered = read(tmp_path, "system,input,human,judge", *rows, labels="x<y<z")
    assert table.fingerprint != ordered.fingerprint
    again = trueness.read_scores(write_scores(table, tmp_path / "again.csv"))
    assert again.fingerprint == table.fingerprint
    with pytest.raises(
        UnsupportedMethodError, match=r"labels of 'judge' have no order.*--labels 'WORST<…<BEST'"
    ):
        table.oriented("judge")
    with pytest.raises(DataError, match="in different orders"):
        merge(table.select(scorers=["human"]), ordered.select(scorers=["human"]))


def test_an_order_is_asked_for_and_never_guessed(tmp_path):
    with pytest.raises(FormatError) as error:
        read(tmp_path, "id,human,judge", "a,D,1", "b,A,4", "c,B,3")
    assert "A<B" not in str(error.value)
    assert "D<" not in str(error.value)


@pytest.mark.parametrize(
    ("cells", "offered"),
    [
        (("pass", "ERROR: no reply, twice", "fail"), "ERROR: no reply? twice"),
        (("yes", "n/a: solved already", "no"), "n/a: solved already"),
        (("Unknown", "positive", "negative"), "Unknown"),
        (("low", "Can't tell", "high"), "Can?t tell"),
        (("good", "invalid reply", "cannot say", "bad"), "invalid reply,cannot say"),
    ],
)
def test_labels_that_read_as_missing_are_offered_and_what_is_offered_works(tmp_path, cells, offered):
    rows = [f'{k},"{cell}",{k}' for k, cell in enumerate(cells)]
    with pytest.raises(FormatError) as error:
        read(tmp_path, "id,human,judge", *rows)
    assert f"--missing-values '{offered}'" in str(error.value)
    table = read(tmp_path, "id,human,judge", *rows, missing_values=offered)
    assert int(np.isnan(table.matrix("human")).sum()) == len(offered.split(","))


def test_labels_outside_a_declared_order_are_missing_and_counted(tmp_path):
    rows = (
        "a,pass,pass",
        "b,skipped by the program for some reason,fail",
        "c,fail,ERROR 12",
        "d,ERROR 7,pass",
    )
    table = read(tmp_path, "id,human,judge", *rows, labels="fail<pass")
    np.testing.assert_array_equal(table.matrix("human"), [[1, np.nan, 0, np.nan]])
    np.testing.assert_array_equal(table.matrix("judge"), [[1, 0, np.nan, 1]])
    assert (
        "2 labels of 'human' outside --labels taken for missing: 'skipped by the program for some reason' (1), "
        "'ERROR 7' (1)"
    ) in table.notes


@pytest.mark.parametrize("n", [13, 40, 300])
def test_there_may_be_any_number_of_classes(tmp_path, n):
    names = [f"class{k:03}" for k in range(n)]
    rows = [f"{k},{names[k % n]},{names[(k * 7) % n]}" for k in range(2 * n)]
    with pytest.raises(FormatError, match=f"the order of the {n} labels of 'human', 'judge' is not known"):
        read(tmp_path, "id,human,judge", *rows)
    table = read(tmp_path, "id,human,judge", *rows, labels="|".join(names))
    assert table.scorer("human").labels == tuple(names)
    assert table.scorer("human").nominal
    once = read(tmp_path, "id,human,judge", *rows[:n], labels="<".join(names))
    np.testing.assert_array_equal(once.matrix("human"), [np.arange(n)])


def test_words_of_which_each_stands_there_once_are_no_labels(tmp_path):
    rows = [f"{k},name{k},{k}" for k in range(20)]
    with pytest.raises(FormatError, match=r"'name0' is not a number. Say --columns 'input=human'"):
        read(tmp_path, "id,human,judge", *rows)


def test_many_classes_without_an_order_are_offered_as_an_option_that_works(tmp_path):
    rows = [f"{k},class{k % 14},class{(k * 3) % 14}" for k in range(42)]
    with pytest.raises(FormatError) as error:
        read(tmp_path, "id,human,judge", *rows)
    offered = str(error.value).partition("that they have none: --labels '")[2].partition("'")[0]
    assert len(read(tmp_path, "id,human,judge", *rows, labels=offered).scorer("judge").labels) == 14


@pytest.mark.parametrize(
    ("slips", "said"),
    [
        (
            ["yse"],
            "row 39, column 'human': 'yse' stands here alone, beside 'yes' (30), 'no' (30). Did you mean 'yes'?",
        ),
        (
            ["nein", "nein"],
            "row 39, column 'human': 'nein' stands in 2 rows alone, beside 'yes' (30), 'no' (30).",
        ),
        (
            ["yess", "nno"],
            "'yess' stands here alone, beside 'yes' (30), 'no' (30). So do 'nno'. Did you mean",
        ),
    ],
)
def test_the_label_that_is_a_slip_is_named_with_its_row(slips, said):
    cells = ["yes", "no"] * 30
    cells[37:37] = slips
    frame = pl.DataFrame(
        {
            "id": range(2, len(cells) + 2),
            "human": cells,
            "judge": ["yes", "no"] * (len(cells) // 2) + ["no"] * (len(cells) % 2),
        }
    )
    with pytest.raises(FormatError) as raised:
        trueness.read_scores(frame)
    message = str(raised.value).replace("row 38", "row 39")  # rows of a dataframe are counted from 1
    assert said in message
    option = message.rpartition("missing_values='")[2].partition("'")[0]
    assert option == ",".join(f"human={slip}" for slip in dict.fromkeys(slips))
    table = trueness.read_scores(frame, missing_values=option)
    assert table.scorer("human").labels == ("no", "yes")
    assert int(np.isnan(table.matrix("human")).sum()) == len(slips)


@pytest.mark.parametrize(
    "cells",
    [
        ["good", "odd"] * 30 + ["fine"] * 6,
        ["red", "green", "blue"] * 2,
        ["red"] * 30 + ["green"],
        ["red", "green"] * 30 + ["unknown"],
    ],
)
def test_labels_that_are_no_slips_are_asked_for_their_order(cells):
    with pytest.raises(FormatError, match=r"the order of the column's \d labels is not known"):
        trueness.read_scores(pl.DataFrame({"id": range(len(cells)), "human": cells}))


def test_beside_labels_without_a_known_order_the_order_is_asked_for_too():
    cells = ["red", "green"] * 30 + ["gren"]
    with pytest.raises(
        FormatError, match=r"'gren' stands here alone.*Did you mean 'green'\?.*WORST<…<BEST"
    ) as raised:
        trueness.read_scores(pl.DataFrame({"id": range(len(cells)), "human": cells}))
    assert "gren|" not in str(raised.value)


@pytest.mark.parametrize(
    ("human", "judge", "order"),
    [
        (("Yes", "y", "NO", "n", "no"), ("yes", "yes", "no", "no", "no"), ("no", "yes")),
        (("yes", "true", "no", "False", "no"), ("yes", "yes", "no", "no", "no"), ("no", "yes")),
        (
            ("True", "T", "f", "False", "false"),
            ("true", "true", "false", "false", "false"),
            ("false", "true"),
        ),
        (
            ("passed", "pass", "failed", "fail", "fail"),
            ("pass", "pass", "fail", "fail", "fail"),
            ("fail", "pass"),
        ),
        (("yes", "y", "n", "n", "n"), ("y", "y", "n", "n", "n"), ("no", "yes")),
        (("yes", "yes", "n", "n", "n"), ("1", "1", "0", "0", "0"), ("no", "yes")),
    ],
)
def test_spellings_of_one_label_are_one(tmp_path, human, judge, order):
    rows = [f"{k},{a},{b}" for k, (a, b) in enumerate(zip(human, judge, strict=True))]
    table = read(tmp_path, "id,human,judge", *rows)
    np.testing.assert_array_equal(table.matrix("human"), table.matrix("judge"))
    assert table.matrix("human").tolist() == [[1, 1, 0, 0, 0]]
    assert table.scorer("human").labels == order
    assert table.scorer("judge").labels in (order, ())


def test_spellings_are_said_with_their_counts_and_an_order_tells_them_apart(tmp_path):
    rows = [f"{k},{cell}" for k, cell in enumerate(["yes"] * 4 + ["Y"] * 2 + ["no"] * 3 + ["n"])]
    table = read(tmp_path, "id,human", *rows)
    assert (
        "spellings of one label in 'human': 'y' (2) as 'yes' (4), 'n' (1) as 'no' (3) (an order of all tells them "
        "apart: --labels 'WORST<…<BEST')"
    ) in table.notes
    apart = read(tmp_path, "id,human", *rows, labels="no<n<y<yes")
    assert np.unique(apart.matrix("human")).tolist() == [0, 1, 2, 3]
    assert not any("spellings" in note for note in apart.notes)
    one = read(tmp_path, "id,human", *rows, labels="yes<no")
    assert one.matrix("human").tolist() == (1 - table.matrix("human")).tolist()
    assert any("(as declared)" in note for note in one.notes)


@pytest.mark.parametrize(
    "cells",
    [
        ("yes", "no", "n", "neutral"),
        ("a", "b", "f", "t"),
        ("true", "t", "tie", "false"),
        ("n", "j", "yes", "nay"),
    ],
)
def test_a_letter_that_may_stand_for_something_else_is_asked_about(tmp_path, cells):
    with pytest.raises(FormatError, match="the order of the column's 4 labels is not known"):
        read(tmp_path, "id,human,judge", *(f"{k},{cell},1" for k, cell in enumerate(cells)))


def test_spellings_that_nobody_knows_can_be_declared(tmp_path):
    rows = [f"{k},{cell},{k % 2}" for k, cell in enumerate(["Ja", "j", "nein", "n", "NEIN", "ja"])]
    with pytest.raises(
        FormatError, match=r"spellings of one label with = between them \('no=n<yes=y'\): --labels"
    ):
        read(tmp_path, "id,human,judge", *rows)
    table = read(tmp_path, "id,human,judge", *rows, labels="nein=n<ja=j")
    assert table.matrix("human").tolist() == [[1, 1, 0, 0, 0, 1]]
    assert table.scorer("human").labels == ("nein", "ja")
    assert any("(as declared: nein=n<ja=j)" in note for note in table.notes)
    unordered = read(tmp_path, "id,human,judge", *rows, labels="nein=n|ja=j")
    assert unordered.scorer("human").nominal
    assert unordered.matrix("human").tolist() == table.matrix("human").tolist()


def test_declared_spellings_are_written_as_they_are_read():
    for text in ("no=n=nope<yes=y", "a=b|c", "fail<pass"):
        (order,) = label_orders(text)
        assert spelt(order) == text
        assert places(order)[label_key(text.split("=")[0].split("<")[0])] == 0
    assert places(label_orders("No=N<Yes= y ")[0]) == {"no": 0, "n": 0, "yes": 1, "y": 1}
    for wrong in ("no=no<yes", "no=yes<yes", "no=<yes", "a=b"):
        with pytest.raises(ArgumentError, match="takes two or more different labels"):
            label_orders(wrong)
    with pytest.raises(ArgumentError, match="names a label in two orders"):
        label_orders("no=n<yes;n<m")


def test_labels_without_an_order_stay_so_where_spellings_of_one_are_seen(tmp_path):
    rows = [f"{k},{cell},1" for k, cell in enumerate(["yes", "y", "No", "no", "n", "maybe"])]
    table = read(tmp_path, "id,human,judge", *rows, labels="yes|no|maybe")
    assert table.scorer("human").nominal
    assert table.matrix("human").tolist() == [[0, 0, 1, 1, 1, 2]]
    assert any(note.endswith("without an order") for note in table.notes)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("no", "yes"), ("False", "True"), True),
        (("no", "yes"), ("n", "Y"), True),
        (("no", "yes"), ("yes", "no"), False),
        (("no", "yes"), ("fail", "pass"), False),
        (("no", "yes"), ("no", "partial", "yes"), False),
        ((), (), True),
    ],
)
def test_which_orders_hold_the_same_labels(one, other, same):
    assert same_labels(one, other) is same
