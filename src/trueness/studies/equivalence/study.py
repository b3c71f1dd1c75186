"""Which metrics agree equally well with people, and whether a metric does so under other conditions as well."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, DataError, UnsupportedMethodError
from trueness.methods.equivalence_methods import BOOTSTRAP
from trueness.methods.paired_bootstrap import PAIRED_BOOTSTRAP
from trueness.methods.registry import PAIR_TESTS, pair_test
from trueness.result import Signature
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.studies.compare.pair_tests import compared_pairs
from trueness.studies.equivalence.conditions import Conditions, common_metrics, match_conditions
from trueness.studies.equivalence.decided import equivalence_decisions
from trueness.studies.equivalence.margins import BoundsOf, annotator_margins, bounds_of
from trueness.studies.equivalence.pair_tests import (
    Compared,
    PairEquivalence,
    by_level,
    corrected_rows,
    pair_equivalence,
    unmatched_equivalence,
)
from trueness.studies.equivalence.rows import TOGETHER, EquivalenceResult, MarginRow
from trueness.studies.equivalence.said import equivalence_cautions, equivalence_conclusions
from trueness.studies.equivalence.settings import EquivalenceSelection, EquivalenceSettings
from trueness.study.facets.facet_kind import ALL
from trueness.study.facets.groups import Groups, group_tables
from trueness.study.rows import Caution
from trueness.study.selection import choose_human, choose_metrics, judged_part, score_arrays
from trueness.study.study import Study, entry


class EquivalenceStudy(Study[Conditions, EquivalenceSelection, EquivalenceSettings, EquivalenceResult]):
    """Pairs of metrics of one table, or every metric against itself under another condition, within a margin."""

    def assembled(self, parts: Mapping[str, Any]) -> Conditions:
        """Return the reference and the other conditions from their parts by name."""
        return Conditions.of_parts(parts)

    def identity(self, data: Conditions) -> Any:
        """Return what tells these conditions from others."""
        return [(name, table.fingerprint) for name, table in data.parts.items()]

    def usual(
        self, data: Conditions, selection: EquivalenceSelection, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return what is there with one system, whose inputs are the units, and what unmatched conditions have."""
        asked = {"level", "coefficient"} & given.keys()
        # over two systems nothing correlates
        few = 1 if asked else 2
        one = not data.table.has_systems or any(
            len(part.table.systems) <= few for part in _by_group(data, selection).values()
        )
        found = {"level": "global", "over": "inputs"} if one else {}
        if data.against and not selection.matched:
            # two tables have no systems or inputs in common that could be left out of both
            found |= {"method": BOOTSTRAP.name, "test": PAIRED_BOOTSTRAP.name}
        return found

    def answer(
        self, data: Conditions, selection: EquivalenceSelection, settings: EquivalenceSettings
    ) -> EquivalenceResult:
        """Test every pair within its margin, correct over all of them, and say what is known of each."""
        if data.against and settings.baseline is not None:
            raise ArgumentError(
                "`baseline` is for metrics of one table; conditions are compared metric by metric."
            )
        if selection.system_clusters is not None and settings.equivalence.closed_form:
            raise UnsupportedMethodError(
                f"'{settings.method}' takes every system for independent; systems of one "
                f"'{selection.system_clusters}' depend on each other. Use --method bootstrap, or leave "
                "out --system-clusters."
            )
        humans = selection.human or (choose_human(data.table, None),)
        selected = dataclasses.replace(selection, human=humans)
        found: list[Compared] = []
        margins: list[MarginRow] = []
        noted: list[Caution] = []
        for group, part in _by_group(data, selection).items():
            tested, of_group, cautions = _tested(part, selected, settings)
            found += [one._replace(group=group) for one in tested]
            margins += [dataclasses.replace(row, group=group) for row in of_group]
            noted += cautions if group in TOGETHER else ()  # what groups lack, all together lack
        used = {name for one in found for name in (one.metric, one.rival)}
        for human in humans:
            used |= set(choose_metrics(data.table, selection.metrics, choose_human(data.table, human)))
        metrics = tuple(name for name in data.table.scorer_names if name in used)
        selected = dataclasses.replace(selected, metrics=metrics)
        if selection.by is not None:
            left = group_tables(data.table, selection.by, selection.smallest_group)
            noted += Groups(selection.by).left_out(left.small, selection.smallest_group, left.of)
        return equivalence_of(data, found, margins, noted, selected, settings)


def _by_group(data: Conditions, selection: EquivalenceSelection) -> dict[str, Conditions]:
    """Return all together and, where there are groups, each of them, under all conditions."""
    if selection.by is None:
        return {"": data}
    here = group_tables(data.table, selection.by, selection.smallest_group)
    there: dict[str, dict[str, ScoreTable]] = {group: {} for group in here.tables}
    for condition, other in data.against.items():
        theirs = {} if selection.matched else group_tables(other, selection.by, 1).tables
        for group, part in here.tables.items():
            if group == ALL:
                there[group][condition] = other
            elif selection.matched:
                there[group][condition] = _counterparts(part, other)
            elif group in theirs:
                there[group][condition] = theirs[group]
            else:
                raise DataError(
                    f"unmatched condition '{condition}' lacks the group '{group}' by '{selection.by}'. "
                    "Leave --by out, or name groups alike under all conditions."
                )
    return {group: Conditions(part, there[group]) for group, part in here.tables.items()}


