"""Write docs/reproductions.md from the tables of reproductions/*/README.md; `make docs` runs this.

`tests/docs/test_write_reproductions.py` fails when the page is old.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PAGE = Path(__file__).parent / "reproductions.md"
PAPERS = ("deutsch2021", "bhandari2020", "graham2015", "miloulis", "braun2022")
COLUMNS = ("where", "published", "reproduced", "difference", "cause")
CLAIMS = ("section", "claim")
"""What tables of claims begin with; what was found is in the columns named below."""
FOUND = {"its own table": "its own table: ", "SummEval": "SummEval: ", "here, by a ridge": ""}

HEAD = """\
# Papers, reproduced

<!-- Written by docs/write_reproductions.py from reproductions/*/README.md; `make docs` writes it anew. -->

Every number and claim of five papers that could be put to data at hand: what was published, what comes out here, the
difference, and its cause where one is known. Each paper has a program that does it anew, which ends with 1 if something
that has to agree does not. How to run it, what the papers leave unsaid, and what becomes of their claims where
inference applies to other systems and other inputs is in the pages named. [Published claims, asked again](claims.md)
is about "X is better than Y".
"""


class Row(NamedTuple):
    """A line of the table, cells as Markdown."""

    where: str
    published: str
    reproduced: str
    difference: str = ""
    cause: str = ""


def page() -> str:
    """Return the page."""
    return "\n".join([HEAD, *(line for paper in PAPERS for line in paper_lines(paper))])


def paper_lines(paper: str) -> Iterator[str]:
    """Yield a paper's heading, what it is, and its table."""
    text = (ROOT / "reproductions" / paper / "README.md").read_text(encoding="utf-8")
    title = text.splitlines()[0].removeprefix("# ")
    about = re.search(r"^\*(.+?)\*", text, flags=re.MULTILINE)
    yield f"## {title}\n"
    if about:
        yield f"*{about.group(1)}* Its page: `reproductions/{paper}/README.md`.\n"
    yield f"| {' | '.join(COLUMNS)} |"
    yield "|---" * len(COLUMNS) + "|"
    yield from (f"| {' | '.join(row)} |" for row in rows_of(text))
    yield ""


def rows_of(text: str) -> Iterator[Row]:
    """Yield the lines of all tables of what was published, or claimed, in a page.

    Raises
    ------
    ValueError
        If the page has no such table, or a line of one has not as many cells as its heading.
    """
    header: tuple[str, ...] | None = None
    found = False
    for line in text.splitlines():
        if not line.startswith("|"):
            header = None
            continue
        cells = tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1])
        if header is None:
            header = cells
        elif not set("".join(cells)) <= set("-:"):
            if len(cells) != len(header):
                raise ValueError(f"{len(cells)} cells under {len(header)} headings: {line}")
            if header[:2] == CLAIMS:
                of = dict(zip(header, cells, strict=True))
                said = "; ".join(f"{words}{of[name]}" for name, words in FOUND.items() if of.get(name))
                yield Row(of["section"], of["claim"], said)
                found = True
            elif header == COLUMNS:
                yield Row(*cells)
                found = True
    if not found:
        raise ValueError("the page has no table of what was published.")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}\n")
