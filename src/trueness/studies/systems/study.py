"""Which systems are better than which, by people and by metrics, and whether metrics come to people's conclusions."""

from __future__ import annotations

import dataclasses
import fnmatch
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.braces import alternatives
from trueness.data.scores.duplicate_systems import identical_systems
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError, unknown_name
from trueness.parallel import step
from trueness.result import Signature
from trueness.statistics.array_types import IntArray
from trueness.statistics.corrections import adjust, resamples_needed
from trueness.statistics.systems.odd_systems import odd_systems, skewed_by_spread
from trueness.statistics.systems.pairs_with_highest import pairs_with_highest
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.studies.systems.decided import system_decisions
from trueness.studies.systems.pair_tests import (
    pairs_within,
    people_separation,
    system_agreement,
    system_standing,
    system_tests,
)
from trueness.studies.systems.pairs_cost import only_highest, pairs_cost
from trueness.studies.systems.reach import out_of_reach
from trueness.studies.systems.rows import DifferenceNormality, SystemPairTest, SystemsResult
from trueness.studies.systems.said import system_conclusions, system_pair_cautions
from trueness.studies.systems.settings import SystemSelection, SystemSettings
from trueness.study.annotators_dealt import unevenly_dealt_need
from trueness.study.cost import say_cost
from trueness.study.monte_carlo import RECOMMENDED_RESAMPLES
from trueness.study.score_sizes import check_sizes
from trueness.study.study import Study, entry

REFERENCE_TYPE = ("type", "reference")
"""The grouping column of systems, and its label, by which readers mark what people wrote."""

ROOM = 2
"""Times the resamples with which a lone test can be significant that are drawn."""

MOST_WORK = 4_000_000_000
"""Pairs of systems times inputs times resamples that take about a second: fewer draws leave more to the seed."""

_DRAWN = ("test", "aggregate", "alternative", "correction", "alpha")
"""Settings that say how many resamples it takes."""


