"""The first screen of a page on runs and panels: whether judges together agree better with people than one does."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.reporting.page import Head, Tile
from trueness.studies.number_words import decimal, interval, interval_of_shares, percent, significant
from trueness.studies.panel.rows import ALL_JUDGES, PanelRow, PanelStudy
from trueness.studies.panel.said import SYMBOLS


def panel_head(study: PanelStudy) -> Head:
    """Return whether all judges together are better than one, and what they are worth."""
    row = next(
        (row for row in study.panels if row.panel == ALL_JUDGES and not math.isnan(row.estimate)), None
    )
    tiles = [*(() if row is None else _together(study, row)), *_runs(study)]
    return Head("" if row is None else _lead(study, row), tuple(tiles))


def _lead(study: PanelStudy, row: PanelRow) -> str:
    what = f"{row.n_members} judges together"
    if math.isnan(row.pvalue) or row.pvalue > 1 - study.settings.confidence:
        return f"{what} are not shown to agree better, or worse, with ‘{study.human}’ than one of them on average."
    better = "better" if row.difference > 0 else "worse"
    return f"{what} agree {better} with ‘{study.human}’ than one of them on average."


def _together(study: PanelStudy, row: PanelRow) -> Iterator[Tile]:
    yield Tile(
        "All judges together",
        decimal(row.estimate),
        f"{SYMBOLS[row.measure]} with ‘{study.human}’; one of them on average {decimal(row.single)}",
        interval(row.low, row.high),
    )
    said = "with" if math.isnan(row.pvalue) else f"p = {significant(row.pvalue)}, with"
    yield Tile(
        "Together minus one",
        decimal(row.difference),
        f"{said} {row.n_members} judges",
        interval(row.difference_low, row.difference_high),
    )
    if not math.isnan(row.n_effective):
        yield Tile(
            "Independent judges",
            decimal(row.n_effective, 1),
            f"are worth as much as these {row.n_members}; errors go together by {decimal(row.error_correlation)}",
            interval(row.effective_low, row.effective_high, digits=1),
        )


def _runs(study: PanelStudy) -> Iterator[Tile]:
    for row in study.runs[:1]:
        yield Tile(
            f"Two runs of ‘{row.metric}’ differ on",
            percent(row.flip_rate),
            f"of {row.n_outputs:,} outputs",
            interval_of_shares(row.flip_low, row.flip_high),
        )