def _counterparts(part: ScoreTable, other: ScoreTable) -> ScoreTable:
    """Return the outputs of another condition that a group has, all of them where it has none in common."""
    there = {*part.systems}, {*part.inputs}
    systems = [name for name in other.systems if name in there[0]]
    inputs = [name for name in other.inputs if name in there[1]]
    return other.select(systems=systems, inputs=inputs) if systems and inputs else other


def _tested(
    data: Conditions, selection: EquivalenceSelection, settings: EquivalenceSettings
) -> tuple[list[Compared], list[MarginRow], list[Caution]]:
    """Test every pair of one table, or every metric against itself under every condition."""
    table = data.table
    found: list[Compared] = []
    margins: list[MarginRow] = []
    noted: list[Caution] = []
    for human in selection.human or ():
        names = choose_metrics(table, selection.metrics, choose_human(table, human))
        if not data.against:
            names, tested = _of_metrics(table, human, names, margins, selection, settings)
            found += [
                Compared(
                    metric=names[item.pair[0]],
                    rival=names[item.pair[1]],
                    condition="",
                    human=human,
                    item=item,
                )
                for item in tested
            ]
        for condition, other in data.against.items():
            shared = common_metrics(table, other, names, condition)
            bounds = _of_reference(table, human, shared, settings, margins)
            if selection.matched:
                tested, cautions = _matched(
                    table, other, human, shared, condition, bounds, settings, selection
                )
                noted += [caution for caution in cautions if caution not in noted]
            else:
                tested = _unmatched(table, other, human, shared, condition, bounds, settings, selection)
            found += [
                Compared(
                    metric=shared[item.pair[0]],
                    rival=shared[item.pair[0]],
                    condition=condition,
                    human=human,
                    item=item,
                )
                for item in tested
            ]
    return found, margins, noted


def equivalence_of(
    data: Conditions,
    found: Sequence[Compared],
    margins: Iterable[MarginRow],
    noted: Iterable[Caution],
    selection: EquivalenceSelection,
    settings: EquivalenceSettings,
) -> EquivalenceResult:
    """Return tests as a result: corrected over all of a level and coefficient, with what is to be said of them.

    Parameters
    ----------
    data : Conditions
    found : sequence of Compared
    margins : iterable of MarginRow
    noted : iterable of Caution
        What is known before testing.
    selection : EquivalenceSelection
        Every name resolved.
    settings : EquivalenceSettings
    """
    found = by_level(found)
    tests = corrected_rows(found, settings)
    groups = list(dict.fromkeys(row.group for row in tests if row.group not in TOGETHER))
    return EquivalenceResult(
        signature=_signature(data, groups, selection, settings),
        selection=selection,
        settings=settings,
        cautions=(*noted, *equivalence_cautions(tests, settings, matched=selection.matched)),
        conclusions=equivalence_conclusions(tests, settings),
        table=data.table,
        against=data.against,
        tests=tests,
        margins=tuple(margins),
        samples=tuple(one.item.samples for one in found),
        apart=tuple(one.item.apart for one in found),
        decisions=equivalence_decisions(tests, settings),
    )


@entry(EquivalenceStudy)
def equivalence(
    table: Scores,
    *,
    against: ScoreTable | Mapping[str, ScoreTable] | None = None,
    **options: Any,
) -> EquivalenceResult:
    """Test which correlations are equivalent, and say of each pair: better, equivalent, undecided or worse.

    Without `against`, pairs of metrics of one table; with it, every metric against itself under another condition (a
    translation, another version or prompt). With `by`, in every group as well as in all together: the tests of all
    groups are corrected together. The margin has to be fixed before the data are seen. The result keeps the
    resampled differences, 8 bytes for each row and resample.

    Parameters
    ----------
    table : ScoreTable, path, dataframe or list of these
        Scores, or what holds them (see `read_scores`).
        The reference condition.
    against : ScoreTable or mapping of str to ScoreTable, optional
        The other conditions, by name.

    Raises
    ------
    ArgumentError
        If an argument is outside the values above, or there is no margin.
    UnknownNameError
        If a scorer, baseline or grouping column does not exist.
    DataError
        If fewer than two groups are large enough, or an unmatched condition has not all of them; if no human or no pair
        can be chosen, a margin needs annotators that are not there, or conditions have no metric in common or declare
        other orientations.
    KeyMismatchError
        If matched conditions have no system or no input in common.
    UnsupportedMethodError
        If a method makes no sense at a level, or there are too few systems for what should vary.
    """
    return EquivalenceStudy().run(Conditions.of(read_table(table), against), **options)


