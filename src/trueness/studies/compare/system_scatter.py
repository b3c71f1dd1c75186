"""What a system-level correlation is made of: one point per system."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from trueness.errors import DataError, check_choice, unknown_name
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Trace, undefined
from trueness.reporting.figures.palette import BLUE
from trueness.reporting.figures.panel import Scale
from trueness.reporting.figures.point_names import PointNames
from trueness.reporting.figures.small_panels import Small, small_panels, small_width
from trueness.reporting.figures.wording import number, quoted
from trueness.reporting.writing.labels import distinct_labels, drawable
from trueness.result import Row
from trueness.studies.compare.aggregation import all_means
from trueness.studies.compare.marks import endings, note, system_score_legend
from trueness.studies.compare.metrics_in_order import leading_level, metrics_in_order
from trueness.studies.compare.rows import CompareResult
from trueness.study.number_words import counted, significant
from trueness.study.words import coefficient_words

_LABEL_SIZE = 6.2
_FEW_SYSTEMS = 6
_POINT = Look(colour=BLUE, mark="o", size=4, edge="white", edge_width=0.5, alpha=0.85)


def system_scatter(
    comparison: CompareResult, coefficient: str, *, metrics: Iterable[str] | None = None
) -> Figure:
    """Draw every system's human mean against its score by each metric, one small panel per metric.

    A system's score is the mean of its outputs' scores, unless the comparison takes corpus scores or medians.

    Each panel says its correlation at the system level, if that was computed. Up to six systems are all
    named, of more the best and the worst by the human and the one farthest from the line of agreement.

    Parameters
    ----------
    comparison : CompareResult
    coefficient : str
        Which of the computed coefficients to print.
    metrics : iterable of str, optional
        Which metrics to draw; default all.

    Returns
    -------
    Figure
        Its data have one row per metric and system, NaN where a system has no score.

    Raises
    ------
    ArgumentError
        If the coefficient was not computed.
    UnknownNameError
        If a metric is not in the comparison.
    DataError
        If the data name no system, or no metric is chosen.
    """
    check_choice("coefficient", coefficient, comparison.settings.coefficients)
    if not comparison.table.has_systems:
        raise DataError("drawing system means takes data that name systems.")
    chosen = set(
        comparison.metrics if metrics is None else [metrics] if isinstance(metrics, str) else metrics
    )
    for name in sorted(chosen - set(comparison.metrics)):
        raise unknown_name("metric", name, comparison.metrics)
    order = [name for name in metrics_in_order(comparison, coefficient) if name in chosen]
    if not order:
        raise DataError("choose a metric to draw.")
    table = comparison.table
    human = comparison.system_scores[comparison.human]
    data: list[Row] = [
        {
            "metric": metric,
            "system": system,
            "score_metric": float(x),
            "score_human": float(y),
            "higher_is_better": table.scorer(metric).higher_is_better,
        }
        for metric in order
        for system, x, y in zip(table.systems, comparison.system_scores[metric], human, strict=True)
    ]
    found = {
        row.metric: row.estimate
        for row in comparison.estimates
        if (row.level, row.coefficient) == ("system", coefficient)
    }
    against = counted(len(order), "metric")
    title = f"System {_kind(comparison, order)}s: '{drawable(comparison.human)}' against {against}"
    return Figure.of(
        name=f"system-scatter-{coefficient}".replace("_", "-"),
        title=title,
        caption=_caption(comparison, coefficient, order, data, found),
        data=data,
        drawing=functools.partial(_draw, comparison, order, data, found, coefficient),
    )


def _kind(comparison: CompareResult, metrics: Iterable[str]) -> str:
    """Return what a system's score by the metrics is called."""
    return "mean" if all_means(comparison, metrics) else "score"


