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
    """What the list of commands says of a study.

    Attributes
    ----------
    panel : str
        The heading under which it stands: `PANEL` in `__init__.py` of its folder.
    summary : str
        The first paragraph of the docstring of that file.
    """

    panel: str
    summary: str


def has_file(study: str, name: str) -> bool:
    """Return whether there is a module of that name in the folder of a study."""
    return (FOLDER / study / f"{name}.py").exists()


def listed(study: str) -> Listed | None:
    """Return what the list of commands says of a study; None where it has no command of its own."""
    package = import_module(f"trueness.studies.{study}")
    panel = getattr(package, "PANEL", None)
    if panel is None:
        return None
    return Listed(panel, " ".join((package.__doc__ or "").partition("\n\n")[0].split()))


def study_of(kind: type) -> str | None:
    """Return the name of the study in whose folder a class is defined; None for any other class."""
    package, _, inner = kind.__module__.partition(".studies.")
    return inner.partition(".")[0] if package == "trueness" and inner else None
