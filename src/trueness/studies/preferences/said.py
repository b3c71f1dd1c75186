"""What is said about preferences: may a judge replace people, and what a reader of the numbers has to know."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from trueness.errors import listing
from trueness.studies.number_words import bracketed, bracketed_shares, counted, decimal, percent, significant
from trueness.studies.preferences.rows import (
    Light,
    PairAgreement,
    PreferenceStudy,
    PreferenceUse,
    RankingAgreement,
)
from trueness.studies.preferences.settings import PreferenceSettings
from trueness.studies.preferences.strengths import FEWEST_JUDGED
from trueness.studies.rows import Caution
from trueness.studies.shared_cautions import few_systems

RANK, STAND_IN = "rank these systems", "stand in for a person"

MOST_NAMES = 3
"""Of more judges the others are in the tables."""

FEW_LABELLED = 15
"""With fewer inputs that people judged, win rates have no interval, or one that may be too narrow
(docs/preferences.md)."""

FEW_PER_SYSTEM = 30
"""A system with fewer comparisons has a strength of which little is known."""

TIE_WORDS = {
    "half": "a tie agrees with a decision by half",
    "class": "a tie agrees with a tie only",
    "excluded": "of pairs that neither ties",
}


def use_rows(
    agreement: Sequence[PairAgreement], ranking: Sequence[RankingAgreement], settings: PreferenceSettings
) -> list[PreferenceUse]:
    """Return whether each judge may rank the systems, and stand in for a person."""
    rows = []
    for row in ranking:
        light = _light(row.low, row.high, settings.rank_bar)
        if light == "green" and row.n_reversed:
            light = "yellow"
        rows.append(
            PreferenceUse(
                row.metric, RANK, light, "pearson", row.estimate, row.low, row.high, settings.rank_bar
            )
        )
    for one in agreement:
        if one.kind == "judge" and one.ties == settings.ties and one.n_both:
            low, high = one.difference_low, one.difference_high
            light = _light(low, high, -settings.margin)
            rows.append(
                PreferenceUse(
                    one.metric, STAND_IN, light, "difference", one.difference, low, high, -settings.margin
                )
            )
    return rows


def _light(low: float, high: float, bar: float) -> Light:
    return "green" if low >= bar else "red" if high < bar else "yellow"


_MAY = {
    "green": "{} may replace people for ranking these systems",
    "yellow": "Whether {} may replace people for ranking these systems is undecided",
    "red": "{} may not replace people for ranking these systems",
}


def preference_conclusions(study: PreferenceStudy, reasons: Mapping[str, str]) -> tuple[str, ...]:
    """Return findings in sentences, the answer first.

    Parameters
    ----------
    study : PreferenceStudy
        Without its conclusions.
    reasons : mapping of str to str
        Why somebody's verdicts give no strengths.
    """
    found = [
        *_people_alone(study),
        *_ranking(study),
        *_unranked(study, reasons),
        *_agreement(study),
        *_best(study),
        *_position(study),
        *_bias(study),
        *_wins(study),
        *_categories(study),
    ]
    return tuple(text for text in found if text)


def ranking_answer(light: Light, *judges: str) -> str:
    """Return whether judges with this light may replace people for ranking the systems, in a clause."""
    *first, last = [f"'{name}'" for name in judges]
    return _MAY[light].format(f"{', '.join(first)} and {last}" if first else last)


def _judges(study: PreferenceStudy) -> tuple[str, ...]:
    return (study.selection.judges or ())[:MOST_NAMES]


def _people_alone(study: PreferenceStudy) -> Iterator[str]:
    """Say whom people prefer where nobody is compared with them."""
    rows = [row for row in study.strengths if row.metric == "people"]
    if rows and not study.agreement:
        first = rows[0]
        yield (
            f"There is no judge and no metric to compare with people. People prefer '{first.system}' most, with "
            f"a strength "
            f"of {decimal(first.estimate)}{bracketed(first.low, first.high)}; its rank lies between "
            f"{first.rank_low} and "
            f"{first.rank_high} of {len(rows)}."
        )


def _ranking(study: PreferenceStudy) -> Iterator[str]:
    rows = {row.metric: row for row in study.ranking}
    for name in _judges(study):
        if name not in rows:
            continue
        row = rows[name]
        use = next(use for use in study.uses if use.metric == name and use.use == RANK)
        turned = (
            f"{counted(row.n_reversed, 'pair')} of systems shown to be the other way round"
            if row.n_reversed
            else f"none of the {counted(row.n_separated, 'pair')} of systems that people separate is shown to be the "
            "other way round"
            if row.n_separated
            else "people separate no two systems"
        )
        if math.isnan(row.estimate):
            yield (
                f"{ranking_answer(use.light, name)}: people's verdicts or the judge's show no difference between the "
                f"systems beyond "
                "noise."
            )
            continue
        yield (
            f"{ranking_answer(use.light, name)}: its strengths of the {row.n_systems} systems correlate with people's "
            f"by r {decimal(row.estimate)}{bracketed(row.low, row.high)} without the noise of few verdicts (bar "
            f"{decimal(study.settings.rank_bar)}), tau is {decimal(row.kendall)} (p {significant(row.pvalue, 2)}), and "
            f"{turned}."
        )


def _unranked(study: PreferenceStudy, reasons: Mapping[str, str]) -> Iterator[str]:
    ranked = {row.metric for row in study.ranking}
    left = [name for name in _judges(study) if name not in ranked]
    if left and study.pairs.has_systems:
        why = " ".join(dict.fromkeys(reasons.values())) or "There are fewer than three systems."
        yield f"Whether {listing(left)} may rank the systems cannot be said. {why}"


def _agreement(study: PreferenceStudy) -> Iterator[str]:
    ties = study.settings.ties
    rows = {row.metric: row for row in study.agreement if row.ties == ties and row.kind == "judge"}
    for name in _judges(study):
        if name not in rows:
            continue
        row = rows[name]
        beside = ""
        if row.n_both:
            beside = (
                f" Two people agree in {percent(row.ceiling)}{bracketed_shares(row.ceiling_low, row.ceiling_high)} "
                f"where both judged, the judge minus that is {_points(row.difference)}"
                f"{_points_between(row.difference_low, row.difference_high)} points."
            )
        agrees = "agrees with one person" if study.pairs.has_systems else "prefers the better output"
        yield (
            f"'{name}' {agrees} in {percent(row.estimate)}{bracketed_shares(row.low, row.high)} of "
            f"{row.n_pairs:,} pairs ({TIE_WORDS[ties]}; chance {percent(row.chance)}).{beside}"
        )


def _points(value: float) -> str:
    return decimal(100 * value, 1)


def _points_between(low: float, high: float) -> str:
    return f" [{_points(low)}, {_points(high)}]" if math.isfinite(low) and math.isfinite(high) else ""


def _best(study: PreferenceStudy) -> Iterator[str]:
    """Say which judge or metric predicts people's preferences best, and whether that is more than chance among them."""
    ties = study.settings.ties
    rows = sorted((row for row in study.agreement if row.ties == ties), key=lambda row: -row.estimate)
    if len(rows) < 2:
        return
    best = rows[0]
    level = 1 - study.settings.confidence
    beaten = {
        row.rival for row in study.differences if row.metric == best.metric and row.pvalue_adjusted <= level
    }
    others = len(rows) - 1
    yield (
        f"Of {len(rows)} judges and metrics '{best.metric}' predicts people's preferences best "
        f"({percent(best.estimate)}); it is shown to be better than {len(beaten)} of the other {others}."
    )


