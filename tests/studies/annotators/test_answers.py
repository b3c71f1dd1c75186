"""A sentence for each decision about annotators, with the number that decided."""

from __future__ import annotations

import dataclasses

import numpy as np

from .test_said import AC1, ALPHA, ALT, EQUAL, NAN, said


def test_who_may_stand_in():
    yes = said(alt_tests=[ALT])[-1]
    assert "'m' may stand in for an annotator." in yes
    assert yes.endswith(
        "'m' fits the others as well as the annotator left out on 80% of outputs; a judge that always says the same "
        "does on 60%."
    )
    failed = dataclasses.replace(ALT, winning_rate=0.0, winning_low=0.0, winning_high=0.3)
    assert "'m' should not." in said(alt_tests=[failed])[-1]
    open_ = dataclasses.replace(ALT, winning_low=1 / 3)
    assert (
        "we cannot tell for 'm'. Of these 3 annotators, 'm' may win against as few as 1 and as many as 3; at least 2 "
        "are needed." in said(alt_tests=[open_])[-1]
    )
    idle = dataclasses.replace(ALT, beyond_low=-0.1)
    assert (
        "not shown to fit people better than a judge that always says the same" in said(alt_tests=[idle])[-1]
    )
    few = dataclasses.replace(ALT, n_tested=2, n_skipped=1)
    assert said(alt_tests=[few])[-1] == (
        "We cannot tell whether a metric may stand in for an annotator: the alternative annotator test (epsilon 0.1) "
        "needs 3 annotators with enough inputs in common, and there are 2."
    )
    assert "It takes 3 annotators" in said(alt_tests=[ALT, dataclasses.replace(few, metric="n")])[-1]
    apart = dataclasses.replace(ALPHA, estimate=0.0, low=-0.1, high=0.1)
    assert "People do not agree enough among themselves" in said((apart, EQUAL, AC1), alt_tests=[ALT])[-1]
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
    assert "we cannot tell whether they agree beyond chance" in first
    assert second.startswith("One value, 3, takes 99% of the ratings")
