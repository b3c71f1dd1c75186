"""Read several score tables, such as all language pairs of a test set, for one analysis of them all."""

from __future__ import annotations

import dataclasses
import fnmatch
import functools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from trueness.data.cells.columns import ColumnMap
from trueness.data.formats.spreadsheet import SPREADSHEETS, sheets_with_rows
from trueness.data.layouts.evalset import read_evalset
from trueness.data.layouts.evalset_files import evalset_files, language_pairs
from trueness.data.layouts.sacrerouge import Keep
from trueness.data.layouts.wmt import read_wmt_pairs
from trueness.data.reading.read import USES, read_groups, read_scores
from trueness.data.recognising.recognise import recognise
from trueness.data.scores.braces import alternatives
from trueness.data.scores.join_alike import join_alike
from trueness.data.scores.leave_out import TABLES, Leaving, leave_out_of_each
from trueness.data.scores.merge import Join
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError, counted, listing, unknown_name


def read_tables(
    *sources: Any,
    parts: str | Iterable[str] | None = None,
    by: str | None = None,
    format: str | None = None,
    columns: ColumnMap | str | Mapping[str, str | Iterable[str]] | None = None,
    labels: str | Iterable[str] | None = None,
    missing_values: str | Iterable[str] | None = None,
    header_row: int | None = None,
    join: Join = "exact",
    keep: Keep = "peers",
    drop_repeated: bool = False,
    base_names: bool = False,
    only: str | Iterable[str] | None = None,
    without: str | Iterable[str] | None = None,
    mqm_weights: Mapping[str, float] | str | None = None,
) -> dict[str, ScoreTable]:
    """Read score tables by name: every language pair of a test set, every file of scores.

    Parameters
    ----------
    *sources : str, Path, dataframe, ScoreTable or mapping
        A test set's folder of mt-metrics-eval is a table per language pair; so are the files, or the folder, of
        system-level scores of a WMT metrics task, read together. A spreadsheet is a table per sheet, called after the
        sheet where several have rows. Any other source is one table, called after its file.
        A mapping names tables itself: table to source, or to several that are joined to one table, such as human
        ratings and scores of metrics.
    parts : str or iterable of str, optional
        Shell patterns of the tables to read (``'*-en'``). In a test set of mt-metrics-eval ``'en-de.sys'`` or
        ``'*.sys'`` says what scores are about; without it, the smallest unit that has scores (see `read_evalset`).
    by : str, optional
        A grouping column of inputs (a language, a domain): each of its groups becomes a table.
    format, columns, labels, missing_values, header_row, join, keep, drop_repeated
        As in `read_scores`; `join` joins the sources of one table, and ``'alike'`` names within one.
    base_names : bool
        Whether a metric of a test set of mt-metrics-eval is called without the reference it uses, ``BLEU`` for
        ``BLEU-refA`` or ``BLEU-refB``, so that language pairs with other references have it in common. One that is
        there with several references keeps its names.
    mqm_weights : mapping of str to float, or str, optional
        As in `read_scores`.
    only, without : str or iterable of str, optional
        As in `read_scores`, and of tables: ``'tables=en-zh*'``. A pattern has to match in some table.

    Returns
    -------
    dict of str to ScoreTable
        In the order of the sources. A table is called by language pair, file or group; where that is not unique, the
        name of the test set, of the file or of its folder stands before it.

    Raises
    ------
    ArgumentError
        If there is no source, or an argument is not one of its options.
    UnknownNameError
        If a pattern matches no table, or no table has the grouping column.
    DataError
        If two tables have one name; else as `read_scores`, `read_evalset` and `read_wmt_pairs`.
    """
    asked = None if parts is None else _texts(parts)
    reading: dict[str, Any] = {"format": format, "keep": keep, "drop_repeated": drop_repeated}
    known = ColumnMap.of(columns)
    said: dict[str, Any] = {
        **({} if known == ColumnMap() else {"columns": known}),
        **{
            key: given if isinstance(given, str) else tuple(given)
            for key, given in (("labels", labels), ("missing_values", missing_values))
            if given is not None
        },
        **({} if header_row is None else {"header_row": header_row}),
        **({} if mqm_weights is None else {"mqm_weights": mqm_weights}),
    }
    found, idle = _parts_of(sources, reading, said, join, base_names=base_names)
    if idle:
        raise ArgumentError(
            f"`{idle[0]}` has no use here: the formats of these sources say what their fields mean."
        )
    chosen = _chosen(found, asked)
    leaving = Leaving.of(only, without)
    named = _named([(part.name, part.whole_name, part) for part in chosen])
    if by is None:
        named = _staying(named, leaving)
        tables = {name: part.read() for name, part in named.items() if part.read is not None}
    else:
        tables = _staying(_split(named, by), leaving)
    if join == "alike":
        tables = {name: join_alike(table) for name, table in tables.items()}
    return dict(zip(tables, leave_out_of_each(list(tables.values()), leaving, tables), strict=True))


