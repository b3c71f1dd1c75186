"""Read SacreROUGE's ``metrics.jsonl``: one object per summary, metrics nested."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from trueness.data.cells.columns import Layout, split_annotator
from trueness.data.formats.jsonl import flatten, read_records, rows_from_records
from trueness.data.scores.mark_references import mark_references
from trueness.data.scores.score_table import ScoreTable
from trueness.data.scores.table_from_rows import table_from_rows
from trueness.errors import FormatError, counted

Keep = Literal["peers", "all"]


def read_sacrerouge(
    path: str | Path, *, keep: Keep = "peers", drop_repeated: bool = False, name: str | None = None
) -> ScoreTable:
    """Read one file of SacreROUGE (Deutsch and Roth, 2020).

    Each line is ``{instance_id, summarizer_id, summarizer_type, metrics}``.
    Nested metrics get names joined by ``_`` (``rouge-1_f1``). A list of numbers is one per annotator, called
    1 to k, and makes the scorer a human one; other scorers have no role, as the format does not say.

    Parameters
    ----------
    path : str or Path
        The file, compressed or not.
    keep : {'peers', 'all'}
        Whether rows whose ``summarizer_type`` is ``reference`` are left out, with a note, or kept as systems;
        then the group ``type`` of systems says ``peer`` or ``reference``.
    drop_repeated, name
        As in `table_from_rows`.

    Raises
    ------
    FormatError
        If a field is missing, a metric is no number, no row is left, or a summarizer that is kept is a reference in one
        row and none in another.
    DuplicateKeyError
        If a summarizer occurs twice for an instance, unless `drop_repeated`.
    """
    is_reference: dict[str, bool] = {}
    raw = rows_from_records(_records(path, keep, is_reference), str(path))
    scores = {c: split_annotator(c) for c in raw.names if c not in ("summarizer_id", "instance_id")}
    layout = Layout(system="summarizer_id", input="instance_id", scores=scores, declared=frozenset(scores))
    table = table_from_rows(raw, layout=layout, drop_repeated=drop_repeated, name=name)
    references = {summarizer for summarizer, yes in is_reference.items() if yes}
    if keep == "all":
        return mark_references(table, references)
    if not references:
        return table
    note = f"{counted(len(references), 'reference summarizer')} left out (keep='all' keeps them)"
    return dataclasses.replace(table, notes=(*table.notes, note))


def _records(
    path: str | Path, keep: Keep, is_reference: dict[str, bool]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield rows with their flat records, and note of every summarizer whether it is a reference."""
    for row, record in read_records(path):
        metrics = record.get("metrics")
        if not isinstance(metrics, dict):
            raise FormatError(
                "the field must be an object; it is missing, or something else.",
                path=str(path),
                row=row,
                column="metrics",
            )
        summarizer, reference = str(record.get("summarizer_id")), record.get("summarizer_type") == "reference"
        if keep == "peers" and reference:
            is_reference[summarizer] = True
            continue
        if keep == "all" and is_reference.setdefault(summarizer, reference) != reference:
            raise FormatError(
                f"'{summarizer}' is a reference in some rows only.",
                path=str(path),
                row=row,
                column="summarizer_type",
                remedy="Give the reference another summarizer_id, or leave references out (keep='peers').",
            )
        keys = {key: record.get(key) for key in ("summarizer_id", "instance_id")}
        yield row, keys | flatten(metrics, str(path), row)
