"""The folders of `studies/`, one for each study: their names, what is in them, and what they say of themselves.

Nothing of a study is loaded for that but `__init__.py` of its folder.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "studies"

STUDIES = tuple(sorted(found.parent.name for found in FOLDER.glob("*/__init__.py")))
"""The names of all studies."""


class Listed(NamedTuple):
    """What a study says of how it is asked: names in `__init__.py` of its folder.

    Attributes
    ----------
    summary : str
        The first paragraph of the docstring of that file.
    panel : str
        What somebody has who asks it, the heading under which its command is listed: `PANEL`. Empty where it is asked
        by an option of the command of another study.
    command : str
        The command that it belongs to: `COMMAND`, by default that of its own name.
    asks : str
        The option of that command that asks it, ``--`` and its name; empty where the command asks it by itself.
    example : str
        What may be typed after the name of the program: `EXAMPLE`.
    usual : tuple of str
        The options that most people need, which the first screen of help shows: `USUAL`.
    """

    summary: str
    panel: str
    command: str
    asks: str
    example: str
    usual: tuple[str, ...]


def has_file(study: str, name: str) -> bool:
    """Return whether there is a module of that name in the folder of a study."""
    return (FOLDER / study / f"{name}.py").exists()


def listed(study: str) -> Listed | None:
    """Return what a study says of how it is asked; None where no command asks it by itself."""
    package = import_module(f"trueness.studies.{study}")
    panel, command = getattr(package, "PANEL", ""), getattr(package, "COMMAND", "")
    if not (panel or command):
        return None
    return Listed(
        summary=" ".join((package.__doc__ or "").partition("\n\n")[0].split()),
        panel=panel,
        command=command or study,
        asks=f"--{study}" if command else "",
        example=getattr(package, "EXAMPLE", ""),
        usual=tuple(getattr(package, "USUAL", ())),
    )


def study_of(kind: type) -> str | None:
    """Return the name of the study in whose folder a class is defined; None for any other class."""
    package, _, inner = kind.__module__.partition(".studies.")
    return inner.partition(".")[0] if package == "trueness" and inner else None
