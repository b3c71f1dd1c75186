"""What is said about a comparison of systems: findings, cautions, and whether its tests can find anything at all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import Decision
from trueness.errors import listing
from trueness.statistics.corrections import adjust, warn_if_hopeless
from trueness.statistics.systems.missing_unevenly import missing_unevenly
from trueness.statistics.systems.pairs_with_highest import HIGHEST
from trueness.studies.systems.decided import decided
from trueness.studies.systems.pairs_cost import FEWER
from trueness.studies.systems.reach import Shortfall, counted_units, least_pvalue, out_of_reach, units_words
from trueness.studies.systems.rows import DifferenceNormality, SystemAgreement, SystemPairTest, SystemRank
from trueness.studies.systems.settings import SystemSettings
from trueness.study.alike_inputs import alike_inputs
from trueness.study.cost import MOST_TESTS
from trueness.study.monte_carlo import monte_carlo, open_decisions
from trueness.study.number_words import counted, percent, significant
from trueness.study.rows import Caution
from trueness.study.shared_cautions import undefined_resamples

MOST_SCORERS = 4
"""For more scorers than these sentences would be longer than the table."""


def system_conclusions(
    standing: Sequence[SystemRank],
    agreement: Sequence[SystemAgreement],
    decisions: Sequence[Decision],
    settings: SystemSettings,
    unreachable: Mapping[str, Shortfall] = MappingProxyType({}),
    clusters: str | None = None,
    n_alike: int = 0,
    n_left_out: int = 0,
) -> tuple[str, ...]:
    """Return the findings: what is decided by each scorer, and how metrics agree with the human.

    Parameters
    ----------
    standing, agreement : sequences of rows
    decisions : sequence of Decision
    settings : SystemSettings
    unreachable : mapping of str to Shortfall
        Scorers by which no test can reject (see `reach.out_of_reach`): nothing is found by them, and their decisions
        are none.
    clusters : str or None
    n_alike : int
        Pairs of systems with the same scores, which cannot differ.
    n_left_out : int
        Pairs that each scorer leaves untested.
    """
    humans = {row.human for row in agreement}
    scorers = sorted(dict.fromkeys(row.scorer for row in standing), key=lambda name: name not in humans)
    by = {}
    for scorer in scorers[:MOST_SCORERS]:
        rows = [row for row in standing if row.scorer == scorer]
        by[scorer] = " ".join(
            decided(decisions, scorer, rows, unreachable.get(scorer), settings, clusters, n_alike, n_left_out)
        )
    found = [text for scorer, text in by.items() if scorer in humans or not humans]
    others = [text for scorer, text in by.items() if humans and scorer not in humans]
    if len(scorers) > MOST_SCORERS:
        others.append(f"There are {len(scorers) - MOST_SCORERS} more scorers (--table standing).")
    known = deciding(agreement, unreachable)
    idle = agreement and not known and not {row.human for row in agreement}.intersection(unreachable)
    if idle:
        found.append(
            f"By '{agreement[0].human}' no two systems are shown to differ, so no metric can be compared with it."
        )
    if known:
        best = max(known, key=lambda row: row.agreement)
        worst = max(known, key=lambda row: row.n_contradictions)
        most = f"Of {len(known)} metrics, " if len(known) > 1 else ""
        separated = best.n_same_winner + best.n_human_only + best.n_contradictions
        decides, on = ("decides most often like", ": on") if len(known) > 1 else ("decides like", " on")
        of = f"{'the ' * (separated > 1)}{counted(separated, 'difference')}"
        found.append(
            f"{most}'{best.metric}' {decides} '{best.human}'{on} {percent(best.agreement)} of "
            f"{counted(best.n_pairs, 'pair')} of systems. It finds {best.n_same_winner} of {of}."
        )
        if worst.n_contradictions:
            pairs = counted(worst.n_contradictions, "pair")
            found.append(
                f"'{worst.metric}' contradicts '{worst.human}' on {pairs}: the system that one calls better, the "
                "other calls "
                "worse."
            )
    return (*found, *others)


def deciding(
    agreement: Sequence[SystemAgreement], unreachable: Mapping[str, Shortfall]
) -> list[SystemAgreement]:
    """Return the rows of metrics whose decisions can be told from the human's: both can come to one, people do.

    Where people separate no pair, a metric that separates none either agrees about all of them, and knows nothing.
    """
    return [
        row
        for row in agreement
        if row.n_pairs
        and row.n_same_winner + row.n_human_only + row.n_contradictions
        and not {row.metric, row.human}.intersection(unreachable)
    ]


SKEWED = (
    "far more skewed than other systems': the permutation test then errs slightly more often than promised"
)
"""What is wrong with the scores of `odd_systems`: in .072 of tables where .05 is promised, at worst."""

SPREAD_SKEWS = "the more a system's scores vary, the more they are skewed"
"""What is wrong with scores that are `skewed_by_spread`."""

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
    odd: Mapping[str, Sequence[str]] | None = None,
    by_spread: Sequence[str] = (),
    n_left_out: int = 0,
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
    odd : mapping of str to sequence of str, optional
        By scorer, systems whose scores are far more skewed than the others'.
    by_spread : sequence of str
        Scorers by which systems whose scores vary more are skewed more.
    n_left_out : int
        Pairs that each scorer leaves untested.
    """
    found = [
        *_about_left_out(len(table.systems), n_left_out),
        *_about_test(table, settings, pairs),
        *_about_odd_systems(settings, odd or {}),
        *_about_spread(settings, by_spread),
        *_about_few_inputs(settings, pairs, clusters),
        *_about_normality(settings, normality),
        *_about_reach(settings, pairs, clusters),
        *(alike_inputs(table, table.scorer_names) if clusters is None else ()),
        *_about_missing(table, pairs),
        *_about_people(table, people),
        *_about_inputs(clusters),
    ]
    return tuple(sorted(found, key=lambda caution: caution.severity != "warning"))


