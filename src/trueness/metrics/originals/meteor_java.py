"""METEOR with its table of paraphrases, counted by the Java program."""

from __future__ import annotations

import functools
import importlib.util
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Self

import numpy as np

from trueness.errors import DataError, MissingExtraError
from trueness.metrics.meteor.meteor import Meteor
from trueness.metrics.meteor.meteor_counts import REFS, MeteorCounts
from trueness.metrics.metric import Citation, FloatArray
from trueness.metrics.named_options import canonical_name, one_of, read_options
from trueness.metrics.originals.foreign_program import AnsweringProgram
from trueness.metrics.originals.user_files import content_hash, find_file

NAME = "meteor_java"
VARIABLE = "TRUENESS_METEOR_JAR"
TIMEOUT = 600.0
"""Seconds without an answer: to read its table the program takes up to half a minute of a slow machine."""

N_ANSWERED = 23
"""Numbers in an answer: words and function words, matches of four stages, chunks, and two sums of these."""
N_COUNTED = 21
"""Those of them that are no sums."""

PARAPHRASES = Path("data") / "paraphrase-en.gz"
"""Where the program looks for its table, beside its jar."""

_GET = (
    "Get the program with its table: pip install pycocoevalcap, or https://www.cs.cmu.edu/~alavie/METEOR (then "
    f"meteor-1.5.jar, named in {VARIABLE} or as {NAME}:jar=PATH, with data/{PARAPHRASES.name} beside it)."
)
_JAVA = "METEOR's program needs Java. Install it (Debian and Ubuntu: apt install default-jre-headless)."


class MeteorJava(MeteorCounts):
    """METEOR 1.5 for English as its authors' Java program computes it by default, with its table of paraphrases.

    The program counts matches (``-l en -norm``: the same word, stem, synonym set or paraphrase) with the best
    reference; from its counts come the scores of outputs, and of systems. It is started once and reads line after line.
    Line ends and other runs of blanks are read as one blank, and ``|||``, which parts texts for the program, as three
    signs, which is what its tokenizer makes of it.

    Parameters
    ----------
    jar : str or Path, optional
        The program (default: what TRUENESS_METEOR_JAR names, or else that of the installed package pycocoevalcap).
    refs : {'best', 'mean'}
        Of several references the best, as in the program, or the mean of the scores against each alone (see
        `MeteorCounts`).

    Raises
    ------
    ArgumentError
        If it is no such way with references.

    References
    ----------
    Denkowski and Lavie 2014.
    """

    name: str = NAME
    scheme: str = NAME
    options: str = (
        f":jar=<path>: meteor-1.5.jar; without it what {VARIABLE} names, or that of pycocoevalcap\n"
        ":refs=mean: of several references the mean of the scores against each alone, in place of the best\n"
        f"{_GET}"
    )
    note: str = f"`trueness metrics show {NAME}` says how to get the program."
    listed: bool = False
    runs_program: bool = True
    citation: Citation = Meteor.citation

    def __init__(self, jar: str | Path = "", refs: str = REFS[0]) -> None:
        self.jar = str(jar)
        self.join_by(refs)
        self.name = canonical_name(NAME, {"jar": self.jar, "refs": refs}, {"jar": "", "refs": REFS[0]})

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name (see `Metric.from_name`)."""
        if name.partition(":")[0] != NAME:
            return None
        return cls(**read_options(name, {"jar": str, "refs": one_of(*REFS)}))

    @classmethod
    def demands(cls) -> dict[str, bool | None]:
        """Return Java and the program (see `Metric.demands`)."""
        try:
            has_jar = cls().find_jar().is_file()
        except MissingExtraError:
            has_jar = False
        return {"java": shutil.which("java") is not None, f"meteor-1.5.jar ({VARIABLE})": has_jar}

    def signature(self) -> str:
        """Return the program's options and hashes of it and of its table, or what is missing."""
        options = "METEOR 1.5 -l en -norm"
        options += "" if self.joins == "best" else ", the mean over single references"
        try:
            jar = self.find_jar()
        except MissingExtraError:
            return f"{options}, not here"
        table = content_hash(jar.parent / PARAPHRASES)
        return f"{options}, {jar.name} {content_hash(jar)}, {PARAPHRASES.name} {table}"

    def find_jar(self) -> Path:
        """Return the program.

        Raises
        ------
        MissingExtraError
            If it is not there, or its table of paraphrases is not beside it.
        """
        if not self.jar and not os.environ.get(VARIABLE) and (carried := _carried_jar()) is not None:
            jar = carried
        else:
            jar = find_file(self.jar, VARIABLE, "METEOR's program", _GET)
        if not (jar.parent / PARAPHRASES).is_file():
            raise MissingExtraError(
                f"METEOR's table of paraphrases is missing at '{jar.parent / PARAPHRASES}'. {_GET}"
            )
        return jar.resolve()

    def counts(self, outputs: Sequence[str], references: Sequence[Sequence[str]]) -> FloatArray:
        """Return the counts of outputs and their best references, as the program gives them.

        Raises
        ------
        MissingExtraError
            If there is no Java, or the program or its table is missing.
        DataError
            If the program fails, does not answer, or answers with something else than counts.
        """
        counts = np.zeros((len(outputs), N_COUNTED))
        if not len(outputs):
            return counts
        lines = [
            " ||| ".join(["SCORE", *map(_one_line, given), _one_line(output)])
            for output, given in zip(outputs, references, strict=True)
        ]
        known = {line: k for k, line in enumerate(dict.fromkeys(lines))}
        answers = _program(str(self.find_jar())).ask(list(known))
        rows = np.array([_counts(answer) for answer in answers])
        found: FloatArray = rows[[known[line] for line in lines]]
        return found


def _carried_jar() -> Path | None:
    """Return the program that the package pycocoevalcap carries; None where it is not installed."""
    found = importlib.util.find_spec("pycocoevalcap")
    for place in (found.submodule_search_locations if found else None) or ():
        jar = Path(place) / "meteor" / "meteor-1.5.jar"
        if jar.is_file():
            return jar
    return None


@functools.lru_cache(maxsize=4)
def _program(jar: str) -> AnsweringProgram:
    command = [
        "java",
        "-Xmx2G",
        "-Dfile.encoding=UTF-8",
        "-jar",
        jar,
        "-",
        "-",
        "-stdio",
        "-l",
        "en",
        "-norm",
    ]
    return AnsweringProgram(command, install=_JAVA, timeout=TIMEOUT)


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("|||", "| | |")


def _counts(answer: str) -> list[float]:
    try:
        numbers = [float(word) for word in answer.split()]
    except ValueError:
        numbers = []
    if len(numbers) != N_ANSWERED:
        raise DataError(f"METEOR's program has answered '{answer[:200]}' in place of {N_ANSWERED} counts.")
    return _in_our_order(numbers)


def _in_our_order(numbers: Sequence[float]) -> list[float]:
    """Return the counts as `meteor_score` wants them: the program has four numbers to a stage, one stage after another.

    Of a stage these are matched content words of output and reference, then function words of both.
    """
    stages = np.array(numbers[4:20]).reshape(4, 4)
    return [*numbers[:4], *stages.T.ravel(), numbers[20]]
