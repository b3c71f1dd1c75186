"""What a published procedure says is told as its own; where its p-values mean nothing, nothing is decided."""

from __future__ import annotations

import pytest

from trueness.studies.compare.presets import PRESETS
from trueness.studies.compare.published import (
    KNOWN_MEANING,
    has_known_meaning,
    is_published,
    known_meaning,
    procedure_words,
    would_say,
)
from trueness.studies.compare.settings import Settings

WILLIAMS = {"test": "williams", "rng": 1, "coefficient": "pearson"}


def test_closed_forms_off_the_system_level_have_no_known_meaning():
    found = Settings.of(level=["system", "input"], as_published=True, **WILLIAMS)
    assert has_known_meaning(found, "system")
    assert not has_known_meaning(found, "input")
    assert (known_meaning(found, "input").answer, known_meaning(found, "input").measure) == (
        "no",
        KNOWN_MEANING,
    )
    assert known_meaning(found, "input").need
    assert known_meaning(found, "system").answer == "yes"
    assert [is_published(found, level) for level in ("system", "input")] == [False, True]
    said = would_say(found, "input", "'bleu' is better than 3 others")
    assert said.startswith(
        "The published procedure (the williams test) would say that 'bleu' is better than 3 others."
    )
    assert "no known meaning" in said
    assert "Use" not in said


def test_usual_tests_mean_what_they_say():
    found = Settings.of(rng=1)
    assert has_known_meaning(found, "input")
    assert not is_published(found, "input")


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_settings_of_a_publication_are_told_as_its_own(name):
    found = Settings.of(preset=name, rng=1)
    level = found.computed_levels[0]
    assert is_published(found, level)
    assert has_known_meaning(found, level)
    assert procedure_words(found) == f"the published procedure ({name})"
    assert would_say(found, level, "so").endswith("would say that so. Leave --as out for a decision.")
