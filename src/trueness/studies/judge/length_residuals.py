"""What a judge gives beyond the human score, against the length of outputs: one small panel per judge."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

import numpy as np

from trueness.data.cells.lengths import length_unit
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Mark, Rules, Spans, Trace
from trueness.reporting.figures.palette import BLUE, ORANGE, RULE
from trueness.reporting.figures.panel import Scale
from trueness.reporting.figures.small_panels import Small, small_panels
from trueness.reporting.figures.wording import number
from trueness.reporting.writing.labels import drawable
from trueness.result import Row
from trueness.statistics.array_types import FloatArray
from trueness.statistics.judging.linear_calibration import least_squares_line
from trueness.statistics.judging.reliability_table import reliability_table
from trueness.studies.judge.reliability_diagram import MOST_DRAWN
from trueness.studies.judge.rows import JudgeBias, JudgeResult
from trueness.study.number_words import counted, decimal, significant

BINS = 10
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


def length_residuals(validation: JudgeResult) -> Figure:
    """Draw, for outputs of similar length, how far a judge's scores are from what the human scores let expect.

    Parameters
    ----------
    validation : JudgeResult
        With lengths.

    Returns
    -------
    Figure
        Its data have a row per judge and bin of length: quantiles of the residual in standard deviations of the judge.
    """
    shown = validation.in_order()[:MOST_DRAWN]
    rows = [row for row in validation.bias if length_unit(row.covariate) is not None]
    slopes = {row.metric: row for row in rows if row.covariate == rows[0].covariate}
    unit = length_unit(rows[0].covariate) if rows else None
    unit = "words" if rows and rows[0].per == "100 words" else unit or ""
    data = [row for name in shown for row in _bins(name, validation.scores[name])]
    title = "Length: what judges give beyond the human score"
    return Figure.of(
        name="length-residuals",
        title=title,
        caption=_caption(validation, shown, unit),
        data=data,
        drawing=functools.partial(_draw, validation, shown, slopes, data, unit),
    )


def residuals(scores: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return lengths, and what a judge's score is above its least-squares line on the human score, in its SD.

    Parameters
    ----------
    scores : array of shape (n, 3)
        As `JudgeResult.scores`.
    """
    known = ~np.isnan(scores).any(axis=1)
    human, oriented, length = scores[known].T
    spread = float(oriented.std()) if known.any() else 0.0
    if not spread > 0:
        return length, np.full(len(length), np.nan)
    intercept, slope = least_squares_line(oriented, human)
    return length, np.asarray((oriented - (intercept + slope * human)) / spread)


def _bins(name: str, scores: FloatArray) -> list[Row]:
    length, left = residuals(scores)
    if not len(length) or np.isnan(left).all():
        return []
    rows: list[Row] = []
    for one in reliability_table(left, length, bins=BINS, resamples=1, rng=0).bins:
        here = left[(length >= one.judge_low) & (length <= one.judge_high)]
        marks = np.quantile(here, QUANTILES)
        rows.append(
            {
                "metric": name,
                "length": one.mean_judge,
                **{f"q{round(100 * q)}": float(m) for q, m in zip(QUANTILES, marks, strict=True)},
                "mean": one.mean_human,
                "n_outputs": one.n_outputs,
            }
        )
    return rows


def _caption(validation: JudgeResult, shown: Sequence[str], unit: str) -> str:
    sentences = [
        (
            f"Outputs in up to {BINS} bins by their length{f' in {unit}' if unit else ''} (right). "
            f"Up: a judge's score minus what a straight line on '{drawable(validation.human)}' lets expect, in "
            "standard deviations of the judge, larger being better. Thick bars hold the middle half of the outputs, "
            "thin ones the middle 80%, dots are means. The orange line has the slope at equal human score; at 0 "
            "length is not rewarded."
        )
    ]
    if len(shown) < len(validation.judges):
        sentences.append(f"The {len(shown)} of {counted(len(validation.judges), 'judge')} that agree best.")
    return " ".join(sentences)


def _draw(
    validation: JudgeResult,
    shown: Sequence[str],
    slopes: dict[str, JudgeBias],
    data: list[Row],
    unit: str,
) -> Drawing:
    marks = [row[key] for row in data for key in ("q10", "q90")]
    low, high = (min(marks), max(marks)) if marks else (-1.0, 1.0)
    ends = [row["length"] for row in data]
    first, last = (min(ends), max(ends)) if ends else (0.0, 1.0)
    room, side = 0.05 * (high - low) or 0.1, 0.05 * (last - first) or 0.5
    x, y = Scale(low=first - side, high=last + side), Scale(low=low - room, high=high + room)

    def panel(name: str) -> Small:
        rows = [row for row in data if row["metric"] == name]
        at, mean, q10, q25, q75, q90 = (
            [row[key] for row in rows] for key in ("length", "mean", "q10", "q25", "q75", "q90")
        )
        said = [
            f"{significant(row['length'])}{f' {unit}' if unit else ''}: {decimal(row['mean'])} SD; "
            f"{counted(row['n_outputs'], 'output')}"
            for row in rows
        ]
        slope = slopes[name].estimate / 100 if name in slopes and rows else math.nan
        middle = sum(row["length"] * row["n_outputs"] for row in rows) / max(
            1, sum(row["n_outputs"] for row in rows)
        )
        found: list[Mark] = [
            Rules([0.0], Look(colour=RULE, line=1.0)),
            Spans(at, q10, q90, Look(colour=BLUE, line=0.8), upright=True),
            Spans(at, q25, q75, Look(colour=BLUE, line=3.2, alpha=0.45), upright=True),
            Trace(
                [first, last],
                [slope * (end - middle) for end in (first, last)],
                Look(colour=ORANGE, line=1.2),
            ),
            Trace(at, mean, Look(colour=BLUE, mark="o", size=3), said),
        ]
        return Small(found, x, y)

    return small_panels(
        shown,
        panel,
        subtitle=f"at equal {drawable(validation.human)}; same axes in all panels",
        notes={name: _note(slopes.get(name)) for name in shown},
        across=f"{unit} in the output" if unit else "length of the output",
        up="above expected, SD",
    )


def _note(row: JudgeBias | None) -> str:
    if row is None or math.isnan(row.estimate):
        return "slope undefined"
    return f"{number(row.estimate)} [{number(row.low)}, {number(row.high)}] per 100"
