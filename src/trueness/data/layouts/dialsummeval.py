"""Read DialSummEval: judgements, metrics and outputs of dialogue summarizers, joined by the outputs' text."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from trueness.data.cells.columns import Layout, split_annotator
from trueness.data.files.open_file import COMPRESSIONS, open_text
from trueness.data.formats.delimited import read_delimited
from trueness.data.formats.jsonl import read_records, rows_from_records
from trueness.data.layouts.sacrerouge import Keep
from trueness.data.scores.mark_references import mark_references
from trueness.data.scores.score_table import ScoreTable
from trueness.data.scores.table_from_rows import table_from_rows
from trueness.errors import FormatError, KeyMismatchError, listing

REFERENCE = "A"
"""The "system" that is the human reference itself."""

LOWER_IS_BETTER = ("ppl",)
"""Perplexity. The factuality scores ``dae`` and ``factcc_cls`` are shares of what the dialogue supports,
larger being better: LONGEST-3 and LEAD-3 (B, C) copy turns, which cannot contradict the dialogue, and get .93
and 1; the others get .0 to .35."""


LONGEST_NAME = 100
"""Letters of a system's name; files that are named after longer ones cannot exist everywhere."""


def read_dialsummeval(folder: str | Path, *, keep: Keep = "peers", name: str | None = None) -> ScoreTable:
    """Read DialSummEval (Gao and Wan, 2022, NAACL): 14 systems x 100 inputs x 3 annotators, 32 metrics.

    Systems are called by their letters: A reference, B LONGEST-3, C LEAD-3, D PGN, E Transformer, F BART, G
    PEGASUS, H UniLM, I CODS, J ConvoSumm, K MV-BART, L PLM, M PNEP, N S-BART. Metric rows are in the order of
    ``summaries/X.txt``, the judgements in another: they are joined by the outputs' text.

    Parameters
    ----------
    folder : str or Path
        Holds ``human_judgment.jsonl``, ``metrics/X.csv`` and ``summaries/X.txt``, compressed or not.
    keep : {'peers', 'all'}
        Whether system A, the reference, is left out, with a note, or kept; then the group ``type`` of systems says
        ``peer`` or ``reference``.
    name : str, optional
        What the table is called.

    Raises
    ------
    FormatError
        If a file or field is missing, or a score is no number.
    KeyMismatchError
        If outputs and judgements of a system are not of the same texts.
    DuplicateKeyError
        If a system occurs twice for a dialogue.
    """
    folder = Path(folder)
    judgements = _judgements(_file(folder, "human_judgment.jsonl"), keep)
    records: list[tuple[int, dict[str, Any]]] = []
    for system, rows in judgements.items():
        metrics = _metrics(folder, system)
        by_text = {text: record for text, _, record in rows}
        if (
            len(by_text) < len(rows)
            or len(metrics) != len(rows)
            or {text for text, _ in metrics} != set(by_text)
        ):
            odd = listing(sorted({text for text, _ in metrics} ^ set(by_text)), 1)
            raise KeyMismatchError(
                f"{folder}: system {system} has {len(rows)} judged outputs and {len(metrics)} with "
                f"metrics; they must pair one to one by their text{': ' + odd if odd else ''}."
            )
        scores = dict(metrics)
        records += [(row, {**record, **scores[text]}) for text, row, record in rows]
    raw = rows_from_records(records, str(folder))
    scores_layout = {c: split_annotator(c) for c in raw.names if c not in ("system", "input")}
    layout = Layout(system="system", input="input", scores=scores_layout, declared=frozenset(scores_layout))
    table = table_from_rows(raw, layout=layout, role="metric", name=name or "DialSummEval")
    table = table.with_orientation(lower_is_better=[n for n in LOWER_IS_BETTER if n in table.scorer_names])
    if keep == "all":
        return mark_references(table, {REFERENCE})
    note = f"system {REFERENCE}, the human reference itself, left out (keep='all' keeps it)"
    return dataclasses.replace(table, notes=(*table.notes, note))


def _judgements(path: Path, keep: Keep) -> dict[str, list[tuple[str, int, dict[str, Any]]]]:
    """Return per system the judged outputs: text, row and flat record."""
    found: dict[str, list[tuple[str, int, dict[str, Any]]]] = {}
    for row, record in read_records(path):
        for field, kind in (("id", (str, int)), ("model_id", str), ("summary", str), ("annotations", list)):
            if not isinstance(record.get(field), kind):
                raise FormatError(
                    "the field is missing or of another kind.", path=str(path), row=row, column=field
                )
        if keep == "peers" and record["model_id"] == REFERENCE:
            continue
        flat: dict[str, Any] = {"system": record["model_id"], "input": record["id"]}
        for k, judgement in enumerate(record["annotations"], start=1):
            if not isinstance(judgement, dict):
                raise FormatError(
                    "a judgement must be an object.", path=str(path), row=row, column="annotations"
                )
            flat |= {f"{dimension}@{k}": value for dimension, value in judgement.items()}
        found.setdefault(record["model_id"], []).append((record["summary"], row, flat))
    return found


def _metrics(folder: Path, system: str) -> list[tuple[str, dict[str, Any]]]:
    """Return text and metrics of every output of a system."""
    if not system.isalnum() or len(system) > LONGEST_NAME:
        raise FormatError(f"a system called {system!r} cannot be a file name here.", path=str(folder))
    table, texts = _file(folder, f"metrics/{system}.csv"), _file(folder, f"summaries/{system}.txt")
    with open_text(texts, newline="\n") as file:
        lines = [line.rstrip("\n") for line in file]
    raw = read_delimited(table)
    rows = [cells for chunk in raw.chunks for cells in zip(*chunk.columns, strict=True)]
    if len(rows) != len(lines):
        raise KeyMismatchError(f"{table} has {len(rows)} rows, but {texts} has {len(lines)} lines.")
    return [(line, dict(zip(raw.names, cells, strict=True))) for line, cells in zip(lines, rows, strict=True)]


def _file(folder: Path, name: str) -> Path:
    candidates = [folder / name, *(folder / f"{name}{suffix}" for suffix in COMPRESSIONS)]
    for path in candidates:
        if path.is_file():
            return path
    raise FormatError(f"the folder lacks the file '{name}' (or {name}.gz).", path=str(folder))


def is_dialsummeval(folder: Path) -> bool:
    """Whether a folder looks like DialSummEval."""
    return any((folder / f"human_judgment.jsonl{suffix}").is_file() for suffix in ("", *COMPRESSIONS))
