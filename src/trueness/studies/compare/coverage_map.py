"""Which scores exist: systems by inputs."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from trueness.data.scores.coverage import coverage
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError
from trueness.reporting.figures.cells import ALL_SIDES, mixed
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Pixels
from trueness.reporting.figures.palette import VERMILLION
from trueness.reporting.figures.panel import Names, Panel, Scale
from trueness.reporting.figures.wording import percent, quoted
from trueness.reporting.writing.labels import drawable
from trueness.reporting.writing.orientation import endings, lower_is_better
from trueness.result import Row
from trueness.study.number_words import counted

_MOST_PANELS = 8
_MOST_COLUMNS = 400
_PLOT_WIDTH = 5.6
_THERE = "#D3DEE6"


def coverage_map(table: ScoreTable) -> Figure:
    """Draw which outputs have a score, systems down and inputs across.

    Scorers that miss the same cells share a panel. Where there are more than eight such patterns, one panel
    shows for every output the share of scorers without a score. Of more than 400 inputs, neighbours share a
    column; a single missing score still shows.

    Returns
    -------
    Figure
        Its data have one row per scorer and system: how many inputs have a score.

    Raises
    ------
    DataError
        If the table has no scorer, system or input.
    """
    if not table.values.size:
        raise DataError("a table to draw needs a scorer, a system and an input.")
    present = coverage(table).present
    panels = _panels(table, present)
    title = f"Which scores exist: {drawable(table.name)}"
    return Figure.of(
        name="coverage",
        title=title,
        caption=_caption(table, present, panels),
        data=_data(table, present),
        drawing=functools.partial(_draw, table, panels),
    )


Missing = tuple[str, NDArray[np.float64]]
"""What it shows, and the share of missing scores per system and input."""


def _panels(table: ScoreTable, present: NDArray[np.bool_]) -> list[Missing]:
    patterns: dict[bytes, list[int]] = {}
    for k in range(len(present)):
        patterns.setdefault(np.packbits(present[k]).tobytes(), []).append(k)
    if len(patterns) > _MOST_PANELS:
        share = percent(round(float(present.mean()), 4))
        return [(f"all {len(present)} scorers: {share} of scores", 1 - present.mean(axis=0))]
    panels: list[Missing] = []
    for members in patterns.values():
        scorers = [table.scorer_names[k] for k in members]
        names = [drawable(n) + end for n, end in zip(scorers, endings(table, scorers), strict=True)]
        shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        here = present[members[0]]
        count = f"{int(here.sum()):,} of {counted(here.size, 'output')}"
        if len(names) > 1:
            count += " each"
        panels.append((f"{count}: {shown}", (~here).astype(float)))
    return panels


def _data(table: ScoreTable, present: NDArray[np.bool_]) -> list[Row]:
    counts = present.sum(axis=2)
    n_inputs = len(table.inputs)
    return [
        {
            "scorer": scorer,
            "system": system,
            "n_present": int(counts[s, i]),
            "n_missing": n_inputs - int(counts[s, i]),
            "share": int(counts[s, i]) / n_inputs,
        }
        for s, scorer in enumerate(table.scorer_names)
        for i, system in enumerate(table.systems)
    ]


def _caption(table: ScoreTable, present: NDArray[np.bool_], panels: list[Missing]) -> str:
    scorers, systems, inputs = table.shape
    missing = int((~present).sum())
    sentences = [
        (
            f"Scores of {counted(scorers, 'scorer')} for {counted(systems, 'system')} (down) and "
            f"{counted(inputs, 'input')} (across)."
        )
    ]
    if lower_is_better(table) and len(panels) > 1:
        sentences.append("↓ lower is better.")
    if not missing:
        sentences.append("No score is missing.")
        return " ".join(sentences)
    sentences.append(f"{missing:,} of {present.size:,} scores are missing, drawn dark.")
    if len(panels) == 1 and scorers > 1:
        sentences.append("The darker a cell, the more scorers lack it.")
    elif len(panels) > 1:
        sentences.append("Scorers that miss the same outputs share a panel.")
    if inputs > _MOST_COLUMNS:
        sentences.append(
            f"A column stands for up to {-(-inputs // _MOST_COLUMNS)} inputs next to each other."
        )
    empty = [name for name, there in zip(table.scorer_names, present, strict=True) if not there.any()]
    if empty:
        sentences.append(f"Without any score: {quoted(empty)}.")
    return " ".join(sentences)


def _draw(table: ScoreTable, panels: list[Missing]) -> Drawing:
    _, n_systems, n_inputs = table.shape
    line = 0.13 if n_systems <= 40 else max(0.02, (5.2 if len(panels) == 1 else 2.6) / n_systems)
    named = line >= 0.12
    y: Scale | Names = Scale(label="system", low=n_systems + 0.5, high=0.5, most=8, whole=True, grid=False)
    if named:
        y = Names(texts=table.systems, longest=1.5, size=7.0)
    edges = (
        (0.5, n_inputs + 0.5, n_systems - 0.5, -0.5) if named else (0.5, n_inputs + 0.5, n_systems + 0.5, 0.5)
    )
    binned = [_binned(missing) for _, missing in panels]
    most = max(float(missing.max()) for missing in binned)
    drawn = [
        Panel(
            width=_PLOT_WIDTH,
            height=max(0.35, line * n_systems),
            marks=[Pixels(_colours(missing, most), edges)],
            x=Scale(low=0.5, high=n_inputs + 0.5, most=8, whole=True, grid=False),
            y=y,
            notes=[text],
            sides=ALL_SIDES,
        )
        for (text, _), missing in zip(panels, binned, strict=True)
    ]
    return Drawing(
        subtitle=", ".join(map(counted, table.shape, ("scorer", "system", "input"))),
        lines=[[panel] for panel in drawn],
        across="input, by its place in the data",
        key=_key(most),
        key_below=True,
    )


def _binned(missing: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean over neighbouring inputs, in at most `_MOST_COLUMNS` columns."""
    n_inputs = missing.shape[1]
    if n_inputs <= _MOST_COLUMNS:
        return missing
    starts = np.arange(0, n_inputs, -(-n_inputs // _MOST_COLUMNS))
    widths = np.diff([*starts, n_inputs])
    return np.asarray(np.add.reduceat(missing, starts, axis=1) / widths)


def _colours(missing: NDArray[np.float64], most: float) -> NDArray[np.float64]:
    """Return colours, pale where nothing is missing and dark where the largest share is; every gap shows."""
    return mixed(np.where(missing > 0, 0.3 + 0.7 * missing / (most or 1.0), 0.0), VERMILLION, _THERE)


def _key(most: float) -> dict[str, Look]:
    entries = [("there", 0.0)]
    if 0 < most < 1:
        entries.append((f"up to {percent(float(f'{most:.2g}'))} missing", most))
    elif most:
        entries.append(("missing", most))
    return {text: Look(colour=tuple(_colours(np.array([share]), most)[0])) for text, share in entries}
