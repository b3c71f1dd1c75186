"""Settings of a study of annotators: checked where they are made."""

from __future__ import annotations

import json

import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.studies.annotators.annotator_settings import AnnotatorSettings
from trueness.studies.settings import Settings

PLAIN = Settings(seed=1)


@pytest.mark.parametrize(
    ("epsilon", "margin"), [("experts", 0.2), ("skilled", 0.15), ("crowd", 0.1), (0.05, 0.05)]
)
def test_the_margin_is_a_number_or_a_word(epsilon, margin):
    assert AnnotatorSettings(PLAIN, epsilon=epsilon).margin == margin


def test_what_is_not_given_has_its_default():
    assert AnnotatorSettings.of(PLAIN, epsilon=None, folds=None) == AnnotatorSettings(PLAIN)
    assert AnnotatorSettings.of(PLAIN, folds=5).folds == 5


def test_they_are_json():
    written = json.loads(json.dumps(AnnotatorSettings(PLAIN).to_dict()))
    assert written["correlations"]["seed"] == 1
    assert written["calibration"] == "quantile"


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
        AnnotatorSettings(PLAIN, **options)


def test_coefficients_of_pairs_of_outputs_are_refused():
    with pytest.raises(UnsupportedMethodError, match="has no 'acc_eq'"):
        AnnotatorSettings(Settings(coefficients=("pearson", "acc_eq")))


@pytest.mark.parametrize("interval", ["bca", "fisher"])
def test_intervals_that_averages_over_annotators_do_not_have(interval):
    plain = Settings(levels=("system",), interval=interval)
    with pytest.raises(UnsupportedMethodError, match="averages over annotators"):
        AnnotatorSettings(plain)
