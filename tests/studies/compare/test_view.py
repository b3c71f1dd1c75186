"""How a comparison is shown: which of its tables stand where."""

from __future__ import annotations

import dataclasses

from trueness.studies.compare.comparison_tables import comparison_tables
from trueness.studies.compare.paper_form import NAME as PAPER
from trueness.studies.compare.view import ComparisonView


def test_the_table_of_a_paper_stands_before_those_of_the_comparison(comparison):
    first, *others = ComparisonView().tables(comparison)
    assert first[0].name == PAPER
    assert [spec for spec, _ in others] == [spec for spec, _ in comparison_tables(comparison)]


def test_tests_stand_alone_where_there_are_some(comparison):
    untested = dataclasses.replace(
        comparison, selection=dataclasses.replace(comparison.selection, tests=False)
    )
    assert [ComparisonView().alone_of(one) for one in (comparison, untested)] == ["tests", "estimates"]


def test_the_page_has_a_chapter_for_every_table(comparison):
    chapters = {chapter.name for chapter in ComparisonView().page(comparison).chapters}
    assert {PAPER, "figures", "estimates", "tests"} <= chapters
