"""The catalogue of sentences as a plain text file: written, edited by anybody, and put back into the source.

An entry has a line that says where the text stands, one that says when it is said, and the text, on as many lines as
one likes, up to a blank line::

    @ cli/targets.py:66 check_targets (error) 5d1c09aa
      if path.is_dir()
    this is a folder. Give {option} the name of a file in it.

What stands in braces is filled in by the program: it may move, and has to stay. Nothing else of the source is touched.
"""

from __future__ import annotations

import argparse
import ast
import bisect
import dataclasses
import difflib
import hashlib
import io
import itertools
import re
import subprocess
import sys
import textwrap
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hardening.sentences import SOURCE, Text, chosen, texts

HEAD = """\
# Sentences of the program. Edit the words; `make sentences APPLY=FILE` puts what has changed into the source.
# Keep what stands in braces, and the lines that begin with @. Entries may be left out.
"""

WIDTH = 100
"""Characters of a line of the file."""

MOST = 102
"""Characters of a literal in the source, with its indentation; quotes and another indentation fit beside them."""

_ENTRY = re.compile(r"@ (?P<path>\S+):(?P<line>\d+) .*\b(?P<key>[0-9a-f]{8})")
_BEGINS = re.compile(r"@ \S+:\d+ ")
_PART = re.compile(r"\{\{|\}\}|\{(?:[^{}]|\{[^{}]*\})*\}|[^{}]+|[{}]")


class EditError(Exception):
    """An entry that cannot be put back: what is wrong, with the line of the file."""


@dataclasses.dataclass(frozen=True)
class Edit:
    """An entry of a file.

    Attributes
    ----------
    path, key : str
        The file within the package, and what the text was when the file was written.
    line : int
        Of the source, when the file was written.
    at : int
        The line of the entry in the file.
    text : str
    """

    path: str
    key: str
    line: int
    at: int
    text: str


def key_of(text: Text) -> str:
    """Return what an entry knows its text by."""
    return hashlib.sha256(text.written.encode()).hexdigest()[:8]


def editable(text: Text) -> bool:
    """Return whether a text is one literal of its own, whose spaces are those between words."""
    return text.place is not None and text.written.strip() == " ".join(text.written.split())


def written(found: Iterable[Text]) -> str:
    """Return the file of some texts."""
    entries = [HEAD]
    for text in filter(editable, found):
        said = f"  if {' '.join(text.condition.split())}\n" if text.condition else ""
        body = textwrap.fill(text.written.strip(), WIDTH, break_long_words=False, break_on_hyphens=False)
        entries.append(f"@ {text.path}:{text.line} {text.name} ({text.kind}) {key_of(text)}\n{said}{body}\n")
    return "\n".join(entries)


def read(file: str) -> Iterator[Edit]:
    """Yield the entries of a file.

    Raises
    ------
    EditError
        If a line that begins with ``@`` is none of an entry, or an entry has no text.
    """
    lines = file.splitlines()
    k = 0
    while k < len(lines):
        if not _BEGINS.match(lines[k]):
            if lines[k].strip() and not lines[k].startswith("#"):
                raise EditError(f"line {k + 1}: this text belongs to no entry: '{lines[k][:40]}'")
            k += 1
            continue
        head = _ENTRY.fullmatch(lines[k].rstrip())
        if head is None:
            raise EditError(f"line {k + 1}: an entry begins '@ FILE:LINE NAME (KIND) KEY', as it was written")
        at = k + 1
        body: list[str] = []
        k += 1
        while k < len(lines) and lines[k].strip() and not _BEGINS.match(lines[k]):
            if body or not lines[k].startswith("  if "):
                body.append(lines[k].strip())
            k += 1
        if not body:
            raise EditError(f"line {at}: the entry lost its text: leave out the whole entry to keep the text")
        yield Edit(head["path"], head["key"], int(head["line"]), at, " ".join(body))


def applied(file: str, source: Path) -> dict[Path, str]:
    """Return what the files of a package hold once the changed texts are in them; those without a change are left out.

    Parameters
    ----------
    file : str
        The content of an edited file.
    source : Path
        The folder of the package.

    Raises
    ------
    EditError
        If an entry is of a text that is no longer in the source, or changes what is filled in.
    """
    here: dict[str, list[Text]] = {}
    for text in filter(editable, texts(source)):
        here.setdefault(text.path, []).append(text)
    changes: dict[str, list[tuple[Text, str]]] = {}
    for edit in read(file):
        same = [one for one in here.get(edit.path, ()) if key_of(one) == edit.key]
        if not same:
            raise EditError(
                f"line {edit.at}: the text has changed in {edit.path} since the file was written: write the file anew"
            )
        text = min(same, key=lambda one: abs(one.line - edit.line))
        here[edit.path].remove(text)  # of a text that stands there twice, each has an entry
        if edit.text != text.written.strip():
            _check(edit, text)
            changes.setdefault(edit.path, []).append((text, edit.text))
    return {
        source / path: _replaced((source / path).read_text(encoding="utf-8"), of_file)
        for path, of_file in changes.items()
    }


