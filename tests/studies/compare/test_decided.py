"""Which metrics may be the best, and may be ranked."""

from __future__ import annotations

import dataclasses
import math

import pytest
from tests.decided_metrics import CLEAR, KNOWN, SETTINGS, decided

from trueness.studies.compare.decided import compare_decisions
from trueness.studies.compare.settings import Settings


def test_against_a_baseline_and_without_tests_nothing_is_decided():
    assert compare_decisions(Settings.of(rng=1, baseline="a"), KNOWN, CLEAR) == ()
    assert compare_decisions(SETTINGS, KNOWN, ()) == ()
    undefined = [dataclasses.replace(row, pvalue=math.nan) for row in CLEAR]
    assert compare_decisions(SETTINGS, KNOWN, undefined) == ()


@pytest.mark.parametrize("correction", ["none", "bh"])
def test_a_ranking_without_a_correction_of_the_family_promises_nothing(correction):
    settings = dataclasses.replace(SETTINGS, correction=correction)
    assert decided(KNOWN, CLEAR, settings)["may_be_ranked"].reason == "corrected_together"
