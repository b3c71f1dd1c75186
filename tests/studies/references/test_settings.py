"""Settings of resampling references."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.studies.references.settings import ReferencesSettings


def test_defaults():
    settings = ReferencesSettings()
    assert (settings.over, settings.levels, settings.coefficients) == ("both", ("global",), ("kendall",))


def test_outputs_are_resampled_at_the_global_level():
    with pytest.raises(UnsupportedMethodError, match="at the global level only"):
        ReferencesSettings.of(level="system", over="outputs")
    with pytest.raises(ArgumentError, match="multiple"):
        ReferencesSettings.of(multiple="worst")