class Systems(Study[ScoreTable, SystemSelection, SystemSettings, SystemsResult]):
    """Every pair of systems by each scorer, human or metric, on the inputs both have."""

    aggregates_columns: ClassVar[bool] = True

    def prepared(self, data: ScoreTable, selection: SystemSelection) -> ScoreTable:
        """Return the table, on request without copies of systems."""
        table = super().prepared(data, selection)
        if not table.has_systems:
            raise DataError(
                "comparing takes two systems. Say which column names them: --columns system=COLUMN."
            )
        if len(table.systems) < 2:
            raise DataError(
                f"comparing takes two systems; there is one, '{table.systems[0]}'. How far scores of its outputs agree "
                "with people's: trueness judge."
            )
        return table

    def unit_column(self, data: ScoreTable, settings: SystemSettings) -> str | None:
        """Return the column of documents, but for a test that takes inputs for independent."""
        return None if settings.method.independent_inputs else super().unit_column(data, settings)

    def usual(self, data: ScoreTable, selection: SystemSelection, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return as many resamples as a second allows, and as it takes where no formula says what few never reach."""
        settings = SystemSettings(**{name: given[name] for name in _DRAWN if name in given})
        if not settings.resampled:
            return {}
        n = len(data.systems)
        family = n * (n - 1) // (2 if settings.alternative == "two-sided" else 1)
        scorers = len(data.scorers if selection.scorers is None else data.names_matching(selection.scorers))
        work = max(1, n * (n - 1) // 2 * scorers * len(data.inputs))
        drawn = max(settings.resamples, min(RECOMMENDED_RESAMPLES, MOST_WORK // work))
        if _by_formula(data, settings):
            return {"resamples": drawn}
        needed = resamples_needed(max(1, family), settings.correction, settings.alpha)
        return {"resamples": max(drawn, ROOM * needed)}

    def answer(self, data: ScoreTable, selection: SystemSelection, settings: SystemSettings) -> SystemsResult:
        """Test every pair of systems by every scorer, and compare the decisions."""
        names = data.scorer_names if selection.scorers is None else data.names_matching(selection.scorers)
        human = _human(data, names, selection.human)
        if human is not None and human not in names:
            names = (human, *names)
        table = data.select(scorers=names)
        n_systems = len(data.systems)
        few = only_highest(n_systems, len(names), settings, by_formula=_by_formula(table, settings))
        names = table.scorer_names
        people = _people(table, selection.people)
        selected = dataclasses.replace(selection, scorers=names, human=human, people=people)
        drawn = table.sorted_by_name()
        labels = _clusters(drawn, selection.clusters)
        pairs = {name: _system_pairs(drawn, name, human, settings, labels) for name in names}
        if few:
            pairs = {
                name: dataclasses.replace(one, chosen=pairs_with_highest(one.own_scores()))
                for name, one in pairs.items()
            }
        n_left_out = pairs[names[0]].n_left_out
        say_cost(pairs_cost(pairs.values(), settings))
        tests: dict[str, list[SystemPairTest]] = {}
        for name in names:
            with step(f"tests by {name}"):
                tests[name] = system_tests(name, drawn.systems, pairs[name], settings, listed=table.systems)
        separation = people_separation(drawn.systems, people, pairs, tests, settings)
        normality = [_normality_row(name, tests[name], settings) for name in names]
        means = {name: one for name, one in pairs.items() if settings.method.symmetric and one.kind == "mean"}
        all_tests = tuple(row for name in names for row in tests[name])
        standing = tuple(
            row
            for name in names
            for row in sorted(
                system_standing(name, drawn.systems, people, pairs[name], tests[name], settings),
                key=lambda row: table.systems.index(row.system),
            )
        )
        alike = pairs_within(identical_systems(table))
        agreement, choices = system_agreement(names, None if few else human, tests, alike)
        uneven = {name: unevenly_dealt_need(table, name) for name in names}
        decisions = system_decisions(standing, tests, settings, selection.clusters, uneven)
        return SystemsResult(
            signature=_signature(table, selected, settings),
            selection=selected,
            settings=settings,
            cautions=system_pair_cautions(
                table,
                settings,
                all_tests,
                normality,
                clusters=selection.clusters,
                people=people,
                odd=_odd(drawn.systems, means),
                by_spread=[scorer for scorer, one in means.items() if skewed_by_spread(one)],
                n_left_out=n_left_out,
            ),
            conclusions=system_conclusions(
                standing,
                agreement,
                decisions,
                settings,
                out_of_reach(tests, settings),
                selection.clusters,
                n_alike=0 if few else len(alike),
                n_left_out=n_left_out,
            ),
            decisions=decisions,
            table=table,
            pairs=all_tests,
            standing=standing,
            agreement=agreement,
            choices=choices,
            separation=separation,
            normality=tuple(normality),
        )


@entry(Systems)
def systems(table: Scores, **options: Any) -> SystemsResult:
    """Compare every pair of systems by each scorer, human or metric, on the inputs both have.

    All tests of a scorer are one family. Scorers of the same inputs share what is drawn. Where all pairs would be more
    than `cost.MOST_TESTS` tests, only those with the `HIGHEST` systems by a scorer are made, and corrected as if all
    were.

    Raises
    ------
    ArgumentError
        If an argument is outside the values above, every system is people, or these are more than `cost.MOST_TESTS`
        tests, too.
    UnknownNameError
        If a scorer, system or grouping column does not exist.
    DataError
        If there are fewer than two systems, or a score is too large to be squared.
    UnsupportedMethodError
        If the test cannot compare medians, or needs independent inputs and these are in clusters.

    References
    ----------
    Graham (2015), section 5: paired tests of systems, after a look at normality; the set that no other system
    significantly outperforms. Owczarzak et al. (2012): whether metrics find the differences that people find. Rankel et
    al. (2011): whether they tell people from machines.
    """
    return Systems().run(read_table(table), **options)


def _by_formula(table: ScoreTable, settings: SystemSettings) -> bool:
    """Return whether p-values are as small as a family asks for without more resamples."""
    medians = settings.aggregate == "median" or any(one.aggregate == "median" for one in table.scorers)
    return not settings.resampled or (settings.method.far_out and not medians and not table.corpus)


def _human(table: ScoreTable, names: Sequence[str], human: str | None) -> str | None:
    if human is not None:
        return table.scorer(human).name
    declared = [name for name in names if table.scorer(name).role == "human"]
    return declared[0] if len(declared) == 1 else None


def _people(table: ScoreTable, people: Sequence[str] | None) -> tuple[str, ...]:
    """Return the systems that are people: those named, or those the data mark as references."""
    if people is None:
        column, label = REFERENCE_TYPE
        types = table.system_groups.get(column, ("",) * len(table.systems))
        found = tuple(name for name, kind in zip(table.systems, types, strict=True) if kind == label)
    else:
        chosen: set[str] = set()
        for pattern in people:
            for one in [pattern] if pattern in table.systems else alternatives(pattern):
                hits = {one} & set(table.systems) or {n for n in table.systems if fnmatch.fnmatchcase(n, one)}
                if not hits:
                    raise unknown_name("system", one, table.systems)
                chosen |= hits
        found = tuple(name for name in table.systems if name in chosen)
    if len(found) == len(table.systems):
        raise ArgumentError("`people` names every system: leave out the machines.")
    return found


def _clusters(table: ScoreTable, clusters: str | None) -> IntArray | None:
    if clusters is None:
        return None
    if clusters not in table.input_groups:
        if not table.input_groups:
            raise UnknownNameError(f"the data lack the grouping column '{clusters}'.")
        raise unknown_name("grouping column", clusters, tuple(table.input_groups))
    return np.unique(np.array(table.input_groups[clusters]), return_inverse=True)[1]


def _system_pairs(
    table: ScoreTable, name: str, human: str | None, settings: SystemSettings, clusters: IntArray | None
) -> SystemPairs:
    """Return a scorer's scores of the inputs it is to be tested on; others are left out, so that none is drawn."""
    check_sizes(table, (name,))
    scores = table.oriented(name)
    if human is not None and settings.means == "judged":
        scores = np.where(np.isnan(table.matrix(human)), np.nan, scores)
    there = ~np.isnan(scores)
    # a system without any score has no part in what all have
    used = there[there.any(axis=1)].all(axis=0) if settings.missing == "complete" else there.any(axis=0)
    used = np.asarray(used, dtype=bool) & there.any(axis=0)
    corpus = table.corpus.get(name) if settings.resampled else None
    return SystemPairs(
        scores=scores[:, used],
        aggregate=table.scorer(name).aggregate or settings.aggregate,
        corpus=None
        if corpus is None
        else corpus.part(range(len(table.systems)), np.flatnonzero(used).tolist()),
        negated=not table.scorer(name).higher_is_better,
        clusters=None if clusters is None else np.unique(clusters[used], return_inverse=True)[1],
    )


def _odd(systems: Sequence[str], pairs: Mapping[str, SystemPairs]) -> dict[str, tuple[str, ...]]:
    """Return by scorer the systems whose scores swaps do not bear; swaps compare their means."""
    return {
        scorer: tuple(name for name, odd in zip(systems, odd_systems(one), strict=True) if odd)
        for scorer, one in pairs.items()
    }


def _normality_row(
    scorer: str, tests: Sequence[SystemPairTest], settings: SystemSettings
) -> DifferenceNormality:
    # a one-sided test has every pair twice
    pvalues = np.array(
        list({frozenset((r.system, r.rival_system)): r.pvalue_normality for r in tests}.values())
    )
    known = pvalues[~np.isnan(pvalues)]
    nothing = float("nan")
    return DifferenceNormality(
        scorer=scorer,
        share_significant=float(np.mean(known < settings.alpha)) if known.size else nothing,
        pvalue_smallest=float(np.min(adjust(known, "holm"))) if known.size else nothing,
        n_tests=len(known),
        n_undefined=len(pvalues) - len(known),
    )


def _signature(table: ScoreTable, selection: SystemSelection, settings: SystemSettings) -> Signature:
    human, people, clusters = selection.human, selection.people or (), selection.clusters
    drawn = settings.resampled or people
    return Signature.of(
        data=table.fingerprint[:12],
        human=human,
        shape=f"{len(table.systems)}x{len(table.inputs)}",
        scorers=len(table.scorers),
        test=f"systems-{settings.test}",
        zeros=settings.zeros if settings.method.has_zeros else None,
        agg=settings.aggregate,
        alt=settings.alternative,
        corr=settings.correction,
        alpha=settings.alpha,
        conf=settings.confidence if settings.method.has_interval or people else None,
        resamples=settings.resamples if drawn else None,
        seed=settings.seed if drawn else None,
        missing=settings.missing,
        means=settings.means if human is not None else None,
        clusters=clusters,
        people=sorted(people) or None,
    )
