"""A sentence for each decision about annotators, with the number that decided."""

from __future__ import annotations

import dataclasses

import numpy as np

from .test_said import AC1, ALPHA, ALT, EQUAL, NAN
from .test_said import said as all_said


def said(*given, **options):
    """Return what is said before whom it applies to."""
    return all_said(*given, **options)[:-1]


def test_who_may_stand_in():
    yes = said(alt_tests=[ALT])[-1]
    assert yes == (
        "✓ 'm' may stand in for an annotator. 'm' fits the others as well as the annotator left out on 80% of outputs, "
        "a judge that always says the same on 60%. This is by the alternative annotator test (epsilon 0.1)."
    )
    failed = dataclasses.replace(ALT, winning_rate=0.0, winning_low=0.0, winning_high=0.3)
    assert said(alt_tests=[failed])[-1].startswith("✗ 'm' should not stand in for an annotator.")
    open_ = dataclasses.replace(ALT, winning_low=1 / 3)
    assert (
        "? We cannot tell whether 'm' may stand in for an annotator. 'm' may win against 1 to 3 of these 3 annotators, "
        "and 2 are needed." in said(alt_tests=[open_])[-1]
    )
    idle = dataclasses.replace(ALT, beyond_low=-0.1)
    assert "A judge that always says the same may fit people as well as 'm'." in said(alt_tests=[idle])[-1]
    few = dataclasses.replace(ALT, n_tested=2, n_skipped=1)
    assert said(alt_tests=[few])[-1] == (
        "? We cannot tell whether a metric may stand in for an annotator. The alternative annotator test (epsilon 0.1) "
        "needs 3 annotators with enough inputs in common, and there are 2."
    )
    assert "It takes 3 annotators" in said(alt_tests=[ALT, dataclasses.replace(few, metric="n")])[-1]
    apart = dataclasses.replace(ALPHA, estimate=0.0, low=-0.1, high=0.1)
    assert "People agree too little among themselves" in said((apart, EQUAL, AC1), alt_tests=[ALT])[-1]
    undefined = dataclasses.replace(ALT, advantage=NAN, n_tested=0, n_skipped=3)
    assert said(alt_tests=[undefined])[-1].endswith("and there are none.")


def test_the_best_is_named_only_where_it_is_told():
    rows = [ALT, dataclasses.replace(ALT, metric="coin", advantage=0.7)]
    assert (
        "We cannot tell which metric fits annotators best: it may be 'm', 'coin'." in said(alt_tests=rows)[-1]
    )


def test_where_one_value_takes_nearly_all_that_is_said():
    ratings = np.full((3, 1, 30), 3.0)
    ratings[0, 0, 0] = 1
    alpha = dataclasses.replace(ALPHA, estimate=0.0, low=-0.1, high=0.0)
    first, second, *_ = said((alpha, EQUAL, AC1), ratings=ratings)
    assert first.startswith("? We cannot tell whether people agree on 'fluency' beyond chance: ")
    assert second.startswith("99% of the ratings are 3. Alpha may then be near 0")
