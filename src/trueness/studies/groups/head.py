"""The first screen of a comparison by groups: which metric is highest where, and whether that shows anything."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from trueness.reporting.page import Head, Tile
from trueness.reporting.view import LEVEL_NAMES, select
from trueness.studies.compare.head import estimate_words
from trueness.studies.groups.rows import GroupRow, GroupsComparison
from trueness.study.number_words import decimal
from trueness.study.table_groups import ALL
from trueness.study.words import after_correction, coefficient_words


def groups_head(found: GroupsComparison) -> Head:
    """Return which metric is highest in all together and in how many groups, and in how many two are told apart.

    All are at the first level, by its first coefficient.
    """
    first = found.settings.computed_levels[0]
    together = next(row for row in found.groups if row.level == first and row.group == ALL)
    rows = [row for row in found.groups if row.level == first and row.group != ALL]
    return Head(_lead(found, rows), tuple(_tiles(found, together, rows)))


def _pairs_tested(found: GroupsComparison) -> bool:
    return bool(found.selection.tests) and found.settings.baseline is None


def _lead(found: GroupsComparison, rows: Sequence[GroupRow]) -> str:
    highest = Counter(row.metric for row in rows if row.metric)
    if not highest:
        return ""
    name, count = highest.most_common(1)[0]
    of = "all" if count == len(rows) else f"{count} of"
    said = f"‘{name}’ is highest in {of} {len(rows)} groups by ‘{found.selection.by}’"
    if not _pairs_tested(found):
        return f"{said}."
    apart = sum(row.n_separated > 0 for row in rows)
    if not apart:
        return f"{said}, but in none are two metrics told apart: that it is the highest there shows nothing."
    best = sum(row.metric == name and row.n_beaten > 0 for row in rows)
    return f"{said}, and shown to be better than another metric in {best or 'none'}."


def _tiles(found: GroupsComparison, together: GroupRow, rows: Sequence[GroupRow]) -> Iterator[Tile]:
    tested = _pairs_tested(found)
    where = LEVEL_NAMES[together.level].lower()
    if together.metric:
        best = found.comparisons[ALL].estimate(together.metric, together.level, together.coefficient)
        others = len(found.metrics) - 1
        yield Tile(
            f"Highest in all together, {where}",
            together.metric,
            estimate_words(best)
            + (f"; shown to be better than {together.n_beaten} of {others} others" if tested else ""),
        )
        yield Tile(
            "Highest there, too",
            f"{sum(row.metric == together.metric for row in rows)} of {len(rows)}",
            f"groups of {found.of} by ‘{found.selection.by}’",
        )
    if tested:
        over = ", also over groups" if found.corrected else ""
        yield Tile(
            "Groups that tell metrics apart",
            f"{sum(row.n_separated > 0 for row in rows)} of {len(rows)}",
            f"at least one pair, {after_correction(found.settings.correction)}{over}",
        )
    if together.metric:
        yield from _range(found, together)


def _range(found: GroupsComparison, together: GroupRow) -> Iterator[Tile]:
    """Yield between what the correlation of the highest metric lies in groups."""
    values = {
        group: row.estimate
        for group in found.names
        for row in select(found.comparisons[group].estimates, together.level, together.coefficient)
        if row.metric == together.metric and not math.isnan(row.estimate)
    }
    if values:
        low, high = (pick(values, key=values.__getitem__) for pick in (min, max))
        yield Tile(
            "From group to group",
            f"{decimal(values[low])} to {decimal(values[high])}",
            f"is {coefficient_words(together.coefficient)} of ‘{together.metric}’: lowest in ‘{low}’, "
            f"highest in ‘{high}’",
        )
