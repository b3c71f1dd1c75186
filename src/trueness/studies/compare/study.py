"""Which metrics agree with people, how sure that is, and which are better than which."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.parallel import announce, step
from trueness.result import Signature
from trueness.statistics.array_types import FloatArray
from trueness.statistics.coefficient_facts import check_coefficients, coefficient_facts
from trueness.statistics.labels.labelled import FOLDS
from trueness.statistics.normality import normality
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.system_scores import system_means, system_scores
from trueness.studies.compare.cautions import cautions
from trueness.studies.compare.conclusions import conclusions
from trueness.studies.compare.decided import compare_decisions
from trueness.studies.compare.estimates import estimate_correlations, leave_one_system_out
from trueness.studies.compare.expected_cost import check_number_of_tests, expected_cost
from trueness.studies.compare.foreseen import foreseen
from trueness.studies.compare.lead_contrasts import refuse_contrast_without_facets
from trueness.studies.compare.pair_tests import check_main_test, pairwise_tests
from trueness.studies.compare.person_beside import person_beside
from trueness.studies.compare.rows import CompareResult, NormalityRow
from trueness.studies.compare.settings import CompareSelection, Settings
from trueness.studies.compare.standing import rank_metrics
from trueness.study.annotators_dealt import unevenly_dealt_need
from trueness.study.cost import say_cost
from trueness.study.lights import LIGHTS
from trueness.study.people_among import nobody_on_both_sides
from trueness.study.selection import (
    applies_to_judged,
    choose_human,
    choose_metrics,
    has_one_input,
    judged_part,
    noted_roles,
    score_arrays,
)
from trueness.study.study import Study, entry


class Compare(Study[ScoreTable, CompareSelection, Settings, CompareResult]):
    """How well metrics agree with a human scorer, how sure that is, and which are better than which."""

    aggregates_columns: ClassVar[bool] = True

    def usual(
        self, data: ScoreTable, selection: CompareSelection, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the levels there are, and what can vary at all: with one system inputs are the units."""
        if given.get("preset") is not None:
            return {}  # it says all
        labels = _of_labels(given.get("coefficient"))
        if not data.has_systems or len(data.systems) == 1:
            return {"level": "global", "applies_to": "inputs"}
        if len(data.systems) == 2 and not {"level", "coefficient"} & given.keys():
            return {"level": "global", "applies_to": "inputs"}  # over two systems nothing correlates
        # with one input, as in tables of system scores, its input level is the system level
        if has_one_input(data):
            return {"level": "system", "applies_to": "systems"}
        applies_to = applies_to_judged(~np.isnan(data.matrix(choose_human(data, selection.human))))
        # of labels all outputs are taken together: there is no system level, and few inputs have both labels
        usual = {"level": "global"} if labels else {}
        return usual if applies_to is None else {**usual, "applies_to": applies_to}

    def answer(self, data: ScoreTable, selection: CompareSelection, settings: Settings) -> CompareResult:
        """Estimate every correlation, test every pair of metrics, and say what follows."""
        refuse_contrast_without_facets(selection.contrast)
        human = choose_human(data, selection.human)
        names = choose_metrics(data, selection.metrics, human)
        if settings.baseline is not None and settings.baseline not in names:
            if settings.baseline == human:
                raise ArgumentError(f"`baseline` must be a metric; '{human}' is the human scorer.")
            names = (*names, data.scorer(settings.baseline).name)
        if selection.tests:
            check_number_of_tests(len(names), settings)
        _refuse_levels_without_systems(data, settings)
        table = data if selection.metrics is not None else noted_roles(data, [human], names)
        table = judged_part(table.select(scorers=[human, *names]), human, settings.means)
        names = tuple(name for name in table.scorer_names if name != human)
        arrays = score_arrays(table, human, names, settings, selection.clusters, selection.system_clusters)
        settings.interval_method.check_units(arrays, settings.over)
        if selection.tests:
            check_main_test(arrays, settings)  # before anything takes time
            if nothing := foreseen(arrays, settings):
                announce(nothing)
            say_cost(expected_cost(arrays, settings))
        with step("intervals"):
            estimation = estimate_correlations(arrays, settings)
        all_tests = pairwise_tests(arrays, settings) if selection.tests else ()
        main = tuple(row for row in all_tests if settings.is_main(row))
        beside = tuple(row for row in all_tests if not settings.is_main(row))
        ranks = rank_metrics(names, settings, estimation.estimates, main)
        needs = (
            *nobody_on_both_sides(table, human, names, named=selection.metrics is not None),
            *unevenly_dealt_need(table, human),
        )
        decisions = compare_decisions(
            settings,
            estimation.estimates,
            main,
            needs,
            declared=[one.name for one in data.scorers if one.direction_known],
            has_systems=table.has_systems,
        )
        said = conclusions(
            human,
            settings,
            estimation.estimates,
            main,
            decisions,
            has_systems=table.has_systems,
            n_families=None if arrays.system_clusters is None else len(np.unique(arrays.system_clusters)),
            beside=person_beside(table, arrays, human, settings),
        )
        return CompareResult(
            signature=_signature(table, human, settings, arrays, selection, tested=bool(main)),
            selection=dataclasses.replace(selection, human=human, metrics=names, tests=bool(main or beside)),
            settings=settings,
            cautions=cautions(
                table, human, arrays, settings, estimation.estimates, all_tests, selection.clusters, decisions
            ),
            conclusions=said,
            must_see=tuple(text for text in said if text.startswith(LIGHTS["yes"])),
            table=table,
            estimates=estimation.estimates,
            tests=main,
            beside=beside,
            ranks=ranks,
            sensitivity=leave_one_system_out(arrays, settings, table.systems_by_name),
            normality=_normality(arrays, human, settings),
            samples=estimation.samples,
            system_scores=scores_of_systems(table, arrays, human),
            decisions=decisions,
        )


