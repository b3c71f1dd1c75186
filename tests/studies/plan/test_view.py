import dataclasses

import pytest

from trueness.decisions.enough import Asked, enough
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.reporting.writing.tables import cell
from trueness.result import Signature
from trueness.studies.plan.rows import Design, NextStep, PlanResult
from trueness.studies.plan.settings import PlanSelection, PlanSettings
from trueness.studies.plan.view import PlanView
from trueness.study.rows import Caution

NAN = float("nan")
DESIGN = Design(8, 20, 3, 480, 960.0, 0.5, 0.012, 0.5, 0.45, 0.55, 0.125, enough="yes", n_undefined=0)
DECISION = enough("8 systems", Asked(0.5, 0.45, 0.55, 0.4), Asked(0.5, 0.48, 0.52, None), pilot=0)
STEP = NextStep("systems", 10, 20, 3, 120, 0.04, 0.01, 0.333, 0.1)


@pytest.fixture
def found():
    return PlanResult(
        signature=Signature.of(study="plan"),
        selection=PlanSelection(),
        settings=PlanSettings(),
        cautions=(Caution("x", "note", "Few."),),
        conclusions=(),
        table=None,
        correlation=0.7,
        designs=(DESIGN,),
        cheapest=DESIGN,
        likely=None,
        decisions=(DECISION,),
        next_steps=(STEP,),
    )


def shown(spec, row):
    return {column.heading: cell(dataclasses.asdict(row), column) for column in spec.columns}


def test_what_is_printed(found):
    (designs, rows), (steps, next_rows), (_, decided), (cautions, said) = PlanView().tables(found)
    assert decided == (DECISION,)
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
    (designs, _), (steps, _), *_ = PlanView().tables(
        dataclasses.replace(found, designs=(alone,), next_steps=(step,))
    )
    assert {"Power", "Interval", "Detectable"}.isdisjoint(column.heading for column in designs.columns)
    assert "Power more" not in [column.heading for column in steps.columns]


def test_the_page_holds_every_table_and_the_curves(found):
    page = report_html(found, manifest_of(found))
    for spec, rows in PlanView().tables(found):
        if spec.name == "decisions" and not rows:
            continue
        assert rows
        assert spec.title in page
        assert spec.name == "cautions" or f'download="{spec.name}.csv"' in page
    assert page.count("<img") == 1
    assert "1 design" in page
    assert "400 tables of scores were drawn with given variances" in page
    assert "Where the next judgement helps" in page
    notebook = found._repr_html_()
    assert 'aria-label="Table: Designs"' in notebook
    assert "Where the next judgement helps" not in notebook


def test_the_first_screen_has_what_designs_cost_and_promise(found):
    ((spec, rows),) = PlanView().first_table(found, 80)
    assert spec.name == "designs"
    assert [row["judgements"] for row in rows] == [one.judgements for one in found.designs]
    assert {row["enough"] for row in rows} <= {"✓", "?", "✗", None}
    assert [column.heading for column in spec.columns] == [
        *("Systems", "Inputs", "Annotators", "Judgements", "Width", "Power", "Detectable", "Enough")
    ]
    ((whole, _),) = PlanView().printed(found, "designs", 80)
    assert {"Cost", "Error", "Interval"} <= {column.heading for column in whole.columns}


def test_what_was_done_is_said_of_a_pilot_without_a_rival(found, comparison):
    alone = dataclasses.replace(
        found,
        table=comparison.table,
        selection=PlanSelection(human="relevance", metrics=["good"]),
        designs=(dataclasses.replace(DESIGN, power=NAN),),
    )
    said = alone.methods().text
    assert "fitted to the pilot" in said
    assert "The two-way jackknife t test" not in said
    assert "The two-way jackknife t test at 0.05" in found.methods().text
    assert PlanView().facts(alone) == "1 design · planned with good · human scores: relevance"
    assert PlanView().title(alone).endswith(": designs of an annotation")
