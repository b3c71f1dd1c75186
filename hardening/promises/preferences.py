"""Truths for the rules of preferences: who agrees most and beyond chance, ranks systems, stands in for a person."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.data.preferences.preferences import PairRow, Preferences
from trueness.decisions.decision import Decision

Floats = NDArray[np.float64]

BAR = 0.8
"""Of the share of pairs of systems in people's order: the setting's default."""

SPREAD = 2.0
"""Standard deviation of strengths of systems, in log odds."""


def verdicts(
    rng: np.random.Generator,
    people: Floats,
    judges: Floats,
    *,
    inputs: int,
    pairs: int,
    by_input: float = 0.5,
    tie: float = 0.0,
) -> Preferences:
    """Return verdicts of people and judges on the same pairs.

    Parameters
    ----------
    rng : Generator
    people, judges : arrays of shapes (P, N) and (K, N)
        Strengths of systems by each; of an NaN row verdicts are coins.
    inputs, pairs : int
        And pairs of systems for each input.
    by_input : float
        Standard deviation of what an input adds to a system, for everybody.
    tie : float
        Share of verdicts that are ties.
    """
    n = people.shape[1]
    names = [*(f"p{k}" for k in range(len(people))), *(f"j{k}" for k in range(len(judges)))]
    strengths: Floats = np.concatenate([people, judges])
    rows: list[PairRow] = []
    for j in range(inputs):
        added: Floats = by_input * rng.standard_normal((n,))
        for _ in range(pairs):
            a, b = rng.choice(n, 2, replace=False)
            for k, name in enumerate(names):
                gap = strengths[k, a] - strengths[k, b] + added[a] - added[b]
                won = rng.random() < (0.5 if math.isnan(gap) else 1 / (1 + math.exp(-gap)))
                said = 0 if rng.random() < tie else 1 if won else -1
                rows.append(PairRow(len(rows), f"q{j:03}", f"s{a:02}", f"s{b:02}", name, said))
    return Preferences.of(rows)


def like(rng: np.random.Generator, strengths: Floats, share: float, families: int = 0) -> Floats:
    """Return strengths that order a pair of other systems of this kind as these do with a probability.

    Of families half of the judge's own taste is shared.
    """
    rho = math.sin((2 * share - 1) * math.pi / 2)
    own = rng.standard_normal(len(strengths))
    if families:
        own = (own + rng.standard_normal(families)[np.arange(len(own)) % families]) / math.sqrt(2)
    return rho * strengths + math.sqrt(1 - rho**2) * SPREAD * own


def decided(pairs: Preferences, rule: str, n_judges: int, **options: Any) -> list[Decision]:
    """Return what a rule says of every judge."""
    judges = [f"j{k}" for k in range(n_judges)]
    found = trueness.preferences(pairs, judges=judges, rng=1, prior=0.5, workers=1, **options)
    return [one for one in found.decisions if one.rule == rule]


def ranking(
    rng: np.random.Generator,
    *,
    n: int,
    share: float,
    right: bool,
    people: int = 2,
    taste: float = 0.0,
    families: int = 0,
    differ: bool = True,
    pairs: int = 12,
    tie: float = 0.0,
) -> Outcome:
    """Draw systems, people and a judge; broken is a yes of a judge that may not, or a no of one that may."""
    strengths = SPREAD * rng.standard_normal(n) if differ else np.zeros(n)
    everybody = strengths + taste * rng.standard_normal((people, n))
    judge = like(rng, strengths, share, families)[None]
    found = decided(verdicts(rng, everybody, judge, inputs=60, pairs=pairs, tie=tie), "may_rank", 1)
    wrong = "no" if right else "yes"
    return Outcome.of(found, lambda one: one.answer == wrong)


def replacing(
    rng: np.random.Generator,
    *,
    worse: float,
    people: int = 3,
    coin: bool = False,
    person_taste: float = 0.0,
    n: int = 10,
    inputs: int = 60,
    silent: bool = False,
) -> Outcome:
    """Draw a judge that agrees with people less often than another person by `worse`; broken is a yes, else a no.

    The judge is another person with tastes of the same kind, and in a share of pairs that makes the difference a coin.
    Where people themselves are coins, nobody stands in for them. A silent judge says nothing where it would throw one.
    """
    strengths = np.full(n, np.nan) if coin else SPREAD * rng.standard_normal(n)
    everybody = strengths + person_taste * rng.standard_normal((people, n))
    judge = strengths + person_taste * rng.standard_normal((1, n))
    table = verdicts(rng, everybody, judge, inputs=inputs, pairs=6)
    if worse:
        table = _with_coins(rng, table, worse / agreement_above_half(person_taste), silent=silent)
    found = decided(table, "may_replace_annotator", 1)
    wrong = "yes" if worse or coin else "no"
    return Outcome.of(found, lambda one: one.answer == wrong)


def _with_coins(rng: np.random.Generator, table: Preferences, share: float, *, silent: bool) -> Preferences:
    """Return the table with coins, or nothing, in place of a share of the judge's verdicts."""
    judge = table.raters.index("j0")
    mine = np.flatnonzero(table.rater == judge)
    verdict = table.verdict.copy()
    coins = mine[rng.random(len(mine)) < share]
    verdict[coins] = rng.choice([-1, 1], len(coins))
    left = np.setdiff1d(np.arange(len(verdict)), coins if silent else [])
    return Preferences.of(
        PairRow(
            k,
            table.inputs[table.input[k]],
            table.systems[table.a[k]],
            table.systems[table.b[k]],
            table.raters[table.rater[k]],
            int(verdict[k]),
        )
        for k in left
    )


