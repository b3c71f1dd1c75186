"""What may be certified: the defaults, what is refused, which cells there are."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.methods.studied import studied_intervals, studied_tests
from trueness.studies.certify.settings import INTERVALS, TESTS, CertifySelection, CertifySettings


def test_everything_is_certified_on_the_same_tables_by_default():
    settings = CertifySettings.of()
    assert settings == CertifySettings()
    assert (settings.tests, settings.intervals) == (tuple(studied_tests()), tuple(studied_intervals()))
    assert (settings.seed, settings.runs, settings.resamples) == (1, 2000, 499)
    assert CertifySettings.of(rng=3).seed == 3


def test_cells_are_those_that_exist():
    settings = CertifySettings.of(
        tests=["sign_flip", "williams"],
        intervals="fisher",
        coefficient="pearson",
        level=["summary", "system"],
    )
    assert settings.levels == ("input", "system")
    assert settings.cells(TESTS) == [
        ("sign_flip", "input", "pearson"),
        ("sign_flip", "system", "pearson"),
        ("williams", "system", "pearson"),
    ]
    assert settings.cells(INTERVALS) == [("fisher", level, "pearson") for level in ("input", "system")]


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"tests": "luck"}, UnsupportedMethodError, "no studied test"),
        ({"intervals": "luck"}, UnsupportedMethodError, "no studied interval"),
        ({"tests": (), "intervals": ()}, ArgumentError, "name a test or an interval"),
        ({"level": "global"}, ArgumentError, "`level` must be one of"),
        ({"coefficient": "gamma"}, ArgumentError, "`coefficient` must be one of"),
        (
            {"tests": "williams", "intervals": (), "level": "input"},
            UnsupportedMethodError,
            "none of the tests",
        ),
        ({"runs": 0}, ArgumentError, "`runs`"),
        ({"resamples": 38}, ArgumentError, "`resamples`"),
    ],
)
def test_refusals(given, error, message):
    with pytest.raises(error, match=message):
        CertifySettings.of(**given)


def test_a_manifest_says_everything():
    settings = CertifySettings.of(tests="sign_flip", settle=True)
    assert CertifySettings.from_dict(settings.to_dict()) == settings
    selection = CertifySelection.of(named=["a", "b"], human="x")
    assert CertifySelection.from_dict(selection.to_dict()) == selection
    assert dataclasses.asdict(selection) == {
        "grid": None,
        "scenarios": ("a", "b"),
        "truths": None,
        "sizes": None,
        "human": "x",
        "metrics": None,
    }
    with pytest.raises(ArgumentError, match="`grid` must be one of"):
        CertifySelection.of(grid="huge")


def test_sizes_are_systems_times_inputs():
    assert CertifySelection.of(sizes="16x100").sizes == ("16x100",)
    with pytest.raises(ArgumentError, match="systems x inputs"):
        CertifySelection.of(sizes=("16x100", "16"))
