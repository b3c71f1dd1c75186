"""What is said about preferences: may a judge replace people, and what a reader of the numbers has to know."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from trueness.data.scores.join_alike import AlikeInTable
from trueness.errors import listing
from trueness.studies.preferences.answers import answers, leading
from trueness.studies.preferences.biases import LONGER, NAMED_FIRST, OWN_FAMILY
from trueness.studies.preferences.decided import by_agreement
from trueness.studies.preferences.rows import PositionRow, PreferencesResult
from trueness.studies.preferences.strengths import FEWEST_JUDGED
from trueness.study.number_words import bracketed, bracketed_shares, counted, decimal, percent
from trueness.study.rows import Caution
from trueness.study.shared_cautions import alike_names, few_systems

MOST_NAMES = 3
"""Of more judges the others are in the tables."""

FEW_LABELLED = 15
"""With fewer inputs that people judged, win rates have no interval, or one that may be too narrow
(docs/preferences.md)."""

FEW_PER_SYSTEM = 30
"""A system with fewer comparisons has a strength of which little is known."""


_PREFERRED = {
    LONGER: "the longer output",
    OWN_FAMILY: "the output of its own family",
    NAMED_FIRST: "the output named first (A)",
}

_BOTH_ORDERS = "Ask it in both orders, and take the two verdicts together."


def preference_conclusions(study: PreferencesResult, reasons: Mapping[str, str]) -> tuple[str, ...]:
    """Return findings in sentences, the answer first.

    Parameters
    ----------
    study : PreferencesResult
        Without its conclusions.
    reasons : mapping of str to str
        Why somebody's verdicts give no strengths.
    """
    found = [
        *_people_alone(study),
        *answers(study, reasons),
        *_position(study),
        *_bias(study),
        *_wins(study),
        *_categories(study),
    ]
    return tuple(text for text in found if text)


def must_see(study: PreferencesResult) -> tuple[str, ...]:
    """Return what the first screen says of its judge besides answers: what spoils it, and its categories.

    Parameters
    ----------
    study : PreferencesResult
    """
    first = leading(study)
    if first is None:
        return ()
    level = 1 - study.settings.confidence
    its = dataclasses.replace(
        study,
        position=tuple(row for row in study.position if row.metric == first.metric and row.pvalue <= level),
        bias=tuple(row for row in study.bias if row.metric == first.metric),
        categories=tuple(row for row in study.categories if row.metric == first.metric),
    )
    return (*_position(its), *_bias(its), *_categories(its))


def _judges(study: PreferencesResult) -> tuple[str, ...]:
    """Return judges, the one that agrees most first."""
    agree = [row.metric for row in by_agreement(study) if row.kind == "judge"]
    others = [name for name in study.selection.judges or () if name not in agree]
    return (*agree, *others)[:MOST_NAMES]


def _people_alone(study: PreferencesResult) -> Iterator[str]:
    """Say whom people prefer where nobody is compared with them."""
    rows = [row for row in study.strengths if row.metric == "people"]
    if rows and not study.agreement:
        first = rows[0]
        yield (
            f"People prefer '{first.system}' most: its strength is {decimal(first.estimate)}"
            f"{bracketed(first.low, first.high)}, its rank {first.rank_low} to {first.rank_high} of {len(rows)}. There "
            "is no judge and no metric to compare with people."
        )


def _points(value: float) -> str:
    return decimal(100 * value, 1)


def _points_between(low: float, high: float) -> str:
    return f" [{_points(low)}, {_points(high)}]" if math.isfinite(low) and math.isfinite(high) else ""


def order_is_told(study: PreferencesResult, row: PositionRow) -> bool:
    """Return whether being shown first can be told from being better.

    That takes pairs in both orders, or systems that were shown first against each other in turn. Of outputs without
    systems the order is taken for drawn by lot.

    Parameters
    ----------
    study : PreferencesResult
    row : PositionRow
    """
    return not study.pairs.has_systems or row.n_both > 0 or not math.isnan(row.order_effect)


def _position(study: PreferencesResult) -> Iterator[str]:
    level = 1 - study.settings.confidence
    for row in study.position:
        if not order_is_told(study, row):
            if row.metric in _judges(study) and row.pvalue <= level:
                yield (
                    f"Whether order counts for '{row.metric}' cannot be told: the output shown first wins "
                    f"{percent(row.estimate)} of {row.n_verdicts:,} verdicts, and of two systems it is always that of "
                    "the same one. Show each pair in both orders."
                )
            continue
        same = (
            f" Shown the other way round, {percent(row.consistent)}"
            f"{bracketed_shares(row.consistent_low, row.consistent_high)} of {row.n_both:,} pairs get the same verdict."
            if row.n_both and row.metric != "people"
            else ""
        )
        if row.metric in _judges(study) and (row.pvalue <= level or same):
            order = "Order counts" if row.pvalue <= level else "Order may not count"
            yield (
                f"{order} for '{row.metric}': what it sees first wins {percent(row.estimate)}"
                f"{bracketed_shares(row.low, row.high)} of {row.n_verdicts:,} verdicts.{same}"
            )


def _bias(study: PreferencesResult) -> Iterator[str]:
    level = 1 - study.settings.confidence
    for row in study.bias:
        if row.metric in _judges(study) and row.pvalue <= level:
            more = f" {_BOTH_ORDERS}" if row.covariate == NAMED_FIRST and row.difference > 0 else ""
            yield (
                f"'{row.metric}' prefers {_PREFERRED[row.covariate]} in {percent(row.estimate)}, people in "
                f"{percent(row.estimate_human)} of the same {row.n_pairs:,} pairs: {_points(row.difference)}"
                f"{_points_between(row.low, row.high)} points.{more}"
            )


def _wins(study: PreferencesResult) -> Iterator[str]:
    for name in _judges(study):
        rows = [row for row in study.wins if row.metric == name and row.n_unlabelled > 1]
        gains = [row.labels_worth / row.n_labelled for row in rows if row.labels_worth > 0 and row.n_labelled]
        if gains:
            yield (
                f"With '{name}' on {sum(row.n_unlabelled for row in rows) // 2:,} pairs that people did not "
                f"judge, each "
                f"person's verdict counts {min(gains):.1f} to {max(gains):.1f} times in the systems' win rates."
            )


def _categories(study: PreferencesResult) -> Iterator[str]:
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
    study: PreferencesResult,
    reasons: Mapping[str, str],
    n_small: int,
    assumed: Sequence[str],
    alike: Sequence[AlikeInTable],
) -> tuple[Caution, ...]:
    """Return what a reader of the numbers has to know, the gravest first.

    Parameters
    ----------
    study : PreferencesResult
    reasons : mapping of str to str
        Why somebody's verdicts give no strengths.
    n_small : int
        Categories that were too small.
    assumed : sequence of str
        People whom the format does not call so.
    alike : sequence of AlikeInTable
        Names that are written in several ways.
    """
    found = [
        *alike_names(alike),
        *(
            Caution("no_strengths", "warning", f"No strengths by '{who}': {why}")
            for who, why in reasons.items()
        ),
    ]
    if any(row.n_unlabelled > 1 for row in study.wins) and study.n_labelled_inputs < FEW_LABELLED:
        found.append(
            Caution(
                "few_labelled_inputs",
                "warning",
                f"People judged pairs of {study.n_labelled_inputs} inputs. With fewer than "
                f"{FEW_LABELLED}, intervals of win rates may contain the truth less often than they say; "
                f"with fewer than {FEWEST_JUDGED} they are left out. Have people judge pairs of more "
                "inputs.",
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
                "no_ceiling", "note", "Each pair was judged by one person, and a human ceiling takes two."
            )
        )
    one_order = [row.metric for row in study.position if row.metric != "people" and not row.n_both]
    if one_order:
        found.append(
            Caution(
                "one_order",
                "note",
                f"{listing(one_order)} judged each pair in one order: what is first and what is better "
                "may be mixed up.",
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


def _few_systems(study: PreferencesResult) -> Iterator[Caution]:
    """Say where agreement is said of other systems and there are few to judge from, or one is in every pair."""
    n_systems = len(study.pairs.systems)
    if study.settings.over == "inputs" or not study.agreement or not study.pairs.has_systems:
        return
    if n_systems < 3:
        yield Caution(
            "two_systems", "note", "There are two systems: intervals of agreement apply to other inputs only."
        )
        return
    always = np.flatnonzero(np.bincount(np.concatenate([study.pairs.a, study.pairs.b])) == len(study.pairs.a))
    if always.size:
        yield Caution(
            "one_system_always",
            "note",
            f"'{study.pairs.systems[always[0]]}' is in every pair: intervals of agreement apply to other "
            "systems beside it.",
        )
    yield from few_systems(n_systems, "For a claim about these systems alone: --over inputs.")
