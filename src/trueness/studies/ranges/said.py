"""What is said about ranges: findings in plain sentences, made from the rows, and what a reader has to know of them."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from trueness.errors import listing
from trueness.statistics.ranges.range_values import RangeWork
from trueness.studies.ranges.curve_rows import BETTER, METRICS, RANDOM, WORSE
from trueness.studies.ranges.range_names import CUMULATIVE, SINGLE
from trueness.studies.ranges.rows import ALL_METRICS, PROPERTY_WORDS, ContrastRow, RangeRow, RangesResult
from trueness.study.number_words import counted, decimal, percent, significant
from trueness.study.rows import Caution
from trueness.study.shared_cautions import few_inputs

MANY_TIES = 0.05
"""From this share of tied pairs on the test of what width explains rejects too often (docs/ranges.md)."""

FALL, HEIGHT = "fall", "height"


def ranges_conclusions(found: RangesResult) -> tuple[str, ...]:
    """Return short paragraphs: agreement, what width explains, height, people, disagreement, ratios, properties.

    Parameters
    ----------
    found : RangesResult
        Without its conclusions.
    """
    said = [_agreement(found), *_width(found), _people(found), _ratios(found), _properties(found)]
    return tuple(text for text in said if text)


def _rows(found: RangesResult, kind: str, human: str | None = None) -> list[RangeRow]:
    rival = ALL_METRICS if human is None else human
    return [row for row in found.means if row.kind == kind and row.rival == rival]


def _range(low: float, high: float) -> str:
    return "" if math.isnan(low) else f" [{decimal(low)}, {decimal(high)}]"


def _listed(rows: Iterable[RangeRow]) -> str:
    return ", ".join(f"{row.range} {decimal(row.estimate)}" for row in rows)


def _agreement(found: RangesResult) -> str:
    cumulative, single = _rows(found, CUMULATIVE), _rows(found, SINGLE)
    first = cumulative[0]
    only = " that are significant by themselves" if found.settings.only_significant else ""
    return (
        f"Metrics order the outputs of an input with a mean Kendall's tau{only} of {decimal(first.estimate)}"
        f"{_range(first.low, first.high)} among all of them; from each bin on: {_listed(cumulative[1:])}; within "
        f"single bins: {_listed(single)}."
    )


def contrast(found: RangesResult, name: str, rival: str) -> ContrastRow:
    """Return a contrast of the mean over metrics, or of metrics with the human."""
    return next(row for row in found.contrasts if row.contrast == name and row.rival == rival)


def _width(found: RangesResult) -> list[str]:
    if found.settings.only_significant:
        return []
    fall = contrast(found, FALL, ALL_METRICS)
    if math.isnan(fall.estimate) or math.isnan(fall.expected):
        return [
            "What the width of ranges explains cannot be said: the top bin has too few outputs everywhere."
        ]
    level = found.settings.alpha
    text = (
        f"From all outputs to the top bin agreement changes by {decimal(-fall.estimate)}; that the range is narrower "
        f"leads to expect {decimal(-fall.expected)}."
    )
    if math.isnan(fall.pvalue):
        text += " How sure that is cannot be said."
    elif fall.pvalue <= level:
        text += (
            f" The difference, {decimal(-fall.difference)}{_range(-fall.difference_high, -fall.difference_low)}, is "
            f"more than chance (p = {significant(fall.pvalue, 2)}): width is not all there is to it."
        )
    else:
        text += (
            f" Nothing more is seen: what is left is {decimal(-fall.difference)}"
            f"{_range(-fall.difference_high, -fall.difference_low)} (p = {significant(fall.pvalue, 2)})."
        )
    return [text, _heights(found)]


def _heights(found: RangesResult) -> str:
    every = [*_rows(found, CUMULATIVE)[1:], *_rows(found, SINGLE)[:-1]]  # the top bin is in both
    rows = [row for row in every if not math.isnan(row.pvalue_adjusted)]
    if not rows:
        return ""
    level = found.settings.alpha
    apart = [row for row in rows if row.pvalue_adjusted <= level]
    height = contrast(found, HEIGHT, ALL_METRICS)
    if apart:
        text = "Beyond what its width explains, agreement is " + "; ".join(
            f"{'higher' if row.difference > 0 else 'lower'} in {row.range}, by {decimal(abs(row.difference))} "
            f"(adjusted p {_pvalue(row.pvalue_adjusted)})"
            for row in apart
        )
        text += "."
    else:
        least = min(row.pvalue_adjusted for row in rows)
        text = f"In no range does agreement differ from what its width explains (smallest adjusted p {_pvalue(least)})."
    if not math.isnan(height.estimate):
        text += (
            f" The top bin against the lowest: {decimal(height.estimate)}, of which {decimal(height.expected)} is "
            f"expected (p {_pvalue(height.pvalue)})."
        )
    return text


def _pvalue(value: float) -> str:
    return "unknown" if math.isnan(value) else f"= {significant(value, 2)}"


def _people(found: RangesResult) -> str:
    if found.human is None:
        return ""
    cumulative, single = _rows(found, CUMULATIVE, found.human), _rows(found, SINGLE, found.human)
    text = (
        f"With people ('{found.human}') the metrics agree by {decimal(cumulative[0].estimate)} on average among all "
        f"outputs; from each bin on: {_listed(cumulative[1:])}; within single bins: {_listed(single)}."
    )
    if found.settings.only_significant:
        return text
    fall, height = (contrast(found, name, found.human) for name in (FALL, HEIGHT))
    if math.isnan(fall.estimate):
        return text
    text += (
        f" The change to the top bin is {decimal(-fall.estimate)}, of which width explains {decimal(-fall.expected)} "
        f"(p of the rest {_pvalue(fall.pvalue)})."
    )
    if math.isnan(height.estimate):
        return text
    return (
        f"{text} The top bin against the lowest: {decimal(height.estimate)}, of which {decimal(height.expected)} is "
        f"expected (p {_pvalue(height.pvalue)})."
    )


def _ratios(found: RangesResult) -> str:
    ends = {}
    for ratio in (BETTER, WORSE):
        for scores in (METRICS, RANDOM):
            rows = [
                row
                for row in found.ratios
                if (row.ratio, row.scores) == (ratio, scores) and not math.isnan(row.estimate)
            ]
            if len(rows) < 2:
                return ""
            ends[ratio, scores] = rows[0].estimate, rows[-1].estimate
    falls = ends[BETTER, METRICS][0] > ends[BETTER, METRICS][1]
    as_well = (ends[BETTER, RANDOM][0] > ends[BETTER, RANDOM][1]) == falls
    rises = ends[WORSE, METRICS][0] < ends[WORSE, METRICS][1]
    text = (
        f"F/N goes from {decimal(ends[BETTER, METRICS][0])} for the lowest outputs to "
        f"{decimal(ends[BETTER, METRICS][1])} for the highest; of as many random numbers from "
        f"{decimal(ends[BETTER, RANDOM][0])} to {decimal(ends[BETTER, RANDOM][1])}."
    )
    if as_well:
        text += " That it does says nothing about metrics."
    return (
        f"{text} F'/N, which counts outputs worse by all, {'rises' if rises else 'falls'}, from "
        f"{decimal(ends[WORSE, METRICS][0])} to {decimal(ends[WORSE, METRICS][1])}; of random numbers from "
        f"{decimal(ends[WORSE, RANDOM][0])} to {decimal(ends[WORSE, RANDOM][1])}."
    )


def _properties(found: RangesResult) -> str:
    rows = [
        row for row in found.properties if row.metric == ALL_METRICS and not math.isnan(row.pvalue_adjusted)
    ]
    if not rows:
        return ""
    shown = [row for row in rows if row.pvalue_adjusted <= found.settings.alpha]
    tested = "1 property" if len(rows) == 1 else f"{len(rows)} properties"
    if not shown:
        none = "The one property" if len(rows) == 1 else f"None of the {tested}"
        no = "not " if len(rows) == 1 else ""
        return f"{none} of inputs tested is {no}shown to go with agreement after correction."
    shown.sort(key=lambda row: -abs(row.estimate))
    named = "; ".join(
        f"{'higher' if row.estimate > 0 else 'lower'} with more {PROPERTY_WORDS[row.property].lower()} "
        f"({decimal(row.estimate)}, adjusted p = {significant(row.pvalue_adjusted, 2)})"
        for row in shown
    )
    return f"Of {tested} of inputs, after correction: agreement is {named}."


def ranges_cautions(
    found: RangesResult, work: RangeWork, *, drawn: bool, no_regression: str
) -> tuple[Caution, ...]:
    """Return everything to be said about a study of ranges, the gravest first.

    Parameters
    ----------
    found : RangesResult
        Without its cautions and conclusions.
    work : RangeWork
        What was computed.
    drawn : bool
        Whether pairs of outputs were a random sample of all.
    no_regression : str
        Why there is no regression; empty where there is one, or nothing to regress on.
    """
    said = [
        *_about_outputs(found, work),
        *_about_bins(found, work),
        *_about_size(found, work),
        *_about_metrics(found),
        *_about_ties(found, work),
        *_about_settings(found, drawn=drawn),
        *_about_properties(found, no_regression),
    ]
    return tuple(sorted(said, key=lambda caution: caution.severity != "warning"))


def _about_outputs(found: RangesResult, work: RangeWork) -> Iterable[Caution]:
    placed = work.placed
    lacking = int(placed.lacking.sum())
    if lacking:
        yield Caution(
            "lacking_scores",
            "warning",
            f"{lacking} outputs lack a score by one of the metrics and are left out, as they have no level. Name fewer "
            "metrics (--metrics) to keep them.",
        )
    flat = np.asarray(placed.flat.any(axis=1))
    if flat.any():
        names = [name for name, one in zip(found.metrics, flat, strict=True) if one]
        yield Caution(
            "flat_metric",
            "warning",
            f"in {counted(int(placed.flat.any(axis=0).sum()), 'input')} a metric gives all outputs one score and so "
            f"has no range ({listing(names)}): these inputs are left out.",
        )
    if placed.level.any():
        yield Caution(
            "equal_levels",
            "warning",
            f"in {counted(int(placed.level.sum()), 'input')} all outputs have the same level: there is no range to "
            "divide, and these inputs are left out.",
        )


def _about_bins(found: RangesResult, work: RangeWork) -> Iterable[Caution]:
    placed, settings = work.placed, found.settings
    sizes = np.stack([(placed.bins == k).sum(axis=0) for k in range(settings.bins)])[:, placed.usable]
    thin = sizes < settings.minimum_outputs
    if thin.any():
        lone = int((sizes == 1).sum())
        yield Caution(
            "thin_bins",
            "note",
            f"{int(thin.sum())} of {sizes.size} bins of single inputs hold fewer than {settings.minimum_outputs} "
            f"outputs ({lone} a single one) and have no correlation; the counts beside the means leave them out.",
        )
    small = placed.usable & (placed.placed.sum(axis=0) < settings.bins)
    if small.any():
        yield Caution(
            "fewer_outputs_than_bins",
            "warning",
            f"{counted(int(small.sum()), 'input')} have fewer outputs than there are bins ({settings.bins}): some of "
            "their bins are empty. Take fewer bins (--bins).",
        )


def _about_size(found: RangesResult, work: RangeWork) -> Iterable[Caution]:
    inputs = int(work.placed.usable.sum())
    yield from few_inputs(
        inputs, "Judge more inputs, or take fewer bins (--bins).", fewest=found.settings.bins
    )


def _about_metrics(found: RangesResult) -> Iterable[Caution]:
    alike = [
        pair
        for pair, taus in found.taus.items()
        if found.human not in pair and not np.isnan(taus).all() and (taus[~np.isnan(taus)] == 1.0).all()
    ]
    if alike:
        named = "; ".join(f"'{one}' and '{other}'" for one, other in alike[:5])
        yield Caution(
            "equal_metrics",
            "warning",
            f"{counted(len(alike), 'pair')} of metrics order all outputs alike ({named}): they agree wherever one "
            "looks and count twice in every level. Name one of them (--metrics).",
        )


def _about_ties(found: RangesResult, work: RangeWork) -> Iterable[Caution]:
    shares = tied_shares(work)
    tied = [(name, share) for name, share in zip(found.metrics, shares, strict=True) if share > MANY_TIES]
    if tied and not found.settings.only_significant:
        named = ", ".join(f"'{name}' {percent(share)}" for name, share in tied[:5])
        yield Caution(
            "tied_scores",
            "warning",
            f"metrics tie pairs of outputs of one input ({named}). Permuted residuals untie them, so that the test of "
            "what width explains finds small differences too often: look at their size.",
        )


def tied_shares(work: RangeWork) -> list[float]:
    """Return the share of pairs of outputs of one input that each metric ties."""
    tied, pairs = np.zeros(len(work.scores)), 0
    for j in np.flatnonzero(work.placed.usable):
        mine = np.sort(work.scores[:, work.placed.placed[:, j], j], axis=1)
        size = mine.shape[1]
        pairs += size * (size - 1) // 2
        for k, row in enumerate(mine):
            count = np.unique(row, return_counts=True)[1]
            tied[k] += (count * (count - 1) // 2).sum()
    return [float(share) for share in tied / max(pairs, 1)]


def _about_settings(found: RangesResult, *, drawn: bool) -> Iterable[Caution]:
    if found.settings.only_significant:
        yield Caution(
            "only_significant",
            "warning",
            "only correlations with p at most .05 are averaged, as published: of few outputs only those far from 0. "
            "The table 'filtered' says what that does to means; intervals speak of other inputs alone, and what width "
            "explains is not compared with it.",
        )
    declared = [scorer.name for scorer in found.table.scorers if scorer.role == "human"]
    if found.human is None and declared:
        yield Caution(
            "no_human",
            "note",
            f"the data declare several human scorers ({listing(declared)}): name one to compare metrics with people "
            "(--human).",
        )
    if drawn:
        yield Caution(
            "pairs_drawn",
            "note",
            "disagreement about outputs of different inputs is from a million random pairs of outputs.",
        )


def _about_properties(found: RangesResult, no_regression: str) -> Iterable[Caution]:
    if no_regression:
        yield Caution("no_regression", "note", no_regression)
    if found.texts is None:
        yield Caution(
            "no_texts",
            "note",
            "without references and documents only ease of summarization is known of the inputs. Give them (--texts).",
        )
        return
    lacking = [name for name in PROPERTY_WORDS if any(math.isnan(getattr(row, name)) for row in found.inputs)]
    if lacking:
        some = max(sum(math.isnan(getattr(row, name)) for row in found.inputs) for name in lacking)
        yield Caution(
            "unknown_properties",
            "note",
            f"up to {counted(some, 'input')} of {len(found.inputs)} lack {listing(lacking)}: a reference or document "
            "is missing or empty. They are left out there.",
        )
