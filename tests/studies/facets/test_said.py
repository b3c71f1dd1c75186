"""What is said of several human scorers at once."""

from __future__ import annotations


def test_what_is_said(found):
    """What differs between human scorers names them, and nothing is said twice."""
    assert sum("‘fluency’" in sentence for sentence in found.conclusions) >= 1
    assert "human scores" in found.conclusions[0]
    for human, comparison in found.comparisons.items():
        said = next(sentence for sentence in found.conclusions if sentence.startswith(f"By ‘{human}’: "))
        assert comparison.conclusions[0].startswith(said.removeprefix(f"By ‘{human}’: "))
    codes = [caution.code for caution in found.cautions]
    assert len(codes) == len(set(codes))
    assert "corrected_over_facets" in codes
    signature = dict(found.signature.parts)
    assert signature["human"] == "relevance+fluency+mean(relevance,fluency)"
    assert signature["level"] == "system+global"


def test_metrics_that_may_be_the_best_by_all_humans_are_named(found):
    may = [set(one.decided("may_be_best", "system", "pearson").names) for one in found.comparisons.values()]
    always = set.intersection(*may)
    said = found.conclusions[0]
    assert 0 < len(always) < 4
    assert "may be the best by all 3 human scores (system level, Pearson's r)." in said
    assert f"The other {4 - len(always)} are ruled out" in said or len(always) == 3
    assert {name for name in found.metrics if f"'{name}'" in said} == always


def test_a_finding_is_cut_after_whole_sentences(found):
    for sentence in found.conclusions[1:]:
        assert sentence.endswith(".")
        assert "power)" not in sentence
