"""The studies, a folder each of `studies/`, by the names of their folders; loaded when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from trueness.errors import check_choice
from trueness.study.folders import STUDIES
from trueness.study.study import Study


def find_study(name: str) -> Study[Any, Any, Any, Any]:
    """Return a study by its name.

    Raises
    ------
    ArgumentError
        If there is none of that name.
    """
    found: Study[Any, Any, Any, Any] = only_class(check_choice("study", name, STUDIES), "study", Study)()
    return found


def only_class(study: str, file: str, kind: type) -> Any:
    """Return the one class of a kind that a file in the folder of a study defines.

    Parameters
    ----------
    study, file : str
    kind : type
        Such as `Study`, or the `View` of a page.
    """
    module = import_module(f"trueness.studies.{study}.{file}")
    (found,) = (
        one
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, kind) and one.__module__ == module.__name__
    )
    return found
