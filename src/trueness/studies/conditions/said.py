"""What a study of conditions says: its findings in sentences, and what a reader has to know before believing them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import listing
from trueness.statistics.array_types import BoolArray
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.equivalence.annotator_margin import ANNOTATOR_MARGINS
from trueness.studies.conditions.decided import changed_words
from trueness.studies.conditions.rows import ConditionsResult, ShareRow
from trueness.studies.conditions.sources import RETURNED, ConditionsAndBack, back_name
from trueness.studies.equivalence.resolved_pairs import ShiftRow
from trueness.studies.equivalence.rows import EquivalenceResult
from trueness.study.number_words import counted, decimal, percent
from trueness.study.rows import Caution

KIND_WORDS = {
    "sd": "the standard deviation of single annotators",
    "range": "the largest difference of single annotators",
}


def kind_words(kind: str) -> str:
    """Return what a margin is called in a sentence: its number, or what it is taken from."""
    return KIND_WORDS.get(kind, kind)


def conditions_conclusions(found: ConditionsResult) -> tuple[str, ...]:
    """Return short paragraphs: what is equivalent, where, what scores of conditions share, and what becomes of pairs.

    Parameters
    ----------
    found : ConditionsResult
        With its decisions, without its conclusions.
    """
    said = []
    for level, coefficient in found.settings.keys:
        said.append(" ".join([_equivalent(found, level, coefficient), *_places(found, level, coefficient)]))
    said += [*_across(found), *_pairs(found)]
    return tuple(said)


def at_words(level: str, coefficient: str) -> str:
    """Return a coefficient and a level in words: ``Kendall's tau-b, system level``."""
    return f"{coefficient_facts(coefficient).words}, {level.replace('_', '-')} level"


def _equivalent(found: ConditionsResult, level: str, coefficient: str) -> str:
    rows = [
        row
        for row in found.shares
        if (row.method, row.level, row.coefficient) == (found.settings.method, level, coefficient)
    ]
    family = ", ".join(
        counted(len(names), word)
        for names, word in (
            (found.metrics, "metric"),
            (found.humans, "human scorer"),
            (found.conditions, "condition"),
        )
    )
    parts = [_share(row, corrected=found.settings.correction != "none") for row in rows]
    return (
        f"{at_words(level, coefficient)}: of {counted(rows[0].n_tests, 'test')} ({family}) a metric is shown to agree "
        f"as well under the condition as under the reference in {'; '.join(parts)}."
    )


def _share(row: ShareRow, *, corrected: bool) -> str:
    alone = percent(row.share_equivalent)
    after = f"{percent(row.share_equivalent_adjusted)} ({alone} before correction)" if corrected else alone
    return f"{after} within {kind_words(row.margin_kind)}"


def _places(found: ConditionsResult, level: str, coefficient: str) -> list[str]:
    """Return under which condition, for which quality and by which metric most is equivalent, and what differs."""
    kind = found.settings.margins[0]
    rows = [row for row in found.of(kind).tests if (row.level, row.coefficient) == (level, coefficient)]
    said = []
    ranges = []
    for field, words in (("condition", "condition"), ("human", "quality"), ("metric", "metric")):
        names = list(dict.fromkeys(getattr(row, field) for row in rows))
        counts = {
            name: np.mean([row.equivalent for row in rows if getattr(row, field) == name]) for name in names
        }
        most, least = (pick(counts, key=counts.__getitem__) for pick in (max, min))
        if counts[most] > counts[least]:
            ranges.append(
                f"by {words} from {percent(float(counts[least]))} ('{least}') to "
                f"{percent(float(counts[most]))} ('{most}')"
            )
    if ranges:
        said.append(f"Within {kind_words(kind)} the share differs {', '.join(ranges)}.")
    return [*said, *filter(None, [changed_words(found, level, coefficient)])]


def across_means(found: ConditionsResult, level: str, coefficient: str) -> dict[str, float]:
    """Return how metrics' scores under the reference go with their own under each condition, on average over metrics.

    A condition in which that is undefined for all metrics is left out.
    """
    means = {}
    for condition in found.conditions:
        values = [
            row.estimate
            for row in found.across
            if (row.condition, row.level, row.coefficient) == (condition, level, coefficient)
            and not math.isnan(row.estimate)
        ]
        if values:
            means[condition] = float(np.mean(values))
    return means