def split_tables(tables: Mapping[str, ScoreTable] | ScoreTable, column: str) -> dict[str, ScoreTable]:
    """Return a table per group of inputs, with the systems that have a score there.

    Parameters
    ----------
    tables : mapping of str to ScoreTable, or ScoreTable
    column : str
        A grouping column of inputs. A table without it stays whole.

    Raises
    ------
    ArgumentError
        If these are no tables.
    UnknownNameError
        If no table has the column.
    DataError
        If two tables would have one name, or an input has no label.
    """
    given: Any = {tables.name: tables} if isinstance(tables, ScoreTable) else tables
    if not isinstance(given, Mapping) or not all(isinstance(one, ScoreTable) for one in given.values()):
        raise ArgumentError(
            "`tables` must be a table, or tables by name, as read_scores and read_tables give them; it is a "
            f"{type(given).__name__}."
        )
    tables = given
    known = list(dict.fromkeys(group for table in tables.values() for group in table.input_groups))
    if column not in known:
        raise unknown_name("grouping column", str(column), known)
    return _named(_groups_of(tables, column))


def _split(parts: Mapping[str, _Part], column: str) -> dict[str, ScoreTable]:
    """Return the groups of all parts, each read as a table of its own where that is possible."""
    by_rows: dict[str, list[tuple[str, str, ScoreTable]]] = {}
    whole: dict[str, ScoreTable] = {}
    for name, part in parts.items():
        groups = None if part.groups is None else part.groups(column)
        if groups is not None:
            by_rows[name] = [(label, f"{name} {label}", table) for label, table in groups.items()]
        elif part.read is not None:
            whole[name] = part.read()
    if not by_rows:
        return split_tables(whole, column)
    found = [one for name in parts for one in by_rows.get(name) or _groups_of({name: whole[name]}, column)]
    return _named(found)


def _groups_of(tables: Mapping[str, ScoreTable], column: str) -> list[tuple[str, str, ScoreTable]]:
    """Return short name, whole name and table of every group; a table without the column stays whole."""
    found: list[tuple[str, str, ScoreTable]] = []
    for name, table in tables.items():
        if column not in table.input_groups:
            found.append((name, name, table))
            continue
        labels = table.input_groups[column]
        unlabelled = [one for one, label in zip(table.inputs, labels, strict=True) if not label.strip()]
        if unlabelled:
            raise DataError(
                f"{name}: {counted(len(unlabelled), 'input')} without '{column}': {listing(unlabelled)}. Give each a "
                "label, or leave them out."
            )
        for label in dict.fromkeys(labels):
            here = np.array([one == label for one in labels])
            there = np.asarray(~np.isnan(table.values[:, :, here]).all(axis=(0, 2)))
            part = table.select(
                systems=[system for system, scored in zip(table.systems, there, strict=True) if scored],
                inputs=[one for one, mine in zip(table.inputs, here, strict=True) if mine],
            )
            found.append((label, f"{name} {label}", part))
    return found


