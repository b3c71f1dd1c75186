"""Families of equal copies count once in every study that takes clusters of systems."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.studies.annotators.study import annotators
from trueness.studies.equivalence.resolved_pairs import resolved_pairs
from trueness.studies.equivalence.study import equivalence
from trueness.studies.pool.study import pool
from trueness.studies.systems.study import systems

DRAWN = {"level": "system", "coefficient": "pearson", "over": "both", "resamples": 99, "rng": 1}


@pytest.fixture(scope="module")
def tables():
    """Return scores of eight systems, and of families of three equal copies of each."""
    rng = np.random.default_rng(6)
    quality = rng.normal(size=(8, 1)) + rng.normal(size=(8, 6))
    ratings = np.round(quality + 0.4 * rng.normal(size=(3, 8, 6)), 2)
    metrics = quality + np.array([0.4, 0.8])[:, None, None] * rng.normal(size=(2, 8, 6))
    found = []
    for copies in (1, 3):
        which = np.repeat(np.arange(8), copies)
        found.append(
            ScoreTable(
                (Scorer("h", "human"), Scorer("a", "metric"), Scorer("b", "metric")),
                tuple(f"s{k}-{number % copies}" for number, k in enumerate(which)),
                tuple("uvwxyz"),
                np.concatenate([ratings.mean(axis=0)[None], metrics])[:, which],
                annotations={"h": Annotations(("p", "q", "r"), ratings[:, which])},
                system_groups={"family": tuple(f"f{k}" for k in which)},
            )
        )
    return found


def same(found, expected, *fields):
    assert found
    assert expected
    for row, other in zip(found, expected, strict=True):
        values, others = ([getattr(one, field) for field in fields] for one in (row, other))
        np.testing.assert_allclose(values, others, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("interval", ["percentile", "bca"])
def test_pool(tables, interval):
    asked = {**DRAWN, "interval": interval, "test": "permutation", "over": "systems"}
    one, three = tables
    single = pool({"t": one, "u": one.select(inputs="uvwx")}, **asked)
    family = pool({"t": three, "u": three.select(inputs="uvwx")}, **asked, system_clusters="family")
    same(family.estimates, single.estimates, "estimate", "low", "high")
    same(family.tests, single.tests, "pvalue")
    assert "sysclusters:family" in str(family.signature)


def test_equivalence(tables):
    one, three = tables
    asked = {**DRAWN, "method": "bootstrap", "margin": 0.2, "test": "none"}
    single, family = equivalence(one, **asked), equivalence(three, **asked, system_clusters="family")
    same(family.tests, single.tests, "pvalue")
    with pytest.raises(UnsupportedMethodError, match="'williams' takes every system for independent"):
        equivalence(three, margin=0.2, level="system", method="williams", system_clusters="family")


def test_resolved_pairs(tables):
    one, three = tables
    single, family = resolved_pairs(one, **DRAWN), resolved_pairs(three, **DRAWN, system_clusters="family")
    same(family.pairs, single.pairs, "share")


def test_annotators(tables):
    one, three = tables
    asked = {**DRAWN, "interval": "percentile"}
    single, family = annotators(one, **asked), annotators(three, **asked, system_clusters="family")
    same(family.ceiling, single.ceiling, "estimate", "low", "high")
    same(family.attenuation, single.attenuation, "estimate", "low", "high")
    pairs = [[row for row in found.pairs if row.measure == "kappa_quadratic"] for found in (family, single)]
    same(*pairs, "estimate", "low", "high")


def test_systems_are_compared_as_they_are(tables):
    with pytest.raises((ArgumentError, TypeError), match="system_clusters"):
        systems(tables[1], system_clusters="family")
