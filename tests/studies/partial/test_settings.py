"""What can be asked for."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.studies.partial.settings import PartialSelection, PartialSettings


def test_defaults():
    settings = PartialSettings.of(rng=0)
    assert (settings.confidence, settings.alpha, settings.correction, settings.resamples) == (
        0.95,
        0.05,
        "holm",
        0,
    )
    assert PartialSelection().given is None


def test_what_is_checked():
    with pytest.raises(ArgumentError, match="correction"):
        PartialSettings.of(rng=0, correction="shaffer")
    assert PartialSelection(given=["length", "system"]).given == ("length", "system")
