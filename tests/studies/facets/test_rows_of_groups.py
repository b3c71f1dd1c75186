"""The highest metric of each group, and which comparison is whose."""

from __future__ import annotations

import pytest

import trueness
from trueness.errors import UnknownNameError
from trueness.study.facets.facet_kind import ALL


@pytest.fixture(scope="module")
def found(grouped):
    return trueness.facets(grouped, by="language", level=["system", "input"], rng=1)


def test_the_highest_is_that_of_the_comparison(found):
    assert len(found.highest) == 3 * 2
    for row in found.highest:
        alone = found.of(row.facet)
        here = [one for one in alone.estimates if (one.level, one.coefficient) == (row.level, "pearson")]
        best = max(here, key=lambda one: one.estimate)
        assert (row.metric, row.estimate, row.low, row.high) == (
            best.metric,
            best.estimate,
            best.low,
            best.high,
        )
        tests = [one for one in alone.tests if (one.level, one.coefficient) == (row.level, "pearson")]
        assert row.n_tests == 3
        assert row.n_separated == sum(one.verdict in ("better", "worse") for one in tests)
        assert row.n_beaten == sum(
            best.metric in (one.metric, one.rival) and one.verdict in ("better", "worse") for one in tests
        )


def test_names(found):
    assert tuple(found.parts) == ("de", "en")
    assert found.selection.human == ("human",)
    assert found.compared()["by"] == "language"
    with pytest.raises(UnknownNameError, match="no group is called 'fr'"):
        found.of("fr")
    assert ALL in found.comparisons
