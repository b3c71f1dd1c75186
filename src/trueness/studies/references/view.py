"""How the resampling of references is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import Any, ClassVar

from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Block, Tile, counted_facts, figure_choice
from trueness.reporting.view import LEVEL_NAMES, View
from trueness.reporting.writing.tables import TableSpec, with_symbol
from trueness.studies.references.reference_lines import reference_lines
from trueness.studies.references.rows import ReferencesResult, WideningRow
from trueness.studies.references.said import known
from trueness.study.number_words import decimal, interval, percent, wider
from trueness.study.words import coefficient_words

WIDENING = TableSpec.of(
    WideningRow,
    "widening",
    "Intervals with other references",
    "",
    (
        *("metric", "human", "level", "coefficient", "estimate", ("low", "high")),
        *(("varied_low", "varied_high"), "widening", "n_references", "n_inputs", "n_cells"),
    ),
    dispensable=(("n_cells",), ("n_inputs",), ("n_references",)),
)


class ReferenceView(View[ReferencesResult]):
    """Table and page of resampled references."""

    eyebrow: ClassVar[str] = "what if other people had written the references?"
    specs: ClassVar[tuple[TableSpec, ...]] = (WIDENING,)

    def captions(self, result: ReferencesResult) -> dict[str, str]:
        """Return the caption, which says the settings."""
        settings = result.settings
        what = {"both": "systems and inputs", "outputs": "single outputs"}.get(settings.over, settings.over)
        caption = (
            f"Correlations with people, with {percent(settings.confidence)} percentile intervals from "
            f"{settings.resamples:,} resamples of {what}: with the references at hand, and with those of every input "
            f"drawn anew as well. Of several references the {settings.multiple} score counts. How much wider the "
            "second interval is than the first."
        )
        return {WIDENING.name: caption}

    def fitted(self, result: ReferencesResult, spec: TableSpec, rows: Sequence[Any]) -> TableSpec:
        """Return the table with the symbol of the coefficient, where there is one."""
        del rows
        coefficients = result.settings.coefficients
        return with_symbol(spec, coefficients[0]) if len(coefficients) == 1 else spec

    def title(self, result: ReferencesResult) -> str:
        """Return the heading of the page."""
        return f"{result.texts.name}: intervals with other references"

    def facts(self, result: ReferencesResult) -> str:
        """Return what was scored, in one line."""
        _, systems, inputs = result.table.shape
        return counted_facts(
            (len(result.selection.metrics), "metric"),
            (systems, "system"),
            (inputs, "input"),
            more=[f"human scores: {', '.join(result.selection.human)}"],
        )

    def tiles(self, result: ReferencesResult) -> Iterable[Tile]:
        """Return the numbers of the widest interval and of the highest correlation."""
        return _tiles(known(result.widening)) if known(result.widening) else ()

    def figures(self, result: ReferencesResult) -> tuple[Figure, ...]:
        """Return both intervals of every metric, by human scorer, level and coefficient."""
        return tuple(reference_lines(result, *place) for place in _places(result))

    def pictured(self, result: ReferencesResult) -> tuple[Block, ...]:
        """Return the figures as one, of which the reader chooses."""
        names = [
            f"{human}: {LEVEL_NAMES[level]}, {coefficient_words(coefficient)}"
            for human, level, coefficient in _places(result)
        ]
        return figure_choice("Human scores, level and coefficient", names, self.drawn(result))


def _places(result: ReferencesResult) -> list[tuple[str, str, str]]:
    """Return the human scorers, levels and coefficients of the rows."""
    return list(dict.fromkeys((row.human, row.level, row.coefficient) for row in result.widening))


def _tiles(rows: Sequence[WideningRow]) -> Iterator[Tile]:
    most = max(rows, key=lambda row: row.widening)
    if len(rows) > 1:
        yield Tile(
            "Intervals, typically",
            wider(median(row.widening for row in rows)),
            f"the median of {len(rows)} correlations",
        )
    yield Tile(
        "Widest" if len(rows) > 1 else "Wider by",
        percent(most.widening),
        f"‘{most.metric}’: {interval(most.varied_low, most.varied_high)} in place of {interval(most.low, most.high)}",
    )
    best = max(rows, key=lambda row: row.estimate)
    where = f"{coefficient_words(best.coefficient)} with ‘{best.human}’, {best.level.replace('_', ' ')} level"
    yield Tile(
        f"‘{best.metric}’, the highest" if len(rows) > 1 else f"‘{best.metric}’",
        decimal(best.estimate),
        f"{where}, with an interval for other references",
        interval(best.varied_low, best.varied_high),
    )
    yield Tile(
        "References of an input",
        f"{max(row.n_references for row in rows)}",
        f"at most, of {most.n_inputs} inputs; {most.resamples:,} times drawn anew from these",
    )
