"""The score table: what it refuses, and what its parts hold."""

from __future__ import annotations

import dataclasses
import fnmatch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError, UnknownNameError, UnsupportedMethodError

NAN = np.nan


@pytest.fixture
def table():
    """Three scorers, two systems, three inputs; two annotators behind the human scorer skip some outputs."""
    ratings = np.array(
        [
            [[1.0, 2.0, NAN], [4.0, 5.0, NAN]],
            [[3.0, NAN, NAN], [4.0, 2.0, NAN]],
        ]
    )
    relevance = [[2.0, 2.0, NAN], [4.0, 3.5, NAN]]
    rouge = [[0.1, 0.2, 0.3], [0.4, NAN, 0.6]]
    ter = [[50.0, 60.0, 70.0], [10.0, 20.0, 30.0]]
    return ScoreTable(
        scorers=(
            Scorer("relevance", role="human"),
            Scorer("rouge1_f"),
            Scorer("ter", higher_is_better=False),
        ),
        systems=("lead", "tail"),
        inputs=("d1", "d2", "d3"),
        values=np.array([relevance, rouge, ter]),
        annotations={"relevance": Annotations(("ann", "bob"), ratings)},
        input_groups={"domain": ("news", "news", "law")},
        system_groups={"family": ("first", "last")},
        name="example",
        notes=("one input was left out",),
    )


def small(values, /, **changes):
    """Return a table of one scorer `m` with the given values of shape (N, M), or with changed parts."""
    values = np.asarray(values, dtype=float)
    n, m = values.shape[-2:]
    parts = {
        "scorers": (Scorer("m"),),
        "systems": tuple(f"s{i}" for i in range(n)),
        "inputs": tuple(f"d{j}" for j in range(m)),
        "values": values.reshape(-1, n, m),
    }
    return ScoreTable(**{**parts, **changes})


# --- what a table is


def test_facts(table):
    assert table.shape == (3, 2, 3)
    assert table.scorer_names == ("relevance", "rouge1_f", "ter")
    assert table.index("ter") == 2
    assert table.scorer("ter") == Scorer("ter", role=None, higher_is_better=False)
    np.testing.assert_array_equal(table.matrix("rouge1_f"), [[0.1, 0.2, 0.3], [0.4, NAN, 0.6]])


def test_values_are_read_only_and_a_copy():
    given_values = np.zeros((1, 2, 2))
    table = ScoreTable((Scorer("m"),), ("a", "b"), ("c", "d"), given_values)
    given_values[0, 0, 0] = 7
    assert table.matrix("m")[0, 0] == 0
    with pytest.raises(ValueError, match="read-only"):
        table.matrix("m")[0, 0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        table.values = given_values


def test_annotations_are_read_only(table):
    with pytest.raises(ValueError, match="read-only"):
        table.annotations["relevance"].values[0, 0, 0] = 5


def test_whole_numbers_become_doubles():
    assert small(np.array([[1, 2], [3, 4]], dtype=np.int64)).values.dtype == np.float64


def test_missing_scores_stay_missing(table):
    assert np.isnan(table.matrix("rouge1_f")[1, 1])
    assert np.isnan(table.oriented("relevance")[:, 2]).all()


# --- what it refuses


@pytest.mark.parametrize("shape", [(1, 2, 3), (2, 3), (1, 3, 2, 1), (2, 3, 2)], ids=str)
def test_values_must_fit_the_names(shape):
    with pytest.raises(DataError) as raised:
        ScoreTable((Scorer("m"),), ("a", "b", "c"), ("d", "e"), np.zeros(shape))
    assert str(raised.value) == f"values have shape {shape}, but the names ask for (1, 3, 2)."


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("scorer", {"scorers": (Scorer("x"), Scorer("x", role="human")), "values": np.zeros((2, 2, 2))}),
        ("system", {"systems": ("x", "x")}),
        ("input", {"inputs": ("x", "x")}),
    ],
)
def test_names_must_differ(kind, changes):
    with pytest.raises(DataError) as raised:
        small(np.zeros((2, 2)), **changes)
    assert str(raised.value) == f"{kind} names must differ; repeated: 'x'."


