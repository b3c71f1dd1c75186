"""The first screen of a page on variants says what its tests say."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

import trueness
from trueness.studies.variants.view import VariantView


@pytest.fixture(scope="module")
def found(pocket):
    return trueness.variants(pocket, human="coverage", splits=20, resamples=20, rng=1)


def test_the_numbers_are_those_of_the_variants(found):
    best, left, elsewhere, other = VariantView().head(found).tiles
    people = found.table.matrix("coverage").mean(axis=1)
    of_means = {
        row.metric: np.corrcoef(people, found.table.matrix(row.metric.split(":")[0]).mean(axis=1))[0, 1]
        for row in found.variants
        if row.aggregate == "mean"
    }
    top = found.variants[0]
    assert best.value == top.metric
    for row in found.variants:
        if row.aggregate == "mean":
            assert row.estimate == pytest.approx(of_means[row.metric])
            assert row.estimate <= top.estimate
    assert f"Pearson's r {top.estimate:.2f} [" in best.text
    jackknife = sum(row.optimal_default_adjusted for row in found.variants)
    assert left.value == f"{jackknife} of {len(found.variants)}"
    assert f"; {sum(row.optimal_adjusted for row in found.variants)} by Williams’ test" in left.text
    both = next(row for row in found.luck if row.over == "both")
    assert elsewhere.value == f"{both.estimate - both.drop:.2f}"
    share = next(row.share for row in found.winners if (row.over, row.metric) == ("both", top.metric))
    assert other.value == f"{1 - share:.0%}"


def test_without_a_correction_what_is_uncorrected_counts(found):
    rows = tuple(dataclasses.replace(row, optimal_default=k < 2) for k, row in enumerate(found.variants))
    settings = dataclasses.replace(found.settings, correction="none")
    head = VariantView().head(dataclasses.replace(found, variants=rows, settings=settings))
    assert head.tiles[1].value == f"2 of {len(rows)}"
    assert "without a correction" in head.tiles[1].text


def test_without_luck_and_without_a_correlation(found):
    assert len(VariantView().head(dataclasses.replace(found, luck=())).tiles) == 2
    nothing = tuple(dataclasses.replace(row, estimate=math.nan) for row in found.variants)
    assert VariantView().head(dataclasses.replace(found, variants=nothing)).tiles == ()