def _position(study: PreferenceStudy) -> Iterator[str]:
    level = 1 - study.settings.confidence
    for row in study.position:
        same = (
            f" With the order turned round it says the same of {percent(row.consistent)}"
            f"{bracketed_shares(row.consistent_low, row.consistent_high)} of {row.n_both:,} pairs."
            if row.n_both and row.metric != "people"
            else ""
        )
        if row.metric in _judges(study) and (row.pvalue <= level or same):
            shown = "is shown" if row.pvalue <= level else "is not shown"
            yield (
                f"'{row.metric}' prefers what it is shown first in {percent(row.estimate)}"
                f"{bracketed_shares(row.low, row.high)} of {row.n_verdicts:,} verdicts: an effect of position {shown}."
                f"{same}"
            )


def _bias(study: PreferenceStudy) -> Iterator[str]:
    level = 1 - study.settings.confidence
    what = {"longer": "the longer output", "own family": "the output of its own family"}
    for row in study.bias:
        if row.metric in _judges(study) and row.pvalue <= level:
            yield (
                f"'{row.metric}' prefers {what[row.covariate]} in {percent(row.estimate)}, people in "
                f"{percent(row.estimate_human)} of the same {row.n_pairs:,} pairs: {_points(row.difference)}"
                f"{_points_between(row.low, row.high)} points."
            )


