"""The first screen of a page on runs and panels: which way to use the judges is best, and what they are worth."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.decisions.judges_together import PANEL_GAINS, WORTH, WORTH_FEWER
from trueness.reporting.page import Head, Tile
from trueness.studies.panel.decided import decision
from trueness.studies.panel.rows import ALL_JUDGES, PanelRow, PanelStudy
from trueness.studies.panel.said import SYMBOLS, best_way
from trueness.study.number_words import decimal, interval, interval_of_shares, percent


def panel_head(study: PanelStudy) -> Head:
    """Return which way to use the judges is best, and what they are worth together."""
    row = next(
        (row for row in study.panels if row.panel == ALL_JUDGES and not math.isnan(row.estimate)), None
    )
    tiles = [*(() if row is None else _together(study, row)), *_runs(study)]
    return Head("" if row is None else best_way(study), tuple(tiles))


def _together(study: PanelStudy, row: PanelRow) -> Iterator[Tile]:
    yield Tile(
        "All judges together",
        decimal(row.estimate),
        f"{SYMBOLS[row.measure]} with ‘{study.human}’; one of them on average {decimal(row.single)}",
        interval(row.low, row.high),
    )
    gained = decision(study.decisions, PANEL_GAINS, row.panel)
    said = {"yes": "a gain", "no": "a loss"}.get("" if gained is None else gained.answer, "may be chance")
    yield Tile(
        "Together minus one",
        decimal(row.difference),
        f"{said}, with {row.n_members} judges",
        interval(row.difference_low, row.difference_high),
    )
    worth = decision(study.decisions, WORTH_FEWER, row.panel)
    if not math.isnan(row.n_effective) and worth is not None and worth.reason == WORTH:
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
