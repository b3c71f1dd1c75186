"""Texts that name inputs where the one that was taken for their name leaves repeated rows."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import numpy as np

from trueness.data.cells.columns import plain_name
from trueness.data.cells.names import IntArray, NameColumn
from trueness.data.cells.resolve_columns import SOURCE_NAMES
from trueness.data.files.rows_fingerprint import Coded

BESIDE_SOURCES = (
    *(
        "knowledge",
        "fact",
        "facts",
        "evidence",
        "background",
        "history",
        "dialogue_history",
        "dialog_history",
    ),
    *("persona", "premise", "story", "document", "scenario", "topic"),
)
"""Texts that outputs were made for beside `SOURCE_NAMES`."""

MOST_TOGETHER = 2
"""More texts than these are not proposed as one name."""


def may_name_inputs(names: Sequence[str], called: str | None) -> list[str]:
    """Return the columns of texts that may name inputs, too, where a text does; none where something else does.

    Parameters
    ----------
    names : sequence of str
        Of all columns.
    called : str or None
        The column by which inputs are called.
    """
    if called is None or plain_name(called) not in SOURCE_NAMES:
        return []
    return [name for name in names if plain_name(name) in (*SOURCE_NAMES, *BESIDE_SOURCES) and name != called]


def naming_texts(
    rest: Sequence[IntArray], called: str, names: Mapping[str, NameColumn | Coded], texts: Mapping[str, Coded]
) -> tuple[str, ...]:
    """Return the texts by which no row repeats another: one, or two together; of several those with fewest inputs.

    Parameters
    ----------
    rest : sequence of arrays of shape (n,)
        What else a row is about: its system, annotator and scorer.
    called : str
        The column by which inputs are called so far.
    names : mapping of str to NameColumn or Coded
        Has that column.
    texts : mapping of str to Coded
        The others.
    """
    codes = {called: names[called].codes, **{name: one.codes for name, one in texts.items()}}
    for together in range(1, MOST_TOGETHER + 1):
        found: list[tuple[int, tuple[str, ...]]] = []
        for some in itertools.combinations(codes, together):
            rows = np.stack([*rest, *(codes[name] for name in some)])
            if np.unique(rows, axis=1).shape[1] == rows.shape[1]:
                found.append((np.unique(rows[len(rest) :], axis=1).shape[1], some))
        if found:
            return min(found)[1]
    return ()
