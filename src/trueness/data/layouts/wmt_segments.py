"""Read segment-level scores of the WMT metrics tasks up to 2021: a file per metric, a file of people per pair."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from trueness.data.cells.raw_rows import is_number
from trueness.data.files.open_file import COMPRESSIONS, starts_with
from trueness.data.layouts.score_lines import read_fields, read_numbers
from trueness.data.scores.score_table import FloatArray, Scorer, ScoreTable
from trueness.data.scores.table_notes import table_notes
from trueness.errors import DuplicateKeyError, FormatError, counted

SEGMENT_LINE = ("METRIC", "LANGUAGES", "TESTSET", "REFSET", "SYSTEM", "DOCUMENT", "SEGMENT", "SCORE")
OLD_SEGMENT_LINE = ("METRIC", "LANGUAGES", "TESTSET", "SYSTEM", "SEGMENT", "SCORE")
"""Up to 2019, when there was one reference and segments were numbered through; more fields may follow."""

SEGMENT_ENDING = ".seg.score"
HUMAN_LINE = ("SYS", "SEGID", "RAW.SCR", "Z.SCR", "N", "SID")
OLD_HUMAN_LINE = ("SYS", "SID", "RAW.SCR", "Z.SCR", "N")
"""Of files ``ad-seg-scores-LANGUAGES.csv``, whose segments are numbered through."""

PAIRS_LINE = ("LP", "DATA", "SYSTEM", "SID", "HUMAN")
"""Of people's scores up to 2017, all language pairs in one file, ``DA-seglevel.csv``."""

HUMAN_SCORES = {"RAW.SCR": 2, "Z.SCR": 3}
"""The human scores of a segment, and their fields; the second are standardized by annotator."""

_HUMAN_FILE = re.compile(r"(?:metrics-)?ad-seg-scores-(?P<languages>[a-z]{2,3}-[a-z]{2,3})\.csv")


class _Column(NamedTuple):
    """The scores of one scorer for a language pair and, of metrics, a reference set."""

    path: Path
    references: str | None
    scorer: Scorer
    rows: list[int]
    systems: list[str]
    segments: list[str]
    values: FloatArray


_LANGUAGES = re.compile(r"[a-z]{2,3}-[a-z]{2,3}")


def is_segment_file(path: Path) -> bool:
    """Return whether a file is called like segment-level scores of WMT, of a metric or people, or has such lines."""
    name = bare_name(path)
    if name.endswith(SEGMENT_ENDING) or _HUMAN_FILE.fullmatch(name) is not None:
        return True
    if path.is_dir():
        return False
    start = starts_with(path, LOOKED_AT)
    if header_fields(start) == list(PAIRS_LINE):
        return True
    lines = metric_lines(start)
    return bool(lines) and (all(map(_is_line, lines)) or all(map(_is_old_line, lines)))


def _is_line(fields: Sequence[str]) -> bool:
    return len(fields) >= len(SEGMENT_LINE) and is_score(fields[len(SEGMENT_LINE) - 1])


def _is_old_line(fields: Sequence[str]) -> bool:
    """Return whether a line has the number of a segment and a score behind the system, and no set of references."""
    if len(fields) < len(OLD_SEGMENT_LINE) or fields[2] == fields[3]:
        return False
    return fields[4].isdecimal() and is_score(fields[5])


LOOKED_AT = 4096
"""Bytes of a file among which lines are looked for."""


def header_fields(start: bytes) -> list[str]:
    """Return the fields of the first line of a file, in capitals; none where it is no text."""
    first, *_ = [*start.removeprefix(b"\xef\xbb\xbf").splitlines(), b""]
    try:
        return first.decode().upper().split()
    except UnicodeDecodeError:
        return []


