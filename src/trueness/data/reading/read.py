"""Read scores from files and dataframes of any known format into one score table."""

from __future__ import annotations

import contextlib
import dataclasses
import fnmatch
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from trueness.data.cells.columns import ColumnMap, plain_name
from trueness.data.cells.labels import Order, label_orders, spelt
from trueness.data.cells.missing import Missing
from trueness.data.cells.raw_rows import RawRows
from trueness.data.cells.resolve_columns import INPUT_NAMES
from trueness.data.cells.unclear_columns import UnclearColumnsError
from trueness.data.formats.columnar import read_columnar, read_frame
from trueness.data.formats.delimited import read_delimited
from trueness.data.formats.header import WITH_HEADER, check_header_row
from trueness.data.formats.json_document import read_json, read_json_lines
from trueness.data.formats.parts import read_parts
from trueness.data.formats.spreadsheet import read_spreadsheet
from trueness.data.layouts.bioasq import LAYOUT
from trueness.data.layouts.dialsummeval import read_dialsummeval
from trueness.data.layouts.duc import read_duc
from trueness.data.layouts.evalset import KEEPS, EvalSetKeep, read_evalset
from trueness.data.layouts.export_ids import id_names
from trueness.data.layouts.exports import EXPORT_NAMES, WEBNLG, load_export, read_export
from trueness.data.layouts.mqm import read_mqm
from trueness.data.layouts.realsumm import read_realsumm
from trueness.data.layouts.sacrerouge import Keep, read_sacrerouge
from trueness.data.layouts.summeval import read_summeval
from trueness.data.layouts.tac import read_tac
from trueness.data.layouts.trec import QRELS, read_qrels
from trueness.data.layouts.webnlg import read_webnlg
from trueness.data.layouts.wmt import read_wmt
from trueness.data.reading.beside_exports import ReadExport, beside_exports
from trueness.data.reading.other_kinds import telling_other_kinds
from trueness.data.reading.read_texts import read_texts
from trueness.data.reading.said_in_python import said_in_python
from trueness.data.reading.shared_key import shared_key
from trueness.data.reading.text_records import BIOASQ
from trueness.data.recognising.recognise import FORMATS, Recognised, recognise
from trueness.data.scores.called_after_files import called_after_files
from trueness.data.scores.join_alike import join_alike
from trueness.data.scores.leave_out import Leaving, leave_out_of_each
from trueness.data.scores.merge import JOINS, Join, merge
from trueness.data.scores.score_table import ScoreTable
from trueness.data.scores.table_from_rows import SystemLikeError, table_from_rows, tables_from_rows
from trueness.data.scores.table_notes import BY_ROW_NUMBER
from trueness.errors import ArgumentError, FormatError, UnknownNameError, check_choice, listing

WITH_COLUMNS = ("csv", "tsv", "jsonl", "json", "parquet", "arrow", "xlsx", "ods", "dataframe")
"""Formats whose columns may mean anything."""

_WITH_PARTS = ("mt-metrics-eval", "wmt", "xlsx", "ods")


Scores = Any
"""What `read_table` takes: a `ScoreTable`, the path of a file, a dataframe, or a list of these, to be joined."""


def reads_cells(format: str) -> bool:
    """Return whether cells of a format may be labels, or stand for no score: no layout says what they are."""
    return format in (*WITH_COLUMNS, *EXPORT_NAMES, QRELS)


class _Use(NamedTuple):
    """What an argument of reading is for: which formats take it, and what the others are."""

    takes: Callable[[str], bool]
    otherwise: str


USES = {
    "columns": _Use(lambda format: format in WITH_COLUMNS, "says what its fields mean"),
    "labels": _Use(reads_cells, "holds numbers"),
    "missing_values": _Use(reads_cells, "says what is missing"),
    "header_row": _Use(lambda format: format in WITH_HEADER, "has no header row"),
    "mqm_weights": _Use(lambda format: format == "mqm", "holds no annotations of MQM"),
    "part": _Use(lambda format: format in _WITH_PARTS, "holds one table"),
}
"""Arguments that say how some formats are read."""


def _check_use(given: Mapping[str, Any], found: list[Recognised]) -> None:
    """Check that every argument that is given is taken by some source."""
    for argument, value in given.items():
        if value is not None and not any(USES[argument].takes(one.format) for one in found):
            raise ArgumentError(
                f"`{argument}` has no use here: '{found[0].format}' {USES[argument].otherwise}."
            )
    columns = given["columns"]
    if columns is not None and columns.nested and not any(one.format in ("json", "jsonl") for one in found):
        raise ArgumentError(
            f"`columns` says nested={columns.nested}, which is for JSON; this is '{found[0].format}'. Leave it out."
        )


