"""How agreement where something is given is shown."""

from __future__ import annotations

from typing import ClassVar

from trueness.reporting.figures.figure import Figure
from trueness.reporting.view import View
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.partial.partial_lines import partial_lines
from trueness.studies.partial.rows import PartialResult, PartialRow

PARTIAL = TableSpec.of(
    PartialRow,
    "partial",
    "Agreement where something is given",
    "Pearson's r with people over outputs, before and after what goes with the given is taken out of both scores.",
    (
        "metric",
        "given",
        "before",
        ("before_low", "before_high"),
        "estimate",
        ("low", "high"),
        "lost",
        ("lost_low", "lost_high"),
        "pvalue",
        "pvalue_adjusted",
        "metric_with",
        "human_with",
        "explains",
        "n_outputs",
    ),
    dispensable=(
        *(("n_outputs",), ("pvalue",), ("pvalue_adjusted",), ("metric_with", "human_with")),
        *((("lost_low", "lost_high"),), (("before_low", "before_high"),)),
    ),
)


class PartialView(View[PartialResult]):
    """Table, figures and page."""

    eyebrow: ClassVar[str] = "do metrics agree with people because of something else?"
    specs: ClassVar[tuple[TableSpec, ...]] = (PARTIAL,)

    def captions(self, result: PartialResult) -> dict[str, str]:
        """Return the caption, which says what intervals are of."""
        settings = result.settings
        caption = (
            f"{PARTIAL.caption} {settings.confidence:.0%} intervals apply to other systems and other inputs. Tests "
            f"that nothing is lost, corrected over all rows ({settings.correction})."
        )
        return {PARTIAL.name: caption}

    def title(self, result: PartialResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: agreement with ‘{result.selection.human}’ where something is given"

    def figures(self, result: PartialResult) -> tuple[Figure, ...]:
        """Return a figure for each thing that is given."""
        return tuple(partial_lines(result, given) for given in result.selection.given or ())
