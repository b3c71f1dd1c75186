"""Where every metric ranks over all analyses, and how that depends on each choice."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.reporting.figures.cells import cells, mixed
from trueness.reporting.figures.drawing import Drawing, in_lines
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.panel import Names
from trueness.studies.multiverse.rows import MultiverseResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row

_HIGH, _WIDE, _GAP = 0.19, 0.27, 0.14
_SHARES_WIDE = 0.21
_LABEL_ROOM, _NUMBER_SIZE = 1.7, 6.0
_MOST_VALUES = 12
_MOST_RANKS = 30
TITLE = "The rank of every metric over the choices"


def rank_map(result: MultiverseResult) -> Figure:
    """Draw how often every metric has each rank, and its mean rank under every value of each choice.

    Returns
    -------
    Figure
        Its data are the mean ranks by choice.
    """
    return Figure.of(
        name="rank-map",
        title=TITLE,
        caption=(
            f"Left: how often a metric has each rank among {len(result.ranks)} over {len(result.analyses):,} "
            "analyses, the darker the more often; 1 is the highest correlation. Right: its mean rank under each value "
            "of a choice, the darker the better. Metrics by mean rank over all analyses."
        ),
        data=[as_row(row) for row in result.ranks_by_choice],
        drawing=functools.partial(_draw, result),
    )


def drawn_values(result: MultiverseResult) -> list[tuple[str, list[str]]]:
    """Return the choices that are drawn with their values; of one with many those that are no single systems."""
    found: dict[str, list[str]] = {}
    for row in result.ranks_by_choice:
        values = found.setdefault(row.choice, [])
        if row.value not in values:
            values.append(row.value)
    return [
        (
            choice,
            values
            if len(values) <= _MOST_VALUES
            else [value for value in values if not value.startswith("without ")],
        )
        for choice, values in found.items()
    ]


def _draw(result: MultiverseResult) -> Drawing:
    metrics = [row.metric for row in result.ranks]
    names = Names(texts=metrics, longest=_LABEL_ROOM)
    ranks = min(len(metrics), _MOST_RANKS)
    shares = _shares(result, metrics, ranks)
    numbers = Names(texts=[str(rank + 1) for rank in range(ranks)], size=6.5, far=True)
    size = (_SHARES_WIDE, _HIGH)
    panels = [cells(mixed(shares / max(1e-9, np.nanmax(shares))), names, numbers, size=size, heading="rank")]
    means = {(row.metric, row.choice, row.value): row.mean_rank for row in result.ranks_by_choice}
    for choice, values in drawn_values(result):
        part = np.array(
            [[means.get((metric, choice, value), math.nan) for value in values] for metric in metrics]
        ).reshape(len(metrics), len(values))
        panels.append(
            cells(
                mixed(1 - (part - 1) / max(1, len(metrics) - 1)),
                names,
                Names(texts=values, longest=1.1, size=7.0, turned=True, far=True),
                size=(_WIDE, _HIGH),
                texts=[["" if math.isnan(one) else f"{one:.1f}" for one in line] for line in part],
                heading=choice,
                letters=_NUMBER_SIZE,
            )
        )
    return Drawing(
        subtitle=f"{counted(len(metrics), 'metric')}, {len(result.analyses):,} analyses",
        lines=in_lines(panels, len(panels)),
        gap=_GAP,
    )


def _shares(result: MultiverseResult, names: Sequence[str], ranks: int) -> NDArray[np.float64]:
    """Return how often each metric has each rank, of the analyses that rank it; shared ranks go to the upper."""
    place = {name: k for k, name in enumerate(names)}
    counts = np.zeros((len(names), ranks))
    for row in result.estimates:
        if not math.isnan(row.rank) and row.rank < ranks + 1:
            counts[place[row.metric], int(row.rank) - 1] += 1
    known = np.array([row.n_analyses for row in result.ranks], dtype=np.float64)[:, None]
    shares: NDArray[np.float64] = np.full(counts.shape, np.nan)
    return np.divide(counts, known, out=shares, where=known > 0)
