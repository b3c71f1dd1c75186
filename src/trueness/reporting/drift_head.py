"""The first screen of a page on two batches: whether the judges moved, and what that leaves for the systems."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.reporting.page import Head, Tile
from trueness.studies.drift.rows import ALL_OUTPUTS, Drift, DriftRow, Movement
from trueness.studies.number_words import decimal, interval, percent, significant

SAID: dict[Movement, str] = {
    "moved": "{} moved",
    "same": "{} stayed within the margin",
    "undecided": "Whether {} moved is undecided",
    "undefined": "Whether {} moved cannot be said",
}


def drift_head(found: Drift) -> Head:
    """Return which judges moved, and the numbers of the first."""
    said: dict[Movement, list[str]] = {}
    for row in found.drift:
        said.setdefault(row.verdict, []).append(f"‘{row.metric}’")
    lead = " ".join(f"{words.format(_joined(said[one]))}." for one, words in SAID.items() if one in said)
    return Head(lead, tuple(tile for row in found.drift[:1] for tile in _tiles(found, row)))


def _joined(names: list[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _tiles(found: Drift, row: DriftRow) -> Iterator[Tile]:
    yield Tile(
        f"Change of ‘{row.metric}’",
        decimal(row.estimate),
        f"on {row.n_outputs:,} outputs in both batches; margin ±{decimal(row.margin)}",
        interval(row.low, row.high),
    )
    yield Tile("Said the same as before", percent(1 - row.changed), "of the outputs in both batches")
    change = next(
        (one for one in found.changes if (one.metric, one.system) == (row.metric, ALL_OUTPUTS)), None
    )
    if change is not None:
        yield Tile(
            "Change of other outputs",
            decimal(change.estimate),
            "without what the judge did to those in both batches"
            + ("" if math.isnan(change.pvalue) else f"; p = {significant(change.pvalue)}"),
            interval(change.low, change.high),
        )
    systems = [one for one in found.changes if one.metric == row.metric and one.system != ALL_OUTPUTS]
    if systems:
        apart = sum(one.pvalue_adjusted <= 1 - found.settings.confidence for one in systems)
        yield Tile(
            "Systems that changed", f"{apart} of {len(systems)}", "are shown to, after Holm correction"
        )