_T = TypeVar("_T")


class _Part(NamedTuple):
    """A table that can be read: its name, the name with its test set, and how it is read.

    Attributes
    ----------
    finer : bool
        Whether it is taken only where a pattern asks for what its scores are about.
    groups : callable or None
        Reads the groups of a column as tables, without the whole; gives None where there is no such column.
    """

    name: str
    whole_name: str
    read: Callable[[], ScoreTable] | None
    finer: bool = False
    groups: Callable[[str], dict[str, ScoreTable] | None] | None = None


def _parts_of(
    sources: Sequence[Any],
    reading: Mapping[str, Any],
    said: Mapping[str, Any],
    join: Join,
    *,
    base_names: bool,
) -> tuple[list[_Part], list[str]]:
    """Return all tables of the sources, and what was said of reading that none of them takes.

    Raises
    ------
    ArgumentError
        If there is none.
    FormatError
        As `recognise`.
    """
    found: list[_Part] = []
    used: set[str] = set()
    wmt: list[Any] = []
    for source in sources:
        if isinstance(source, Mapping):
            for name, given in source.items():
                several = given if isinstance(given, list | tuple) else [given]
                found.append(_Part(str(name), str(name), _together(several, {**reading, **said}, join)))
            used |= set(said)
            continue
        if isinstance(source, ScoreTable):
            found.append(_Part(source.name, source.name, _ready(source)))
            continue
        one = recognise(source, reading["format"])
        if one.format == "wmt":
            if not wmt:
                found.append(_Part("", "", None))  # keeps the place
            wmt.append(one.source)
        elif one.format == "mt-metrics-eval":
            found += _of_evalset(one.source, reading["keep"], base_names=base_names)
        else:
            mine = {key: value for key, value in said.items() if USES[key].takes(one.format)}
            used |= set(mine)
            name = _stem(source) if isinstance(source, str | Path) else f"table{len(found) + 1}"
            how = {**reading, **mine}
            sheets = sheets_with_rows(one.source) if one.format in SPREADSHEETS.values() else ()
            if len(sheets) > 1:
                found += [_of_sheet(source, how, sheet, f"{name} {sheet}") for sheet in sheets]
                continue
            groups = functools.partial(_groups_by, source, how)
            folder = Path(source).resolve().parent.name if isinstance(source, str | Path) else ""
            whole = f"{folder} {name}".strip()
            found.append(_Part(name, whole, _together([source], how, join), groups=groups))
    if not found:
        raise ArgumentError("`sources` must name at least one file, folder or table.")
    expanded = [part for slot in found for part in ([slot] if slot.read is not None else _of_wmt(wmt))]
    return expanded, [key for key in said if key not in used]


def _of_sheet(source: Any, reading: Mapping[str, Any], sheet: str, whole: str) -> _Part:
    how = {**reading, "part": sheet}
    return _Part(
        sheet, whole, _together([source], how, "exact"), groups=functools.partial(_groups_by, source, how)
    )


def _groups_by(source: Any, reading: Mapping[str, Any], column: str) -> dict[str, ScoreTable] | None:
    return read_groups(source, column, **reading)


def _ready(table: ScoreTable) -> Callable[[], ScoreTable]:
    return lambda: table


def _together(sources: Iterable[Any], reading: Mapping[str, Any], join: Join) -> Callable[[], ScoreTable]:
    given = list(sources)

    def read() -> ScoreTable:
        return read_scores(*given, join=join, **reading)

    return read


