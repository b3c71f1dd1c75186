"""The first screen of a page on where metrics and people differ."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.decisions.orders_apart import NEARER_THAN_CHANCE
from trueness.reporting.page import Head, Tile
from trueness.studies.disagreements.decided import decision
from trueness.studies.disagreements.rows import Disagreements, MetricDistance
from trueness.studies.disagreements.said import elsewhere, nearest, smallest
from trueness.study.number_words import interval_of_shares, percent, significant


def disagreements_head(found: Disagreements) -> Head:
    """Return which metric is nearest to people's order, and where the one with the smallest distance is furthest."""
    first = smallest(found)
    return Head(_lead(found, first), tuple(_tiles(found, first)))


def _lead(found: Disagreements, first: MetricDistance) -> str:
    said = nearest(found)
    name = f"'{first.metric}'"
    chance = decision(found.decisions, NEARER_THAN_CHANCE, first.metric)
    if len(found.distances) == 1 and chance is not None and not said:
        said = {
            "yes": f"{name} orders the outputs of an input more like people than chance would.",
            "no": f"{name} orders the outputs of an input less like people than chance would.",
            "cannot_tell": f"{name} is not shown to be nearer to people's order than a random one.",
        }[chance.answer]
    if not said:
        said = f"{name} places an output {percent(first.estimate)} of the longest way from where people do."
    worst = next((row for row in found.outputs if row.metric == first.metric), None)
    if worst is None:
        return said
    what = f"'{worst.system}' on '{worst.input}'" if found.table.has_systems else f"'{worst.input}'"
    return f"{said} {name} is furthest from people on the output of {what}."


def _tiles(found: Disagreements, first: MetricDistance) -> Iterator[Tile]:
    yield Tile(
        "Distance from people's order",
        percent(first.estimate),
        f"of the longest way, by ‘{first.metric}’; {percent(first.chance)} in random order",
        interval_of_shares(first.low, first.high),
    )
    worst = next((row for row in found.outputs if row.metric == first.metric), None)
    if worst is not None:
        yield Tile(
            "The output furthest from people",
            worst.system if found.table.has_systems else worst.input,
            (f"on ‘{worst.input}’: " if found.table.has_systems else "")
            + f"place {significant(worst.place_metric)} of {worst.n_placed}, by people "
            f"{significant(worst.place_human)}",
        )
    systems = [row for row in found.systems if row.metric == first.metric]
    if systems:
        moved = elsewhere(found, first.metric)
        most = max(moved, key=lambda row: abs(row.estimate), default=None)
        yield Tile(
            "Systems elsewhere than by people",
            f"{len(moved)} of {len(systems)}",
            "is shown of none"
            if most is None
            else f"most of all ‘{most.system}’, further {'up' if most.estimate > 0 else 'down'} by "
            f"{percent(abs(most.estimate))} of the way",
        )
    inputs = [row for row in found.inputs if row.metric == first.metric]
    if inputs:
        least = max(inputs, key=lambda row: row.estimate)
        yield Tile(
            "The input ordered least like people",
            least.input,
            f"places {percent(least.estimate)} of the way apart; {percent(least.chance)} in random order",
        )
