"""From the words on the command line to a table with judges, and the outputs they judged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.options import words
from trueness.cli.reading import check_readable, read_given
from trueness.data.patterns import split_patterns
from trueness.parallel import TextProgress
from trueness.sources.source import Source

if TYPE_CHECKING:
    from trueness.data.score_table import ScoreTable
    from trueness.data.texts import Texts


def read_judged(
    given: dict[str, Any], progress: TextProgress | None = None
) -> tuple[ScoreTable, Texts | None, list[Source]]:
    """Read the scores and the outputs that a command names, taking the options about them out of `given`.

    Raises
    ------
    TruenessError
        As `read_given` and `read_texts`.
    ArgumentError
        If columns of texts are given without texts.
    """
    from trueness.data.read_texts import read_texts
    from trueness.errors import ArgumentError, FormatError

    path: Path | None = given.pop("texts")
    columns: str | None = given.pop("text_columns")
    texts = None
    if path is not None:
        check_readable(str(path))
        try:
            texts = read_texts(path, columns=columns)
        except (ArgumentError, FormatError) as error:  # here --columns is about the scores
            said = str(error).replace("--columns", "--text-columns").replace("`columns`", "`text_columns`")
            raise type(error)(said) from None
    elif columns is not None:
        raise ArgumentError("--text-columns says what fields of --texts mean; there are no --texts.")
    table, sources, _ = read_given(given, progress)
    return table, texts, [*sources, *([] if path is None else [Source.file(path)])]


def judge_question(given: dict[str, Any]) -> dict[str, Any]:
    """Return the keyword arguments of `judge` among the options of a command, whose scores have been read."""
    arguments = {
        key: words(value) if key in ("level", "coefficient") else value for key, value in given.items()
    }
    arguments["judges"] = split_patterns(arguments["judges"])
    arguments["rng"] = arguments.pop("seed")
    return arguments
