"""From a table to labels in the order in which outputs were drawn, and the outputs that may be drawn next."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Sequence

import numpy as np

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError, UnsupportedMethodError, counted, listing
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.sequential.label_draws import LabelDraws
from trueness.studies.judge.graded import Graded, by_one_measure, graded
from trueness.studies.judge.judge_labels import NUMBERS, judge_labels
from trueness.studies.judge.settings import JudgeSettings
from trueness.studies.sequential.settings import THESE, SequentialSettings

TURN, DRAWN_WITH = "turn", "drawn_with"
"""Columns of a sheet: when an output was drawn, and with which chance one that the judge labels like it."""

DEALT_TO = "dealt_to"
"""Column of a sheet that several people fill in: how many of them label the output."""

SHEET_COLUMNS = (TURN, DRAWN_WITH, DEALT_TO)

UNNAMED = "(unnamed)"
"""The person whose labels stand in a column beside those of annotators with names."""


@dataclasses.dataclass(frozen=True)
class DrawnOutputs:
    """Labels in the order in which outputs were drawn, and what may be drawn next.

    Attributes
    ----------
    measure : str
        ``kappa`` or ``weighted_kappa``.
    label_names : tuple of str
    draws : LabelDraws
    pool : array of shape (P,)
        The outputs that may be drawn, or were, by their number: of system i and input j it is i M + j.
    left : array of shape (L,)
        Those that were not drawn yet, by their place in the pool.
    next_turn : int
    n_left_out, n_waiting : int
    missing_turns : tuple of int
        Before the last turn that was read: their rows are in no file.
    """

    measure: str
    label_names: tuple[str, ...]
    draws: LabelDraws
    pool: IntArray
    left: IntArray
    next_turn: int
    n_left_out: int
    n_waiting: int
    missing_turns: tuple[int, ...]


def drawn_outputs(
    table: ScoreTable, human: str, judges: Sequence[str], clusters: IntArray, settings: SequentialSettings
) -> DrawnOutputs:
    """Return the labels of a table in the order in which outputs were drawn.

    Labels without a turn came first, in the order of the file, chosen by lot. Those of a sheet follow by their turn, up
    to the first without a label: what comes after it would be chosen by who has labelled what. A turn whose row is in
    no file is without a label too, and so is one that somebody has not labelled to whom it was dealt.

    Parameters
    ----------
    table : ScoreTable
        With the human scorer, if only without a label.
    human : str
    judges : sequence of str
    clusters : array of shape (M,)
        A number per input: of inputs that are alike one output counts, unless these outputs are asked about.
    settings : SequentialSettings

    Raises
    ------
    DataError
        If a turn is no number of one output, or stands without a chance, or judges share no output.
    UnsupportedMethodError
        If judges give scores that are no labels or ratings.
    """
    parts = _parts(table, human, judges, settings)
    people = parts[0].people.reshape(len(parts[0].people), -1)
    said = np.stack([part.judge.ravel() for part in parts])
    heard: BoolArray = np.asarray(~np.isnan(said).any(axis=0))
    if not heard.any():
        raise DataError(f"no output has labels of {listing(judges)}: there is nothing to draw from.")
    turns, chances, dealt = (_column(table, name) for name in SHEET_COLUMNS)
    labelled: BoolArray = heard & (np.sum(~np.isnan(people), axis=0) >= np.fmax(dealt, 1))
    _check_sheet(turns, chances)
    order, waiting = _order(labelled, heard, turns)
    taken = np.concatenate([order, waiting]).astype(np.intp)
    finite = settings.applies_to == THESE
    if finite:
        kept, pool = order, np.flatnonzero(heard)
    else:
        groups = np.broadcast_to(clusters, table.shape[1:]).ravel()
        kept = order[_firsts(groups[order])]
        pool = _one_of_each(groups, heard, np.concatenate([kept, waiting]).astype(np.intp), _lots(table))
    draws = LabelDraws(
        people=people[:, kept],
        judges=said[:, kept],
        chances=np.where(np.isnan(turns), np.nan, chances)[kept],
        pool=said[:, pool],
        n_labels=max(parts[0].n_labels, 2),
        quadratic=parts[0].measure == "weighted_kappa",
        finite=finite,
    )
    known = turns[~np.isnan(turns)]
    return DrawnOutputs(
        measure=parts[0].measure,
        label_names=_names(table, human, judges, parts[0]),
        draws=draws,
        pool=pool,
        left=np.flatnonzero(~np.isin(pool, taken)),
        next_turn=int(known.max(initial=0)) + 1,
        n_left_out=len(order) - len(kept),
        n_waiting=len(waiting),
        missing_turns=tuple(
            sorted({*range(1, int(known.max(initial=0)) + 1)} - {*known.astype(int).tolist()})
        ),
    )


def with_people(table: ScoreTable, human: str, judges: Sequence[str]) -> ScoreTable:
    """Return the table with a human scorer, of the judges' labels where it has none, and everybody as annotators."""
    if human not in table.scorer_names:
        like = table.scorer(judges[0])
        scorer = Scorer(human, "human", like.higher_is_better, labels=like.labels, nominal=like.nominal)
        values = np.concatenate([table.values, np.full((1, *table.shape[1:]), np.nan)])
        return dataclasses.replace(table, scorers=(*table.scorers, scorer), values=values)
    known = table.annotations.get(human)
    if known is None:
        return table
    alone = np.where(np.isnan(known.values).all(axis=0), table.matrix(human), np.nan)
    if np.isnan(alone).all():
        return table
    everybody = Annotations((*known.annotators, UNNAMED), np.concatenate([known.values, alone[None]]))
    return dataclasses.replace(table, annotations={**table.annotations, human: everybody})


