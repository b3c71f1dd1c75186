"""Columns of a table that say how a system's score comes from its outputs' scores: ``rouge1_f:median``."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import DataError

AGGREGATES = ("corpus", "mean", "median")
"""How scores of outputs become a score of their system: by the formula of sufficient statistics, as means, as
medians."""

SEPARATOR = ":"
"""Between the name of a metric and the word."""


def split_aggregate(name: str) -> tuple[str, str | None]:
    """Return the name of a metric and the word behind it, None where there is none.

    Examples
    --------
    >>> split_aggregate("rouge1_f:median"), split_aggregate("rouge1_f:refs=best")
    (('rouge1_f', 'median'), ('rouge1_f:refs=best', None))
    """
    metric, _, word = name.rpartition(SEPARATOR)
    return (metric, word) if metric and word in AGGREGATES else (name, None)


def aggregate_name(metric: str, aggregate: str) -> str:
    """Return the name of the column in which a metric's scores of systems come about in a certain way."""
    return f"{metric}{SEPARATOR}{aggregate}"


def with_aggregate_columns(table: ScoreTable, patterns: Iterable[str]) -> ScoreTable:
    """Return the table with the columns that patterns name by a metric and a word: ``rouge*_f:median``.

    Such a column has the scores of its metric, and its own way from these to scores of systems. What is in the table
    already stays as it is, so that a name that happens to end so means itself.

    Parameters
    ----------
    table : ScoreTable
    patterns : iterable of str
        Names or shell patterns; those without such a word are passed over.

    Raises
    ------
    UnknownNameError
        If nothing but the word fits.
    DataError
        If a human scorer is named so, or the corpus score of a metric without sufficient statistics.
    """
    plain = [scorer.name for scorer in table.scorers if scorer.aggregate is None]
    sought: dict[tuple[str, str], None] = {}
    for pattern in patterns:
        base, word = split_aggregate(pattern)
        if word is None or pattern in table.scorer_names:
            continue
        for name in table.names_matching(base):
            if name not in plain:
                continue
            named = name == base
            if table.scorer(name).role == "human":
                if named:
                    raise DataError(
                        f"'{pattern}': '{name}' is a human scorer, whose scores of systems are means. Name it without "
                        f"'{SEPARATOR}{word}'."
                    )
            elif word == "corpus" and name not in table.corpus:
                if named:
                    raise DataError(
                        f"'{pattern}': '{name}' lacks sufficient statistics, which a corpus score needs. "
                        f"Take its mean ('{aggregate_name(name, 'mean')}')."
                    )
            else:
                sought[name, word] = None
    sought = {key: None for key in sought if aggregate_name(*key) not in table.scorer_names}
    if not sought:
        return table
    scorers = [
        Scorer(aggregate_name(name, word), table.scorer(name).role, table.scorer(name).higher_is_better, word)
        for name, word in sought
    ]
    return dataclasses.replace(
        table,
        scorers=(*table.scorers, *scorers),
        values=np.concatenate([table.values, [table.matrix(name) for name, _ in sought]]),
        corpus={
            **table.corpus,
            **{aggregate_name(name, word): table.corpus[name] for name, word in sought if word == "corpus"},
        },
    )
