"""Rows with their human scorer."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.errors import UnknownNameError


def test_rows_are_those_of_the_comparisons_in_turn(found):
    for name in ("estimates", "tests", "ranks", "sensitivity"):
        rows = found.rows_of(name)
        start = 0
        for human, comparison in found.comparisons.items():
            own = comparison.rows_of(name)
            for row, wanted in zip(rows[start : start + len(own)], own, strict=True):
                assert row.facet == human
                assert all(
                    repr(getattr(row, field.name)) == repr(getattr(wanted, field.name))
                    for field in dataclasses.fields(wanted)
                )
            start += len(own)
        assert start == len(rows)


def test_an_unknown_human_scorer_is_refused(found):
    with pytest.raises(UnknownNameError, match="no human score is called 'fluent'"):
        found.of("fluent")
