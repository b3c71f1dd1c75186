"""Truths for the rules of a comparison of metrics: which may be the best, and limits of ranks."""

from __future__ import annotations

import functools
import math

import numpy as np
from numpy.typing import NDArray

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.rows import CompareResult

Floats = NDArray[np.float64]

SYSTEM_SPREAD, NOISE = 1.0, 1.0
"""Of quality over systems, and of single outputs, in people's scores."""


RARE = 12
"""Of so many systems one is among those on which a metric errs that errs on few."""


def table_of(human: Floats, metrics: Floats) -> ScoreTable:
    """Return a table of a human scorer, shape (N, M), and metrics, shape (K, N, M)."""
    k, n, m = metrics.shape
    scorers = (Scorer("people", "human"), *(Scorer(f"m{i:02}", "metric") for i in range(k)))
    systems, inputs = (tuple(f"{letter}{i:03}" for i in range(size)) for letter, size in (("s", n), ("d", m)))
    return ScoreTable(scorers, systems, inputs, np.concatenate([human[None], metrics]))


def drawn(
    rng: np.random.Generator, taste: Floats, shape: tuple[int, int], look: str, families: int = 0
) -> ScoreTable:
    """Return a table in which metric k ranks systems by quality plus a bias of standard deviation ``taste[k]``.

    Parameters
    ----------
    rng : Generator
    taste : array of shape (K,)
        The smaller, the better the metric.
    shape : (int, int)
        Systems and inputs.
    look : str
        Of the scores: ``normal``, ``heavy`` (t with 2.5 degrees of freedom), ``lognormal``, ``likert`` (five grades),
        ``related`` (half of each metric's bias is shared by all), or all metrics but the first err by as much on the
        whole, but mostly on a few systems: ``rare``, on one in twelve; ``one side``, their biases are lognormal;
        ``far out``, the more the farther a system's quality is from the mean.
    families : int
        So many families of systems share half of a metric's bias; 0 for none.
    """
    k, (n, m) = len(taste), shape
    draw = functools.partial(rng.standard_t, 2.5) if look == "heavy" else rng.standard_normal
    scale = math.sqrt(5.0) if look == "heavy" else 1.0  # standard deviation of t(2.5)
    quality = np.asarray(draw(size=(n, 1))) / scale * SYSTEM_SPREAD
    bias = np.asarray(draw(size=(k, n, 1))) / scale
    if look == "related":
        bias = (bias + np.asarray(draw(size=(1, n, 1)))) / math.sqrt(2)
    if look == "rare":
        far = rng.random((k, n, 1)) < 1 / RARE
        bias[1:] = np.where(far, math.sqrt(RARE) * bias, 0.0)[1:]
    if look == "one side":
        bias[1:] = (np.exp(bias[1:]) - math.exp(0.5)) / math.sqrt(math.exp(2) - math.exp(1))
    if look == "far out":
        bias[1:] *= np.abs(quality)
    if families:
        own = np.asarray(draw(size=(k, families, 1)))[:, np.arange(n) % families]
        bias = (bias + own) / math.sqrt(2)
    shared = rng.standard_normal((1, m)) * 0.5
    human = quality + shared + NOISE * rng.standard_normal((n, m))
    metrics = (
        quality[None] + taste[:, None, None] * bias + shared[None] + NOISE * rng.standard_normal((k, n, m))
    )
    if look == "lognormal":
        human, metrics = np.exp(human / 2), np.exp(metrics / 2)
    if look == "likert":
        human = np.clip(np.rint(human + 3), 1, 5)
    return table_of(human, metrics)


def asked(table: ScoreTable, level: str, coefficient: str) -> CompareResult:
    """Return the comparison of a drawn table, as users get it."""
    found: CompareResult = trueness.compare(
        table, human="people", level=level, coefficient=coefficient, beside=(), rng=1, workers=1
    )
    return found


def best_is_named(
    rng: np.random.Generator,
    *,
    taste: tuple[float, ...],
    shape: tuple[int, int],
    look: str = "normal",
    families: int = 0,
    level: str = "system",
    coefficient: str = "pearson",
) -> Outcome:
    """Ask which may be the best where it is known to be the first, or one of equal ones."""
    # which is the best is told apart by its name only: any order
    found = asked(drawn(rng, np.array(taste), shape, look, families), level, coefficient)
    decision = found.decided("may_be_best", level, coefficient)
    if decision is None:
        return Outcome(broken=False, told=math.nan)
    best = "m00"
    return Outcome(best not in decision.names, 1 - (len(decision.names) - 1) / (len(taste) - 1))