def _about_left_out(n_systems: int, n_left_out: int) -> Iterable[Caution]:
    if n_left_out:
        n_pairs = n_systems * (n_systems - 1) // 2
        yield Caution(
            "pairs_left_out",
            "warning",
            f"Of {n_pairs:,} pairs of systems {n_pairs - n_left_out:,} are tested by each scorer: all systems with its "
            f"{HIGHEST} highest. The others count as tests that find nothing, so what is said holds all the same. "
            "Limits of other ranks are wide, there are no clusters, and agreement about pairs is not counted. All "
            f"pairs are tested where they make {MOST_TESTS:,} tests at most. {FEWER}",
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


def _about_odd_systems(settings: SystemSettings, odd: Mapping[str, Sequence[str]]) -> Iterable[Caution]:
    by_systems: dict[tuple[str, ...], list[str]] = {}
    for scorer, names in odd.items():
        if names:
            by_systems.setdefault(tuple(names), []).append(scorer)
    for names, scorers in by_systems.items():
        yield Caution(
            "skewed_systems",
            "note",
            f"By {listing(scorers)}, the scores of {listing(names)} are {SKEWED}. Distrust p-values just "
            f"below {settings.alpha:g}.",
        )


def _about_spread(settings: SystemSettings, scorers: Sequence[str]) -> Iterable[Caution]:
    if scorers:
        yield Caution(
            "skewed_by_spread",
            "warning",
            f"By {listing(scorers)}, {SPREAD_SKEWS}. The permutation test then finds differences too often that are "
            f"none. Distrust p-values between {settings.alpha / 5:g} and {settings.alpha:g}.",
        )


def _about_few_inputs(
    settings: SystemSettings, pairs: Sequence[SystemPairTest], clusters: str | None
) -> Iterable[Caution]:
    undefined = sum(row.verdict == "undefined" for row in pairs)
    if undefined:
        yield Caution(
            "undefined_pairs",
            "warning",
            f"{undefined} of {len(pairs)} tests are undefined: the systems share too few inputs, or all "
            "differences are one number. They are left out of the family, and of what is counted for "
            "systems.",
        )
    few = [row.n_units for row in pairs if 0 < row.n_units < FEW_INPUTS]
    doubt = settings.method.doubt_if_few
    if few and doubt:
        yield Caution(
            "test_of_few_inputs",
            "warning",
            f"{len(few)} of {len(pairs)} tests rest on fewer than {FEW_INPUTS} {units_words(clusters)} "
            f"(the fewest: {min(few)}), where {doubt}. The permutation test is free of that (--test "
            "permutation).",
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
            f"Differences between systems depart from normality (Shapiro–Wilk) by {shares}{more}. With "
            "many inputs the t test bears that; the permutation test is free of it (--test "
            "permutation).",
        )


def _about_draws(settings: SystemSettings, pairs: Sequence[SystemPairTest]) -> Iterable[Caution]:
    """Note that other random numbers may change decisions, family by family: the pairs of a scorer."""
    families: dict[str, list[SystemPairTest]] = {}
    for row in pairs:
        if row.resamples and not row.exact and not math.isnan(row.pvalue):
            families.setdefault(row.scorer, []).append(row)
    n_open = sum(
        open_decisions(
            np.array([row.pvalue for row in family]),
            np.array([row.resamples - row.n_undefined_resamples for row in family]),
            lambda pvalues: adjust(pvalues, settings.correction) <= settings.alpha,
        )
        for family in families.values()
    )
    if families:
        rows = [row for family in families.values() for row in family]
        yield from monte_carlo(n_open, len(rows), max(row.resamples for row in rows))


def _about_reach(
    settings: SystemSettings, pairs: Sequence[SystemPairTest], clusters: str | None
) -> Iterable[Caution]:
    yield from _about_draws(settings, pairs)
    yield from undefined_resamples(pairs, lambda row: f"{row.system} and {row.rival_system} by {row.scorer}")
    by_scorer: dict[str, list[SystemPairTest]] = {}
    for row in pairs:
        by_scorer.setdefault(row.scorer, []).append(row)
    told: dict[str, str] = {}
    lost_all = out_of_reach(by_scorer, settings)  # the findings say why
    for scorer, rows in by_scorer.items():
        known = [row for row in rows if not math.isnan(row.pvalue_least)]
        if not known or scorer in lost_all:
            continue
        row = min(known, key=lambda row: row.pvalue_least)
        size = 1 if settings.correction == "none" else row.family_size
        if row.pvalue_least <= settings.alpha / size:
            continue
        message = None
        if settings.resampled and row.pvalue_least != least_pvalue(row.n_units, settings):
            message = warn_if_hopeless(row.family_size, row.resamples, settings.correction, settings.alpha)
        if message is not None:
            told[f"{message[0].upper()}{message[1:]}"] = "too_few_resamples"
            continue
        told[
            f"With {counted_units(row.n_units, clusters)} no p-value is below {significant(row.pvalue_least)}: a lone "
            f"one of {row.family_size} tests cannot be significant at alpha = {settings.alpha:g}."
        ] = "too_few_arrangements"
    for text, code in told.items():
        yield Caution(code, "warning", text)


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
    uneven = {}
    for name in table.scorer_names:
        missing_of = missing_unevenly(table.matrix(name))
        if missing_of is not None:
            uneven[name] = missing_of
    if uneven:
        name, missing_of = next(iter(uneven.items()))
        most, fewest = int(np.argmax(missing_of)), int(np.argmin(missing_of))
        yield Caution(
            "uneven_missing",
            "warning",
            f"By {listing(uneven)}, some systems lack more scores than others: '{table.systems[most]}' lacks "
            f"{missing_of[most]} by '{name}', '{table.systems[fewest]}' {missing_of[fewest] or 'none'}. {FLATTERED} "
            "Enter a poor score for an output that failed.",
        )


FLATTERED = "If poor outputs have no score, systems that lack many look better than they are."
"""What scores that are missing unevenly may do: systems are compared where both have one."""


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
            f"All outputs by people have the same score of {listing(same)}, as references have that are "
            "compared with themselves: a difference from machines is built in.",
        )


def _about_inputs(clusters: str | None) -> Iterable[Caution]:
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


def how_tested(settings: SystemSettings, resamples: int, *, exact: bool) -> str:
    """Return which test it was, with how many resamples: ``the paired permutation test, 9,999 resamples``."""
    if not settings.resampled:
        zeros = f" (zeros: {settings.zeros})" if settings.method.has_zeros else ""
        return f"{settings.method.words}{zeros}"
    drawn = "arrangements, all there are" if exact else "resamples"
    return f"{settings.method.words}, {resamples:,} {drawn}"
