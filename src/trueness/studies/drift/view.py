"""How two batches of a judge are shown: tables and page."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.decisions.decision import decision_of
from trueness.decisions.moved_between_batches import SYSTEM_MOVED, SYSTEMS_MOVED
from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Block, Part, Tile, counted_facts, figure_choice, whole_part
from trueness.reporting.view import View, without_empty
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.drift.change_lines import change_lines
from trueness.studies.drift.rows import ALL_OUTPUTS, AnchorRow, ChangeRow, DriftResult, DriftRow, PeopleRow
from trueness.study.number_words import decimal, interval, percent

SAID = {"yes": "they moved", "no": "they moved", "cannot_tell": "not shown to have moved"}


DRIFT = TableSpec.of(
    DriftRow,
    "drift",
    "Did the judge move?",
    "The judge's mean on outputs that it judged in both batches, later minus earlier, and how it agrees with itself. "
    "Same: shown to have moved by less than the margin.",
    dispensable=(
        ("n_clusters",),
        (("agreement_low", "agreement_high"),),
        ("measure",),
        ("agreement",),
        ("margin",),
        ("pvalue",),
        ("changed",),
    ),
)
CHANGES = TableSpec.of(
    ChangeRow,
    "changes",
    "Did the systems?",
    "Means of the other outputs of the two batches; how much of their difference the judge moved on the anchors; "
    "what is left at the same mix of systems. P-values are adjusted by Holm's method, over judges and systems.",
    dispensable=(("n_before", "n_after"), ("pvalue",), ("judge_part",)),
)
PEOPLE = TableSpec.of(
    PeopleRow,
    "people",
    "Does it agree with people as it did?",
    "Agreement with people on anchors, later minus earlier.",
    dispensable=(("n_outputs",), ("measure",)),
)


ANCHORS = TableSpec.of(
    AnchorRow,
    "anchors",
    "Are the anchors like the others?",
    "Earlier scores of the anchors beside those of the other outputs of the earlier batch; their difference within "
    "systems; the share of the others whose system has anchors.",
    dispensable=(("n_clusters",), ("covered",)),
)


class DriftView(View[DriftResult]):
    """Tables and page of two batches."""

    eyebrow: ClassVar[str] = "did the judge move, or the systems?"
    specs: ClassVar[tuple[TableSpec, ...]] = (DRIFT, CHANGES, PEOPLE, ANCHORS)

    def fitted(self, result: DriftResult, spec: TableSpec, rows: Sequence[Any]) -> TableSpec:
        """Return a table that says what intervals are of, without columns that have no value."""
        column = result.selection.clusters
        unit = "inputs" if column is None else f"groups of inputs by ‘{column}’"
        how = f"Intervals: {percent(result.settings.confidence)}, of {unit}."
        return dataclasses.replace(without_empty(rows, spec), caption=f"{spec.caption} {how}")

    def title(self, result: DriftResult) -> str:
        """Return the heading of the page."""
        later = "" if result.later is None else f" and {result.later.name}"
        return f"{result.table.name}{later}: did the judge move, or the systems?"

    def facts(self, result: DriftResult) -> str:
        """Return what was compared, in one line."""
        anchors = max((row.n_outputs for row in result.drift), default=0)
        return counted_facts((len(result.judges), "judge"), (anchors, "anchor"))

    def tiles(self, result: DriftResult) -> Iterable[Tile]:
        """Return the numbers of the first screen."""
        return _tiles(result, result.drift[0])

    def figures(self, result: DriftResult) -> tuple[Figure, ...]:
        """Return what changed by each judge."""
        return tuple(change_lines(result, row) for row in result.drift)

    def pictured(self, result: DriftResult) -> tuple[Block, ...]:
        """Return the figures as one, of which the reader chooses the judge."""
        return figure_choice("Judge", result.judges, self.drawn(result))

    def parts(self, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield every table as a whole."""
        yield whole_part(spec, rows)


def _tiles(found: DriftResult, row: DriftRow) -> Iterator[Tile]:
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
    whole = decision_of(found.decisions, SYSTEMS_MOVED, row.metric)
    if change is not None and whole is not None:
        yield Tile(
            "Change of other outputs",
            decimal(change.estimate),
            f"without what the judge did to those in both batches: {SAID[whole.answer]}",
            interval(change.low, change.high),
        )
    systems = [one for one in found.changes if one.metric == row.metric and one.system != ALL_OUTPUTS]
    single = decision_of(found.decisions, SYSTEM_MOVED, row.metric)
    if systems and single is not None:
        named = len(single.names) if single.answer == "yes" else 0
        yield Tile(
            "Systems that changed", f"{named} of {len(systems)}", "are shown to, after Holm correction"
        )
