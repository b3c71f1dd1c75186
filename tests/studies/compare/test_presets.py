"""All options of a publication at once."""

from __future__ import annotations

import dataclasses
import inspect

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError
from trueness.reporting.citation import reference
from trueness.reporting.manifest import manifest_of
from trueness.statistics.dependent_correlations import williams
from trueness.studies.compare.presets import PRESETS
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import compare
from trueness.studies.pool.settings import PoolSettings


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(12, 1))
    human = np.round(quality + rng.normal(size=(12, 30)))
    metrics = [quality + (0.3 + 0.4 * k) * rng.normal(size=(12, 30)) for k in range(3)]
    scorers = (Scorer("human", "human"), *(Scorer(f"m{k}", "metric") for k in range(3)))
    names = [f"s{k}" for k in range(12)], [f"i{k}" for k in range(30)]
    return ScoreTable(scorers, *names, np.array([human, *metrics]))


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_says_every_setting_but_the_seed(name):
    said = set(PRESETS[name].settings)
    assert said == {field.name for field in dataclasses.fields(Settings)} - {"seed", "preset"}
    assert reference(PRESETS[name].work).year.endswith(name[-2:])


@pytest.mark.parametrize("name", PRESETS)
def test_settings_are_those_of_the_publication(name):
    settings = Settings.of(preset=name, rng=5)
    assert settings == Settings(**PRESETS[name].settings, preset=name, seed=5)
    assert Settings.from_dict(settings.to_dict()) == settings


def test_what_the_publications_have():
    deutsch, graham, wmt = (
        Settings.of(preset=name, rng=0) for name in ("deutsch2021", "graham2015", "wmt24")
    )
    assert (deutsch.interval, deutsch.over, deutsch.test, deutsch.test_over) == (
        "percentile",
        "both",
        "permutation",
        "both",
    )
    assert (deutsch.correction, deutsch.family, deutsch.resamples) == ("holm", "per_metric", 1000)
    assert (graham.levels, graham.coefficients, graham.test) == (("system",), ("pearson",), "williams")
    assert graham.correction == wmt.correction == "none"
    assert {one.alternative for one in (deutsch, graham, wmt)} == {"greater"}
    assert wmt.keys == (("system", "spa"), ("input", "acc_eq"))
    assert wmt.tie_calibration == "calibrated"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"alpha": 0.01},
            r"`preset`='graham2015' has `alpha`=0.05; here it is 0.01. Leave out `alpha`, or leave out",
        ),
        ({"coefficient": "kendall"}, r"has `coefficient`=\('pearson',\); here it is \('kendall',\)"),
        ({"coefficients": ("kendall",)}, r"has `coefficient`="),
        ({"correction": "holm"}, "has `correction`='none'; here it is 'holm'"),
        ({"baseline": "m1"}, "has `baseline`=None; here it is 'm1'"),
        ({"test": "steiger"}, "has `test`='williams'; here it is 'steiger'"),
    ],
)
def test_what_contradicts_a_preset_is_refused(given, message):
    with pytest.raises(ArgumentError, match=message):
        Settings.of(preset="graham2015", rng=0, **given)


def test_what_agrees_with_it_and_the_number_of_resamples_may_be_given():
    given = Settings.of(preset="deutsch2021", level=["system", "input"], alpha=0.05, resamples=10_000, rng=3)
    assert (given.resamples, given.seed, given.preset) == (10_000, 3, "deutsch2021")


def test_an_unknown_preset_names_those_there_are():
    for build in (Settings, Settings.of):
        with pytest.raises(
            ArgumentError, match=r"`preset` must be one of .*deutsch2021.* Did you mean 'wmt24'"
        ):
            build(preset="wmt25")


def test_settings_without_a_preset_are_as_they_were():
    assert Settings().preset is None
    assert "preset" not in inspect.signature(PoolSettings.of).parameters
    with pytest.raises(ArgumentError, match="preset"):
        PoolSettings(preset="wmt24")


def test_a_comparison_as_published(table):
    found = compare(table, preset="graham2015", rng=1)
    assert str(found.signature).startswith("preset:graham2015|")
    system = table.values.mean(axis=2)
    for row in found.tests:
        x, y = (system[1 + int(name[1])] for name in (row.metric, row.rival))
        r = np.corrcoef([x, y, system[0]])
        assert row.pvalue == pytest.approx(
            williams(r[0, 2], r[1, 2], r[0, 1], 12, alternative="greater").pvalue
        )
        assert row.pvalue_adjusted == row.pvalue
    assert "(Graham, 2015)" in found.methods().text
    assert manifest_of(found).settings.preset == "graham2015"


@pytest.mark.parametrize("name", ["deutsch2021", "wmt24"])
def test_the_methods_paragraph_says_whose_options_they_are_and_what_differs(table, name):
    found = compare(table, preset=name, resamples=99, rng=1)
    text = found.methods().text
    assert reference(PRESETS[name].work).label in text
    assert "but for 99 resamples" in text
    assert PRESETS[name].differs in text
    assert f"preset:{name}" in str(found.signature)


def test_the_study_can_be_repeated_by_its_arguments(table):
    found = compare(table, preset="wmt24", resamples=49, rng=1)
    again = compare(table, **found.arguments)
    assert again.signature == found.signature
    assert [row.pvalue for row in again.tests] == [row.pvalue for row in found.tests]


def test_a_table_of_system_scores_can_be_compared_as_graham_did(table):
    means = ScoreTable(table.scorers, table.systems, ("all",), table.values.mean(axis=2, keepdims=True))
    alone = [row.pvalue for row in compare(means, preset="graham2015").tests]
    assert alone == pytest.approx([row.pvalue for row in compare(table, preset="graham2015").tests])
