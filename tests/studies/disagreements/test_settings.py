"""What can be asked for."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.studies.disagreements.settings import DisagreementsSelection, DisagreementsSettings


def test_defaults():
    settings = DisagreementsSettings.of(rng=0)
    assert (settings.among, settings.listed, settings.correction, settings.resamples) == (
        "input",
        10,
        "holm",
        0,
    )


def test_systems_have_no_clusters_here():
    with pytest.raises(ArgumentError):
        DisagreementsSelection(system_clusters="family")


def test_among_what_is_checked():
    with pytest.raises(ArgumentError, match="among"):
        DisagreementsSettings.of(rng=0, among="systems")