@pytest.mark.parametrize("value", [np.inf, -np.inf])
def test_infinite_values_are_refused_by_place(value):
    with pytest.raises(
        DataError, match=r"1 values are infinite, the first of scorer 'm' for system 's1', input 'd0'"
    ):
        small([[0, 1], [value, NAN]])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"input_groups": {"domain": ("a",)}}, "grouping column 'domain' has 1 labels for 3 names"),
        ({"system_groups": {"family": ("a", "b", "c")}}, "grouping column 'family' has 3 labels for 2 names"),
        (
            {"annotations": {"m": Annotations(("ann",), np.zeros((1, 3, 3)))}},
            r"annotations of 'm' have shape \(1, 3, 3\); it must be \(1, 2, 3\)",
        ),
        ({"annotations": {"n": Annotations(("ann",), np.zeros((1, 2, 3)))}}, "no scorer is called 'n'"),
    ],
)
def test_parts_must_fit(changes, message):
    with pytest.raises(DataError, match=message):
        small(np.zeros((2, 3)), **changes)


@pytest.mark.parametrize(
    "ask",
    [
        lambda table: table.index("rouge1f"),
        lambda table: table.matrix("rouge1f"),
        lambda table: table.oriented("rouge1f"),
        lambda table: table.scorer("rouge1f"),
        lambda table: table.select(scorers="rouge1f"),
        lambda table: table.names_matching(["ter", "rouge1f"]),
        lambda table: table.with_role("metric", ["rouge1f"]),
        lambda table: table.with_orientation(lower_is_better=["rouge1f"]),
    ],
)
def test_an_unknown_scorer_gets_the_nearest_name(table, ask):
    with pytest.raises(UnknownNameError) as raised:
        ask(table)
    assert str(raised.value) == (
        "no scorer is called 'rouge1f'. Did you mean 'rouge1_f'? Known: 'relevance', 'rouge1_f', 'ter'."
    )


@pytest.mark.parametrize(
    "ask",
    [
        lambda table: table.index(table.scorers[1]),
        lambda table: table.matrix(table.scorers[1]),
        lambda table: table.scorer(table.scorers[1]),
        lambda table: table.oriented(table.scorers[1]),
        lambda table: table.select(scorers=table.scorers[1]),
        lambda table: table.names_matching([table.scorers[1]]),
        lambda table: table.with_role("metric", [table.scorers[1]]),
    ],
)
def test_a_scorer_in_place_of_its_name_gets_the_name(table, ask):
    with pytest.raises(
        UnknownNameError, match=r"must be text; this is of type Scorer\. Did you mean 'rouge1_f'\?"
    ):
        ask(table)


def test_a_number_is_no_name(table):
    with pytest.raises(
        UnknownNameError, match=r"the name of the scorer must be text; this is of type int\. Known"
    ):
        table.matrix(2)
    with pytest.raises(UnknownNameError, match="the name of the system must be text"):
        table.select(systems=[7])


def test_labels_without_an_order_are_refused_of_all_columns_alike():
    """What is to be typed settles them all, and leaves something."""
    kinds = [Scorer(name, labels=("x", "y"), nominal=True) for name in ("tone", "style")]
    both = small(np.zeros((3, 2, 2)), scorers=(*kinds, Scorer("m")))
    with pytest.raises(
        UnsupportedMethodError,
        match=r"of 'tone', 'style' have no order.*them out: --columns 'ignore=tone,style'",
    ):
        both.oriented("style")
    alone = small(np.zeros((2, 2, 2)), scorers=tuple(kinds))
    with pytest.raises(UnsupportedMethodError, match=r"of 'style' have no order.*--columns 'ignore=style'"):
        alone.oriented("style")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda table: table.select(systems=["lead", "tails"]),
            "no system is called 'tails'. Did you mean 'tail'?",
        ),
        (lambda table: table.select(inputs=["d9"]), "no input is called 'd9'."),
    ],
)
def test_other_unknown_names(table, ask, message):
    with pytest.raises(UnknownNameError) as raised:
        ask(table)
    assert str(raised.value).startswith(message)


# --- orientation and roles


def test_orientation_is_applied_as_declared(table):
    np.testing.assert_array_equal(table.oriented("ter"), -table.matrix("ter"))
    np.testing.assert_array_equal(table.oriented("rouge1_f"), table.matrix("rouge1_f"))


