"""What is said about a comparison of systems: findings, cautions, and whether its tests can find anything at all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from trueness.data.score_table import ScoreTable
from trueness.errors import listing
from trueness.statistics.corrections import adjust, smallest_attainable, warn_if_hopeless
from trueness.studies.number_words import percent, significant
from trueness.studies.rows import MANY_UNDEFINED_RESAMPLES, Caution, undefined_resamples
from trueness.studies.shared_cautions import duplicate_systems
from trueness.studies.systems.rows import DifferenceNormality, SystemAgreement, SystemPairTest, SystemRank
from trueness.studies.systems.settings import SystemSettings

MOST_SCORERS = 4
"""For more scorers than these sentences would be longer than the table."""


def system_conclusions(
    standing: Sequence[SystemRank],
    agreement: Sequence[SystemAgreement],
    settings: SystemSettings,
    unreachable: Mapping[str, tuple[float, int]] = MappingProxyType({}),
) -> tuple[str, ...]:
    """Return the findings, one sentence per scorer and one about agreement with the human.

    Parameters
    ----------
    standing, agreement : sequences of rows
    settings : SystemSettings
    unreachable : mapping of str to (float, int)
        Scorers by which no test can reject (see `system_reach.out_of_reach`): nothing is found by them, and their
        decisions are none.
    """
    humans = {row.human for row in agreement}
    scorers = sorted(dict.fromkeys(row.scorer for row in standing), key=lambda name: name not in humans)
    after = "" if settings.correction == "none" else " after correction"
    found = []
    for scorer in scorers[:MOST_SCORERS]:
        rows = [row for row in standing if row.scorer == scorer]
        top = sorted((row for row in rows if row.not_outperformed), key=lambda row: -row.estimate)
        if not top:
            found.append(f"By '{scorer}' no pair of systems could be tested.")
            continue
        if scorer in unreachable:
            found.append(_nothing_shown(scorer, *unreachable[scorer], settings))
            continue
        verb = "is" if len(top) == 1 else "are"
        names = listing((row.system for row in top), 6)
        found.append(
            f"By '{scorer}', {len(top)} of {len(rows)} systems {verb} not significantly outperformed by any other"
            f"{after}: {names}."
        )
    if len(scorers) > MOST_SCORERS:
        found.append(f"{len(scorers) - MOST_SCORERS} more scorers: see the tables.")
    known = decisions(agreement, unreachable)
    if known:
        best = max(known, key=lambda row: row.agreement)
        worst = max(known, key=lambda row: row.n_contradictions)
        most = f", the highest share of the {len(known)} metrics," if len(known) > 1 else ""
        separated = best.n_same_winner + best.n_human_only + best.n_contradictions
        found.append(
            f"'{best.metric}' comes to the same decision as '{best.human}' about {percent(best.agreement)} of "
            f"{best.n_pairs} pairs of systems{most} and separates {best.n_same_winner} of the {separated} pairs that "
            f"'{best.human}' separates."
        )
        if worst.n_contradictions:
            pairs = "1 pair" if worst.n_contradictions == 1 else f"{worst.n_contradictions} pairs"
            found.append(
                f"'{worst.metric}' contradicts '{worst.human}' about {pairs}: each finds the other system "
                "significantly better."
            )
    return tuple(found)


def decisions(
    agreement: Sequence[SystemAgreement], unreachable: Mapping[str, tuple[float, int]]
) -> list[SystemAgreement]:
    """Return the rows of metrics whose decisions can be told from the human's: both can come to one."""
    return [row for row in agreement if row.n_pairs and not {row.metric, row.human}.intersection(unreachable)]


def _nothing_shown(scorer: str, smallest: float, n_inputs: int, settings: SystemSettings) -> str:
    """Return why no difference can be found by a scorer, and what would help."""
    after = "" if settings.correction == "none" else " after correction"
    inputs = "1 input" if n_inputs == 1 else f"{n_inputs} inputs"
    drawn = settings.resampled and smallest == smallest_attainable(settings.resamples)
    why = f"{settings.resamples} resamples" if drawn else inputs
    return (
        f"By '{scorer}' nothing can be found out about the systems: with {why} no p-value is below "
        f"{significant(smallest)}, so "
        f"that no test can be significant at alpha = {settings.alpha:g}{after}, however different the systems are. "
        f"{'Draw more resamples' if drawn else 'Collect more inputs'}."
    )


FEW_INPUTS = 20
"""Below so many inputs the t test leans on normal differences, and the bootstrap rejects too often."""


