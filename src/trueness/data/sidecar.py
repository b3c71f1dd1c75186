"""The file ``NAME.meta.json`` beside a CSV, TSV or JSONL file: what its values cannot say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from trueness.errors import FormatError


def sidecar_path(path: str | Path) -> Path:
    """Return the path of the description beside a file of scores: its whole name with ``.meta.json``."""
    path = Path(path)
    return path.with_name(f"{path.name}.meta.json")


def read_sidecar(path: str | Path) -> dict[str, Any] | None:
    """Return the description beside a file of scores, or None where there is none.

    Raises
    ------
    FormatError
        If it is not a JSON object.
    """
    beside = sidecar_path(path)
    if not beside.is_file():
        return None
    return parse_description(beside.read_bytes(), str(beside))


def parse_description(content: bytes, source: str) -> dict[str, Any]:
    """Return a description from its JSON text.

    Raises
    ------
    FormatError
        If it is not a JSON object.
    """
    try:
        description = json.loads(content)
    except (ValueError, RecursionError):
        description = None
    if isinstance(description, dict):
        return description
    raise FormatError(
        "the description of the scores is no JSON object.",
        path=source,
        remedy="Write the scores again, or remove it.",
    )
