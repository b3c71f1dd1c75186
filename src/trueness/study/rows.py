"""What rows of all studies share: cautions and verdicts."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, Literal

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
