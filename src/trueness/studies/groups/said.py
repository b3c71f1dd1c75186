"""What a comparison by groups says in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.lead_words import lead_words
from trueness.studies.dimensions.said import shared_cautions
from trueness.studies.groups.rows import GroupRow, GroupsResult
from trueness.study.number_words import bracketed, counted, decimal
from trueness.study.rows import Caution
from trueness.study.table_groups import ALL, GroupTables, small_groups

SENTENCES = 2
"""How much of the first finding in all together is said."""

_SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z'\d])")


def groups_conclusions(found: GroupsResult) -> tuple[str, ...]:
    """Return which metric is the highest in which groups, what holds in all, and each group in a sentence.

    Parameters
    ----------
    found : GroupsResult
    """
    levels = found.settings.computed_levels
    of = {level: [row for row in found.groups if row.level == level and row.group != ALL] for level in levels}
    together = found.comparisons[ALL].conclusions
    said = [f"All together: {' '.join(_SENTENCE.split(together[0])[:SENTENCES])}"] if together else []
    over = [sentence for level in levels for sentence in _over_groups(found, of[level])]
    return (
        *lead_words(found.contrasted),
        *over,
        *said,
        *(_of_group(rows, found) for rows in zip(*of.values(), strict=True)),
    )


def _over_groups(found: GroupsResult, rows: list[GroupRow]) -> Iterator[str]:
    where = (
        f"at the {rows[0].level.replace('_', '-')} level by {coefficient_facts(rows[0].coefficient).words}"
    )
    highest: dict[str, list[str]] = {}
    for row in rows:
        if row.metric:
            highest.setdefault(row.metric, []).append(row.group)
    named = [
        f"'{metric}' in {len(groups)} ({listing(groups, 6)})"
        for metric, groups in sorted(highest.items(), key=lambda item: -len(item[1]))
    ]
    beginning = f"The highest metric in {len(rows)} groups of {found.of} by '{found.selection.by}', {where}: "
    if len(highest) == 1 and len(named) == 1 and sum(map(len, highest.values())) == len(rows):
        yield f"{beginning}'{next(iter(highest))}' in all."
    elif named:
        yield f"{beginning}{'; '.join(named)}."
    if not found.selection.tests or found.settings.baseline is not None:
        return
    apart = [row.group for row in rows if row.n_separated]
    if not apart:
        yield "In no group are two metrics told apart: that another one is the highest there shows nothing."
        return
    key = (rows[0].level, rows[0].coefficient)
    always = [
        metric
        for metric in found.metrics
        if all(metric in found.comparisons[group].marked(*key) for group in apart)
    ]
    where = f"the {counted(len(apart), 'group')} where metrics are told apart"
    yield (
        f"In {where}, {listing(always, 6)} may be the best."
        if always
        else f"No metric may be the best in all of {where}: {listing(apart, 6)}."
    )


def _of_group(rows: Sequence[GroupRow], found: GroupsResult) -> str:
    size = rows[0].n_inputs if found.of == "inputs" else rows[0].n_systems
    said = "; ".join(_at_level(row, found) for row in rows)
    return f"{rows[0].group} ({counted(size, found.of.removesuffix('s'))}): {said}."


def _at_level(row: GroupRow, found: GroupsResult) -> str:
    where = f" ({row.level.replace('_', '-')} level)" if len(found.settings.computed_levels) > 1 else ""
    if not row.metric:
        return f"no metric has a defined correlation{where}"
    said = f"'{row.metric}' {decimal(row.estimate)}{bracketed(row.low, row.high)}{where}"
    if not row.n_tests:
        return said
    return f"{said}, shown to be better than {row.n_beaten} of {len(found.metrics) - 1} others"


def groups_cautions(found: GroupsResult, groups: GroupTables) -> tuple[Caution, ...]:
    """Return what a reader has to know, each thing once.

    Parameters
    ----------
    found : GroupsResult
    groups : GroupTables
        With those that are left out.
    """
    cautions = shared_cautions({name: one.cautions for name, one in found.comparisons.items()}, "in")
    cautions += found.contrasted.cautions
    cautions += small_groups(groups, found.selection.smallest_group)
    if found.selection.tests:
        n = len(found.names)
        said = (
            f"Tests in each of {n} groups are at level {found.settings.alpha:g} / {n}, so that they err in any of them "
            f"with at most {found.settings.alpha:g}; those of all together are at {found.settings.alpha:g}."
            if found.corrected
            else f"Tests are not corrected over the {n} groups: each has its own chance of a false finding."
        )
        cautions.append(
            Caution("corrected_over_groups", "note", f"{said} Intervals are of each group by itself.")
        )
    return tuple(sorted(cautions, key=lambda caution: caution.severity != "warning"))
