"""The findings of an analysis of several tables in plain sentences, made from its rows."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.errors import listing
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.resampling.permuted_tables import ACCURACY_KEY, OVERALL_KEY
from trueness.studies.compare.rows import PairTest, Rank
from trueness.studies.compare.settings import Settings
from trueness.studies.tables.pooled_rows import PooledEstimate, TableFacts
from trueness.studies.words import CORRECTION_NAMES, OVER_WORDS


def tables_conclusions(
    estimates: Sequence[PooledEstimate],
    tests: Sequence[PairTest],
    ranks: Sequence[Rank],
    facts: Sequence[TableFacts],
    settings: Settings,
) -> tuple[str, ...]:
    """Return a sentence or two per level and coefficient: the highest metric, and what the tests separate.

    Parameters
    ----------
    estimates, tests, ranks, facts : sequences of rows
    settings : Settings
    """
    found: list[str] = []
    for key in dict.fromkeys((row.level, row.coefficient) for row in estimates):
        known = sorted(
            (
                row
                for row in estimates
                if (row.level, row.coefficient) == key and row.estimate == row.estimate
            ),
            key=lambda row: -row.estimate,
        )
        if not known:
            found.append(f"No metric has a value: {_what(key, facts)}.")
            continue
        best = known[0]
        interval = f" [{_number(best.low)}, {_number(best.high)}]" if best.low == best.low else ""
        sentence = f"'{best.metric}' has the highest {_what(key, facts)}: {_number(best.estimate)}{interval}."
        found.append(f"{sentence} {_separation(key, tests, ranks, settings)}".strip())
    if any(row.low == row.low for row in estimates):
        # with one input a draw of inputs changes nothing
        varied = any(row.n_inputs > 1 for row in facts)
        over = settings.over if varied or settings.over == "inputs" else "systems"
        found.append(
            f"Intervals are {settings.confidence:.0%} and speak of {OVER_WORDS[over]}, in "
            f"{'this table' if len(facts) == 1 else 'each of these tables'}."
        )
    return tuple(found)


def _what(key: Key, facts: Sequence[TableFacts]) -> str:
    tables = "one table" if len(facts) == 1 else f"{len(facts)} tables"
    if key == OVERALL_KEY:
        return f"mean of all pooled values over {tables}"
    words = coefficient_facts(key[1]).words
    if key == ACCURACY_KEY:
        pairs = sum(row.n_pairs for row in facts)
        return f"share of rightly ordered pairs of systems, {pairs} pairs of {tables} ({words})"
    return f"average over {tables} of {words} at the {key[0].replace('_', '-')} level"


def _separation(key: Key, tests: Sequence[PairTest], ranks: Sequence[Rank], settings: Settings) -> str:
    here = [row for row in tests if (row.level, row.coefficient) == key]
    if not here or settings.baseline is not None:
        return ""
    pairs = {frozenset((row.metric, row.rival)) for row in here}
    apart = {frozenset((row.metric, row.rival)) for row in here if row.verdict in ("better", "worse")}
    family = (
        "" if settings.correction == "none" else f" after {CORRECTION_NAMES[settings.correction]} correction"
    )
    sentence = f"The test separates {len(apart)} of {len(pairs)} pairs{family}"
    if not apart:
        return f"{sentence}: no ranking of these metrics is supported."
    top = [row.metric for row in ranks if (row.level, row.coefficient) == key and row.not_outperformed]
    return f"{sentence}; not significantly outperformed by any other: {listing(top, 12)}."


def _number(value: float) -> str:
    return f"{value + 0.0:.2f}".replace("-0.00", "0.00").replace("-", "−")
