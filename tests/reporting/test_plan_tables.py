import dataclasses

import pytest

from trueness.reporting.plan_tables import plan_tables
from trueness.reporting.tables import cell
from trueness.result import Signature
from trueness.studies.planning.plan_rows import Design, NextStep, Plan
from trueness.studies.planning.plan_settings import PlanSettings
from trueness.studies.rows import Caution

NAN = float("nan")
DESIGN = Design(8, 20, 3, 480, 960.0, 0.5, 0.012, 0.5, 0.45, 0.55, 0.125, enough=True, n_undefined=0)
STEP = NextStep("systems", 10, 20, 3, 120, 0.04, 0.01, 0.333, 0.1)


@pytest.fixture
def found():
    return Plan(
        Signature.of(study="plan"),
        PlanSettings(),
        0.7,
        (DESIGN,),
        DESIGN,
        (STEP,),
        (),
        (Caution("x", "note", "Few."),),
    )


def shown(spec, row):
    return {column.heading: cell(dataclasses.asdict(row), column) for column in spec.columns}


def test_what_is_printed(found):
    (designs, rows), (steps, next_rows), (cautions, said) = plan_tables(found)
    assert (designs.name, steps.name, cautions.name) == ("designs", "next", "cautions")
    assert said == found.cautions
    assert shown(designs, rows[0]) == {
        "Systems": "8",
        "Inputs": "20",
        "Annotators": "3",
        "Judgements": "480",
        "Cost": "960.00",
        "Width": "0.500",
        "Error": "0.012",
        "Power": "50%",
        "Interval": "[0.450, 0.550]",
        "Detectable": "0.125",
        "Enough": "yes",
    }
    assert shown(steps, next_rows[0])["Per 1,000"] == "0.333"


def test_what_nobody_asked_for_is_no_column(found):
    alone = dataclasses.replace(DESIGN, power=NAN, power_low=NAN, power_high=NAN, detectable=NAN)
    step = dataclasses.replace(STEP, more_power=NAN)
    (designs, _), (steps, _), _ = plan_tables(
        dataclasses.replace(found, designs=(alone,), next_steps=(step,))
    )
    assert {"Power", "Interval", "Detectable"}.isdisjoint(column.heading for column in designs.columns)
    assert "Power more" not in [column.heading for column in steps.columns]
