"""Agreement with people, pair by pair: of judges and metrics, beside other people, in categories, and compared."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from trueness.data.preferences.preferences import Preferences
from trueness.statistics.annotators.other_people import OtherPeople, other_people
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.certain import Certain
from trueness.statistics.corrections import adjust
from trueness.statistics.preferences.pair_mean import PairMean, pair_mean
from trueness.statistics.preferences.person_parts import PersonParts, person_parts
from trueness.statistics.preferences.verdict_agreement import (
    TIE_RULES,
    VerdictAgreement,
    people_counts,
    verdict_agreement,
)
from trueness.studies.preferences.rows import (
    AgreementDifference,
    CategoryAgreement,
    CategoryDifference,
    PairAgreement,
    PersonAgreement,
)
from trueness.studies.preferences.settings import PreferenceSettings
from trueness.studies.preferences.verdicts import Verdicts, categories_of


def mean_of_pairs(
    verdicts: Verdicts,
    values: FloatArray,
    settings: PreferenceSettings,
    *,
    share: bool = False,
    within: BoolArray | None = None,
    weights: FloatArray | None = None,
    people: OtherPeople | None = None,
) -> PairMean:
    """Return the mean over pairs as the settings say (see `pair_mean`).

    Parameters
    ----------
    verdicts : Verdicts
    values : array of shape (n,)
    settings : PreferenceSettings
    share : bool
    within : array of shape (n,), optional
        Which pairs count.
    weights : array of shape (n,), optional
        By default all 1.
    people : OtherPeople, optional
        What other people would add to the variance.
    """
    return pair_mean(
        values if within is None else np.where(within, values, np.nan),
        verdicts.cluster,
        verdicts.one,
        verdicts.other,
        over=settings.over,
        weights=weights,
        share=share,
        people=people,
        confidence=settings.confidence,
    )


def varying_people(
    verdicts: Verdicts, parts: FloatArray, within: BoolArray, settings: PreferenceSettings
) -> OtherPeople:
    """Return what other people add to the variance of a mean over pairs, given what every verdict adds to it.

    Parameters
    ----------
    verdicts : Verdicts
    parts : array of shape (m,)
        One for each verdict of a person.
    within : array of shape (n,)
        Pairs that count.
    settings : PreferenceSettings
    """
    said = verdicts.people
    here = within[said.pair]
    units = said.pair if settings.over == "systems" else verdicts.cluster[said.pair]
    return other_people(parts[here], said.rater[here], units[here])


def agreement_rows(verdicts: Verdicts, settings: PreferenceSettings) -> list[PairAgreement]:
    """Return how judges and metrics agree with people under every rule for ties, those of the settings first."""
    order = (settings.ties, *(rule for rule in TIE_RULES if rule != settings.ties))
    rows = []
    for ties in order:
        for name, said in verdicts.predictors.items():
            found = verdict_agreement(said, verdicts.counts, ties=ties)
            if np.isnan(found.with_people).all():
                continue
            rows.append(_agreement(verdicts, name, ties, found, settings))
    return rows


def _agreement(
    verdicts: Verdicts, name: str, ties: str, found: VerdictAgreement, settings: PreferenceSettings
) -> PairAgreement:
    said = verdicts.predictors[name]
    known = ~np.isnan(found.with_people)
    both = known & ~np.isnan(found.among_people)
    parts = _parts(verdicts, said, ties)
    beside = _parts(verdicts, said, ties, both)
    people = varying_people(verdicts, parts.with_people, known, settings)
    mine = mean_of_pairs(verdicts, found.with_people, settings, share=True, people=people)
    ceiling = mean_of_pairs(
        verdicts,
        found.among_people,
        settings,
        share=True,
        within=both,
        people=varying_people(verdicts, beside.among_people, both, settings),
    )
    gap = mean_of_pairs(
        verdicts,
        found.with_people - found.among_people,
        settings,
        within=both,
        people=varying_people(verdicts, beside.with_people - beside.among_people, both, settings),
    )
    return PairAgreement(
        metric=name,
        kind="judge" if name in verdicts.judges else "metric",
        ties=ties,
        **mine.mean.shown(),
        chance=found.chance,
        ceiling=ceiling.mean.value,
        ceiling_low=ceiling.mean.low,
        ceiling_high=ceiling.mean.high,
        difference=gap.mean.value,
        difference_low=gap.mean.low,
        difference_high=gap.mean.high,
        n_pairs=mine.n_pairs,
        n_both=gap.n_pairs,
        n_annotators=people.n_people,
    )


def _parts(verdicts: Verdicts, said: FloatArray, ties: str, within: BoolArray | None = None) -> PersonParts:
    people = verdicts.people
    return person_parts(said, people.pair, people.verdict, verdicts.counts, ties=ties, within=within)


def person_rows(verdicts: Verdicts, settings: PreferenceSettings) -> list[PersonAgreement]:
    """Return each person's agreement with all others, beside that of each judge with the same others."""
    rows = []
    size = len(verdicts.input)
    for person in verdicts.people_raters:
        mine = verdicts.people.rater == person
        own = np.full(size, np.nan)
        own[verdicts.people.pair[mine]] = verdicts.people.verdict[mine]
        counted = people_counts(own, np.arange(size), size)
        others = verdicts.counts - counted
        beside = verdict_agreement(own, others, ties=settings.ties).with_people
        for name, said in verdicts.judges.items():
            theirs = verdict_agreement(said, others, ties=settings.ties).with_people
            both = ~np.isnan(beside) & ~np.isnan(theirs)
            if both.sum() < settings.smallest_rater:
                continue
            gap = mean_of_pairs(verdicts, theirs - beside, settings, within=both)
            rows.append(
                PersonAgreement(
                    metric=name,
                    annotator=verdicts.raters[person],
                    estimate_metric=float(theirs[both].mean()),
                    estimate_annotator=float(beside[both].mean()),
                    difference=gap.mean.value,
                    low=gap.mean.low,
                    high=gap.mean.high,
                    n_pairs=gap.n_pairs,
                )
            )
    return rows


