"""Read scores of the WMT metrics tasks up to 2021: one file per metric, one of human scores."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from trueness.data.cells.numbers import MISSING_WORDS
from trueness.data.files.open_file import starts_with
from trueness.data.layouts.score_lines import read_fields, read_numbers
from trueness.data.layouts.wmt_segments import (
    bare_name,
    header_fields,
    is_score,
    is_segment_file,
    metric_lines,
    read_segment_pairs,
)
from trueness.data.scores.score_table import Role, Scorer, ScoreTable
from trueness.data.scores.table_notes import table_notes
from trueness.errors import DuplicateKeyError, FormatError, SeveralTablesError, counted, listing, unknown_name

METRIC_LINE = ("METRIC", "LANGUAGES", "TESTSET", "SYSTEM", "SCORE")
METRIC_LINE_OF_REFERENCES = ("METRIC", "LANGUAGES", "TESTSET", "REFSET", "SYSTEM", "SCORE")
"""Of 2020 and 2021, when metrics were scored against several sets of references."""

HUMAN_LINE = ("LP", "HUMAN", "SYSTEM")

_METRIC_ENDING = ".sys.score"
_HUMAN_ENDING = "-syslevel.csv"


def read_wmt(*paths: str | Path, languages: str | None = None, name: str | None = None) -> ScoreTable:
    """Read one language pair of the system-level scores of a WMT metrics task.

    Parameters
    ----------
    *paths : str or Path
        As in `read_wmt_pairs`.
    languages : str, optional
        The language pair, such as ``de-en``; not needed where there is one.
    name : str, optional
        What the table is called; by default after test set and language pair.

    Raises
    ------
    UnknownNameError
        If there is no such language pair.
    FormatError
        If there are several language pairs and none is named; else as `read_wmt_pairs`.
    DuplicateKeyError
        As `read_wmt_pairs`.
    """
    tables = read_wmt_pairs(*paths)
    if languages is None:
        if len(tables) > 1:
            raise SeveralTablesError.of("language pair", tables, ", ".join(map(str, paths)))
        languages = next(iter(tables))
    if languages not in tables:
        raise unknown_name("language pair", languages, tables)
    table = tables[languages]
    return dataclasses.replace(table, name=name) if name else table


def read_wmt_pairs(*paths: str | Path) -> dict[str, ScoreTable]:
    """Read the system-level scores of a WMT metrics task: language pair to table, in the order of the files.

    Files of metrics, ``METRIC.sys.score``, hold lines ``METRIC LANGUAGES TESTSET SYSTEM SCORE``, since 2020 with a
    reference set before the system, what follows being of no use here; the one of human scores, ``DA-syslevel.csv``, a
    header ``LP HUMAN SYSTEM`` and such lines. Files with other names are known by such lines. Fields are separated by
    tabs or blanks; a name with blanks is possible between tabs only.

    Files of segments are read where they are named, or a folder has no others (see `read_segment_pairs`).

    Where a language pair has several reference sets, each is a table of its own, ``de-en.newstestB2020``, and human
    scores, which know of none, are in all of them.

    A score is about a system's whole output, so every table has one input, the test set, and the system level is
    the only one it has. Larger is better for all: in 2019 the organizers' error rates (TER, WER, PER, CDER) and
    the participants' (CharacTER, EED) were stored turned round. Where one is not, declare that.

    Parameters
    ----------
    *paths : str or Path
        Files, compressed or not, or folders in which those of the two names above are read.

    Returns
    -------
    dict of str to ScoreTable
        Per language pair the systems of the human scores, then those that only a metric has; scorers in the order
        of the files, the human one, called after its file (``DA``), first.

    Raises
    ------
    FormatError
        If there is no such file, a line is of another form, a score is no number, or a language pair has two test
        sets.
    DuplicateKeyError
        If a scorer has two scores for a system of a language pair.
    """
    if segments := _segment_files(paths):
        return read_segment_pairs(segments)
    humans, metrics, unread = _files(paths)
    scores = [*_human_scores(humans), *_metric_scores(metrics)]
    if not scores:
        raise FormatError("rows of scores are missing.", path=", ".join(map(str, paths)))
    pairs: dict[str, list[_Score]] = {}
    for score in scores:
        pairs.setdefault(score.languages, []).append(score)
    for languages in list(pairs):
        pairs |= _by_references(languages, pairs.pop(languages))
    note = (
        [f"{counted(len(unread), 'file')} not read, no system-level scores: {listing(unread, 4)}"]
        if unread
        else []
    )
    return {languages: _table(languages, rows, note) for languages, rows in pairs.items()}


def is_wmt(path: Path, start: bytes = b"") -> bool:
    """Whether a folder, or a file with the first bytes `start`, looks like system-level scores of WMT."""
    if path.is_dir():
        return any(
            bare_name(part).endswith(_METRIC_ENDING) or is_segment_file(part)
            for part in path.iterdir()
            if part.is_file()
        )
    called = bare_name(path).endswith(_METRIC_ENDING) or is_segment_file(path) or _has_human_header(start)
    return called or _has_lines_of_systems(start)


def _has_lines_of_systems(start: bytes) -> bool:
    """Return whether a file begins with lines of a metric's scores, one for each system, whatever it is called."""
    lines = metric_lines(start)
    of_references = all(
        len(line) == len(METRIC_LINE_OF_REFERENCES) and not is_score(line[4]) for line in lines
    )
    at = METRIC_LINE_OF_REFERENCES.index("SYSTEM") if of_references else METRIC_LINE.index("SYSTEM")
    systems = {(*line[:2], *line[3 : at + 1]) for line in lines}
    return len(lines) == len(systems) > 0 and all(is_score(line[at + 1]) for line in lines)