def system_pair_cautions(
    table: ScoreTable,
    settings: SystemSettings,
    pairs: Sequence[SystemPairTest],
    normality: Sequence[DifferenceNormality],
    *,
    clusters: str | None,
    people: Sequence[str] = (),
) -> tuple[Caution, ...]:
    """Return everything to be said about a comparison of systems, the gravest first.

    Parameters
    ----------
    table : ScoreTable
        The scores that were compared.
    settings : SystemSettings
    pairs, normality : sequences of rows
    clusters : str or None
    people : sequence of str
        Systems that are people.
    """
    found = [
        *_about_systems(table),
        *_about_test(table, settings, pairs),
        *_about_few_inputs(settings, pairs),
        *_about_normality(settings, normality),
        *_about_reach(settings, pairs),
        *_about_missing(table, pairs),
        *_about_people(table, people),
        *_about_inputs(table, clusters),
    ]
    return tuple(sorted(found, key=lambda caution: caution.severity != "warning"))


def _about_systems(table: ScoreTable) -> Iterable[Caution]:
    yield from duplicate_systems(table, "Each copy adds tests to the family and so weakens all of them")
    lower = [scorer.name for scorer in table.scorers if not scorer.higher_is_better]
    if lower:
        yield Caution(
            "lower_is_better",
            "note",
            f"Lower is better for {listing(lower)}, by declaration: negated, so that a positive difference favours the "
            "system.",
        )


def _about_test(
    table: ScoreTable, settings: SystemSettings, pairs: Sequence[SystemPairTest]
) -> Iterable[Caution]:
    if not settings.method.paired:
        yield Caution(
            "unpaired_test",
            "warning",
            "The rank-sum test takes outputs for the same input as unrelated: where inputs differ in difficulty, it "
            "misses differences that paired tests find. It serves to repeat published comparisons; otherwise use the "
            "permutation test (--test permutation).",
        )
    means = [
        name
        for name in table.corpus
        if not settings.resampled and (table.scorer(name).aggregate or settings.aggregate) == "corpus"
    ]
    if means:
        yield Caution(
            "corpus_score_not_tested",
            "warning",
            f"The {settings.test} test compares scores of single outputs; corpus scores of {listing(means)} have none "
            "to compare. These rows are about the means of their outputs' scores; use the permutation test for corpus "
            "scores.",
        )
    against = [
        row
        for row in pairs
        if (row.verdict == "better" and row.estimate < 0) or (row.verdict == "worse" and row.estimate > 0)
    ]
    if against:
        row = against[0]
        yield Caution(
            "opposite_direction",
            "warning",
            f"In {len(against)} significant pairs the {settings.test} test favours the system with the lower score, "
            f"e.g. '{row.system}' and '{row.rival_system}' by '{row.scorer}': the test is about most inputs, the "
            "score about all of them together.",
        )


def _about_few_inputs(settings: SystemSettings, pairs: Sequence[SystemPairTest]) -> Iterable[Caution]:
    undefined = sum(row.verdict == "undefined" for row in pairs)
    if undefined:
        yield Caution(
            "undefined_pairs",
            "warning",
            f"{undefined} of {len(pairs)} tests are undefined: the systems share too few inputs, or all differences "
            "are one number. They are no part of the family, and undecided pairs count for no system.",
        )
    few = [row.n_inputs for row in pairs if 0 < row.n_inputs < FEW_INPUTS]
    doubt = settings.method.doubt_if_few
    if few and doubt:
        yield Caution(
            "test_of_few_inputs",
            "warning",
            f"{len(few)} of {len(pairs)} tests rest on fewer than {FEW_INPUTS} inputs (the fewest: {min(few)}), where "
            f"{doubt}. Use the permutation test (--test permutation).",
        )


def _about_normality(settings: SystemSettings, normality: Sequence[DifferenceNormality]) -> Iterable[Caution]:
    if not settings.method.wants_normal:
        return
    odd = [row for row in normality if row.pvalue_smallest <= settings.alpha]
    if odd:
        shares = ", ".join(f"'{row.scorer}' ({percent(row.share_significant)} of pairs)" for row in odd[:8])
        more = f" and {len(odd) - 8} more" if len(odd) > 8 else ""
        yield Caution(
            "differences_not_normal",
            "warning",
            f"Differences between systems are not normal (Shapiro–Wilk) by {shares}{more}. With many inputs the t test "
            "bears that; the permutation test does not need it (--test permutation).",
        )


