"""Which variants of metrics are not outperformed, by which options, and how lucky the best of them is."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import Decision
from trueness.decisions.quote_best import quote_best
from trueness.errors import DataError, UnsupportedMethodError
from trueness.methods.applies_to import APPLIES_TO
from trueness.methods.closed_form_tests import WILLIAMS
from trueness.methods.correlations import Correlations
from trueness.methods.recommended import recommended_test
from trueness.methods.registry import USUAL_INTERVAL, interval_method
from trueness.parallel import step
from trueness.result import Signature
from trueness.statistics.array_types import FloatArray
from trueness.statistics.choosing.nested_choice import NestedChoice, best_of, nested_choice
from trueness.statistics.choosing.winner_correlation import winner_correlation
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.system_scores import system_means, system_medians, system_scores
from trueness.studies.variants.columns import Columns
from trueness.studies.variants.outperformed import LEVEL, Outperformed, outperformed
from trueness.studies.variants.rows import (
    BestRow,
    HumanRow,
    OptionRow,
    RankedSystem,
    VariantPair,
    VariantRow,
    VariantsResult,
    WinnerRow,
)
from trueness.studies.variants.said import OVER_PHRASES, variants_cautions, variants_conclusions
from trueness.studies.variants.settings import VariantsSelection, VariantsSettings
from trueness.studies.variants.variant_options import option_shares, variant_options
from trueness.study.alike import alike_cautions, alike_pairs
from trueness.study.selection import judged_part, score_arrays
from trueness.study.study import Study, entry


class VariantsStudy(Study[ScoreTable, VariantsSelection, VariantsSettings, VariantsResult]):
    """Every variant by every way to make scores of systems, with all pairs tested and the best one's luck."""

    aggregates_columns: ClassVar[bool] = True

    def answer(
        self, data: ScoreTable, selection: VariantsSelection, settings: VariantsSettings
    ) -> VariantsResult:
        """Compare all columns of metrics, and see what the best owes to luck."""
        if not data.has_systems or len(data.systems) < 2:
            raise DataError(
                "there are fewer than two systems: variants are compared by how they rank systems."
            )
        columns = Columns.of(data, selection, settings)
        human = columns.human
        arrays = _arrays(columns, human, settings)
        over = APPLIES_TO[settings.applies_to]
        with step("intervals"):
            points, limits = _estimates(arrays, settings, over)
        tested = {
            test: outperformed(
                arrays,
                settings.coefficients,
                test,
                where,
                alpha=settings.alpha,
                correction=settings.correction,
            )
            for test, where in ((WILLIAMS.name, "systems"), (recommended_test("", "level", None), over))
        }
        by_williams, by_default = tested.values()
        rows = tuple(
            row
            for name in settings.coefficients
            for row in _variant_rows(
                arrays, name, points[name], limits[name], by_williams[name], by_default[name]
            )
        )
        first = settings.coefficients[0]
        if np.isnan(points[first]).all():
            raise DataError(
                f"no metric has a correlation with '{human}' over systems: scores of systems are all equal, by the "
                "human or by every metric, or there are fewer than three systems."
            )
        best = next(row.metric for row in rows if row.coefficient == first)
        families = columns.selection.system_clusters
        luck, winners, reasons = _luck(arrays, points, settings)
        result = VariantsResult(
            signature=_signature(columns, arrays, settings),
            selection=columns.selection,
            settings=settings,
            cautions=(),
            conclusions=(),
            table=columns.given,
            human=human,
            best=best,
            variants=rows,
            options=_option_rows(rows, settings),
            pairs=_pair_rows(arrays, columns, rows, points, by_williams, by_default, settings),
            luck=luck,
            winners=winners,
            humans=_human_rows(columns, rows, by_williams, points, arrays, settings),
            systems=_ranked_systems(columns, arrays, best),
            people={name: columns.table.oriented(name) for name in columns.humans or (human,)},
        )
        result = dataclasses.replace(result, decisions=_decided(result, arrays))
        return dataclasses.replace(
            result,
            cautions=(
                *variants_cautions(result, arrays, reasons),
                *alike_cautions(alike_pairs(columns.table, (human, best), families), families),
            ),
            conclusions=variants_conclusions(result),
        )


