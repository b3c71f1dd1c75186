"""Names of metrics that a file says, and not the user: what these may read and run."""

from __future__ import annotations

import contextlib
import contextvars
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from trueness.errors import ArgumentError, UnsupportedMethodError, listing
from trueness.metrics.metric import Metric


class NamedBy(NamedTuple):
    """What names metrics, and what its names may do.

    Attributes
    ----------
    where : str
        What names them, for messages.
    folder : Path or None
        Files in it are of the same origin, and may be read.
    files, programs : bool
        Whether the user allows other files to be read, and programs to be run.
    allow_files, allow_programs : str
        How the user would, to follow "unless you allow it" in messages; empty where nobody can.
    """

    where: str
    folder: Path | None
    files: bool = False
    programs: bool = False
    allow_files: str = ""
    allow_programs: str = ""


_NAMED_BY: contextvars.ContextVar[tuple[NamedBy, ...]] = contextvars.ContextVar("named by", default=())


@contextlib.contextmanager
def names_of(named_by: NamedBy) -> Iterator[None]:
    """Let the metrics that are looked up in the block be named by a file: what is around it keeps its limits."""
    token = _NAMED_BY.set((*_NAMED_BY.get(), named_by))
    try:
        yield
    finally:
        _NAMED_BY.reset(token)


def named_paths(name: str) -> tuple[Path, ...]:
    """Return the files and folders that the name of a metric names, in its options or as what it is about.

    Parameters
    ----------
    name : str
        ``wmd:vectors=glove.txt``, ``learned:model/``.
    """
    _, _, rest = name.partition(":")
    found = []
    for option in (rest, *rest.split(",")):
        value = option.partition("=")[2] or option
        with contextlib.suppress(OSError, ValueError, RuntimeError):  # of what cannot be a path
            path = Path(value.strip()).expanduser()
            if value.strip() and path.exists():
                found.append(path)
    return tuple(dict.fromkeys(found))


def paths_outside(name: str, folder: Path | None) -> tuple[Path, ...]:
    """Return those of `named_paths` that do not lie in a folder, wherever links lead."""
    return tuple(path for path in named_paths(name) if not is_inside(path, folder))


def is_inside(path: Path, folder: Path | None) -> bool:
    """Return whether a file lies in a folder once links are followed; in no folder lies none."""
    return folder is not None and path.resolve().is_relative_to(folder.resolve())


def check_paths(name: str) -> None:
    """Check that a name of a metric names no file that whoever says the name may not name.

    Raises
    ------
    ArgumentError
        If it names one, and the user has not allowed it.
    """
    for by in _NAMED_BY.get():
        outside = () if by.files else paths_outside(name, by.folder)
        if outside:
            raise ArgumentError(
                f"{by.where} names the metric '{name}', which reads {listing(map(str, outside))}. A file that somebody "
                f"else may have written reads none of yours unless you allow it{by.allow_files}."
            )


def check_named(metric: Metric, name: str) -> None:
    """Check that whoever says the name of a metric may do what it does.

    Parameters
    ----------
    metric : Metric
    name : str
        As it was said.

    Raises
    ------
    ArgumentError
        If it names a file (see `check_paths`), or runs a program, and the user has not allowed it.
    UnsupportedMethodError
        If it asks a service.
    """
    check_paths(name)
    for by in _NAMED_BY.get():
        if metric.remote:
            raise asks_a_service(metric)
        if metric.runs_program and not by.programs:
            unless = f" unless you allow it{by.allow_programs}" if by.allow_programs else ""
            raise ArgumentError(
                f"{by.where} names the metric '{name}', which runs a program. A file that somebody else may have "
                f"written runs none{unless}."
            )


def asks_a_service(metric: Metric) -> UnsupportedMethodError:
    """Build the error for a metric that asks a service where a study computes scores."""
    return UnsupportedMethodError(
        f"'{metric.name}' asks a service, and a study has to be repeatable. Score the texts first "
        "(`trueness score`), and give the file of scores here."
    )
