"""What people gave with Appraise, as WMT and SEEDA publish it: scores (CSV); rankings (XML), to verdicts on pairs."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, cast
from xml.etree import ElementTree as ET

from trueness.data.files.open_file import open_bytes, open_text, starts_with
from trueness.data.layouts.export import Rows, Scores
from trueness.errors import FormatError, counted

_START = b"<appraise-results"
_STEP = 1 << 16

_FIELDS = ("username", "system", "itemId", "itemType", "srcLang", "trgLang", "score")
"""What every row of scores begins with; files have these names as their header, in a file beside them, or nowhere."""

_OUTPUT, _TYPES = "TGT", ("TGT", "CHK", "BAD", "REF")
"""Outputs; beside them those shown again, damaged ones and references, which show whether raters attend. WMT counts the
first alone (`make_rankings.py` of wmt-conference/wmt22-news-systems)."""


def appraise_rows(path: Path) -> list[dict[str, Any]] | None:
    """Return the rows of a CSV of scores by name (`ExportSystemScoresToCSV` of Appraise); None where it is none.

    Parameters
    ----------
    path : Path
        Compressed or not.

    Raises
    ------
    FormatError
        If a row is not made so.
    """
    first = starts_with(path, 4096).decode(errors="replace").splitlines()[:1]
    if not first or not _is_scored(next(csv.reader(first), [])):
        return None
    rows = []
    with open_text(path, newline="") as file:
        for number, cells in enumerate(_cells(file, path), start=1):
            if tuple(cells[: len(_FIELDS)]) == _FIELDS or not cells:
                continue
            if not _is_scored(cells):
                raise FormatError(
                    "the row is not made as Appraise makes it.",
                    path=str(path),
                    row=number,
                    remedy=f"It begins with {', '.join(_FIELDS)}, of which itemType is one of {', '.join(_TYPES)}.",
                )
            rows.append(_by_name(cells))
    if len({row["language"] for row in rows}) > 1:
        rows = [{**row, "item": f"{row['language']}/{row['item']}"} for row in rows]
    return rows


def _cells(file: IO[str], path: Path) -> Iterator[list[str]]:
    try:
        yield from csv.reader(file, strict=True)
    except csv.Error as error:
        raise FormatError(f"this is no CSV as Appraise writes it ({error}).", path=str(path)) from error


def _is_scored(cells: Sequence[str]) -> bool:
    """Return whether cells are a row of scores, or its header."""
    begin = tuple(cells[: len(_FIELDS)])
    return begin == _FIELDS or (len(begin) == len(_FIELDS) and all(begin) and begin[3] in _TYPES)


def _by_name(cells: Sequence[str]) -> dict[str, Any]:
    who, system, item, kind, source, target, score, *rest = cells
    in_document = len(rest) > 1 and rest[1] in ("True", "False")
    return {
        "who": who,
        "system": system,
        "item": item,
        "kind": kind,
        "language": f"{source}-{target}",
        "score": score,
        "document": rest[0] if in_document else None,
        "of_document": in_document and rest[1] == "True",
    }


def appraise_scores(row: Mapping[str, Any]) -> Scores:
    """Yield the score of an output, with who gave it; none of a check, and of a document as a whole."""
    if row["kind"] == _OUTPUT and not row["of_document"]:
        yield f"DA@{row['who']}", row["score"] or None


def appraise_notes(rows: Rows) -> list[str]:
    """Return what is to be said of rows that are no scores of outputs."""
    checks = sum(row["kind"] != _OUTPUT for row in rows)
    documents = sum(row["of_document"] and row["kind"] == _OUTPUT for row in rows)
    return [
        *(
            [f"{counted(checks, 'row')} left out, checks whether raters attend (CHK, BAD, REF)"]
            if checks
            else []
        ),
        *([f"{counted(documents, 'row')} left out, scores of whole documents"] if documents else []),
    ]


def is_rankings(path: Path) -> bool:
    """Return whether a file is one of rankings."""
    return path.is_file() and _START in starts_with(path, 1024)


def rankings(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield a verdict for every two systems of a ranking, numbered: input, a, b, verdict and rater.

    Of two ranks the smaller is better; systems that one translation names wrote the same, and tie. Rankings that were
    skipped have no ranks, and give no verdict.

    Parameters
    ----------
    path : Path
        Compressed or not.

    Raises
    ------
    FormatError
        If it is no XML, or a ranking is not made so.
    """
    count = itertools.count(1)
    parser: ET.XMLPullParser[ET.Element] = ET.XMLPullParser(("end",))
    try:
        with open_bytes(path) as file:
            while piece := file.read(_STEP):
                parser.feed(piece)
                for _, element in cast("Iterator[tuple[str, ET.Element]]", parser.read_events()):
                    if element.tag == "ranking-item":
                        for record in _verdicts(element, path):
                            yield next(count), record
                        element.clear()
        parser.close()
    except ET.ParseError as error:
        raise FormatError(
            f"this must be XML as Appraise writes it ({error}).", path=str(path), remedy="Download it again."
        ) from error


def _verdicts(item: ET.Element, path: Path) -> Iterator[dict[str, Any]]:
    name, rater = item.get("src-id"), item.get("user")
    if not name or not rater:
        raise FormatError(
            f"ranking '{item.get('id')}' lacks its input (src-id) or its rater (user).",
            path=str(path),
            remedy="Download it again, or mend or leave out the ranking.",
        )
    ranks: dict[str, int] = {}
    for translation in item.iter("translation"):
        rank = translation.get("rank", "")
        if not rank.isdecimal():
            continue  # it was skipped
        for system in (translation.get("system") or "").replace(",", " ").split():
            ranks[system] = int(rank)
    for a, b in itertools.combinations(ranks, 2):
        verdict = "tie" if ranks[a] == ranks[b] else "A" if ranks[a] < ranks[b] else "B"
        yield {"input": name, "a": a, "b": b, "verdict": verdict, "rater": rater}
