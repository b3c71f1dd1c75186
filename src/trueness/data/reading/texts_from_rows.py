"""Canonical rows to texts."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trueness.data.cells.columns import ColumnMap
from trueness.data.cells.labels import label_orders
from trueness.data.reading.text_fields import TextFields, written_fields
from trueness.data.scores.leave_out import Leaving
from trueness.data.texts.leave_out_rows import leaving_rows
from trueness.data.texts.texts import Texts, duplicate_row


def texts_from_rows(
    rows: Iterable[Mapping[str, Any]],
    *,
    columns: ColumnMap | str | Mapping[str, str | Iterable[str]] | None = None,
    lower_is_better: Iterable[str] = (),
    name: str = "texts",
    path: str | None = None,
    row_numbers: Sequence[int] | None = None,
    missing: str | Iterable[str] | None = None,
    leaving: Leaving | None = None,
    labels: str | Iterable[str] | None = None,
    unnamed_system: bool = False,
) -> Texts:
    r"""Check canonical rows and return them as texts.

    Parameters
    ----------
    rows : iterable of mappings
        ``system``, ``input``, ``output`` and as available ``references`` (a list of texts), ``source``, ``document``
        and ``ratings`` (annotator to dimension to value). ``language`` and other usual names of groups (see
        `read_scores`) are groups. A text is a string, or the list of its sentences, which are
        joined by ``\n``. Every other field that holds numbers is a human dimension, ``dimension@annotator`` one
        annotator's; None is a missing value.
    columns : ColumnMap, str or mapping, optional
        Other names for ``system``, ``input``, ``output``, ``references``, ``source`` and ``document``; ``reference``,
        in place of ``references``: a field that holds one reference, not a list; ``groups``: the only fields that are
        groups beside ``document``; ``scorers``: the only fields that are human dimensions; ``ignore``: fields to leave
        out. ``system`` and ``input`` are also found by the names that
        they have in files of scores (``model``, ``doc_id``, …).
    lower_is_better : iterable of str
        The human dimensions where less is better.
    name : str
        What the texts are called.
    path : str, optional
        The file, for messages.
    row_numbers : sequence of int, optional
        The one-based line or record number of each row, for messages.
    missing : str or iterable of str, optional
        Values of human dimensions that mean that there is none, as in `read_scores`.
    leaving : Leaving, optional
        Which systems and inputs are left out, before anything is checked that concerns rows together.
    labels : str or iterable of str, optional
        Orders of labels in human dimensions, as in `read_scores`: ``'poor<fair<good'``.
    unnamed_system : bool
        Whether rows may lack a field of the system, as scores may: then all are of the one without a name.

    Raises
    ------
    FormatError
        If a row lacks a field it needs or a field does not hold what it should; the message names file, row
        and field.
    DuplicateKeyError
        If two rows have the same system and input.
    ArgumentError
        If `columns` gives a meaning that texts do not have.
    UnknownNameError
        If `columns`, `lower_is_better` or `leaving` names something that is not there.
    DataError
        If `leaving` leaves nothing.
    """
    rows = list(rows)
    at = list(row_numbers) if row_numbers is not None else list(range(1, len(rows) + 1))
    where = path or name
    fields = TextFields(columns, where, missing, unnamed_system=unnamed_system)
    found = fields.rows(rows, at)
    written = written_fields(fields, [(rows, at)], label_orders(labels))
    if written.meanings:
        fields = TextFields(columns, where, missing, written, unnamed_system=unnamed_system)
        found = fields.rows(rows, at)
    gone = leaving_rows(leaving or Leaving(), found, where)
    stay = [gone.stays(systems=row.system, inputs=row.input) for row in found]
    found, at = list(itertools.compress(found, stay)), list(itertools.compress(at, stay))
    notes = (*fields.finish(), *gone.notes)
    seen: dict[tuple[str, str], int] = {}
    for row, number in zip(found, at, strict=True):
        before = seen.setdefault((row.system, row.input), number)
        if before != number:
            raise duplicate_row(where, row, before, number)
    return Texts(
        tuple(found), lower_is_better=tuple(lower_is_better), name=name, notes=notes, labels=written.labels
    )
