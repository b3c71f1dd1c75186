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
from trueness.study.number_words import bracketed, counted, decimal, percent, significant
from trueness.study.rows import Caution
from trueness.study.shared_cautions import few_inputs

MANY_TIES = 0.05
"""From this share of tied pairs on the test of what width explains rejects too often (docs/ranges.md)."""

FALL, HEIGHT = "fall", "height"


def ranges_conclusions(found: RangesResult) -> tuple[str, ...]:
    """Return short paragraphs: metrics and then people, among the best outputs and by range; ratios, properties.

    Parameters
    ----------
    found : RangesResult
        Without its conclusions.
    """
    rivals = [ALL_METRICS, *([] if found.human is None else [found.human])]
    changes = [_change(found, rival) for rival in rivals]
    more = (
        []
        if found.settings.only_significant
        else [_by_range(found), *(_heights(found, one) for one in rivals)]
    )
    return tuple(text for text in (*changes, *more, _ratios(found), _properties(found)) if text)


def contrast(found: RangesResult, name: str, rival: str) -> ContrastRow:
    """Return a contrast of the mean over metrics, or of metrics with the human."""
    return next(row for row in found.contrasts if row.contrast == name and row.rival == rival)


def _rows(found: RangesResult, kind: str, rival: str) -> list[RangeRow]:
    return [row for row in found.means if row.kind == kind and row.rival == rival]


def _change(found: RangesResult, rival: str) -> str:
    """Return whether there is less agreement among the best outputs, and how much of that their range explains."""
    cumulative = _rows(found, CUMULATIVE, rival)
    every, top = cumulative[0], cumulative[-1]
    fall = contrast(found, FALL, rival)
    whose = "Metrics agree" + ("" if rival == ALL_METRICS else f" with people ('{rival}')")
    among_all = f"{decimal(every.estimate)}{bracketed(every.low, every.high)}"
    if found.settings.only_significant or math.isnan(fall.estimate):
        only = " of those that are significant by themselves" if found.settings.only_significant else ""
        text = f"{whose} by a mean Kendall's tau of {among_all} among all outputs of an input{only}."
        if found.settings.only_significant:
            return text
        return f"{text} We cannot tell about the best outputs: the top bin has too few everywhere."
    less = "less" if fall.estimate > 0 else "no less"
    text = (
        f"{whose} {less} among the best outputs. Mean Kendall's tau is {decimal(top.estimate)}"
        f"{bracketed(top.low, top.high)} in the top bin and {among_all} among all outputs of an input."
    )
    return f"{text} {_beyond_width(found, fall)}"


def _beyond_width(found: RangesResult, fall: ContrastRow) -> str:
    if math.isnan(fall.expected):
        return "We cannot tell what their narrower range explains."
    width = f"Their narrower range alone would change it by {decimal(-fall.expected)}"
    rest = f"the rest, {decimal(-fall.difference)}{bracketed(-fall.difference_high, -fall.difference_low)}"
    if math.isnan(fall.pvalue):
        return f"{width}. We cannot tell whether {rest}, is chance."
    chance = "is more than chance" if fall.pvalue <= found.settings.alpha else "may be chance"
    return f"{width}; {rest}, {chance} (p = {significant(fall.pvalue, 2)})."


def _by_range(found: RangesResult) -> str:
    """Return in which ranges metrics agree more or less than their width explains."""
    # the top bin is in both
    every = [*_rows(found, CUMULATIVE, ALL_METRICS)[1:], *_rows(found, SINGLE, ALL_METRICS)[:-1]]
    rows = [row for row in every if not math.isnan(row.pvalue_adjusted)]
    if not rows:
        return ""
    apart = [row for row in rows if row.pvalue_adjusted <= found.settings.alpha]
    if not apart:
        least = min(row.pvalue_adjusted for row in rows)
        return (
            "In no range do metrics agree significantly more or less than its width explains (smallest adjusted p = "
            f"{significant(least, 2)})."
        )
    parts = [
        f"{'higher' if row.difference > 0 else 'lower'} in {row.range}, by {decimal(abs(row.difference))} "
        f"(adjusted p = {significant(row.pvalue_adjusted, 2)})"
        for row in apart
    ]
    return f"Beyond what its width explains, agreement of metrics is {'; '.join(parts)}."


