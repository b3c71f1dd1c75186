"""From the words on the command line to scores, and where they came from."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from trueness.cli.options import HOW_READ, HOW_TEXTS
from trueness.data.cells.unclear_columns import UnclearColumnsError
from trueness.data.scores.patterns import split_patterns
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import FormatError
from trueness.parallel import TextProgress
from trueness.sources.source import Source


def read_given(
    given: dict[str, Any], progress: TextProgress | None = None, *, texts: bool = False
) -> tuple[ScoreTable, list[Source], dict[str, Any]]:
    """Read the scores a command names, taking its source options out of `given`; scores of texts are kept.

    Parameters
    ----------
    given : dict
        The options of the command. Its ``metrics`` become names of the table where texts are scored.
    progress : callable, optional
        Called with what is worked on, how much of it is done, and how much there is.
    texts : bool
        Whether texts among the sources are scored; otherwise the numbers beside them are read as scores.

    Returns
    -------
    tuple
        The table, its sources and the arguments of `read_scores`, as a manifest records them.
    """
    from trueness.data.files.kept_file import cache_folder
    from trueness.data.scores.duplicate_systems import drop_duplicate_systems
    from trueness.metrics.scoring.keeping_scores import keeping_scores
    from trueness.sources.read_sources import read_sources, without_braces

    names, mirror = given.pop("scores"), given.pop("mirror")
    reading = how_read(given, HOW_READ)
    lower, drop = split_patterns(given.pop("lower_is_better")), given.pop("drop_duplicates")
    metrics = split_patterns(given.get("metrics"))
    with (
        keeping_scores(None if given.pop("no_cache", False) else cache_folder()),
        _taking_groups_for_groups(given),
    ):
        found = read_sources(
            [_source(name, reading, texts=texts) for name in names],
            reading,
            metrics=metrics,
            mirror=mirror,
            progress=progress,
        )
    if "metrics" in given:
        given["metrics"] = found.metrics
    table = found.table
    if lower:
        names = table.names_matching(without_braces(lower, table.scorer_names))
        table = table.with_orientation(lower_is_better=names)
    return drop_duplicate_systems(table) if drop else table, list(found.sources), reading


@contextlib.contextmanager
def _taking_groups_for_groups(given: Mapping[str, Any]) -> Iterator[None]:
    """Say of a column that an option takes for a grouping, and that cannot be read as scores, how it becomes one."""
    try:
        yield
    except FormatError as error:
        asked = {flag: given.get(flag) for flag in ("by", "clusters")}
        flags = {
            name: flag
            for flag, words in asked.items()
            for name in split_patterns([words] if isinstance(words, str) else words) or ()
        }
        columns = error.names if isinstance(error, UnclearColumnsError) else (error.column,)
        column = next((name for name in columns if name in flags), None)
        if column is None:
            raise
        remedy = f"Say that it is a grouping column: --columns {shlex.quote(f'groups={column}')}"
        raise FormatError(
            f"--{flags[column]} names a column that is read as scores.",
            path=error.path,
            column=column,
            remedy=remedy,
        ) from error


def read_settled(
    given: dict[str, Any], options: Sequence[tuple[str, str]], progress: TextProgress | None = None
) -> Settled:
    """Read the scores a command names, and settle what nothing says of columns of words: for who looks at a file.

    Parameters
    ----------
    given : dict
        As of `read_given`.
    options : sequence of (str, str)
        How it was typed.
    progress : callable, optional
        As of `read_given`.

    Raises
    ------
    TruenessError
        As `read_given`, but for columns of words.
    """
    from trueness.data.scores.support import with_columns

    doubts: list[str] = []
    options = list(options)
    given = dict(given)
    last: UnclearColumnsError | None = None
    while True:
        try:
            return Settled(read_given(dict(given), progress)[0], options, tuple(doubts))
        except UnclearColumnsError as error:
            if set(error.doubts) & set(doubts):
                raise
            last = error
            doubts += error.doubts
            for flag, word in error.settled:
                key = flag.removeprefix("--")
                given[key] = [*(given[key] or ()), word]
                options = with_columns(options, word) if key == "columns" else [*options, (flag, word)]
        except FormatError:
            if last is not None:  # without these columns there is nothing to read
                raise last from None
            raise


class Settled(NamedTuple):
    """Scores as they are read once columns of words are settled.

    Attributes
    ----------
    table : ScoreTable
    options : list of (str, str)
        By which they are read so.
    doubts : tuple of str
        What was settled, a sentence each without its stop.
    """

    table: ScoreTable
    options: list[tuple[str, str]]
    doubts: tuple[str, ...]


def how_read(given: dict[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """Take options that say how data are read out of all that are given; a flag that is not set says nothing."""
    found = {key: given.pop(key) for key in keys}
    return {key: None if value is False else value for key, value in found.items()}


def _source(name: str, reading: dict[str, Any], *, texts: bool) -> Source:
    """Return what a name on the command line stands for; hashes are taken once it has been read."""
    from trueness.data.datasets.registry import read_registry
    from trueness.data.reading.text_records import holds_texts
    from trueness.errors import DataError, listing, suggest

    check_readable(name)
    if Path(name).exists():
        is_texts = texts and holds_texts(name, **{key: reading[key] for key in HOW_TEXTS})
        return Source("texts" if is_texts else "file", name)
    known = read_registry()
    if name not in known:
        raise DataError(
            f"there is no file '{name}', and no data set of that name.{suggest(name, known)} "
            f"Data sets: {listing(known)}."
        )
    return Source.dataset(name)


def check_readable(name: str) -> None:
    """Check that a name on the command line can be that of a file or a data set.

    Raises
    ------
    FormatError
        If it is empty, or is standard input, a pipe or a device: these can be read once only, and nobody could
        repeat what was computed from them.
    """
    remedy = "Save the data as a file and give its name."
    if not name.strip():
        raise FormatError("a name of a file or data set is empty.", remedy=remedy)
    path = Path(name)
    exists = _exists(path)
    if name == "-" and not exists:
        raise FormatError("standard input is not read.", path=name, remedy=remedy)
    if exists and not (path.is_file() or path.is_dir()):
        raise FormatError("this is a pipe or a device; a file is needed.", path=name, remedy=remedy)


def _exists(path: Path) -> bool:
    """Return whether there is such a file; what the system says of a name that cannot be one is raised.

    From Python 3.14 on `Path.exists` keeps that to itself.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    return True
