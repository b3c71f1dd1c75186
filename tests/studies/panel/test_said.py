"""What is said of panels and runs: how to use the judges first, each answer with its light."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

import trueness
from trueness.decisions.decision import Ground
from trueness.decisions.judges_together import ENOUGH, ONE_RUN_ENOUGH, PANEL_GAINS, gains
from trueness.decisions.may_be_best import MAY_BE_BEST, RIVALS_LEFT
from trueness.studies.panel.rows import ALL_JUDGES
from trueness.studies.panel.said import panel_conclusions


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(6)
    human = rng.integers(1, 6, (4, 40)).astype(float)
    judges = [np.clip(human + rng.integers(-2, 3, (4, 40)), 1, 5) for _ in range(3)]
    runs = np.stack([judges[0], np.clip(judges[0] + rng.integers(0, 2, (4, 40)), 1, 5)])
    table = trueness.ScoreTable(
        (trueness.Scorer("human", "human"), *(trueness.Scorer(name, "metric") for name in "xyz")),
        tuple("abcd"),
        tuple(map(str, range(40))),
        np.stack([human, runs.mean(axis=0), *judges[1:]]),
        annotations={"x": trueness.Annotations(("run1", "run2"), runs)},
    )
    return trueness.panel(table)


def changed(found, **values):
    rows = tuple(
        dataclasses.replace(row, **values) if row.panel == ALL_JUDGES else row for row in found.panels
    )
    return dataclasses.replace(found, panels=rows)


def decided(found, *given):
    kept = [one for one in found.decisions if one.rule not in {two.rule for two in given}]
    return dataclasses.replace(found, decisions=(*given, *kept))


def best(names, rivals):
    ground = Ground(
        measure=RIVALS_LEFT, estimate=rivals, low=rivals, high=rivals, bar=0, side="at_most", need=True
    )
    return MAY_BE_BEST.decide([ground], applies_to="", names=names)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["x"], "✓ Use 'x' alone: every other way to use these judges agrees less with 'human'."),
        (["all 3 judges"], "✓ Use all 3 judges: every other way"),
        (["all but y"], "✓ Use all but 'y': every other way"),
        (
            ["all 3 judges", "x"],
            (
                "? We cannot tell which way to use these judges agrees best with 'human': it may be all 3 judges or "
                "'x' alone. 5 other ways are ruled out. The cheapest of these is 'x' alone."
            ),
        ),
    ],
)
def test_a_way_to_use_them_is_named_where_all_others_are_ruled_out(found, names, said):
    assert panel_conclusions(decided(found, best(names, len(names) - 1)))[0].startswith(said)


def start_of(said, text):
    return next(one for one in said if text in one)


@pytest.mark.parametrize(
    ("low", "high", "start"),
    [
        (0.1, 0.3, "✓ All 3 judges together agree more with 'human' than one alone on average: Pearson's r "),
        (
            -0.3,
            -0.1,
            "✗ All 3 judges together agree less with 'human' than one alone on average: Pearson's r ",
        ),
        (-0.1, 0.3, "? We cannot tell whether all 3 judges together agree more with 'human' than one alone"),
    ],
)
def test_what_they_gain_together_follows_the_rule(found, low, high, start):
    gain = gains(PANEL_GAINS, ALL_JUDGES, 0.1, low, high, needs=(), applies_to="", coefficient="pearson")
    row = next(row for row in found.panels if row.panel == ALL_JUDGES)
    said = start_of(panel_conclusions(decided(found, gain)), "together agree")
    assert said.startswith(start)
    assert f"{row.estimate:.2f} [{row.low:.2f}, {row.high:.2f}] and {row.single:.2f}, a " in said


def test_judges_that_hurt_are_to_be_dropped_and_those_that_help_kept(found):
    verdicts = {"x": "hurts", "y": "helps", "z": "undecided"}
    rows = tuple(dataclasses.replace(row, verdict=verdicts[row.metric]) for row in found.members)
    said = panel_conclusions(dataclasses.replace(found, members=rows))
    row = next(row for row in rows if row.metric == "x")
    dropped = start_of(said, "Leave out")
    assert dropped.startswith("✗ Leave out 'x': without it the panel agrees more with people, by ")
    assert f"by {-row.difference:.2f} [".replace("-", "−") in dropped
    assert "✓ Keep 'y': the panel agrees more with people with it than without." in dropped
    open_ = tuple(dataclasses.replace(row, verdict="undecided") for row in rows)
    assert any(
        text.startswith("? We cannot tell whether any single judge helps or hurts")
        for text in panel_conclusions(dataclasses.replace(found, members=open_))
    )


def test_whether_one_run_is_enough_is_told_with_what_all_runs_gain(found):
    kept = tuple(one for one in found.decisions if one.rule != ONE_RUN_ENOUGH.name)
    starts = {
        "yes": "✓ One run of 'x' is enough: both together gain ",
        "no": "✗ One run of 'x' is not enough: both together gain ",
        "cannot_tell": "? We cannot tell whether one run of 'x' is enough: both together gain ",
    }
    (asked,) = (one for one in found.decisions if one.rule == ONE_RUN_ENOUGH.name)
    for answer, start in starts.items():
        said = panel_conclusions(
            dataclasses.replace(found, decisions=(*kept, dataclasses.replace(asked, answer=answer)))
        )
        text = start_of(said, "One run of 'x'" if answer != "cannot_tell" else "one run of 'x'")
        assert text.startswith(start)
        assert f"a gain of up to {ENOUGH:g} would be negligible" in text


def test_how_often_runs_differ_comes_last(found):
    said = panel_conclusions(found)
    assert said[-1].startswith(f"Two runs of 'x' differ on {found.runs[0].flip_rate:.0%}")
    never = dataclasses.replace(found.runs[0], flip_rate=0.0, flip_high=0.02)
    calm = panel_conclusions(dataclasses.replace(found, runs=(never,)))
    assert calm[-1].endswith("On other outputs two runs would differ in at most 2.0%.")
    assert not any("enough" in text for text in calm)


def test_undefined_agreement_is_said_so(found):
    said = panel_conclusions(changed(found, estimate=math.nan))
    assert said[0] == "Agreement with 'human' is undefined: all outputs have one label or score."
