"""What changed between two batches: the judge first, all other outputs, then systems."""

from __future__ import annotations

import math
import types

import pytest
from tests.drawn_marks import areas

from trueness.decisions.moved_between_batches import SYSTEM_MOVED, SYSTEMS_MOVED, moved
from trueness.reporting.figures.palette import BLANK
from trueness.studies.drift.change_lines import change_lines
from trueness.studies.drift.rows import ALL_OUTPUTS, ChangeRow, DriftRow
from trueness.studies.drift.settings import DriftSettings

NAN = math.nan


def judge(name="j <b>", estimate=0.1, margin=0.25, verdict="same"):
    between = (estimate, estimate - 0.1, estimate + 0.1, 0.01, margin)
    return DriftRow(name, verdict, 3.0, 3.1, *between, 0.2, "kappa", NAN, NAN, NAN, 40, 20)


def change(system, estimate, pvalue, adjusted, metric="j <b>"):
    limits = (estimate, estimate - 0.2, estimate + 0.2)
    return ChangeRow(metric, system, 3.0, 3.0, 0.1, *limits, pvalue, adjusted, 9, 9)


@pytest.fixture(scope="module")
def found():
    changes = (
        change(ALL_OUTPUTS, 0.3, 0.2, NAN),
        change("low", -0.5, 0.04, 0.08),
        change("high", 0.9, 0.01, 0.02),
        change("high", 0.9, 0.01, 0.02, metric="other"),
    )
    named = moved(SYSTEM_MOVED, "j <b>", 0.9, 0.7, 1.1, needs=(), applies_to="", names=["high"])
    whole = moved(SYSTEMS_MOVED, "j <b>", 0.3, -0.1, 0.5, needs=(), applies_to="")
    return types.SimpleNamespace(
        drift=(judge(), judge("other", NAN, NAN, "undefined")),
        changes=changes,
        settings=DriftSettings(),
        decisions=(named, whole),
    )


def test_the_judge_stands_above_what_changed_beyond_it(found):
    drawn = change_lines(found, found.drift[0])
    assert drawn.name == "changes-1"
    assert [row.get("system") for row in drawn.data] == [None, ALL_OUTPUTS, "high", "low"]
    for said in (
        "j &lt;b&gt;, the judge, on outputs judged twice: 0.100 [0.000, 0.200]; same<",
        "all other outputs, other outputs, without the judge's part: 0.300 [0.100, 0.500]<",
        "high, other outputs, without the judge's part: 0.900 [0.700, 1.100]; changed<",
        "low, other outputs, without the judge's part: −0.500 [−0.700, −0.300]<",
        "the judge's margin, ±0.25",
    ):
        assert said in drawn.svg
    (shaded,) = areas(drawn.draw().axes[0], fill=BLANK)
    assert (shaded[:, 0].min(), shaded[:, 0].max()) == (-0.25, 0.25)
    assert drawn.caption.startswith("‘j <b>’ changed by 0.10 [0.00, 0.20] (same).")


def test_a_judge_of_which_nothing_is_known_is_shown_as_that(found):
    drawn = change_lines(found, found.drift[1])
    assert drawn.name == "changes-2"
    assert "other, the judge, on outputs judged twice: undefined; undefined<" in drawn.svg
    assert "changed by" not in drawn.caption
    assert not areas(drawn.draw().axes[0])
