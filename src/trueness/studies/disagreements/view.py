"""How outputs on which metrics and people differ are shown."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Chapter, Part, Tile, counted_facts, pictures, whole_part
from trueness.reporting.view import SHARED, Table, View
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.disagreements.distance_lines import distance_lines
from trueness.studies.disagreements.rows import (
    DisagreementsResult,
    InputApart,
    MetricDistance,
    MetricsApart,
    OutputApart,
    SystemFavoured,
)
from trueness.studies.disagreements.said import elsewhere, smallest
from trueness.study.number_words import interval_of_shares, percent, significant

Headings = dict[str | tuple[str, str], str]
PLACES: Headings = {"place_human": "Place by people", "place_metric": "by metric", "n_placed": "of"}
DISTANCES = TableSpec.of(
    MetricDistance,
    "distances",
    "Distance from people's order",
    "Mean distance of the two places of an output, as a share of the longest way; and what random order would give.",
)
OUTPUTS = TableSpec.of(
    OutputApart,
    "outputs",
    "Outputs on which a metric and people differ most",
    "Gap: how much further up the metric has it, as a share of the longest way.",
    dispensable=(("output",), ("score_human", "score"), ("n_placed",)),
)
BETWEEN = TableSpec.of(
    MetricsApart,
    "between",
    "Outputs on which two metrics differ most",
    "Gap: how much further up the metric has it than its rival, as a share of the longest way.",
    dispensable=(("output",), ("n_placed",), ("gap",)),
)
SYSTEMS = TableSpec.of(
    SystemFavoured,
    "systems",
    "Systems that a metric has further up or down than people",
    "Mean over inputs of how much further up the metric has the system's output, as a share of the longest way.",
    dispensable=(("pvalue",),),
)
INPUTS = TableSpec.of(
    InputApart,
    "inputs",
    "Inputs whose outputs are ordered unlike people's",
    "Mean distance of the two places of an output of the input, and what it would be in random order.",
)
CONTENTS = {
    "distances": "Distance",
    "outputs": "Outputs",
    "between": "Two metrics",
    "systems": "Systems",
    "inputs": "Inputs",
}
"""What the contents of the page call chapters."""


class DisagreementView(View[DisagreementsResult]):
    """Tables and page."""

    eyebrow: ClassVar[str] = "where do metrics and people differ?"
    shown: ClassVar[tuple[str, ...]] = ("outputs", "distances")
    alone: ClassVar[str] = "outputs"
    specs: ClassVar[tuple[TableSpec, ...]] = (DISTANCES, OUTPUTS, BETWEEN, SYSTEMS, INPUTS)

    def captions(self, result: DisagreementsResult) -> dict[str, str]:
        """Return captions that say the settings."""
        settings = result.settings
        among = "of the same input" if settings.among == "input" else "of all"
        column = result.selection.clusters
        unit = "inputs, taken as independent" if column is None else f"inputs, by ‘{column}’"
        sure = f" {settings.confidence:.0%} intervals of other {unit}."
        listed = f" At most {settings.listed} per metric; an output is placed among those {among}, 1 is best."
        corrected = f" Corrected over the systems of a metric ({settings.correction})."
        more = {
            DISTANCES: sure if settings.among == "input" else "",
            OUTPUTS: listed,
            BETWEEN: listed,
            SYSTEMS: sure + corrected,
            INPUTS: f" At most {settings.listed} per metric.",
        }
        return {spec.name: spec.caption + said for spec, said in more.items()}

    def printed(self, result: DisagreementsResult, name: str, width: int) -> Sequence[Table]:
        """Return a table as a terminal shows it: texts, which are long, in a table below."""
        del width
        spec, rows = self.table(result, name)
        if name not in ("outputs", "between") or result.texts is None:
            return [(spec, rows)]
        texts = dataclasses.replace(
            spec,
            title="The texts of these outputs",
            columns=tuple(column for column in spec.columns if column.key in ("system", "input", "output")),
            dispensable=(),
        )
        once = {(row.system, row.input): row for row in rows}
        return [(spec.without("output"), rows), (texts, tuple(once.values()))]

    def printed_by_default(self, result: DisagreementsResult, name: str, width: int) -> Sequence[Table]:
        """Return the outputs to be read, those of the nearest metric first: what the places are, without the texts."""
        if name != OUTPUTS.name:
            return self.printed(result, name, width)
        spec, rows = self.table(result, name)
        first = smallest(result).metric
        # a sort keeps the order of equals: of each metric the largest gap stands first
        return [
            (
                spec.without("output", "score_human", "score"),
                sorted(rows, key=lambda row: row.metric != first),
            )
        ]

    def title(self, result: DisagreementsResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: where metrics and ‘{result.selection.human}’ differ"

    def facts(self, result: DisagreementsResult) -> str:
        """Return what was put in order, in one line."""
        _, systems, inputs = result.table.shape
        return counted_facts(
            (len(result.selection.metrics or ()), "metric"),
            *([(systems, "system")] if result.table.has_systems else []),
            (inputs, "input"),
            more=(f"human scores: {result.selection.human}",),
        )

    def tiles(self, result: DisagreementsResult) -> Iterable[Tile]:
        """Return how far the metric of the smallest distance is from people's order, and where it is furthest."""
        return _tiles(result, smallest(result))

    def figures(self, result: DisagreementsResult) -> tuple[Figure, ...]:
        """Return how far metrics are from people's order."""
        return (distance_lines(result),)

    def chapters(self, result: DisagreementsResult) -> Iterable[Chapter]:
        """Yield the figure, then each table that has rows, one part per metric."""
        yield Chapter("figures", "Figures", pictures(self.drawn(result)))
        for spec, rows in self.tables(result):
            if rows and spec.name not in SHARED:
                yield Chapter(spec.name, spec.title, (self.section(spec, rows, open=1),), CONTENTS[spec.name])

    def parts(self, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield one part per metric, or per pair of them."""
        if spec.name == "distances" or len({row.metric for row in rows}) == 1:
            yield whole_part(spec, rows)
            return
        of: dict[str, list[Any]] = {}
        for row in rows:
            of.setdefault(row.metric, []).append(row)
        for metric, found in of.items():
            yield whole_part(spec.without("metric"), found, metric)


def _tiles(found: DisagreementsResult, first: MetricDistance) -> Iterator[Tile]:
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
