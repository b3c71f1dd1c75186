"""Words for what several kinds of tests are about: what differs between them, and nothing that holds for all."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from trueness.studies.compare.places_tested import places_tested


def rows(*places):
    return [SimpleNamespace(level=level, coefficient=coefficient) for level, coefficient in places]


SYSTEM = (("system", "pearson"), ("system", "kendall"))
INPUT = (("input", "pearson"), ("input", "kendall"))


@pytest.mark.parametrize(
    ("found", "others", "words"),
    [
        (SYSTEM, INPUT, "at the system level"),
        (SYSTEM, (("system", "spa"),), "for pearson and kendall"),
        (
            (*SYSTEM, *INPUT),
            (("per_system", "pearson"),),
            "for pearson at the system and input levels, and for kendall",
        ),
        (
            (*INPUT, ("per_system", "kendall")),
            SYSTEM,
            "for pearson at the input level, and for kendall at the input and per-system levels",
        ),
        ((("global", "acc_eq"),), (*INPUT, ("input", "acc_eq")), "for acc_eq at the global level"),
        ((("input", "acc_eq"),), (*INPUT, *SYSTEM), "for acc_eq"),
        (SYSTEM, (), ""),
    ],
)
def test_what_differs_is_said(found, others, words):
    assert places_tested(rows(*found), rows(*found, *others)) == words