def test_orientation_is_declared_on_a_new_table(table):
    flipped = table.with_orientation(lower_is_better=["rouge1_f"])
    assert not flipped.scorer("rouge1_f").higher_is_better
    assert not flipped.scorer("ter").higher_is_better
    assert table.scorer("rouge1_f").higher_is_better
    np.testing.assert_array_equal(flipped.values, table.values)
    np.testing.assert_array_equal(flipped.oriented("rouge1_f"), -table.matrix("rouge1_f"))


def test_scorers_are_opposite_where_one_of_them_is_turned(table):
    flipped = table.with_orientation(lower_is_better=["rouge1_f"])
    assert table.opposite("ter", "rouge1_f")
    assert not flipped.opposite("ter", "rouge1_f")
    nominal = dataclasses.replace(table.scorer("ter"), labels=("a", "b"), nominal=True)
    unordered = dataclasses.replace(
        table, scorers=tuple(nominal if one.name == "ter" else one for one in table.scorers)
    )
    assert not unordered.opposite("ter", "rouge1_f")


def test_roles_are_declared_on_a_new_table(table):
    declared = table.with_role("metric", ["ter", "rouge1_f"])
    assert [scorer.role for scorer in declared.scorers] == ["human", "metric", "metric"]
    assert [scorer.role for scorer in table.scorers] == ["human", None, None]
    assert not declared.scorer("ter").higher_is_better


# --- patterns


@pytest.mark.parametrize(
    ("patterns", "wanted"),
    [
        ("ter", ("ter",)),
        ("r*", ("relevance", "rouge1_f")),
        (["ter", "rel*"], ("relevance", "ter")),
        (["*", "ter"], ("relevance", "rouge1_f", "ter")),
        ("rouge[12]_?", ("rouge1_f",)),
    ],
)
def test_patterns_give_the_tables_order(table, patterns, wanted):
    assert table.names_matching(patterns) == wanted


def test_patterns_mind_the_case(table):
    with pytest.raises(UnknownNameError):
        table.names_matching("TER")


def test_an_exact_name_wins_over_the_pattern_it_would_be():
    table = small(
        np.zeros((2, 1, 1)), scorers=(Scorer("bleu[1]"), Scorer("bleu1")), values=np.zeros((2, 1, 1))
    )
    assert table.names_matching("bleu[1]") == ("bleu[1]",)
    assert table.names_matching("bleu[12]") == ("bleu1",)


@given(st.lists(st.text("ab?*", min_size=1, max_size=3), min_size=1, max_size=3))
def test_patterns_are_shell_globs(patterns):
    names = ("a", "b", "ab", "ba", "aab")
    table = small(np.zeros((5, 1, 1)), scorers=tuple(Scorer(n) for n in names), values=np.zeros((5, 1, 1)))
    hits = [{name for name in names if fnmatch.fnmatchcase(name, pattern)} for pattern in patterns]
    if all(hits):
        assert table.names_matching(patterns) == tuple(name for name in names if name in set().union(*hits))
    else:
        with pytest.raises(UnknownNameError):
            table.names_matching(patterns)


# --- select


def test_select_keeps_all_that_belongs_to_the_part(table):
    part = table.select(scorers="re*", systems=["tail"], inputs=["d3", "d1"])
    assert part.scorers == (Scorer("relevance", role="human"),)
    assert part.systems == ("tail",)
    assert part.inputs == ("d1", "d3")
    np.testing.assert_array_equal(part.values, [[[4.0, NAN]]])
    np.testing.assert_array_equal(part.annotations["relevance"].values, [[[4.0, NAN]], [[4.0, NAN]]])
    assert part.annotations["relevance"].annotators == ("ann", "bob")
    assert part.input_groups == {"domain": ("news", "law")}
    assert part.system_groups == {"family": ("last",)}
    assert (part.name, part.notes, part.has_systems) == ("example", ("one input was left out",), True)


def test_select_leaves_annotations_of_other_scorers_out(table):
    assert table.select(scorers=["ter"]).annotations == {}


def test_select_of_everything_is_the_same(table):
    assert table.select().fingerprint == table.fingerprint


def test_select_keeps_a_table_without_systems():
    table = small(np.zeros((1, 3)), has_systems=False)
    assert not table.select(inputs=["d1"]).has_systems


