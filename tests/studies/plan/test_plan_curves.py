from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.drawn_marks import segments

from trueness.reporting.figures.palette import FAINT_INK
from trueness.result import Signature
from trueness.studies.plan.plan_curves import plan_curves
from trueness.studies.plan.rows import Design, PlanResult
from trueness.studies.plan.settings import PlanSelection, PlanSettings

NAN = float("nan")


def design(n, m, a=1, width=0.5, power=0.6):
    return Design(
        n,
        m,
        a,
        n * m * a,
        1.0,
        width,
        0.02,
        power,
        power - 0.1,
        power + 0.05,
        NAN,
        enough=True,
        n_undefined=0,
    )


def planned(*designs, **settings):
    return PlanResult(
        signature=Signature.of(study="plan"),
        selection=PlanSelection(),
        settings=PlanSettings(**settings),
        cautions=(),
        conclusions=(),
        table=None,
        correlation=0.7,
        designs=designs,
        cheapest=None,
        likely=None,
        next_steps=(),
    )


def key(axes):
    return [text.get_text() for text in axes.figure.legends[0].get_texts()]


@pytest.fixture
def found():
    return planned(
        *(design(n, m, width=4 / n, power=n / 50) for n in (8, 16, 40) for m in (20, 100)),
        width=0.3,
        power=0.8,
    )


def test_one_line_per_number_of_inputs(found):
    left, right = plan_curves(found).draw().axes
    assert key(left) == ["20 inputs", "100 inputs"]
    line, _ = left.lines
    np.testing.assert_allclose(line.get_xdata(), [8, 16, 40], rtol=0.02)
    assert list(line.get_ydata()) == [0.5, 0.25, 0.1]
    ((_, low), (_, high)), *others = segments(left, line.get_color())
    assert len(others) == 2
    assert (high - low) / 2 == pytest.approx(1.96 * 0.02)
    _, powers = right.lines
    assert list(powers.get_ydata()) == [0.16, 0.32, 0.8]
    ((_, low), (_, high)), *_ = segments(right, powers.get_color())
    assert (low, high) == pytest.approx((0.06, 0.21))


def test_what_is_asked_for_is_marked(found):
    left, right = plan_curves(found).draw().axes
    assert segments(left, FAINT_INK) == [((0, 0.3), (1, 0.3))]
    assert segments(right, FAINT_INK) == [((0, 0.8), (1, 0.8))]


def test_without_power_there_is_one_panel():
    alone = [dataclasses.replace(design(n, 20), power=NAN, power_low=NAN, power_high=NAN) for n in (8, 16)]
    figure = plan_curves(planned(*alone))
    assert len(figure.draw().axes) == 1
    assert "Power" not in figure.caption


def test_annotators_have_lines_of_their_own():
    figure = plan_curves(planned(*(design(n, 20, a) for n in (8, 16) for a in (1, 3))))
    (axes, _) = figure.draw().axes
    assert key(axes) == ["20 inputs, 1 annotator", "20 inputs, 3 annotators"]
    assert len({line.get_linestyle() for line in axes.lines}) == 2


def test_bars_stand_side_by_side(found):
    one, other = (line.get_xdata() for line in plan_curves(found).draw().axes[0].lines)
    assert (one < other).all()


def test_a_single_design_and_the_data(found):
    figure = plan_curves(planned(design(8, 20)))
    assert figure.rows()[0]["n_systems"] == 8
    assert figure.name == "plan-system-pearson"
    assert plan_curves(found).svg == plan_curves(found).svg
