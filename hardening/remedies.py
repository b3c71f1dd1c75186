"""Paste every remedy that a command prints about damaged and strange files: it has to work, or to lead on.

::

    python -m hardening.remedies [--seconds S] [--first N] [--cases FOLDER]

Files are those of ``make fuzz`` for all that reads scores, and those of a folder. `check`, `compare` and `judge` are
asked about each. A remedy fails if what it says to type crashes, is no option, or is answered by the same refusal.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import io
import itertools
import os
import re
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from hardening.fuzz.child import put, rng_of
from hardening.fuzz.targets import TARGETS

READ = (
    *(
        "csv",
        "tsv",
        "semicolons",
        "jsonl",
        "json",
        "judged-tables",
        "exports",
        "preferences",
        "panel",
        "drift",
    ),
    *("worth", "disagreements", "preferred", "spreadsheet", "arrow", "parquet", "sacrerouge", "wmt", "mqm"),
)
"""Targets of ``make fuzz`` whose files are sources of a command."""

REPEATED = ("--columns", "--missing-values", "--without", "--only", "--metrics")
"""Options that may be given again: they count together."""

COMMANDS: tuple[tuple[str, ...], ...] = (("check",), ("compare",), ("judge",))

SUFFIXES = frozenset({".csv", ".tsv", ".json", ".jsonl", ".xlsx", ".parquet", ".score", ".log"})
"""Of files in a folder of cases: those of data."""

MOST = 5
"""Remedies that a file may need one after the other."""

REMEDY = re.compile(r"(--[a-z][a-z-]*) ('[^']*'|[^\s;,.]\S*?)(?=[.,;:)]*(?:\s|$))")
BLANK = re.compile(r"WORST|NAME|COL\b|…|PREFIX|FOLDER|FILE|URL")
VERBS = frozenset(
    {"takes", "names", "says", "has", "needs", "belongs", "asks", "is", "must", "lies", "works"}
)
"""What stands after an option in a sentence about it, which advises nothing."""

COMMAND = re.compile(r"`trueness ([^`]+)`|: trueness ([a-z][^\n]*?)(?= ?$|\. )", re.MULTILINE)

Run = Callable[[Sequence[str]], tuple[int, str]]
"""Takes words of a command; gives its status, and what it wrote to standard error."""


@dataclasses.dataclass(frozen=True)
class Pasted:
    """A remedy that was typed.

    Attributes
    ----------
    words : tuple of str
        The command with it.
    said : str
        What the command before it said.
    wrong : str
        What is wrong with it; empty where it works or leads on.
    """

    words: tuple[str, ...]
    said: str
    wrong: str


def remedies(said: str) -> list[tuple[str, str]]:
    """Return the options with a value that a message names, without those that leave a blank.

    Those of a whole command belong to it (see `commands`).

    Parameters
    ----------
    said : str
    """
    found = []
    for option, value in REMEDY.findall(COMMAND.sub(" ", said)):
        bare = _words(value)
        if bare and bare[0] not in VERBS and not BLANK.search(value) and not bare[0].startswith("-"):
            found.append((option, bare[0]))
    return list(dict.fromkeys(found))


def commands(said: str) -> list[tuple[str, ...]]:
    """Return the whole commands that a message names, without those that leave a blank.

    Parameters
    ----------
    said : str
    """
    found = (_words(one or other) for one, other in COMMAND.findall(" ".join(said.split())))
    return [tuple(words) for words in found if words and not BLANK.search(" ".join(words))]


def _words(text: str) -> list[str]:
    with contextlib.suppress(ValueError):  # a quotation that is not closed
        return shlex.split(text)
    return []


def follow(run: Run, words: Sequence[str]) -> Iterator[Pasted]:
    """Yield each remedy that a command and what follows from it names, once it was typed.

    Every remedy of a message is typed; the first that leads on is followed.

    Parameters
    ----------
    run : callable
    words : sequence of str
        Of the command. Another command that is named alone is given the same words behind it.
    """
    status, said = run(words)
    seen: list[str] = []
    for _ in range(MOST):
        if status == 0:
            return
        seen.append(said)
        typed = [[*words, *way] for way in remedies(said) if way[0] not in words or way[0] in REPEATED]
        asked = [[*one, *words[1:]] if len(one) == 1 else list(one) for one in commands(said)]
        answers = [(one, *run(one)) for one in (*typed, *asked)]
        wrong = [_wrong(code, answer, seen) for _, code, answer in answers]
        for (one, _, _), what in zip(answers, wrong, strict=True):
            yield Pasted(tuple(one), said, what)
        going = [answer for answer, what in zip(answers, wrong, strict=True) if not what]
        if not going:
            return  # the user alone knows: a blank, or words
        words, status, said = going[0]
    if status:
        yield Pasted(tuple(words), said, f"{MOST} remedies, and no end")


def _wrong(status: int, said: str, seen: Sequence[str]) -> str:
    if status == 1:
        return f"crashed: {said}"
    if "No such option" in said or "No such command" in said:
        return f"is no option: {said}"
    return "the same refusal again" if status and said in seen else ""


def run_here(words: Sequence[str]) -> tuple[int, str]:
    """Run the command line in this process and folder; a crash has the status 1, as it has in a process of its own.

    Parameters
    ----------
    words : sequence of str
    """
    from trueness.commands import main as command_line

    typed, sys.argv = sys.argv, ["trueness", *words]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
        try:
            command_line()
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        except Exception as error:  # noqa: BLE001 - what is looked for
            return 1, f"{type(error).__name__}: {error}"
        finally:
            sys.argv = typed
    return status, said.getvalue()


def drawn(name: str, number: int) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the files of a case of ``make fuzz``, and which of them are named.

    Parameters
    ----------
    name : str
        Of a target.
    number : int
        Of the case.
    """
    target = TARGETS[name]
    seed, _, files = target.case(target.seeds(), rng_of(name, number))
    return files, seed.sources