def _about_reach(settings: SystemSettings, pairs: Sequence[SystemPairTest]) -> Iterable[Caution]:
    lost = undefined_resamples(pairs)
    if lost:
        yield Caution(
            "undefined_resamples",
            "warning",
            f"In {len(lost)} of {len(pairs)} tests more than {percent(MANY_UNDEFINED_RESAMPLES)} of the "
            "resamples have no "
            "difference; p-values are about the rest.",
        )
    size = max((row.family_size for row in pairs), default=0)
    if not settings.resampled or not size:
        return
    first = next(row for row in pairs if row.family_size == size)
    if first.exact:
        smallest = smallest_system_pvalue(first, settings)
        if smallest > settings.alpha / (1 if settings.correction == "none" else size):
            yield Caution(
                "too_few_arrangements",
                "warning",
                f"The inputs allow {first.resamples} arrangements, so no p-value is below "
                f"{significant(smallest)}: with "
                f"{size} tests at alpha = {settings.alpha:g} a lone rejection is impossible. Collect more inputs.",
            )
        return
    message = warn_if_hopeless(size, first.resamples, settings.correction, settings.alpha)
    if message is not None:
        yield Caution("too_few_resamples", "warning", f"{message[0].upper()}{message[1:]}")


def _about_missing(table: ScoreTable, pairs: Sequence[SystemPairTest]) -> Iterable[Caution]:
    counts = [row.n_inputs for row in pairs]
    if counts and min(counts) < max(counts):
        missing = int(np.sum(np.isnan(table.values)))
        yield Caution(
            "missing_scores",
            "note",
            f"{missing} of {table.values.size} scores are missing. Each pair is compared on the inputs both systems "
            f"have: {min(counts)} to {max(counts)} of them.",
        )


def _about_people(table: ScoreTable, people: Sequence[str]) -> Iterable[Caution]:
    """Find scorers by which people's outputs are all alike, as references are that are compared with themselves."""
    places = [table.systems.index(name) for name in people]
    same = []
    for scorer in table.scorers:
        scores = table.matrix(scorer.name)[places]
        known = scores[~np.isnan(scores)]
        if known.size > 1 and np.ptp(known) <= 1e-9 * np.max(np.abs(known)):
            same.append(scorer.name)
    if same:
        yield Caution(
            "people_are_references",
            "warning",
            f"All outputs by people have the same score of {listing(same)}, as references have that are compared with "
            "themselves: that people and machines differ by it says nothing.",
        )


def _about_inputs(table: ScoreTable, clusters: str | None) -> Iterable[Caution]:
    yield Caution(
        "these_systems",
        "note",
        "Tests are about these systems on other inputs of the same kind"
        + (
            "."
            if clusters is None
            else f", in groups ('{clusters}') of which whole ones are swapped or drawn."
        ),
    )
    grouped = [name for name, labels in table.input_groups.items() if len(set(labels)) < len(labels)]
    if grouped and clusters is None:
        yield Caution(
            "unused_clusters",
            "note",
            f"The inputs are grouped by {listing(grouped)}, but taken for independent. If inputs of a group are alike, "
            "p-values are too small; swap or draw whole groups (--clusters).",
        )


def smallest_system_pvalue(row: SystemPairTest, settings: SystemSettings) -> float:
    """Return a p-value below which that of a test cannot be; 0 where there is no such bound, NaN without a test."""
    if math.isnan(row.pvalue):
        return math.nan
    if not row.exact:
        return smallest_attainable(row.resamples) if settings.resampled else 0.0
    count = settings.method.arrangements
    arrangements = row.resamples if count is None else count(row.n_inputs)
    return min(1.0, (2 if settings.alternative == "two-sided" else 1) / arrangements)


def out_of_reach(
    tests: Mapping[str, Sequence[SystemPairTest]], settings: SystemSettings
) -> dict[str, tuple[float, int]]:
    """Return the scorers by which no test can reject, not even if all were as clear as they can be.

    Parameters
    ----------
    tests : mapping of str to sequence of SystemPairTest
        By scorer.
    settings : SystemSettings

    Returns
    -------
    dict
        By scorer, the smallest p-value that one of its tests could have, and the most inputs that one rests on.
    """
    found = {}
    for scorer, rows in tests.items():
        smallest = np.array([smallest_system_pvalue(row, settings) for row in rows])
        known = ~np.isnan(smallest)
        if known.any() and np.nanmin(adjust(smallest, settings.correction)) > settings.alpha:
            most = max(row.n_inputs for row, there in zip(rows, known, strict=True) if there)
            found[scorer] = float(np.nanmin(smallest)), most
    return found


def how_tested(settings: SystemSettings, resamples: int, *, exact: bool) -> str:
    """Return which test it was, with how many resamples: ``the paired permutation test, 9,999 resamples``."""
    if not settings.resampled:
        zeros = f" (zeros: {settings.zeros})" if settings.method.has_zeros else ""
        return f"{settings.method.words}{zeros}"
    drawn = "arrangements, all there are" if exact else "resamples"
    return f"{settings.method.words}, {resamples:,} {drawn}"