def _wins(study: PreferenceStudy) -> Iterator[str]:
    for name in _judges(study):
        rows = [row for row in study.wins if row.metric == name and row.n_unlabelled > 1]
        gains = [row.labels_worth / row.n_labelled for row in rows if row.labels_worth > 0 and row.n_labelled]
        if gains:
            yield (
                f"With '{name}' on {sum(row.n_unlabelled for row in rows) // 2:,} pairs that people did not "
                f"judge, each "
                f"person's verdict counts {min(gains):.1f} to {max(gains):.1f} times in the systems' win rates."
            )


def _categories(study: PreferenceStudy) -> Iterator[str]:
    for name in _judges(study) or tuple(dict.fromkeys(row.metric for row in study.categories))[:1]:
        rows = [row for row in study.categories if row.metric == name]
        if len(rows) > 1:
            worst, best = (pick(rows, key=lambda row: row.estimate) for pick in (min, max))
            yield (
                f"By '{study.selection.by}', '{name}' agrees least in '{worst.group}' ({percent(worst.estimate)}"
                f"{bracketed_shares(worst.low, worst.high)}) and most in '{best.group}' ({percent(best.estimate)}"
                f"{bracketed_shares(best.low, best.high)})."
            )


def preference_cautions(
    study: PreferenceStudy, reasons: Mapping[str, str], n_small: int, assumed: Sequence[str]
) -> tuple[Caution, ...]:
    """Return what a reader of the numbers has to know, the gravest first.

    Parameters
    ----------
    study : PreferenceStudy
    reasons : mapping of str to str
        Why somebody's verdicts give no strengths.
    n_small : int
        Categories that were too small.
    assumed : sequence of str
        People whom the format does not call so.
    """
    found = [
        Caution("no_strengths", "warning", f"No strengths by '{who}': {why}") for who, why in reasons.items()
    ]
    if any(row.n_unlabelled > 1 for row in study.wins) and study.n_labelled_inputs < FEW_LABELLED:
        found.append(
            Caution(
                "few_labelled_inputs",
                "warning",
                f"People judged pairs of {study.n_labelled_inputs} inputs. With fewer than {FEW_LABELLED}, "
                "intervals of win rates may hold less often than they say; with fewer than "
                f"{FEWEST_JUDGED} there are none. Have people judge pairs of more inputs.",
            )
        )
    compared = {row.system: row.n_comparisons for row in study.strengths if row.metric == "people"}
    few = [name for name, n in compared.items() if n < FEW_PER_SYSTEM]
    if few:
        found.append(
            Caution(
                "few_comparisons",
                "note",
                f"{listing(few)} have fewer than {FEW_PER_SYSTEM} comparisons by people: more of them would help most.",
            )
        )
    found += _few_systems(study)
    if study.pairs.has_systems and not any(row.n_both for row in study.agreement):
        found.append(
            Caution(
                "no_ceiling", "note", "No pair was judged by two people, so that there is no human ceiling."
            )
        )
    one_order = [row.metric for row in study.position if row.metric != "people" and not row.n_both]
    if one_order:
        found.append(
            Caution(
                "one_order",
                "note",
                f"{listing(one_order)} judged no pair in both orders: what is first and what is better may be "
                f"mixed up.",
            )
        )
    if n_small:
        found.append(
            Caution(
                "small_categories",
                "note",
                f"{counted(n_small, 'category') if n_small == 1 else f'{n_small} categories'} with fewer than "
                f"{study.settings.smallest_category} pairs left out.",
            )
        )
    if assumed:
        found.append(
            Caution(
                "people",
                "note",
                f"People are: {listing(assumed)}.",
            )
        )
    return tuple(found)


def _few_systems(study: PreferenceStudy) -> Iterator[Caution]:
    """Say where agreement is said of other systems and there are few to judge from, or one is in every pair."""
    n_systems = len(study.pairs.systems)
    if study.settings.over == "inputs" or not study.agreement or not study.pairs.has_systems:
        return
    if n_systems < 3:
        yield Caution(
            "two_systems", "note", "There are two systems: intervals of agreement speak of other inputs only."
        )
        return
    always = np.flatnonzero(np.bincount(np.concatenate([study.pairs.a, study.pairs.b])) == len(study.pairs.a))
    if always.size:
        yield Caution(
            "one_system_always",
            "note",
            f"'{study.pairs.systems[always[0]]}' is in every pair: intervals of agreement speak of other systems "
            "beside it, not of other pairs.",
        )
    yield from few_systems(n_systems, "--over inputs speaks of these alone.")
