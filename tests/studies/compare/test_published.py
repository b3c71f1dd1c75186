"""What a published procedure says is told as its own, and decides nothing."""

from __future__ import annotations

import pytest

from trueness.studies.compare.presets import PRESETS
from trueness.studies.compare.published import (
    KNOWN_MEANING,
    OWN_SETTINGS,
    has_known_meaning,
    is_published,
    procedure_needs,
    would_say,
)
from trueness.studies.compare.settings import Settings


def measures(settings, level, coefficient="pearson"):
    return [
        one.measure
        for one in procedure_needs(settings, level, coefficient)
        if one.need and one.answer == "no"
    ]


@pytest.mark.parametrize("given", [{"test": "williams", "interval": "none"}, {"interval": "fisher"}])
def test_closed_forms_off_the_system_level_have_no_known_meaning(given):
    settings = Settings.of(
        level=["system", "input"], coefficient="pearson", as_published=True, rng=1, **given
    )
    assert has_known_meaning(settings, "system", "pearson")
    assert not has_known_meaning(settings, "input", "pearson")
    assert (measures(settings, "system"), measures(settings, "input")) == ([], [KNOWN_MEANING])
    said = would_say(settings, "input", "pearson", "'a' is better.")
    assert said.startswith("The published procedure (")
    assert said.endswith(") would say: 'a' is better. Its numbers have no known meaning here.")
    assert would_say(settings, "system", "pearson", "'a' is better.") == "'a' is better."


def test_usual_settings_decide():
    settings = Settings.of(rng=1)
    assert all(procedure_needs(settings, *key) == () for key in settings.keys)


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_settings_of_a_publication_are_told_as_its_own(name):
    settings = Settings.of(preset=name, rng=1)
    for level, coefficient in settings.keys:
        assert measures(settings, level, coefficient) == [OWN_SETTINGS]
        assert would_say(settings, level, coefficient, "'a' is better.") == (
            f"The published procedure ({name}) would say: 'a' is better. Leave --as out for a decision."
        )


def test_a_decision_left_to_a_procedure():
    class Left:
        reason = OWN_SETTINGS

    assert is_published(Left())
    Left.reason = "others_that_may_be_best"
    assert not is_published(Left())
