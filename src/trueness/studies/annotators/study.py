"""How far annotators agree, whether metrics agree with them as a colleague does, and whether one may stand in."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import Annotations, ScoreTable
from trueness.errors import DataError, UnsupportedMethodError, listing
from trueness.methods.registry import interval_method
from trueness.parallel import step
from trueness.result import Signature
from trueness.statistics.annotators.annotator_combination import annotator_combination
from trueness.statistics.annotators.equal_ratings import commonest_rating
from trueness.statistics.array_types import FloatArray
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.annotators.agreement import (
    agreement_rows,
    component_rows,
    design_rows,
    listed_pairs,
    variance_of,
)
from trueness.studies.annotators.decided import annotator_decisions, with_standing, with_verdicts
from trueness.studies.annotators.metrics_beside import attenuation_rows, ceiling_rows, replacement_rows
from trueness.studies.annotators.pairs_cost import pairs_cost
from trueness.studies.annotators.rows import AnnotatorsResult, own_rows
from trueness.studies.annotators.said import annotator_cautions, annotator_conclusions
from trueness.studies.annotators.settings import AnnotatorSelection, AnnotatorSettings
from trueness.study.cost import say_cost
from trueness.study.number_words import counted
from trueness.study.score_sizes import check_sizes
from trueness.study.selection import (
    applies_to_judged,
    choose_human,
    choose_metrics,
    judged_part,
    score_arrays,
)
from trueness.study.study import Study, entry


class Annotators(Study[ScoreTable, AnnotatorSelection, AnnotatorSettings, AnnotatorsResult]):
    """The annotators behind a human scorer, and metrics beside them."""

    def usual(
        self, data: ScoreTable, selection: AnnotatorSelection, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return what there is to be correlated with one system, or none, and what can vary at all."""
        if _one_system(data):
            usual: dict[str, Any] = {"level": ("global",), "applies_to": "inputs"}
        else:
            # ratings that are missing altogether are refused later
            human = data.annotations.get(choose_human(data, selection.human))
            applies_to = None if human is None else applies_to_judged(np.any(~np.isnan(human.values), axis=0))
            usual = {} if applies_to is None else {"applies_to": applies_to}
        return {key: value for key, value in usual.items() if key not in given}

    def repeated(self, selection: AnnotatorSelection) -> dict[str, Any]:
        """Return the arguments that select the same again; no metrics are not asked for."""
        return {**super().repeated(selection), "metrics": selection.metrics or None}

    def answer(
        self, data: ScoreTable, selection: AnnotatorSelection, settings: AnnotatorSettings
    ) -> AnnotatorsResult:
        """Study agreement, reliability, the ceiling and who may stand in for whom."""
        _refuse_levels(data, settings)
        human = choose_human(data, selection.human)
        table = _annotated_part(data, human, _metrics(data, selection, human))
        present = table.annotations[human].annotators
        names = tuple(name for name in table.scorer_names if name != human)
        selected = dataclasses.replace(selection, human=human, metrics=names)
        drawn = table.sorted_by_name()
        people = drawn.annotations[human].annotators
        ratings = _oriented_ratings(drawn, human)
        arrays = _arrays(drawn, selected, ratings, settings)
        drawn_whole = {"clusters": arrays.clusters, "system_clusters": arrays.system_clusters}
        interval_method(settings.interval).check_units(arrays, settings.over)
        say_cost(pairs_cost(len(people), len(np.unique(ratings[~np.isnan(ratings)]))))
        with step("agreement of annotators"):
            agreement, pairs = agreement_rows(ratings, people, settings, **drawn_whole)
        ceiling, held_out = ceiling_rows(arrays, ratings, people, settings)
        with step("correction for noise"):
            attenuation = attenuation_rows(arrays, ratings, settings)
        variance, why_not = variance_of(ratings)
        alt_tests, alt_annotators, better = (
            replacement_rows(arrays.metrics, names, ratings, people, settings, clusters=arrays.clusters)
            if names and arrays.n_inputs > 1
            else ((), (), np.empty((0, 0)))
        )
        decisions = annotator_decisions(
            human,
            ratings,
            settings,
            agreement=agreement,
            ceiling=ceiling,
            attenuation=attenuation,
            alt_tests=alt_tests,
            better=better,
            nominal=data.scorer(human).nominal,
            has_systems=data.has_systems,
        )
        ceiling, alt_tests = with_standing(ceiling, decisions), with_verdicts(alt_tests, decisions)
        cautions = annotator_cautions(
            human,
            ratings,
            people,
            settings,
            variance=variance,
            why_no_variance=why_not,
            ceiling=ceiling,
            held_out=held_out,
            attenuation=attenuation,
            alt_tests=alt_tests,
            decisions=decisions,
        )
        listed = tuple(sorted(held_out, key=lambda row: present.index(row.annotator)))
        return AnnotatorsResult(
            signature=_signature(table, selected, settings, arrays),
            selection=selected,
            settings=settings,
            cautions=cautions,
            conclusions=annotator_conclusions(
                human,
                settings,
                agreement=agreement,
                annotators=own_rows(listed),
                ceiling=ceiling,
                alt_tests=alt_tests,
                decisions=decisions,
                commonest=commonest_rating(ratings),
            ),
            decisions=decisions,
            table=table,
            given=_as_given(data, table),
            agreement=agreement,
            pairs=listed_pairs(pairs, present),
            components=component_rows(variance),
            variance=variance,
            designs=design_rows(variance, settings.levels, one_system=arrays.n_systems == 1),
            ceiling=ceiling,
            held_out=listed,
            attenuation=attenuation,
            alt_tests=alt_tests,
            alt_annotators=tuple(
                sorted(
                    alt_annotators, key=lambda row: (names.index(row.metric), present.index(row.annotator))
                )
            ),
        )


