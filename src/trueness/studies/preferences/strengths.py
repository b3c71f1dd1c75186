"""Strengths of systems by people and by judges, how the rankings agree, and shares of comparisons that are won."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from trueness.errors import DataError
from trueness.statistics.alike_units import alike_units
from trueness.statistics.annotators.other_people import FEWEST_PEOPLE
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.certain import Certain, student_limits, student_pvalue
from trueness.statistics.coefficients import pearson
from trueness.statistics.corrections import adjust
from trueness.statistics.judging.prediction_powered import ppi_mean
from trueness.statistics.preferences.bradley_terry import BradleyTerry, bradley_terry
from trueness.statistics.preferences.pairs_in_order import pairs_in_order
from trueness.statistics.preferences.strength_ranks import (
    rank_agreement,
    strength_correlation,
    strength_ranks,
)
from trueness.studies.preferences.biases import PEOPLE
from trueness.studies.preferences.rows import RankingAgreement, Strength, WinRate
from trueness.studies.preferences.settings import PreferenceSettings
from trueness.studies.preferences.verdicts import Verdicts

ROUNDING = 1e-12
"""A share that is not further from 0 or 1 is 0 or 1."""

FEWEST_JUDGED = 10
"""Inputs, or groups of them, that people judged: with fewer a win rate has no interval. In simulations those of 1 or 2
held the truth in 43%, of 3 in 78%, of 6 in 92%."""

FEWEST_SYSTEMS = 3
"""For the agreement of two rankings."""

OPEN = 0.9
"""Two systems are open whose strengths an interval of this confidence does not tell apart."""


@dataclasses.dataclass(frozen=True)
class Fitted:
    """Strengths by everybody who has some.

    Attributes
    ----------
    models : dict of str to BradleyTerry
        By ``people`` and judges.
    present : dict of str to array
        Numbers of the systems that have a strength.
    reasons : dict of str to str
        Why others have none.
    over_people : array of shape (P, N) or None
        What each person adds to people's strengths; None where other people are not spoken of.
    """

    models: dict[str, BradleyTerry]
    present: dict[str, np.ndarray]
    reasons: dict[str, str]
    over_people: FloatArray | None = None

    def of_all(self, name: str, size: int) -> FloatArray:
        """Return strengths with a place for every system, NaN where there is none."""
        found = np.full(size, np.nan)
        found[self.present[name]] = self.models[name].strengths
        return found

    def influences(self, name: str, size: int, n_clusters: int) -> FloatArray:
        """Return influences with a place for every system and cluster, 0 where there is none."""
        found = np.zeros((n_clusters, size))
        model = self.models[name]
        found[np.ix_(model.clusters, self.present[name])] = model.influences
        return found


def fitted_strengths(verdicts: Verdicts, settings: PreferenceSettings) -> Fitted:
    """Fit the model of the settings to people's verdicts, and to each judge's."""
    fitted = Fitted({}, {}, {})
    everybody = {PEOPLE: (verdicts.people.pair, verdicts.people.verdict)}
    for name, said in verdicts.judges.items():
        known = np.flatnonzero(~np.isnan(said))
        everybody[name] = (known, said[known])
    for name, (pair, said) in everybody.items():
        if not pair.size:
            fitted.reasons[name] = "there are no verdicts."
            continue
        one, other = verdicts.one[pair], verdicts.other[pair]
        present, numbers = np.unique(np.concatenate([one, other]), return_inverse=True)
        first, second = np.split(numbers, 2)
        try:
            model = bradley_terry(
                first,
                second,
                said,
                n_systems=len(present),
                model=settings.model,
                clusters=verdicts.cluster[pair],
                interval=settings.strengths,
                prior=settings.prior,
                confidence=settings.confidence,
                names=[verdicts.systems[k] for k in present],
            )
        except DataError as error:
            fitted.reasons[name] = str(error)
            continue
        units = np.unique(verdicts.cluster[pair])
        fitted.models[name] = dataclasses.replace(model, clusters=units)
        fitted.present[name] = present
    return dataclasses.replace(fitted, over_people=_over_people(verdicts, fitted, settings))


def _over_people(verdicts: Verdicts, fitted: Fitted, settings: PreferenceSettings) -> FloatArray | None:
    """Return what each person adds to the strengths by people, a place for every system; None with too few people."""
    said = verdicts.people
    if PEOPLE not in fitted.models or len(np.unique(said.rater)) < FEWEST_PEOPLE:
        return None
    present = fitted.present[PEOPLE]
    model = bradley_terry(
        np.searchsorted(present, verdicts.one[said.pair]),
        np.searchsorted(present, verdicts.other[said.pair]),
        said.verdict,
        n_systems=len(present),
        model=settings.model,
        clusters=said.rater,
        interval=settings.strengths,
        prior=settings.prior,
        confidence=settings.confidence,
    )
    found = np.zeros((len(model.influences), len(verdicts.systems)))
    found[:, present] = model.influences
    return found


def strength_rows(verdicts: Verdicts, fitted: Fitted, settings: PreferenceSettings) -> list[Strength]:
    """Return the strength of every system by everybody, and how far a judge's is from people's."""
    rows = []
    size, n_clusters = len(verdicts.systems), int(verdicts.cluster.max()) + 1
    for name, model in fitted.models.items():
        present = fitted.present[name]
        places = strength_ranks(model.strengths, model.covariance, model.n_clusters - 1, settings.confidence)
        gap = low = high = adjusted = np.full(size, np.nan)
        people = fitted.models.get(PEOPLE)
        if name != PEOPLE and people is not None and np.array_equal(present, fitted.present[PEOPLE]):
            gap, low, high, adjusted = _gaps(fitted, name, size, n_clusters, settings)
        pair = _compared(verdicts, name)
        counted = np.bincount(np.concatenate([verdicts.one[pair], verdicts.other[pair]]), minlength=size)
        order = np.argsort(-model.strengths, kind="stable")
        rows += [
            Strength(
                metric=name,
                system=verdicts.systems[present[k]],
                estimate=float(model.strengths[k]),
                low=float(model.low[k]),
                high=float(model.high[k]),
                rank=int(places.ranks[k]),
                rank_low=int(places.low[k]),
                rank_high=int(places.high[k]),
                difference=float(gap[present[k]]),
                difference_low=float(low[present[k]]),
                difference_high=float(high[present[k]]),
                pvalue_adjusted=float(adjusted[present[k]]),
                n_comparisons=int(counted[present[k]]),
            )
            for k in order
        ]
    return rows


def _compared(verdicts: Verdicts, name: str) -> np.ndarray:
    """Return the pair of every verdict that somebody's strengths rest on."""
    if name == PEOPLE:
        return verdicts.people.pair
    return np.flatnonzero(~np.isnan(verdicts.judges[name]))


