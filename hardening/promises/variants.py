"""Truths for `quote_best`: the best of many metrics whose true correlations are known."""

from __future__ import annotations

import dataclasses
import functools

import numpy as np

from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.variants.study import variants

QUALITY, RATING = 0.5, 0.7


@dataclasses.dataclass(frozen=True)
class Crowd:
    """Metrics with biases for systems, from which the best is chosen.

    Attributes
    ----------
    biases : tuple of float
        Standard deviations.
    systems, inputs : int
    family : int
        Systems that share the metrics' biases and their quality; nobody is told.
    degrees : float or None
        Of Student's t, for biases with heavy tails.
    """

    biases: tuple[float, ...]
    systems: int = 16
    inputs: int = 30
    family: int = 1
    degrees: float | None = None

    def correlations(self) -> np.ndarray:
        """Return what every metric's correlation is over systems in general."""
        biases = np.asarray(self.biases)
        human = QUALITY**2 + RATING**2 / self.inputs
        return np.asarray(QUALITY**2 / np.sqrt(human * (QUALITY**2 + biases**2 + 1 / self.inputs)))

    def table(self, rng: np.random.Generator) -> ScoreTable:
        """Draw a table."""
        k, n, m = len(self.biases), self.systems, self.inputs
        count = -(-n // self.family)
        quality = np.repeat(rng.standard_normal(count), self.family)[:n, None] * QUALITY
        drawn = rng.standard_normal((k, count))
        if self.degrees is not None:
            drawn /= np.sqrt(rng.chisquare(self.degrees, drawn.shape) / (self.degrees - 2))
        bias = np.repeat(drawn, self.family, axis=1)[:, :n] * np.asarray(self.biases)[:, None]
        human = quality + RATING * rng.standard_normal((n, m))
        scores = quality + bias[:, :, None] + rng.standard_normal((k, n, m))
        scorers = (Scorer("people", "human"), *(Scorer(f"m{i:02}") for i in range(k)))
        names = tuple(f"s{i:02}" for i in range(n)), tuple(f"i{j:02}" for j in range(m))
        return ScoreTable(scorers, *names, np.concatenate([human[None], scores]))


def _ask(crowd: Crowd, rng: np.random.Generator) -> Outcome:
    found = variants(
        crowd.table(rng),
        human="people",
        halves="both",
        aggregates="mean",
        splits=2,
        resamples=200,
        rng=int(rng.integers(2**31)),
    )
    true = dict(zip((f"m{i:02}" for i in range(len(crowd.biases))), crowd.correlations(), strict=True))
    (one,) = found.decisions
    limits = one.of("elsewhere")
    held = limits is not None and limits.low <= true[one.about] <= limits.high
    return Outcome(broken=not held and one.answer != "cannot_tell", told=float(one.answer != "cannot_tell"))


def _truth(name: str, crowd: Crowd, outside: str = "") -> Truth:
    size = f"{crowd.systems} x {crowd.inputs}"
    return Truth("quote_best", name, size, 0.05, functools.partial(_ask, crowd), outside)


TRUTHS = (
    _truth("one far best of 15", Crowd((0.1, *[1.0] * 14))),
    _truth("one far best of 40", Crowd((0.15, *[1.5] * 39))),
    _truth("15 equal", Crowd((0.3,) * 15)),
    _truth("one best of 15, slightly", Crowd((0.25, *[0.35] * 14))),
    _truth("15 equal, few systems", Crowd((0.3,) * 15, systems=8)),
    _truth("15 equal, heavy tails", Crowd((0.3,) * 15, degrees=2.5)),
    _truth(
        "15 equal, families of four that nobody told",
        Crowd((0.3,) * 15, family=4),
        "Systems are taken to be made independently of each other",
    ),
)
"""The first is the one that halves misjudge: there others come closer to the best than in the whole."""