@given(
    hnp.arrays(np.float64, (2, 3, 4), elements=st.floats(-9, 9) | st.just(NAN)),
    st.sets(st.sampled_from(["s0", "s1", "s2"]), min_size=1),
    st.sets(st.sampled_from(["d0", "d1", "d2", "d3"]), min_size=1),
)
def test_select_picks_cell_by_cell(values, systems, inputs):
    table = small(np.zeros((3, 4)), scorers=(Scorer("m"), Scorer("n")), values=values)
    part = table.select(systems=systems, inputs=inputs)
    for name in table.scorer_names:
        for i, system in enumerate(part.systems):
            for j, input in enumerate(part.inputs):
                old = table.matrix(name)[table.systems.index(system), table.inputs.index(input)]
                np.testing.assert_equal(part.matrix(name)[i, j], old)
    assert set(part.systems) == systems
    assert set(part.inputs) == inputs


# --- more scores


def test_with_scores_adds_a_scorer(table):
    more = table.with_scores(Scorer("chrf", role="metric"), [[1, 2, 3], [4, 5, NAN]])
    assert more.scorer_names == ("relevance", "rouge1_f", "ter", "chrf")
    np.testing.assert_array_equal(more.matrix("chrf"), [[1, 2, 3], [4, 5, NAN]])
    np.testing.assert_array_equal(more.values[:3], table.values)
    assert more.annotations.keys() == {"relevance"}
    assert table.shape == (3, 2, 3)


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("chrf", np.zeros((3, 2)), r"scores of 'chrf' have shape \(3, 2\); it must be \(2, 3\)"),
        ("chrf", [1, 2, 3], r"scores of 'chrf' have shape \(3,\); it must be \(2, 3\)"),
        ("ter", np.zeros((2, 3)), "scorer names must differ; repeated: 'ter'"),
        ("chrf", np.full((2, 3), np.inf), "6 values are infinite"),
    ],
)
def test_with_scores_refuses(table, name, values, message):
    with pytest.raises(DataError, match=message):
        table.with_scores(Scorer(name), values)


# --- annotators


def test_the_mean_is_over_those_who_gave_a_value(table):
    # lead/d1: (1+3)/2, lead/d2: ann alone, tail/d2: (5+2)/2, d3: nobody
    np.testing.assert_array_equal(table.annotations["relevance"].mean(), [[2.0, 2.0, NAN], [4.0, 3.5, NAN]])


@given(hnp.arrays(np.float64, (3, 2, 2), elements=st.integers(1, 5).map(float) | st.just(NAN)))
def test_annotations_mean_cell_by_cell(values):
    means = Annotations(("a", "b", "c"), values).mean()
    for i, j in np.ndindex(2, 2):
        there = [value for value in values[:, i, j].tolist() if not np.isnan(value)]
        wanted = sum(there) / len(there) if there else NAN
        np.testing.assert_equal(means[i, j], wanted)


@pytest.mark.parametrize(
    ("names", "values", "message"),
    [
        (("ann",), np.zeros((2, 2, 3)), "clash with 1 annotators"),
        (("ann", "ann"), np.zeros((2, 2, 3)), "must differ; repeated: 'ann'"),
        (("ann",), np.full((1, 2, 3), np.inf), "infinite"),
    ],
)
def test_annotations_refuse(names, values, message):
    with pytest.raises(DataError, match=message):
        Annotations(names, values)


def test_annotations_keep_a_copy():
    values = np.zeros((1, 2, 3))
    annotations = Annotations(("ann",), values)
    values[0, 0, 0] = 5.0
    assert annotations.values[0, 0, 0] == 0


STATISTICS = np.arange(12.0).reshape(2, 3, 2)


def with_statistics(table, values=STATISTICS):
    """Return the table with statistics of 'ter', which has no missing score."""
    return dataclasses.replace(table, corpus={"ter": CorpusStatistics("percentage", values)})


def test_statistics_go_where_their_outputs_go(table):
    part = with_statistics(table).select(systems=["tail"], inputs=["d3", "d1"])
    np.testing.assert_array_equal(part.corpus["ter"].values, STATISTICS[1:][:, [0, 2]])
    assert part.corpus["ter"].formula == "percentage"
    assert not with_statistics(table).select(scorers="rouge*").corpus
    for changed in (
        with_statistics(table).with_orientation(lower_is_better=["rouge1_f"]),
        with_statistics(table).with_role("metric", ["ter"]),
        with_statistics(table).with_scores(Scorer("new"), np.zeros((2, 3))),
    ):
        np.testing.assert_array_equal(changed.corpus["ter"].values, STATISTICS)


