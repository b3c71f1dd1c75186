"""Which view shows which study."""

from __future__ import annotations

from typing import Any

from trueness.errors import ArgumentError
from trueness.reporting.view import View
from trueness.study.folders import STUDIES, has_file
from trueness.study.registry import only_class


def find_view(result: Any) -> View[Any]:
    """Return how a result is shown.

    Raises
    ------
    ArgumentError
        If it is not that of a study.
    """
    name = getattr(result, "STUDY", None)
    if name not in STUDIES:
        raise ArgumentError(f"`result` must be what a study returns, not a {type(result).__name__}.")
    found: View[Any] = only_class(name, "view", View)() if has_file(name, "view") else View()
    return found
