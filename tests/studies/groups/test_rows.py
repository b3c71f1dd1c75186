"""The highest metric of each group, and which comparison is whose."""

from __future__ import annotations

import pytest

from trueness.errors import UnknownNameError
from trueness.studies.groups.study import groups
from trueness.study.table_groups import ALL


@pytest.fixture(scope="module")
def found(table):
    return groups(table, by="language", level=["system", "input"], rng=1)


def test_the_highest_is_that_of_the_comparison(found):
    assert len(found.groups) == 3 * 2
    for row in found.groups:
        alone = found.of_group(row.group)
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
    assert found.names == ("de", "en")
    assert found.human == "human"
    assert found.compared()["by"] == "language"
    with pytest.raises(UnknownNameError, match="no group is called 'fr'"):
        found.of_group("fr")
    assert ALL in found.comparisons
