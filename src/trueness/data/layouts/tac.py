"""Read the judgements and per-instance ROUGE scores of TAC 2008 to 2011 from the user's own copy."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trueness.data.cells.columns import Layout
from trueness.data.files.open_file import open_text
from trueness.data.formats.jsonl import rows_from_records
from trueness.data.layouts.sacrerouge import Keep
from trueness.data.scores.mark_references import mark_references
from trueness.data.scores.merge import merge
from trueness.data.scores.score_table import Role, ScoreTable
from trueness.data.scores.table_from_rows import table_from_rows
from trueness.errors import FormatError, counted

PEER_COLUMNS = (
    *("modified_pyramid", "num_scus", "num_repetitions", None),
    *("modified_pyramid_jk", "linguistic_quality", "responsiveness"),
)
"""Columns of ``manual.peer`` after topic and summarizer; the fourth is not described."""
MODEL_COLUMNS = ("num_scus_jk", None, "modified_pyramid_jk", "linguistic_quality", "responsiveness")
"""Columns of ``manual.model`` after topic and summarizer."""

_ROUGE = re.compile(
    r"(?P<system>\S+)\s+(?P<type>ROUGE-\S+)\s+Eval\s+(?P<file>\S+)\s+R:(?P<r>\S+)\s+P:(?P<p>\S+)\s+F:(?P<f>\S+)\s*"
)
_PARTS = {"r": "recall", "p": "precision", "f": "f1"}


def read_tac(*paths: str | Path, keep: Keep = "peers", name: str | None = None) -> ScoreTable:
    """Read files of TAC 2008 to 2011: ``manual.peer``, ``manual.model`` and ROUGE's per-instance lines.

    The data are licensed by NIST and not public. Inputs are topics (``D0801-A``), systems the summarizers'
    ids: numbers are peers, letters are people, who write the models. Judgements of models and peers become
    one table; the jackknifed pyramid score ``modified_pyramid_jk`` is comparable between the two,
    ``modified_pyramid`` is not. ROUGE lines ``ID ROUGE-2 Eval FILE R:… P:… F:…`` become ``rouge-2_recall``
    and so on; the topic is what stands before the first point of FILE.

    Parameters
    ----------
    *paths : str or Path
        The files, compressed or not. What each is shows in its lines.
    keep : {'peers', 'all'}
        Whether people are left out, with a note, or kept; then the group ``type`` of systems says ``peer`` or
        ``reference``.
    name : str, optional
        What the table is called.

    Raises
    ------
    FormatError
        If a line is none of the three kinds, or a score is no number.
    DuplicateKeyError
        If a summarizer occurs twice for a topic in the judgements or in a ROUGE type.
    KeyMismatchError, DataError
        If judgements and ROUGE do not cover the same summaries, or disagree.
    """
    manual: list[tuple[int, dict[str, Any]]] = []
    rouge: dict[tuple[str, str], tuple[int, dict[str, Any]]] = {}
    people: set[str] = set()
    for path in paths:
        for row, line in _lines(path):
            match = _ROUGE.fullmatch(line)
            system = match["system"] if match else line.split()[1] if len(line.split()) > 1 else ""
            if system and not system.isdigit():
                people.add(system)
                if keep == "peers":
                    continue
            if match is None:
                manual.append((row, _judgement(line.split(), path, row)))
                continue
            topic, kind = match["file"].split(".")[0], match["type"].lower()
            _, record = rouge.setdefault((system, topic), (row, {"system": system, "input": topic}))
            if f"{kind}_recall" in record:
                raise FormatError(
                    f"summarizer '{system}' has a second score for topic '{topic}'.",
                    path=str(path),
                    row=row,
                    column=kind,
                )
            record |= {f"{kind}_{part}": match[key] for key, part in _PARTS.items()}
    source = ", ".join(map(str, paths))
    tables = [
        _table(records, source, role, name or "TAC")
        for records, role in ((manual, "human"), (list(rouge.values()), "metric"))
        if records
    ]
    if not tables:
        raise FormatError("rows of scores are missing.", path=source)
    table = merge(*tables)
    if keep == "all":
        return mark_references(table, people)
    if not people:
        return table
    note = f"{counted(len(people), 'human summarizer')} left out (keep='all' keeps them)"
    return dataclasses.replace(table, notes=(*table.notes, note))


def _lines(path: str | Path) -> Iterator[tuple[int, str]]:
    with open_text(path) as file:
        for row, line in enumerate(file, start=1):
            stripped = line.strip()
            if stripped and not set(stripped) <= {"-", "."}:  # ROUGE rules off its blocks
                yield row, stripped


def _judgement(fields: list[str], path: str | Path, row: int) -> dict[str, Any]:
    by_length = {len(columns) + 2: columns for columns in (PEER_COLUMNS, MODEL_COLUMNS)}
    columns = by_length.get(len(fields))
    if columns is None:
        raise FormatError(
            f"the line has {len(fields)} fields; manual.peer has 9, manual.model 7, and ROUGE writes "
            "'ID ROUGE-X Eval FILE R:… P:… F:…'.",
            path=str(path),
            row=row,
        )
    named = {column: field for column, field in zip(columns, fields[2:], strict=True) if column is not None}
    return {"system": fields[1], "input": fields[0], **named}


def _table(records: list[tuple[int, dict[str, Any]]], source: str, role: str, name: str) -> ScoreTable:
    raw = rows_from_records(records, source)
    scores: dict[str, tuple[str, str | None]] = {
        c: (c, None) for c in raw.names if c not in ("system", "input")
    }
    layout = Layout(system="system", input="input", scores=scores, declared=frozenset(scores))
    declared: Role = "human" if role == "human" else "metric"
    return table_from_rows(raw, layout=layout, role=declared, name=name)
