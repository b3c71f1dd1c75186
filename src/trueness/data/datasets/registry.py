"""The data sets there are: typed entries read from registry.toml."""

from __future__ import annotations

import dataclasses
import functools
import importlib.resources
import re
import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal, cast

from trueness.errors import FormatError, listing, unknown_name

Kind = Literal["bundled", "download", "licensed"]
KINDS = ("bundled", "download", "licensed")

_PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_PINNED_URL = re.compile(r"https://[^\s?#]+/[0-9a-f]{40}/[^\s?#]+")


@dataclasses.dataclass(frozen=True)
class DatasetFile:
    """One file of a data set.

    Attributes
    ----------
    name : str
        What it is called in the cache and on a mirror.
    url : str
        Where it lies, at a commit that cannot change.
    sha256 : str
        The hash of its content, 64 hexadecimal digits.
    size : int
        Its length in bytes.
    """

    name: str
    url: str
    sha256: str
    size: int


@dataclasses.dataclass(frozen=True)
class Dataset:
    """What is known about a data set without having it.

    Attributes
    ----------
    name : str
        The name to ask for.
    kind : {'bundled', 'download', 'licensed'}
        Whether it comes with the package, is fetched on demand, or has to be applied for.
    title, holds, licence : str
        One line each.
    human, metrics : tuple of str
        Its human dimensions and its recorded metric scores.
    lower_is_better : tuple of str
        Those of them where less is better.
    texts : bool
        Whether the texts can be loaded, not only scores.
    systems, inputs : int or None
        How many there are; None where that depends on the part.
    format : str or None
        The format that `read_scores` reads its files by.
    files : tuple of DatasetFile
        What is fetched.
    access : str or None
        For a licensed data set, where to apply and how to read the copy.
    citation : str
        BibTeX entries of what to cite; empty where there is nothing.
    """

    name: str
    kind: Kind
    title: str
    holds: str
    licence: str
    human: tuple[str, ...]
    metrics: tuple[str, ...] = ()
    lower_is_better: tuple[str, ...] = ()
    texts: bool = False
    systems: int | None = None
    inputs: int | None = None
    format: str | None = None
    files: tuple[DatasetFile, ...] = ()
    access: str | None = None
    citation: str = ""


def read_registry(path: str | Path | None = None) -> dict[str, Dataset]:
    """Read a registry of data sets, the package's own by default.

    Raises
    ------
    FormatError
        If an entry lacks a key, has an unknown one or one of another type; if a file's name is more than a
        plain name (it could leave the cache), its hash is no sha256 or its url is not pinned to a commit.
    """
    if path is None:
        return dict(_own_registry())
    return _read(Path(path), str(path))


@functools.cache
def _own_registry() -> dict[str, Dataset]:
    """Return the data sets of the package, read once."""
    return _read(importlib.resources.files(__package__) / "registry.toml", "registry.toml")


def _read(resource: Traversable, where: str) -> dict[str, Dataset]:
    try:
        content = tomllib.loads(resource.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise FormatError(f"reading the registry failed ({error}).", path=where) from error
    return {name: _dataset(name, entry, where) for name, entry in content.items()}


def get_dataset(name: str) -> Dataset:
    """Return the entry of a data set.

    Raises
    ------
    UnknownNameError
        If there is none of that name; the message gives the nearest.
    """
    registry = read_registry()
    if name not in registry:
        raise unknown_name("data set", name, registry)
    return registry[name]


def _dataset(name: str, entry: Any, where: str) -> Dataset:
    _check_plain(name, name, where)
    values = _checked(Dataset, entry, name, where, given={"name": name})
    if values["kind"] not in KINDS:
        raise FormatError(f"the kind is one of {listing(KINDS)}.", path=where, column=f"{name}.kind")
    dataset = Dataset(
        **{
            **values,
            "files": tuple(_file(f, f"{name}.files[{k}]", where) for k, f in enumerate(values["files"])),
        }
    )
    needs = {"download": "files", "licensed": "access"}.get(dataset.kind)
    if needs is not None and not getattr(dataset, needs):
        raise FormatError(f"a data set of kind '{dataset.kind}' needs '{needs}'.", path=where, column=name)
    if dataset.kind == "download" and dataset.format is None:
        raise FormatError("a data set that is fetched needs 'format'.", path=where, column=name)
    names = [file.name for file in dataset.files]
    if len(set(names)) < len(names):
        raise FormatError("two files have the same name.", path=where, column=f"{name}.files")
    for scorer in dataset.lower_is_better:
        if scorer not in (*dataset.human, *dataset.metrics):
            raise FormatError(
                f"the scorer '{scorer}' is missing.", path=where, column=f"{name}.lower_is_better"
            )
    return dataset


def _file(entry: Any, place: str, where: str) -> DatasetFile:
    file = DatasetFile(**_checked(DatasetFile, entry, place, where))
    _check_plain(file.name, f"{place}.name", where)
    if not _SHA256.fullmatch(file.sha256):
        raise FormatError(
            "this must be a sha256 of 64 lower-case digits.", path=where, column=f"{place}.sha256"
        )
    if not _PINNED_URL.fullmatch(file.url):
        problem = "the url needs https and a commit of 40 hexadecimal digits in its path."
        raise FormatError(
            problem, path=where, column=f"{place}.url", remedy="A branch would change under users."
        )
    if file.size <= 0:
        raise FormatError("a file has at least one byte.", path=where, column=f"{place}.size")
    return file


def _checked(
    kind: type[Dataset | DatasetFile],
    entry: Any,
    place: str,
    where: str,
    given: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return the values of an entry as arguments, defaults included, once their names and types are right."""
    if not isinstance(entry, dict):
        raise FormatError("this must be a table.", path=where, column=place)
    values: dict[str, Any] = dict(given or {})
    fields = {field.name: field for field in dataclasses.fields(kind) if field.name not in values}
    for key in entry:
        if key not in fields:
            raise FormatError(
                f"there is no such key; known: {listing(fields, 20)}.", path=where, column=f"{place}.{key}"
            )
    for key, field in fields.items():
        if key in entry:
            values[key] = _typed(entry[key], cast("str", field.type), f"{place}.{key}", where)
        elif field.default is not dataclasses.MISSING:
            values[key] = field.default
        else:
            raise FormatError(f"the key '{key}' is missing.", path=where, column=place)
    return values


def _typed(value: Any, annotation: str, place: str, where: str) -> Any:
    if annotation.startswith("tuple[str"):
        right = isinstance(value, list) and all(isinstance(item, str) and item for item in value)
        value = tuple(value) if right else value
    elif annotation.startswith("tuple["):
        right = isinstance(value, list)
    elif annotation == "bool":
        right = isinstance(value, bool)
    elif annotation.startswith("int"):
        right = isinstance(value, int) and not isinstance(value, bool)
    else:
        right = isinstance(value, str) and bool(value.strip())
    if not right:
        raise FormatError(f"this must be {annotation}, and filled.", path=where, column=place)
    return value


def _check_plain(name: Any, place: str, where: str) -> None:
    if not isinstance(name, str) or not _PLAIN_NAME.fullmatch(name) or ".." in name:
        raise FormatError(
            f"{name!r} must be a plain name.",
            path=where,
            column=place,
            remedy="Use letters, digits, '.', '_' and '-' only, so that every file stays in its folder.",
        )
