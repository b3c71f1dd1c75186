"""The first screen of a page on where metrics and people differ."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.reporting.page import Head, Tile
from trueness.studies.disagreements.rows import Disagreements, MetricDistance
from trueness.studies.disagreements.said import elsewhere
from trueness.studies.number_words import interval_of_shares, percent, significant


def disagreements_head(found: Disagreements) -> Head:
    """Return which metric is nearest to people's order, and where it is furthest from it."""
    nearest = min(found.distances, key=lambda row: row.estimate)
    return Head(_lead(found, nearest), tuple(_tiles(found, nearest)))


def _ordered(found: Disagreements) -> str:
    return "the outputs of an input" if found.settings.among == "input" else "all outputs"


def _lead(found: Disagreements, nearest: MetricDistance) -> str:
    name = f"‘{nearest.metric}’"
    n_metrics = len(found.distances)
    if nearest.high >= nearest.chance:
        order = "is not shown to be nearer to people's order than a random one"
        return (
            f"{name} {order}, and no other of {n_metrics} is nearer." if n_metrics > 1 else f"{name} {order}."
        )
    if n_metrics > 1:
        said = f"Of {n_metrics} metrics {name} orders {_ordered(found)} most like people"
    else:
        said = f"{name} orders {_ordered(found)} more like people than chance would"
        if nearest.high != nearest.high:
            said = (
                f"{name} places an output {percent(nearest.estimate)} of the longest way from where people do"
            )
    worst = next((row for row in found.outputs if row.metric == nearest.metric), None)
    if worst is None:
        return f"{said}."
    what = f"‘{worst.system}’ on ‘{worst.input}’" if found.table.has_systems else f"‘{worst.input}’"
    return f"{said}; it is furthest from them on the output of {what}."


def _tiles(found: Disagreements, nearest: MetricDistance) -> Iterator[Tile]:
    yield Tile(
        "Distance from people's order",
        percent(nearest.estimate),
        f"of the longest way, by ‘{nearest.metric}’; {percent(nearest.chance)} in random order",
        interval_of_shares(nearest.low, nearest.high),
    )
    worst = next((row for row in found.outputs if row.metric == nearest.metric), None)
    if worst is not None:
        yield Tile(
            "The output furthest from people",
            worst.system if found.table.has_systems else worst.input,
            (f"on ‘{worst.input}’: " if found.table.has_systems else "")
            + f"place {significant(worst.place_metric)} of {worst.n_placed}, by people "
            f"{significant(worst.place_human)}",
        )
    systems = [row for row in found.systems if row.metric == nearest.metric]
    if systems:
        moved = elsewhere(found, nearest.metric)
        most = max(moved, key=lambda row: abs(row.estimate), default=None)
        yield Tile(
            "Systems elsewhere than by people",
            f"{len(moved)} of {len(systems)}",
            "is shown of none"
            if most is None
            else f"most of all ‘{most.system}’, further {'up' if most.estimate > 0 else 'down'} by "
            f"{percent(abs(most.estimate))} of the way",
        )
    inputs = [row for row in found.inputs if row.metric == nearest.metric]
    if inputs:
        least = max(inputs, key=lambda row: row.estimate)
        yield Tile(
            "The input ordered least like people",
            least.input,
            f"places {percent(least.estimate)} of the way apart; {percent(least.chance)} in random order",
        )
