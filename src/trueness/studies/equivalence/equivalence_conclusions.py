"""What an equivalence study says, in sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trueness.errors import listing
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.studies.equivalence.equivalence_rows import EquivalenceRow
from trueness.studies.equivalence.equivalence_settings import EquivalenceSettings
from trueness.studies.equivalence.margin_side import SHOWN, OneSided, margin_side

ORDER = ("equivalent", "not worse", "not better", "better", "worse", "undecided", "undefined")
MOST_SENTENCES = 4


def equivalence_conclusions(rows: Sequence[EquivalenceRow], settings: EquivalenceSettings) -> tuple[str, ...]:
    """Return a count of verdicts per level and coefficient; with few rows, a sentence on each."""
    if len(rows) <= MOST_SENTENCES:
        return tuple(verdict_sentence(row, settings) for row in rows)
    sentences = []
    for level, coefficient in dict.fromkeys((row.level, row.coefficient) for row in rows):
        mine = [row for row in rows if (row.level, row.coefficient) == (level, coefficient)]
        counts = {name: sum(row.verdict == name for row in mine) for name in ORDER}
        unguarded = not settings.equivalence.rejects_if_wide
        alone = sum(row.pvalue <= settings.alpha and (unguarded or not row.too_wide) for row in mine)
        parts = [f"{count} {name}" for name, count in counts.items() if count]
        sentences.append(
            f"{coefficient_facts(coefficient).words}, {level.replace('_', '-')} level: of {len(mine)} comparisons "
            f"{', '.join(parts)}; before correction {alone} would be {_claim(mine[0])}."
        )
    never = sorted({row.metric for row in rows} - {row.metric for row in rows if row.equivalent})
    if rows[0].condition and never:
        if _shown(rows[0]):
            lost = f"Against no condition shown to be {_claim(rows[0])} under the reference"
        else:
            lost = "Under no condition shown to agree as well as under the reference"
        sentences.append(f"{lost}: {listing(never)}.")
    return tuple(sentences)


def verdict_sentence(row: EquivalenceRow, settings: EquivalenceSettings) -> str:
    """Return what is known of one pair, such as ``'a' and 'b' agree equally well with 'human' within 0.05 …``."""
    place = f"{coefficient_facts(row.coefficient).words}, {row.level.replace('_', '-')} level"
    confidence = f"{100 * (1 - 2 * settings.alpha):g}%"
    numbers = f"difference {row.estimate:.3f}, {confidence} interval [{row.low:.3f}, {row.high:.3f}]"
    ours, theirs = f"'{row.metric}'", f"'{row.rival}'"
    if row.condition:
        ours, theirs = f"'{row.metric}' under the reference condition", f"under '{row.condition}'"
    joined = f"{ours} and {theirs}"
    shown, within = _shown(row), f"{margin_words(row)} in agreement with '{row.human}'"
    if shown and row.verdict == shown:
        return f"{ours} is {shown} than {theirs} {within} ({place}: {numbers})."
    if row.verdict == "equivalent":
        differs = row.pvalue_difference_adjusted <= settings.alpha
        tail = " The difference is not zero, but smaller than the margin." if differs else ""
        return (
            f"{joined} agree equally well with '{row.human}' {margin_words(row)} ({place}: {numbers}).{tail}"
        )
    if row.verdict in ("better", "worse"):
        return f"{ours} agrees {row.verdict} with '{row.human}' than {theirs} ({place}: {numbers})."
    if row.verdict == "undecided":
        enough = (
            f"; a margin above {row.smallest_margin:.3f} would do"
            if math.isfinite(row.smallest_margin)
            else ""
        )
        if shown:
            return (
                f"Undecided whether {ours} is {shown.removeprefix('not ')} than {theirs} {within}: shown neither to "
                f"differ nor to be {shown} {margin_words(row)}{enough} ({place}: {numbers})."
            )
        return (
            f"Undecided whether {joined} agree equally well with '{row.human}': shown neither to differ nor to be "
            f"equivalent {margin_words(row)}{enough} ({place}: {numbers})."
        )
    return f"Undefined: {joined} with '{row.human}' ({place})."


def _shown(row: EquivalenceRow) -> OneSided | None:
    """Return what a margin on one side lets a test show; None for one on both sides."""
    side = margin_side(Bounds(row.margin_low, row.margin_high))
    return None if side is None else SHOWN[side]


def _claim(row: EquivalenceRow) -> str:
    """Return what is tested, such as ``not worse by more than 0.05``."""
    shown = _shown(row)
    return f"{shown} {margin_words(row)}" if shown else "equivalent"


def margin_words(row: EquivalenceRow) -> str:
    """Return the region in words, such as ``within 0.05``, or ``by more than 0.05`` where one side has a bound."""
    if math.isnan(row.margin_high):
        return "within an undefined margin"
    if row.margin_low == -row.margin_high:
        return f"within {row.margin_high:.3g}"
    if _shown(row):
        return f"by more than {min(-row.margin_low, row.margin_high):.3g}"
    return f"between {row.margin_low:.3g} and {row.margin_high:.3g}"
