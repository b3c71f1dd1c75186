"""Where every metric ranks over all analyses, and how that depends on each choice."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.palette import BLANK, BLUE, INK, RULE
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.writing.labels import distinct_labels, shortened, text_width
from trueness.studies.multiverse.rows import MultiverseResult
from trueness.study.number_words import counted
from trueness.study.rows import as_row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_HIGH, _WIDE, _GAP = 0.19, 0.27, 0.14
_SHARES_WIDE = 0.21
_LABEL_SIZE, _LABEL_ROOM, _NUMBER_SIZE = 7.5, 1.7, 6.0
_MOST_VALUES = 12
_MOST_RANKS = 30
_PALE = "#F4F8FB"
TITLE = "The rank of every metric over the choices"


def rank_map(result: MultiverseResult) -> Figure:
    """Draw how often every metric has each rank, and its mean rank under every value of each choice.

    Parameters
    ----------
    result : MultiverseResult

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


def _draw(result: MultiverseResult) -> Canvas:
    names = [row.metric for row in result.ranks]
    labels = distinct_labels(names, _LABEL_SIZE, _LABEL_ROOM)
    room = max(text_width(label, _LABEL_SIZE) for label in labels) + 0.1
    choices = drawn_values(result)
    heads = [distinct_labels(values, 7.0, 1.1) for _, values in choices]
    head = max([0.2, *(text_width(text, 7.0) for texts in heads for text in texts)]) + 0.1
    names_of = [shortened(choice, 7.5, 1.3) for choice, _ in choices]
    rooms = [
        max(len(values) * _WIDE, text_width(name, 7.5 * 1.1))
        for name, (_, values) in zip(names_of, choices, strict=True)
    ]
    ranks = min(len(names), _MOST_RANKS)
    wide = ranks * _SHARES_WIDE
    right = sum(_GAP + wider for wider in rooms)
    high = len(names) * _HIGH
    sheet = Sheet(
        max(5.0, 2 * MARGIN + room + wide + 0.1 + right),
        0.2 + head + high + 0.1 + MARGIN,
        title=TITLE,
        subtitle=f"{counted(len(names), 'metric')}, {len(result.analyses):,} analyses",
    )
    top = sheet.top + 0.2 + head
    left = MARGIN + room
    shares = _shares(result, names, ranks)
    axes = sheet.panel(left, top, wide, high)
    _cells(axes, shares / max(1e-9, np.nanmax(shares)))
    axes.set_yticks(range(len(names)), labels, fontsize=_LABEL_SIZE, parse_math=False)
    axes.set_xticks(range(ranks), [str(rank + 1) for rank in range(ranks)], fontsize=6.5)
    sheet.text(left, top - 0.33, "rank", fontsize=7.5, fontweight="bold", va="top")
    left += wide + 0.1
    means = {(row.metric, row.choice, row.value): row.mean_rank for row in result.ranks_by_choice}
    for (choice, values), texts, shown, wider in zip(choices, heads, names_of, rooms, strict=True):
        left += _GAP
        across = len(values) * _WIDE
        part = np.array(
            [[means.get((name, choice, value), math.nan) for value in values] for name in names]
        ).reshape(len(names), len(values))
        axes = sheet.panel(left, top, across, high)
        _cells(axes, 1 - (part - 1) / max(1, len(names) - 1), part)
        axes.set_yticks([])
        axes.set_xticks(range(len(values)), texts, rotation=90, fontsize=7.0, parse_math=False)
        sheet.text(left, sheet.top + 0.02, shown, fontsize=7.5, fontweight="bold", va="top")
        left += wider
    return sheet.canvas


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


def _cells(axes: Axes, strength: NDArray[np.float64], printed: NDArray[np.float64] | None = None) -> None:
    from matplotlib.colors import to_rgb

    pale, full, blank = (np.array(to_rgb(colour)) for colour in (_PALE, BLUE, BLANK))
    share = np.clip(np.nan_to_num(strength), 0, 1)[..., None]
    mixed = np.where(np.isnan(strength)[..., None], blank, pale + (full - pale) * share)
    axes.imshow(np.round(255 * mixed).astype(np.uint8), aspect="auto", interpolation="none")
    axes.xaxis.tick_top()
    axes.tick_params(length=0, pad=3, colors=INK)
    for spine in axes.spines.values():
        spine.set_visible(True)
        spine.set_color(RULE)
    if printed is None:
        return
    for (i, j), value in np.ndenumerate(printed):
        if not math.isnan(value):
            colour = "white" if strength[i, j] > 0.6 else INK
            axes.text(j, i, f"{value:.1f}", ha="center", va="center", fontsize=_NUMBER_SIZE, color=colour)
