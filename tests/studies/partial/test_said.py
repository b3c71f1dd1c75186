"""Which words a row gets, at the edges."""

from __future__ import annotations

import dataclasses

from trueness.studies.partial.rows import PartialRow
from trueness.studies.partial.said import partial_cautions, partial_conclusions

ROW = PartialRow(
    metric="bleu",
    given="length",
    before=0.5,
    before_low=0.3,
    before_high=0.7,
    estimate=0.1,
    low=-0.1,
    high=0.3,
    lost=0.4,
    lost_low=0.2,
    lost_high=0.6,
    pvalue=0.01,
    pvalue_adjusted=0.02,
    metric_with=0.6,
    human_with=0.5,
    explains="all",
    n_outputs=99,
)
NAN = float("nan")


def test_several_metrics_are_named_after_the_one_that_loses_most():
    rows = [
        dataclasses.replace(ROW, metric=name, lost=lost)
        for name, lost in (("a", 0.1), ("b", 0.3), ("c", 0.2))
    ]
    (text,) = partial_conclusions(rows, "people")
    assert text == (
        "'b' may agree with 'people' only because both go with 'length': r 0.50 [0.30, 0.70] falls to 0.10 "
        "[−0.10, 0.30] given it. So it is with 'c', 'a'."
    )
    none = [dataclasses.replace(ROW, given="system", explains="none shown")]
    assert partial_conclusions(none, "people") == (
        "No agreement with 'people' is shown to go with the system.",
    )
    assert not list(partial_cautions(none))


def test_without_an_interval_nobody_can_tell():
    rows = [dataclasses.replace(ROW, pvalue_adjusted=NAN, explains="")]
    (text,) = partial_conclusions(rows, "people")
    assert text.startswith("We cannot tell what of an agreement with 'people' goes with 'length'")
    gone = [dataclasses.replace(ROW, estimate=NAN, explains="")]
    assert partial_conclusions(gone, "people") == ("Given 'length', nothing is left to agree on.",)
