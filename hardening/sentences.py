"""All sentences that the program can print: where each stands, when it is said, and how plainly it reads.

Texts are found in the source itself, so that none is forgotten: string literals and formatted strings that are a
sentence. What is filled in stands as its expression in braces, and counts as one word.

``make sentences`` prints the catalogue, ``edited_sentences.py`` has it as a file to edit, and
``tests/hardening/test_sentences.py`` holds it to its limits.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import dataclasses
import re
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "trueness"

FEWEST_WORDS = 4
"""Shorter texts are names, headings and keys."""

LONG = 30
"""Words of a sentence from which on nobody reads it in one go."""

NEGATION = re.compile(
    r"\b(?:not|no|none|never|nobody|nothing|neither|nor|without|cannot|undefined|unknown)\b|n't\b",
    re.IGNORECASE,
)

BANNED: dict[str, str] = {
    r"\bis not shown to\b": "say 'may not', or what is known",
    r"\bneither to\b": "two sentences",
    r"\bspeaks? of\b": "applies to, is about",
    r"\bwhat becomes of\b": "how it changes",
    r"\bis said of\b": "say who does what",
    r"\bof which it is\b": "two sentences",
    r"\bin order to\b": "to",
    r"\butili[sz]e": "use",
    r"\bcolour?s? of (?:the )?light\b": "✓ ? ✗",
    r"\bbehaviors?\b|\bcolors?\b|\banalyze": "British spelling",
}
"""Constructions that readers stumble over, and what to write in their place."""

ONE_WORD: dict[str, str] = {
    r"\bcautions?\b": "warning, note",
    r"\braters?\b": "annotator; judge or person",
    r"\bdrop(?:s|ped)?\b|\bexcluded\b(?!\))": "left out",
    r"\bspeaks? for\b": "stands for",
    r"\b(?:compared|shared) cells\b|\bcells that\b|\bper item\b|\bitems are\b|\bare items\b": "outputs",
    r"\bintervals?(?: that)?(?: may)? holds?\b": "contain",
    r"\blanguage directions?\b": "language pair",
    r"\bmodel judge\b|\bLLM judge\b": "judge",
}
"""Other words for what the glossary has one word for, and that one."""

OF_FILES = ("data/",)
"""Where files are spoken of in their own words: cells of a table, raters of a benchmark."""

_TYPED = re.compile(r"‘[^’]*’|'[^']*'|`[^`]*`|--[a-z-]+")
_BREAK = re.compile(r"(?<=[.!?:;]) +(?=[A-Z{'‘`0-9✓✗?])")
_HOLE = "\N{WHITE SQUARE}"
_WORD = re.compile(r"\S*[\w\N{WHITE SQUARE}]\S*")


@dataclasses.dataclass(frozen=True)
class Text:
    """A text in the source.

    Attributes
    ----------
    path : str
        Its file, within the package.
    line : int
    name : str
        The function or class it stands in.
    condition : str
        The nearest condition under which it is said; empty where it always is.
    kind : str
        ``caution``, ``error``, ``option`` or ``finding``.
    written : str
        As the source has it, with its spaces; what is filled in stands in braces.
    words : str
        The same with one sign for each thing that is filled in, and single spaces.
    formatted : bool
        Whether the source fills it in itself, as formatted strings do.
    place : tuple of int, optional
        Where its literal begins and ends: line and byte, line and byte. None within another text.
    """

    path: str
    line: int
    name: str
    condition: str
    kind: str
    written: str
    words: str
    formatted: bool
    place: tuple[int, int, int, int] | None

    @property
    def template(self) -> str:
        """What is printed, with what is filled in in braces."""
        return " ".join(self.written.split())

    @property
    def sentences(self) -> list[str]:
        """Its sentences, with a sign for each thing that is filled in."""
        return [one for one in _BREAK.split(self.words) if len(_WORD.findall(one)) >= FEWEST_WORDS]


class _Texts(ast.NodeVisitor):
    def __init__(self, path: str) -> None:
        self.path = path
        self.found: list[Text] = []
        self.names: list[str] = []
        self.conditions: list[str] = []
        self.kinds: list[str] = []
        self.around = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._within(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._within(node)

    def _within(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        conditions, self.conditions = self.conditions, []
        self.names.append(node.name)
        for child in node.body:
            if not _is_docstring(child):
                self.visit(child)
        self.names.pop()
        self.conditions = conditions

    def visit_If(self, node: ast.If) -> None:
        self._branches(ast.unparse(node.test), node.body, node.orelse)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._branches(ast.unparse(node.test), [node.body], [node.orelse])

    def _branches(self, test: str, yes: Sequence[ast.AST], no: Sequence[ast.AST]) -> None:
        for condition, body in ((test, yes), (f"not ({test})", no)):
            self.conditions.append(condition)
            for child in body:
                self.visit(child)
            self.conditions.pop()

    def visit_Call(self, node: ast.Call) -> None:
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        kind = "caution" if name == "Caution" else "error" if name.endswith("Error") else ""
        kind = kind or ("option" if name in ("option", "Option", "argument", "setting") else "")
        if kind:
            self.kinds.append(kind)
        self.generic_visit(node)
        if kind:
            self.kinds.pop()

    def visit_Expr(self, node: ast.Expr) -> None:
        if not _is_docstring(node):
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._keep(node, node.value, node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._keep(node, *("".join(part[k] for part in map(_part, node.values)) for k in range(2)))
        self.around += 1
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)
        self.around -= 1

    def _keep(self, node: ast.expr, written: str, words: str) -> None:
        text = " ".join(words.split())
        if len(_WORD.findall(text)) < FEWEST_WORDS or not re.search(r"[a-z]{2,} [a-z]{2,}", text):
            return
        if not text.rstrip().endswith((".", "!", "?", ";")) and "error" not in self.kinds:
            return  # a part of a text, a heading, a caption
        ends = node.end_lineno or node.lineno, node.end_col_offset or 0
        self.found.append(
            Text(
                path=self.path,
                line=node.lineno,
                name=".".join(self.names),
                condition=self.conditions[-1] if self.conditions else "",
                kind=self.kinds[-1] if self.kinds else "finding",
                written=written,
                words=text,
                formatted=isinstance(node, ast.JoinedStr),
                place=None if self.around else (node.lineno, node.col_offset, *ends),
            )
        )


def _part(node: ast.expr) -> tuple[str, str]:
    if isinstance(node, ast.Constant):
        return str(node.value).replace("{", "{{").replace("}", "}}"), str(node.value)
    whole = ast.unparse(ast.JoinedStr(values=[node]))
    filled = whole[whole.index("{") : whole.rindex("}") + 1]
    value = ast.unparse(node.value) if isinstance(node, ast.FormattedValue) else ""
    return filled.replace(f"{{({value})", f"{{{value}", 1), _HOLE


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def texts(source: Path = SOURCE) -> Iterator[Text]:
    """Yield all texts of a package that are sentences.

    Parameters
    ----------
    source : Path
        Its folder.
    """
    for path in sorted(source.rglob("*.py")):
        found = _Texts(str(path.relative_to(source)))
        found.visit(ast.parse(path.read_text(encoding="utf-8")))
        yield from found.found


def other_words(found: Sequence[Text]) -> Iterator[tuple[Text, str, str]]:
    """Yield texts with another word than the glossary's: the text, the word, and the glossary's.

    Parameters
    ----------
    found : sequence of Text
    """
    for text in found:
        said = _TYPED.sub(_HOLE, text.words)
        for pattern, word in ONE_WORD.items():
            if not text.path.startswith(OF_FILES) and (there := re.search(pattern, said)):
                yield text, there.group(), word


def chosen(source: Path, under: str = "", kind: str | None = None) -> list[Text]:
    """Return the texts of a package in a folder of it, and of a kind.

    Parameters
    ----------
    source : Path
    under : str
        How paths begin.
    kind : str, optional
        Without it, of all.
    """
    return [one for one in texts(source) if one.path.startswith(under) and kind in (None, one.kind)]


@dataclasses.dataclass(frozen=True)
class Measured:
    """How plainly sentences read.

    Attributes
    ----------
    n : int
        Sentences.
    mean, p90 : float
        Words of a sentence.
    long, negated : float
        Shares: of sentences of more than `LONG` words, and of those with a negation.
    """

    n: int
    mean: float
    p90: float
    long: float
    negated: float


def measured(sentences: Sequence[str]) -> Measured:
    """Return how plainly sentences read; of none, zeros.

    Parameters
    ----------
    sentences : sequence of str
    """
    if not sentences:
        return Measured(0, 0.0, 0.0, 0.0, 0.0)
    sizes = sorted(len(_WORD.findall(one)) for one in sentences)
    return Measured(
        n=len(sizes),
        mean=statistics.fmean(sizes),
        p90=sizes[int(0.9 * (len(sizes) - 1))],
        long=sum(size > LONG for size in sizes) / len(sizes),
        negated=sum(NEGATION.search(one) is not None for one in sentences) / len(sizes),
    )


def banned(found: Sequence[Text]) -> Iterator[tuple[Text, str, str]]:
    """Yield texts with a construction of `BANNED`: the text, what stands there, and what to write in its place.

    Parameters
    ----------
    found : sequence of Text
    """
    for text in found:
        for pattern, better in BANNED.items():
            if there := re.search(pattern, text.words, re.IGNORECASE):
                yield text, there.group(), better


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the catalogue, and how plainly its sentences read by their kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", help="caution, error, option or finding")
    parser.add_argument("--under", default="", help="a folder of the package, such as studies/judge")
    parser.add_argument("--numbers", action="store_true", help="how plainly they read, and nothing else")
    parser.add_argument(
        "--source", type=Path, default=SOURCE, help="the package, to compare with another tree"
    )
    given = parser.parse_args(arguments)
    found = chosen(given.source, given.under, given.kind)
    if not given.numbers:
        for text in found:
            where = f"{text.path}:{text.line} {text.name}".rstrip()
            said = f"   if {text.condition}\n" if text.condition else ""
            sys.stdout.write(f"{where} ({text.kind})\n{said}   {text.template}\n\n")
    for kind in ("finding", "caution", "error", "option"):
        one = measured([sentence for text in found if text.kind == kind for sentence in text.sentences])
        sys.stdout.write(
            f"{kind:8} {one.n:5} sentences, {one.mean:4.1f} words (90%: {one.p90:.0f}), {one.long:.0%} over {LONG}, "
            f"{one.negated:.0%} negated\n"
        )
    for text, there, better in (*banned(found), *other_words(found)):
        sys.stdout.write(f"{text.path}:{text.line}: '{there}': {better}\n")
    return 0


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError):  # who reads the first pages only
        raise SystemExit(main())
