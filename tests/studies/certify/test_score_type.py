"""Kinds of scores: rating scales, and what they are not."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.studies.certify.score_type import score_type


def test_values_are_counted_without_missing_ones():
    seven = np.arange(70.0).reshape(7, 10) % 7
    seven[0, 0] = np.nan
    assert score_type(seven) == "likert"
    assert score_type(np.full((3, 3), np.nan)) == "likert"


def mean_ratings(annotators, lowest=1, highest=5, outputs=400):
    """Return the means of a number of ratings per output, drawn round a quality."""
    rng = np.random.default_rng(annotators)
    quality = rng.normal((lowest + highest) / 2, (highest - lowest) / 6, outputs)
    ratings = np.round(quality + rng.normal(0, 1, (annotators, outputs)))
    return np.clip(ratings, lowest, highest).mean(axis=0)


@pytest.mark.parametrize(
    "scores",
    [
        mean_ratings(2),  # half points, 9 values
        mean_ratings(3),  # thirds, 13
        np.round(mean_ratings(3), 2),  # of which 1.33 and 1.67 are .34 apart, and 1.67 and 2 are .33
        mean_ratings(3) + np.random.default_rng(1).choice([-1e-15, 0, 1e-15], 400),
        mean_ratings(5),
        mean_ratings(2, 1, 7),
        np.concatenate([mean_ratings(2), mean_ratings(3)]),  # sixths of a point
        np.arange(200) % 8,
        -np.round(10 * mean_ratings(1, 0, 10)),
    ],
    ids=[
        "halves",
        "thirds",
        "rounded",
        "last bits",
        "fifths",
        "1 to 7",
        "sixths",
        "eight",
        "0 to 100 in tens",
    ],
)
def test_steps_of_a_coarse_scale_are_likert_scores(scores):
    assert len(np.unique(np.round(scores, 9))) > 7
    assert score_type(scores) == "likert"


@pytest.mark.parametrize(
    ("scores", "kind"),
    [
        (np.clip(np.round(np.random.default_rng(2).normal(50, 15, 400)), 0, 100), "normal"),
        (np.clip(np.round(np.random.default_rng(3).exponential(12, 400)), 0, 100), "skewed"),
        (np.random.default_rng(4).normal(size=400), "normal"),
        (np.random.default_rng(5).standard_t(3, 400), "heavy_tailed"),
        (mean_ratings(12), "normal"),  # twelfths of a point: 49 steps
        # 18 outputs with whole numbers: a slider shows few of its values by chance
        (np.array([40, 41, 43, 44, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 57, 58, 60, 62.0]), "normal"),
        # errors that count 1, 5 and 25: few values, but a long tail of rare ones
        (
            -np.repeat([0, 1, 2, 3, 5, 6, 10, 25, 30], [300, 60, 30, 10, 20, 6, 4, 3, 1]).astype(float),
            "skewed",
        ),
        (np.linspace(0, 1, 20), "normal"),
    ],
    ids=["slider", "skewed slider", "normal", "t", "twelfths", "few outputs", "long tail", "few of many"],
)
def test_fine_scales_and_long_tails_are_not(scores, kind):
    assert score_type(scores) == kind
