"""What orders of outputs say, in words, and what has to be known of them."""

from __future__ import annotations

import math

from trueness.decisions.decision import decision_of
from trueness.decisions.independent_inputs import INPUTS
from trueness.decisions.may_be_best import DEFINED, MAY_BE_BEST
from trueness.decisions.orders_apart import (
    NEARER,
    NEARER_THAN_CHANCE,
    SYSTEM_ELSEWHERE,
    UNITS_ALIKE,
)
from trueness.errors import series
from trueness.studies.disagreements.rows import (
    DisagreementsResult,
    MetricDistance,
    OutputApart,
    SystemFavoured,
)
from trueness.study.alike_inputs import name_the_column
from trueness.study.lights import lit
from trueness.study.number_words import bracketed_shares, percent, significant
from trueness.study.rows import Caution
from trueness.study.words import undefined_words

MOST_NAMED = 5


def conclusions(found: DisagreementsResult) -> tuple[str, ...]:
    """Return which metric is nearest to people, how near it is, which output to read first, and systems it moves."""
    first = smallest(found)
    worst = next((row for row in found.outputs if row.metric == first.metric), None)
    said = [_nearest(found), _distance(found, first)]
    if worst is not None:
        said.append(f"Read first: {_named(found, worst)}.")
    moved = elsewhere(found, first.metric)
    if moved:
        up = [row for row in moved if row.estimate > 0]
        parts = [
            f"'{row.system}' {percent(abs(row.estimate))} {'higher' if row.estimate > 0 else 'lower'}"
            for row in ([up[0]] if up else []) + ([moved[-1]] if moved[-1].estimate < 0 else [])
        ]
        said.append(
            f"'{first.metric}' ranks {len(moved)} of {len(found.table.systems)} systems higher or lower than people "
            f"do. Most of all, it ranks {series(parts)}, in percent of the range."
        )
    return tuple(filter(None, said))


def smallest(found: DisagreementsResult) -> MetricDistance:
    """Return the row of the metric whose distance is smallest here, which others may undercut elsewhere."""
    return min(found.distances, key=lambda row: row.estimate)


def _nearest(found: DisagreementsResult) -> str:
    """Return which metric is nearest to people's order, or why that cannot be told; nothing of one metric alone."""
    known = decision_of(found.decisions, MAY_BE_BEST)
    together = _alike(found)
    if together and (known is None or len(found.distances) < 2):
        return together
    if known is None:
        return ""
    n = len(found.distances) - len(known.undefined)
    names = [f"'{name}'" for name in known.names]
    unsure = f"We cannot tell which of {n} metrics is nearest to people's order"
    if known.answer == "yes":
        said = f"Of {n} metrics, {names[0]} is nearest to people's order."
    elif together:
        said = f"{unsure}. {together}"
    elif known.reason == INPUTS:
        said = f"{unsure}: it takes {known.bar:.0f} inputs."
    elif known.reason == DEFINED:
        said = "We cannot tell which metric is nearest to people's order."
    else:
        more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
        said = f"{unsure}: it may be {series([*names[:MOST_NAMED], *more], 'or')}."
    return lit(known.answer, f"{said} {undefined_words(known.undefined, 'order')}".rstrip())


def _distance(found: DisagreementsResult, row: MetricDistance) -> str:
    """Return how far the metric of the smallest distance is from people, and whether chance would be as near."""
    known = decision_of(found.decisions, NEARER_THAN_CHANCE, row.metric)
    distance = f"{percent(row.estimate)}{_limits(row)} of the range"
    apart = f"{distance} apart, and would be {percent(row.chance)} in random order"
    if known is None or (known.answer == "cannot_tell" and known.reason != NEARER):
        return f"By '{row.metric}' and by people the ranks of an output are {apart}."
    said = {
        "yes": f"'{row.metric}' ranks outputs more like people than chance does",
        "no": f"'{row.metric}' ranks outputs less like people than chance does",
        "cannot_tell": f"We cannot tell whether '{row.metric}' ranks outputs more like people than chance does",
    }[known.answer]
    return lit(known.answer, f"{said}: the two ranks are {apart}.")


def _alike(found: DisagreementsResult) -> str:
    """Return that inputs seem to belong together, and what to do; nothing where they do not."""
    if not any(one.reason == UNITS_ALIKE and one.answer == "cannot_tell" for one in found.decisions):
        return ""
    return f"Neighbouring inputs are alike, as parts of one document are. {name_the_column(found.table)}"


def cautions(found: DisagreementsResult) -> tuple[Caution, ...]:
    """Return what a reader of these lists has to know."""
    rows = []
    if any(one.rule == SYSTEM_ELSEWHERE.name and one.answer == "yes" for one in found.decisions):
        rows.append(
            Caution(
                "regression",
                "note",
                "Noise alone moves good systems down and poor ones up: a system that people rank first can only be "
                "ranked lower. Compare a system with others of its quality.",
            )
        )
    if found.texts is None:
        rows.append(Caution("no_texts", "note", "To read the outputs here, give the texts (--texts)."))
    told = len(found.table.inputs) < 2 or found.selection.clusters is not None or _alike(found)
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
    known = decision_of(found.decisions, SYSTEM_ELSEWHERE, metric)
    names = known.names if known is not None and known.answer == "yes" else ()
    return [row for row in found.systems if row.metric == metric and row.system in names]


def _limits(row: MetricDistance) -> str:
    return "" if math.isnan(row.low) else bracketed_shares(row.low, row.high)


def _named(found: DisagreementsResult, row: OutputApart) -> str:
    what = f"input '{row.input}'"
    if found.table.has_systems:
        what = f"'{row.system}', {what}"
    places = f"{significant(row.place_metric)} of {row.n_placed}, and people {significant(row.place_human)}"
    return f"{what}. '{row.metric}' ranks it {places}"
