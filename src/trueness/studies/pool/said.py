"""What is said about an analysis of several tables: its findings, and what a reader has to know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from trueness.decisions.decision import Decision
from trueness.errors import listing
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.corrections import warn_if_hopeless
from trueness.statistics.resampling.permuted_tables import ACCURACY_KEY, OVERALL_KEY
from trueness.studies.compare.cautions import cautions
from trueness.studies.compare.decided_words import agreement_words, lead_of_two
from trueness.studies.compare.pair_test_cautions import about_main_tests
from trueness.studies.compare.rows import PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.pool.chosen_tables import ChosenTables
from trueness.studies.pool.decided import best_of, decided, none_differ, uncertain
from trueness.studies.pool.rows import PooledEstimate, TableEstimate, TableFacts
from trueness.studies.pool.table_pool import TablePool
from trueness.studies.pool.table_words import counted_tables, table_word
from trueness.study.number_words import counted, percent
from trueness.study.rows import Caution
from trueness.study.shared_cautions import undefined_resamples
from trueness.study.words import LEVEL_WORDS, OVER_WORDS, after_any_correction

MOST_LACKING = 3
"""Metrics with gaps whose tables are named, those with the fewest gaps first."""


def tables_conclusions(
    estimates: Sequence[PooledEstimate],
    tests: Sequence[PairTest],
    decisions: Sequence[Decision],
    facts: Sequence[TableFacts],
    settings: Settings,
) -> tuple[str, ...]:
    """Return the answer at the first level and coefficient; then those at the others, and what else was found.

    Parameters
    ----------
    estimates, tests, facts : sequences of rows
    decisions : sequence of Decision
    settings : Settings
    """
    humans = list(dict.fromkeys(row.human for row in facts))
    human = f"'{humans[0]}'" if len(humans) == 1 else "people"
    answers: list[str] = []
    details: list[str] = []
    for key in dict.fromkeys((row.level, row.coefficient) for row in estimates):
        known = sorted(
            (
                row
                for row in estimates
                if (row.level, row.coefficient) == key and row.estimate == row.estimate
            ),
            key=lambda row: -row.estimate,
        )
        place = _place(key, facts)
        if not known:
            answers.append(f"{place} no metric has a value by {_by(key)}.")
            continue
        best = known[0]
        answer = (
            decided(decisions, key, known, settings, human=human, place=place)
            or f"{place} '{best.metric}' agrees most with {human} ({agreement_words(best)})."
        )
        of_pairs = [row for row in tests if (row.level, row.coefficient) == key]
        answers.append(f"{answer} {lead_of_two(known, of_pairs, best_of(decisions, key), settings)}".rstrip())
        more = [
            *uncertain(decisions, key, known, settings),
            _separation(key, known, tests, decisions, settings),
        ]
        if said := " ".join(filter(None, more)):
            details.append(f"{place.removesuffix(',')} (by {_by(key)}): {said[:1].lower()}{said[1:]}")
    if any(row.low == row.low for row in estimates):
        # with one input a draw of inputs changes nothing
        varied = any(row.n_inputs > 1 for row in facts)
        over = settings.over if varied or settings.over == "inputs" else "systems"
        word = table_word([row.table for row in facts])
        details.append(
            f"The {percent(settings.confidence)} intervals apply to {OVER_WORDS[over]}, in "
            f"{f'this {word}' if len(facts) == 1 else f'each of these {word}s'}."
        )
    return (*answers, *details)


def _by(key: Key) -> str:
    """Return what agreement is measured by."""
    return "all coefficients" if key == OVERALL_KEY else coefficient_facts(key[1]).words


def _place(key: Key, facts: Sequence[TableFacts]) -> str:
    """Return over which tables, and for what."""
    names = [row.table for row in facts]
    over = f"In one {table_word(names)}" if len(facts) == 1 else f"Over {counted_tables(names)}"
    if key == OVERALL_KEY:
        return f"{over}, on the mean of all values,"
    if key == ACCURACY_KEY:
        pairs = sum(row.n_pairs for row in facts)
        return f"{over}, for the order of {counted(pairs, 'pair')} of systems,"
    return f"{over}, for {LEVEL_WORDS[key[0]]},"


def _separation(
    key: Key,
    known: Sequence[PooledEstimate],
    tests: Sequence[PairTest],
    decisions: Sequence[Decision],
    settings: Settings,
) -> str:
    here = [row for row in tests if (row.level, row.coefficient) == key]
    if not here or settings.baseline is not None:
        return ""
    pairs = {frozenset((row.metric, row.rival)) for row in here}
    apart = {frozenset((row.metric, row.rival)) for row in here if row.verdict in ("better", "worse")}
    sentence = none_differ(decisions, key, known, tests, settings) or (
        f"The test separates {len(apart)} of {counted(len(pairs), 'pair')}{after_any_correction(settings.correction)}."
    )
    if settings.margin is not None and key != OVERALL_KEY:
        alike = {frozenset((row.metric, row.rival)) for row in here if row.verdict == "equivalent"}
        sentence = (
            f"{len(alike)} of {len(pairs)} pairs {'is' if len(alike) == 1 else 'are'} equivalent within "
            f"{settings.margin:g}. {sentence}"
        )
    return sentence


def tables_cautions(
    chosen: ChosenTables,
    pool: TablePool,
    estimates: Sequence[PooledEstimate],
    tasks: Mapping[str, Sequence[TableEstimate]],
    tests: Sequence[PairTest],
    clusters: str | None,
) -> tuple[Caution, ...]:
    """Return what is to be said of the pool, and then of its tables, the gravest first.

    Parameters
    ----------
    chosen : ChosenTables
    pool : TablePool
    estimates : sequence of PooledEstimate
    tasks : mapping of str to sequence of TableEstimate
    tests : sequence of PairTest
        Of pooled differences.
    clusters : str or None
        The grouping column of inputs whose groups are the units.
    """
    found = [
        *_about_choice(chosen),
        *_about_pool(pool, estimates, tasks),
        *_about_tests(pool, tests),
        *_about_tables(chosen, pool, tasks, clusters),
    ]
    return tuple(sorted(found, key=lambda caution: caution.severity != "warning"))


def _about_choice(chosen: ChosenTables) -> Iterable[Caution]:
    if chosen.left_out:
        reasons: dict[str, list[str]] = {}
        for name, reason in chosen.left_out.items():
            reasons.setdefault(reason, []).append(name)
        told = "; ".join(f"{listing(names)}: {reason}" for reason, names in reasons.items())
        yield Caution(
            "tables_left_out",
            "warning",
            f"{len(chosen.left_out)} of {len(chosen.left_out) + len(chosen.tables)} tables "
            f"{'is' if len(chosen.left_out) == 1 else 'are'} left out: {told}.",
        )
    if chosen.lacking:
        fewest = sorted(chosen.lacking, key=lambda metric: len(chosen.lacking[metric]))
        told = "; ".join(
            f"'{metric}' in {listing(chosen.lacking[metric], 3)}" for metric in fewest[:MOST_LACKING]
        )
        more = f"; and {len(fewest) - MOST_LACKING} more" if len(fewest) > MOST_LACKING else ""
        yield Caution(
            "metrics_not_pooled",
            "warning",
            f"{counted(len(fewest), 'metric')} are not pooled, as they lack scores in some tables: {told}{more}. An "
            "average over other tables would differ. To have more metrics pool fewer tables (--part, or --without "
            "'tables=NAME').",
        )


def _about_pool(
    pool: TablePool, estimates: Sequence[PooledEstimate], tasks: Mapping[str, Sequence[TableEstimate]]
) -> Iterable[Caution]:
    undefined: dict[tuple[str, ...], list[str]] = {}
    keys = dict.fromkeys((row.level, row.coefficient) for row in estimates if row.n_undefined)
    for level, coefficient in keys:
        for metric in pool.metrics:
            where = tuple(
                name
                for name, rows in tasks.items()
                for row in rows
                if (row.metric, row.level, row.coefficient) == (metric, level, coefficient)
                and row.estimate != row.estimate
            )
            if where:
                undefined.setdefault(where, []).append(f"{metric} ({level} level, {coefficient})")
    for where, what in undefined.items():
        yield Caution(
            "undefined_tables",
            "warning",
            f"In {listing(where)} a value is undefined, since a scorer is constant or there are too few scores; the "
            f"average leaves such tables out, so it is over others than that of other metrics: {listing(what, 4)}.",
        )
    yield from undefined_resamples(estimates, lambda row: row.metric)
    turned = [
        metric
        for metric in pool.metrics
        if len({table.table.scorer(metric).higher_is_better for table in pool.tables}) > 1
    ]
    if turned:
        yield Caution(
            "orientation_differs",
            "warning",
            f"Lower is better in some tables and higher in others, by declaration: {listing(turned)}. Is one wrong?",
        )
    if len(pool.tables) > 1:
        yield Caution(
            "tables_are_fixed",
            "note",
            "Tables are taken as they are: intervals and tests apply to these tables (language pairs, "
            "data sets), with other systems or inputs in each.",
        )
    if len(pool.tables) > 1 and pool.shared:
        yield from _about_shared(pool)


def _about_shared(pool: TablePool) -> Iterable[Caution]:
    """Say what it means that systems are in several tables: the jackknife knows it, what draws each table does not."""
    shared = pool.shared
    are = "system is" if len(shared) == 1 else "systems are"
    drawn = (
        [] if not pool.settings.interval_method.resampled or pool.settings.over == "inputs" else ["intervals"]
    )
    drawn += ["tests"] if pool.sharing_unknown else []
    if drawn:
        yield Caution(
            "shared_systems_ignored",
            "warning",
            f"{len(shared)} {are} in several tables: {listing(shared, 6)}. These {' and '.join(drawn)} draw every "
            "table by itself, as if such a system were a new one in each: intervals are too narrow and p-values too "
            "small. Use --interval two_way_jackknife --test two_way_jackknife: which leave it out of all at once.",
        )
        return
    yield Caution(
        "shared_systems",
        "note",
        f"{len(shared)} {are} in several tables: {listing(shared, 6)}. Each is left out of all its tables at once.",
    )


def _about_tests(pool: TablePool, tests: Sequence[PairTest]) -> Iterable[Caution]:
    settings = pool.settings
    if tests:
        yield from about_main_tests(settings)
    if tests and pool.overall and OVERALL_KEY not in pool.tested:
        yield Caution(
            "no_common_test",
            "note",
            "The coefficients need different tests, so the mean of all pooled values is untested. "
            "--test bootstrap tests all of them in one way.",
        )
    told: dict[str, None] = {}
    for row in tests:
        reason = None
        if row.resamples and not row.exact:
            reason = warn_if_hopeless(row.family_size, row.resamples, settings.correction, settings.alpha)
        if reason:
            told[f"{reason[0].upper()}{reason[1:]}"] = None
    for message in told:
        yield Caution("too_few_resamples", "warning", message)
    yield from undefined_resamples(tests, lambda row: f"{row.metric} and {row.rival}")


def _about_tables(
    chosen: ChosenTables, pool: TablePool, tasks: Mapping[str, Sequence[TableEstimate]], clusters: str | None
) -> Iterable[Caution]:
    """Gather what is said of single tables: the same sentence once, sentences of one kind by one example."""
    kinds: dict[tuple[str, str], dict[str, list[str]]] = {}
    for table in chosen.tables:
        for caution in cautions(
            table.table,
            table.human,
            pool.arrays[table.name],
            pool.of_table[table.name],
            tasks[table.name],
            (),
            clusters,
        ):
            messages = kinds.setdefault((caution.code, caution.severity), {})
            messages.setdefault(caution.message, []).append(table.name)
    for (code, severity), messages in kinds.items():
        where = list(dict.fromkeys(name for names in messages.values() for name in names))
        (text, (first, *_)), *others = messages.items()
        if len(chosen.tables) > 1:
            every = "all tables" if len(where) == len(chosen.tables) else listing(where, 6)
            example = f"; of '{first}'" if others and len(where) > 1 else ""
            more = f" And {len(others)} more." if others and len(where) == 1 else ""
            text = f"In {every}{example}: {text}{more}"
        yield Caution(code, "warning" if severity == "warning" else "note", text)
