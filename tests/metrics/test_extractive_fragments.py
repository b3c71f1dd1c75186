"""Against figure 3 read literally, and worked by hand."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.datasets.load import load_dataset_texts
from trueness.metrics.extractive_fragments import ExtractiveFragments, SourceIndex
from trueness.metrics.tokens import tokens

COVERAGE, DENSITY = ExtractiveFragments("coverage"), ExtractiveFragments("density")


def figure_3(summary, article):
    """Return the fragments as the paper's pseudocode finds them, with the places where they start."""
    found, i = [], 0
    while i < len(summary):
        fragment, j = (i, -1, 0), 0
        while j < len(article):
            if summary[i] == article[j]:
                i_end, j_end = i, j
                while i_end < len(summary) and j_end < len(article) and summary[i_end] == article[j_end]:
                    i_end, j_end = i_end + 1, j_end + 1
                if fragment[2] < i_end - i:
                    fragment = (i, j, i_end - i)
                j = j_end
            else:
                j += 1
        if fragment[2]:
            found.append(fragment)
        i += max(fragment[2], 1)
    return found


@given(st.text("abc", max_size=14), st.text("abc", max_size=24))
def test_equal_to_the_figure(summary, article):
    assert SourceIndex(list(article)).fragments(list(summary)) == figure_3(summary, article)


@given(st.lists(st.sampled_from("ab"), max_size=30), st.lists(st.sampled_from("ab"), max_size=30))
def test_equal_to_the_figure_where_texts_repeat_themselves(summary, article):
    assert SourceIndex(article).fragments(summary) == figure_3(summary, article)


def test_equal_to_the_figure_on_real_text():
    for row in load_dataset_texts("pocket").rows[::8]:
        written, given = tokens(row.output), tokens(row.source)
        assert SourceIndex(given).fragments(written) == figure_3(written, given)


def test_worked_by_hand():
    source = "The dog barked. A cat sat on the mat near the door."
    output = "The cat sat on a mat near the tree"
    # the | cat sat on | a | mat near the: 1 + 3 + 1 + 3 of 9 tokens
    expected = [(0, 0, 1), (1, 5, 3), (4, 4, 1), (5, 9, 3)]
    assert SourceIndex(tokens(source)).fragments(tokens(output)) == expected
    np.testing.assert_allclose(COVERAGE.score([output], [()], [source]), 8 / 9)
    np.testing.assert_allclose(DENSITY.score([output], [()], [source]), (1 + 9 + 1 + 9) / 9)


def test_a_match_hides_a_longer_one_that_starts_inside_it():
    # "a b a b c" is read from 0: "a b" agrees, then "a" differs from "c"; the reading goes on at 2
    assert SourceIndex(list("ababc")).fragments(list("abc")) == [(0, 2, 3)]
    # here it goes on at 3, inside the longer match that starts at 2
    assert SourceIndex(list("abababc")).fragments(list("ababc")) == [(0, 0, 4), (4, 6, 1)]


def test_copies_and_texts_without_overlap():
    outputs = ["a b c", "a b c d e f", "x y", "", "a"]
    sources = ["a b c d", "a b c d e f", "a b", "a b", ""]
    np.testing.assert_array_equal(COVERAGE.score(outputs, [()] * 5, sources), [1, 1, 0, math.nan, 0])
    np.testing.assert_array_equal(DENSITY.score(outputs, [()] * 5, sources), [3, 6, 0, math.nan, 0])


def test_case_does_not_matter():
    assert COVERAGE.score(["THE Cat"], [()], ["the cat"]) == 1


@given(st.text("ab .", max_size=20), st.text("ab .", max_size=40))
def test_bounds(output, source):
    coverage, density = ExtractiveFragments.score_together([COVERAGE, DENSITY], [output], [()], [source])[0]
    if not tokens(output):
        assert math.isnan(coverage)
        assert math.isnan(density)
        return
    assert 0 <= coverage <= 1
    # fragments are at least one token long, and no longer than the output
    assert coverage <= density <= coverage * len(tokens(output)) + 1e-12


def test_computed_together_as_alone():
    rows = load_dataset_texts("pocket").rows[::16]
    outputs, sources = [row.output for row in rows], [row.source for row in rows]
    both = ExtractiveFragments.score_together([DENSITY, COVERAGE], outputs, [()] * len(rows), sources)
    np.testing.assert_array_equal(both[:, 0], DENSITY.score(outputs, [()] * len(rows), sources))
    np.testing.assert_array_equal(both[:, 1], COVERAGE.score(outputs, [()] * len(rows), sources))


def test_any_text_has_a_score():
    outputs = ["\x00", "\ud800 a", "\U0001f600"]
    found = COVERAGE.score(outputs, [()] * 3, ["a \x00 \ud800"] * 3)
    np.testing.assert_array_equal(found, [1, 1, 0])


def long_source(n_words):
    rng = np.random.default_rng(1)
    # a few words are frequent, as in a language
    numbers = np.minimum(rng.zipf(1.3, n_words), 20_000)
    return " ".join(f"w{number}" for number in numbers)


def test_a_long_source_takes_time_in_proportion():
    source = long_source(60_000)
    words = source.split()
    output = " ".join(words[500:530] + words[40_000:40_040])
    start = time.process_time()
    found = COVERAGE.score([output], [()], [source])
    assert time.process_time() - start < 3
    assert found == 1


@pytest.mark.slow
def test_five_megabytes():
    source = long_source(1_200_000)
    assert len(source) > 4_500_000
    words = source.split()
    output = " ".join([*words[500:560], "unseen", *words[400_000:400_040]])
    start = time.process_time()
    coverage, density = ExtractiveFragments.score_together([COVERAGE, DENSITY], [output], [()], [source])[0]
    assert time.process_time() - start < 30
    assert coverage == 100 / 101
    assert density >= (60**2 + 40**2) / 101 - 60  # a fragment may end early and the next begin late


def test_names():
    assert ExtractiveFragments.names() == ("coverage", "density")
    assert [ExtractiveFragments.from_name(name).name for name in ("coverage", "density")] == [
        "coverage",
        "density",
    ]
    assert ExtractiveFragments.from_name("compression") is None
    assert set(ExtractiveFragments.defaults()) < set(ExtractiveFragments.names())
    assert (COVERAGE.upper, DENSITY.upper) == (1, math.inf)


def test_descriptions_tell_the_two_apart():
    coverage, density = (
        ExtractiveFragments.from_name(name).description() for name in ("coverage", "density")
    )
    assert coverage.startswith("The share of an output's tokens")
    assert "length of the copied fragment" in density
