"""How much wider intervals of correlations get if the references could have been others."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import ArgumentError, DataError, counted
from trueness.parallel import step
from trueness.result import Signature
from trueness.statistics.equivalence.reference_resampling import ReferenceScores, reference_resampling
from trueness.studies.equivalence.settings import OUTPUTS
from trueness.studies.references.rows import ReferencesResult, WideningRow
from trueness.studies.references.said import references_conclusions
from trueness.studies.references.settings import ReferencesSelection, ReferencesSettings
from trueness.studies.references.single_references import single_references
from trueness.study.rows import Caution
from trueness.study.selection import choose_human, judged_part
from trueness.study.shared_cautions import undefined_resamples
from trueness.study.study import ScoresAndTexts, Study, entry


class ReferencesStudy(Study[ScoresAndTexts, ReferencesSelection, ReferencesSettings, ReferencesResult]):
    """Intervals of correlations with the references at hand, and with references that vary as well."""

    texts: ClassVar[str] = "File (or data set) with outputs and several references of every input."
    scores_texts: ClassVar[bool] = False

    def answer(
        self, data: ScoresAndTexts, selection: ReferencesSelection, settings: ReferencesSettings
    ) -> ReferencesResult:
        """Score against every reference, and resample them."""
        if data.texts is None:
            raise ArgumentError("references are resampled in texts: name their file (`texts`).")
        humans = _humans(data.table, selection.human)
        table = data.table.sorted_by_name()
        with step("scoring against every reference"):
            scores, names = single_references(data.texts, selection.metrics, table)
        rows = [
            row
            for human in humans
            for level in settings.levels
            for coefficient in settings.coefficients
            for row in _rows(table, human, scores, names, level, coefficient, settings)
        ]
        selected = dataclasses.replace(selection, human=humans, metrics=names)
        return ReferencesResult(
            signature=_signature(data.table, data.texts, selected, settings),
            selection=selected,
            settings=settings,
            cautions=_cautions(rows, scores, settings),
            conclusions=references_conclusions(rows),
            table=data.table,
            texts=data.texts,
            widening=tuple(rows),
        )


@entry(ReferencesStudy)
def references(
    table: Scores,
    *,
    texts: Texts,
    **options: Any,
) -> ReferencesResult:
    """Say how much wider intervals of correlations with people get if references could have been others.

    Metrics are computed against each single reference. Each resample of outputs also draws the references of every
    input anew, with replacement, and takes the best of the scores against those, or their mean.

    Parameters
    ----------
    table : ScoreTable, path, dataframe or list of these
        Scores, or what holds them (see `read_scores`).
        People's scores.
    texts : Texts
        What was scored, with references.

    Raises
    ------
    ArgumentError
        If an argument is outside its values.
    UnknownNameError
        If a scorer or metric does not exist.
    DataError
        If no output has two references, or texts and scores have no output in common.
    UnsupportedMethodError
        If outputs are to be resampled one by one at another level than the global one.

    References
    ----------
    Braun, Vasilyev, Iskender and Bohannon (2022), Does summary evaluation survive translation to other languages?
    NAACL, appendix B.
    """
    return ReferencesStudy().run(ScoresAndTexts(read_table(table), texts), **options)


def _humans(table: ScoreTable, named: Sequence[str] | None) -> tuple[str, ...]:
    if named is not None:
        return tuple(choose_human(table, name) for name in named)
    declared = tuple(scorer.name for scorer in table.scorers if scorer.role == "human")
    return declared or (choose_human(table, None),)


def _rows(
    table: ScoreTable,
    human: str,
    scores: np.ndarray,
    names: Sequence[str],
    level: str,
    coefficient: str,
    settings: ReferencesSettings,
) -> list[WideningRow]:
    part = judged_part(table, human, "judged")
    kept = np.isin(table.inputs, part.inputs)
    here = scores[:, np.isin(table.systems, part.systems)][:, :, kept]
    judged = ~np.isnan(part.matrix(human))
    there = (~np.isnan(here)).any(axis=(0, 1, 3))  # inputs without a reference have no score
    if not there.any():
        raise DataError(f"no input that '{human}' judged has a text with references.")
    here, judged = here[:, :, there], judged[:, there]
    found = reference_resampling(
        ReferenceScores(here, settings.multiple),
        part.oriented(human)[:, there],
        level,
        coefficient,
        over=settings.over,
        confidence=settings.confidence,
        resamples=settings.resamples,
        rng=settings.seed,
    )
    return [
        WideningRow(
            metric=name,
            human=human,
            level=level,
            coefficient=coefficient,
            estimate=float(found.estimate[k]),
            low=float(found.fixed[k].low),
            high=float(found.fixed[k].high),
            varied_low=float(found.varied[k].low),
            varied_high=float(found.varied[k].high),
            widening=float(found.widening[k]),
            n_references=int((~np.isnan(here)).any(axis=(0, 1)).sum(axis=-1).max()),
            n_inputs=here.shape[2],
            n_cells=int(np.sum(judged & (~np.isnan(here[k])).any(axis=2))),
            n_undefined_resamples=int(found.n_undefined_resamples[k]),
            resamples=settings.resamples,
        )
        for k, name in enumerate(names)
    ]


def _cautions(
    rows: Sequence[WideningRow], scores: np.ndarray, settings: ReferencesSettings
) -> tuple[Caution, ...]:
    found = [*undefined_resamples(rows, lambda row: row.metric)]
    counts = (~np.isnan(scores)).any(axis=(0, 1)).sum(axis=-1)
    lone = int(np.sum(counts == 1))
    if lone:
        found.append(
            Caution(
                "one_reference",
                "warning",
                f"{counted(lone, 'input')} with a single reference, which is drawn every time.",
            )
        )
    if settings.over == OUTPUTS:
        found.append(
            Caution(
                "outputs_resampled",
                "warning",
                "outputs are taken one by one, as published, although those of one input or system "
                "depend on each other: intervals are too narrow for other inputs or systems.",
            )
        )
    return tuple(found)


def _signature(
    table: ScoreTable, texts: Texts, selection: ReferencesSelection, settings: ReferencesSettings
) -> Signature:
    return Signature.of(
        data=table.fingerprint[:12],
        texts=texts.fingerprint[:12],
        human=selection.human,
        metrics=selection.metrics,
        references=settings.multiple,
        level=settings.levels,
        coef=settings.coefficients,
        bootstrap=settings.over,
        conf=settings.confidence,
        resamples=settings.resamples,
        seed=settings.seed,
    )
