"""A lead depends on the facet where a test says so, and does not where no difference as large as the margin is left."""

import math

import pytest

from trueness.decisions.lead_depends import lead_depends

HERE = {
    "systems": 12,
    "inputs": 20,
    "shift": 0.0,
    "applies_to": "other systems and other inputs",
    "level": "input",
    "coefficient": "pearson",
}


def test_yes_names_the_pairs_that_differ():
    found = lead_depends("a over b", {"x and y": 0.01, "x and z": 0.2}, **HERE)
    assert (found.answer, found.names, found.reason) == ("yes", ("x and y",), "pvalue_adjusted")
    assert "95%" in found.promise


@pytest.mark.parametrize("pvalue", [0.2, math.nan])
def test_without_a_margin_a_lead_is_never_the_same(pvalue):
    found = lead_depends("a over b", {"x and y": pvalue}, **HERE)
    assert (found.answer, found.names) == ("cannot_tell", ())


@pytest.mark.parametrize(
    ("pvalue", "reach", "answer"),
    [(0.6, 0.09, "no"), (0.01, 0.09, "no"), (0.6, 0.11, "cannot_tell"), (0.01, 0.3, "yes")],
)
def test_within_the_margin_there_is_nothing_to_depend_on(pvalue, reach, answer):
    assert lead_depends("", {"x and y": pvalue}, **HERE, margin=0.1, reach=reach).answer == answer


def test_what_is_unknown_leaves_no_no():
    asked = {**HERE, "margin": 0.1, "reach": 0.05}
    assert (
        lead_depends("", {"x and y": 0.6, "x and z": math.nan}, **asked, undefined=["z"]).answer
        == "cannot_tell"
    )
    found = lead_depends("", {"x and y": 0.01, "x and z": math.nan}, **asked, undefined=["z"])
    assert (found.answer, found.undefined) == ("yes", ("z",))
    assert lead_depends("", {"x and y": 0.6}, **{**asked, "reach": math.nan}).answer == "cannot_tell"


@pytest.mark.parametrize(
    ("change", "measure"),
    [({"systems": 5}, "systems"), ({"inputs": 3}, "inputs"), ({"shift": 0.6}, "shift_by_inputs")],
)
def test_what_it_needs(change, measure):
    found = lead_depends("", {"x and y": 1e-9}, **{**HERE, **change})
    assert (found.answer, found.reason, found.names) == ("cannot_tell", measure, ())