def ranks_hold(
    rng: np.random.Generator,
    *,
    taste: tuple[float, ...],
    shape: tuple[int, int],
    look: str = "normal",
    level: str = "system",
    coefficient: str = "pearson",
) -> Outcome:
    """Ask for limits of ranks, where the true rank of a metric is 1 plus how many have a smaller taste."""
    found = asked(drawn(rng, np.array(taste), shape, look), level, coefficient)
    wrong = False
    for row in found.ranks:
        mine = taste[int(row.metric[1:])]
        better, worse = sum(one < mine for one in taste), sum(one > mine for one in taste)
        if row.rank_low is not None and row.rank_high is not None:
            # of equal ones any order is true
            wrong |= row.rank_low > 1 + better or row.rank_high < len(taste) - worse
    decision = found.decided("may_be_ranked", level, coefficient)
    told = decision is not None and decision.answer == "yes"
    return Outcome(wrong, float(told))


ONE_BEST = (0.25, *(0.6,) * 13)
HARDLY = (0.25, *(0.3,) * 13)
EQUAL = (0.5,) * 15
GRADED = tuple(0.15 + 0.06 * k for k in range(14))
FORTY = (0.25, *(0.6,) * 39)
OUTSIDE_RARE = "no metric that errs mostly on a few systems"
OUTSIDE_FAMILIES = (
    "Systems of one family are no independent systems: name their families (--system-clusters)."
)


def _named(name: str, size: tuple[int, int], outside: str = "", **given: object) -> Truth:
    return Truth(
        rule="may_be_best",
        name=name,
        size=f"{size[0]} x {size[1]}",
        allowed=0.05,
        ask=functools.partial(best_is_named, shape=size, **given),  # type: ignore[arg-type]
        outside=outside,
        decides=len(set(given["taste"])) > 1,  # type: ignore[call-overload]
    )


def _ranked(name: str, size: tuple[int, int], **given: object) -> Truth:
    return Truth(
        rule="may_be_ranked",
        name=name,
        size=f"{size[0]} x {size[1]}",
        allowed=0.05,
        ask=functools.partial(ranks_hold, shape=size, **given),  # type: ignore[arg-type]
        decides=given.get("taste") is not EQUAL,
    )


TRUTHS = (
    _named("one best of 14", (16, 40), taste=ONE_BEST),
    _named("one best of 14, heavy tails", (16, 40), taste=ONE_BEST, look="heavy"),
    _named("one best of 14, lognormal", (16, 40), taste=ONE_BEST, look="lognormal"),
    _named("one best of 14, Likert", (16, 40), taste=ONE_BEST, look="likert"),
    _named("one best of 14, related metrics", (16, 40), taste=ONE_BEST, look="related"),
    _named(
        "two equal, one errs on few systems", (16, 40), taste=(0.7, 0.7), look="rare", outside=OUTSIDE_RARE
    ),
    _named(
        "two equal, one errs much on one side",
        (16, 40),
        taste=(0.7, 0.7),
        look="one side",
        outside=OUTSIDE_RARE,
    ),
    _named(
        "two equal, one errs on far systems", (16, 40), taste=(0.6, 0.6), look="far out", outside=OUTSIDE_RARE
    ),
    _named("one best of 14, Kendall", (16, 40), taste=ONE_BEST, coefficient="kendall"),
    _named("15 equal, with unlimited inputs", (16, 40), taste=EQUAL, coefficient="unlimited_pearson"),
    _named(
        "one hardly better of 14, with unlimited inputs",
        (16, 40),
        taste=HARDLY,
        coefficient="unlimited_pearson",
    ),
    _named("one best of 14, input level", (16, 40), taste=ONE_BEST, level="input"),
    _named("one best of 14, few systems", (8, 20), taste=ONE_BEST),
    _named("one hardly better of 14", (16, 40), taste=HARDLY),
    _named("one hardly better of 14, lognormal", (16, 40), taste=HARDLY, look="lognormal"),
    _named("one hardly better of 14, input level", (16, 40), taste=HARDLY, level="input"),
    _named("one best of 40", (16, 40), taste=FORTY),
    _named("15 equal", (16, 40), taste=EQUAL),
    _named("15 equal, lognormal", (16, 40), taste=EQUAL, look="lognormal"),
    _named("15 equal, input level", (16, 40), taste=EQUAL, level="input"),
    _named("14 graded", (16, 40), taste=GRADED),
    _named("14 graded, heavy tails", (25, 100), taste=GRADED, look="heavy"),
    _named("15 equal, families untold", (16, 40), OUTSIDE_FAMILIES, taste=EQUAL, families=4),
    _ranked("15 equal", (16, 40), taste=EQUAL),
    _ranked("14 graded", (16, 40), taste=GRADED),
    _ranked("14 graded, lognormal", (25, 100), taste=GRADED, look="lognormal"),
    _ranked("14 graded, input level", (16, 40), taste=GRADED, level="input"),
)
