"""Where the scores of a comparison came from, so that they can be read, or computed from texts, again."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, cast

from trueness.errors import DataError, check_choice

Kind = Literal["file", "dataset", "texts"]

KINDS = ("file", "dataset", "texts")


@dataclasses.dataclass(frozen=True)
class Source:
    """A file (or folder) of scores or of texts, or a data set known by name.

    Attributes
    ----------
    kind : {'file', 'dataset', 'texts'}
    name : str
        The path as given, or the data set's name.
    sha256 : str or None
        Of the file's bytes, or of the names and bytes of a folder's files; None for a data set, whose files
        the registry pins.
    metrics : tuple of str
        With which metrics texts were scored; empty for recorded scores, and where a data set of texts was scored with
        those that are computed by default.
    table : str or None
        The table it belongs to, among several that are named one by one.
    """

    kind: Kind
    name: str
    sha256: str | None = None
    metrics: tuple[str, ...] = ()
    table: str | None = None

    @classmethod
    def file(cls, path: str | Path) -> Source:
        """Return the source of a file or folder, with its hash.

        Raises
        ------
        DataError
            If there is no such file.
        """
        return cls("file", str(path), file_sha256(path))

    @classmethod
    def texts(cls, path: str | Path, metrics: Iterable[str]) -> Source:
        """Return the source of texts that are scored with metrics, with the hash of the file or folder.

        Raises
        ------
        DataError
            If there is no such file.
        """
        return cls("texts", str(path), file_sha256(path), tuple(metrics))

    @classmethod
    def dataset(cls, name: str, metrics: Iterable[str] = ()) -> Source:
        """Return the source of a bundled or downloaded data set, such as ``pocket`` or ``summeval``."""
        return cls("dataset", name, None, tuple(metrics))

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Source:
        """Return the source that `to_dict` described.

        Raises
        ------
        ArgumentError
            If the kind is unknown.
        DataError
            If it has no name, or its metrics are no list of names.
        """
        kind = check_choice("kind", values.get("kind"), KINDS)
        name, metrics, table = values.get("name"), values.get("metrics", []), values.get("table")
        if not isinstance(name, str):
            raise DataError("a source of the manifest lacks a name.")
        if not isinstance(table, str | None):
            raise DataError(f"the table of source '{name}' of the manifest must be a name.")
        if not isinstance(metrics, list) or not all(isinstance(metric, str) for metric in metrics):
            raise DataError(f"the metrics of source '{name}' of the manifest must be a list of names.")
        return cls(
            kind=cast("Kind", kind),
            name=name,
            sha256=values.get("sha256"),
            metrics=tuple(metrics),
            table=table,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the source as JSON-ready values; metrics and table only where there are some."""
        values = dataclasses.asdict(self)
        more = {"metrics": list(values.pop("metrics")), "table": values.pop("table")}
        return values | {key: value for key, value in more.items() if value}

    def find(self, beside: Path | None = None) -> Path:
        """Return the path of a file: as given or, where nothing is there, beside the manifest.

        Raises
        ------
        DataError
            If it is in neither place.
        """
        given = Path(self.name)
        places = [given] if beside is None else [given, beside / given, beside / given.name]
        for place in places:
            if place.exists():
                return place
        raise DataError(
            f"the file '{self.name}' of the manifest is missing, as given and beside the manifest. Say "
            "where the data are now: `sources` in Python, --data on the command line."
        )


def file_sha256(path: str | Path) -> str:
    """Return the sha256 of a file's bytes, or of the names and bytes of a folder's files, in hexadecimal.

    Raises
    ------
    DataError
        If there is no such file or folder.
    """
    path = Path(path)
    if path.is_file():
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    if not path.is_dir():
        raise DataError(f"there is no file '{path}'.")
    digest = hashlib.sha256()
    for part in sorted(part for part in path.rglob("*") if part.is_file()):
        digest.update(f"{part.relative_to(path).as_posix()}\0{file_sha256(part)}\n".encode())
    return digest.hexdigest()