@entry(VariantsStudy)
def variants(table: Scores, **options: Any) -> VariantsResult:
    """Compare variants of metrics, each by every way to make scores of systems, and say how lucky the best is.

    All pairs are compared at the system level: by Williams' test, one-sided and uncorrected, as published, and by the
    test that simulations speak for, both also with a correction. A variant is optimal that no other metric outperforms.
    What the best of so many owes to luck is seen by choosing in one half of the data and looking in the other.

    Raises
    ------
    ArgumentError
        If an argument is outside its values, or `human` and `dimensions` are both named.
    UnknownNameError
        If a scorer or grouping column does not exist.
    DataError
        If there are fewer than two systems or columns of metrics, or nothing correlates.
    UnsupportedMethodError
        If there are too few systems or inputs for a test.

    References
    ----------
    Graham (2015), Re-evaluating Automatic Summarization with BLEU and 192 Shades of ROUGE. EMNLP, 128-137. Cawley and
    Talbot (2010), On over-fitting in model selection and subsequent selection bias in performance evaluation. Journal
    of Machine Learning Research 11, 2079-2107.
    """
    return VariantsStudy().run(read_table(table), **options)


def _arrays(columns: Columns, human: str, settings: VariantsSettings) -> ScoreArrays:
    table = judged_part(columns.table.select(scorers=[human, *columns.metrics]), human, settings.means)
    names = tuple(name for name in table.scorer_names if name != human)
    selected = columns.selection
    return score_arrays(table, human, names, settings, selected.clusters, selected.system_clusters)


def _estimates(
    arrays: ScoreArrays, settings: VariantsSettings, over: str
) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
    """Return correlations (K,) and intervals (K, 2) by coefficient."""
    method = interval_method(USUAL_INTERVAL)
    method.check_units(arrays, over)
    correlations = Correlations(
        arrays, [(LEVEL, name) for name in settings.coefficients], confidence=settings.confidence
    )
    found = method.limits(correlations, over)
    return (
        {name: correlations.points[LEVEL, name] for name in settings.coefficients},
        {
            name: np.array([[one.low, one.high] for one in found[LEVEL, name]])
            for name in settings.coefficients
        },
    )


def _variant_rows(
    arrays: ScoreArrays,
    coefficient: str,
    points: FloatArray,
    limits: FloatArray,
    by_williams: Outperformed,
    by_default: Outperformed,
) -> list[VariantRow]:
    """Return the metrics, the best first, those without a correlation last."""
    beaten, adjusted, default, default_adjusted = (
        np.asarray(better).sum(axis=0).tolist()
        for better in (
            by_williams.better,
            by_williams.better_adjusted,
            by_default.better,
            by_default.better_adjusted,
        )
    )
    rows = []
    for k, name in enumerate(arrays.names):
        kind = arrays.aggregation(k)
        options = variant_options(name, kind)
        known = not math.isnan(points[k])
        rows.append(
            VariantRow(
                metric=name,
                coefficient=coefficient,
                estimate=float(points[k]),
                low=float(limits[k, 0]),
                high=float(limits[k, 1]),
                type=options.type if options else None,
                stem=options.stem if options else None,
                stop=options.stop if options else None,
                part=options.part if options else None,
                aggregate=kind,
                n_beaten_by=int(beaten[k]),
                optimal=known and beaten[k] == 0,
                optimal_adjusted=known and adjusted[k] == 0,
                optimal_default=known and default[k] == 0,
                optimal_default_adjusted=known and default_adjusted[k] == 0,
            )
        )
    return sorted(rows, key=lambda row: np.inf if np.isnan(row.estimate) else -row.estimate)


def _option_rows(rows: Sequence[VariantRow], settings: VariantsSettings) -> tuple[OptionRow, ...]:
    found = []
    for name in settings.coefficients:
        known = [
            (options, row)
            for row in rows
            if row.coefficient == name and (options := variant_options(row.metric, row.aggregate)) is not None
        ]
        listed = [options for options, _ in known]
        default = {
            (one.option, one.value): one
            for one in option_shares(listed, [row.optimal_default for _, row in known])
        }
        for one in option_shares(listed, [row.optimal for _, row in known]):
            other = default[one.option, one.value]
            found.append(
                OptionRow(
                    option=one.option,
                    value=one.value,
                    coefficient=name,
                    n_variants=one.n_variants,
                    n_optimal=one.n_optimal,
                    n_optimal_default=other.n_optimal,
                    share=one.share,
                    share_default=other.share,
                )
            )
    return tuple(found)


def _drawn(rows: Sequence[VariantRow], coefficient: str, columns: Columns, top: int) -> list[str]:
    """Return the best and those that are named, in the order of their places."""
    names = [row.metric for row in rows if row.coefficient == coefficient]
    chosen = {*names[:top], *columns.selection.named}
    return [name for name in names if name in chosen]