def _caption(
    comparison: CompareResult, coefficient: str, order: list[str], data: list[Row], found: dict[str, float]
) -> str:
    table = comparison.table
    sentences = [
        (
            f"Each point is one of {counted(len(table.systems), 'system')}: its mean by "
            f"'{drawable(comparison.human)}' (up) against its {_kind(comparison, order)} by the metric (right), over "
            f"{counted(len(table.inputs), 'input')}."
        )
    ]
    if found:
        sentences.append(f"Above each panel: {coefficient_words(coefficient)} at the system level.")
    sentences += filter(None, [system_score_legend(comparison, order, "system")])
    turned = [name for name in order if not table.scorer(name).higher_is_better]
    if turned:
        sentences.append(f"Negated, because lower is better (↓): {quoted(turned)}.")
    if np.isnan(table.values).any():
        sentences.append(
            f"Scores are missing: a {_kind(comparison, order)} is over the scores there are, the "
            "correlation over the outputs that metric and human share."
        )
    gone = sum(math.isnan(row["score_metric"]) or math.isnan(row["score_human"]) for row in data)
    if gone:
        sentences.append(
            f"{counted(gone, 'point')} cannot be drawn, for want of a {_kind(comparison, order)}."
        )
    if len(order) > 1:
        level = leading_level(comparison, coefficient).replace("_", "-")
        sentences.append(f"Panels are in the order of the estimates at the {level} level.")
    return " ".join(sentences)


def _draw(
    comparison: CompareResult, order: list[str], data: list[Row], found: dict[str, float], coefficient: str
) -> Drawing:
    systems, human = comparison.table.systems, comparison.human
    names = distinct_labels(systems, _LABEL_SIZE, 0.62 * small_width(len(order)))
    scores = {
        metric: np.array([row["score_metric"] for row in data if row["metric"] == metric]) for metric in order
    }
    y = np.array([row["score_human"] for row in data[: len(systems)]])
    bottom, top = _range(y)

    def panel(metric: str) -> Small:
        x = scores[metric]
        low, high = _range(x)
        there = np.flatnonzero(~(np.isnan(x) | np.isnan(y)))
        said = [
            f"{system}: {metric} {significant(one, 4)}, {human} {significant(other, 4)}"
            for system, one, other in zip(systems, x, y, strict=True)
        ]
        telling = {k: names[there[k]] for k in _named(x[there], y[there])}
        return Small(
            [
                Trace(x, y, _POINT, said, about=[("system", system) for system in systems]),
                undefined([] if len(there) else [(bottom + top) / 2]),
            ],
            Scale(low=low, high=high, ticks=None if len(there) else ()),
            Scale(low=bottom, high=top),
            PointNames(x[there], y[there], telling, _LABEL_SIZE),
        )

    return small_panels(
        order,
        panel,
        subtitle=f"{counted(len(systems), 'system')}; larger is better on every axis"
        + note(comparison, order, "system"),
        notes={
            name: f"{coefficient_words(coefficient)}: {number(found.get(name, math.nan))}" for name in order
        }
        if found
        else None,
        endings=endings(comparison, order, "system"),
        across=f"{_kind(comparison, order)} by the metric",
        up=human,
        square=True,
    )


def _range(values: NDArray[np.float64]) -> tuple[float, float]:
    defined = values[~np.isnan(values)]
    if not len(defined):
        return 0.0, 1.0
    low, high = float(defined.min()), float(defined.max())
    room = 0.14 * (high - low) or 0.1 * abs(high) or 0.1
    return low - room, high + room


def _named(x: NDArray[np.float64], y: NDArray[np.float64]) -> list[int]:
    """Return the systems to name, the most telling first."""
    if len(x) <= _FEW_SYSTEMS:
        return list(range(len(x)))
    chosen = [np.argmax(y), np.argmin(y)]
    if x.std() > 0 and y.std() > 0:
        chosen.append(np.argmax(np.abs((y - y.mean()) / y.std() - (x - x.mean()) / x.std())))
    return list(dict.fromkeys(int(k) for k in chosen))