def _across(found: ConditionsResult) -> list[str]:
    said = []
    for level, coefficient in found.settings.keys:
        means = across_means(found, level, coefficient)
        if means:
            listed = ", ".join(f"{name} {decimal(value)}" for name, value in means.items())
            said.append(
                f"A metric's scores under the reference go with its own under a condition, on average over metrics, by "
                f"{listed} ({at_words(level, coefficient)})."
            )
    return said


def _pairs(found: ConditionsResult) -> list[str]:
    if found.resolved is None:
        return []
    said = []
    for level, coefficient in found.settings.keys:
        shares = [
            f"{human} {percent(found.resolved.share_resolved(human, level, coefficient))}"
            for human in found.humans
            if not math.isnan(found.resolved.share_resolved(human, level, coefficient))
        ]
        if not shares:
            continue
        text = (
            f"Pairs of metrics that resampling tells apart under the reference ({at_words(level, coefficient)}): "
            f"{', '.join(shares)}."
        )
        rows = [
            row
            for row in found.shifts
            if (row.level, row.coefficient) == (level, coefficient) and row.n_pairs
        ]
        out = [row for row in rows if not row.condition.endswith(RETURNED)]
        if out:
            pairs, turned, lost = (
                sum(getattr(row, name) for row in out) for name in ("n_pairs", "n_reversed", "n_unresolved")
            )
            shift = decimal(float(np.mean([row.shift for row in out])), 3)
            text += (
                f" Under the conditions, P of these changes by {shift} on average; of "
                f"{counted(pairs, 'resolved pair')} {lost} are no longer resolved and {turned} turn round."
            )
        said.append(text + _way_back(rows, found.conditions))
    return said


def _way_back(rows: Sequence[ShiftRow], conditions: Iterable[str]) -> str:
    by_place = {(row.condition, row.human): row.shift for row in rows}
    both = [
        (shift, by_place[back_name(condition), human])
        for (condition, human), shift in by_place.items()
        if condition in set(conditions) and (back_name(condition), human) in by_place
    ]
    if not both:
        return ""
    less = sum(back < out for out, back in both)
    mean = float(np.mean([back for _, back in both]))
    return (
        f" After the way back the change is {decimal(mean, 3)}, and smaller than one way in {less} of "
        f"{counted(len(both), 'case')}."
    )


def source_cautions(data: ConditionsAndBack, humans: Sequence[str], metrics: Sequence[str]) -> list[Caution]:
    """Return what conditions lack, and which are no other conditions.

    Parameters
    ----------
    data : ConditionsAndBack
    humans, metrics : sequences of str
    """
    table = data.conditions.table
    judged = np.asarray(~np.isnan(np.stack([table.matrix(name) for name in humans])).all(axis=0))
    found = []
    for condition, other in data.all.items():
        lacking = [name for name in metrics if name not in other.scorer_names]
        if lacking:
            found.append(
                Caution(
                    "metric_lacking",
                    "warning",
                    f"'{condition}' lacks {counted(len(lacking), 'metric')} of the reference, not studied "
                    f"there: {listing(lacking)}.",
                )
            )
        shared = [name for name in metrics if name in other.scorer_names]
        lost, same = _lost(table, other, shared, judged)
        if lost:
            found.append(
                Caution(
                    "scores_lacking",
                    "warning",
                    f"{counted(lost, 'score')} of judged outputs that the reference has are missing under "
                    f"'{condition}': those outputs are left out of what the metric is compared on.",
                )
            )
        if shared and same:
            found.append(
                Caution(
                    "same_scores",
                    "warning",
                    f"'{condition}' has the very scores of the reference, by every metric: is it another condition?",
                )
            )
        flat = [name for name in shared if _is_flat(other.matrix(name))]
        if flat:
            found.append(
                Caution(
                    "constant_scores",
                    "warning",
                    f"under '{condition}' all outputs have the same score by {listing(flat)}, and so no "
                    "correlation. Does the metric find words there?",
                )
            )
    return found