def _of_metrics(
    table: ScoreTable,
    human: str,
    names: tuple[str, ...],
    margins: list[MarginRow],
    selection: EquivalenceSelection,
    settings: EquivalenceSettings,
) -> tuple[tuple[str, ...], list[PairEquivalence]]:
    """Test pairs of metrics of one table, and keep their margins; return the metrics with the baseline, too."""
    if settings.baseline is not None and settings.baseline not in names:
        if settings.baseline == human:
            raise ArgumentError(f"`baseline` must be a metric; '{human}' is the human scorer.")
        names = (*names, table.scorer(settings.baseline).name)
    part = judged_part(table.select(scorers=[human, *names]), human, settings.means)
    names = tuple(name for name in part.scorer_names if name != human)
    rows = annotator_margins(part, human, names, settings)
    arrays = score_arrays(
        part, human, names, settings.of_differences(), selection.clusters, selection.system_clusters
    )
    pairs = compared_pairs(names, settings.of_differences())
    if not pairs:
        raise DataError(f"comparing '{names[0]}' takes another metric, or `against`: give one.")
    tested = pair_equivalence(arrays, pairs, bounds_of(settings, rows, names), settings)
    margins += rows
    return names, tested


def _of_reference(
    table: ScoreTable,
    human: str,
    names: tuple[str, ...],
    settings: EquivalenceSettings,
    margins: list[MarginRow],
) -> BoundsOf:
    """Return bounds from the reference condition alone, all of it, and keep the margins for the result."""
    known = {(row.metric, row.human) for row in margins}
    lacking = tuple(name for name in names if (name, human) not in known)
    if lacking:
        margins += annotator_margins(table, human, lacking, settings)
    return bounds_of(settings, [row for row in margins if row.human == human], names)


def _matched(
    table: ScoreTable,
    other: ScoreTable,
    human: str,
    names: tuple[str, ...],
    condition: str,
    bounds: BoundsOf,
    settings: EquivalenceSettings,
    selection: EquivalenceSelection,
) -> tuple[list[PairEquivalence], tuple[Caution, ...]]:
    both = match_conditions(table, other, (human,), names, condition)
    part = judged_part(both.table, human, settings.means)
    order = (*names, *(both.names[name] for name in names))
    arrays = score_arrays(
        part, human, order, settings.of_differences(), selection.clusters, selection.system_clusters
    )
    pairs = [(k, len(names) + k) for k in range(len(names))]
    return pair_equivalence(arrays, pairs, bounds, settings), both.cautions


def _unmatched(
    table: ScoreTable,
    other: ScoreTable,
    human: str,
    names: tuple[str, ...],
    condition: str,
    bounds: BoundsOf,
    settings: EquivalenceSettings,
    selection: EquivalenceSelection,
) -> list[PairEquivalence]:
    if settings.tested and not settings.tested_by_resamples:
        raise UnsupportedMethodError(
            f"scores of unmatched conditions cannot change places, nor do they correlate: '{settings.test}' does not "
            "exist for them. Use the bootstrap (--test bootstrap) or none."
        )
    if settings.equivalence.leaves_out:
        raise UnsupportedMethodError(
            "unmatched conditions have no systems or inputs in common that could be left out of both: "
            f"'{settings.method}' does not exist for them. Use the bootstrap (--method bootstrap)."
        )
    if human not in other.scorer_names:
        raise DataError(f"unmatched condition '{condition}' lacks scores of '{human}' of its own.")
    reference, there = (
        score_arrays(
            judged_part(part, human, settings.means),
            human,
            names,
            settings.of_differences(),
            selection.clusters,
            selection.system_clusters,
        )
        for part in (table, other)
    )
    return unmatched_equivalence(reference, there, bounds, settings)


def _signature(
    data: Conditions, groups: list[str], selection: EquivalenceSelection, settings: EquivalenceSettings
) -> Signature:
    known = pair_test(settings.test) if settings.test in PAIR_TESTS else None
    swapped = known is not None and known.standardizes
    drawn = settings.drawn or swapped
    rules = settings.of_differences()
    margin = settings.margin if isinstance(settings.margin, str) else settings.bounds
    return Signature.of(
        data=data.table.fingerprint[:12],
        against=[f"{name}={other.fingerprint[:12]}" for name, other in data.against.items()] or None,
        matched=("yes" if selection.matched else "no") if data.against else None,
        human=selection.human,
        level=settings.levels,
        coef=settings.coefficients,
        by=selection.by,
        groups=groups or None,
        margin=f"{margin.low}..{margin.high}" if isinstance(margin, Bounds) else margin,
        equivalence=settings.method
        if settings.equivalence.closed_form
        else f"{settings.method}-{settings.over}",
        test=f"{settings.test}-{rules.test_over}" if swapped else settings.test,
        alpha=settings.alpha,
        corr=f"{settings.correction}-all",
        resamples=settings.resamples if drawn else None,
        seed=settings.seed if drawn else None,
        missing=settings.missing,
        means=settings.means,
        agg=settings.aggregate if "system" in settings.levels else None,
        ties=settings.tie_calibration
        if any(coefficient_facts(name).calibrated for name in settings.coefficients)
        else None,
        baseline=settings.baseline,
        clusters=selection.clusters,
        sysclusters=selection.system_clusters,
        aspublished="yes" if settings.as_published else None,
    )
