"""Read the human evaluation of the WebNLG challenge 2020: a file for each system, and raters by input in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from trueness.data.cells.columns import ColumnMap
from trueness.data.formats.jsonl import rows_from_records
from trueness.data.layouts.sacrerouge import Keep
from trueness.data.scores.score_table import ScoreTable
from trueness.data.scores.table_from_rows import table_from_rows
from trueness.errors import FormatError, counted

DIMENSIONS = frozenset({"Correctness", "DataCoverage", "Fluency", "Relevance", "TextStructure"})

_BEFORE = ("human_eval_id_", "human_eval_")
"""What stands before the name of the system in the name of a file."""

_REFERENCES = ("REF", "rus_REF")


def is_webnlg(content: Any) -> bool:
    """Return whether a document has inputs, raters in these, and the five dimensions in each."""
    inner = content
    for _ in range(2):
        if not isinstance(inner, dict) or not inner:
            return False
        inner = next(iter(inner.values()))
    return isinstance(inner, dict) and set(inner) == DIMENSIONS


def read_webnlg(contents: Mapping[Path, Any], *, keep: Keep = "peers") -> ScoreTable:
    """Read the ratings of systems: each dimension is human, raters are its annotators.

    Parameters
    ----------
    contents : mapping of Path to object
        What each file holds. A system is called after its file, without ``human_eval_id_``.
    keep : {'peers', 'all'}
        Whether what people wrote, ``REF``, is left out, with a note, or kept.

    Raises
    ------
    FormatError
        If a file is not made so, or none is left.
    DuplicateKeyError
        If two files are of one system.
    """
    names = {path: _system(path) for path in contents}
    left_out = [path for path, name in names.items() if name in _REFERENCES and keep == "peers"]
    records = [
        record
        for path in contents
        if path not in left_out
        for record in _records(path, names[path], contents[path])
    ]
    first = next(iter(contents))
    if not records:
        raise FormatError(
            "outputs of systems are missing.", path=str(first), remedy="keep='all' keeps references."
        )
    notes = (
        "read as webnlg: each file is a system",
        *(
            (f"{counted(len(left_out), 'file')} of references left out (keep='all' keeps them)",)
            if left_out
            else ()
        ),
    )
    raw = rows_from_records(enumerate(records, start=1), str(first), notes=notes)
    table = table_from_rows(raw, ColumnMap(system="system", input="input"))
    return table.with_role("human", table.scorer_names)


def _system(path: Path) -> str:
    name = path.name.partition(".")[0]
    return next((name.removeprefix(before) for before in _BEFORE if name.startswith(before)), name)


def _records(path: Path, system: str, content: Any) -> Iterator[dict[str, Any]]:
    if not isinstance(content, dict):
        raise FormatError("this must be an object of inputs.", path=str(path))
    for name, raters in content.items():
        record: dict[str, Any] = {"system": system, "input": name}
        if not isinstance(raters, dict) or not all(isinstance(given, dict) for given in raters.values()):
            raise FormatError(f"input '{name}' lacks raters with their ratings.", path=str(path))
        for rater, given in raters.items():
            record |= {
                f"{dimension}@{rater}": value for dimension, value in given.items() if dimension in DIMENSIONS
            }
        yield record
