"""What becomes of a claim: every difference that it is made of is put to the default of the package."""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Sequence
from typing import Literal

import numpy as np
from scipy.stats import t as student

from trueness import CompareResult, PoolResult, ScoreTable
from trueness.stats import FacetScores, contrasts

ALPHA = 0.05
POWER = 0.8
MARGIN = 0.05
"""A lead is none where it is shown to be smaller: in the correlation that the claim is made of."""

Pair = tuple[str, str]
"""The metric that is said to be better, and the other one."""

Kind = Literal["holds", "equal", "reversed", "open"]


@dataclasses.dataclass(frozen=True)
class Claim:
    """Differences that a publication claims.

    Attributes
    ----------
    paper, place, words : str
        Whose it is, where it stands, and what it says in our words.
    pairs : tuple of Pair
    of : {'each', 'all', 'most'}
        Whether it lists differences; says one thing of all of them; or of most ("generally").
    """

    paper: str
    place: str
    words: str
    pairs: tuple[Pair, ...]
    of: Literal["each", "all", "most"] = "each"


@dataclasses.dataclass(frozen=True)
class Found:
    """What the default finds of one claimed difference.

    Attributes
    ----------
    pair : Pair
    kind : {'holds', 'equal', 'reversed', 'open'}
        Shown in the direction claimed; shown to be smaller than `MARGIN`; shown in the other direction; none of
        these. All after the correction over all pairs.
    alone : bool
        Whether it would be shown if it were the only difference tested.
    lead : float
        The difference as it is here.
    seen_alone, seen : float
        The smallest lead that such data show in four of five cases: by one test, and by the first step of the
        correction. (t(1 - alpha / 2 m) + t(.8)) standard errors below the metric that is said to be better, on
        Fisher's scale, m being 1, and all pairs. Infinite where it would take a rival that agrees with nobody.
    """

    pair: Pair
    kind: Kind
    alone: bool
    lead: float
    seen_alone: float
    seen: float


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What becomes of a claim on one benchmark at one level.

    Attributes
    ----------
    claim : Claim
    data, level : str
    found : tuple of Found
        Of all tables that it is made of: language pairs, human scores.
    """

    claim: Claim
    data: str
    level: str
    found: tuple[Found, ...]

    def count(self, *kinds: Kind) -> int:
        """Return how many differences end so."""
        return sum(one.kind in kinds for one in self.found)

    @property
    def open_but_alone(self) -> int:
        """Differences that are open, and would be shown if each were the only one."""
        return sum(one.kind == "open" and one.alone for one in self.found)

    @property
    def verdict(self) -> str:
        """The claim as a whole.

        That all of several differences are there is shown where each is by itself, and takes no correction: the chance
        of saying so wrongly is at most that of the one that is not there (Berger 1982, Technometrics 24).
        """
        holds, none, total = self.count("holds"), self.count("equal", "reversed"), len(self.found)
        if self.claim.of == "each":
            return "holds" if holds == total else f"holds for {holds}" if holds else "cannot tell"
        if self.claim.of == "all":
            shown, enough = sum(one.alone for one in self.found), total
        else:
            shown, enough = holds, total // 2 + 1
        if shown >= enough:
            return "holds"
        return "does not hold" if total - none < enough else "cannot tell"

    def middle(self, field: Literal["lead", "seen_alone", "seen"]) -> float:
        """Return the median over the differences."""
        return statistics.median(getattr(one, field) for one in self.found)


def put(claim: Claim, done: CompareResult | PoolResult, level: str, coefficient: str) -> tuple[Found, ...]:
    """Look up what the tests of a comparison with the margin `MARGIN` say of a claim's pairs."""
    rows = {
        (row.metric, row.rival): row
        for row in done.tests
        if (row.level, row.coefficient) == (level, coefficient)
    }
    found = []
    for better, worse in claim.pairs:
        turned = (better, worse) not in rows
        row = rows[worse, better] if turned else rows[better, worse]
        lead, best = (-row.estimate, row.estimate_rival) if turned else (row.estimate, row.estimate_metric)
        kind: Kind = "equal" if row.verdict == "equivalent" else "open"
        if row.significant_adjusted:
            kind = "holds" if lead > 0 else "reversed"
        seen = [least_seen(best, row.standard_error, row.degrees, tests) for tests in (1, row.family_size)]
        found.append(
            Found(
                pair=(better, worse),
                kind=kind,
                alone=row.pvalue <= ALPHA and lead > 0,
                lead=lead,
                seen_alone=seen[0],
                seen=seen[1],
            )
        )
    return tuple(found)


def least_seen(best: float, error: float, degrees: float, tests: int) -> float:
    """Return the smallest lead that is shown in four of five cases, as `Found` says.

    Parameters
    ----------
    best : float
        The correlation of the metric that is said to be better.
    error, degrees : float
        Of the difference on Fisher's scale.
    tests : int
        Corrected for.
    """
    reach = student.ppf(1 - ALPHA / 2 / tests, degrees) + student.ppf(POWER, degrees)
    lead = best - math.tanh(math.atanh(best) - float(reach) * error)
    return lead if lead <= best else math.inf


def mean_lead(
    table: ScoreTable,
    humans: Sequence[str],
    groups: tuple[Sequence[str], Sequence[str]],
    names: Pair,
    level: str,
    coefficient: str,
) -> tuple[Found, ...]:
    """Return one difference: the mean correlation of a group of metrics less that of another, over human scores.

    One test, by the two-way jackknife of the mean; its numbers are on Fisher's scale, which is nearly that of
    correlations below .5.

    Parameters
    ----------
    table : ScoreTable
    humans : sequence of str
    groups : tuple of two sequences of str
        The metrics that are said to be better, and the others.
    names : Pair
        What the groups are called.
    level, coefficient : str
    """
    metrics = (*groups[0], *groups[1])
    scores = np.stack([table.oriented(name) for name in metrics])
    facets = {
        human: FacetScores.of(
            scores, table.matrix(human), metrics, systems=table.systems, inputs=table.inputs
        )
        for human in humans
    }
    weights = [[1 / len(groups[0])] * len(groups[0]) + [-1 / len(groups[1])] * len(groups[1])] * len(humans)
    (one,) = contrasts(
        facets,
        [[weight / len(humans) for weight in row] for row in weights],
        level=level,
        coefficient=coefficient,
    )
    shown = one.pvalue <= ALPHA
    reach = float(student.ppf(1 - ALPHA, one.degrees)) * one.error
    kind: Kind = "equal" if abs(one.value) + reach < MARGIN else "open"
    if shown:
        kind = "holds" if one.value > 0 else "reversed"
    seen = float(student.ppf(1 - ALPHA / 2, one.degrees) + student.ppf(POWER, one.degrees)) * one.error
    return (
        Found(
            pair=names,
            kind=kind,
            alone=shown and one.value > 0,
            lead=one.value,
            seen_alone=seen,
            seen=seen,
        ),
    )


def together(claim: Claim, data: str, level: str, parts: Sequence[tuple[Found, ...]]) -> Outcome:
    """Return the outcome of a claim that is made of several tables."""
    return Outcome(claim, data, level, tuple(one for part in parts for one in part))
