"""Names of metrics as readers see them: of a path in an option the end, which tells what it is.

A metric of a model is called by where the model lies, ``bertscore_f:model=/a/long/way/to/my-model``, and that is how it
is asked for again. In sentences, tables for readers and figures it is ``bertscore_f:model=…/my-model``. Manifests,
signatures, CSV and JSON have the whole name.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from trueness.data.scores.score_table import ScoreTable

if TYPE_CHECKING:
    from trueness.result import Result

LEAST = 8
"""Letters of the end of a path, at least: ``model`` alone tells nothing, nor do the hexadecimal names of snapshots."""

_HEXADECIMAL = re.compile(r"[0-9a-f]+")
_NOT_IN_PATHS = r"(?![\w/-]|\.\w)"

_SHOWN: contextvars.ContextVar[Mapping[str, str] | None] = contextvars.ContextVar("shown paths", default=None)


def shown_paths(names: Iterable[str]) -> dict[str, str]:
    """Return the paths in options of names, and what is shown of each: as much of its end as tells it from the others.

    Parameters
    ----------
    names : iterable of str
        Of scorers.

    Examples
    --------
    >>> shown_paths(["m:model=/a/models/small-encoder", "n:model=/a/models/large-encoder,layer=5"])
    {'/a/models/small-encoder': '…/small-encoder', '/a/models/large-encoder': '…/large-encoder'}
    """
    values = [value for name in names for option in name.split(",") if (value := option.partition("=")[2])]
    paths = [path for path in dict.fromkeys(values) if path.startswith(("/", "~", "."))]
    found = {}
    for path in paths:
        parts = PurePosixPath(path).parts
        others = [PurePosixPath(other).parts for other in paths if other != path]
        for n in range(1, len(parts)):
            end = parts[-n:]
            told = len("".join(end)) >= LEAST and not _HEXADECIMAL.fullmatch(end[0])
            if told and all(other[-n:] != end for other in others):
                shown = f"…/{'/'.join(end)}"
                if len(shown) < len(path):
                    found[path] = shown
                break
    return found


def scorer_names(result: Result) -> list[str]:
    """Return the names of all scorers behind a result."""
    tables = [table for table in result.data.values() if isinstance(table, ScoreTable)]
    return list(dict.fromkeys(name for table in tables for name in table.scorer_names))


def paths_shown_now() -> Mapping[str, str]:
    """Return the paths that `shown` knows."""
    return _SHOWN.get() or {}


@contextlib.contextmanager
def showing(paths: Mapping[str, str]) -> Iterator[None]:
    """Let `shown` know these paths in a block (see `shown_paths`)."""
    token = _SHOWN.set(paths)
    try:
        yield
    finally:
        _SHOWN.reset(token)


def showing_names_of(result: Result) -> contextlib.AbstractContextManager[None]:
    """Let `shown` know the names behind a result in a block."""
    return showing(shown_paths(scorer_names(result)))


def shown(text: str) -> str:
    """Return a text in which names are as readers see them; as it is where `showing` knows no path in it."""
    paths = _SHOWN.get()
    if not paths or "=" not in text:
        return text
    pattern = _pattern(tuple(sorted(paths, key=len, reverse=True)))
    return pattern.sub(lambda found: f"={paths[found[1]]}", text)


@functools.lru_cache(maxsize=16)
def _pattern(paths: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(f"=({'|'.join(map(re.escape, paths))}){_NOT_IN_PATHS}")
