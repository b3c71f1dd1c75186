"""What is counted over the tests of a study of conditions, and the margins behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from trueness.statistics.equivalence.annotator_margin import margin_of_correlations
from trueness.studies.conditions.rows import AnnotatorMarginsRow, ShareRow
from trueness.studies.equivalence.rows import EquivalenceResult, MarginRow


def share_rows(studied: Mapping[tuple[str, str], EquivalenceResult]) -> tuple[ShareRow, ...]:
    """Return how many tests find equivalence, by kind of margin, method, level and coefficient.

    A test whose p-value is small although its interval is as wide as the region does not count (see
    `EquivalenceRow.too_wide`).

    Parameters
    ----------
    studied : mapping of (str, str) to EquivalenceResult
        By kind of margin and method.
    """
    rows = []
    for (kind, method), found in studied.items():
        wide_rejects = found.settings.equivalence.rejects_if_wide
        for level, coefficient in found.settings.keys:
            mine = [row for row in found.tests if (row.level, row.coefficient) == (level, coefficient)]
            alone = sum(
                row.pvalue <= found.settings.alpha and not (wide_rejects and row.too_wide) for row in mine
            )
            after = sum(row.equivalent for row in mine)
            defined = sum(not np.isnan(row.pvalue) for row in mine)
            rows.append(
                ShareRow(
                    margin_kind=kind,
                    method=method,
                    level=level,
                    coefficient=coefficient,
                    n_tests=len(mine),
                    n_undefined=len(mine) - defined,
                    n_equivalent=int(alone),
                    n_equivalent_adjusted=int(after),
                    share_equivalent=alone / len(mine),
                    share_equivalent_adjusted=after / len(mine),
                    n_different=sum(row.verdict in ("better", "worse") for row in mine),
                )
            )
    return tuple(rows)


def annotator_rows(
    margins: Mapping[tuple[str, str], Sequence[MarginRow]],
) -> tuple[AnnotatorMarginsRow, ...]:
    """Return both margins that single annotators give, from the correlations behind one of them.

    Parameters
    ----------
    margins : mapping of (str, str) to sequence of MarginRow
        By kind of margin and human; those that are numbers have no rows.
    """
    found = {
        (row.metric, row.human, row.level, row.coefficient): row for rows in margins.values() for row in rows
    }
    return tuple(
        AnnotatorMarginsRow(
            *key,
            sd=float(margin_of_correlations(row.correlations, "sd")),
            range=float(margin_of_correlations(row.correlations, "range")),
            correlations=row.correlations,
        )
        for key, row in found.items()
    )
