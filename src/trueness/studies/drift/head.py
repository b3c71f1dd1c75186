"""The first screen of a page on two batches: whether the judges moved, and what that leaves for the systems."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.decisions.moved_between_batches import SYSTEM_MOVED, SYSTEMS_MOVED
from trueness.reporting.page import Head, Tile
from trueness.studies.drift.decided import decision
from trueness.studies.drift.rows import ALL_OUTPUTS, Drift, DriftRow
from trueness.studies.drift.said import answer
from trueness.study.number_words import decimal, interval, percent

SAID = {"yes": "they moved", "no": "they moved", "cannot_tell": "not shown to have moved"}


def drift_head(found: Drift) -> Head:
    """Return which judges moved, and the numbers of the first."""
    return Head(answer(found), tuple(_tiles(found, found.drift[0])))


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
    whole = decision(found.decisions, SYSTEMS_MOVED, row.metric)
    if change is not None and whole is not None:
        yield Tile(
            "Change of other outputs",
            decimal(change.estimate),
            f"without what the judge did to those in both batches: {SAID[whole.answer]}",
            interval(change.low, change.high),
        )
    systems = [one for one in found.changes if one.metric == row.metric and one.system != ALL_OUTPUTS]
    single = decision(found.decisions, SYSTEM_MOVED, row.metric)
    if systems and single is not None:
        named = len(single.names) if single.answer == "yes" else 0
        yield Tile(
            "Systems that changed", f"{named} of {len(systems)}", "are shown to, after Holm correction"
        )
