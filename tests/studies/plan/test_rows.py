import dataclasses
import json

import pytest

from trueness.result import Signature
from trueness.studies.plan.rows import Design, NextStep, PlanResult
from trueness.studies.plan.settings import PlanSelection, PlanSettings
from trueness.study.rows import Caution

NAN = float("nan")


@pytest.fixture
def found():
    design = Design(8, 20, 3, 480, 960.0, 0.5, 0.01, NAN, NAN, NAN, NAN, enough="yes", n_undefined=0)
    step = NextStep("systems", 10, 20, 3, 120, 0.04, 0.01, 0.333, NAN)
    return PlanResult(
        signature=Signature.of(study="plan"),
        selection=PlanSelection(),
        settings=PlanSettings(),
        cautions=(Caution("few_systems", "note", "Few."),),
        conclusions=("It is enough.",),
        table=None,
        correlation=0.7,
        designs=(design,),
        cheapest=design,
        likely=None,
        next_steps=(step,),
    )


def test_the_dictionary_is_json_and_holds_everything(found):
    back = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert back["designs"][0]["judgements"] == 480
    assert back["designs"][0]["power"] is None
    assert back["next_steps"][0]["what"] == "systems"
    assert (back["conclusions"], back["cautions"][0]["code"]) == (["It is enough."], "few_systems")
    assert back["settings"]["alpha"] == 0.05
    assert back["signature"].startswith("study:plan|version:")


def test_one_row_per_design(found):
    assert found.rows() == [dataclasses.asdict(found.designs[0])]
    assert found.designs[0].size == (8, 20, 3)
