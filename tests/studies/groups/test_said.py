"""What is said of groups: which metric is the highest where, what was left out, how tests were corrected."""

from __future__ import annotations

import pytest

from trueness.studies.groups.study import groups


@pytest.fixture(scope="module")
def found(table):
    return groups(table, by="language", level="input", coefficient="pearson", rng=1)


def test_findings(found):
    first, second, together, *each = found.conclusions
    assert first == (
        "The highest metric in 2 groups of inputs by 'language', at the input level by Pearson's r: 'fine' in all."
    )
    assert second == "In the 2 groups where metrics are told apart, 'fine' may be the best."
    assert together.startswith("All together: In ranking the outputs of one input")
    assert [one.partition(":")[0] for one in each] == ["de (14 inputs)", "en (12 inputs)"]
    assert all("shown to be better than 2 of 2 others." in one for one in each)


def test_where_nothing_is_told_apart_that_is_said(table):
    weak = groups(table, by="language", level="system", metrics=["fine", "fair"], alpha=1e-9, rng=1)
    assert any("In no group are two metrics told apart" in one for one in weak.conclusions)


def test_cautions(found):
    by_code = {caution.code: caution for caution in found.cautions}
    assert "fewer than 10 inputs have no result of their own: ‘is’ (3)" in by_code["small_groups"].message
    assert by_code["small_groups"].severity == "warning"
    assert "at level 0.05 / 2" in by_code["corrected_over_groups"].message
    severities = [caution.severity for caution in found.cautions]
    assert severities == sorted(severities, reverse=True)
