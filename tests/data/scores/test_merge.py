"""Tables join by names, and disagreement is never settled in silence."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.data.reading.read import read_scores
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.merge import merge
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, KeyMismatchError

NAN = np.nan


def table(systems: str, inputs: str, name: str = "t", **scores: list[list[float]]) -> ScoreTable:
    return ScoreTable(
        scorers=tuple(Scorer(scorer) for scorer in scores),
        systems=tuple(systems),
        inputs=tuple(inputs),
        values=np.array(list(scores.values()), dtype=float),
        name=name,
    )


def test_other_orders_of_the_same_names() -> None:
    merged = merge(table("AB", "12", x=[[1, 2], [3, 4]]), table("BA", "21", y=[[4, 3], [2, 1]]))
    assert (merged.systems, merged.inputs, merged.scorer_names) == (("A", "B"), ("1", "2"), ("x", "y"))
    np.testing.assert_array_equal(merged.matrix("y"), merged.matrix("x"))


def test_exact_lists_what_does_not_match() -> None:
    one, two = table("ABC", "12", "human", x=[[1, 2]] * 3), table("ABDE", "12", "auto", y=[[1, 2]] * 4)
    with pytest.raises(KeyMismatchError) as error:
        merge(one, two)
    message = str(error.value)
    assert "1 system only in 'human': 'C'; 2 systems only in 'auto': 'D', 'E'" in message
    assert "join='outer'" in message
    assert "join='inner'" in message
    with pytest.raises(KeyMismatchError, match=r"1 input only in 't': '3'"):
        merge(table("A", "12", x=[[1, 2]]), table("A", "123", y=[[1, 2, 3]]))


def test_people_may_have_judged_a_part_of_what_metrics_scored() -> None:
    scored = table("AB", "123", "scored", x=[[1, 2, 3], [4, 5, 6]]).with_role("metric", ["x"])
    merged = merge(scored, table("B", "31", "labels", y=[[8, 9]]))
    np.testing.assert_array_equal(merged.matrix("y"), [[NAN] * 3, [9, NAN, 8]])
    assert (
        "'labels' has 1 of 2 systems and 2 of 3 inputs of 'scored'; the others lack its scores"
        in merged.notes
    )
    for other in (
        table("AB", "12", y=[[1, 2]] * 2).with_role("metric", ["y"]),
        table("AC", "12", y=[[1, 2]] * 2),
    ):
        with pytest.raises(KeyMismatchError):
            merge(scored, other)


def test_outer_keeps_all_and_inner_the_common() -> None:
    one, two = table("AB", "12", x=[[1, 2], [3, 4]]), table("BC", "23", y=[[5, 6], [7, 8]])
    outer = merge(one, two, join="outer")
    assert (outer.systems, outer.inputs) == (("A", "B", "C"), ("1", "2", "3"))
    np.testing.assert_array_equal(outer.matrix("x"), [[1, 2, NAN], [3, 4, NAN], [NAN] * 3])
    np.testing.assert_array_equal(outer.matrix("y"), [[NAN] * 3, [NAN, 5, 6], [NAN, 7, 8]])
    inner = merge(one, two, join="inner")
    assert (inner.systems, inner.inputs) == (("B",), ("2",))
    np.testing.assert_array_equal(inner.values.ravel(), [4, 5])
    assert sum("left out in joining" in note for note in inner.notes) == 2


@pytest.mark.parametrize("join", ["exact", "inner"])
def test_nothing_in_common(join: str) -> None:
    with pytest.raises(
        KeyMismatchError, match=r"No system is common to both: are the names spelled alike\?.*--join outer"
    ):
        merge(table("A", "1", x=[[1]]), table("B", "1", y=[[1]]), join=join)


def test_the_same_scorer_in_both() -> None:
    one, two = table("A", "12", "one", x=[[1, NAN]]), table("A", "12", "two", x=[[1, 2.5]])
    assert merge(one, one).shape == (1, 1, 2)
    with pytest.raises(
        DataError, match=r"different scores in 1 cell.*system 'A', input '2': nan in 'one', 2.5 in 'two'"
    ):
        merge(one, two)
    with pytest.raises(DataError, match="different scores in 1 cell"):
        merge(one, two, join="inner")
    np.testing.assert_array_equal(merge(one, two, join="outer").matrix("x"), [[1, 2.5]])
    with pytest.raises(DataError, match="input '1': 1 in 'one', 7 in 'three'"):
        merge(one, table("A", "12", "three", x=[[7, NAN]]), join="outer")


def test_outer_joins_systems_scored_in_two_files() -> None:
    merged = merge(table("A", "12", x=[[1, 2]]), table("B", "12", x=[[3, 4]]), join="outer")
    np.testing.assert_array_equal(merged.matrix("x"), [[1, 2], [3, 4]])


def test_roles_and_orientations_must_agree() -> None:
    plain = table("A", "1", x=[[1]])
    human = plain.with_role("human", ["x"])
    assert merge(plain, human).scorer("x").role == "human"
    with pytest.raises(DataError, match="declared human in one table and metric in the other"):
        merge(human, plain.with_role("metric", ["x"]))
    with pytest.raises(DataError, match="opposite orientations"):
        merge(plain, plain.with_orientation(lower_is_better=["x"]))


def test_annotations_and_groups_are_carried() -> None:
    one = dataclasses.replace(
        table("AB", "12", x=[[1.5, 2], [3, 4]]),
        annotations={"x": Annotations(("a", "b"), np.array([[[1, 2], [3, 4]], [[2, 2], [3, 4.0]]]))},
        input_groups={"document": ("d", "e")},
        system_groups={"family": ("old", "new")},
    )
    two = dataclasses.replace(table("AC", "13", y=[[1, 2], [3, 4]]), input_groups={"document": ("d", "f")})
    merged = merge(one, two, join="outer")
    assert dict(merged.input_groups) == {"document": ("d", "e", "f")}
    assert dict(merged.system_groups) == {"family": ("old", "new", "")}
    np.testing.assert_array_equal(merged.annotations["x"].values[0], [[1, 2, NAN], [3, 4, NAN], [NAN] * 3])
    assert merge(one, one).annotations["x"].annotators == ("a", "b")
    other = dataclasses.replace(one, input_groups={"document": ("d", "g")})
    with pytest.raises(
        DataError, match="input '2' different labels in grouping column 'document': 'e' and 'g'"
    ):
        merge(one, other)


def test_an_unknown_join() -> None:
    with pytest.raises(ArgumentError, match=r"`join`.*'left'"):
        merge(table("A", "1", x=[[1]]), join="left")  # fine alone, but never a join


@settings(max_examples=40)  # of 144 pairs of orders
@given(st.permutations("ABC"), st.permutations("1234"), st.integers(0, 2**32))
def test_the_order_of_names_does_not_matter(systems: list[str], inputs: list[str], seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = table("ABC", "1234", x=rng.random((3, 4))), table("ABC", "1234", y=rng.random((3, 4)))
    shuffled = table(
        "".join(systems),
        "".join(inputs),
        y=y.matrix("y")[np.ix_(["ABC".index(s) for s in systems], ["1234".index(i) for i in inputs])],
    )
    assert merge(x, y).fingerprint == merge(x, shuffled).fingerprint == merge(shuffled, x).fingerprint


def counted(systems: str, inputs: str, values: list[list[list[float]]], name: str = "t") -> ScoreTable:
    """Return a table whose scorer 'p' is the percentage of two counts."""
    counts = np.array(values, dtype=float)
    scores = 100 * counts[..., 0] / counts[..., 1]
    one = table(systems, inputs, name, p=scores.tolist())
    return dataclasses.replace(one, corpus={"p": CorpusStatistics("percentage", counts)})


def test_statistics_are_joined_by_name() -> None:
    merged = merge(
        table("BA", "21", x=[[4, 3], [2, 1]]), counted("AB", "12", [[[1, 2], [1, 4]], [[2, 2], [3, 4]]])
    )
    np.testing.assert_array_equal(merged.corpus["p"].values, [[[3, 4], [2, 2]], [[1, 4], [1, 2]]])
    whole = merge(counted("A", "1", [[[1, 2]]]), counted("B", "1", [[[3, 4]]]), join="outer")
    np.testing.assert_array_equal(whole.corpus["p"].values, [[[1, 2]], [[3, 4]]])
    same = merge(counted("A", "1", [[[1, 2]]]), counted("A", "1", [[[1, 2]]]))
    np.testing.assert_array_equal(same.corpus["p"].values, [[[1, 2]]])


def test_statistics_that_disagree_are_refused() -> None:
    one = counted("A", "1", [[[1, 2]]])
    with pytest.raises(
        DataError, match=r"statistic 1 of 'p' is in both tables with different scores.*: 1 in .*, 2 in"
    ):
        merge(one, counted("A", "1", [[[2, 4]]]))
    longer = dataclasses.replace(one, corpus={"p": CorpusStatistics("percentage", np.array([[[1.0, 2, 3]]]))})
    with pytest.raises(DataError, match=r"for different formulas: 'percentage' \(2 of them\).*\(3\)"):
        merge(one, longer)


def test_statistics_of_one_table_do_not_stand_for_the_scores_of_another() -> None:
    with_them, without = counted("A", "1", [[[1, 2]]], "full"), table("AB", "1", "bare", p=[[50], [40]])
    for pair in ((with_them, without), (without, with_them)):
        with pytest.raises(DataError, match="statistics in one table, but 'bare' holds 1 score"):
            merge(*pair, join="outer")
    # where the scores are the same, the statistics belong to both
    assert merge(table("A", "1", p=[[50]]), with_them).corpus["p"].values.tolist() == [[[1, 2]]]


def test_names_that_differ_in_a_way_of_writing_are_joined_where_that_is_asked_for() -> None:
    one = table(("A b", "C"), ("1", "2"), "one", x=[[1, 2], [3, 4]])
    two = table(("a  b", "C"), ("2.0", "1.0"), "two", y=[[6, 5], [8, 7]])
    with pytest.raises(
        KeyMismatchError, match=r"only in blanks, and in capital and small letters: 'A b' is 'a  b'\. "
    ):
        merge(one, two)
    with pytest.raises(
        KeyMismatchError, match=r"--join alike \(in Python: join='alike'\) takes them for the same"
    ):
        merge(one, two, join="exact")
    joined = merge(one, two, join="alike")
    assert (joined.systems, joined.inputs) == (("A b", "C"), ("1", "2"))
    np.testing.assert_array_equal(joined.matrix("y"), [[5, 6], [7, 8]])
    assert sum("taken for the same in joining" in note for note in joined.notes) == 2
    with pytest.raises(
        KeyMismatchError, match="1 system only in 'three': 'D'"
    ):  # what is not alike stays an error
        merge(one, table(("a b", "C", "D"), ("1", "2"), "three", y=[[1, 2]] * 3), join="alike")


def test_a_table_without_systems_belongs_to_the_only_system_of_another() -> None:
    log = table(("gpt",), ("1", "2"), "log", judge=[[1, 2]])
    labels = dataclasses.replace(
        table(("(no system)",), ("2", "1"), "labels", human=[[4, 3]]), has_systems=False
    )
    for tables in ((log, labels), (labels, log)):
        joined = merge(*tables)
        assert (joined.systems, joined.has_systems) == (("gpt",), True)
        np.testing.assert_array_equal(joined.matrix("human")[0, np.argsort(joined.inputs)], [3, 4])
        assert any("'labels' names no system" in note for note in joined.notes)
    several = table(("gpt", "llama"), ("1", "2"), "log", judge=[[1, 2], [3, 4]])
    for join in ("exact", "outer", "inner"):
        with pytest.raises(
            KeyMismatchError, match=r"'labels' lacks a column of systems, and 'log' has 2: .*column 'system'"
        ):
            merge(several, labels, join=join)


def annotated(name: str, **people: list[float]) -> ScoreTable:
    values = Annotations(tuple(people), np.array([[given] for given in people.values()]))
    return ScoreTable(
        (Scorer("human", "human"),),
        ("s",),
        ("1", "2", "3"),
        values.mean()[None],
        annotations={"human": values},
        name=name,
    )


def test_people_in_files_of_their_own_have_one_mean() -> None:
    one, two = annotated("ann", ann=[1, 0, NAN]), annotated("bob", bob=[1, 1, 0])
    merged = merge(one, two)
    assert merged.annotations["human"].annotators == ("ann", "bob")
    np.testing.assert_array_equal(merged.matrix("human"), [[1, 0.5, 0]])
    other = dataclasses.replace(two, annotations={})  # what is no mean of people has to be the same
    with pytest.raises(DataError, match="different scores"):
        merge(one, other, join="outer")


def test_a_file_without_systems_belongs_to_the_one_system_of_each_input(tmp_path):
    (tmp_path / "human.csv").write_text("text_id,model,human\nt1,a,1\nt2,b,2\nt3,a,3\n")
    (tmp_path / "judge.csv").write_text(
        "text_id,judge,score@ann,score@bob\nt3,30,1,2\nt1,10,3,4\nt2,20,5,6\n"
    )
    table = read_scores(tmp_path / "human.csv", tmp_path / "judge.csv")
    assert (table.systems, table.inputs) == (("a", "b"), ("t1", "t2", "t3"))
    nan = np.nan
    np.testing.assert_array_equal(table.matrix("judge"), [[10, nan, 30], [nan, 20, nan]])
    np.testing.assert_array_equal(table.annotations["score"].values[1], [[4, nan, 2], [nan, 6, nan]])
    assert any("the only system that 'human' has for each input" in note for note in table.notes)
    (tmp_path / "human.csv").write_text("text_id,model,human\nt1,a,1\nt2,b,2\nt3,a,3\nt3,b,3\n")
    with pytest.raises(KeyMismatchError, match="lacks a column of systems"):
        read_scores(tmp_path / "human.csv", tmp_path / "judge.csv")