def read_table(table: Any) -> ScoreTable:
    """Return scores as they are, or read what `read_scores` reads: a path, a dataframe, or several in a list.

    Raises
    ------
    TruenessError
        As `read_scores`.
    """
    if isinstance(table, ScoreTable):
        return table
    return read_scores(*table) if isinstance(table, list | tuple) else read_scores(table)


def read_scores(
    *sources: Any,
    format: str | None = None,
    columns: ColumnMap | str | Mapping[str, str | Iterable[str]] | None = None,
    join: Join = "exact",
    keep: EvalSetKeep = "peers",
    drop_repeated: bool = False,
    name: str | None = None,
    part: str | None = None,
    labels: str | Iterable[str] | None = None,
    missing_values: str | Iterable[str] | None = None,
    header_row: int | None = None,
    only: str | Iterable[str] | None = None,
    without: str | Iterable[str] | None = None,
    mqm_weights: Mapping[str, float] | str | None = None,
) -> ScoreTable:
    """Read scores; several sources are joined by system and input.

    Parameters
    ----------
    *sources : str, Path, dataframe or ScoreTable
        Files (``.gz`` and ``.zst`` are read through), a folder of DialSummEval, of BioASQ's task B, of a test set of
        mt-metrics-eval, of a WMT metrics task, or of files that are parts of one table (see `parts_of`), or dataframes
        that narwhals knows.
    format : str, optional
        One of `FORMATS`, for all files; by default recognised from the extension and a look inside.
    columns : ColumnMap, str or mapping, optional
        What columns mean, where their names do not say it: ``"system=COL,input=COL"`` (see `ColumnMap`). Only
        for CSV, TSV, JSONL, JSON, Parquet, Arrow, spreadsheets and dataframes.
    join : {'exact', 'alike', 'outer', 'inner'}
        How several sources are joined (see `merge`); ``'alike'`` also takes names of one source for the same that are
        written in several ways (see `join_alike`).
    keep : {'peers', 'all', 'official'}
        Whether references that stand among the systems are left out, with a note, or kept; or, of mt-metrics-eval, what
        the organisers took for official (see `read_evalset`).
    drop_repeated : bool
        Whether to keep the first of several rows with one key, with a note, rather than to refuse them.
    name : str, optional
        What the table is called; by default after the source, or the folder of several files.
    part : str, optional
        Which table, where a source holds several: the language pair (``'en-de'``) and, for mt-metrics-eval,
        what scores are about (``'en-de.sys'``; see `read_evalset`); the sheet of a spreadsheet.
    labels : str or iterable of str, optional
        Orders of labels that stand in place of numbers, the worst first: ``'fail<pass'``, ``'C<B<A'``, or that they
        have none: ``'billing|refund|other'``; with spellings of one label: ``'no=n<yes=y'``. Usual labels,
        such as these two, yes and no, true and false, need none (see `labels.KNOWN_ORDERS`). Labels that a declared
        order lacks are missing, with a count in the notes.
    missing_values : str or iterable of str, optional
        Values and labels that mean that there is no score, with commas between: numbers and shell patterns, in any
        case, ``'N/A,ERROR*,-1'``; ``'judge=-1'`` is about one scorer. An empty cell is always missing.
    header_row : int, optional
        In which row the names of the columns are, counted from 1 as a spreadsheet or an editor does; only for CSV, TSV
        and spreadsheets. By default the first row, or the one below a title where that is clear; 0 says that there is
        none: columns are ``column1``, ``column2``, … then.
    only, without : str or iterable of str, optional
        What is kept, what is left out: names and shell patterns of systems, with commas between, ``'ref*,Human-?.0'``,
        or of others with their kind before the pattern: ``'inputs=check-*'``, ``'annotators=bob'`` (the human score is
        the mean of the others then), ``'metrics=BLEU*'``. It is done before sources are joined, and noted.
    mqm_weights : mapping of str to float, or str, optional
        Penalties of errors in annotations of MQM, ``'Major=5,Minor=1'`` (see `read_mqm`).

    Returns
    -------
    ScoreTable
        Its notes say what was left out.

    Raises
    ------
    FormatError
        If a format is not recognised or a file does not hold what it promises: file, row, column and remedy
        are named; or if a source holds several tables and `part` does not say which.
    DuplicateKeyError
        If two rows have the same key.
    KeyMismatchError
        If sources do not cover the same systems and inputs.
    UnknownNameError
        If a column, language pair, system or other that was named is not there.
    DataError
        If sources disagree about a score (but see `called_after_files`), or nothing is left.
    ArgumentError
        If there is no source, or an argument is not one of its options.
    MissingExtraError
        If a format needs a package that is not installed.
    """
    if not sources:
        raise ArgumentError("`sources` must name at least one file or dataframe.")
    if format is not None:
        check_choice("format", format, FORMATS)
    for argument, given in (("name", name), ("part", part)):
        if given is not None and not isinstance(given, str):
            raise ArgumentError(f"`{argument}` must be text; it is {given!r}.")
    check_choice("join", join, JOINS)
    check_choice("keep", keep, KEEPS)
    plain: Keep = "peers" if keep == "official" else keep
    official = keep == "official"
    options = _Options(
        columns=ColumnMap.of(columns),
        keep=plain,
        drop_repeated=drop_repeated,
        part=part,
        labels=label_orders(labels),
        official=official,
        missing=Missing.of(missing_values),
        header_row=header_row,
        mqm_weights=mqm_weights,
        several=len(sources) > 1,
        ignored=set(),
    )
    found = [_loaded(recognise(source, format)) for source in sources]
    options = options._replace(exports=tuple(one for one in found if one.format in EXPORT_NAMES))
    said = {"labels": labels, "missing_values": missing_values, "mqm_weights": mqm_weights, "part": part}
    asked = options.columns
    if any(one.format in EXPORT_NAMES for one in found):  # which may hold remarks
        asked = dataclasses.replace(asked, ignore=())
    _check_use({"columns": asked if asked != ColumnMap() else None, **said}, found)
    check_header_row(header_row, [one.format for one in found])
    if keep == "official" and not all(one.format == "mt-metrics-eval" for one in found):
        raise ArgumentError("`keep` 'official' is for test sets of mt-metrics-eval alone.")
    leaving = Leaving.of_one_table(only, without)
    with telling_other_kinds([one.source for one in found if reads_cells(one.format)]):
        together = _read_together(found, options)
        read = [*together, *_read_each(found, options)]
    exports = [
        ReadExport(k, one)
        for k, one in enumerate(found, start=len(together))
        if one.format in EXPORT_NAMES and one.content is not None
    ]
    if exports:
        named = {
            name for one in found if one.format in WITH_COLUMNS for name in _read_rows(one, options).names
        }
        read = beside_exports(read, exports, named)
    if options.several and (unknown := [one for one in options.columns.ignore if one not in options.ignored]):
        raise UnknownNameError(f"`columns` says ignore={unknown[0]}, a column that all of the files lack.")
    if join == "alike":
        read = list(map(join_alike, read))
    read = called_after_files(leave_out_of_each(read, leaving), [one.source for one in found])
    merged = merge(*read, join=join)
    name = name or _common_name(sources)
    return dataclasses.replace(merged, name=name) if name else merged