def _pair_rows(
    arrays: ScoreArrays,
    columns: Columns,
    rows: Sequence[VariantRow],
    points: dict[str, FloatArray],
    by_williams: dict[str, Outperformed],
    by_default: dict[str, Outperformed],
    settings: VariantsSettings,
) -> tuple[VariantPair, ...]:
    place = {name: k for k, name in enumerate(arrays.names)}
    found = []
    for name in settings.coefficients:
        drawn = _drawn(rows, name, columns, settings.top)
        one, other = by_williams[name], by_default[name]
        for metric in drawn:
            for rival in drawn:
                if metric == rival:
                    continue
                at = place[metric], place[rival]
                found.append(
                    VariantPair(
                        metric=metric,
                        rival=rival,
                        coefficient=name,
                        estimate=float(points[name][at[0]] - points[name][at[1]]),
                        pvalue=float(one.pvalues[at]),
                        pvalue_adjusted=float(one.adjusted[at]),
                        pvalue_default=float(other.pvalues[at]),
                        pvalue_default_adjusted=float(other.adjusted[at]),
                        significant=bool(one.better[at]),
                        significant_adjusted=bool(one.better_adjusted[at]),
                        significant_default=bool(other.better[at]),
                        significant_default_adjusted=bool(other.better_adjusted[at]),
                    )
                )
    return tuple(found)


def _luck(
    arrays: ScoreArrays, points: dict[str, FloatArray], settings: VariantsSettings
) -> tuple[tuple[BestRow, ...], tuple[WinnerRow, ...], dict[str, str]]:
    """Return what the best owes to luck, which others might have been the best, and what cannot be said and why."""
    best: list[BestRow] = []
    winners: list[WinnerRow] = []
    reasons: dict[str, str] = {}
    for over in settings.halves:
        try:
            with step(f"best variant in halves of {over}"):
                found = nested_choice(
                    arrays,
                    settings.coefficients,
                    over,
                    splits=settings.splits,
                    resamples=settings.resamples,
                    seed=settings.seed,
                )
        except UnsupportedMethodError as error:
            reasons[over] = str(error)
            continue
        for name, choice in found.items():
            best.append(_best_row(arrays, points[name], name, over, choice, settings))
            winners += _winner_rows(arrays, points[name], name, over, choice)
    return tuple(best), tuple(winners), reasons


def _best_row(
    arrays: ScoreArrays,
    points: FloatArray,
    coefficient: str,
    over: str,
    choice: NestedChoice,
    settings: VariantsSettings,
) -> BestRow:
    winner = int(best_of(points[None])[0])
    estimate = float(points[winner]) if winner >= 0 else float("nan")
    known = ~np.isnan(choice.chosen - choice.elsewhere)
    units = arrays.system_clusters if over == "systems" else arrays.clusters
    count = arrays.n_systems if over == "systems" else arrays.n_inputs
    found = winner_correlation(
        points, choice.samples, fewest_units(arrays, over), confidence=settings.confidence
    )
    nothing = float("nan")
    return BestRow(
        coefficient=coefficient,
        over=over,
        metric=arrays.names[winner] if winner >= 0 else "",
        estimate=estimate,
        honest=found.estimate,
        drop=estimate - found.estimate,
        drop_low=estimate - found.high,
        drop_high=estimate - found.low,
        chosen_half=float(choice.chosen[known].mean()) if known.any() else nothing,
        other_half=float(choice.elsewhere[known].mean()) if known.any() else nothing,
        share_same=float(choice.shares[winner]) if winner >= 0 else 0.0,
        n_winners=int(np.count_nonzero(choice.shares)),
        n_metrics=arrays.n_metrics,
        n_units=count if units is None else len(np.unique(units)),
        n_undefined_splits=int((~known).any(axis=1).sum()),
        splits=settings.splits,
        resamples=settings.resamples,
    )


def fewest_units(arrays: ScoreArrays, over: str) -> int:
    """Return how many units, or clusters of them, are drawn anew; of both kinds those of which there are fewer.

    Parameters
    ----------
    arrays : ScoreArrays
    over : {'inputs', 'systems', 'both'}
    """
    kinds = (
        ("systems", arrays.system_clusters, arrays.n_systems),
        ("inputs", arrays.clusters, arrays.n_inputs),
    )
    return min(
        count if clusters is None else len(np.unique(clusters))
        for name, clusters, count in kinds
        if over in (name, "both")
    )


def _decided(result: VariantsResult, arrays: ScoreArrays) -> tuple[Decision, ...]:
    """Return whether the best may be quoted as it is, by each coefficient and for what is drawn anew."""
    return tuple(
        dataclasses.replace(
            quote_best(
                row.metric,
                row.estimate,
                (row.honest, row.estimate - row.drop_high, row.estimate - row.drop_low),
                units=fewest_units(arrays, row.over),
                applies_to=OVER_PHRASES[row.over],
                coefficient=row.coefficient,
                confidence=result.settings.confidence,
            ),
            facet=row.over,
        )
        for row in result.luck
        if row.metric
    )


def _winner_rows(
    arrays: ScoreArrays, points: FloatArray, coefficient: str, over: str, choice: NestedChoice
) -> list[WinnerRow]:
    return [
        WinnerRow(
            coefficient=coefficient,
            over=over,
            metric=arrays.names[k],
            estimate=float(points[k]),
            share=float(choice.shares[k]),
        )
        for k in np.argsort(-choice.shares, kind="stable")
        if choice.shares[k] > 0
    ]


