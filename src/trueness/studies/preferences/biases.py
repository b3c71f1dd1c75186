"""What verdicts depend on beside quality: the order shown, the longer output, the judge's own family; and circles."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from trueness.errors import DataError
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.certain import Certain
from trueness.statistics.preferences.bradley_terry import bradley_terry
from trueness.statistics.preferences.cyclic_triads import CHANCE, cyclic_triads
from trueness.statistics.preferences.pair_mean import pair_mean
from trueness.studies.preferences.agreeing import mean_of_pairs
from trueness.studies.preferences.rows import PairBias, PositionRow, TriadRow
from trueness.studies.preferences.settings import PreferenceSettings
from trueness.studies.preferences.verdicts import Verdicts

LONGER, OWN_FAMILY, NAMED_FIRST = "longer", "own family", "named first"
"""What a judge may prefer beside quality."""

PEOPLE = "people"
"""What people together are called in rows."""


def groups_of(verdicts: Verdicts) -> dict[str, BoolArray]:
    """Return which of the raw verdicts are people's, and each judge's."""
    found = {PEOPLE: np.isin(verdicts.raw.rater, verdicts.people_raters)}
    return found | {name: verdicts.raw.rater == rater for name, rater in verdicts.judge_raters.items()}


def position_rows(verdicts: Verdicts, settings: PreferenceSettings) -> list[PositionRow]:
    """Return what being shown first does, for people and each judge of whom orders are known."""
    rows = []
    for name, mine in groups_of(verdicts).items():
        known = mine & (verdicts.raw_first != 0)
        if not known.any():
            continue
        pair, said, first = verdicts.raw.pair[known], verdicts.raw.verdict[known], verdicts.raw_first[known]
        place = (verdicts.cluster[pair], verdicts.one[pair], verdicts.other[pair])
        won = pair_mean(
            (1 + said * first) / 2,
            *place,
            over="inputs",
            share=True,
            null=0.5,
            confidence=settings.confidence,
        )
        rater = verdicts.raw.rater[known]
        same, where = _same_verdict(pair, rater, said, first)
        consistent = pair_mean(
            same,
            *(values[where] for values in (verdicts.cluster, verdicts.one, verdicts.other)),
            over="inputs",
            share=True,
            confidence=settings.confidence,
        )
        effect = _order_effect(verdicts, pair, said, first, settings)
        rows.append(
            PositionRow(
                metric=name,
                **won.mean.shown(),
                pvalue=won.mean.pvalue,
                order_effect=effect.value,
                order_low=effect.low,
                order_high=effect.high,
                consistent=consistent.mean.value,
                consistent_low=consistent.mean.low,
                consistent_high=consistent.mean.high,
                n_verdicts=won.n_pairs,
                n_both=consistent.n_pairs,
            )
        )
    return rows


def _same_verdict(
    pair: np.ndarray, rater: np.ndarray, said: FloatArray, first: np.ndarray
) -> tuple[FloatArray, np.ndarray]:
    """Return, for each rater's pairs shown in both orders, whether all verdicts are the same; and which pairs."""
    keys, place = np.unique(np.stack([rater, pair]), axis=1, return_inverse=True)
    place = place.ravel()
    size = keys.shape[1]
    both = np.ones(size, dtype=bool)
    for order in (1, -1):
        both &= np.bincount(place[first == order], minlength=size) > 0
    most, least = np.full(size, -2.0), np.full(size, 2.0)
    np.maximum.at(most, place, said)
    np.minimum.at(least, place, said)
    return (most == least)[both].astype(np.float64), keys[1][both]