class _Score(NamedTuple):
    path: Path
    row: int
    scorer: Scorer
    languages: str
    test_set: str | None
    system: str
    value: float
    references: str | None = None


def _by_references(languages: str, scores: list[_Score]) -> dict[str, list[_Score]]:
    """Return the scores of a language pair by the name of their table: one for each reference set, if several."""
    sets = dict.fromkeys(score.references for score in scores if score.references is not None)
    if len(sets) < 2:
        return {languages: scores}
    return {
        f"{languages}.{one}": [score for score in scores if score.references in (one, None)] for one in sets
    }


def _files(paths: Iterable[str | Path]) -> tuple[list[Path], list[Path], list[str]]:
    """Sort the files into human scores, metrics and those of a folder that are neither."""
    humans: list[Path] = []
    metrics: list[Path] = []
    unread: list[str] = []
    for path in map(Path, paths):
        for part in sorted(path.iterdir()) if path.is_dir() else [path]:
            if path.is_dir() and (part.name.startswith(".") or not part.is_file()):
                continue
            if _is_human(part):
                humans.append(part)
            elif bare_name(part).endswith(_METRIC_ENDING) or not path.is_dir():
                metrics.append(part)
            else:
                unread.append(part.name)
    if not humans and not metrics:
        raise FormatError(
            f"a file 'METRIC{_METRIC_ENDING}' or 'DA{_HUMAN_ENDING}' is needed; both are missing.",
            path=", ".join(map(str, paths)),
        )
    return humans, metrics, unread


def _segment_files(paths: Iterable[str | Path]) -> list[Path]:
    """Return the files of segment-level scores, if there are no others; none if there are.

    Raises
    ------
    FormatError
        If files of both kinds are named.
    """
    named = list(map(Path, paths))
    parts = [part for path in named for part in (sorted(path.iterdir()) if path.is_dir() else [path])]
    segments = [part for part in parts if part.is_file() and is_segment_file(part)]
    others = [part for part in parts if bare_name(part).endswith(_METRIC_ENDING)]
    if segments and any(one in named for one in segments) and others:
        raise FormatError(
            f"this file is about segments, '{others[0].name}' about systems: they are no one table.",
            path=str(segments[0]),
            remedy="Give files of one kind.",
        )
    return [] if others else segments


def _is_human(path: Path) -> bool:
    return bare_name(path).lower().endswith(".csv") and _has_human_header(starts_with(path, 64))


def _has_human_header(start: bytes) -> bool:
    return header_fields(start) == list(HUMAN_LINE)


