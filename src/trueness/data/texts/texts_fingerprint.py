"""The fingerprint of texts: a sha256 of the content that no order of rows changes."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trueness.data.texts.texts import TextRow, Texts


def _text_content(row: TextRow) -> dict[str, Any]:
    found = dataclasses.asdict(row)
    if not found["groups"]:  # older fingerprints stay
        del found["groups"]
    return found


def texts_fingerprint(texts: Texts) -> str:
    """Return the sha256 of the content of texts, in hexadecimal; their name and notes do not count."""
    digest = hashlib.sha256()
    rows = sorted(texts.rows, key=lambda row: (row.system, row.input))
    for part in (
        "trueness texts, fingerprint 1",
        sorted(texts.lower_is_better),
        *map(_text_content, rows),
    ):
        digest.update(json.dumps(part, sort_keys=True, ensure_ascii=True).encode())
        digest.update(b"\n")
    return digest.hexdigest()