def difference_rows(verdicts: Verdicts, settings: PreferenceSettings) -> list[AgreementDifference]:
    """Return every two judges or metrics compared on the pairs that both judged, with corrected p-values."""
    found = [(first, second, gap) for first, second, _, gap in _gaps(verdicts, settings, [(None, None)])]
    adjusted = _adjusted([gap for *_, gap in found], settings)
    return [
        AgreementDifference(
            metric=first,
            rival=second,
            **gap.mean.shown(),
            pvalue=gap.mean.pvalue,
            pvalue_adjusted=float(p),
            n_pairs=gap.n_pairs,
        )
        for (first, second, gap), p in zip(found, adjusted, strict=True)
    ]


def _gaps(
    verdicts: Verdicts, settings: PreferenceSettings, parts: Iterable[tuple[Any, BoolArray | None]]
) -> Iterator[tuple[str, str, Any, PairMean]]:
    """Yield the differences of every two in every part that both have pairs in, the better one first."""
    credit = {
        name: verdict_agreement(said, verdicts.counts, ties=settings.ties).with_people
        for name, said in verdicts.predictors.items()
    }
    for label, within in parts:
        for first, second in itertools.combinations(credit, 2):
            gaps = credit[first] - credit[second]
            both = ~np.isnan(gaps) if within is None else ~np.isnan(gaps) & within
            moved = (
                _parts(verdicts, verdicts.predictors[name], settings.ties, both).with_people
                for name in (first, second)
            )
            people = varying_people(verdicts, next(moved) - next(moved), both, settings)
            gap = mean_of_pairs(verdicts, gaps, settings, within=both, people=people)
            if gap.n_pairs:
                turned = label is None and gap.mean.value < 0
                yield (second, first, label, _turned(gap)) if turned else (first, second, label, gap)


