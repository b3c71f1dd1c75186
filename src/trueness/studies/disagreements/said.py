"""What orders of outputs say, in words, and what has to be known of them."""

from __future__ import annotations

import math

from trueness.studies.disagreements.rows import Disagreements, MetricDistance, OutputApart, SystemFavoured
from trueness.studies.number_words import bracketed_shares, percent, significant
from trueness.studies.rows import Caution
from trueness.studies.shared_cautions import few_inputs

ALPHA = 0.05


def conclusions(found: Disagreements) -> tuple[str, ...]:
    """Return how far the nearest metric is from people, where it is furthest, and which systems it moves."""
    nearest = min(found.distances, key=lambda row: row.estimate)
    ordered = "the outputs of an input" if found.settings.among == "input" else "all outputs"
    away = f"{percent(nearest.estimate)}{_limits(nearest)} of the longest way"
    if len(found.distances) > 1:
        order = f"'{nearest.metric}' puts {ordered} in the order nearest to people's"
        first = f"{order}: an output's two places are {away} apart"
    else:
        first = f"'{nearest.metric}' and people place an output {away} apart"
    said = [f"{first}; in random order it would be {percent(nearest.chance)}."]
    worst = next((row for row in found.outputs if row.metric == nearest.metric), None)
    if worst is not None:
        said.append(f"It is furthest from people on {_named(found, worst)}.")
    moved = elsewhere(found, nearest.metric)
    if moved:
        up = [row for row in moved if row.estimate > 0]
        parts = [
            f"{'further up' if row.estimate > 0 else 'further down'} than people: '{row.system}', by "
            f"{percent(abs(row.estimate))}"
            for row in ([up[0]] if up else []) + ([moved[-1]] if moved[-1].estimate < 0 else [])
        ]
        said.append(
            f"Of {len(found.table.systems)} systems it has {len(moved)} elsewhere than people; {'; '.join(parts)}."
        )
    return tuple(said)


def cautions(found: Disagreements) -> tuple[Caution, ...]:
    """Return what a reader of these lists has to know."""
    rows = []
    if found.systems:
        rows.append(
            Caution(
                "regression",
                "note",
                "Any disagreement at all moves good systems down and poor ones up: a system that people place first "
                "can only be placed lower. Compare a system with others of its quality.",
            )
        )
    if found.settings.among == "input":
        rows += few_inputs(found.distances[0].n_inputs)
    if found.texts is None:
        rows.append(Caution("no_texts", "note", "Give the texts (--texts) to read the outputs here."))
    return tuple(rows)


def elsewhere(found: Disagreements, metric: str) -> list[SystemFavoured]:
    """Return the systems that a metric is shown to have elsewhere than people, in the order of their rows."""
    return [row for row in found.systems if row.metric == metric and row.pvalue_adjusted <= ALPHA]


def _limits(row: MetricDistance) -> str:
    return "" if math.isnan(row.low) else bracketed_shares(row.low, row.high)


def _named(found: Disagreements, row: OutputApart) -> str:
    what = f"input '{row.input}'"
    if found.table.has_systems:
        what = f"'{row.system}', {what}"
    return f"{what}: place {significant(row.place_metric)} of {row.n_placed}, by people {significant(row.place_human)}"