def _heights(found: RangesResult, rival: str) -> str:
    """Return how the top bin differs from the lowest, and how much of that their widths explain."""
    height = contrast(found, HEIGHT, rival)
    if math.isnan(height.estimate):
        return ""
    whose = "Metrics agree" + ("" if rival == ALL_METRICS else f" with people ('{rival}')")
    more = f"{decimal(abs(height.estimate))} {'more' if height.estimate >= 0 else 'less'}"
    sure = "" if math.isnan(height.pvalue) else f" (p = {significant(height.pvalue, 2)})"
    return (
        f"{whose} by {more} in the top bin than in the lowest. The widths of the two would make it "
        f"{decimal(height.expected)}{sure}."
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
    text = (
        f"F/N goes from {_to(ends[BETTER, METRICS])} from the lowest outputs to the highest. For as many random "
        f"numbers it goes from {_to(ends[BETTER, RANDOM])}{', so it says nothing about metrics' if as_well else ''}."
    )
    return (
        f"{text} F'/N counts outputs that all find worse: it goes from {_to(ends[WORSE, METRICS])}, and for random "
        f"numbers from {_to(ends[WORSE, RANDOM])}."
    )


def _to(ends: tuple[float, float]) -> str:
    return f"{decimal(ends[0])} to {decimal(ends[1])}"


def _properties(found: RangesResult) -> str:
    rows = [
        row for row in found.properties if row.metric == ALL_METRICS and not math.isnan(row.pvalue_adjusted)
    ]
    if not rows:
        return ""
    shown = [row for row in rows if row.pvalue_adjusted <= found.settings.alpha]
    if not shown:
        which = "the one property" if len(rows) == 1 else f"any of the {len(rows)} properties"
        return f"We cannot tell whether {which} of inputs that was tested goes with agreement (after correction)."
    shown.sort(key=lambda row: -abs(row.estimate))
    named = "; ".join(
        f"{'higher' if row.estimate > 0 else 'lower'} with more {PROPERTY_WORDS[row.property].lower()} "
        f"({decimal(row.estimate)}, adjusted p = {significant(row.pvalue_adjusted, 2)})"
        for row in shown
    )
    tested = "1 property of inputs was" if len(rows) == 1 else f"{len(rows)} properties of inputs were"
    return f"Agreement is {named}. {tested} tested."


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
            f"{lacking} outputs lack a score by one of the metrics and are left out. To keep them, name fewer metrics "
            "(--metrics).",
        )
    flat = np.asarray(placed.flat.any(axis=1))
    if flat.any():
        names = [name for name, one in zip(found.metrics, flat, strict=True) if one]
        yield Caution(
            "flat_metric",
            "warning",
            f"A metric gives all outputs of {counted(int(placed.flat.any(axis=0).sum()), 'input')} one score "
            f"({listing(names)}). These are left out.",
        )
    if placed.level.any():
        yield Caution(
            "equal_levels",
            "warning",
            f"Left out: {counted(int(placed.level.sum()), 'input')} whose outputs all have the same level.",
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
            f"{int(thin.sum())} of {sizes.size} bins of single inputs lack a correlation: they hold "
            f"fewer than {settings.minimum_outputs} outputs ({lone} a single one).",
        )
    small = placed.usable & (placed.placed.sum(axis=0) < settings.bins)
    if small.any():
        yield Caution(
            "fewer_outputs_than_bins",
            "warning",
            f"In {counted(int(small.sum()), 'input')} there are fewer outputs than bins ({settings.bins}), so some "
            "bins are empty. Take fewer bins (--bins).",
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
            f"{counted(len(alike), 'pair')} of metrics order all outputs alike ({named}), and count twice in every "
            "level. Name one of them (--metrics).",
        )


def _about_ties(found: RangesResult, work: RangeWork) -> Iterable[Caution]:
    shares = tied_shares(work)
    tied = [(name, share) for name, share in zip(found.metrics, shares, strict=True) if share > MANY_TIES]
    if tied and not found.settings.only_significant:
        named = ", ".join(f"'{name}' {percent(share)}" for name, share in tied[:5])
        yield Caution(
            "tied_scores",
            "warning",
            f"Metrics tie pairs of outputs of one input ({named}). The test of what width explains then finds small "
            "differences too often: look at their size.",
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
            "Only correlations with p at most .05 are averaged, as published; of few outputs these are the ones far "
            "from 0. The table 'filtered' says what that does to means. Intervals apply to other inputs alone.",
        )
    declared = [scorer.name for scorer in found.table.scorers if scorer.role == "human"]
    if found.human is None and declared:
        yield Caution(
            "no_human",
            "note",
            f"The data declare several human scorers ({listing(declared)}). To compare metrics with people, name one "
            "(--human).",
        )
    if drawn:
        yield Caution(
            "pairs_drawn",
            "note",
            "Disagreement about outputs of different inputs is from a million random pairs of outputs.",
        )


def _about_properties(found: RangesResult, no_regression: str) -> Iterable[Caution]:
    if no_regression:
        yield Caution("no_regression", "note", no_regression)
    if found.texts is None:
        yield Caution(
            "no_texts",
            "note",
            "Of the inputs only ease of summarization is known. For more, give references and documents (--texts).",
        )
        return
    lacking = [name for name in PROPERTY_WORDS if any(math.isnan(getattr(row, name)) for row in found.inputs)]
    if lacking:
        some = max(sum(math.isnan(getattr(row, name)) for row in found.inputs) for name in lacking)
        yield Caution(
            "unknown_properties",
            "note",
            f"Up to {counted(some, 'input')} of {len(found.inputs)} lack {listing(lacking)}, since a reference or "
            "document is missing or empty. They are left out there.",
        )
