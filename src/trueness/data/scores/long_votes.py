"""Votes in long form: a row for each who judged an output, under a name of which nothing says that it names judges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from trueness.data.cells.columns import Layout, plain_name, said_columns, typed_columns
from trueness.data.cells.labels import LabelColumn
from trueness.data.cells.names import NameColumn
from trueness.data.cells.resolve_columns import SYSTEM_LIKE
from trueness.data.cells.unclear_columns import UnclearColumnsError
from trueness.data.files.rows_fingerprint import Coded
from trueness.data.scores.annotator_columns import WHO
from trueness.data.scores.told_apart import JUDGE_NAMES
from trueness.errors import FormatError, counted, listing

_PEOPLE = re.compile(rf"({WHO})s?(_?(name|id|initials|code|no|number))?")


def names_people(column: str) -> bool:
    """Return whether a column is called as one that names people who rate: ``reviewer``, ``expert_name``."""
    plain = plain_name(column)
    return plain not in JUDGE_NAMES and _PEOPLE.fullmatch(plain) is not None


def said_of_people(column: str) -> str:
    """Return what to type where a column names the people who rated."""
    return f"If it names people, say --columns {typed_columns(('annotator', column))}"


class LongVotesError(UnclearColumnsError):
    """Rows repeat outputs, and a column of words that is no score tells them apart.

    Parameters
    ----------
    who : str
        The column that tells rows apart.
    scores : sequence of str
        The columns of scores.
    voters : sequence of str
    source : str
    """

    def __init__(self, who: str, scores: Sequence[str], voters: Sequence[str], source: str) -> None:
        self.columns, self.words, self.orders = (), (), ()
        self._who, self._scores = who, tuple(scores)
        people = names_people(who)
        self._of_people = people or (len(scores) > 1 and not any(map(SYSTEM_LIKE.search, voters)))
        one_score = f"--columns {typed_columns(*self._one_score)}"
        if people:
            one_by_one = said_of_people(who)
        elif len(scores) == 1:
            one_by_one = f"If it names who gave '{scores[0]}', say {one_score}"
        else:
            one_by_one = f"{said_of_people(who)}; if it names judges, of one score at a time: {one_score}"
        FormatError.__init__(
            self,
            f"outputs have several rows, one for each of {counted(len(voters), 'name')}: {listing(voters, 5)}.",
            path=source,
            column=who,
            remedy=f"{one_by_one}; if it names the system, --columns {typed_columns(('system', who))}.",
        )

    @property
    def _one_score(self) -> list[tuple[str, str | tuple[str, ...]]]:
        """What is said so that each of them is a scorer."""
        score, *others = self._scores
        left_out = [("ignore", tuple(others))] if others else []
        return [("scorer", self._who), ("score", score), *left_out]

    @property
    def names(self) -> tuple[str, ...]:
        """The column."""
        return (self._who,)

    @property
    def settled(self) -> list[tuple[str, str]]:
        """Options by which each of them is a scorer; or an annotator, where people gave the scores."""
        said = [("annotator", self._who)] if self._of_people else self._one_score
        return [("--columns", said_columns(*said))]

    @property
    def doubts(self) -> list[str]:
        """What is to be said where the file is read so."""
        system = typed_columns(("system", self._who))
        gave = listing(self._scores if self._of_people else self._scores[:1])
        who = "the people who" if self._of_people else "who"
        said = f"'{self._who}' is taken for {who} gave {gave}. If it names the system: --columns {system}"
        others = () if self._of_people else self._scores[1:]
        if not others:
            return [said]
        return [
            said,
            f"{listing(others)} left out: say score={others[0]} in place of score={self._scores[0]}",
        ]


def check_long_votes(
    unknown: Mapping[str, LabelColumn],
    scores: Iterable[str],
    names: Mapping[str, NameColumn | Coded],
    layout: Layout,
    source: str,
) -> None:
    """Refuse rows that repeat outputs where one column of unknown labels tells them apart, beside one of scores.

    Beside several scores, or several such columns, it has to be called as judges are, or people who rate.

    Parameters
    ----------
    unknown : mapping of str to LabelColumn
        Columns of labels whose order is not known.
    scores : iterable of str
        Columns of numbers, and of labels whose order is known.
    names : mapping of str to NameColumn or Coded
        The columns that hold names.
    layout : Layout
    source : str

    Raises
    ------
    LongVotesError
        If there are such.
    """
    given = list(scores)
    if not given or layout.input is None or layout.scorer or layout.annotator:
        return
    alone = len(unknown) == len(given) == 1
    voters = {
        who: column
        for who, column in unknown.items()
        if alone or plain_name(who) in JUDGE_NAMES or names_people(who)
    }
    if not voters:
        return
    keys = [names[name].codes for name in (layout.system, *layout.within, layout.input) if name is not None]
    outputs = np.unique(np.stack(keys), axis=1).shape[1]
    for who, column in voters.items():
        rows = np.unique(np.stack([*keys, column.codes]), axis=1).shape[1]
        if outputs < rows == len(column.codes):
            raise LongVotesError(who, given, column.labels, source)