def _lost(
    table: ScoreTable, other: ScoreTable, metrics: Sequence[str], judged: BoolArray
) -> tuple[int, bool]:
    """Return how many scores of outputs that both have are missing in the other, and whether all are the same."""
    rows = [k for k, name in enumerate(table.systems) if name in set(other.systems)]
    columns = [k for k, name in enumerate(table.inputs) if name in set(other.inputs)]
    here = np.ix_(rows, columns)
    place = {name: k for k, name in enumerate(other.systems)}
    spot = {name: k for k, name in enumerate(other.inputs)}
    there = np.ix_([place[table.systems[k]] for k in rows], [spot[table.inputs[k]] for k in columns])
    lost, same = 0, True
    for name in metrics:
        mine, theirs = table.matrix(name)[here], other.matrix(name)[there]
        lost += int(np.sum(~np.isnan(mine) & np.isnan(theirs) & judged[here]))
        same = same and np.array_equal(mine, theirs, equal_nan=True)
    return lost, same


def _is_flat(scores: np.ndarray) -> bool:
    known = scores[~np.isnan(scores)]
    return bool(known.size) and bool(np.all(known == known[0]))


def conditions_cautions(
    found: ConditionsResult, noted: Sequence[Caution], *, no_map: str
) -> tuple[Caution, ...]:
    """Return what is to be said of conditions, warnings first.

    Parameters
    ----------
    found : ConditionsResult
        Without its cautions.
    noted : sequence of Caution
        What is known before testing.
    no_map : str
        Why scorers lie on no plane; empty where they do.
    """
    said = [*noted, *_of_tests(found.studied), *_undefined(found)]
    if found.resolved is not None:
        said += [caution for caution in found.resolved.cautions if caution not in said]
    elif len(found.metrics) > 1:
        said.append(
            Caution(
                "no_resolved_pairs",
                "note",
                "which pairs of metrics are resolved is asked by resampling, and nothing is to vary that could be "
                "resampled (--speaks-of these).",
            )
        )
    if no_map:
        said.append(Caution("no_plane", "note", f"scorers are not laid on a plane: {no_map}"))
    if set(found.settings.margins).isdisjoint(ANNOTATOR_MARGINS):
        lone = [name for name in found.humans if name not in found.table.annotations]
        if lone:
            said.append(
                Caution(
                    "no_annotators",
                    "note",
                    f"there are no single annotators behind {listing(lone)}, so that no margin is taken from them.",
                )
            )
    return tuple(sorted(dict.fromkeys(said), key=lambda caution: caution.severity != "warning"))


def _of_tests(studied: Mapping[tuple[str, str], EquivalenceResult]) -> list[Caution]:
    """Return the cautions of all tests; one that is not of every margin and method says of which it is."""
    places: dict[Caution, list[tuple[str, str]]] = {}
    for place, one in studied.items():
        for caution in one.cautions:
            places.setdefault(caution, []).append(place)
    found = []
    for caution, where in places.items():
        message = caution.message
        if len(where) < len(studied):
            message = f"{_of_which(where, list(studied))}: {message}"
        found.append(Caution(caution.code, caution.severity, message))
    return found


def _of_which(some: Sequence[tuple[str, str]], all_of_them: Sequence[tuple[str, str]]) -> str:
    """Return the methods and the margins of a caution; of those that it is all of, nothing."""
    (kinds, methods), (all_kinds, all_methods) = (
        [list(dict.fromkeys(names)) for names in zip(*places, strict=True)] for places in (some, all_of_them)
    )
    parts = [", ".join(methods)] if len(methods) < len(all_methods) else []
    parts += [f"margin {', '.join(kinds)}"] if len(kinds) < len(all_kinds) else []
    return "; ".join(parts)


def _undefined(found: ConditionsResult) -> list[Caution]:
    """Return a count of tests without an answer, condition by condition."""
    said = []
    rows = found.of(found.settings.margins[0]).tests
    for condition in found.conditions:
        mine = [row for row in rows if row.condition == condition]
        lost = sum(math.isnan(row.estimate) for row in mine)
        if lost:
            said.append(
                Caution(
                    "undefined_tests",
                    "warning",
                    f"{lost} of {len(mine)} tests of '{condition}' have no answer: a correlation is undefined there, "
                    "since scores are constant or missing.",
                )
            )
    return said
