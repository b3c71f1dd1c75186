"""How metrics agree with people in each group of inputs, or of systems, and in all together."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import by_facet
from trueness.errors import DataError, listing
from trueness.result import Signature
from trueness.studies.compare.lead_contrasts import (
    FacetTable,
    LeadContrasts,
    check_contrast,
    lead_contrasts,
)
from trueness.studies.compare.rows import CompareResult
from trueness.studies.compare.settings import CompareSelection, Settings
from trueness.studies.compare.study import Compare
from trueness.studies.groups.rows import GroupsResult
from trueness.studies.groups.said import groups_cautions, groups_conclusions
from trueness.studies.groups.settings import GroupsSelection
from trueness.study.selection import choose_human, choose_metrics, noted_roles
from trueness.study.study import Study, entry
from trueness.study.table_groups import ALL, GroupTables, group_tables


class GroupsStudy(Study[ScoreTable, GroupsSelection, Settings, GroupsResult]):
    """The comparison of metrics in every group, and in all together, with the same settings."""

    aggregates_columns: ClassVar[bool] = True

    def usual(self, data: ScoreTable, selection: GroupsSelection, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return what `compare` would take for the first group for which that is not its usual."""
        one = CompareSelection(human=selection.human)
        each = (Compare().usual(table, one, given) for table in _groups(data, selection).tables.values())
        return next((usual for usual in each if usual), {})

    def answer(self, data: ScoreTable, selection: GroupsSelection, settings: Settings) -> GroupsResult:
        """Compare the metrics in all together, and in every group."""
        human = choose_human(data, selection.human)
        metrics = choose_metrics(data, selection.metrics, human)
        table = data if selection.metrics is not None else noted_roles(data, [human], metrics)
        table = table.select(scorers=[human, *metrics])
        groups = _groups(table, selection)
        chosen = dataclasses.replace(selection, human=human, metrics=metrics)
        if selection.contrast is not None:
            check_contrast(selection.contrast, metrics, settings)
        strict = _corrected(settings, len(groups.tables) - 1)
        comparisons = {
            name: _compared(table, chosen, settings if name == ALL else strict)
            for name, table in groups.tables.items()
        }
        contrasted = _contrasted(comparisons, chosen, settings)
        found = GroupsResult(
            signature=_signature(data, selection, comparisons, settings, strict),
            selection=dataclasses.replace(
                chosen, tests=any(one.selection.tests for one in comparisons.values())
            ),
            settings=settings,
            cautions=(),
            conclusions=(),
            decisions=(
                *contrasted.decisions,
                *by_facet({name: one.decisions for name, one in comparisons.items()}),
            ),
            table=table,
            of=groups.of,
            comparisons=comparisons,
            contrasted=contrasted,
        )
        return dataclasses.replace(
            found, cautions=groups_cautions(found, groups), conclusions=groups_conclusions(found)
        )


@entry(GroupsStudy)
def groups(table: Scores, **options: Any) -> GroupsResult:
    """Compare metrics by how well they agree with a human scorer, in every group and in all together.

    In a group the numbers are those of `compare` on its inputs, or systems, alone. Tests there are at the level divided
    by the number of groups (Bonferroni), unless no correction is asked for or a preset says every setting.

    Parameters
    ----------
    table : ScoreTable, path, dataframe or list of these
        Scores, or what holds them (see `read_scores`).
    {options}
    {run}

    Returns
    -------
    GroupsResult

    Raises
    ------
    ArgumentError, UnsupportedMethodError
        As `compare`.
    UnknownNameError
        If there is no such grouping column, or as `compare`.
    DataError
        If no grouping column is named, fewer than two groups are large enough, or as `compare`.
    """
    return GroupsStudy().run(read_table(table), **options)


def _groups(data: ScoreTable, selection: GroupsSelection) -> GroupTables:
    if selection.by is None:
        known = listing([*data.input_groups, *data.system_groups]) or "there are none"
        raise DataError(f"by which groups? Name a grouping column (--by): {known}.")
    return group_tables(data, selection.by, selection.smallest_group)


def _contrasted(
    comparisons: Mapping[str, CompareResult], selection: GroupsSelection, settings: Settings
) -> LeadContrasts:
    if selection.contrast is None:
        return LeadContrasts()
    return lead_contrasts(
        {name: FacetTable(one.table, one.human) for name, one in comparisons.items() if name != ALL},
        selection.contrast,
        selection.metrics or (),
        settings,
        f"‘{selection.by}’",
        selection.clusters,
        selection.system_clusters,
    )


def _corrected(settings: Settings, n_groups: int) -> Settings:
    """Return the settings of one group: at a level that lets all groups together err no more often."""
    if settings.correction == "none" or settings.preset is not None:
        return settings
    return dataclasses.replace(settings, alpha=settings.alpha / n_groups)


def _compared(table: ScoreTable, selection: GroupsSelection, settings: Settings) -> CompareResult:
    asked = CompareSelection(
        human=selection.human,
        metrics=selection.metrics,
        clusters=selection.clusters,
        system_clusters=selection.system_clusters,
        tests=selection.tests,
    )
    return Compare().answer(table, asked, settings)


def _signature(
    table: ScoreTable,
    selection: GroupsSelection,
    comparisons: Mapping[str, CompareResult],
    settings: Settings,
    strict: Settings,
) -> Signature:
    """Return the line of all together, with the groups."""
    parts = dict(comparisons[ALL].signature.parts)
    more: dict[str, Any] = {"by": selection.by, "groups": [name for name in comparisons if name != ALL]}
    level = {"alpha": f"{settings.alpha:g}/{len(comparisons) - 1}"} if strict is not settings else {}
    if selection.contrast is not None:
        more["contrast"] = selection.contrast
    return Signature.of(**{**parts, **more, **level, "data": table.fingerprint[:12]})
