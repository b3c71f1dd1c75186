"""A claim under all choices: its differences in rising order, and below each the choices that were made."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.reporting.figures.cells import mixed
from trueness.reporting.figures.drawing import Drawing
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.look import Look
from trueness.reporting.figures.marks import Pixels, Rules, Trace
from trueness.reporting.figures.palette import BLUE, FAINT_INK, INK, RULE, SHADE, VERMILLION
from trueness.reporting.figures.panel import Names, Panel, Scale
from trueness.reporting.figures.wording import number
from trueness.reporting.writing.labels import distinct_labels, shortened
from trueness.result import Row
from trueness.studies.multiverse.rows import AnalysisRow, ClaimRow, MultiverseResult, OutcomeRow
from trueness.studies.multiverse.said import share_words
from trueness.studies.multiverse.variants import CHOICES

_CURVE, _LINE = 1.9, 0.155
_ACROSS = 5.4
_LABEL_SIZE, _LABEL_ROOM = 7.0, 1.35
_MOST_VALUES = 12
"""Of a choice with more values, all but the first are one line."""

_MADE = "#47627A"
_EDGE = Look(colour=RULE, line=0.4)
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
        drawing=functools.partial(_draw, result, claim, outcomes, analyses),
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
) -> Drawing:
    lines = lines_of(result, analyses, claim)
    shares = {
        row.choice: row.share
        for row in result.choices
        if (row.metric, row.rival) == (claim.metric, claim.rival)
    }
    estimates = np.array([row.estimate for row in outcomes])
    choices = list(dict.fromkeys(line.choice for line in lines))
    labels: list[str] = []
    means: list[str] = []
    strips = []
    heads = []
    for choice in choices:
        mine = [line for line in lines if line.choice == choice]
        heads.append(len(labels))
        labels += [f"{shortened(choice, _LABEL_SIZE, _LABEL_ROOM)} ({share_words(shares[choice])})"]
        labels += distinct_labels([line.value for line in mine], _LABEL_SIZE, _LABEL_ROOM)
        means += ["", *(number(float(estimates[line.made].mean())) for line in mine)]
        strips += [None, *(line.made for line in mine)]
    places = [k for k, made in enumerate(strips) if made is not None]
    edges = [k - 0.5 for k in places] + [k + 0.5 for k in places]
    return Drawing(
        subtitle=f"{len(outcomes):,} analyses, from the lowest difference to the highest",
        lines=[
            [_curve(outcomes, estimates)],
            [
                Panel(
                    width=_ACROSS,
                    height=_LINE * max(1, len(strips)),
                    marks=[_strips(strips, len(estimates)), Rules(sorted(set(edges)), _EDGE)],
                    x=Names(texts=(), count=len(estimates)),
                    y=Names(
                        texts=labels, apart=False, size=_LABEL_SIZE, bold=heads, count=max(1, len(strips))
                    ),
                    right=Names(texts=means, apart=False, size=_LABEL_SIZE, far=True, faint=True),
                    sides=(),
                )
            ],
        ],
        key={words: Look(colour=colour, mark="o", size=4) for colour, words in LOOKS.values()},
    )


def _curve(outcomes: Sequence[OutcomeRow], estimates: NDArray[np.float64]) -> Panel:
    places = np.arange(len(estimates))
    size = float(np.clip(700 / max(1, len(estimates)), 1.8, 5.0))
    sure = np.array([row.verdict in ("better", "worse") for row in outcomes])
    of = {
        colour: (estimates > 0 if side == "better" else estimates < 0) & (sure == certain)
        for (side, certain), (colour, _) in LOOKS.items()
    } | {FAINT_INK: estimates == 0}
    looks = {colour: Look(colour=colour, mark="o", size=size, edge_width=0) for colour in of}
    marks = [Trace(places[here], estimates[here], looks[colour]) for colour, here in of.items()]
    return Panel(
        width=_ACROSS,
        height=_CURVE,
        marks=[Rules([0.0], Look(colour=INK, line=0.8)), *marks],
        x=Names(texts=(), count=len(estimates)),
        y=Scale(label="difference"),
        sides=("left",),
    )


def _strips(strips: Sequence[NDArray[np.bool_] | None], count: int) -> Pixels:
    """Mark where each value was chosen, a column of pixels per analysis; between choices there is a gap."""
    made = np.array([np.zeros(count) if one is None else one for one in strips], dtype=np.float64)
    colours = mixed(made.reshape(len(strips), count), _MADE, SHADE)
    colours[[one is None for one in strips]] = 1.0
    return Pixels(colours)
