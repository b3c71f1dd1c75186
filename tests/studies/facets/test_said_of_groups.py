"""What is said of groups: which metric is the highest where, what was left out, how tests were corrected."""

from __future__ import annotations

import dataclasses

import pytest

import trueness
from trueness.studies.facets.said import facets_conclusions, in_all


@pytest.fixture(scope="module")
def found(grouped):
    return trueness.facets(grouped, by="language", level="input", coefficient="pearson", rng=1)


def test_findings(found):
    first, together, *each = found.conclusions
    assert first == (
        "'fine' may be the best in both groups by 'language' (input level, Pearson's r). The other 2 are ruled out in "
        "at least one. 'fine' has the highest agreement in both."
    )
    assert together.startswith(
        "All together: ✓ For ranking the outputs of one input use 'fine': it agrees most with "
    )
    assert [one.partition(":")[0] for one in each] == ["de (14 inputs)", "en (12 inputs)"]
    assert all("better than 2 of 2 others." in one for one in each)


def test_where_nothing_is_told_apart_that_is_said(grouped):
    weak = trueness.facets(
        grouped, by="language", level="system", metrics=["fine", "fair"], alpha=1e-9, rng=1
    )
    assert weak.conclusions[0].startswith("We cannot tell which of 'fine', 'fair' is the best in both groups")


def changed(found, names):
    """The same with other metrics that may be the best in each group."""
    comparisons = {
        name: dataclasses.replace(
            one,
            decisions=tuple(
                dataclasses.replace(decision, names=names.get(name, decision.names))
                if decision.rule == "may_be_best"
                else decision
                for decision in one.decisions
            ),
        )
        for name, one in found.comparisons.items()
    }
    return facets_conclusions(dataclasses.replace(found, comparisons=comparisons))


def test_where_none_may_be_the_best_in_all_one_is_to_be_chosen_for_each(found):
    said = changed(found, {"de": ("poor",), "en": ("fine",)})[0]
    assert said.startswith("No metric may be the best in both groups by 'language'")
    assert "Choose one for each group. 'fine' has the highest agreement in both." in said


def test_all_together_counts_for_no_group(found):
    said = changed(found, {"all": ()})[0]
    assert said.startswith("'fine' may be the best in both groups by 'language'")


def test_metrics_that_are_the_highest_as_often_are_all_named_where_nothing_is_tested(found):
    def with_rows(result):
        other = dataclasses.replace(result)
        other.__dict__["highest"] = tuple(
            dataclasses.replace(row, metric="fair") if row.facet == "de" else row for row in result.highest
        )
        return in_all(other, "input")

    assert with_rows(found).endswith("The other 2 are ruled out in at least one.")
    comparisons = {name: dataclasses.replace(one, decisions=()) for name, one in found.comparisons.items()}
    assert with_rows(dataclasses.replace(found, comparisons=comparisons)) == (
        "'fair', 'fine' each have the highest agreement in 1 of 2 groups by 'language' (input level, Pearson's r)."
    )


def test_without_any_correlation_nothing_is_answered(found):
    other = dataclasses.replace(found)
    other.__dict__["highest"] = tuple(
        dataclasses.replace(row, metric="", n_separated=0) for row in found.highest
    )
    comparisons = {name: dataclasses.replace(one, decisions=()) for name, one in found.comparisons.items()}
    nothing = dataclasses.replace(other, comparisons=comparisons)
    nothing.__dict__["highest"] = other.highest
    assert in_all(nothing, "input") == ""


def test_where_people_stand_among_the_systems_no_metric_is_named(grouped):
    people = dataclasses.replace(grouped, systems=("refA", *grouped.systems[1:]))
    asked = trueness.facets(people, by="language", level="input", coefficient="pearson", rng=1)
    assert in_all(asked, "input") == ""
    assert asked.conclusions[0].startswith(
        "All together: ? We cannot tell which metric to use: 1 system is a"
    )


def test_cautions(found):
    by_code = {caution.code: caution for caution in found.cautions}
    assert "fewer than 10 inputs have no result of their own: ‘is’ (3)" in by_code["small_facets"].message
    assert by_code["small_facets"].severity == "warning"
    assert "at level 0.05 / 2" in by_code["corrected_over_facets"].message
    severities = [caution.severity for caution in found.cautions]
    assert severities == sorted(severities, reverse=True)
