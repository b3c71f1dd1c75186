"""What a manifest asks for beyond the files in its folder, which the user has to allow: it may be anybody's."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from trueness.data.datasets.download import files_to_fetch
from trueness.errors import ArgumentError, check_choice, counted, series
from trueness.metrics.named_by_file import NamedBy, is_inside, names_of, paths_outside
from trueness.metrics.scoring.registry import metric_classes
from trueness.sources.origin import Origin
from trueness.sources.source import Source

Allow = Literal["files", "network", "programs"]

ALLOW = get_args(Allow)


class Beyond(NamedTuple):
    """Something that a manifest asks for beyond the files in its folder.

    Attributes
    ----------
    allow : {'files', 'network', 'programs'}
        What has to be allowed.
    what : str
        What it would do, to follow "it would".
    """

    allow: Allow
    what: str


def check_allowed(
    origins: Iterable[Origin], folder: Path | None, allow: Collection[Allow], *, named: bool
) -> None:
    """Check that reading a manifest's data again does nothing that the user has not allowed.

    Parameters
    ----------
    origins : iterable of Origin
        Where the data are.
    folder : Path or None
        That of the manifest; None for one that was read from no file, and is the user's own.
    allow : collection of {'files', 'network', 'programs'}
    named : bool
        Whether the user has said where the data are.

    Raises
    ------
    ArgumentError
        If it does, with all that it would do; or if there is nothing of a name in `allow` to allow.
    DataError
        If a file is not there.
    """
    for one in allow:
        check_choice("allow", one, ALLOW)
    if folder is None:
        return
    asked = [one for origin in origins for one in _beyond(origin, folder, named=named)]
    refused = [one for one in dict.fromkeys(asked) if one.allow not in allow]
    if refused:
        options = series([f"--allow-{one}" for one in ALLOW if any(one == other.allow for other in refused)])
        raise ArgumentError(
            "the manifest asks for more than the files in its folder: it would "
            f"{series([one.what for one in refused])}. Nothing was done. If that is what you want, add {options}; "
            "files are allowed as well where --data names them."
        )


@contextlib.contextmanager
def named_by_manifest(folder: Path | None, allow: Collection[Allow]) -> Iterator[None]:
    """Let metrics that are looked up in the block be named by a manifest; by none where it is the user's own."""
    if folder is None:
        yield
        return
    with names_of(
        NamedBy(
            "the manifest",
            folder,
            files="files" in allow,
            programs="programs" in allow,
            allow_files=": add --allow-files",
            allow_programs=": add --allow-programs",
        )
    ):
        yield


def _beyond(origin: Origin, folder: Path, *, named: bool) -> Iterator[Beyond]:
    for source in origin.sources:
        if not isinstance(source, Source):
            continue
        if source.kind == "dataset":
            lacking = files_to_fetch(source.name)
            if lacking:
                size = sum(file.size for file in lacking)
                yield Beyond(
                    "network", f"fetch {counted(len(lacking), 'file')} of '{source.name}' ({size:,} bytes)"
                )
        elif not named and not is_inside(path := source.find(folder), folder):
            yield Beyond("files", f"read '{path}'")
        for name in source.metrics:
            for path in paths_outside(name, folder):
                yield Beyond("files", f"read '{path}' for the metric '{name}'")
            if any(kind.runs_program and kind.from_name(name) is not None for kind in metric_classes()):
                yield Beyond("programs", f"run the program of '{name}'")