def metric_lines(start: bytes) -> list[list[str]]:
    """Return the fields of the first lines of a file where they are those of metrics, two at least; else none.

    A line begins with the metric, a language pair and the test set, which is the same in all.

    Parameters
    ----------
    start : bytes
        The first bytes; a line that they cut in two does not count.
    """
    whole = start[: start.rfind(b"\n") + 1].removeprefix(b"\xef\xbb\xbf")
    try:
        lines = [line.split() for line in whole.decode().splitlines() if line.strip()]
    except UnicodeDecodeError:
        return []
    fits = all(len(line) >= 5 and _LANGUAGES.fullmatch(line[1]) for line in lines)
    one = len({line[2] for line in lines if len(line) > 2}) == 1
    return lines if len(lines) > 1 and fits and one else []


def is_score(text: str) -> bool:
    """Return whether a field holds a number, or says that there is none."""
    return is_number(text) or text.casefold() == "none"


def bare_name(path: Path) -> str:
    """Return the name of a file without the ending of its compression."""
    return path.stem if path.suffix.lower() in COMPRESSIONS else path.name


def read_segment_pairs(paths: Iterable[Path]) -> dict[str, ScoreTable]:
    """Read segment-level scores of a WMT metrics task: language pair to table.

    Files of metrics, ``METRIC.seg.score``, hold lines ``METRIC LANGUAGES TESTSET REFSET SYSTEM DOCUMENT SEGMENT
    SCORE``, up to 2019 ``METRIC LANGUAGES TESTSET SYSTEM SEGMENT SCORE``, and what follows is of no use here; those of
    people, ``metrics-ad-seg-scores-LANGUAGES.csv``, a header ``SYS SEGID RAW.SCR Z.SCR N SID`` and such lines, up to
    2019 ``ad-seg-scores-LANGUAGES.csv`` with ``SYS SID RAW.SCR Z.SCR N``, or ``DA-seglevel.csv`` with ``LP DATA SYSTEM
    SID HUMAN``. An input is called ``DOCUMENT::SEGMENT`` where documents are named. Pairs that people did not judge
    have metrics alone. Of several reference sets that of the test set's own name is read; where none has it, each is a
    table, ``de-en.refA``.

    Parameters
    ----------
    paths : iterable of Path
        Files for which `is_segment_file` holds.

    Returns
    -------
    dict of str to ScoreTable
        People's scores, raw and standardized, are scorers ``RAW.SCR`` and ``Z.SCR``; in ``DA-seglevel.csv`` one is
        called after the file.

    Raises
    ------
    FormatError
        If a line is of another form, or a score is no number.
    DuplicateKeyError
        If a scorer has two scores for a segment of a system.
    """
    columns: dict[str, list[_Column]] = {}
    for path in paths:
        for languages, column in _columns(path):
            columns.setdefault(languages, []).append(column)
    return {
        name: _table(name, found)
        for languages, all_ in columns.items()
        for name, found in _by_references(languages, all_).items()
    }


def _columns(path: Path) -> Iterator[tuple[str, _Column]]:
    """Yield the columns of a file of people, or of metrics, each with its language pair."""
    human = _HUMAN_FILE.fullmatch(bare_name(path))
    if human is not None:
        return _of_people(path, human["languages"])
    of_pairs = header_fields(starts_with(path, LOOKED_AT)) == list(PAIRS_LINE)
    return _of_pairs(path) if of_pairs else _of_metric(path)


def _of_pairs(path: Path) -> Iterator[tuple[str, _Column]]:
    lines = read_fields(path, PAIRS_LINE)[1:]
    values = read_numbers([line[4] for line in lines], path, "HUMAN", range(2, len(lines) + 2))
    places: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        places.setdefault(line[0], []).append(at)
    scorer = Scorer(bare_name(path).rsplit(".", 1)[0].removesuffix("-seglevel"), "human")
    for languages, mine in places.items():
        yield (
            languages,
            _Column(
                path=path,
                references=None,
                scorer=scorer,
                rows=[at + 2 for at in mine],
                systems=[lines[at][2] for at in mine],
                segments=[lines[at][3] for at in mine],
                values=values[mine],
            ),
        )


def _by_references(languages: str, columns: list[_Column]) -> dict[str, list[_Column]]:
    """Return the columns of a language pair by the name of their table: one for each reference set, if several."""
    sets = dict.fromkeys(one.references for one in columns if one.references is not None)
    if len(sets) < 2:
        return {languages: columns}
    return {
        f"{languages}.{name}": [one for one in columns if one.references in (name, None)] for name in sets
    }


