"""Settings of a study of annotators: checked where they are made."""

from __future__ import annotations

import json

import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.studies.annotators.settings import AnnotatorSelection, AnnotatorSettings
from trueness.studies.compare.settings import Settings


@pytest.mark.parametrize(
    ("epsilon", "margin"), [("experts", 0.2), ("skilled", 0.15), ("crowd", 0.1), (0.05, 0.05)]
)
def test_the_margin_is_a_number_or_a_word(epsilon, margin):
    assert AnnotatorSettings(epsilon=epsilon).margin == margin


def test_what_is_not_given_has_its_default():
    assert AnnotatorSettings.of(rng=1, epsilon=None, folds=None) == AnnotatorSettings(seed=1)
    assert AnnotatorSettings.of(folds=5).folds == 5


def test_they_are_json():
    settings = AnnotatorSettings(seed=1, epsilon=0.12, levels=("global",))
    written = json.loads(json.dumps(settings.to_dict()))
    assert (written["seed"], written["calibration"]) == (1, "quantile")
    assert AnnotatorSettings.from_dict(written) == settings


def test_correlations_are_those_of_compare():
    settings = AnnotatorSettings(
        levels="global",
        coefficients="kendall",
        over="inputs",
        interval="basic",
        confidence=0.9,
        missing="complete",
        aggregate="mean",
        resamples=7,
        seed=3,
    )
    assert settings.correlations == Settings(
        levels=("global",),
        coefficients=("kendall",),
        over="inputs",
        interval="basic",
        confidence=0.9,
        missing="complete",
        aggregate="mean",
        resamples=7,
        seed=3,
    )
    assert settings.drawn == 7
    assert AnnotatorSettings(interval="none").drawn == 0


def test_one_value_where_there_is_no_choice():
    with pytest.raises(ArgumentError, match="`means` must be 'judged' here"):
        AnnotatorSettings(means="all")
    with pytest.raises(ArgumentError, match="`drop_duplicates`"):
        AnnotatorSelection(drop_duplicates=True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"combination": "max"}, "`combination`"),
        ({"calibration": "rank"}, "`calibration`"),
        ({"alignment": "mae"}, "`alignment`"),
        ({"epsilon": "crowds"}, "Did you mean 'crowd'"),
        ({"epsilon": -0.1}, "`epsilon`"),
        ({"q": 1}, "`q`"),
        ({"folds": 1}, "`folds`"),
        ({"minimum_units": 1}, "`minimum_units`"),
        ({"small": "none"}, "`small`"),
        ({"metric_reliability": 1.2}, "`metric_reliability`"),
    ],
)
def test_wrong_values(options, message):
    with pytest.raises(ArgumentError, match=message):
        AnnotatorSettings(**options)


def test_coefficients_of_pairs_of_outputs_are_refused():
    with pytest.raises(UnsupportedMethodError, match="has no 'acc_eq'"):
        AnnotatorSettings(coefficients=("pearson", "acc_eq"))


@pytest.mark.parametrize("interval", ["bca", "fisher"])
def test_intervals_that_averages_over_annotators_do_not_have(interval):
    with pytest.raises(UnsupportedMethodError, match="averages over annotators"):
        AnnotatorSettings(levels=("system",), interval=interval)


def test_medians_are_refused():
    with pytest.raises(UnsupportedMethodError, match="would compare medians"):
        AnnotatorSettings(aggregate="median")