@entry(Annotators)
def annotators(table: Scores, **options: Any) -> AnnotatorsResult:
    """Study the annotators behind a human scorer, and metrics beside them.

    Where there is one system, or none, outputs are correlated at the global level and inputs are resampled.

    Parameters
    ----------
    table : ScoreTable, path, dataframe or list of these
        Scores, or what holds them (see `read_scores`).
        With annotations of the human scorer by two annotators or more; ratings may be missing. Metrics are welcome
        but not needed.

    Raises
    ------
    ArgumentError
        If an argument is outside the values above.
    UnknownNameError
        If a scorer or grouping column does not exist.
    DataError
        If no human can be chosen, or fewer than two annotators rated outputs in common.
    UnsupportedMethodError
        If an interval makes no sense here, or a level needs systems where there are none.
    """
    return Annotators().run(read_table(table), **options)


def _one_system(table: ScoreTable) -> bool:
    return not table.has_systems or len(table.systems) == 1


def _refuse_levels(table: ScoreTable, settings: AnnotatorSettings) -> None:
    for name in ("system", "input"):
        if _one_system(table) and name in settings.levels:
            raise UnsupportedMethodError(
                f"the data hold {'one system' if table.has_systems else 'no systems'}, so the {name} "
                "level is empty. Only the global level exists (--level global): inputs are the units."
            )


def _metrics(table: ScoreTable, selection: AnnotatorSelection, human: str) -> tuple[str, ...]:
    """Return the metrics, none if the table holds none and none was asked for."""
    others = [s for s in table.scorers if s.name != human and s.role != "human"]
    asked = selection.metrics is not None or others
    return choose_metrics(table, selection.metrics, human) if asked else ()