def read_groups(source: Any, by: str, **reading: Any) -> dict[str, ScoreTable] | None:
    """Read the groups of one source as tables, by their labels, without ever holding all as one.

    Parameters
    ----------
    source : str, Path or dataframe
    by : str
        A grouping column of inputs.
    **reading
        Of the arguments of `read_scores`: `format`, `columns`, `labels`, `missing_values`, `header_row`, `part`,
        `drop_repeated`.

    Returns
    -------
    dict of str to ScoreTable, or None
        None where the source has no rows whose columns may mean anything, or no such column.

    Raises
    ------
    TruenessError
        As `read_scores`.
    """
    one = recognise(source, reading.get("format"))
    if one.format not in WITH_COLUMNS:
        return None
    options = _Options(
        columns=ColumnMap.of(reading.get("columns")),
        keep="peers",
        drop_repeated=bool(reading.get("drop_repeated")),
        part=reading.get("part"),
        ignored=set(),
        header_row=reading.get("header_row"),
    )
    check_header_row(options.header_row, [one.format])

    def tables(columns: ColumnMap) -> dict[str, ScoreTable] | None:
        return tables_from_rows(
            _read_rows(one, options),
            columns,
            by=by,
            drop_repeated=options.drop_repeated,
            labels=reading.get("labels"),
            missing=reading.get("missing_values"),
        )

    try:
        return tables(options.columns)
    except UnclearColumnsError as error:  # groups in which inputs are called alike are not told from labels
        if by not in {column.name for column in error.columns}:
            raise
    return tables(dataclasses.replace(options.columns, groups=(*options.columns.groups, by)))


