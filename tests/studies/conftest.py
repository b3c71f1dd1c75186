"""Tables small enough to test a study on in every test: metrics that agree more or less, with annotators."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from tests.drawn_comparisons import hostile, three
from tests.small_comparisons import (
    comparison,
    comparison_page,
    counted,
    plain_comparison,
    pocket,
    pocket_lower,
    pocket_texts,
    resampled,
    systemless,
)

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable

Make = Callable[..., ScoreTable]


@pytest.fixture(scope="session")
def judged_table() -> Make:
    """Make a table of a human dimension (three annotators), metrics `good`, `twin` and `poor`, and `errors` (less is
    better).
    """

    def make(
        seed: int = 0, *, systems: int = 12, inputs: int = 10, noise: float = 0.0, name: str = "scores"
    ) -> ScoreTable:
        rng = np.random.default_rng(7)  # the outputs and judgments are the same under all seeds
        quality = rng.normal(size=(systems, 1)) + rng.normal(size=(systems, inputs))
        ratings = np.clip(np.round(3 + quality + 0.7 * rng.normal(size=(3, *quality.shape))), 1, 5)
        metrics = [quality + scale * rng.normal(size=quality.shape) for scale in (0.5, 0.5, 3.0, 1.0)]
        metrics[3] = -metrics[3]
        own = np.random.default_rng(seed)
        metrics = [scores + noise * own.normal(size=scores.shape) for scores in metrics]
        names = ("good", "twin", "poor", "errors")
        return ScoreTable(
            (Scorer("relevance", "human"), *(Scorer(n, "metric", n != "errors") for n in names)),
            tuple(f"s{k}" for k in range(systems)),
            tuple(f"d{k}" for k in range(inputs)),
            np.stack([ratings.mean(axis=0), *metrics]),
            annotations={"relevance": Annotations(("1", "2", "3"), ratings)},
            name=name,
        )

    return make


__all__ = [
    "comparison",
    "comparison_page",
    "counted",
    "hostile",
    "judged_table",
    "plain_comparison",
    "pocket",
    "pocket_lower",
    "pocket_texts",
    "resampled",
    "systemless",
    "three",
]