def kept(folder: Path) -> Iterator[tuple[str, dict[str, bytes], tuple[str, ...]]]:
    """Yield the files of data in a folder: a name, its content, what is named.

    Parameters
    ----------
    folder : Path
    """
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in SUFFIXES:
            yield str(path.relative_to(folder)), {path.name: path.read_bytes()}, (path.name,)


def asked(files: dict[str, bytes], sources: Sequence[str], run: Run = run_here) -> Iterator[Pasted]:
    """Yield the remedies of all commands about some files, which lie in a folder of their own.

    Parameters
    ----------
    files : dict of str to bytes
    sources : sequence of str
    run : callable
    """
    before = Path.cwd()
    folder = Path(tempfile.mkdtemp(prefix="trueness-remedies-"))
    try:
        put(folder, files)
        os.chdir(folder)
        for command in COMMANDS:
            yield from follow(run, [*command, *sources])
    finally:
        os.chdir(before)
        shutil.rmtree(folder, ignore_errors=True)


def main(words: Sequence[str] | None = None) -> int:
    """Paste, print each remedy that fails, and return 1 where one does."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--cases", type=Path, help="a folder of files besides")
    given = parser.parse_args(words)
    os.environ["TRUENESS_CACHE"] = tempfile.mkdtemp(prefix="trueness-cache-")
    end, n_files, tried, failed = time.monotonic() + given.seconds, 0, 0, 0
    every = ((name, number) for number in range(given.first, sys.maxsize) for name in READ)
    made = ((f"{name} {number}", *drawn(name, number)) for name, number in every)
    for label, files, sources in itertools.chain(kept(given.cases) if given.cases else (), made):
        if time.monotonic() > end:
            break
        n_files += 1
        for one in asked(files, sources):
            tried += 1
            if one.wrong:
                failed += 1
                sys.stdout.write(f"{label}: trueness {shlex.join(one.words)}\n   {one.said}   {one.wrong}\n")
    sys.stdout.write(f"{n_files} files, {tried} remedies tried, {failed} failed\n")
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
