"""What captions and the methods paragraph say of clusters: which inputs and systems vary in whole groups."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any


def clusters_that_vary(
    comparison: Any,
    over: str,
    *,
    whole: str = "groups",
    inputs: Collection[str] = ("inputs", "both"),
    named: str = "",
) -> tuple[str, ...]:
    """Return in words the clusters that vary with what something is over, those of inputs first.

    Parameters
    ----------
    comparison : result of a study
        Whose selection names grouping columns.
    over : str
        What is resampled, swapped or left out.
    whole : str
        What the clusters are called.
    inputs : collection of str
        Over what inputs vary as a whole. Systems vary over all but inputs, and these systems and inputs.
    named : str
        What inputs are called, with a blank after it, where the words before do not say it.
    """
    selection, found = comparison.selection, []
    if selection.clusters is not None and over in inputs:
        found.append(f"{named}by {whole} of ‘{selection.clusters}’")
    if selection.system_clusters is not None and over not in ("inputs", "these"):
        found.append(f"systems by {whole} of ‘{selection.system_clusters}’")
    return tuple(found)


def in_brackets(words: Collection[str]) -> str:
    """Return words in brackets, after a blank; nothing where there are none."""
    return f" ({', '.join(words)})" if words else ""
