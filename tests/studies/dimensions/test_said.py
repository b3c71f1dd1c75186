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
    assert "corrected_by_dimension" in codes
    signature = dict(found.signature.parts)
    assert signature["human"] == "relevance+fluency+mean(relevance,fluency)"
    assert signature["level"] == "system+global"


def test_metrics_that_hold_their_own_are_those_of_all_ranks(found):
    standing = [
        {
            row.metric
            for row in one.ranks
            if (row.level, row.coefficient) == ("system", "pearson") and row.not_outperformed
        }
        for one in found.comparisons.values()
    ]
    always = set.intersection(*standing)
    said = found.conclusions[0]
    assert 0 < len(always) < 4
    assert said.startswith("Whichever of the 3 human scores is asked, at the system level by Pearson's r, ")
    assert f"{len(always)} of 4 metrics" in said
    assert all(f"'{name}'" in said for name in always)
