"""What rows of all studies share: cautions, verdicts, and resamples without a value."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, Literal, Protocol, TypeVar

from trueness.columns.explained import explained
from trueness.data.pocket import POCKET_NOTE
from trueness.result import Row, fields_of

Verdict = Literal["better", "worse", "not separated", "equivalent", "undecided", "undefined"]


HUMAN_LIKE = "by name and range a human score"
"""What a note says of scorers that may be no metrics."""


@explained()
@dataclasses.dataclass(frozen=True)
class Caution:
    """Something a reader of the numbers has to know."""

    code: str
    severity: Literal["note", "warning"]
    message: str


def data_notes(notes: Iterable[str]) -> tuple[Caution, ...]:
    """Return notes on the data as cautions; that they are no evidence, or metrics may be people, is a warning."""
    return tuple(map(_data_note, notes))


def _data_note(note: str) -> Caution:
    if note == POCKET_NOTE:
        return Caution("no_evidence", "warning", note)
    if HUMAN_LIKE in note:
        return Caution("human_as_metric", "warning", note)
    return Caution("data_note", "note", note)


def as_row(item: Any) -> Row:
    """Return a row dataclass as a dict."""
    return fields_of(item)


MANY_UNDEFINED_RESAMPLES = 0.05
"""A larger share of resamples without a value is said beside the number."""


class Resampled(Protocol):
    """A row that rests on resamples."""

    @property
    def n_undefined_resamples(self) -> int:
        """Resamples without a value."""

    @property
    def resamples(self) -> int:
        """All resamples; 0 where there are none."""


ResampledRow = TypeVar("ResampledRow", bound=Resampled)


def undefined_resamples(rows: Iterable[ResampledRow]) -> list[ResampledRow]:
    """Return the rows whose share of resamples without a value is above `MANY_UNDEFINED_RESAMPLES`."""
    return [
        row
        for row in rows
        if row.resamples and row.n_undefined_resamples > MANY_UNDEFINED_RESAMPLES * row.resamples
    ]


@dataclasses.dataclass(frozen=True)
class NextQuestion:
    """A question that comes next.

    Attributes
    ----------
    command : str
        With its question: ``judge --annotators``.
    options : tuple of str
        What it asks beside the data and how they are read: ``--metrics``, ``bleu,chrf``.
    """

    command: str
    options: tuple[str, ...] = ()