def _annotated_part(table: ScoreTable, human: str, names: tuple[str, ...]) -> ScoreTable:
    """Return the part of the table that anybody rated, without annotators who rated nothing.

    Raises
    ------
    DataError
        If fewer than two annotators rated anything.
    """
    if human not in table.annotations:
        with_annotators = listing(table.annotations) or "none"
        raise DataError(
            f"'{human}' lacks annotators, who are studied here. Give one column per annotator "
            f"('{human}@name'). Scorers with annotators: {with_annotators}."
        )
    part = table.annotations[human]
    active = np.asarray(~np.isnan(part.values).all(axis=(1, 2)))
    present = tuple(name for name, some in zip(part.annotators, active, strict=True) if some)
    if len(present) < 2:
        raise DataError(
            f"'{human}' has ratings by {counted(len(present), 'annotator')}; agreement needs two or more."
        )
    notes = []
    if len(present) < len(part.annotators):
        idle = [name for name in part.annotators if name not in present]
        notes.append(f"annotators without a rating of '{human}', left out: {listing(idle)}")
    chosen = Annotations(present, part.values[active])
    values = table.values.copy()
    values[table.index(human)] = chosen.mean()
    stated = table.matrix(human)
    if not np.allclose(values[table.index(human)], stated, rtol=1e-6, atol=1e-9, equal_nan=True):
        notes.append(f"scores of '{human}' are not the means of its annotators; the annotators are used")
    table = dataclasses.replace(
        table,
        values=values,
        annotations={**table.annotations, human: chosen},
        # what is studied again has them already
        notes=(*table.notes, *(note for note in notes if note not in table.notes)),
    )
    check_sizes(table, (human, *names))
    return judged_part(table.select(scorers=[human, *names]), human, "judged")


def _as_given(data: ScoreTable, table: ScoreTable) -> ScoreTable:
    """Return what was studied as the data have it: with all annotators, and the human's scores as stated."""
    part = data.select(scorers=table.scorer_names, systems=table.systems, inputs=table.inputs)
    return dataclasses.replace(part, notes=table.notes)


def _oriented_ratings(table: ScoreTable, human: str) -> FloatArray:
    values = table.annotations[human].values
    return values if table.scorer(human).higher_is_better else np.asarray(-values)


def _arrays(
    table: ScoreTable, selection: AnnotatorSelection, ratings: FloatArray, settings: AnnotatorSettings
) -> ScoreArrays:
    """Return the metrics as arrays, the human being the annotators together."""
    human, names = str(selection.human), selection.metrics or ()
    combined = annotator_combination(ratings, settings.combination)
    arrays = score_arrays(
        table,
        human,
        names or (human,),
        settings.correlations,
        selection.clusters,
        selection.system_clusters,
    )
    if not names:
        arrays = dataclasses.replace(arrays, metrics=arrays.metrics[:0], names=())
    return dataclasses.replace(arrays, human=combined)


def _signature(
    table: ScoreTable, selection: AnnotatorSelection, settings: AnnotatorSettings, arrays: ScoreArrays
) -> Signature:
    drawn = settings.drawn > 0
    tested = bool(arrays.n_metrics)
    return Signature.of(
        data=table.fingerprint[:12],
        human=selection.human,
        annotators=len(table.annotations[str(selection.human)].annotators),
        shape=f"{arrays.n_systems}x{arrays.n_inputs}",
        level=settings.levels,
        coef=settings.coefficients,
        comb=settings.combination,
        interval=interval_method(settings.interval).label(settings.over),
        conf=settings.confidence,
        resamples=settings.resamples if drawn else None,
        alt=f"{settings.calibration}-{settings.alignment}-eps{settings.margin:g}" if tested else None,
        q=settings.q if tested else None,
        folds=settings.folds if tested else None,
        min=f"{settings.minimum_units}-{settings.small}" if tested else None,
        relm=settings.metric_reliability if tested else None,
        seed=settings.seed if drawn or tested else None,
        missing=settings.missing,
        agg=settings.aggregate,
        clusters=selection.clusters,
        sysclusters=selection.system_clusters,
    )
