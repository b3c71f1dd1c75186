"""Truths for the rules of an analysis of several tables: metrics over language pairs that share systems."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable

Floats = NDArray[np.float64]

SHARES = {"same systems": 1.0, "half of the systems shared": 0.5, "no system shared": 0.0}
"""Of the systems of a table that are in all others, too."""


def drawn(
    rng: np.random.Generator,
    tastes: tuple[float, ...],
    *,
    n_tables: int,
    size: tuple[int, int],
    share: float,
    common: float,
    look: str,
) -> dict[str, ScoreTable]:
    """Return tables in which metric k has a taste of standard deviation ``tastes[k]`` for systems.

    Parameters
    ----------
    rng : Generator
    tastes : tuple of float
        The smaller, the better the metric.
    n_tables : int
    size : (int, int)
        Systems and inputs of every table.
    share : float
        Of the systems that is in all tables.
    common : float
        What share of a taste's variance a system keeps in all its tables; the rest is new in each.
    look : str
        ``normal``, or ``heavy`` (t with 3 degrees of freedom).
    """
    n, m = size
    k, shared = len(tastes), round(share * n)
    scale = np.array(tastes)

    def draw(*shape: int) -> Floats:
        if look == "heavy":
            return np.asarray(rng.standard_t(3, shape) / math.sqrt(3))
        return rng.standard_normal(shape)

    everyone = shared + n_tables * (n - shared)
    quality, taste = draw(everyone), draw(k, everyone)
    found = {}
    for t in range(n_tables):
        own = np.arange(shared + t * (n - shared), shared + (t + 1) * (n - shared))
        ids = np.concatenate([np.arange(shared), own])
        human = (quality[ids] + draw(n)) / math.sqrt(2)
        mine = scale[:, None] * (math.sqrt(common) * taste[:, ids] + math.sqrt(1 - common) * draw(k, n))
        difficulty = 0.5 * rng.standard_normal((1, m))
        people = human[:, None] + difficulty + 0.6 * rng.standard_normal((n, m))
        scores = human[None, :, None] + difficulty + mine[:, :, None] + rng.standard_normal((k, n, m))
        found[f"lp{t}"] = ScoreTable(
            (Scorer("people", "human"), *(Scorer(f"m{i}", "metric") for i in range(k))),
            tuple(f"s{i:03}" for i in ids),
            tuple(f"i{j:03}" for j in range(m)),
            np.concatenate([people[None], scores]),
        )
    return found


def asked(
    rng: np.random.Generator,
    *,
    rule: str,
    tastes: tuple[float, ...],
    share: float,
    n_tables: int = 5,
    size: tuple[int, int] = (12, 20),
    common: float = 0.85,
    look: str = "normal",
    level: str = "system",
    coefficient: str = "pearson",
) -> Outcome:
    """Pool drawn tables, and see whether the best metric is missing, or a true rank outside its limits."""
    tables = drawn(rng, tastes, n_tables=n_tables, size=size, share=share, common=common, look=look)
    found = trueness.pool(tables, level=level, coefficient=coefficient, rng=1, workers=1)
    decision = next(one for one in found.decisions if one.rule == rule)
    k = len(tastes)
    if rule == "may_be_best":
        return Outcome("m0" not in decision.names, 1 - (len(decision.names) - 1) / (k - 1))
    wrong = False
    for row in found.ranks:
        mine = tastes[int(row.metric[1:])]
        better, worse = sum(one < mine for one in tastes), sum(one > mine for one in tastes)
        if row.rank_low is not None and row.rank_high is not None:
            wrong |= row.rank_low > 1 + better or row.rank_high < k - worse
    return Outcome(wrong, float(decision.answer == "yes"))


def truth(rule: str, name: str, tastes: tuple[float, ...], share: str, **options: Any) -> Truth:
    """Return a truth about a pool; its size is tables, systems and inputs of each."""
    size = options.get("size", (12, 20))
    tables = options.get("n_tables", 5)
    shape = f"{tables} x {size[0]} x {size[1]}"
    ask = functools.partial(asked, rule=rule, tastes=tastes, share=SHARES[share], **options)
    return Truth(rule, f"pool: {name}, {share}", shape, 0.05, ask, decides=len(set(tastes)) > 1)


EQUAL = (0.7,) * 4
ONE_BEST = (0.3, 0.7, 0.7, 0.7)

TRUTHS = (
    *(truth("may_be_best", "equal metrics", EQUAL, share) for share in SHARES),
    *(truth("may_be_ranked", "equal metrics", EQUAL, share) for share in SHARES),
    *(truth("may_be_best", "one best metric", ONE_BEST, share) for share in SHARES),
    truth("may_be_ranked", "equal, heavy tails", EQUAL, "same systems", look="heavy"),
    truth("may_be_ranked", "equal, no taste in common", EQUAL, "same systems", common=0.0),
    truth("may_be_ranked", "equal, the same tastes everywhere", EQUAL, "same systems", common=1.0),
    truth("may_be_ranked", "equal, Kendall", EQUAL, "same systems", coefficient="kendall"),
    truth("may_be_ranked", "equal, of inputs", EQUAL, "same systems", level="input"),
    truth("may_be_ranked", "equal, few systems", EQUAL, "same systems", size=(8, 20)),
    truth("may_be_ranked", "one best metric", ONE_BEST, "same systems"),
)