@functools.cache
def agreement_above_half(taste: float) -> float:
    """Return by how much two people agree more often than a coin: E (2 p − 1) (2 q − 1) / 2 over pairs and inputs."""
    rng = np.random.default_rng(0)
    shared = rng.standard_normal(400_000) * math.sqrt(2 * (SPREAD**2 + 0.25))
    own = rng.standard_normal((2, 400_000)) * taste * math.sqrt(2)
    return float(np.mean(np.prod(2 / (1 + np.exp(-shared - own)) - 1, axis=0)) / 2)


def best(rng: np.random.Generator, *, shares: tuple[float, ...], n: int = 8, taste: float = 0.0) -> Outcome:
    """Draw judges of which the first is (one of) the best; broken is that it is not named."""
    strengths = SPREAD * rng.standard_normal(n)
    people = strengths + taste * rng.standard_normal((2, n))
    judges = np.stack([like(rng, strengths, share) for share in shares])
    (found,) = decided(verdicts(rng, people, judges, inputs=40, pairs=6), "may_be_best", len(shares))
    told = 1 - (len(found.names) - 1) / (len(shares) - 1)
    return Outcome("j0" not in found.names, told)


def guessing(
    rng: np.random.Generator,
    *,
    n: int,
    inputs: int,
    share: float | None = None,
    tie: float = 0.0,
    pairs: int = 6,
    right: bool = False,
) -> Outcome:
    """Draw one person and a judge: a coin, or one whose strengths order a share of pairs as people's do.

    Broken is a yes of one that guesses, or a no of one that agrees.
    """
    strengths = SPREAD * rng.standard_normal(n)
    judge = np.full(n, np.nan) if share is None else like(rng, strengths, share)
    table = verdicts(rng, strengths[None], judge[None], inputs=inputs, pairs=pairs, tie=tie)
    wrong = "no" if right else "yes"
    return Outcome.of(decided(table, "beyond_chance", 1), lambda one: one.answer == wrong)


def _truth(rule: str, name: str, size: str, ask: Callable[..., Outcome], **more: object) -> Truth:
    options = {key: more.pop(key) for key in ("outside", "decides", "allowed") if key in more}
    return Truth(rule, name, size, **{"allowed": 0.025, **options}, ask=functools.partial(ask, **more))  # type: ignore[arg-type]


TRUTHS: tuple[Truth, ...] = (
    _truth("may_rank", "at the bar", "10 systems", ranking, n=10, share=BAR, right=False, decides=False),
    _truth("may_rank", "at the bar", "20 systems", ranking, n=20, share=BAR, right=False, decides=False),
    _truth("may_rank", "at the bar, families", "20 systems", ranking, n=20, share=BAR, right=False, families=4,
           decides=False),
    _truth("may_rank", "at the bar, five people of own tastes", "12 systems", ranking, n=12, share=BAR, right=False,
           people=5, taste=0.5, decides=False),
    _truth("may_rank", "at the bar, ties", "16 systems", ranking, n=16, share=BAR, right=False, tie=0.4,
           decides=False),
    _truth("may_rank", "six systems, a judge of chance", "6 systems", ranking, n=6, share=0.5, right=False,
           decides=False),
    _truth("may_rank", "systems that do not differ", "10 systems", ranking, n=10, share=0.5, right=False,
           differ=False, decides=False),
    _truth("may_rank", "a judge of chance", "20 systems", ranking, n=20, share=0.5, right=False),
    _truth("may_rank", "people's own order", "20 systems", ranking, n=20, share=1.0, right=True),
    _truth("beyond_chance", "a coin", "10 x 60", guessing, n=10, inputs=60, decides=False),
    _truth("beyond_chance", "a coin, two systems", "2 x 100", guessing, n=2, inputs=100, pairs=1, decides=False),
    _truth("beyond_chance", "a coin, ties", "10 x 60", guessing, n=10, inputs=60, tie=0.4, decides=False),
    _truth("beyond_chance", "a coin, few inputs", "5 x 8", guessing, n=5, inputs=8, decides=False),
    _truth("beyond_chance", "an order of its own", "10 x 60", guessing, n=10, inputs=60, share=0.5, decides=False),
    _truth("beyond_chance", "nine of ten pairs as people", "10 x 60", guessing, n=10, inputs=60, share=0.9, right=True),
    _truth("may_replace_annotator", "at the margin", "10 x 60", replacing, worse=0.05, decides=False),
    _truth("may_replace_annotator", "at the margin, two people", "10 x 60", replacing, worse=0.05, people=2,
           decides=False),
    _truth("may_replace_annotator", "at the margin, five people of own tastes", "10 x 60", replacing, worse=0.05,
           people=5, person_taste=1.0, decides=False),
    _truth("may_replace_annotator", "less by .1, silent where it is a coin", "10 x 200", replacing, worse=0.1,
           inputs=200, silent=True, decides=False),
    _truth("may_replace_annotator", "as good as a person", "10 x 400", replacing, worse=0.0, inputs=400),
    _truth("may_replace_annotator", "coins beside coins", "10 x 60", replacing, worse=0.0, coin=True, decides=False),
    _truth("may_be_best", "judges: one best of 5", "8 x 40", best, shares=(0.9, 0.75, 0.75, 0.75, 0.75),
           allowed=0.05),
    _truth("may_be_best", "judges: 8 alike", "8 x 40", best, shares=(0.8,) * 8, allowed=0.05, decides=False),
)  # fmt: skip
