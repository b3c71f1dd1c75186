"""What a study of conditions says: its findings in sentences, and what a reader has to know before believing them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import listing, series
from trueness.statistics.array_types import BoolArray
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.equivalence.annotator_margin import ANNOTATOR_MARGINS
from trueness.studies.conditions.decided import changed_words, changes
from trueness.studies.conditions.rows import ConditionsResult, ShareRow
from trueness.studies.conditions.sources import RETURNED, ConditionsAndBack, back_name
from trueness.studies.equivalence.resolved_pairs import ShiftRow
from trueness.studies.equivalence.rows import EquivalenceResult
from trueness.study.lights import lit
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
    keys = found.settings.keys
    answers = [" ".join(filter(None, _answer(found, *key))) for key in keys]
    return (*answers, *(_shares(found, *key) for key in keys), *_across(found), *_pairs(found))


def at_words(level: str, coefficient: str) -> str:
    """Return a coefficient and a level in words: ``Kendall's tau-b, system level``."""
    return f"{coefficient_facts(coefficient).words}, {level.replace('_', '-')} level"


def _of_place(found: ConditionsResult, level: str, coefficient: str) -> list[ShareRow]:
    """Return the shares by the method that decides, one for each margin."""
    wanted = (found.settings.method, level, coefficient)
    return [row for row in found.shares if (row.method, row.level, row.coefficient) == wanted]


def _answer(found: ConditionsResult, level: str, coefficient: str) -> Iterator[str]:
    """Yield how many metrics agree as well, how many do not, and of how many it cannot be told, in the first margin."""
    share = _of_place(found, level, coefficient)[0]
    n, shown = share.n_tests, share.n_equivalent_adjusted
    there = f"under '{found.conditions[0]}'" if len(found.conditions) == 1 else "under another condition"
    as_well = f"with people as well {there} as under the reference"
    where = f"within {kind_words(share.margin_kind)} ({at_words(level, coefficient)})"
    alone = len(found.conditions) == len(found.humans) == 1
    if share.n_undefined == n:
        yield lit(
            "cannot_tell",
            f"We cannot tell whether metrics agree {as_well}: no difference is defined "
            f"({at_words(level, coefficient)}).",
        )
        return
    if not shown:
        of = (
            f"any of {counted(n, 'metric')} whether it agrees"
            if alone
            else f"any of {n} tests whether a metric agrees"
        )
        yield lit("cannot_tell", f"We cannot tell for {of} {as_well}, {where}.")
    else:
        some = f"All {n}" if shown == n else f"{shown} of {n}"
        of = (
            f"{some} metrics {'agrees' if shown == 1 else 'agree'}"
            if alone
            else f"In {some[:1].lower()}{some[1:]} tests a metric agrees"
        )
        yield lit("yes", f"{of} {as_well}, {where}.")
    yield changed_words(found, level, coefficient)
    less, more, _ = changes(found, level, coefficient)
    open_ = n - shown - len(less) - len(more)
    if shown and open_ > 0:
        yield lit("cannot_tell", f"For {open_} we cannot tell.")


def _shares(found: ConditionsResult, level: str, coefficient: str) -> str:
    """Return how many tests show equal agreement within each margin, and in what that share differs."""
    kind = found.settings.margins[0]
    corrected = found.settings.correction != "none"
    parts = "; ".join(_share(row, corrected=corrected) for row in _of_place(found, level, coefficient))
    text = f"Tests that show equal agreement ({at_words(level, coefficient)}): {parts}."
    rows = [row for row in found.of(kind).tests if (row.level, row.coefficient) == (level, coefficient)]
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
    return f"{text} Within {kind_words(kind)} it differs {series(ranges)}." if ranges else text


def _share(row: ShareRow, *, corrected: bool) -> str:
    alone = percent(row.share_equivalent)
    after = f"{percent(row.share_equivalent_adjusted)} ({alone} before correction)" if corrected else alone
    return f"{after} within {kind_words(row.margin_kind)}"


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
            listed = ", ".join(f"{decimal(value)} under '{name}'" for name, value in means.items())
            said.append(
                "On average a metric's scores under a condition correlate with its own under the reference by "
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
            f"Under the reference, resampling separates this share of pairs of metrics "
            f"({at_words(level, coefficient)}): {', '.join(shares)}."
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
                f" Of {counted(pairs, 'separated pair')}, the conditions leave {lost} no longer separated and reverse "
                f"{turned}. Their P changes by {shift} on average."
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
        f" After the way back it changes by {decimal(mean, 3)}, less than one way in {less} of "
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
                    f"'{condition}' lacks {counted(len(lacking), 'metric')} of the reference, left out there: "
                    f"{listing(lacking)}.",
                )
            )
        shared = [name for name in metrics if name in other.scorer_names]
        lost, same = _lost(table, other, shared, judged)
        if lost:
            found.append(
                Caution(
                    "scores_lacking",
                    "warning",
                    f"{counted(lost, 'score')} of judged outputs are missing under '{condition}'. Those outputs are "
                    "left out for that metric.",
                )
            )
        if shared and same:
            found.append(
                Caution(
                    "same_scores",
                    "warning",
                    f"By every metric '{condition}' has the same scores as the reference. Check that it is another "
                    "condition.",
                )
            )
        flat = [name for name in shared if _is_flat(other.matrix(name))]
        if flat:
            found.append(
                Caution(
                    "constant_scores",
                    "warning",
                    f"Under '{condition}' all outputs have the same score by {listing(flat)}, so the correlation is "
                    "undefined. Check that the metric finds words there.",
                )
            )
    return found


def _lost(
    table: ScoreTable, other: ScoreTable, metrics: Sequence[str], judged: BoolArray
) -> tuple[int, bool]:
    """Return how many scores of outputs that both have are missing in the other, and whether all are the same."""
    place = {name: k for k, name in enumerate(other.systems)}
    spot = {name: k for k, name in enumerate(other.inputs)}
    rows = [k for k, name in enumerate(table.systems) if name in place]
    columns = [k for k, name in enumerate(table.inputs) if name in spot]
    here = np.ix_(rows, columns)
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
                "Which pairs of metrics are resolved takes resampling, and --applies-to these leaves nothing to "
                "resample.",
            )
        )
    if no_map:
        said.append(Caution("no_plane", "note", f"There is no plane of scorers: {no_map}"))
    if set(found.settings.margins).isdisjoint(ANNOTATOR_MARGINS):
        lone = [name for name in found.humans if name not in found.table.annotations]
        if lone:
            said.append(
                Caution(
                    "no_annotators",
                    "note",
                    f"Single annotators are missing behind {listing(lone)}, and with them margins.",
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
                    f"{lost} of {len(mine)} tests of '{condition}' stay open, since scores are constant "
                    "or missing there.",
                )
            )
    return said
