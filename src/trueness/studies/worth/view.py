"""How the worth of differences is shown."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from typing import ClassVar

from trueness.decisions.people_prefer import MOSTLY
from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Tile, counted_facts
from trueness.reporting.view import Table, View
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.worth.agreement_curves import agreement_curves
from trueness.studies.worth.rows import OUTPUTS, SYSTEMS, ChanceRow, FitRow, NeededRow, WorthResult
from trueness.studies.worth.said import BETWEEN
from trueness.study.number_words import interval, interval_of_shares, percent, significant

CHANCES = TableSpec.of(
    ChanceRow,
    "worth",
    "What a difference is worth",
    "",
)
NEEDED = TableSpec.of(
    NeededRow,
    "needed",
    "Differences needed",
    "",
)
FITS = TableSpec.of(
    FitRow,
    "fits",
    "Curves on pairs they have not seen",
    "",
    (
        *(
            "metric",
            "kind",
            "n_pairs",
            "n_systems",
            "n_inputs",
            "agreement",
            "held_out",
            "loss_constant",
            "loss_logistic",
        ),
        *(
            "loss_isotonic",
            "miscalibration_logistic",
            "miscalibration_isotonic",
            "n_human_ties",
            "n_metric_ties",
        ),
        "largest",
    ),
    dispensable=(
        ("n_metric_ties",),
        ("largest",),
        ("n_inputs",),
        ("n_human_ties",),
        ("miscalibration_logistic",),
        ("miscalibration_isotonic",),
    ),
)
CURVES = dataclasses.replace(CHANCES, name="curves", title="Curves").without("beyond")


class WorthView(View[WorthResult]):
    """Tables, curves and page."""

    eyebrow: ClassVar[str] = "what is a difference worth?"
    specs: ClassVar[tuple[TableSpec, ...]] = (CHANCES, NEEDED, FITS, CURVES)

    def captions(self, result: WorthResult) -> dict[str, str]:
        """Return captions that say the settings."""
        settings = result.settings
        interval = (
            f"{percent(settings.confidence)} intervals: of logistic curves from the jackknife over systems, for "
            f"outputs with what inputs add, of isotonic ones percentiles of {settings.resamples:,} resamples of both."
        )
        ties = "left out" if settings.human_ties == "exclude" else "counted as half agreed"
        pairs = (
            f"Pairs that ‘{result.selection.human}’ ties are {ties}, pairs that the metric ties are left out."
        )
        if settings.separated:
            pairs += " Of systems only those count that people separate (paired t test, .05)."
        told = "half of the pairs differ by more" if settings.difference is None else "as asked"
        chances = (
            f"How often people prefer the same where a metric's scores differ by so much ({told}), with {interval} "
            f"{pairs}"
        )
        needed = (
            "By how much a metric's scores have to differ for people to prefer the same so often, with "
            f"{interval} Never: the curve stays below; beyond: no pair differs by as much. A limit that is missing is "
            "never reached."
        )
        fits = (
            "Mean log loss (lower is better) of chances for the pairs of each system, by curves of the pairs without "
            "it (of outputs: on other inputs, too), and by the share of agreement alone; how far chances are from what "
            "happened, in five groups."
        )
        return {
            CHANCES.name: chances,
            NEEDED.name: needed,
            FITS.name: fits,
            CURVES.name: f"The curves, with {interval}",
        }

    def printed_by_default(self, result: WorthResult, name: str, width: int) -> Sequence[Table]:
        """Return what the difference asked for is worth by the curve that is told."""
        if name != CHANCES.name:
            return self.printed(result, name, width)
        spec, rows = self.table(result, name)
        return [(spec.without("curve"), [row for row in rows if row.curve == result.settings.curve])]

    def title(self, result: WorthResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: what a difference is worth"

    def facts(self, result: WorthResult) -> str:
        """Return what was compared, in one line."""
        _, systems, inputs = result.table.shape
        return counted_facts(
            (len(result.selection.metrics or ()), "metric"),
            (systems, "system"),
            (inputs, "input"),
            more=[f"human scores: {result.selection.human}"],
        )

    def tiles(self, result: WorthResult) -> Iterable[Tile]:
        """Return how often people prefer the same by the difference asked for, and what mostly takes, per metric."""
        curve = result.settings.curve
        chances = [row for row in result.worth if row.curve == curve and not math.isnan(row.estimate)]
        needed = [
            row for row in result.needed if (row.curve, row.chance, row.reached) == (curve, MOSTLY, "yes")
        ]
        chances_told = [
            Tile(
                f"{significant(row.difference)} points of ‘{row.metric}’",
                percent(row.estimate),
                f"is how often people agree {BETWEEN[row.kind]}"
                + (", if the curve goes on" if row.beyond else ""),
                interval_of_shares(row.low, row.high),
            )
            for row in chances[:2]
        ]
        needed_told = [
            Tile(
                f"{percent(MOSTLY)} agreement takes",
                significant(row.estimate),
                f"points of ‘{row.metric}’ {BETWEEN[row.kind]}",
                interval(row.low, row.high),
            )
            for row in needed[:2]
        ]
        return (*chances_told, *needed_told)

    def figures(self, result: WorthResult) -> Sequence[Figure]:
        """Return the curves, of systems and of outputs."""
        kinds = dict.fromkeys(row.kind for row in result.curves)
        return [agreement_curves(result, kind) for kind in (SYSTEMS, OUTPUTS) if kind in kinds]
