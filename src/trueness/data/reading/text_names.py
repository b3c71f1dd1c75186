"""What fields of texts are called elsewhere, and what has to be said so that they are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trueness.data.cells.columns import ColumnMap, plain_name
from trueness.data.cells.resolve_columns import OUTPUT_NAMES

LOOKALIKES = {
    **dict.fromkeys(("reference", "ref", "refs"), "references"),
    **dict.fromkeys(("src", "article"), "source"),
}
"""Foreign names that would be lost without a word if they were taken for something else."""

REFERENCE_NAMES = (
    *("gold", "gold_text", "gold_answer", "gold_summary", "target", "target_text", "ideal", "expected"),
    *("expected_output", "expected_answer", "ground_truth", "correct_answer", "human_reference"),
    *("reference_text", "reference_answer", "reference_summary"),
)
"""What references are called elsewhere, where the first is a text of two words or more: others may be labels."""


def implied_columns(first: Mapping[str, Any], asked: ColumnMap) -> dict[str, str] | None:
    """Return what has to be said of the fields of texts, meaning to field; None where no field holds outputs.

    Parameters
    ----------
    first : mapping
        The first row: whether a reference is one text or a list is told by it.
    asked : ColumnMap
        What is said already.
    """
    output = asked.output or ("output" if "output" in first else None)
    if output is None:
        called = [field for field in first if plain_name(field) in OUTPUT_NAMES and field not in asked.ignore]
        if len(called) != 1:
            return None
        output = called[0]
    if output not in first or output in asked.ignore:
        return None
    found = {} if output in ("output", asked.output) else {"output": output}
    known = {
        "references": asked.references or asked.reference or first.get("references"),
        "source": asked.source or first.get("source"),
    }
    for field, cell in first.items():
        meaning = LOOKALIKES.get(plain_name(field))
        if meaning is None or known[meaning] is not None or field in asked.ignore:
            continue
        known[meaning] = field
        listed = isinstance(cell, list | tuple) or str(cell).lstrip().startswith("[")
        found["reference" if meaning == "references" and not listed else meaning] = field
    if known["references"] is None:
        called = [
            field
            for field, cell in first.items()
            if plain_name(field) in REFERENCE_NAMES and field not in asked.ignore and _reads_as_text(cell)
        ]
        found |= {"reference": called[0]} if len(called) == 1 else {}
    return found


def _reads_as_text(cell: Any) -> bool:
    return isinstance(cell, str) and len(cell.split()) > 1
