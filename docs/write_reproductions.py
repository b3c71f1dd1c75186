"""Write docs/reproductions.md from the tables of reproductions/*/README.md; `make docs` runs this.

`tests/docs/test_write_reproductions.py` fails when the page is old.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "reproductions"))
from run import ASKED_AGAIN, PAPERS, Paper  # noqa: E402 - a program beside those that it runs

PAGE = Path(__file__).parent / "reproductions.md"
COLUMNS = ("where", "published", "reproduced", "difference", "cause")
IN_SHORT = ("claimed", "holds today", "we would say")
"""The headings of the one line that says what a paper is about and what has become of it."""

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

<!-- Written by docs/write_reproductions.py from reproductions/*/README.md and run.py; `make docs` writes it anew. -->

Six papers on how to evaluate metrics, computed again: every number and claim that could be put to data at hand. If you
read one table, read this: what each claimed, what of it holds today, and what we would say in its place.
"""

TABLES = """
## One command

`make reproduce` computes all of them, `make reproduce PAPER=graham2015` one. Each program prints published and
reproduced numbers side by side. It ends with 1 if a number that has to agree differs, and with 2 if it lacks data or a
program, which it names.
"""

LINES = """
## Every line

Each line has what was published, what comes out here, the difference, and its cause. A dash stands where there is no
number to subtract, or no difference to explain. Tables of claims say whether a claim holds. The pages named below have
what the papers leave open, and what becomes of their claims for other systems and other inputs. For "X is better than
Y" see [published claims, asked again](claims.md).
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
    texts = {paper.folder: text_of(paper) for paper in PAPERS}
    short = [
        f"| [{title(text)}](#{anchor(title(text))}) | {' | '.join(in_short(text))} |"
        for text in texts.values()
    ]
    runs = [
        f"| {name_of(one, texts)} | {', '.join(f'`{one.folder}/{name}`' for name in one.programs)} | {one.needs} "
        f"| {one.minutes} |"
        for one in (*PAPERS, ASKED_AGAIN)
    ]
    return "\n".join(
        [
            HEAD,
            f"| paper | {' | '.join(IN_SHORT)} |\n|---|---|---|---|",
            *short,
            TABLES,
            "| paper | programs in `reproductions` | needs | minutes of a processor |\n|---|---|---|---:|",
            *runs,
            LINES,
            *(line for paper in PAPERS for line in paper_lines(paper.folder, texts[paper.folder])),
        ]
    )


def name_of(paper: Paper, texts: Mapping[str, str]) -> str:
    """Return what a line calls a paper; the claims of several have a page of their own."""
    return (
        "[Published claims, asked again](claims.md)" if paper is ASKED_AGAIN else title(texts[paper.folder])
    )


def text_of(paper: Paper) -> str:
    """Return a paper's own page."""
    return (ROOT / "reproductions" / paper.folder / "README.md").read_text(encoding="utf-8")


def title(text: str) -> str:
    """Return what stands at the head of a page."""
    return text.splitlines()[0].removeprefix("# ")


def anchor(words: str) -> str:
    """Return how a heading is linked to."""
    return re.sub(r"[^\w -]", "", words.lower()).replace(" ", "-")


def in_short(text: str) -> tuple[str, ...]:
    """Return what was claimed, what holds, and what we would say, from a page.

    Raises
    ------
    ValueError
        If the page does not say it in one line.
    """
    head = f"| {' | '.join(IN_SHORT)} |"
    _, found, after = text.partition(f"{head}\n")
    lines = after.splitlines()[1:3]
    if not found or len(lines) != 2 or lines[1].startswith("|"):
        raise ValueError(f"the page does not say in one line under {head} what has become of the paper.")
    return tuple(cell.strip() for cell in lines[0].strip("|").split("|"))


def paper_lines(folder: str, text: str) -> Iterator[str]:
    """Yield a paper's heading, what it is, and its table."""
    about = re.search(r"^\*(.+?)\*", text, flags=re.MULTILINE)
    yield f"### {title(text)}\n"
    if about:
        yield f"*{about.group(1)}* Its page: `reproductions/{folder}/README.md`.\n"
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
