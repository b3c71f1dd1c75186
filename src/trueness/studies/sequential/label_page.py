"""A page on which people label the next outputs: one file, no server, the judge hidden."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import DataError
from trueness.reporting.writing.escaping import script_json
from trueness.reporting.writing.templates import environment
from trueness.statistics.engine.resample import random_stream
from trueness.studies.sequential.drawn_outputs import DEALT_TO, DRAWN_WITH, TURN
from trueness.studies.sequential.rows import NextRow, SequentialResult

STREAM = 7013
"""Sets who labels what apart from all other draws of the same seed."""

MOST_KEYS = 9
"""Labels that have a key each, 1 to 9; more are chosen by hand."""


def label_page(
    result: SequentialResult, *, rubric: str = "", people: Sequence[str] = (), overlap: float = 1.0
) -> str:
    """Return a page on which people label the outputs that were drawn.

    Each person sees one output at a time, in the order in which outputs were drawn: labels count up to the first gap,
    and an order of turns is the only one of which every part that is done counts. What a judge says is not on the
    page, nor how outputs were chosen: turns and chances are in the file that is downloaded, since they are read with
    the labels. The file has a row for every output that a person was dealt, those without a label with an empty cell,
    and of people by name it says how many of them label an output: it waits until all of them have.

    Parameters
    ----------
    result : SequentialResult
        With outputs drawn and texts.
    rubric : str
        What people are to look at.
    people : sequence of str
        Who labels; without one whoever opens the page says a name.
    overlap : float
        Which share of the outputs all people label, so that their agreement is known; the others are dealt out.

    Raises
    ------
    DataError
        If nothing was drawn, or texts lack an output that was, or have several where labels name no system.
    """
    if not result.next:
        raise DataError("no output was drawn to label: say how many (`next_outputs`).")
    texts = _texts(result)
    rng = random_stream(result.settings.seed, STREAM)
    human, has_systems = result.selection.human, result.table.has_systems
    names = ["system", "input"] if has_systems else ["input"]
    orders = _orders(len(result.next), people, overlap, rng)
    dealt = Counter(itertools.chain.from_iterable(orders.values()))
    outputs = [
        {
            "place": [row.system, row.input] if has_systems else [row.input],
            "kept": [str(row.turn), repr(row.drawn_with), *([str(dealt[place])] if people else [])],
            "source": texts[row.system, row.input].source or "",
            "output": texts[row.system, row.input].output,
        }
        for place, row in enumerate(result.next)
    ]
    task: dict[str, Any] = {
        "human": human,
        "labels": list(result.label_names),
        "rubric": rubric,
        "columns": [*names, TURN, DRAWN_WITH, *([DEALT_TO] if people else [])],
        "outputs": outputs,
        "orders": orders,
    }
    data = script_json(task)
    key = hashlib.sha256(data.encode(errors="surrogatepass")).hexdigest()[:16]
    shown = environment()
    parts = {name: shown.loader.get_source(shown, f"label_page.{name}")[0] for name in ("css", "js")}  # type: ignore[union-attr] # it has one
    return shown.get_template("label_page.html.j2").render(data=data, key=key, most_keys=MOST_KEYS, **parts)


def _orders(
    count: int, people: Sequence[str], overlap: float, rng: np.random.Generator
) -> dict[str, list[int]]:
    """Return which outputs each person labels, in the order of turns; of nobody by name all."""
    if not people:
        return {"": list(range(count))}
    dealt = rng.permutation(count)
    shared = round(overlap * count)
    own = {name: dealt[shared + k :: len(people)] for k, name in enumerate(people)}
    return {name: sorted([*dealt[:shared].tolist(), *own[name].tolist()]) for name in people}


def _texts(result: SequentialResult) -> dict[tuple[str, str], TextRow]:
    """Return the texts of the outputs that were drawn."""
    texts: Texts | None = result.texts
    if texts is None:
        raise DataError("a page to label needs the outputs: name the file of texts (`texts`).")
    by_place = {(row.system, row.input): row for row in texts.rows}
    if not result.table.has_systems:  # where systems have no name, an input has one output
        by_place = {(result.table.systems[0], row.input): row for row in texts.rows}
        if len(by_place) < len(texts.rows):
            raise DataError(
                f"{texts.name}: inputs have outputs of several systems, and the labels name no system. Name it in the "
                "labels (a column 'system')."
            )
    wanted: list[NextRow] = list(result.next)
    missing = [row.input for row in wanted if (row.system, row.input) not in by_place]
    if missing:
        raise DataError(
            f"{texts.name}: {len(missing)} of the outputs drawn are missing, first input '{missing[0]}'. Are "
            "systems and inputs called as in the labels?"
        )
    return {(row.system, row.input): by_place[row.system, row.input] for row in wanted}
