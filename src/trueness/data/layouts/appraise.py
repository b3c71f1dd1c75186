"""Rankings of outputs that people made with Appraise, as WMT and SEEDA publish them: XML to verdicts on pairs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree as ET

from trueness.data.files.open_file import open_bytes, starts_with
from trueness.errors import FormatError

_START = b"<appraise-results"
_STEP = 1 << 16


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
            f"this is no XML as Appraise writes it ({error}).", path=str(path), remedy="Download it again."
        ) from error


def _verdicts(item: ET.Element, path: Path) -> Iterator[dict[str, Any]]:
    name, rater = item.get("src-id"), item.get("user")
    if not name or not rater:
        raise FormatError(
            f"ranking '{item.get('id')}' does not say its input (src-id) and rater (user).",
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
