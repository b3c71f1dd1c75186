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
PAPERS = ("deutsch2021", "bhandari2020", "graham2015", "miloulis", "braun2022", "wmt20")
COLUMNS = ("where", "published", "reproduced", "difference", "cause")
CLAIMS = ("section", "claim")
"""What tables of claims begin with; what was found is in the columns named below."""
FOUND = {
    "its own table": "its own table: ",
    "its own tables": "its own tables: ",
    "SummEval": "SummEval: ",
    "here": "here: ",
    "here, by a ridge": "",
}
NOTHING = "–"
"""What stands in a cell without words."""

HEAD = """\
# Papers, reproduced

<!-- Written by docs/write_reproductions.py from reproductions/*/README.md; `make docs` writes it anew. -->

Six papers, computed again: every number and claim that could be put to data at hand. Each line has what was published,
what comes out here, the difference, and its cause. A dash stands where there is no number to subtract, or no known
cause. Tables of claims say whether a claim holds.

Each paper has a program that computes it anew. It ends with 1 if a number that has to agree differs. The pages named
below say how to run it, and what the papers leave open. They also ask whether the claims hold for other systems and
other inputs. For "X is better than Y" see [published claims, asked again](claims.md).
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
    rows = list(rows_of(text))
    filled = [k for k in range(len(COLUMNS)) if any(row[k] for row in rows)]
    yield f"| {' | '.join(COLUMNS[k] for k in filled)} |"
    yield "|---" * len(filled) + "|"
    yield from (f"| {' | '.join(row[k] or NOTHING for k in filled)} |" for row in rows)
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