def _parts(
    table: ScoreTable, human: str, judges: Sequence[str], settings: SequentialSettings
) -> tuple[Graded, ...]:
    """Return judges beside people in numbers of the same labels."""
    asked = JudgeSettings.of(grade_bar=settings.grade_bar, confidence=settings.confidence, rng=0)
    numbers = np.arange(table.shape[2])
    labels = judge_labels(table, human, judges, numbers, asked)
    parts = by_one_measure(table, human, graded(table, human, judges, labels, numbers, asked), asked)
    if any(not part.n_labels for part in parts):
        raise UnsupportedMethodError(
            f"{listing(judges)} and '{human}' are compared by Pearson's r, for which no limits hold after every label "
            "here. Labels and ratings with up to 21 levels have some; give a judge's score as a label "
            "(pass or fail), or ask `trueness judge` once all labels are there."
        )
    return parts


def _names(table: ScoreTable, human: str, judges: Sequence[str], part: Graded) -> tuple[str, ...]:
    """Return what people may say: labels, or the numbers of ratings."""
    labels = table.scorer(human).labels or table.scorer(judges[0]).labels
    if labels:
        return labels
    known = np.concatenate([table.matrix(name).ravel() for name in (human, *judges)])
    known = known[~np.isnan(known)]
    low, high = float(known.min()), float(known.max())
    if set(known.tolist()) <= {0.0, 1.0}:
        return NUMBERS
    return tuple(f"{value:g}" for value in np.arange(low, high + part.step / 2, part.step))


def _column(table: ScoreTable, name: str) -> FloatArray:
    """Return a column of a sheet, shape (N M,); NaN where there is none."""
    if name not in table.scorer_names:
        return np.full(table.shape[1] * table.shape[2], np.nan)
    return table.matrix(name).ravel()


def _check_sheet(turns: FloatArray, chances: FloatArray) -> None:
    """Refuse turns that number no single output, and turns and chances of which one stands without the other.

    Raises
    ------
    DataError
    """
    numbers = turns[~np.isnan(turns)]
    whole = (numbers >= 1) & (numbers == np.rint(numbers))
    if not whole.all() or len(set(numbers.tolist())) < len(numbers):
        raise DataError(
            f"the column '{TURN}' must number outputs from 1 on, each once. Were two sheets drawn from the same "
            "labels? Give one of them."
        )
    for one, other, found in ((TURN, DRAWN_WITH, turns), (DRAWN_WITH, TURN, chances)):
        alone = int(np.sum(~np.isnan(found) & np.isnan(chances if found is turns else turns)))
        if alone:
            raise DataError(
                f"{counted(alone, 'output')} {'has' if alone == 1 else 'have'} a '{one}' and no '{other}': both are "
                "needed to weigh labels of outputs that were drawn. Give the sheet as it was written. If all labels "
                f"were chosen by lot, leave the column out: --without metrics={one}."
            )
    given = chances[~np.isnan(chances)]
    if not ((given > 0) & (given <= 1)).all():
        raise DataError(f"the column '{DRAWN_WITH}' must lie above 0, and be 1 at most: it is a chance.")


def _order(labelled: BoolArray, heard: BoolArray, turns: FloatArray) -> tuple[IntArray, IntArray]:
    """Return outputs with a label in the order of drawing, and those that were drawn and wait for one.

    Only those count before which no turn is missing. A turn of an output on which a judge is silent leaves no gap:
    what people say had no part in it.
    """
    sheet = np.flatnonzero(~np.isnan(turns))
    sheet = sheet[np.argsort(turns[sheet])]
    whole = (labelled | ~heard)[sheet] & (turns[sheet] == np.arange(1, len(sheet) + 1))
    counts = np.logical_and.accumulate(whole)
    first = np.flatnonzero(labelled & np.isnan(turns))
    here = heard[sheet]
    return np.concatenate([first, sheet[counts & here]]), sheet[~counts & here]


def _firsts(groups: IntArray) -> IntArray:
    """Return the places of the first of each group, in their order."""
    return np.sort(np.unique(groups, return_index=True)[1])


def _lots(table: ScoreTable) -> IntArray:
    """Return a number per output that is as good as drawn by lot, and the same whenever it is asked for."""
    names = (f"{system}\0{name}" for system in table.systems for name in table.inputs)
    found = [int.from_bytes(hashlib.sha256(name.encode()).digest()[:7], "big") for name in names]
    return np.array(found, dtype=np.intp)


def _one_of_each(groups: IntArray, heard: BoolArray, drawn: IntArray, lots: IntArray) -> IntArray:
    """Return one output of each group: one that was drawn, or the one that the lot fell on."""
    rest = np.flatnonzero(heard & ~np.isin(groups, groups[drawn]))
    rest = rest[np.argsort(lots[rest])]
    return np.sort(np.concatenate([drawn, rest[_firsts(groups[rest])]]))