def _of_people(path: Path, languages: str) -> Iterator[tuple[str, _Column]]:
    named = header_fields(starts_with(path, LOOKED_AT))
    layout = OLD_HUMAN_LINE if named == list(OLD_HUMAN_LINE) else HUMAN_LINE
    header, *lines = read_fields(path, layout)
    if header != list(layout):
        raise FormatError(f"the header is not {' '.join(HUMAN_LINE)}.", path=str(path), row=1)
    rows = list(range(2, len(lines) + 2))
    systems, segments = [line[0] for line in lines], [line[1] for line in lines]
    for name, at in HUMAN_SCORES.items():
        values = read_numbers([line[at] for line in lines], path, name, rows)
        yield (
            languages,
            _Column(
                path=path,
                references=None,
                scorer=Scorer(name, "human"),
                rows=rows,
                systems=systems,
                segments=segments,
                values=values,
            ),
        )


def _of_metric(path: Path) -> Iterator[tuple[str, _Column]]:
    lines = read_fields(path, OLD_SEGMENT_LINE, more=True)
    old = not _is_line(lines[0])
    layout = OLD_SEGMENT_LINE if old else SEGMENT_LINE
    at_score = len(layout) - 1
    by_pair: dict[tuple[str, str], dict[str, list[int]]] = {}
    for row, line in enumerate(lines):
        if len(line) != len(lines[0]):
            raise FormatError(
                f"the line has {counted(len(line), 'field')}; the first has {len(lines[0])}: {' '.join(layout)}.",
                path=str(path),
                row=row + 1,
                remedy="Is the file cut off, or of another format?",
            )
        metric, languages, test_set, references = line[:4]
        sets = by_pair.setdefault((metric, languages), {})
        sets.setdefault(test_set if old else references, []).append(row)
    for (metric, languages), sets in by_pair.items():
        own = {lines[places[0]][2] for places in sets.values()} & sets.keys()
        for references, places in sets.items():
            if own and references not in own:
                continue
            rows = [at + 1 for at in places]
            chosen = [lines[at] for at in places]
            column = _Column(
                path=path,
                references=None if own else references,
                scorer=Scorer(metric, "metric"),
                rows=rows,
                systems=[line[3 if old else 4] for line in chosen],
                segments=[line[4] if old else f"{line[5]}::{line[6]}" for line in chosen],
                values=read_numbers([line[at_score] for line in chosen], path, "SCORE", rows),
            )
            yield languages, column


def _table(languages: str, columns: list[_Column]) -> ScoreTable:
    """Arrange the columns of one language pair."""
    systems = {name: k for k, name in enumerate(dict.fromkeys(s for one in columns for s in one.systems))}
    segments = {name: k for k, name in enumerate(dict.fromkeys(s for one in columns for s in one.segments))}
    values = np.full((len(columns), len(systems), len(segments)), np.nan)
    for column, matrix in zip(columns, values, strict=True):
        of_system = np.array([systems[name] for name in column.systems])
        of_segment = np.array([segments[name] for name in column.segments])
        flat = of_system * len(segments) + of_segment
        unique, first = np.unique(flat, return_index=True)
        if len(unique) < len(flat):
            again = int(np.setdiff1d(np.arange(len(flat)), first)[0])
            raise DuplicateKeyError(
                f"{column.path}, row {column.rows[again]}: '{column.scorer.name}' has a second score for segment "
                f"'{column.segments[again]}' of '{column.systems[again]}'. Remove one."
            )
        matrix.flat[flat] = column.values
    documents = tuple(name.rpartition("::")[0] for name in segments)
    table = ScoreTable(
        tuple(column.scorer for column in columns),
        tuple(systems),
        tuple(segments),
        values,
        input_groups={"document": documents} if any(documents) else {},
        name=languages,
    )
    return dataclasses.replace(table, notes=(*table.notes, *table_notes(table)))