def _gaps(
    fitted: Fitted, name: str, size: int, n_clusters: int, settings: PreferenceSettings
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Return judge minus people for every system, its limits, and adjusted p-values; inputs in common are paired."""
    gap = fitted.of_all(name, size) - fitted.of_all(PEOPLE, size)
    moved = fitted.influences(name, size, n_clusters) - fitted.influences(PEOPLE, size, n_clusters)
    error = np.sqrt(np.sum(moved**2, axis=0))
    degrees = min(fitted.models[one].n_clusters for one in (name, PEOPLE)) - 1
    low, high = student_limits(gap, error, degrees, settings.confidence)
    statistic = np.divide(gap, error, out=np.zeros(size), where=error > 0)
    pvalues = np.where(np.isnan(gap), np.nan, student_pvalue(statistic, degrees))
    return gap, low, high, adjust(pvalues, settings.correction)


def ranking_rows(verdicts: Verdicts, fitted: Fitted, settings: PreferenceSettings) -> list[RankingAgreement]:
    """Return how each judge's strengths go with people's, over the systems that both have strengths of."""
    if PEOPLE not in fitted.models:
        return []
    rows = []
    size, n_clusters = len(verdicts.systems), int(verdicts.cluster.max()) + 1
    people, theirs = fitted.of_all(PEOPLE, size), fitted.influences(PEOPLE, size, n_clusters)
    for name in verdicts.judges:
        if name not in fitted.models:
            continue
        judge, mine = fitted.of_all(name, size), fitted.influences(name, size, n_clusters)
        both = ~np.isnan(people) & ~np.isnan(judge)
        if both.sum() < FEWEST_SYSTEMS:
            continue
        found = rank_agreement(
            people[both],
            judge[both],
            resamples=settings.resamples,
            rng=settings.seed,
        )
        together = strength_correlation(
            people[both],
            judge[both],
            (theirs[:, both], mine[:, both]),
            min(fitted.models[one].n_clusters for one in (name, PEOPLE)) - 1,
            settings.confidence,
        )
        influences = [(theirs[:, both], mine[:, both])]
        if fitted.over_people is not None:
            influences.append((fitted.over_people[:, both], np.zeros_like(fitted.over_people[:, both])))
        order = pairs_in_order(
            people[both],
            judge[both],
            influences,
            open_pairs=_open(people[both], [one for one, _ in influences])
            | _open(judge[both], [other for _, other in influences]),
            confidence=settings.confidence,
            rng=settings.seed,
        )
        apart = [
            _separated(values[both], moved[:, both], fitted.models[who].n_clusters - 1, settings)
            for who, values, moved in ((PEOPLE, people, theirs), (name, judge, mine))
        ]
        rows.append(
            RankingAgreement(
                metric=name,
                in_order=order.value,
                in_order_low=order.low,
                in_order_high=order.high,
                **together.shown(),
                plain=pearson(people[both], judge[both]),
                kendall=found.kendall,
                pvalue=found.pvalue,
                n_agreed=int(np.sum(apart[0] * apart[1] > 0)),
                n_reversed=int(np.sum(apart[0] * apart[1] < 0)),
                n_separated=int(np.sum(apart[0] != 0)),
                n_systems=int(both.sum()),
            )
        )
    return rows


def _open(strengths: FloatArray, influences: Sequence[FloatArray]) -> BoolArray:
    """Return which pairs of systems, (N, N), may be in the other order as far as the noise of their strengths tells."""
    from scipy.special import ndtri

    moved = np.concatenate(list(influences))
    covariance = moved.T @ moved
    spread = np.diag(covariance)
    error = np.sqrt(np.maximum(spread[:, None] + spread - 2 * covariance, 0.0))
    return np.asarray(np.abs(strengths[:, None] - strengths) <= float(ndtri((1 + OPEN) / 2)) * error)


def _separated(
    strengths: FloatArray, moved: FloatArray, degrees: float, settings: PreferenceSettings
) -> FloatArray:
    """Return for every pair of systems which is shown to be stronger: 1 the first, −1 the second, 0 neither."""
    one, other = np.triu_indices(len(strengths), 1)
    gap = strengths[one] - strengths[other]
    error = np.sqrt(np.sum((moved[:, one] - moved[:, other]) ** 2, axis=0))
    statistic = np.divide(gap, error, out=np.zeros_like(gap), where=error > 0)
    pvalues = adjust(student_pvalue(statistic, degrees), settings.correction)
    return np.where(pvalues <= 1 - settings.confidence, np.sign(gap), 0.0)


def win_rows(verdicts: Verdicts, settings: PreferenceSettings) -> list[WinRate]:
    """Return the share of comparisons that each system wins, from people's verdicts helped by each judge's."""
    total = verdicts.counts.sum(axis=1)
    human = np.divide(
        verdicts.counts[:, 2] - verdicts.counts[:, 0], total, out=np.full(len(total), np.nan), where=total > 0
    )
    rows = []
    for name, said in verdicts.judges.items():
        for k, system in enumerate(verdicts.systems):
            side = np.where(verdicts.one == k, 1.0, np.where(verdicts.other == k, -1.0, np.nan))
            here = ~np.isnan(side)
            mine, theirs = (1 + said[here] * side[here]) / 2, (1 + human[here] * side[here]) / 2
            if np.isnan(mine).all() or np.isnan(theirs).all():
                continue
            clusters = verdicts.cluster[here]
            found = ppi_mean(theirs, mine, clusters=clusters, confidence=settings.confidence)
            units = len(np.unique(clusters[~np.isnan(theirs) & ~np.isnan(mine)]))
            unknown = units < FEWEST_JUDGED
            mine_won, theirs_won = (
                Certain.unknown(value)
                if unknown
                else alike_units(value, 0.0, 1.0, units, settings.confidence)
                if not high > low or min(value, 1 - value) < ROUNDING
                else Certain.between(value, (low, high))
                for value, low, high in (
                    (found.estimate, found.low, found.high),
                    (found.estimate_human, found.low_human, found.high_human),
                )
            )
            rows.append(
                WinRate(
                    metric=name,
                    system=system,
                    **mine_won.shown(),
                    estimate_human=theirs_won.value,
                    low_human=theirs_won.low,
                    high_human=theirs_won.high,
                    estimate_judge=found.estimate_judge,
                    lam=found.lam,
                    labels_worth=found.labels_worth,
                    n_labelled=found.n_labelled,
                    n_unlabelled=found.n_unlabelled,
                )
            )
    return rows
