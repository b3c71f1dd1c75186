"""What is said of intervals with other references."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.references.rows import WideningRow
from trueness.study.number_words import bracketed, decimal, percent, wider


def references_conclusions(rows: Sequence[WideningRow]) -> tuple[str, ...]:
    """Return between what the widening of all intervals lies, then that of each; of a single one that is the same.

    Parameters
    ----------
    rows : sequence of WideningRow
    """
    said = [answer(rows)] if len(rows) > 1 and known(rows) else []
    for row in rows:
        place = f"{coefficient_facts(row.coefficient).words}, {row.level.replace('_', '-')} level"
        if math.isnan(row.widening):
            said.append(f"'{row.metric}' with '{row.human}' ({place}): undefined.")
            continue
        said.append(
            f"'{row.metric}' with '{row.human}' ({place}): {decimal(row.estimate, 3)}"
            f"{bracketed(row.low, row.high)}; with other references{bracketed(row.varied_low, row.varied_high)}, "
            f"{wider(row.widening)}."
        )
    return tuple(said)


def known(rows: Sequence[WideningRow]) -> list[WideningRow]:
    """Return the rows whose intervals have a width."""
    return [row for row in rows if not math.isnan(row.widening)]


def answer(rows: Sequence[WideningRow]) -> str:
    """Return between what the widening of all intervals lies; empty where it is undefined everywhere."""
    found = known(rows)
    if not found:
        return ""
    least, most = (pick(row.widening for row in found) for pick in (min, max))
    if wider(least) == wider(most):
        what = "The interval of the correlation is" if len(found) == 1 else "Intervals of correlations are"
        return f"{what} {wider(most)} where references could have been others."
    start = wider(least) if (least < 0) != (most < 0) else percent(abs(least))
    return f"Intervals of correlations are from {start} to {wider(most)} where references could have been others."