def _systems_of(verdicts: Verdicts, pair: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the systems that some pairs have, and of each pair the places of its first and second among them."""
    present, numbers = np.unique(
        np.concatenate([verdicts.one[pair], verdicts.other[pair]]), return_inverse=True
    )
    one, other = np.split(numbers, 2)
    return present, one, other


def _order_effect(
    verdicts: Verdicts, pair: np.ndarray, said: FloatArray, first: np.ndarray, settings: PreferenceSettings
) -> Certain:
    present, one, other = _systems_of(verdicts, pair)
    try:
        found = bradley_terry(
            one,
            other,
            said,
            n_systems=len(present),
            model="bradley_terry",
            order=first,
            clusters=verdicts.cluster[pair],
            interval=settings.strengths,
            prior=settings.prior,
            confidence=settings.confidence,
        )
    except DataError:  # no finite effect, or none of its own: the share above is all that can be said
        return Certain.unknown()
    return Certain.between(found.order_effect, (found.order_low, found.order_high))


def bias_rows(
    verdicts: Verdicts, own: Mapping[str, frozenset[str]], settings: PreferenceSettings
) -> list[PairBias]:
    """Return how much more often than people judges prefer what is longer, of their own family, or named first."""
    rows = []
    human = np.divide(
        verdicts.counts[:, 2] - verdicts.counts[:, 0],
        verdicts.counts.sum(axis=1),
        out=np.full(len(verdicts.input), np.nan),
        where=verdicts.counts.sum(axis=1) > 0,
    )
    for name, said in verdicts.judges.items():
        sides = [(LONGER, np.where(verdicts.longer == 0, np.nan, verdicts.longer))]
        if name in own:
            mine = np.array([system in own[name] for system in verdicts.systems], dtype=np.float64)
            side = mine[verdicts.one] - mine[verdicts.other]
            sides.append((OWN_FAMILY, np.where(side == 0, np.nan, side)))
        if not verdicts.raw_first[verdicts.raw.rater == verdicts.judge_raters[name]].any():
            sides.append((NAMED_FIRST, verdicts.named_first))
        for covariate, side in sides:
            judge, people = (1 + said * side) / 2, (1 + human * side) / 2
            both = ~np.isnan(judge) & ~np.isnan(people)
            weights = both.astype(np.float64)
            if covariate == NAMED_FIRST:
                weights = _both_ways(verdicts, side, both)
                # rows are written with the better output first, so that A says nothing of a place
                if not np.any(people[weights > 0] < 0.5):
                    continue
            if not weights.any():
                continue
            gap = mean_of_pairs(verdicts, judge - people, settings, weights=weights)
            rows.append(
                PairBias(
                    metric=name,
                    covariate=covariate,
                    estimate=float(np.average(judge[both], weights=weights[both])),
                    estimate_human=float(np.average(people[both], weights=weights[both])),
                    difference=gap.mean.value,
                    low=gap.mean.low,
                    high=gap.mean.high,
                    pvalue=gap.mean.pvalue,
                    n_pairs=gap.n_pairs,
                )
            )
    return rows


def _both_ways(verdicts: Verdicts, side: FloatArray, within: BoolArray) -> FloatArray:
    """Return weights of pairs with which every two systems stand first equally often.

    What a judge thinks of systems then cancels out, and what is left is the place. Two systems of which one is always
    first weigh nothing; of others both orders weigh half of the harmonic mean of their numbers (Mantel and Haenszel
    1959).
    """
    found = np.zeros(len(side))
    keys = np.unique((verdicts.one * len(verdicts.systems) + verdicts.other)[within], return_inverse=True)[1]
    ahead = side[within] > 0
    first, second = (np.bincount(keys, mine).astype(np.float64) for mine in (ahead, ~ahead))
    # of n and m pairs each way, each of the n weighs m / (n + m) and each of the m n / (n + m)
    found[within] = (np.where(ahead, second[keys], first[keys])) / (first + second)[keys]
    return found


def triad_rows(verdicts: Verdicts, settings: PreferenceSettings) -> list[TriadRow]:
    """Return how many triads go in a circle, by most people and by each judge."""
    rows = []
    for name, said in {PEOPLE: verdicts.majority, **verdicts.judges}.items():
        known = ~np.isnan(said)
        found = cyclic_triads(
            verdicts.input[known],
            verdicts.one[known],
            verdicts.other[known],
            said[known],
            strengths=_decided_strengths(verdicts, said, settings),
        )
        if not found.cyclic.size:
            continue
        nobody = np.zeros(len(found.inputs))
        cluster = np.zeros(len(verdicts.inputs), dtype=np.intp)
        cluster[verdicts.input] = verdicts.cluster
        share = pair_mean(
            found.cyclic,
            cluster[found.inputs],
            nobody,
            nobody + 1,
            over="inputs",
            share=True,
            confidence=settings.confidence,
        )
        rows.append(
            TriadRow(
                metric=name,
                **share.mean.shown(),
                expected=float(found.expected.mean()),
                chance=CHANCE,
                n_triads=len(found.cyclic),
                n_tied=found.n_tied,
            )
        )
    return rows


def _decided_strengths(
    verdicts: Verdicts, said: FloatArray, settings: PreferenceSettings
) -> FloatArray | None:
    """Return the strengths of all systems that decisions without ties have: what is counted is circles of these."""
    pair = np.flatnonzero(np.abs(said) == 1)
    if not pair.size:
        return None
    present, one, other = _systems_of(verdicts, pair)
    try:
        found = bradley_terry(
            one,
            other,
            said[pair],
            n_systems=len(present),
            clusters=verdicts.cluster[pair],
            interval="sandwich",
            prior=settings.prior,
        )
    except DataError:  # no finite strengths: nothing is expected
        return None
    strengths = np.full(len(verdicts.systems), np.nan)
    strengths[present] = found.strengths
    return strengths
