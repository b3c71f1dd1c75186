"""Texts in folders, one file per text: a plain layout, and that of DUC and TAC."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from trueness.data.files.open_file import COMPRESSIONS, open_text
from trueness.errors import DataError, DuplicateKeyError, FormatError, counted, listing

LAYOUTS = (
    "FOLDER/outputs/SYSTEM/INPUT.txt with FOLDER/references/INPUT.txt (or INPUT.1.txt, INPUT.2.txt, …) and "
    "FOLDER/sources/INPUT.txt, or the folders models and peers of DUC and TAC"
)
"""What a folder of texts looks like, in words."""

_TXT = ".txt"
_DUC_NAME = "TOPIC.TYPE.LENGTH.ASSESSOR.ID, such as D0801-A.M.100.T.1"


class TextFolder(NamedTuple):
    """The files of a folder of texts.

    Attributes
    ----------
    rows : callable
        Reads the texts: canonical rows with their numbers, from 1, input by input.
    notes : tuple of str
        Which files were left out and why.
    """

    rows: Callable[[], Iterator[tuple[int, dict[str, Any]]]]
    notes: tuple[str, ...]


class _Input(NamedTuple):
    outputs: dict[str, Path]
    references: dict[str, Path]
    sources: list[Path]


def is_text_folder(path: str | Path) -> bool:
    """Return whether a path is a folder of texts in one of the known layouts."""
    path = Path(path)
    return (path / "outputs").is_dir() or ((path / "models").is_dir() and (path / "peers").is_dir())


def open_text_folder(path: str | Path) -> TextFolder:
    """Find the files of a folder of texts; they are read when the rows are asked for.

    The plain layout is ``outputs/SYSTEM/INPUT.txt``, ``references/INPUT.txt`` (for several, ``INPUT.k.txt`` with any k
    without a point) and ``sources/INPUT.txt``. In DUC and TAC, ``peers`` and ``models`` hold files
    ``TOPIC.TYPE.LENGTH.ASSESSOR.ID``: the input is the topic (with the document, where one follows the ID), the system
    the ID, the references are all models of the input; models that lie among the peers are left out. Texts are plain
    UTF-8 (``.gz`` and ``.zst`` are read through), one sentence a line where sentences are known; newlines at the end
    are not part of a text. Files whose names start with a point are not looked at.

    Parameters
    ----------
    path : str or Path
        The folder.

    Raises
    ------
    FormatError
        If the layout is not known, there is no output, or a file has a name that cannot be.
    DuplicateKeyError
        If two files are the same system's for one input.
    """
    path = Path(path)
    notes: list[str] = []
    if (path / "outputs").is_dir():
        inputs = _plain(path, notes)
    elif is_text_folder(path):
        inputs = _duc(path, notes)
    else:
        raise FormatError(
            "this folder lacks texts of a known layout.", path=str(path), remedy=f"Known: {LAYOUTS}."
        )
    if not inputs:
        raise FormatError("outputs are missing in this folder.", path=str(path), remedy=f"Known: {LAYOUTS}.")
    return TextFolder(lambda: _rows(inputs), tuple(notes))


def _rows(inputs: Mapping[str, _Input]) -> Iterator[tuple[int, dict[str, Any]]]:
    number = 0
    for name, files in inputs.items():
        references = [_read(path) for _, path in sorted(files.references.items())]
        source = _read(files.sources[0]) if files.sources else None
        for system, path in sorted(files.outputs.items()):
            number += 1
            yield (
                number,
                {
                    "system": system,
                    "input": name,
                    "output": _read(path),
                    "references": references,
                    "source": source,
                },
            )


def _read(path: Path) -> str:
    """Return the text of a file.

    Raises
    ------
    FormatError
        If it is no plain UTF-8 text.
    """
    with open_text(path) as file:
        text = file.read()
    if "\0" in text:
        raise FormatError(
            "the text has a NUL byte.", path=str(path), remedy="Is this a text file, saved as UTF-8?"
        )
    if text.lstrip()[:5].lower() == "<html":
        raise FormatError(
            "this is HTML; plain text is needed.",
            path=str(path),
            remedy="Write one sentence a line, as plain text.",
        )
    return text.rstrip("\n")


def _plain(path: Path, notes: list[str]) -> dict[str, _Input]:
    found: dict[str, _Input] = {}
    for folder in _entries(path / "outputs", folders=True):
        for file in _entries(folder):
            outputs = found.setdefault(_input_of(file), _Input({}, {}, [])).outputs
            if folder.name in outputs:
                raise _twice(outputs[folder.name], file)
            outputs[folder.name] = file
    inputs = dict(sorted(found.items()))
    left_out = [
        *(file for file in _entries(path / "references") if not _add_reference(inputs, file)),
        *(file for file in _entries(path / "sources") if not _add_source(inputs, file)),
    ]
    if left_out:
        names = listing(file.relative_to(path).as_posix() for file in left_out)
        notes.append(
            f"{counted(len(left_out), 'file')} left out, of inputs that no system has an output for: {names}"
        )
    return inputs


def _add_reference(inputs: Mapping[str, _Input], file: Path) -> bool:
    """Add a reference to its input; False where there is no such input."""
    whole = _input_of(file)
    start, point, which = whole.rpartition(".")
    numbered = bool(point) and start in inputs
    if numbered and whole in inputs:
        raise FormatError(
            f"this may be the reference of input '{whole}', or reference {which} of input '{start}'.",
            path=str(file),
            remedy=f"Write '{whole}.1.txt' for the first, or rename one of the inputs.",
        )
    name, which = (start, which) if numbered else (whole, "")
    if name not in inputs:
        return False
    references = inputs[name].references
    if which in references:
        raise _twice(references[which], file)
    references[which] = file
    return True


def _add_source(inputs: Mapping[str, _Input], file: Path) -> bool:
    name = _input_of(file)
    if name not in inputs:
        return False
    if inputs[name].sources:
        raise _twice(inputs[name].sources[0], file)
    inputs[name].sources.append(file)
    return True


def _duc(path: Path, notes: list[str]) -> dict[str, _Input]:
    models: dict[str, dict[str, Path]] = {}
    people: set[str] = set()
    for file in _entries(path / "models"):
        name, person = _duc_key(file)
        people.add(person)
        written = models.setdefault(name, {})
        if person in written:
            raise _twice(written[person], file)
        written[person] = file
    found: dict[str, _Input] = {}
    n_models = 0
    for file in _entries(path / "peers"):
        name, system = _duc_key(file)
        if system in people:  # models lie among the peers so that they can be scored against the others
            n_models += 1
            continue
        peers = found.setdefault(name, _Input({}, models.get(name, {}), [])).outputs
        if system in peers:
            raise _twice(peers[system], file)
        peers[system] = file
    if n_models:
        notes.append(
            f"{counted(n_models, 'file')} of people among the peers left out: {listing(sorted(people))}"
        )
    without = [name for name in models if name not in found]
    if without:
        notes.append(
            f"models of {counted(len(without), 'input')} left out that no peer has an output for: {listing(without)}"
        )
    return dict(sorted(found.items()))


def _duc_key(file: Path) -> tuple[str, str]:
    """Return the input and the system that a file name of DUC or TAC says."""
    parts = _bare_name(file).split(".")
    if len(parts) < 5 or not all(parts):
        raise FormatError(f"the name of this file must have the form {_DUC_NAME}.", path=str(file))
    topic, _, _, _, who, *document = parts
    return ".".join([topic, *document]), who


def _input_of(file: Path) -> str:
    name = _bare_name(file)
    if not name.lower().endswith(_TXT) or len(name) == len(_TXT):
        raise FormatError(
            f"the name of this file must end in {_TXT}, or in .gz or .zst behind that.",
            path=str(file),
            remedy="Rename it, or move it elsewhere.",
        )
    return name[: -len(_TXT)]


def _bare_name(file: Path) -> str:
    return file.stem if file.suffix.lower() in COMPRESSIONS else file.name


def _entries(folder: Path, *, folders: bool = False) -> list[Path]:
    """Return the files (or folders) of a folder by name, an empty list where there is no such folder.

    Raises
    ------
    FormatError
        If something else lies there, or a name is not UTF-8.
    """
    if not folder.is_dir():
        return []
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            path = folder / entry.name
            if (entry.is_dir() if folders else entry.is_file()) is False:
                wanted = "a folder for each system" if folders else "files only"
                raise FormatError(
                    f"'{folder.name}' holds {wanted}.", path=str(path), remedy="Move this elsewhere."
                )
            try:
                entry.name.encode("utf-8")
            except UnicodeEncodeError:
                shown = os.fsencode(path).decode("utf-8", "backslashreplace")
                raise FormatError(
                    "the name of this file must be UTF-8.", path=shown, remedy="Rename it."
                ) from None
            found.append(path)
    return sorted(found)


def _twice(first: Path, second: Path) -> DataError:
    return DuplicateKeyError(f"{first} and {second} are the same text twice. Remove one of them.")