def _common_name(sources: tuple[Any, ...]) -> str | None:
    """Return the name of the folder that several files lie in, None where there is no such folder."""
    if len(sources) < 2 or not all(isinstance(source, (str, Path)) for source in sources):
        return None
    folders = {Path(source).resolve().parent for source in sources}
    return folders.pop().name or None if len(folders) == 1 else None


def _loaded(one: Recognised) -> Recognised:
    """Return an export with what it holds, also where the user said what it is: labels are those of all files."""
    if one.content is not None or one.format not in EXPORT_NAMES:
        return one
    loaded = load_export(one.source)
    return one if loaded is None else one._replace(content=loaded[1])


class _Options(NamedTuple):
    columns: ColumnMap
    keep: Keep
    drop_repeated: bool
    part: str | None
    ignored: set[str]
    """Patterns of columns to be left out that some file had one of, filled as files are read."""
    labels: tuple[Order, ...] = ()
    official: bool = False
    exports: tuple[Recognised, ...] = ()
    missing: Missing = Missing()
    header_row: int | None = None
    mqm_weights: Mapping[str, float] | str | None = None
    several: bool = False


def _read_together(found: list[Recognised], options: _Options) -> list[ScoreTable]:
    """Read the formats whose files only make sense together, and take them out of `found`."""
    realsumm = [one for one in found if one.format == "realsumm"]
    tac, duc = ([one.source for one in found if one.format == known] for known in ("tac", "duc"))
    wmt = [one.source for one in found if one.format == "wmt"]
    webnlg = {one.source: one.content or _content(one.source) for one in found if one.format == WEBNLG}
    found[:] = [one for one in found if one.format not in ("realsumm", "tac", "duc", "wmt", WEBNLG)]
    tables = []
    if realsumm:
        contents = {str(one.source): one.content for one in realsumm}
        paths = [one.source for one in realsumm]
        tables.append(read_realsumm(*paths, contents=contents, drop_repeated=options.drop_repeated))
    if tac:
        tables.append(read_tac(*tac, keep=options.keep))
    if duc:
        tables.append(read_duc(*duc, keep=options.keep))
    if wmt:
        tables.append(read_wmt(*wmt, languages=options.part))
    if webnlg:
        tables.append(read_webnlg(webnlg, keep=options.keep))
    return tables


def _content(path: Path) -> Any:
    """Return what a file of JSON holds whose format the user said."""
    loaded = load_export(path)
    return None if loaded is None else loaded[1]


def _read_each(found: list[Recognised], options: _Options) -> list[ScoreTable]:
    """Read every source by itself; columns called as systems are judges beside sources that name items and no system.

    Raises
    ------
    FormatError
        Also where nothing beside a source says what columns called as systems are.
    """
    tables: dict[int, ScoreTable] = {}
    unclear: dict[int, SystemLikeError] = {}
    for k, one in enumerate(found):
        try:
            tables[k] = _read_one(one, options)
        except SystemLikeError as error:
            unclear[k] = error
    items = {name for table in tables.values() for name in table.inputs if not table.has_systems}
    for k, asked in unclear.items():
        if not items or any(table.has_systems for table in tables.values()):
            raise asked
        columns = dataclasses.replace(options.columns, scorers=asked.names)
        table = _read_one(found[k], options._replace(columns=columns))
        if items.isdisjoint(table.inputs):
            raise asked
        judges = listing(table.scorer_names)
        note = f"columns called as models are judges, since the files beside them name no systems: {judges}"
        tables[k] = dataclasses.replace(table, notes=(*table.notes, note))
    tables |= _keyed_alike(found, tables, options)
    return [tables[k] for k in range(len(found))]


def _keyed_alike(
    found: Sequence[Recognised], tables: Mapping[int, ScoreTable], options: _Options
) -> dict[int, ScoreTable]:
    """Return tables of files that name no inputs, by those of a column that all of them have.

    Raises
    ------
    KeyMismatchError
        As `shared_key`.
    """
    nameless = [
        k for k, table in tables.items() if BY_ROW_NUMBER in table.notes and found[k].format in WITH_COLUMNS
    ]
    if len(nameless) < 2:
        return {}
    scores = {name for k in nameless for name in tables[k].scorer_names}
    key = shared_key([_read_rows(found[k], options) for k in nameless], {*scores, *options.columns.ignore})
    if key is None:
        return {}
    asked = options._replace(columns=dataclasses.replace(options.columns, input=key))
    note = f"'{key}' is another one in every row, and names the inputs of all files"
    read = {k: _read_one(found[k], asked) for k in nameless}
    return {k: dataclasses.replace(table, notes=(*table.notes, note)) for k, table in read.items()}


