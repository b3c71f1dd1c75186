"""Texts in the pickles of SummEval and REALSumm, as canonical rows."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from trueness.data.files.open_file import starts_with
from trueness.data.files.restricted_pickle import load
from trueness.data.layouts.realsumm import HUMAN
from trueness.errors import FormatError

Rows = Iterator[dict[str, Any]]


def pickled_rows(path: Path) -> Callable[[], Rows] | None:
    """Return what yields the rows of a pickle that is SummEval's or REALSumm's; None for any other file.

    Parameters
    ----------
    path : Path
        Only plain containers, text and numbers are loaded from it.

    Raises
    ------
    FormatError
        If it is a pickle of something else, or, as rows are read, lacks what it should hold.
    """
    if not path.is_file() or starts_with(path, 1) != b"\x80":
        return None
    content = load(path)
    first = next(iter(content.values()), None) if isinstance(content, dict) else None
    for field, rows in {"sys_summs": summeval_rows, "system_summaries": realsumm_rows}.items():
        if isinstance(first, dict) and field in first:
            return functools.partial(rows, path, content=content)
    raise FormatError("the pickle is neither SummEval's nor REALSumm's.", path=str(path))


def summeval_rows(path: str | Path, *, content: Any = None) -> Rows:
    """Yield the outputs of SummEval with articles, references and the experts' mean judgements.

    Parameters
    ----------
    path : str or Path
    content : object, optional
        What was loaded from it already.
    """
    whole = load(path) if content is None else content
    for document, record in field_of(whole, None, Mapping, path, "the file").items():
        outputs = field_of(record, "sys_summs", Mapping, path, f"document '{document}'")
        for system, entry in outputs.items():
            place = f"document '{document}', system '{system}'"
            yield {
                "system": system,
                "input": document,
                "output": field_of(entry, "sys_summ", str, path, place),
                "references": field_of(record, "ref_summs", list, path, f"document '{document}'"),
                "source": field_of(record, "src", str, path, f"document '{document}'"),
                **field_of(entry, "scores", Mapping, path, place),
            }


def realsumm_rows(path: str | Path, prefix: str = "", *, content: Any = None) -> Rows:
    """Yield the outputs of REALSumm with their reference and LitePyramid recall.

    Parameters
    ----------
    path : str or Path
    prefix : str
        Stands before the names of systems.
    content : object, optional
        What was loaded from it already.
    """
    whole = load(path) if content is None else content
    for document, record in field_of(whole, None, Mapping, path, "the file").items():
        reference = sentence_lines(field_of(record, "ref_summ", str, path, f"document '{document}'"))
        outputs = field_of(record, "system_summaries", Mapping, path, f"document '{document}'")
        for system, entry in outputs.items():
            place = f"document '{document}', system '{system}'"
            yield {
                "system": prefix + str(system).removesuffix(".txt"),
                "input": document,
                "output": sentence_lines(field_of(entry, "system_summary", str, path, place)),
                "references": [reference],
                HUMAN: field_of(entry, "scores", Mapping, path, place).get(HUMAN),
            }


def field_of(record: Any, field: str | None, kind: type, path: str | Path, place: str) -> Any:
    """Return a field of a record, or the record itself where `field` is None, checked to be of a kind.

    Raises
    ------
    FormatError
        If the record is no mapping, lacks the field, or the field is something else.
    """
    if field is None:
        value = record
    else:
        if not isinstance(record, Mapping) or field not in record:
            raise FormatError(
                f"{place} lacks the field '{field}'.", path=str(path), remedy="Is it the right file?"
            )
        value = record[field]
    if not isinstance(value, kind):
        what = f"field '{field}' of {place}" if field else place
        problem = f"{what} holds a {type(value).__name__}, not a {kind.__name__}."
        raise FormatError(problem, path=str(path), remedy="Is it the right file?")
    return value


def sentence_lines(text: str) -> str:
    """Turn ``<t> one </t> <t> two </t>`` into one sentence per line; a cut-off last one is kept."""
    parts = (part.strip() for part in re.split(r"</?t>", text))
    return "\n".join(part for part in parts if part)
