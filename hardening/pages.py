"""How plainly the pages of the documentation read, by the measure of `sentences`.

``python -m hardening.pages`` prints a line for each page, the longest sentences first.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from hardening.sentences import Measured, measured

DOCS = Path(__file__).parents[1] / "docs"

FEWEST = 3
"""Words of a sentence; shorter ones are headings of lists."""

_FENCED = re.compile(r"^(```|~~~).*?^\1\s*$", re.DOTALL | re.MULTILINE)
_ITEM = re.compile(r"(?:[-*+]|\d+\.)\s+|: +")
_ASIDE = ("|", "#", "<", ":::", "![", "[![")
_END = re.compile(r"(?<=[.!?:;])\s+(?=[A-Z(X‘“\d])")
_SHORT = re.compile(r"\b(et al|e\.g|i\.e|vs)\.")


def sentences_of(page: str) -> Iterator[str]:
    """Yield the sentences of a page in Markdown: no code, no tables, no headings; code within a line is one word.

    Parameters
    ----------
    page : str
    """
    block: list[str] = []
    for line in [*_FENCED.sub("", page).split("\n"), ""]:
        text = line.strip()
        item = _ITEM.match(text)
        if not text or item or text.startswith(_ASIDE):
            yield from _divided(" ".join(block))
            block = [text[item.end() :]] if item else []
        else:
            block.append(text)


def _divided(block: str) -> Iterator[str]:
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "X", block))
    plain = _SHORT.sub(r"\1", re.sub(r"[*_]{1,2}", "", plain))
    yield from (one for one in _END.split(plain) if len(re.findall(r"\S*\w\S*", one)) >= FEWEST)


def pages() -> dict[str, Measured]:
    """Return how plainly each page reads, by its name."""
    found = {path.name: list(sentences_of(path.read_text(encoding="utf-8"))) for path in DOCS.glob("*.md")}
    return {name: measured(sentences) for name, sentences in sorted(found.items()) if sentences}


def main() -> None:
    """Print a line for each page."""
    for name, one in sorted(pages().items(), key=lambda found: -found[1].mean):
        sys.stdout.write(
            f"{name:32}{one.n:5} sentences, {one.mean:4.1f} words (90%: {one.p90:.0f}), {one.negated:.0%} negated\n"
        )


if __name__ == "__main__":
    main()