def _read_one(one: Recognised, options: _Options) -> ScoreTable:
    source, repeated = one.source, options.drop_repeated
    languages, _, granularity = (options.part or "").partition(".")
    readers: dict[str, Callable[[], ScoreTable]] = {
        "summeval": lambda: read_summeval(source, content=one.content, drop_repeated=repeated),
        "sacrerouge": lambda: read_sacrerouge(source, keep=options.keep, drop_repeated=repeated),
        "dialsummeval": lambda: read_dialsummeval(source, keep=options.keep),
        "mt-metrics-eval": lambda: read_evalset(
            source,
            languages or None,
            granularity=granularity or None,
            keep="official" if options.official else options.keep,
        ),
        "mqm": lambda: read_mqm(source, weights=options.mqm_weights),
        "bioasq": lambda: _judged_answers(source),
    }
    if one.format in readers:
        return readers[one.format]()
    if isinstance(source, ScoreTable):
        return source
    if one.format in EXPORT_NAMES:
        beside = [other.content for other in options.exports if other.format == one.format]
        export = read_export(
            source,
            one.format,
            one.content,
            keep=options.keep,
            labels=options.labels,
            beside=[content for content in beside if content is not None],
        )
        table = table_from_rows(
            export.rows,
            _leaving_out(export.columns, export.rows.names, options),
            drop_repeated=repeated,
            labels=[spelt(order) for order in options.labels],
            missing=options.missing,
        )
        return export.declared(table)
    with said_in_python() if one.format == "dataframe" else contextlib.nullcontext():
        if one.format == QRELS:
            rows, columns = read_qrels(source)
        else:
            rows = _read_rows(one, options)
            columns = _keyed_as_exports(rows.names, options)
        return table_from_rows(
            rows,
            _leaving_out(columns, rows.names, options),
            drop_repeated=repeated,
            labels=[spelt(order) for order in options.labels],
            missing=options.missing,
        )


def _leaving_out(columns: ColumnMap, names: Sequence[str], options: _Options) -> ColumnMap:
    """Return what columns of a file mean without those to be left out; of several files each has some of these."""
    asked = options.columns.ignore
    here = [one for one in asked if one in names or fnmatch.filter(names, one)]
    options.ignored.update(here)
    kept = [one for one in columns.ignore if one not in asked]
    return dataclasses.replace(columns, ignore=(*kept, *(here if options.several else asked)))


def _keyed_as_exports(names: Sequence[str], options: _Options) -> ColumnMap:
    """Return what columns mean beside exports: without a usual name of inputs, one called as an id of theirs is it."""
    usual = options.columns.input or any(plain_name(name) in INPUT_NAMES for name in names)
    if usual or not options.exports:
        return options.columns
    called = [name for one in options.exports for name in id_names(one.format, one.content, str(one.source))]
    found = next((name for name in called if name in names), None)
    return options.columns if found is None else dataclasses.replace(options.columns, input=(found,))


def _judged_answers(path: Path) -> ScoreTable:
    """Return what experts thought of the answers of BioASQ's task B."""
    table = read_texts(path, format=BIOASQ).human_scores()
    if table is None:
        raise FormatError(
            "there are answers, but their scores are missing.",
            path=str(path),
            remedy=f"Add the assessments ({LAYOUT}), or name a table of scores beside the texts.",
        )
    return table


def _read_rows(one: Recognised, options: _Options) -> RawRows:
    """Read a source whose columns may mean anything."""
    source, row, asked = one.source, options.header_row, options.columns
    columns_said = any((asked.scorers, asked.annotators, asked.systems, asked.inputs))
    if one.format == "dataframe":
        return read_frame(source)
    if Path(source).is_dir():
        return read_parts(source, lambda part, kind: _read_rows(Recognised(part, kind), options))
    readers: dict[str, Callable[[], RawRows]] = {
        "jsonl": lambda: read_json_lines(source, nested=asked.nested, may_ask=not columns_said),
        "json": lambda: read_json(source, nested=asked.nested, may_ask=not columns_said),
        **dict.fromkeys(
            ("xlsx", "ods"), lambda: read_spreadsheet(source, sheet=options.part, header_row=row)
        ),
        "csv": lambda: read_delimited(source, delimiter=",", header_row=row),
        "tsv": lambda: read_delimited(source, delimiter="\t", header_row=row),
        **dict.fromkeys(("parquet", "arrow"), lambda: read_columnar(source, kind=one.format)),
    }
    return readers[one.format]()
