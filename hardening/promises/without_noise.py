"""Truths about correlations corrected for the noise of people's scores."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardening.promises.truth import Outcome, Truth
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.annotators.decided import without_noise as asked_without_noise
from trueness.studies.annotators.metrics_beside import attenuation_rows
from trueness.studies.annotators.settings import AnnotatorSettings

Floats = NDArray[np.float64]

NOISE_SHARED = "noise that the metric does not share with them"


def without_noise(
    rng: np.random.Generator,
    *,
    r: float = 0.7,
    taste: float = 0.5,
    noise: float = 0.8,
    people: int = 3,
    n: int = 16,
    m: int = 30,
    level: str = "system",
    heavy: bool = False,
    shared: bool = False,
) -> Outcome:
    """Draw a metric of known r with people without noise; broken is an interval without it that may be quoted.

    Systems have a standard deviation of 1, outputs of one of .5, which the metric sees as well. Each person has a taste
    for systems, the first of whom the metric may share, and makes noise.
    """

    def draw() -> Floats:
        return rng.standard_t(3, n) / math.sqrt(3) if heavy else rng.standard_normal(n)

    quality, own = draw(), 0.5 * rng.standard_normal((n, m))
    tastes = taste * rng.standard_normal((people, n, 1))
    ratings = quality[:, None] + own + tastes + noise * rng.standard_normal((people, n, m))
    scores = r * quality + math.sqrt(1 - r**2) * draw()
    if shared:
        scores = scores + tastes[0, :, 0]
    scores = scores[:, None] + own + 0.3 * rng.standard_normal((n, m))
    of_mean = m if level == "system" else 1
    truth, metric = 1 + 0.25 / of_mean, 1 + (0.25 + 0.09) / of_mean + shared * taste**2
    right = (r + 0.25 / of_mean) / math.sqrt(truth * metric)
    settings = AnnotatorSettings(levels=(level,), coefficients=("pearson",))
    # the whole study takes fifty times as long
    (row,) = attenuation_rows(ScoreArrays.of(scores[None], ratings.mean(axis=0)), ratings, settings)
    return Outcome.of(
        asked_without_noise([row], ratings, settings, "other systems and other inputs"),
        lambda one: one.answer == "yes" and not row.low <= right <= row.high,
    )


def truth(name: str, *, outside: str = "", decides: bool = True, **given: Any) -> Truth:
    """Return a truth; its size is people, systems and inputs."""
    people, n, m = (given.get(key, usual) for key, usual in (("people", 3), ("n", 16), ("m", 30)))
    ask = functools.partial(without_noise, **given)
    return Truth("quote_without_noise", name, f"{people} people, {n} x {m}", 0.05, ask, outside, decides)


TRUTHS = (
    truth("r of .7"),
    truth("r of .7, few systems", n=8),
    truth("r of .7, few inputs", m=8),
    truth("r of .9, many systems", r=0.9, n=30),
    truth("r of 0", r=0.0),
    truth("people hardly make noise", taste=0.1, noise=0.3),
    truth("people have tastes", taste=1.5),
    truth("two people with tastes, many systems", taste=2.0, people=2, n=40),
    truth("two people who hardly agree", taste=4.0, people=2, decides=False),
    truth("heavy tails", heavy=True),
    truth("over all outputs", level="global"),
    truth("of inputs", level="input"),
    truth("the metric shares a taste", taste=1.5, shared=True, n=40, outside=NOISE_SHARED),
)
