"""Scores through a cache are those without one, and nothing is computed twice."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trueness.data.texts.texts import TextRow
from trueness.metrics.metric import Citation, Metric
from trueness.metrics.scoring.cached_scores import cached_scores, metric_identity, text_key
from trueness.metrics.scoring.score_cache import ScoreCache

NOTHING = frozenset()
BOTH = frozenset({"references", "source"})
TEXTS = st.sampled_from(["", "a", "b", "a b", "reference 1\0a"])
ROWS = st.builds(
    TextRow,
    st.just("s"),
    st.just("i"),
    TEXTS,
    references=st.lists(TEXTS, max_size=2).map(tuple),
    source=st.none() | TEXTS,
)


class Counting(Metric):
    """Counts letters, and how often it was asked to."""

    lower, upper, empty_output = 0.0, math.inf, 0.0
    citation = Citation("x", "x", "x")

    def __init__(self, name, needs=NOTHING, statistics=0):
        self.name, self.needs = name, needs
        self.corpus_formula = "percentage" if statistics else None
        self.seen = []

    def score(self, outputs, references, sources):
        self.seen += outputs
        shift = len(self.name)
        return np.array(
            [
                len(o)
                + shift
                + ("references" in self.needs) * 10 * len(r)
                + ("source" in self.needs) * 100 * len(s or "")
                if o
                else math.nan
                for o, r, s in zip(outputs, references, sources, strict=True)
            ]
        )

    def statistics(self, outputs, references, sources):
        return np.array([[len(o), 1.0] for o in outputs])


class Pair(Counting):
    """Two metrics of one class are computed in one pass."""

    @classmethod
    def score_together(cls, metrics, outputs, references, sources):
        metrics[0].seen.append(("together", len(metrics), len(outputs)))
        return np.column_stack([Counting.score(m, outputs, references, sources) for m in metrics])


def some_metrics():
    return [
        Counting("plain"),
        Counting("by-reference", frozenset({"references"}), statistics=2),
        Counting("by-both", BOTH),
    ]


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(parts=st.lists(st.lists(ROWS, min_size=1, max_size=5), min_size=1, max_size=3))
def test_with_and_without_a_cache(tmp_path_factory, parts):
    with ScoreCache(tmp_path_factory.mktemp("cache")) as cache:
        for _ in range(2):
            for rows in parts:
                plain = cached_scores(some_metrics(), rows, None)
                found = cached_scores(some_metrics(), rows, cache)
                np.testing.assert_array_equal(found.values, plain.values)
                np.testing.assert_array_equal(
                    found.statistics["by-reference"], plain.statistics["by-reference"]
                )
        assert found.n_computed == 0
        assert plain.n_computed == 3 * len(parts[-1])


def rows_of(*outputs, **fields):
    return [TextRow("s", str(k), output, **fields) for k, output in enumerate(outputs)]


def test_only_what_is_new_is_computed(tmp_path):
    with ScoreCache(tmp_path) as cache:
        metric = Counting("m")
        assert cached_scores([metric], rows_of("a", "b", "a"), cache).n_computed == 2
        assert metric.seen == ["a", "b"]
        assert cached_scores([metric], rows_of("b", "c"), cache).n_computed == 1
        assert metric.seen == ["a", "b", "c"]
        other = Counting("other")
        found = cached_scores([metric, other], rows_of("a", "d"), cache)
        assert (metric.seen[3:], sorted(other.seen), found.n_computed) == (["d"], ["a", "d"], 3)
        np.testing.assert_array_equal(found.values, [[2, 6], [2, 6]])


def test_texts_that_lack_the_same_are_computed_together(tmp_path):
    with ScoreCache(tmp_path) as cache:
        one, two = Pair("1"), Pair("22")
        cached_scores([one], rows_of("a", "b"), cache)
        one.seen.clear()
        cached_scores([one, two], rows_of("a", "b", "c", "d"), cache)
        assert [call for call in one.seen if call[0] == "together"] == [("together", 2, 2)]
        assert [call for call in two.seen if call[0] == "together"] == [("together", 1, 2)]


def test_needs_decide_which_texts_count(tmp_path):
    with ScoreCache(tmp_path) as cache:
        metrics = some_metrics()
        first = rows_of("a", references=("r",), source="s")
        cached_scores(metrics, first, cache)
        other_source = rows_of("a", references=("r",), source="other")
        assert cached_scores(metrics, other_source, cache).n_computed == 1
        other_reference = rows_of("a", references=("r", "q"), source="s")
        assert cached_scores(metrics, other_reference, cache).n_computed == 2
        assert cached_scores(metrics, rows_of("aa", references=("r",), source="s"), cache).n_computed == 3


@given(ROWS, ROWS)
def test_keys_tell_texts_apart(one, two):
    for needs, texts in (
        (NOTHING, lambda row: row.output),
        (frozenset({"references"}), lambda row: (row.output, row.references)),
        (BOTH, lambda row: (row.output, row.references, row.source)),
    ):
        assert (text_key(one, needs) == text_key(two, needs)) == (texts(one) == texts(two))
    assert len(text_key(one, BOTH)) == 16


def test_no_text_is_in_the_cache(tmp_path):
    with ScoreCache(tmp_path) as cache:
        cached_scores(
            some_metrics(), rows_of("a very secret text", references=("hidden",), source="kept"), cache
        )
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert all(ScoreCache.metric(metric_identity(metric)).encode() in content for metric in some_metrics())
    for text in (b"secret", b"hidden", b"kept"):
        assert text not in content


def test_an_interruption_keeps_nothing_of_its_rows(tmp_path, monkeypatch):
    with ScoreCache(tmp_path) as cache:
        good, bad = Counting("good"), Counting("bad", BOTH)

        def interrupt(*_):
            raise KeyboardInterrupt

        monkeypatch.setattr(bad, "score", interrupt)
        rows = rows_of("a", references=("r",), source="s")
        with pytest.raises(KeyboardInterrupt):
            cached_scores([good, bad], rows, cache)
        good.seen.clear()
        cached_scores([good], rows, cache)
        assert good.seen == ["a"]


def test_the_share_of_the_work_grows_to_one(tmp_path):
    with ScoreCache(tmp_path) as cache:
        for opened in (None, cache):
            shares = []
            cached_scores([Counting("one"), Pair("two")], rows_of("a", "b"), opened, shares.append)
            assert shares == sorted(shares)
            assert shares[-1] == 1.0
            assert 0 < shares[0] < 1