def put_back(file: str, source: Path) -> Sequence[Path]:
    """Put the changed texts of an edited file into the source, format it, and return the files that changed.

    Nothing is written where one entry is refused.

    Raises
    ------
    EditError
        As `applied` does.
    """
    changed = applied(file, source)
    for path, content in changed.items():
        path.write_text(content, encoding="utf-8")
    if changed:
        for command in (("check", "--fix-only", "--select", "UP034"), ("format",)):
            subprocess.run(
                [sys.executable, "-m", "ruff", *command, "--quiet", *map(str, changed)], check=True
            )
    return tuple(changed)


def _check(edit: Edit, text: Text) -> None:
    before, after = (Counter(_filled(one)) for one in (text.written, edit.text))
    lost, added = before - after, after - before
    if lost:
        near = difflib.get_close_matches(next(iter(lost)), added, 1, 0.5)
        instead = f", not {near[0]}" if near else ""
        raise EditError(f"line {edit.at}: {edit.path}: the text has to keep {next(iter(lost))}{instead}")
    if added:
        raise EditError(f"line {edit.at}: {edit.path}: nothing is filled in for {next(iter(added))}")


def _filled(words: str) -> list[str]:
    return [part for part in _PART.findall(words) if part[0] in "{}" and part not in ("{{", "}}")]


def _replaced(content: str, changes: Sequence[tuple[Text, str]]) -> str:
    lines = content.encode().splitlines(keepends=True)
    starts = [0, *itertools.accumulate(map(len, lines))]
    depths = list(_depths(content, starts))
    raw = b"".join(lines)
    for text, words in sorted(changes, key=lambda one: one[0].place or (), reverse=True):
        line, column, last, end = text.place or (0, 0, 0, 0)
        start, stop = starts[line - 1] + column, starts[last - 1] + end
        before, after = (re.search(edge, text.written) for edge in (r"^\s*", r"\s*$"))
        whole = f"{before.group() if before else ''}{words}{after.group() if after else ''}"
        indent = len(lines[line - 1]) - len(lines[line - 1].lstrip())
        literal = "\n".join(_literals(whole, MOST - indent, formatted=text.formatted))
        if "\n" in literal and not depths[bisect.bisect(depths, (start, 0)) - 1][1]:
            literal = f"({literal})"
        raw = raw[:start] + literal.encode() + raw[stop:]
    return raw.decode()


def _depths(content: str, starts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield after which byte how many brackets are open: in none of them a literal ends with its line."""
    depth = 0
    yield -1, 0
    for token in tokenize.generate_tokens(io.StringIO(content).readline):
        if token.type == tokenize.OP and token.string in "([{)]}":
            depth += 1 if token.string in "([{" else -1
            yield starts[token.start[0] - 1] + len(token.line[: token.start[1]].encode()), depth


def _literals(words: str, most: int, *, formatted: bool) -> Iterator[str]:
    row = ""
    for word in _whole_words(words, formatted=formatted):
        if row and len(row) + len(word.rstrip()) > most:
            yield _literal(row, formatted=formatted)
            row = ""
        row += word
    yield _literal(row, formatted=formatted)


def _whole_words(words: str, *, formatted: bool) -> Iterator[str]:
    """Yield words with the spaces behind them; what is filled in is never divided."""
    word = ""
    for part in _PART.findall(words) if formatted else [words]:
        for piece in [part] if formatted and part[0] == "{" else re.findall(r"\S+ *| +", part):
            if word.endswith(" "):
                yield word
                word = ""
            word += piece
    yield word


def _literal(words: str, *, formatted: bool) -> str:
    filled = "".join(_filled(words)) if formatted else ""
    prefix = "f" if formatted and (filled or "{{" in words or "}}" in words) else ""
    for quote in ('"', "'", '"""'):
        if quote in filled:
            continue
        parts = _PART.findall(words) if prefix else [words]
        said = "".join(part if part in _filled(part) else _escaped(part, quote) for part in parts)
        literal = f"{prefix}{quote}{said}{quote}"
        ast.parse(literal, mode="eval")
        return literal
    raise EditError(f"quotes of every kind are in {words!r}")


def _escaped(words: str, quote: str) -> str:
    return words.replace("\\", "\\\\").replace(quote[0], f"\\{quote[0]}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file, or put it back."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--edit", type=Path, metavar="FILE", help="write the catalogue there")
    what.add_argument("--apply", type=Path, metavar="FILE", help="put what has changed there into the source")
    parser.add_argument("--kind", help="caution, error, option or finding")
    parser.add_argument("--under", default="", help="a folder of the package, such as studies/judge")
    parser.add_argument("--source", type=Path, default=SOURCE, help="the package")
    given = parser.parse_args(arguments)
    if given.edit:
        given.edit.write_text(written(chosen(given.source, given.under, given.kind)), encoding="utf-8")
        return 0
    try:
        changed = put_back(given.apply.read_text(encoding="utf-8"), given.source)
    except EditError as error:
        sys.stderr.write(f"{given.apply}: {error}\n")
        return 2
    sys.stdout.write("".join(f"{path}\n" for path in changed) or "nothing has changed\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
