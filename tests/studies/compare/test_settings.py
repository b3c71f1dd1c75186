"""Settings: what is allowed, what is refused, and that aliases become names."""

from __future__ import annotations

import json

import numpy as np
import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.methods.registry import CLOSED_FORMS
from trueness.studies.compare.settings import Settings


def test_defaults_are_the_recommended_ones():
    settings = Settings()
    assert settings.levels == ("system", "input")
    assert settings.coefficients == ("pearson", "spearman", "kendall")
    assert (settings.applies_to, settings.over, settings.interval) == (
        "systems,inputs",
        "both",
        "two_way_jackknife",
    )
    assert settings.confidence == 0.95
    assert (settings.test, settings.test_over, settings.alternative) == (
        "two_way_jackknife",
        "both",
        "two-sided",
    )
    assert (settings.correction, settings.family, settings.resamples) == ("shaffer", "all", 9999)
    assert (settings.standardize, settings.missing, settings.means) == ("level", "pairwise", "judged")


def test_what_is_not_given_keeps_its_default():
    assert Settings.of(rng=0, over=None, levels=None) == Settings()
    assert Settings.of(rng=np.random.default_rng(1)).seed == Settings.of(rng=np.random.default_rng(1)).seed
    assert Settings.of().seed != Settings.of().seed


@pytest.mark.parametrize(
    "build", [Settings, lambda **given: Settings.of(rng=0, **given), lambda **g: Settings.from_dict(g)]
)
def test_aliases_and_single_names(build):
    settings = build(
        levels="summary", coefficients="kendall", beside="inputs", correction="benjamini-hochberg"
    )
    assert settings.levels == ("input",)
    assert settings.coefficients == ("kendall",)
    assert settings.beside == ("inputs",)
    assert settings.correction == "bh"


def test_round_trip_through_json():
    settings = Settings(levels=("global",), beside=(), baseline="rouge", family="baseline", seed=3)
    assert Settings.from_dict(json.loads(json.dumps(settings.to_dict()))) == settings


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"levels": ("sytem",)}, r"`level` .* Did you mean 'system'"),
        ({"levels": ()}, "at least one level"),
        ({"coefficients": ("pearsn",)}, r"`coefficient` .* Did you mean 'pearson'"),
        ({"coefficients": ()}, "at least one coefficient"),
        ({"over": "system"}, r"`over` .* Did you mean 'systems'"),
        ({"interval": "fischer"}, r"`interval` .* Did you mean 'fisher'"),
        ({"confidence": 95}, "`confidence`"),
        ({"test": "wiliams"}, r"`test` .* Did you mean 'williams'"),
        ({"test_over": "cells"}, "`test_over`"),
        ({"test": "bootstrap", "test_over": "rows_then_columns"}, "`test_over`"),
        ({"beside": ("cells",)}, "`beside`"),
        ({"alternative": "two_sided"}, r"`alternative` .* Did you mean 'two-sided'"),
        ({"standardize": "level "}, "`standardize`"),
        ({"correction": "bonferoni"}, r"Did you mean 'bonferroni'"),
        ({"family": "metric"}, "`family`"),
        ({"alpha": 1.0}, "`alpha`"),
        ({"resamples": 0}, "`resamples`"),
        ({"seed": -1}, "`seed`"),
        ({"missing": "drop"}, "`missing`"),
        ({"means": "every"}, "`means`"),
        ({"family": "baseline"}, "needs a `baseline`"),
    ],
)
def test_wrong_values(wrong, message):
    with pytest.raises(ArgumentError, match=message):
        Settings(**wrong)


def test_unknown_key():
    with pytest.raises(ArgumentError, match=r"`setting` .* Did you mean 'resamples'"):
        Settings.from_dict({"resample": 10})


@pytest.mark.parametrize("test", CLOSED_FORMS)
@pytest.mark.parametrize("level", ["input", "global", "per_system"])
def test_closed_forms_off_the_system_level(test, level):
    with pytest.raises(
        UnsupportedMethodError, match=rf"the {test} test takes independent outputs; .* {level} level"
    ):
        Settings(test=test, levels=("system", level))
    assert Settings(test=test, levels=("system", level), as_published=True).as_published
    assert Settings(test=test, levels=("system",)).test == test


def test_fisher_off_the_system_level():
    with pytest.raises(UnsupportedMethodError, match="Fisher's interval is for one correlation"):
        Settings(interval="fisher")
    assert Settings(interval="fisher", levels=("system",)).interval == "fisher"
    assert Settings(interval="fisher", as_published=True).interval == "fisher"


@pytest.mark.parametrize("coefficient", ["tau_c", "gamma"])
def test_closed_forms_of_coefficients_that_are_no_correlations(coefficient):
    with pytest.raises(UnsupportedMethodError, match=f"three values of {coefficient} can be impossible"):
        Settings(test="williams", levels="system", coefficients=("pearson", coefficient))
    assert Settings(coefficients=coefficient).coefficients == (coefficient,)


def test_more_resamples_than_memory_are_refused():
    with pytest.raises(ArgumentError, match="`resamples` must be at most 10,000,000"):
        Settings(resamples=10**12)


def test_the_correction_is_named_as_the_user_knows_it():
    with pytest.raises(ArgumentError, match="`correction` must be one of"):
        Settings(correction="hlm")


def test_how_system_scores_come_about_is_a_setting():
    assert Settings().aggregate == "corpus"
    assert Settings.from_dict({"aggregate": "median"}).aggregate == "median"
    assert Settings.from_dict({}).aggregate == "corpus"  # as manifests from before had it
    with pytest.raises(ArgumentError, match=r"`aggregate` must be one of .* Did you mean 'median'"):
        Settings(aggregate="medians")


def test_a_margin_that_no_difference_exceeds_is_refused():
    with pytest.raises(ArgumentError, match="less than 2"):
        Settings(margin=2.0)
    assert Settings(margin=0.3).margin == 0.3
