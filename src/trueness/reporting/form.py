"""How a page shows a result where that was asked for; no number depends on it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Self


@dataclasses.dataclass(frozen=True)
class Form:
    """What a page was asked to show otherwise than by default; in its manifest, so that the page can be made anew.

    Attributes
    ----------
    title : str or None
        The heading.
    top : int or None
        How many metrics of each level a first table has; 0 for all.
    sort : str or None
        What metrics are sorted by.
    beside : tuple of str
        What stands beside values in the table of a paper.
    names : tuple of str, or mapping of str to str
        Chosen names in the table of a paper.
    """

    title: str | None = None
    top: int | None = None
    sort: str | None = None
    beside: tuple[str, ...] = ()
    names: tuple[str, ...] | Mapping[str, str] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return what was asked for, as JSON-ready values."""
        asked = {key: value for key, value in dataclasses.asdict(self).items() if value not in (None, (), {})}
        return {key: list(value) if isinstance(value, tuple) else value for key, value in asked.items()}

    @classmethod
    def from_dict(cls, asked: Mapping[str, Any]) -> Self:
        """Return what `to_dict` gave, checked beforehand (see `manifest_form`)."""
        fitted: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in asked.items()
        }
        return cls(**fitted)
