"""Rows of comparisons of systems hold what the statistics found under the same names."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.statistics.systems.decision_agreement import DecisionAgreement
from trueness.statistics.systems.human_machine_separation import HumanMachineSeparation
from trueness.studies.rows import as_row
from trueness.studies.systems import system_rows
from trueness.studies.systems.system_rows import PeopleSeparation, SystemAgreement, SystemRank


def names(row):
    return [field.name for field in dataclasses.fields(row)]


def test_rows_take_over_the_fields_of_statistics():
    assert names(SystemAgreement)[2:] == list(DecisionAgreement._fields)
    assert set(HumanMachineSeparation._fields) <= set(names(PeopleSeparation))


def test_a_row_is_a_plain_dictionary():
    row = SystemRank(
        "bleu",
        "s1",
        person=False,
        estimate=1.5,
        n_inputs=3,
        cluster=None,
        not_outperformed=True,
        n_beaten=0,
        n_beaten_by=0,
    )
    assert as_row(row)["system"] == "s1"
    with pytest.raises(dataclasses.FrozenInstanceError):
        row.estimate = 2


@pytest.mark.parametrize(
    "row",
    [
        thing
        for thing in vars(system_rows).values()
        if isinstance(thing, type) and thing.__module__ == system_rows.__name__
    ],
    ids=lambda row: row.__name__,
)
def test_every_field_is_documented(row):
    assert not [name for name in names(row) if name not in row.__doc__]