def _human_scores(paths: Iterable[Path]) -> Iterator[_Score]:
    for path in paths:
        lines = read_fields(path, HUMAN_LINE)[1:]
        rows = range(2, len(lines) + 2)
        scorer = Scorer(bare_name(path).rsplit(".", 1)[0].removesuffix("-syslevel"), "human")
        values = read_numbers([line[1] for line in lines], path, "HUMAN", rows)
        for row, (languages, _, system), value in zip(rows, lines, values.tolist(), strict=True):
            yield _Score(
                path=path,
                row=row,
                scorer=scorer,
                languages=languages,
                test_set=None,
                system=system,
                value=value,
            )


def _metric_scores(paths: Iterable[Path]) -> Iterator[_Score]:
    role: Role = "metric"
    for path in paths:
        lines = read_fields(path, METRIC_LINE, more=True)
        rows = range(1, len(lines) + 1)
        more = _has_references(lines)
        values = read_numbers([line[4 + more] for line in lines], path, "SCORE", rows)
        for row, line, value in zip(rows, lines, values.tolist(), strict=True):
            metric, languages, test_set, *references, system = line[: 4 + more]
            if not (metric and languages and test_set and system):
                raise FormatError("a field before the score is empty.", path=str(path), row=row)
            yield _Score(
                path=path,
                row=row,
                scorer=Scorer(metric, role),
                languages=languages,
                test_set=test_set,
                system=system,
                value=value,
                references=references[0] if references else None,
            )


def _has_references(lines: list[list[str]]) -> bool:
    """Return whether every line has a score in the sixth field, and some none in the fifth: that is the system then."""
    width = len(METRIC_LINE_OF_REFERENCES)
    return all(len(line) >= width and _is_score(line[width - 1]) for line in lines) and not all(
        _is_score(line[width - 2]) for line in lines
    )


def _is_score(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return cell.strip().casefold() in MISSING_WORDS
    return True


def _table(languages: str, rows: list[_Score], notes: list[str]) -> ScoreTable:
    """Arrange the scores of one language pair."""
    first: dict[tuple[str, str], _Score] = {}
    test_sets: dict[str, _Score] = {}
    for score in rows:
        before = first.setdefault((score.scorer.name, score.system), score)
        if before is not score:
            raise DuplicateKeyError(
                f"{score.path}, row {score.row}: '{score.scorer.name}' has a second score for system "
                f"'{score.system}' of '{languages}'; the first is in {before.path}, row {before.row}. Remove one."
            )
        if score.test_set is not None:
            test_sets.setdefault(score.test_set, score)
    if len(test_sets) > 1:
        one, other = list(test_sets)[:2]
        raise FormatError(
            f"the scores of '{languages}' are of two test sets, '{one}' and '{other}'.",
            path=str(test_sets[other].path),
            row=test_sets[other].row,
            column="TESTSET",
            remedy="Keep the files of different test sets in different folders.",
        )
    test_set = next(iter(test_sets), "test set")
    scorers = tuple({score.scorer.name: score.scorer for score in rows}.values())
    systems = tuple(dict.fromkeys(score.system for score in rows))
    values = np.full((len(scorers), len(systems), 1), np.nan)
    at = {scorer.name: s for s, scorer in enumerate(scorers)}
    row_of = {system: i for i, system in enumerate(systems)}
    for score in rows:
        values[at[score.scorer.name], row_of[score.system], 0] = score.value
    table = ScoreTable(scorers, systems, (test_set,), values, name=f"{test_set} {languages}")
    return dataclasses.replace(table, notes=(*notes, *_lacking(table), *table_notes(table)))


def _lacking(table: ScoreTable) -> Iterator[str]:
    """Say which scorers lack a system that another has."""
    lacking: dict[tuple[str, ...], list[str]] = {}
    for scorer in table.scorers:
        gone = np.isnan(table.matrix(scorer.name)[:, 0])
        lacks = tuple(system for system, nothing in zip(table.systems, gone, strict=True) if nothing)
        if lacks:
            lacking.setdefault(lacks, []).append(scorer.name)
    for lacks, names in lacking.items():
        yield f"{counted(len(lacks), 'system')} without a score by {listing(names)}: {listing(lacks)}"