def _human_rows(
    columns: Columns,
    rows: Sequence[VariantRow],
    by_williams: dict[str, Outperformed],
    points: dict[str, FloatArray],
    arrays: ScoreArrays,
    settings: VariantsSettings,
) -> tuple[HumanRow, ...]:
    """Return the best and the named metrics by every human score (Graham 2015, Table 4)."""
    found = []
    for human in columns.humans:
        here, tested, values = arrays, by_williams, points
        if human != columns.human:
            with step(f"variants by {human}"):
                here = _arrays(columns, human, settings)
                values = _points(here, settings)
                tested = outperformed(
                    here,
                    settings.coefficients,
                    WILLIAMS.name,
                    "systems",
                    alpha=settings.alpha,
                    correction=settings.correction,
                )
        place = {name: k for k, name in enumerate(here.names)}
        for coefficient in settings.coefficients:
            beaten = tested[coefficient].beaten_by
            for metric in _drawn(rows, coefficient, columns, settings.top):
                k = place[metric]
                value = float(values[coefficient][k])
                found.append(
                    HumanRow(
                        metric=metric,
                        human=human,
                        coefficient=coefficient,
                        estimate=value,
                        n_beaten_by=int(beaten[k]),
                        optimal=not np.isnan(value) and not beaten[k],
                    )
                )
    return tuple(found)


def _points(arrays: ScoreArrays, settings: VariantsSettings) -> dict[str, FloatArray]:
    found = Correlations(arrays, [(LEVEL, name) for name in settings.coefficients]).points
    return {name: found[LEVEL, name] for name in settings.coefficients}


def _ranked_systems(columns: Columns, arrays: ScoreArrays, best: str) -> tuple[RankedSystem, ...]:
    """Return the systems, the best by the best metric first (Graham 2015, Table 3)."""
    names = columns.table.systems_by_name
    judged = dict(zip(columns.table.systems, columns.table.oriented(columns.human), strict=True))
    names = tuple(name for name in names if not np.isnan(judged[name]).all())
    people = system_means(arrays.human[None], arrays.judged, None)[0, 0]
    place = {name: k for k, name in enumerate(arrays.names)}
    ranked = {columns.human: (people, people, people)}
    customary = columns.selection.named[0] if columns.selection.named else None
    for metric in {best, *([customary] if customary else [])}:
        k = place[metric]
        cells = arrays.group((k,)).metric_cells
        scores = arrays.metrics[[k]]
        ranked[metric] = (
            system_means(scores, cells, None)[0, 0],
            system_medians(scores, cells, None)[0, 0],
            system_scores(arrays, [k], cells, None, exact=False)[0, 0],
        )
    ranks = {metric: _ranks(own) for metric, (_, _, own) in ranked.items()}
    nothing = float("nan")
    rows = [
        RankedSystem(
            system=name,
            estimate_human=float(people[i]),
            mean_best=float(ranked[best][0][i]),
            median_best=float(ranked[best][1][i]),
            mean_customary=float(ranked[customary][0][i]) if customary else nothing,
            median_customary=float(ranked[customary][1][i]) if customary else nothing,
            rank_human=int(ranks[columns.human][i]),
            rank_best=int(ranks[best][i]),
            rank_customary=int(ranks[customary][i]) if customary else None,
        )
        for i, name in enumerate(names)
    ]
    return tuple(sorted(rows, key=lambda row: row.rank_best))


def _ranks(scores: FloatArray) -> FloatArray:
    """Return ranks from 1 for the highest; equal scores share the better one."""
    return np.asarray(1 + np.sum(scores[:, None] < scores[None, :], axis=1))


def _signature(columns: Columns, arrays: ScoreArrays, settings: VariantsSettings) -> Signature:
    return Signature.of(
        data=columns.given.fingerprint[:12],
        human=columns.human,
        dimensions=columns.selection.dimensions or None,
        shape=f"{arrays.n_systems}x{arrays.n_inputs}",
        columns=arrays.n_metrics,
        varied=len(columns.selection.varied or ()),
        agg=settings.aggregates,
        coef=settings.coefficients,
        test=f"{WILLIAMS.name}+{recommended_test('', 'level', None)}-{APPLIES_TO[settings.applies_to]}",
        corr=settings.correction,
        alpha=settings.alpha,
        conf=settings.confidence,
        halves=settings.halves,
        splits=settings.splits,
        resamples=settings.resamples,
        seed=settings.seed,
        missing=settings.missing,
        means=settings.means,
        clusters=columns.selection.clusters,
        sysclusters=columns.selection.system_clusters,
    )
