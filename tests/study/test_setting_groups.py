"""Groups of settings that studies share: each of its own facts, and together."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.study import setting_groups
from trueness.study.setting import Checked, StudySettings, settings_of
from trueness.study.setting_groups import (
    InGroups,
    OfCells,
    OfConfidence,
    OfCorrelations,
    OfScorers,
    OfTests,
)

GROUPS = [
    group
    for group in vars(setting_groups).values()
    if isinstance(group, type) and group.__module__ == setting_groups.__name__
]


@dataclasses.dataclass(frozen=True)
class Everything(OfCorrelations, OfTests, OfConfidence, StudySettings):
    """Of all groups."""


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.__name__)
def test_every_group_stands_alone_and_names_its_fields(group):
    assert issubclass(group, Checked)
    assert group() == group.from_dict(group().to_dict())
    own = list(vars(group).get("__annotations__", ())) or [field.name for field in dataclasses.fields(group)]
    assert own
    assert not [name for name in own if name not in group.__doc__]


def test_groups_are_composed():
    keywords = [one.keyword for one in settings_of(Everything)]
    assert len(keywords) == len(set(keywords))
    assert {"level", "coefficient", "alpha", "confidence", "rng", "resamples", "missing"} <= set(keywords)
    found = Everything.of(rng=3, level="system", coefficient="kendall", alpha=0.1)
    assert (found.levels, found.coefficients, found.alpha, found.seed) == (("system",), ("kendall",), 0.1, 3)
    assert Everything.from_dict(found.to_dict()) == found


def test_who_is_compared():
    found = OfScorers.of(human="h", metrics="rouge*", clusters="document", drop_duplicates=True)
    assert found.metrics == ("rouge*",)
    assert isinstance(found, InGroups)
    (metrics,) = (one for one in settings_of(OfScorers) if one.field == "metrics")
    assert metrics.split(["rouge{1,2}_f, bleu", "chrf"]) == ["rouge{1,2}_f", "bleu", "chrf"]
    with pytest.raises(ArgumentError, match="`metrics`"):
        OfScorers(metrics=3)


@pytest.mark.parametrize("name", ["missing", "means", "aggregate"])
def test_which_cells(name):
    with pytest.raises(ArgumentError, match=f"`{name}`"):
        OfCells(**{name: "some"})


def test_which_correlations_exist():
    found = OfCorrelations(levels=("system", "input"), coefficients=("kendall", "acc_eq", "spa"))
    assert found.keys == (("system", "kendall"), ("system", "spa"), ("input", "kendall"), ("input", "acc_eq"))
    assert found.absent == (("system", "acc_eq"), ("input", "spa"))
    assert found.coefficients_at("input") == ("kendall", "acc_eq")
    assert found.levels_of("spa") == ("system",)
    assert found.calibrates
    assert not OfCorrelations().calibrates
    assert OfCorrelations(levels=("system", "input"), coefficients="spa").computed_levels == ("system",)
    assert OfCorrelations(levels="summary").levels == ("input",)


def test_a_coefficient_that_exists_at_no_level_is_refused():
    with pytest.raises(UnsupportedMethodError, match=r"spa exists at other levels than input: 'system'"):
        OfCorrelations(levels="input", coefficients="spa")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"levels": "sistem"}, "`level"),
        ({"coefficients": "pearsno"}, "pearson"),
        ({"tie_calibration": "often"}, "calibrated, held-out, none"),
    ],
)
def test_unknown_words_are_refused(given, message):
    with pytest.raises(ArgumentError, match=message):
        OfCorrelations(**given)


def test_how_sure_and_how_tests_decide():
    with pytest.raises(ArgumentError, match="`confidence`"):
        OfConfidence(confidence=95)
    assert OfTests(correction="benjamini-hochberg").correction == "bh"
    for given, name in (({"correction": "holms"}, "correction"), ({"alternative": "both"}, "alternative")):
        with pytest.raises(ArgumentError, match=f"`{name}` must be one of"):
            OfTests(**given)
    with pytest.raises(ArgumentError, match="`alpha`"):
        OfTests(alpha=0)