def _adjusted(gaps: list[PairMean], settings: PreferenceSettings) -> FloatArray:
    return adjust([gap.mean.pvalue for gap in gaps], settings.correction) if gaps else np.empty(0)


def _turned(gap: PairMean) -> PairMean:
    return gap._replace(mean=gap.mean.turned())


def category_rows(
    verdicts: Verdicts, table: Preferences, column: str, settings: PreferenceSettings
) -> tuple[list[CategoryAgreement], list[CategoryDifference], int]:
    """Return agreement in each category, differences in each, and how many categories are too small to be shown.

    Parameters
    ----------
    verdicts : Verdicts
    table : Preferences
    column : str
        Of the categories.
    settings : PreferenceSettings

    Raises
    ------
    UnknownNameError
        If there is no such column.
    """
    labels = categories_of(table, column, verdicts)
    judged = verdicts.counts.sum(axis=1) > 0
    names = sorted({label for label in labels[judged] if label})
    large = [name for name in names if np.sum(judged & (labels == name)) >= settings.smallest_category]
    rows = []
    for name, said in verdicts.predictors.items():
        for group in large:
            within = labels == group
            found = verdict_agreement(np.where(within, said, np.nan), verdicts.counts, ties=settings.ties)
            here = mean_of_pairs(verdicts, found.with_people, settings, share=True)
            if here.n_pairs:
                rows.append(
                    CategoryAgreement(
                        metric=name,
                        group=group,
                        **here.mean.shown(),
                        chance=found.chance,
                        n_pairs=here.n_pairs,
                    )
                )
    gaps = list(_gaps(verdicts, settings, [(group, labels == group) for group in large]))
    adjusted = _adjusted([gap for *_, gap in gaps], settings)
    differences = [
        CategoryDifference(
            metric=first,
            rival=second,
            group=group,
            **gap.mean.shown(),
            pvalue=gap.mean.pvalue,
            pvalue_adjusted=float(p),
            n_pairs=gap.n_pairs,
        )
        for (first, second, group, gap), p in zip(gaps, adjusted, strict=True)
    ]
    return rows, differences, len(names) - len(large)


class PeopleKappa(NamedTuple):
    """How people agree among themselves, beyond chance.

    Attributes
    ----------
    kappa : Certain
        (agreement − chance) / (1 − chance), chance being two people who tie as often as these and guess.
    n_pairs, n_unlike : int
        Pairs that two people judged; those of them with another verdict than the commonest.
    n_people : int
    """

    kappa: Certain
    n_pairs: int
    n_unlike: int
    n_people: int


def people_kappa(verdicts: Verdicts, settings: PreferenceSettings) -> PeopleKappa:
    """Return how people agree beyond chance on the pairs that two of them judged."""
    counts, nobody = verdicts.counts, np.zeros(len(verdicts.input))
    among = verdict_agreement(nobody, counts, ties=settings.ties).among_people
    both = ~np.isnan(among)
    parts = _parts(verdicts, nobody + 1, settings.ties, both).among_people
    people = varying_people(verdicts, parts, both, settings)
    found = mean_of_pairs(verdicts, among, settings, share=True, within=both, people=people)
    tied = float(np.mean(counts[both, 1] / counts[both].sum(axis=1))) if both.any() else np.nan
    chance = {
        "half": 0.5 + tied**2 / 2,
        "class": tied**2 + (1 - tied) ** 2 / 2,
        "excluded": 0.5,
    }[settings.ties]
    commonest = int(np.argmax(counts[both].sum(axis=0))) if both.any() else 0
    unlike = int(np.sum(counts[both].sum(axis=1) > counts[both, commonest]))
    kappa = Certain.unknown()  # of people who only tie
    if chance < 1:
        value, low, high = (
            (one - chance) / (1 - chance) for one in (found.mean.value, found.mean.low, found.mean.high)
        )
        kappa = Certain.between(value, (low, high))
    return PeopleKappa(
        kappa=kappa,
        n_pairs=found.n_pairs,
        n_unlike=unlike,
        n_people=people.n_people,
    )
