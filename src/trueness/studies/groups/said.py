"""What a comparison by groups says in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.lead_words import lead_words
from trueness.studies.dimensions.said import shared_cautions
from trueness.studies.groups.rows import GroupRow, GroupsResult
from trueness.study.number_words import bracketed, counted, decimal
from trueness.study.rows import Caution
from trueness.study.table_groups import ALL, GroupTables, small_groups
from trueness.study.words import sentences

SENTENCES = 2
"""How much of the first finding in all together is said."""


def groups_conclusions(found: GroupsResult) -> tuple[str, ...]:
    """Return which metric may be the best in which groups, what holds of all together, and each group in a sentence.

    Parameters
    ----------
    found : GroupsResult
    """
    levels = found.settings.computed_levels
    of = {level: [row for row in found.groups if row.level == level and row.group != ALL] for level in levels}
    together = found.comparisons[ALL].conclusions
    said = [f"All together: {' '.join(sentences(together[0])[:SENTENCES])}"] if together else []
    over = [sentence for level in levels for sentence in _over_groups(found, of[level])]
    return (
        *lead_words(found.contrasted),
        *over,
        *said,
        *(_of_group(rows, found) for rows in zip(*of.values(), strict=True)),
    )


def _over_groups(found: GroupsResult, rows: list[GroupRow]) -> Iterator[str]:
    """Yield which metric may be the best in all groups of a level, or which is the highest where that is not tested."""
    n = len(rows)
    where = f"{rows[0].level.replace('_', '-')} level, {coefficient_facts(rows[0].coefficient).words}"
    highest = Counter(row.metric for row in rows if row.metric)
    if not highest:
        return
    name, count = highest.most_common(1)[0]
    leads = f"'{name}' has the highest agreement in {_of(count, n)} groups by '{found.selection.by}'"
    if not found.selection.tests or found.settings.baseline is not None:
        yield f"{leads} ({where})."
        return
    apart = [row.group for row in rows if row.n_separated]
    if not apart:
        yield f"{leads} ({where}), but that may be chance: no two metrics differ significantly in any group."
        return
    key = (rows[0].level, rows[0].coefficient)
    always = [
        metric
        for metric in found.metrics
        if all(metric in found.comparisons[group].marked(*key) for group in apart)
    ]
    groups = f"{_of(len(apart), n)} groups" + ("" if len(apart) == n else " where metrics differ")
    if always:
        said = f"{listing(always, 4)} may be the best in {groups} by '{found.selection.by}' ({where})"
        if always == [name] and len(apart) == n:
            yield f"{said}, and has the highest agreement in {_of(count, n)}."
        else:
            yield f"{said}. '{name}' has the highest agreement in {_of(count, n)}."
    else:
        yield (
            f"No metric may be the best in {groups} by '{found.selection.by}' ({where}). Choose one for each group. "
            f"'{name}' has the highest agreement most often, in {count}."
        )


def _of(count: int, n: int) -> str:
    """Return a number of groups: ``all 4``, ``both``, ``3 of 4``."""
    if count < n:
        return f"{count} of {n}"
    return "both" if n == 2 else f"all {n}"


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
    return f"{said}, better than {row.n_beaten} of {len(found.metrics) - 1} others"


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
            f"Tests in each of {n} groups are at level {found.settings.alpha:g} / {n}, so the chance of any false "
            f"finding is {found.settings.alpha:g} at most. Those of all together are at {found.settings.alpha:g}."
            if found.corrected
            else f"Tests are not corrected for the {n} groups: each adds its own chance of a false finding."
        )
        cautions.append(
            Caution("corrected_over_groups", "note", f"{said} Intervals are for each group by itself.")
        )
    return tuple(sorted(cautions, key=lambda caution: caution.severity != "warning"))
