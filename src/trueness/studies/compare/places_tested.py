"""Words for the coefficients and levels at which one of several kinds of tests decides."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.errors import series
from trueness.studies.compare.rows import PairTest


def places_tested(found: Sequence[PairTest], rows: Sequence[PairTest]) -> str:
    """Return of which coefficients and levels some tests are, such as ``for acc_eq at the input level``.

    What is true of all tests is left out; nothing is said of all of them together.

    Parameters
    ----------
    found : sequence of PairTest
        Those of one kind.
    rows : sequence of PairTest
        All of them.
    """
    all_levels = list(dict.fromkeys(row.level for row in rows))
    coefficients = list(dict.fromkeys(row.coefficient for row in rows))
    levels_of: dict[str, list[str]] = {}
    for row in found:
        levels = levels_of.setdefault(row.coefficient, [])
        if row.level not in levels:
            levels.append(row.level)
    groups: dict[tuple[str, ...], list[str]] = {}
    for coefficient, levels in levels_of.items():
        # a coefficient may exist at some levels only: what counts is where it was tested at all
        tested = [
            level
            for level in all_levels
            if any((row.level, row.coefficient) == (level, coefficient) for row in rows)
        ]
        groups.setdefault(() if len(levels) == len(tested) else tuple(levels), []).append(coefficient)
    said = []
    for levels_here, names in groups.items():
        words = series(names) if names != coefficients else ""
        where = (
            f"at the {series([level.replace('_', '-') for level in levels_here])} level"
            if levels_here
            else ""
        )
        where += "s" if len(levels_here) > 1 else ""
        said.append(" ".join(filter(None, (f"for {words}" if words else "", where))))
    return ", and ".join(filter(None, said))
