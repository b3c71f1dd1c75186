"""Settings of variants: what is kept."""

from __future__ import annotations

from trueness.studies.variants.settings import VariantsSettings


def test_settings_are_kept_as_they_are_given():
    settings = VariantsSettings.of(aggregates="median", coefficient="kendall", rng=3)
    assert settings.aggregates == ("median",)
    assert VariantsSettings.from_dict(settings.to_dict()) == settings
