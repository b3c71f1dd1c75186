"""Votes in long form: a row for each who judged an output, under a name of which nothing says that it names judges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from trueness.data.cells.columns import Layout, said_columns, typed_columns
from trueness.data.cells.labels import LabelColumn
from trueness.data.cells.names import IntArray
from trueness.data.cells.unclear_columns import UnclearColumnsError
from trueness.errors import FormatError, counted, listing


class LongVotesError(UnclearColumnsError):
    """Rows repeat outputs, and a column of words that is no score tells them apart.

    Parameters
    ----------
    who, score : str
        The column that tells rows apart, and the only column of scores.
    voters : sequence of str
    source : str
    """

    def __init__(self, who: str, score: str, voters: Sequence[str], source: str) -> None:
        self.columns, self.words, self.orders = (), (), ()
        self._who, self._score = who, score
        FormatError.__init__(
            self,
            f"outputs have several rows, one for each of {counted(len(voters), 'name')}: {listing(voters, 5)}.",
            path=source,
            column=who,
            remedy=f"If it names who gave '{score}', say --columns "
            f"{typed_columns(('scorer', who), ('score', score))}; if it names the system, --columns "
            f"{typed_columns(('system', who))}.",
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The column."""
        return (self._who,)

    @property
    def settled(self) -> list[tuple[str, str]]:
        """Options by which each of them is a scorer."""
        return [("--columns", said_columns(("scorer", self._who), ("score", self._score)))]

    @property
    def doubts(self) -> list[str]:
        """What is to be said where the file is read so."""
        system = typed_columns(("system", self._who))
        return [
            f"'{self._who}' is taken for who gave '{self._score}'. If it names the system: --columns {system}"
        ]


def check_long_votes(
    unknown: Mapping[str, LabelColumn],
    scores: Iterable[str],
    names: Mapping[str, IntArray],
    layout: Layout,
    source: str,
) -> None:
    """Refuse rows that repeat outputs where one column of unknown labels tells them apart, beside one of scores.

    Parameters
    ----------
    unknown : mapping of str to LabelColumn
        Columns of labels whose order is not known.
    scores : iterable of str
        Columns of numbers, and of labels whose order is known.
    names : mapping of str to array of shape (rows,)
        Codes of the columns that hold names.
    layout : Layout
    source : str

    Raises
    ------
    LongVotesError
        If there are such.
    """
    given = list(scores)
    if len(unknown) != 1 or len(given) != 1 or layout.input is None or layout.scorer or layout.annotator:
        return
    (who, column), *_ = unknown.items()
    keys = [names[name] for name in (layout.system, *layout.within, layout.input) if name is not None]
    outputs = np.unique(np.stack(keys), axis=1).shape[1]
    rows = np.unique(np.stack([*keys, column.codes]), axis=1).shape[1]
    if outputs < rows == len(column.codes):
        raise LongVotesError(who, given[0], column.labels, source)
