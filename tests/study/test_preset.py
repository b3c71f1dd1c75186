"""Presets: what is not given is as the publication has it, what is given otherwise is refused."""

from __future__ import annotations

import dataclasses

import pytest

from trueness.errors import ArgumentError
from trueness.studies.compare.presets import PRESETS as COMPARED
from trueness.studies.compare.settings import Settings
from trueness.studies.learn.presets import PRESETS as LEARNED
from trueness.studies.learn.settings import LearnSettings
from trueness.study.preset import refuse_other_than_preset, with_preset


@pytest.mark.parametrize(("presets", "kind"), [(COMPARED, Settings), (LEARNED, LearnSettings)])
def test_a_preset_says_every_setting_but_the_seed(presets, kind):
    for preset in presets.values():
        assert set(preset.settings) == {one.name for one in dataclasses.fields(kind)} - {"seed", "preset"}


def test_what_is_not_given_is_filled_in_by_field_or_by_argument():
    filled = with_preset(LearnSettings, LEARNED, {"preset": "miloulis", "learner": "ridge", "folds": None})
    assert "learners" not in filled
    assert (filled["learner"], filled["folds"], filled["repeats"]) == ("ridge", 5, 1)
    assert with_preset(LearnSettings, LEARNED, {"folds": 3}) == {"folds": 3}


def test_an_unknown_one_is_refused():
    with pytest.raises(ArgumentError, match=r"`preset` must be one of .*miloulis"):
        with_preset(LearnSettings, LEARNED, {"preset": "graham2015"})


def test_the_networks_of_miloulis_et_al():
    settings = LearnSettings.of(preset="miloulis", rng=1)
    assert settings.learners == ("network", "multi_network")
    assert (settings.over, settings.mean, settings.level, settings.coefficient) == (
        ("inputs",),
        True,
        "global",
        "spearman",
    )
    assert LearnSettings.from_dict(settings.to_dict()) == settings
    more = LearnSettings.of(preset="miloulis", network_draws=30, rng=1)
    assert dataclasses.replace(more, network_draws=12) == settings


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"learner": "ridge"}, "`preset`='miloulis' has `learner`="),
        ({"over": ["systems"]}, "`over`"),
        ({"network_units": 256}, "`network_units`=512; here it is 256. Leave out `network_units`"),
    ],
)
def test_what_contradicts_it_is_refused(given, message):
    with pytest.raises(ArgumentError, match=message):
        LearnSettings.of(preset="miloulis", rng=1, **given)


def test_what_is_free_may_be_other():
    refuse_other_than_preset(
        LearnSettings(folds=3), LearnSettings, LEARNED, ()
    )  # without a preset everything is
    settings = LearnSettings.of(preset="miloulis", network_draws=30, rng=1)
    with pytest.raises(ArgumentError, match="`network_draws`=12; here it is 30"):
        refuse_other_than_preset(settings, LearnSettings, LEARNED, ("seed", "preset"))
