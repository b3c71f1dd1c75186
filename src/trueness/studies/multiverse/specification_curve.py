"""A claim under all choices: its differences in rising order, and below each the choices that were made."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.palette import BLUE, FAINT_INK, INK, RULE, SHADE, VERMILLION
from trueness.reporting.figures.sheet import MARGIN, Sheet
from trueness.reporting.figures.wording import number
from trueness.reporting.writing.labels import distinct_labels, shortened, text_width
from trueness.result import Row
from trueness.studies.multiverse.rows import AnalysisRow, ClaimRow, MultiverseResult, OutcomeRow
from trueness.studies.multiverse.said import share_words
from trueness.studies.multiverse.variants import CHOICES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

_CURVE, _LINE, _GAP = 1.9, 0.155, 0.09
_ACROSS = 5.4
_LABEL_SIZE, _LABEL_ROOM = 7.0, 1.35
_MOST_VALUES = 12
"""Of a choice with more values, all but the first are one line."""

_FAINT_BLUE, _FAINT_RED = "#9CC7E2", "#F0B892"
LOOKS = {
    ("better", True): (BLUE, "better, significantly"),
    ("better", False): (_FAINT_BLUE, "better"),
    ("worse", False): (_FAINT_RED, "worse"),
    ("worse", True): (VERMILLION, "worse, significantly"),
}


class Line(NamedTuple):
    """A value of a choice, and where in the curve it was made.

    Attributes
    ----------
    choice, value : str
    made : array of shape (n,)
    """

    choice: str
    value: str
    made: NDArray[np.bool_]


def specification_curve(result: MultiverseResult, claim: ClaimRow) -> Figure:
    """Draw the difference of a claim in every analysis in rising order, with the choices of each below it.

    Parameters
    ----------
    result : MultiverseResult
    claim : ClaimRow
        Of its claims.

    Returns
    -------
    Figure
        Its data have one row per analysis: difference, verdict, and the choices.
    """
    outcomes = [row for row in result.outcomes if (row.metric, row.rival) == (claim.metric, claim.rival)]
    outcomes.sort(key=lambda row: row.estimate)
    analyses = [result.analyses[row.analysis - 1] for row in outcomes]
    title = f"'{claim.metric}' against '{claim.rival}' under all choices"
    return Figure.of(
        name=figure_name("specification-curve", str(result.claims.index(claim) + 1)),
        title=title,
        caption=_caption(claim),
        data=[_row(outcome, one) for outcome, one in zip(outcomes, analyses, strict=True)],
        drawing=functools.partial(_draw, result, claim, outcomes, analyses, title),
    )


def _row(outcome: OutcomeRow, analysis: AnalysisRow) -> Row:
    choices = {name: getattr(analysis, name) for name in (*CHOICES, "variants")}
    found = {
        name: getattr(outcome, name) for name in ("metric", "rival", "estimate", "pvalue_adjusted", "verdict")
    }
    return {"analysis": outcome.analysis, **found, **choices}


def _caption(claim: ClaimRow) -> str:
    better, sure, worse = map(
        share_words, (claim.share_better, claim.share_significant, claim.share_significantly_worse)
    )
    return (
        f"Above: the difference of the two correlations in each of {claim.n_analyses:,} analyses, in rising order. It "
        f"is positive in {better}, significantly so in {sure}; significantly negative in {worse}. Below: which choices "
        "each analysis made. At the right: the mean difference under each choice, and in brackets the share of the "
        "variance that a choice explains. Percentages are of analyses that share their data, and no probabilities."
    )


def lines_of(result: MultiverseResult, analyses: Sequence[AnalysisRow], claim: ClaimRow) -> list[Line]:
    """Return the values of the choices that a claim depends on, those of a choice with many values together.

    Parameters
    ----------
    result : MultiverseResult
    analyses : sequence of AnalysisRow
        In the order of the curve.
    claim : ClaimRow
    """
    varied = [row.choice for row in result.choices if (row.metric, row.rival) == (claim.metric, claim.rival)]
    variants = [row.variants.split(" | ") for row in analyses]
    found = []
    for place, axis in enumerate(result.axes):
        if axis.name not in varied:
            continue
        mine = [
            getattr(row, axis.name) if place < len(CHOICES) else options[place - len(CHOICES)]
            for row, options in zip(analyses, variants, strict=True)
        ]
        of = {value: np.array([one == value for one in mine]) for value in axis.values if value in mine}
        if len(of) > _MOST_VALUES:
            first, *others = of
            few = [value for value in others if not value.startswith("without ")]
            many = [value for value in others if value not in few]
            of = {value: of[value] for value in (first, *few)} | {
                f"{len(many)} values, one each": np.logical_or.reduce([of[value] for value in many])
            }
        found += [Line(axis.name, value, made) for value, made in of.items()]
    return found


def _draw(
    result: MultiverseResult,
    claim: ClaimRow,
    outcomes: Sequence[OutcomeRow],
    analyses: Sequence[AnalysisRow],
    title: str,
) -> Canvas:
    from matplotlib.lines import Line2D

    lines = lines_of(result, analyses, claim)
    shares = {
        row.choice: row.share
        for row in result.choices
        if (row.metric, row.rival) == (claim.metric, claim.rival)
    }
    labels = [
        label
        for choice in dict.fromkeys(line.choice for line in lines)
        for label in distinct_labels(
            [line.value for line in lines if line.choice == choice], _LABEL_SIZE, _LABEL_ROOM
        )
    ]
    heads = {
        name: f"{shortened(name, _LABEL_SIZE, _LABEL_ROOM)} ({share_words(shares[name])})"
        for name in dict.fromkeys(line.choice for line in lines)
    }
    room = (
        max(
            [
                0.5,
                *(text_width(text, _LABEL_SIZE) for text in labels),
                *(text_width(text, 7.6) for text in heads.values()),
            ]
        )
        + 0.15
    )
    height = len(lines) * _LINE + len(heads) * (_LINE + _GAP)
    width = 2 * MARGIN + room + _ACROSS + 0.55
    sheet = Sheet(
        width,
        0.35 + _CURVE + 0.15 + height + MARGIN,
        title=title,
        subtitle=f"{len(outcomes):,} analyses, from the lowest difference to the highest",
    )
    estimates = np.array([row.estimate for row in outcomes])
    left, top = MARGIN + room, sheet.top + 0.35
    handles = [
        Line2D([], [], ls="", marker="o", ms=4, color=colour, label=words) for colour, words in LOOKS.values()
    ]
    sheet.key(MARGIN, sheet.top + 0.03, handles, 4)
    axes = sheet.panel(left, top, _ACROSS, _CURVE)
    _curve(axes, outcomes, estimates)
    top += _CURVE + 0.15
    choice = ""
    for line, label in zip(lines, labels, strict=True):
        if line.choice != choice:
            choice = line.choice
            top += _GAP
            sheet.text(MARGIN, top + _LINE / 2, heads[choice], fontsize=7.6, fontweight="bold", va="center")
            top += _LINE
        _strip(sheet.panel(left, top + 0.01, _ACROSS, _LINE - 0.02), line.made)
        sheet.text(left - 0.06, top + _LINE / 2, label, fontsize=_LABEL_SIZE, va="center", ha="right")
        mean = number(float(estimates[line.made].mean()))
        sheet.text(
            left + _ACROSS + 0.06, top + _LINE / 2, mean, fontsize=_LABEL_SIZE, color=FAINT_INK, va="center"
        )
        top += _LINE
    return sheet.canvas


def _curve(axes: Axes, outcomes: Sequence[OutcomeRow], estimates: NDArray[np.float64]) -> None:
    places = np.arange(len(estimates)) + 0.5
    size = float(np.clip(700 / max(1, len(estimates)), 1.8, 5.0))
    axes.axhline(0, color=INK, lw=0.8)
    sure = np.array([row.verdict in ("better", "worse") for row in outcomes])
    for (side, certain), (colour, _) in LOOKS.items():
        here = (estimates > 0 if side == "better" else estimates < 0) & (sure == certain)
        axes.plot(
            places[here], estimates[here], ls="", marker="o", ms=size, mew=0, color=colour, zorder=2 + certain
        )
    here = estimates == 0
    axes.plot(places[here], estimates[here], ls="", marker="o", ms=size, mew=0, color=FAINT_INK)
    axes.set_xlim(0, len(estimates))
    axes.set_xticks([])
    axes.set_ylabel("difference")
    axes.grid(axis="y", color="#E6E6E6", lw=0.5)
    axes.spines["bottom"].set_visible(False)


def _strip(axes: Axes, made: NDArray[np.bool_]) -> None:
    """Mark where a value was chosen, a column of pixels per analysis."""
    from matplotlib.colors import to_rgb

    full, blank = (np.round(255 * np.array(to_rgb(colour))).astype(np.uint8) for colour in ("#47627A", SHADE))
    axes.imshow(np.where(made[None, :, None], full, blank), aspect="auto", interpolation="none")
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(True)
        spine.set_color(RULE)
        spine.set_linewidth(0.4)
