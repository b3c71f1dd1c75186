"""Recognise the format of a source from its extension and a look inside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from trueness.data.files.open_file import COMPRESSIONS, checked_path, starts_with
from trueness.data.files.restricted_pickle import load
from trueness.data.files.unpack import opened, refused
from trueness.data.formats.json_document import is_one_value
from trueness.data.formats.jsonl import read_records
from trueness.data.formats.parts import ENDINGS, parts_of
from trueness.data.formats.spreadsheet import SPREADSHEETS
from trueness.data.layouts.bioasq import is_bioasq
from trueness.data.layouts.dialsummeval import is_dialsummeval
from trueness.data.layouts.duc import is_duc
from trueness.data.layouts.evalset_files import is_evalset
from trueness.data.layouts.exports import EXPORT_NAMES, WEBNLG, load_export
from trueness.data.layouts.mqm import is_mqm
from trueness.data.layouts.trec import QRELS, check_is_no_run, is_qrels
from trueness.data.layouts.wmt import is_wmt
from trueness.data.recognising.file_kind import file_kind
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import FormatError, listing

FORMATS = (
    *("csv", "tsv", "jsonl", "json", "parquet", "arrow", "xlsx", "ods"),
    *("summeval", "realsumm", "sacrerouge", "dialsummeval", "tac", "duc", "bioasq"),
    *("mt-metrics-eval", "wmt", "mqm", WEBNLG, QRELS),
    *EXPORT_NAMES,
)
"""What `read_scores` reads from files."""

_BY_EXTENSION = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".eval": "json",
    **ENDINGS,
    ".pkl": "pickle",
    ".pickle": "pickle",
    ".peer": "tac",
    ".model": "tac",
    **SPREADSHEETS,
}
_BY_FIRST_BYTES = {b"PAR1": "parquet", b"ARROW1": "arrow", b"\x80": "pickle", b"{": "jsonl", b"[": "json"}
_BY_FIELDS = {
    "sacrerouge": {"instance_id", "summarizer_id", "metrics"},
    "summeval": {"model_id", "expert_annotations"},
}
_BY_FOLDER: dict[str, Callable[[Path], bool]] = {
    "bioasq": is_bioasq,
    "dialsummeval": is_dialsummeval,
    "mt-metrics-eval": is_evalset,
    "wmt": is_wmt,
}
_BY_PICKLED_FIELD = {"sys_summs": "summeval", "system_summaries": "realsumm"}


class Recognised(NamedTuple):
    """A source and what it is.

    Attributes
    ----------
    source : Path, dataframe or ScoreTable
        The source.
    format : str
        One of `FORMATS`, or ``'dataframe'`` or ``'table'``.
    content : object
        What a pickle or an export holds, as it had to be loaded to recognise it; otherwise None.
    """

    source: Any
    format: str
    content: Any = None


def recognise(source: Any, format: str | None = None) -> Recognised:
    """Return a source with its format.

    Parameters
    ----------
    source : str, Path, dataframe or ScoreTable
        Whatever `read_scores` takes.
    format : str, optional
        What the user said a file is; then nothing is looked at.

    Raises
    ------
    FormatError
        If the format of a file or folder is not recognised (the message names the options), nothing can have such a
        path, or it is the name of a data set.
    """
    if isinstance(source, ScoreTable):
        return Recognised(source, "table")
    if not isinstance(source, (str, Path)):
        return Recognised(source, "dataframe")
    said = checked_path(source)
    path = opened(said)
    if format is not None:
        return Recognised(path, format)
    if not path.suffix and path.parent == Path() and not path.exists():
        raise FormatError(
            f"there is no such file. If it is a data set, trueness.load_dataset('{path}') returns it.",
            path=str(path),
        )
    if path.is_dir():
        parts = parts_of(path)
        known = next((known for known, holds in _BY_FOLDER.items() if holds(path)), parts and parts.kind)
        if known is None and path != said:
            names = listing(sorted(one.name for one in path.iterdir()), 6)
            raise refused(said, f"what is in it is no data set that is known: {names}")
        if known is None:
            raise _unknown_folder(path)
        return Recognised(path, known)
    return _recognise_file(path)


def _recognise_file(path: Path) -> Recognised:
    first = starts_with(path, 4096)
    start = first.lstrip(b"\xef\xbb\xbf \r\n")
    bare = path.with_suffix("") if path.suffix.lower() in COMPRESSIONS else path
    by_content = next((known for magic, known in _BY_FIRST_BYTES.items() if start.startswith(magic)), None)
    kind = file_kind(path, _BY_EXTENSION.get(bare.suffix.lower()) or by_content)
    if is_wmt(path, start):
        kind = "wmt"
    elif is_bioasq(path):
        kind = "bioasq"
    elif kind in (None, "csv", "tsv") and is_duc(start.decode(errors="replace")):
        kind = "duc"
    elif kind in (None, "csv", "tsv") and is_qrels(path, start):
        kind = QRELS
    if kind is None:
        check_is_no_run(path, start)
        raise _unknown("the format is not recognised.", path)
    return _recognise_pickle(path) if kind == "pickle" else _recognise_rows(path, kind, start)


def _recognise_rows(path: Path, kind: str, start: bytes) -> Recognised:
    """Return a file of rows with its format, which what these hold may tell more of."""
    if kind in ("json", "jsonl", "csv", "tsv") and (export := load_export(path, kind)):
        return Recognised(path, *export)
    if kind == "json" and not is_one_value(path):
        kind = "jsonl"
    if kind == "jsonl":
        _, first = next(read_records(path), (0, {}))
        kind = next((known for known, fields in _BY_FIELDS.items() if fields <= set(first)), kind)
    if kind == "tsv" and is_mqm(start.partition(b"\n")[0].decode(errors="replace")):
        kind = "mqm"
    return Recognised(path, kind)


def _recognise_pickle(path: Path) -> Recognised:
    content = load(path)
    entry = next(iter(content.values()), None) if isinstance(content, dict) else None
    for field, known in _BY_PICKLED_FIELD.items():
        if isinstance(entry, dict) and field in entry:
            return Recognised(path, known, content)
    raise _unknown("the pickle is neither SummEval's nor REALSumm's.", path)


def _unknown_folder(path: Path) -> FormatError:
    """Return the error for a folder that is no data set; where it has files that can be read, they are to be named."""
    endings = [one.suffix for one in sorted(path.iterdir()) if one.suffix.lower() in _BY_EXTENSION]
    problem = "the folder holds no data set that is known."
    if not endings:
        return _unknown(problem, path)
    return FormatError(problem, path=str(path), remedy=f"Name the files in it: {path}/*{endings[0]}.")


def _unknown(problem: str, path: Path) -> FormatError:
    remedy = f"Say what it is with --format (in Python: format=): {listing(FORMATS, len(FORMATS))}."
    return FormatError(problem, path=str(path), remedy=remedy)
