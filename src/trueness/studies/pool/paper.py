"""The table of a paper, of several tables: the average over all of them, and every one by itself."""

from __future__ import annotations

from trueness.decisions.decision import Decision
from trueness.decisions.may_be_best import AGREEMENT, RIVALS_LEFT
from trueness.errors import series
from trueness.methods.registry import pair_test
from trueness.reporting.view import Table
from trueness.reporting.writing.display_names import display_names, given_names
from trueness.reporting.writing.orientation import LEGEND, LOWER, lower_is_better
from trueness.statistics.array_types import Key
from trueness.statistics.resampling.permuted_tables import OVERALL_KEY
from trueness.studies.compare.paper_caption import (
    ranks_words,
    ruled_out_words,
    sentence,
    title_words,
    values_words,
)
from trueness.studies.compare.paper_form import INTERVAL, NAME, PaperForm
from trueness.studies.compare.paper_table import Side, paper_table
from trueness.studies.pool.decided import best_of
from trueness.studies.pool.rows import PoolResult
from trueness.studies.pool.table_matrix import tables_sentence
from trueness.studies.pool.table_words import table_word
from trueness.study.words import OVER_WORDS

AVERAGE = "Average"
"""What stands above the columns of all tables together."""


def pool_paper(result: PoolResult, form: PaperForm) -> Table:
    """Return the averages over tables, beside them every table.

    Parameters
    ----------
    result : PoolResult
    form : PaperForm
        Standard errors are known of single tables only where their intervals rest on them.
    """
    keys = [key for key in result.keys if key != OVERALL_KEY]
    decided = {key: one for key in keys if (one := _decided(result, key)) is not None}
    average = Side(
        AVERAGE,
        result.estimates,
        {key: frozenset(result.metrics).difference(one.names, one.undefined) for key, one in decided.items()},
        {
            key: {row.metric: row for row in result.ranks if (row.level, row.coefficient) == key}
            for key in decided
        },
    )
    sides = [
        average,
        *(Side(name, [row for row in result.tasks if row.table == name]) for name in result.tables),
    ]
    names = display_names(result.metrics, given_names(form.names, result.metrics))
    lower = frozenset().union(*(lower_is_better(table) for table in result.tables.values()))
    settings = result.settings
    beside = []
    if INTERVAL in form.beside and settings.interval_method.words:
        beside.append(
            f"two-sided {100 * settings.confidence:.6g}% {settings.interval_method.words} intervals, for "
            f"{OVER_WORDS[settings.over]}"
        )
    marked = ""
    if decided:
        kinds = series(
            [f"{pair_test(name).noun}s" for name in dict.fromkeys(row.test for row in result.tests)]
        )
        applies_to = next(iter(decided.values())).applies_to
        marked = ruled_out_words(f"{applies_to}, by the average", f"{kinds} at α = {settings.alpha:g}")
    said = sentence(
        f"{values_words(keys)}, averaged over {table_word(result.tables)}s and in each",
        beside,
        marked,
        [average],
        ranks_words([average], keys, form, settings.correction),
        names,
    )
    shown_lower = lower.intersection(result.metrics)
    return paper_table(
        sides,
        keys,
        form,
        names,
        title=title_words(keys),
        caption=f"{said} {LEGEND}" if shown_lower else said,
        data=tables_sentence(result, named=False),
        label=f"pool-{NAME}",
        endings=dict.fromkeys(shown_lower, LOWER),
    )


def _decided(result: PoolResult, key: Key) -> Decision | None:
    """Return which metrics may be the best by their averages; None where that is withheld, or was not asked."""
    found = best_of(result.decisions, key)
    return found if found is not None and found.reason in (AGREEMENT, RIVALS_LEFT) else None