@entry(Compare)
def compare(table: Scores, **options: Any) -> CompareResult:
    """Compare metrics by how well they agree with a human scorer.

    Raises
    ------
    ArgumentError
        If an argument is outside the values above, or there are more than `cost.MOST_TESTS` tests.
    UnknownNameError
        If a scorer, baseline or grouping column does not exist.
    DataError
        If no human or no metric can be chosen, or a metric named exactly shares no cell with the human.
    UnsupportedMethodError
        If a coefficient exists at none of the levels, a method makes no sense at a level or for the system scores of a
        metric, or there are too few systems for what should vary.
    """
    return Compare().run(read_table(table), **options)


def _refuse_levels_without_systems(table: ScoreTable, settings: Settings) -> None:
    nothing = [level for level in settings.computed_levels if level in ("system", "input")]
    if nothing and (not table.has_systems or len(table.systems) == 1):
        raise UnsupportedMethodError(
            f"the data hold {'one system' if table.has_systems else 'no systems'}, so the {nothing[0]} "
            "level is empty. Only the global level exists (--level global): inputs are the units."
        )


def _normality(arrays: ScoreArrays, human: str, settings: Settings) -> tuple[NormalityRow, ...]:
    if arrays.n_systems < 3:
        return ()
    rows: list[NormalityRow] = []
    for k, name in enumerate((human, *arrays.names)):
        values = arrays.metrics[k - 1] if k else arrays.human
        for level in ("system", "input"):
            sample = values
            if level == "system" and k and arrays.aggregation(k - 1) != "mean":
                sample = system_scores(arrays, [k - 1], arrays.present[k - 1], None, exact=False)[0].T
            found = normality(sample, level, settings.alpha)
            rows.append(
                NormalityRow(
                    scorer=name,
                    level=level,
                    pvalue=found.pvalue,
                    share_significant=found.share,
                    n_tests=found.n_tests,
                    n_undefined=found.n_undefined,
                )
            )
    return tuple(rows)


