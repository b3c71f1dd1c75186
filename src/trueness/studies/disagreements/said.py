"""What orders of outputs say, in words, and what has to be known of them."""

from __future__ import annotations

import math

from trueness.decisions.independent_inputs import INPUTS
from trueness.decisions.may_be_best import DEFINED, MAY_BE_BEST
from trueness.decisions.orders_apart import (
    NEARER,
    NEARER_THAN_CHANCE,
    SYSTEM_ELSEWHERE,
    UNITS_ALIKE,
)
from trueness.studies.disagreements.decided import decision
from trueness.studies.disagreements.rows import (
    DisagreementsResult,
    MetricDistance,
    OutputApart,
    SystemFavoured,
)
from trueness.study.number_words import bracketed_shares, percent, significant
from trueness.study.rows import Caution
from trueness.study.words import undefined_words

MOST_NAMED = 5


def conclusions(found: DisagreementsResult) -> tuple[str, ...]:
    """Return which metric is nearest to people, where it is furthest, and which systems it moves."""
    first = smallest(found)
    chance = decision(found.decisions, NEARER_THAN_CHANCE, first.metric)
    away = f"{percent(first.estimate)}{_limits(first)} of the longest way apart"
    size = f"By '{first.metric}' and by people an output's two places are {away}"
    said = [nearest(found), f"{size}; in random order it would be {percent(first.chance)}."]
    if chance is not None and chance.answer == "cannot_tell" and chance.reason == NEARER:
        said.append("That is not shown to be nearer than a random order.")
    said = [" ".join(one for one in said if one)]
    worst = next((row for row in found.outputs if row.metric == first.metric), None)
    if worst is not None:
        said.append(f"It is furthest from people on {_named(found, worst)}.")
    moved = elsewhere(found, first.metric)
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


def smallest(found: DisagreementsResult) -> MetricDistance:
    """Return the row of the metric whose distance is smallest here, which others may undercut elsewhere."""
    return min(found.distances, key=lambda row: row.estimate)


def nearest(found: DisagreementsResult) -> str:
    """Return which metric is nearest to people's order, or why that cannot be told; nothing of one metric alone."""
    known = decision(found.decisions, MAY_BE_BEST)
    together = alike(found)
    if together and (known is None or len(found.distances) < 2):
        return together
    if known is None:
        return ""
    n = len(found.distances) - len(known.undefined)
    names = [f"'{name}'" for name in known.names]
    if known.answer == "yes":
        said = f"{names[0]} is nearest to people's order, of {n} metrics."
    elif together:
        said = f"{together} Until then we cannot tell which of {n} metrics is nearest to people's order."
    elif known.reason == INPUTS:
        said = f"We cannot tell which of {n} metrics is nearest to people's order: it takes {known.bar:.0f} inputs."
    elif known.reason == DEFINED:
        said = "We cannot tell which metric is nearest to people's order."
    else:
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        said = (
            f"We cannot tell which of {n} metrics is nearest to people's order; {len(names)} may be: "
            f"{', '.join(names[:MOST_NAMED])}{more}."
        )
    return f"{said} {undefined_words(known.undefined, 'order')}".rstrip()


def alike(found: DisagreementsResult) -> str:
    """Return that inputs seem to belong together, and what to do; nothing where they do not."""
    if not any(one.reason == UNITS_ALIKE and one.answer == "cannot_tell" for one in found.decisions):
        return ""
    columns = list(found.table.input_groups)
    return (
        "Inputs that stand together are alike, as parts of one document are. Name the column that says which belong "
        f"together (--clusters {columns[0] if len(columns) == 1 else 'COLUMN'})."
    )


def cautions(found: DisagreementsResult) -> tuple[Caution, ...]:
    """Return what a reader of these lists has to know."""
    rows = []
    if any(one.rule == SYSTEM_ELSEWHERE.name and one.answer == "yes" for one in found.decisions):
        rows.append(
            Caution(
                "regression",
                "note",
                "Any disagreement at all moves good systems down and poor ones up: a system that people place first "
                "can only be placed lower. Compare a system with others of its quality.",
            )
        )
    if found.texts is None:
        rows.append(Caution("no_texts", "note", "Give the texts (--texts) to read the outputs here."))
    told = len(found.table.inputs) < 2 or found.selection.clusters is not None or alike(found)
    if found.settings.among == "input" and not told:
        rows.append(
            Caution(
                "independent_inputs",
                "note",
                f"The {len(found.table.inputs)} inputs are taken as independent. If some are parts of one document, "
                "name the column that says so (--clusters COLUMN).",
            )
        )
    return tuple(rows)


def elsewhere(found: DisagreementsResult, metric: str) -> list[SystemFavoured]:
    """Return the systems that a metric is shown to have elsewhere than people, in the order of their rows."""
    known = decision(found.decisions, SYSTEM_ELSEWHERE, metric)
    names = known.names if known is not None and known.answer == "yes" else ()
    return [row for row in found.systems if row.metric == metric and row.system in names]


def _limits(row: MetricDistance) -> str:
    return "" if math.isnan(row.low) else bracketed_shares(row.low, row.high)


def _named(found: DisagreementsResult, row: OutputApart) -> str:
    what = f"input '{row.input}'"
    if found.table.has_systems:
        what = f"'{row.system}', {what}"
    return f"{what}: place {significant(row.place_metric)} of {row.n_placed}, by people {significant(row.place_human)}"
