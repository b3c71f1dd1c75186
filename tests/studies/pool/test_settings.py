"""Settings of several tables: those of a comparison that can be pooled, and how tables count."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.methods.pair_test import PLAIN
from trueness.methods.registry import RECOMMENDED, RECOMMENDED_NAME, USUAL_INTERVAL
from trueness.studies.compare.settings import Settings
from trueness.studies.pool.settings import DEFAULT_COEFFICIENTS, PoolSelection, PoolSettings
from trueness.study.setting import settings_of


def test_what_is_recommended_for_a_pool_is_what_is_for_one_table():
    assert PoolSettings().test == PoolSettings(test=RECOMMENDED).test == Settings().test == RECOMMENDED_NAME
    assert PoolSettings().interval == Settings().interval == USUAL_INTERVAL
    assert PoolSettings(test_over="systems").test == PLAIN
    assert (PoolSettings(applies_to="inputs").over, PoolSettings(applies_to="inputs").test_over) == (
        "inputs",
        "inputs",
    )
    assert PoolSettings().coefficients == DEFAULT_COEFFICIENTS
    assert PoolSettings().beside == ()


def test_what_is_of_one_table_only_is_no_option():
    keywords = {one.keyword for one in settings_of(PoolSettings)}
    assert {"weights", "overall", "baseline", "test"} <= keywords
    assert not {"beside", "stop_after", "as_published"} & keywords


@pytest.mark.parametrize("weights", ["equal", "pairs", {"a": 1.0, "b": 2}], ids=str)
def test_settings_come_back_from_a_manifest(weights):
    settings = PoolSettings(weights=weights, overall=True, seed=3)
    assert PoolSettings.from_dict(settings.to_dict()) == settings
    assert settings.weighting == (weights if isinstance(weights, str) else "given")
    selection = PoolSelection(human={"a": "DA"}, metrics=["x", "y"])
    assert PoolSelection.from_dict(selection.to_dict()) == selection


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"test": "steiger"}, UnsupportedMethodError, "pooled over tables"),
        (
            {"test": "luck"},
            ArgumentError,
            "`test` must be one of 'recommended', 'two_way_jackknife', 'permutation', 'bootstrap'",
        ),
        ({"interval": "fisher"}, UnsupportedMethodError, "average over tables"),
        ({"interval": "wide"}, ArgumentError, "`interval` must be one of"),
        ({"weights": "size"}, ArgumentError, "`weights` must be one of 'equal', 'pairs'"),
        ({"margin": -0.1}, ArgumentError, "`margin`"),
        ({"margin": 0.1, "test": "permutation"}, UnsupportedMethodError, r"`margin` \(--margin\) needs a"),
    ],
    ids=str,
)
def test_what_is_refused(options, error, message):
    with pytest.raises(error, match=message):
        PoolSettings(**options)


def test_a_human_is_a_name_or_names_by_table():
    with pytest.raises(ArgumentError, match="`human` must be the name of a scorer, or names by table"):
        PoolSelection(human=["DA"])