def _aggregate(arrays: ScoreArrays, settings: Settings) -> str | None:
    """Return the setting where it matters; scores that are means by default are so without saying it."""
    if arrays.aggregates and "system" in settings.levels:
        return (
            "by-column"
            if len(arrays.aggregates) == arrays.n_metrics
            else f"{settings.aggregate}-or-by-column"
        )
    kinds = {arrays.aggregation(k) for k in range(arrays.n_metrics)}
    matters = "system" in settings.levels and (settings.aggregate != "corpus" or "corpus" in kinds)
    return settings.aggregate if matters else None


def _of_labels(coefficients: Any) -> bool:
    """Return whether coefficients asked for are all of labels."""
    return coefficients is not None and all(
        coefficient_facts(name).labels for name in check_coefficients(coefficients)
    )


def _intervals(settings: Settings) -> list[str]:
    """Return the interval asked for, and those that stand in for it with whose they are."""
    asked = settings.interval_method.label(settings.over)
    others = [
        f"{chosen.method.label(chosen.over)}({','.join(names)})"
        for chosen, names in settings.other_intervals.items()
    ]
    return [asked, *others]


def _threshold(settings: Settings) -> str | None:
    """Return where thresholds of calls come from that no coefficient names."""
    facts = [coefficient_facts(name) for name in settings.coefficients]
    chosen = any(known.called and math.isnan(known.options["threshold"]) for known in facts)
    return f"cross-fitted-{FOLDS}" if chosen else None


def _runs(denominators: Sequence[int | None]) -> str:
    """Return numbers with runs of the same one shortened: ``-*14,3``."""
    runs = ((k, len(list(same))) for k, same in itertools.groupby(denominators))
    return ",".join(f"{k or '-'}*{n}" if n > 1 else str(k or "-") for k, n in runs)


def _signature(
    table: ScoreTable,
    human: str,
    settings: Settings,
    arrays: ScoreArrays,
    selection: CompareSelection,
    *,
    tested: bool,
) -> Signature:
    drawn = settings.draws_for_intervals
    resampled = drawn or (tested and settings.draws_for_tests) or settings.tie_calibration == "held-out"
    test = settings.test if settings.closed_form else f"{settings.test}-{settings.test_over}"
    return Signature.of(
        preset=settings.preset,
        data=table.fingerprint[:12],
        human=human,
        shape=f"{arrays.n_systems}x{arrays.n_inputs}",
        level=settings.levels,
        coef=settings.coefficients,
        interval=_intervals(settings),
        conf=settings.confidence,
        test=test if tested else None,
        alt=settings.alternative if tested else None,
        std=settings.standardize if tested and settings.standardizes else None,
        corr=f"{settings.correction}-{settings.family}" if tested else None,
        margin=settings.margin if tested else None,
        resamples=settings.resamples if resampled else None,
        stop=settings.stop_after if tested and settings.stops_early else None,
        seed=settings.seed if resampled else None,
        missing=settings.missing,
        means=settings.means,
        agg=_aggregate(arrays, settings),
        clusters=selection.clusters,
        sysclusters=selection.system_clusters,
        k=f"{arrays.denominators[1] or '-'}/{_runs(arrays.denominators[0])}",
        ties=settings.tie_calibration
        if any(coefficient_facts(name).calibrated for name in settings.coefficients)
        else None,
        threshold=_threshold(settings),
        aspublished="yes" if settings.as_published else None,
    )


def scores_of_systems(table: ScoreTable, arrays: ScoreArrays, human: str) -> dict[str, FloatArray]:
    """Return the system scores of the human and of every metric, larger is better, shape (N,) each.

    Parameters
    ----------
    table : ScoreTable
        In whose order the systems are given.
    arrays : ScoreArrays
        Of this table, by `selection.score_arrays`.
    human : str
    """
    judged = arrays.judged
    scores = {human: system_means(arrays.human[None], judged, None)[0, 0]}
    for k, (name, there) in enumerate(zip(arrays.names, arrays.present, strict=True)):
        cells = there & judged if arrays.means == "judged" else there
        scores[name] = system_scores(arrays, [k], cells, None, exact=False)[0, 0]
    place = {name: i for i, name in enumerate(table.systems_by_name)}
    listed = np.array([place[name] for name in table.systems], dtype=np.intp)
    return {name: values[listed] for name, values in scores.items()}