def test_a_new_scorer_may_bring_statistics(table):
    found = with_statistics(table).with_scores(
        Scorer("new"), np.zeros((2, 3)), CorpusStatistics("percentage", STATISTICS + 1)
    )
    assert list(found.corpus) == ["ter", "new"]
    with pytest.raises(DataError, match=r"statistics of 'new' have shape \(1, 3, 2\); it must be \(2, 3\)"):
        table.with_scores(Scorer("new"), np.zeros((2, 3)), CorpusStatistics("percentage", STATISTICS[:1]))


def test_every_score_needs_its_statistics(table):
    bare = STATISTICS.copy()
    bare[1, 0] = NAN
    with pytest.raises(DataError, match=r"1 output with a score of 'ter' but without .*'tail', input 'd1'"):
        with_statistics(table, bare)
    # the other way round a cell is missing as any cell without a score
    values = np.array(table.values)
    values[2, 1, 0] = NAN
    assert with_statistics(dataclasses.replace(table, values=values)).corpus["ter"].present.all()


def test_statistics_of_nobody_are_refused(table):
    with pytest.raises(UnknownNameError, match="Did you mean 'ter'"):
        dataclasses.replace(table, corpus={"terr": CorpusStatistics("percentage", STATISTICS)})


def test_sorted_by_name_moves_everything_along() -> None:
    rng = np.random.default_rng(3)
    ratings = rng.normal(size=(3, 3, 4))
    given = ScoreTable(
        (Scorer("human", "human"), Scorer("b"), Scorer("a")),
        ("s10", "S", "s9"),
        ("2", "10", "1", "b"),
        rng.normal(size=(3, 3, 4)),
        annotations={"human": Annotations(("zoe", "adam", "mo"), ratings)},
        input_groups={"document": ("p", "q", "r", "s")},
        system_groups={"family": ("x", "y", "z")},
        corpus={"b": CorpusStatistics("percentage", rng.integers(1, 9, (3, 4, 2)).astype(float))},
    )
    found = given.sorted_by_name()
    assert found.scorer_names == ("human", "b", "a")  # scorers stay
    assert (found.systems, found.inputs) == (("S", "s10", "s9"), ("1", "10", "2", "b"))
    i, j = [1, 0, 2], [2, 1, 0, 3]
    assert found.values == pytest.approx(given.values[:, i][:, :, j])
    assert found.annotations["human"].annotators == ("adam", "mo", "zoe")
    assert found.annotations["human"].values == pytest.approx(ratings[[1, 2, 0]][:, i][:, :, j])
    assert found.input_groups == {"document": ("r", "q", "p", "s")}
    assert found.system_groups == {"family": ("y", "x", "z")}
    assert found.corpus["b"].values == pytest.approx(given.corpus["b"].values[i][:, j])
    assert found.fingerprint == given.fingerprint
    assert found.sorted_by_name().systems == found.systems == given.systems_by_name


def test_means_of_annotators_do_not_depend_on_their_order() -> None:
    thirds = np.random.default_rng(0).integers(1, 99, (7, 20, 20)) / 3
    names = tuple("gfedcba")
    one, other = Annotations(names, thirds), Annotations(names[::-1], thirds[::-1])
    assert np.array_equal(one.mean(), other.mean())
    assert not np.array_equal(np.mean(thirds, axis=0), np.mean(thirds[::-1], axis=0))


def test_it_is_shown_in_one_line(table):
    assert repr(table) == (
        "<ScoreTable 'example': 2 systems x 3 inputs; human 'relevance'; scorers 'rouge1_f', 'ter'; 16.7% missing>"
    )


def test_the_mean_of_ratings_beyond_the_numbers_is_refused_where_a_table_is_made():
    means = Annotations(("a", "b"), np.full((2, 1, 1), 1.7e308)).mean()
    with pytest.raises(DataError, match="infinite"):
        ScoreTable((Scorer("x", "human"),), ("s",), ("i",), means[None])
