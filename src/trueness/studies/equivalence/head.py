"""The first screen of a page on equivalence: how many comparisons are shown to be equivalent, or to differ."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from trueness.reporting.page import Head, Tile
from trueness.studies.compare.margin_verdicts import SHOWN, margin_side
from trueness.studies.equivalence.rows import TOGETHER, Equivalence, EquivalenceRow
from trueness.studies.equivalence.said import margin_words, place_words, published_words
from trueness.study.number_words import counted, decimal, interval
from trueness.study.words import after_correction, tost_confidence


def equivalence_head(found: Equivalence) -> Head:
    """Return how many comparisons are shown to be equivalent, or to differ, the largest difference, and what would do.

    All are at the first level, by its first coefficient; of groups all together. Of a single comparison the answer in
    a line is the first sentence of the conclusions.
    """
    level, coefficient = found.settings.keys[0]
    rows = [
        row
        for row in found.tests
        if (row.level, row.coefficient) == (level, coefficient) and row.group in TOGETHER
    ]
    if not rows:
        return Head()
    return Head(_lead(found, rows) if len(rows) > 1 else "", tuple(_tiles(found, rows)))


def _within(found: Equivalence, row: EquivalenceRow) -> str:
    """Return the margin in words; those from annotators differ from metric to metric."""
    if isinstance(found.settings.margin, str):
        kind = {"sd": "standard deviation", "range": "largest difference"}[found.settings.margin]
        return f"within the {kind} of single annotators"
    return margin_words(row)


def _shown(found: Equivalence) -> str:
    side = None if found.settings.bounds is None else margin_side(found.settings.bounds)
    return "equivalent" if side is None else SHOWN[side]


def _lead(found: Equivalence, rows: Sequence[EquivalenceRow]) -> str:
    shown = _shown(found)
    of = (
        "comparisons of a metric with itself under another condition"
        if found.conditions
        else "pairs of metrics"
    )
    known = sum(row.verdict == shown for row in rows)
    apart = sum(row.verdict in ("better", "worse") for row in rows)
    rest = {name: sum(row.verdict == name for row in rows) for name in ("undecided", "undefined")}
    left = [f"{count} {'is' if count == 1 else 'are'} {name}" for name, count in rest.items() if count]
    are = "is" if known < 2 else "are"
    said = published_words(found.settings, rows[0].level)
    return (
        f"{said}Of {len(rows)} {of} {known or 'none'} {are} shown to be {shown} {_within(found, rows[0])}, and "
        f"{apart or 'none'} to differ{''.join(f'; {one}' for one in left)} ({place_words(rows[0])})."
    )


def _tiles(found: Equivalence, rows: Sequence[EquivalenceRow]) -> Iterator[Tile]:
    settings, shown = found.settings, _shown(found)
    guarded = settings.equivalence.rejects_if_wide
    alone = sum(row.pvalue <= settings.alpha and not (guarded and row.too_wide) for row in rows)
    after = after_correction(settings.correction)
    yield Tile(
        f"Shown to be {shown}",
        f"{sum(row.verdict == shown for row in rows)} of {len(rows)}",
        f"{_within(found, rows[0])}, {after}"
        + (f"; {alone} would be before it" if settings.correction != "none" else ""),
    )
    if settings.tested:
        counts = {one: sum(row.verdict == one for row in rows) for one in ("better", "worse")}
        what = "the reference" if found.conditions else "the metric named first"
        yield Tile(
            "Shown to differ",
            f"{sum(counts.values())} of {len(rows)}",
            f"{after}"
            + (f"; {what} is better in {counts['better']} of these" if any(counts.values()) else ""),
        )
    known = [row for row in rows if not math.isnan(row.estimate)]
    if known:
        most = max(known, key=lambda row: abs(row.estimate))
        against = f"‘{most.metric}’ " + (
            f"against itself under ‘{most.condition}’" if most.condition else f"against ‘{most.rival}’"
        )
        yield Tile(
            "Largest difference" if len(rows) > 1 else "Difference",
            decimal(most.estimate),
            f"{against}, with a {tost_confidence(settings.alpha)} interval",
            interval(most.low, most.high),
        )
    margins = [row.smallest_margin for row in rows]
    if all(map(math.isfinite, margins)):
        # rounded up, since what is below would not do
        needed = math.ceil(1000 * max(margins) - 1e-9) / 1000
        of_all = f"all {counted(len(rows), 'comparison')}" if len(rows) > 1 else "it"
        yield Tile(
            "A margin above",
            f"{needed:.3f}",
            f"would have shown {of_all} to be {shown}; fix a margin before you look",
        )
