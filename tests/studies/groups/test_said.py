"""What is said of groups: which metric is the highest where, what was left out, how tests were corrected."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.studies.groups.said import groups_conclusions
from trueness.studies.groups.study import groups


@pytest.fixture(scope="module")
def found(table):
    return groups(table, by="language", level="input", coefficient="pearson", rng=1)


def test_findings(found):
    first, together, *each = found.conclusions
    assert first == (
        "'fine' may be the best in both groups by 'language' (input level, Pearson's r), and has the highest agreement "
        "in both."
    )
    assert together.startswith(
        "All together: ✓ For ranking the outputs of one input use 'fine': it agrees most with "
    )
    assert [one.partition(":")[0] for one in each] == ["de (14 inputs)", "en (12 inputs)"]
    assert all("better than 2 of 2 others." in one for one in each)


def test_where_nothing_is_told_apart_that_is_said(table):
    weak = groups(table, by="language", level="system", metrics=["fine", "fair"], alpha=1e-9, rng=1)
    assert "may be chance: no two metrics differ significantly in any group." in weak.conclusions[0]


def changed(found, **values):
    """The same with other rows of groups, which are computed once."""
    other = dataclasses.replace(found)
    other.__dict__["groups"] = tuple(dataclasses.replace(row, **values) for row in found.groups)
    return groups_conclusions(other)


def test_where_some_groups_tell_metrics_apart_only_these_are_spoken_of(found):
    def one_of_two(row):
        return dataclasses.replace(row, n_separated=int(row.group == "de"))

    other = dataclasses.replace(found)
    other.__dict__["groups"] = tuple(map(one_of_two, found.groups))
    assert groups_conclusions(other)[0].startswith(
        "'fine' may be the best in 1 of 2 groups where metrics differ by 'language' (input level, Pearson's r). 'fine' "
        "has"
    )


def test_where_none_may_be_the_best_in_all_one_is_to_be_chosen_for_each(found):
    comparisons = {
        name: dataclasses.replace(
            one,
            ranks=tuple(
                dataclasses.replace(row, may_be_best=row.metric == ("poor" if name == "de" else "fine"))
                for row in one.ranks
            ),
        )
        for name, one in found.comparisons.items()
    }
    said = groups_conclusions(dataclasses.replace(found, comparisons=comparisons))[0]
    assert said.startswith("No metric may be the best in both groups by 'language'")
    assert "Choose one for each group. 'fine' has the highest agreement most often, in 2." in said


def test_without_any_correlation_nothing_is_answered(found):
    assert changed(found, metric="", n_separated=0)[0].startswith("All together")


def test_cautions(found):
    by_code = {caution.code: caution for caution in found.cautions}
    assert "fewer than 10 inputs have no result of their own: ‘is’ (3)" in by_code["small_groups"].message
    assert by_code["small_groups"].severity == "warning"
    assert "at level 0.05 / 2" in by_code["corrected_over_groups"].message
    severities = [caution.severity for caution in found.cautions]
    assert severities == sorted(severities, reverse=True)