def _of_evalset(folder: Path, keep: Keep, *, base_names: bool) -> list[_Part]:
    """Return every language pair, and every language pair with what scores are about."""
    found: list[_Part] = []
    test_set = folder.resolve().name

    def reader(languages: str, granularity: str | None) -> Callable[[], ScoreTable]:
        def read() -> ScoreTable:
            table = read_evalset(folder, languages, granularity=granularity, keep=keep)
            return (
                _with_base_names(table, evalset_files(folder, languages).references) if base_names else table
            )

        return read

    for languages in language_pairs(folder):
        found.append(_Part(languages, f"{test_set} {languages}", reader(languages, None)))
        for granularity in evalset_files(folder, languages).granularities:
            name = f"{languages}.{granularity}"
            found.append(_Part(name, f"{test_set} {name}", reader(languages, granularity), finer=True))
    return found


def _with_base_names(table: ScoreTable, references: Sequence[str]) -> ScoreTable:
    """Return the table with metrics called without their references, where no two would have one name."""
    base = {}
    for scorer in table.scorers:
        name, sign, used = scorer.name.rpartition("-")
        known = used in ("src", "all") or set(used.split(".")) <= set(references)
        base[scorer.name] = name if scorer.role == "metric" and sign and name and known else scorer.name
    often = Counter(base.values())
    new = {old: name if often[name] == 1 else old for old, name in base.items()}
    changed = [f"{name} is {old}" for old, name in new.items() if name != old]
    if not changed:
        return table
    scorers = tuple(dataclasses.replace(scorer, name=new[scorer.name]) for scorer in table.scorers)
    note = f"metrics called without their references: {', '.join(changed)}"
    return dataclasses.replace(table, scorers=scorers, notes=(*table.notes, note))


def _of_wmt(sources: list[Any]) -> list[_Part]:
    return [
        _Part(languages, table.name, _ready(table))
        for languages, table in (read_wmt_pairs(*sources).items() if sources else ())
    ]


def _texts(patterns: Any) -> list[str]:
    given = [patterns] if isinstance(patterns, str) or not isinstance(patterns, Iterable) else list(patterns)
    for one in given:
        if not isinstance(one, str):
            raise ArgumentError(f"`parts` must be patterns of table names; it is {one!r}.")
    return given


def _chosen(found: list[_Part], patterns: Sequence[str] | None) -> list[_Part]:
    """Return the parts that patterns match; a pattern matches finer parts only if it names what scores are about."""
    if patterns is None:
        return [part for part in found if not part.finer]
    wanted = [one for pattern in patterns for one in alternatives(pattern)]
    taken: set[int] = set()
    for pattern in wanted:
        hits = {
            k
            for k, part in enumerate(found)
            if any(fnmatch.fnmatchcase(name, pattern) for name in (part.name, part.whole_name))
            and (not part.finer or "." in pattern)
        }
        if not hits:
            names = [part.name for part in found if not part.finer]
            raise UnknownNameError(
                f"no table matches '{pattern}'. Tables: {listing(names, 40)}. Patterns are the shell's: *-en."
            )
        taken |= hits
    return [part for k, part in enumerate(found) if k in taken]


def _staying(tables: dict[str, _T], leaving: Leaving) -> dict[str, _T]:
    """Return the tables that are not to be left out.

    Raises
    ------
    UnknownNameError
        If a pattern matches none.
    DataError
        If none is left.
    """
    gone = leaving.gone({TABLES: tables})[TABLES]
    if tables and gone >= set(tables):
        raise DataError(f"all tables are left out: there are {listing(tables, 40)}.")
    return {name: table for name, table in tables.items() if name not in gone}


def _named(found: list[tuple[str, str, _T]]) -> dict[str, _T]:
    """Return tables by their short names, by whole names where a short one is not unique."""
    often = Counter(name for name, *_ in found)
    tables: dict[str, _T] = {}
    for short, whole, table in found:
        name = short if often[short] == 1 else whole
        if name in tables:
            raise DataError(
                f"two tables are called '{name}'. Name them yourself: NAME=FILE (in Python: a mapping)."
            )
        tables[name] = table
    return tables


def _stem(source: str | Path) -> str:
    """Return the name of a file without its endings."""
    name = Path(source).resolve().name
    return name.partition(".")[0] or name
