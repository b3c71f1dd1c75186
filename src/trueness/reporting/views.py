"""Which view shows which result."""

from __future__ import annotations

from typing import Any

from trueness.errors import ArgumentError
from trueness.reporting.view import View
from trueness.result import Result
from trueness.study.folders import STUDIES, has_file
from trueness.study.registry import only_class


def find_view(result: Any) -> View[Any]:
    """Return how a result is shown: as its study says, otherwise by the rows that it declares.

    Raises
    ------
    ArgumentError
        If it is no result.
    """
    name = getattr(result, "STUDY", "")
    if name not in STUDIES and not isinstance(result, Result):
        raise ArgumentError(
            f"`result` must be a result, such as a study returns; it is a {type(result).__name__}."
        )
    found: View[Any] = only_class(name, "view", View)() if has_file(name, "view") else View()
    return found
