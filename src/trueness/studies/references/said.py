"""What is said of intervals with other references."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trueness.studies.references.rows import WideningRow
from trueness.study.number_words import decimal, interval, percent, wider
from trueness.study.words import coefficient_words, undefined_words


def references_conclusions(rows: Sequence[WideningRow]) -> tuple[str, ...]:
    """Return between what the widening of intervals lies and which is widened most; of a single one both at once."""
    found = known(rows)
    unknown = list(dict.fromkeys(row.metric for row in rows if math.isnan(row.widening)))
    said = [_answer(found), _widest(found)] if found else []
    return (*said, *filter(None, [undefined_words(unknown)]))


def known(rows: Sequence[WideningRow]) -> list[WideningRow]:
    """Return the rows whose intervals have a width."""
    return [row for row in rows if not math.isnan(row.widening)]


def _answer(found: Sequence[WideningRow]) -> str:
    least, most = (pick(row.widening for row in found) for pick in (min, max))
    if wider(least) == wider(most):
        much = wider(most)
    else:
        start = wider(least) if (least < 0) != (most < 0) else percent(abs(least))
        much = f"{start} to {wider(most)}"
    one = len(found) == 1
    whose = "The interval of this correlation is" if one else "Intervals of these correlations are"
    return (
        f"{whose} {much} if the references could have been others. Quote {'the one' if one else 'those'} with other "
        "references."
    )


def _widest(found: Sequence[WideningRow]) -> str:
    row = max(found, key=lambda row: row.widening)
    start = "It is" if len(found) == 1 else "The largest change is"
    return (
        f"{start} {interval(row.varied_low, row.varied_high)} instead of {interval(row.low, row.high)} for "
        f"'{row.metric}' ({coefficient_words(row.coefficient)} {decimal(row.estimate)} with '{row.human}', "
        f"{row.level.replace('_', '-')} level)."
    )
