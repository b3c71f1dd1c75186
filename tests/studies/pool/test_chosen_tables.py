"""Which tables, humans and metrics take part, how much tables count, and their seeds."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError, UnsupportedMethodError
from trueness.studies.compare.settings import Settings
from trueness.studies.pool.chosen_tables import choose_tables, naming, table_seed, table_weights

NAN = np.nan


def table(names, n=4, m=2, human="da"):
    rng = np.random.default_rng(len(names))
    scorers = (Scorer(human, "human"), *(Scorer(name, "metric") for name in names))
    systems, inputs = (tuple(f"{kind}{k}" for k in range(size)) for kind, size in (("s", n), ("d", m)))
    return ScoreTable(scorers, systems, inputs, rng.normal(size=(len(scorers), n, m)))


def choose(tables, human=None, metrics=None, **settings):
    return choose_tables(tables, Settings(**settings), human=human, metrics=metrics)


def test_the_metrics_of_all_tables_are_pooled():
    found = choose({"b": table("xyz"), "a": table("zx"), "c": table("wxz")})
    assert [one.name for one in found.tables] == ["b", "a", "c"]
    assert found.metrics == ("x", "z")
    assert found.lacking == {"y": ("a", "c"), "w": ("b", "a")}
    assert [one.metrics for one in found.tables] == [("x", "y", "z"), ("z", "x"), ("w", "x", "z")]
    assert found.left_out == {}


def test_a_metric_that_scores_nothing_judged_lacks():
    one = table("xy", m=3)
    values = one.values.copy()
    values[0, :, 2] = NAN
    values[2, :, :2] = NAN  # y scores what nobody judged
    found = choose({"a": ScoreTable(one.scorers, one.systems, one.inputs, values), "b": table("xy")})
    assert (found.metrics, found.lacking) == (("x",), {"y": ("a",)})
    assert found.tables[0].table.inputs == ("d0", "d1")
    assert found.tables[0].n_pairs == 6


def test_tables_without_a_part_have_reasons():
    silent = table("x")
    silent = ScoreTable(silent.scorers, silent.systems, silent.inputs, silent.values * [[[NAN]], [[1]]])
    undeclared = ScoreTable((Scorer("a"), Scorer("b")), ("s",), ("d",), np.ones((2, 1, 1)))
    tables = {"ok": table("x"), "silent": silent, "undeclared": undeclared, "bare": table("")}
    assert choose(tables).left_out == {
        "silent": "nothing judged by 'da'",
        "undeclared": "no scorer declared human",
        "bare": "no metric that scores what 'da' judged",
    }
    assert choose(tables, "da").left_out["undeclared"] == "no scorer 'da'"
    each = choose({"a": table("x", human="p"), "b": table("x", human="q")}, {"b": "q"})
    assert [one.human for one in each.tables] == ["p", "q"]


@pytest.mark.parametrize(
    ("tables", "options", "error", "message"),
    [
        ({}, {}, ArgumentError, "at least one score table"),
        ({"a": table("x")}, {"human": "nobody"}, UnknownNameError, "no scorer is called 'nobody'"),
        ({"a": table("x")}, {"human": {"b": "da"}}, ArgumentError, "names a table 'b'; the tables are 'a'"),
        ({"a": table("x")}, {"human": {"a": "db"}}, UnknownNameError, "table 'a': no scorer is called 'db'"),
        ({"a": table("x")}, {"metrics": ["x", "y*"]}, UnknownNameError, r"'y\*'"),
        ({"a": table("x"), "b": table("y")}, {}, DataError, "'x' lacks in 'b'"),
        ({"a": table("x", n=1)}, {}, UnsupportedMethodError, "table 'a': there is one system"),
        (
            {"a": table("x").with_role("human", ["x"])},
            {},
            DataError,
            "table 'a': which scorer is the human one",
        ),
    ],
    ids=str,
)
def test_what_is_refused(tables, options, error, message):
    with pytest.raises(error, match=message):
        choose(tables, **options)


def test_one_system_is_enough_at_the_global_level():
    assert len(choose({"a": table("x", n=1, m=5)}, levels=("global",)).tables) == 1


def test_weights():
    tables = choose({"a": table("x", n=4), "b": table("x", n=3)}).tables
    assert table_weights(tables, "equal") == {"a": 1, "b": 1}
    assert table_weights(tables, "pairs") == {"a": 6, "b": 3}
    assert table_weights(tables[:1], "pairs") == {"a": 1}  # alone every weight is the same
    assert table_weights(tables, {"a": 2, "b": 0.5}) == {"a": 2.0, "b": 0.5}
    for wrong in ({"a": 1}, {"a": 1, "b": 0}, {"a": 1, "b": NAN}, {"a": True, "b": 1}, {"a": "2", "b": 1}):
        with pytest.raises(ArgumentError, match="positive number"):
            table_weights(tables, wrong)
    with pytest.raises(ArgumentError, match="'equal', 'pairs'"):
        table_weights(tables, "size")


def test_seeds_differ_by_seed_and_name_and_are_exact_numbers():
    seeds = {table_seed(seed, name) for seed in range(50) for name in ("en-de", "de-en", "", "1")}
    assert len(seeds) == 200
    assert all(0 <= seed < 2**53 for seed in seeds)
    # a recorded seed repeats its numbers with every version
    assert table_seed(1, "de-en") == 6963458589429757
    assert table_seed(1, "1") != table_seed(11, "")


def test_errors_keep_their_kind_and_name_the_table():
    for kind in (DataError, UnknownNameError, UnsupportedMethodError):
        with pytest.raises(kind, match=r"^table 'a': wrong$"), naming("a"):
            raise kind("wrong")
    with pytest.raises(ArgumentError, match=r"^wrong$"), naming("a"):
        raise ArgumentError("wrong")


def test_a_table_that_is_too_small_is_left_out_and_its_metrics_do_not_count():
    tables = {"ok": table("xy"), "lone": table("x", n=1)}
    found = choose(tables)
    assert found.metrics == ("x", "y")
    assert found.unusable == {"lone": "da"}
    assert found.left_out == {"lone": "there is one system, so the system level is empty"}
    assert choose(tables, levels=("global",)).unusable == {}
    error = UnsupportedMethodError("table 'lone': too few. Collect more.")
    found = choose_tables(
        tables, Settings(levels=("global",)), human=None, metrics=None, unusable={"lone": error}
    )
    assert found.left_out == {"lone": "too few"}
    with pytest.raises(UnsupportedMethodError, match=r"too few\. Collect more"):
        choose_tables(
            {"lone": tables["lone"]},
            Settings(levels=("global",)),
            human=None,
            metrics=None,
            unusable={"lone": error},
        )
