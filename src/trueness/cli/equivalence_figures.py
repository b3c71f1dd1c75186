"""The figures that `trueness equivalence` writes: those a study has, and with conditions what becomes of pairs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trueness.data.score_table import ScoreTable
    from trueness.parallel import Watch
    from trueness.reporting.figures.figure import Figure
    from trueness.studies.equivalence.equivalence_rows import Equivalence


def equivalence_figures(
    found: Equivalence,
    table: ScoreTable,
    against: Mapping[str, ScoreTable] | None,
    question: Mapping[str, Any],
    watch: Watch,
) -> list[Figure]:
    """Return the figures of a study; with matched conditions also the shifts of pairs and the plane of scorers.

    Parameters
    ----------
    found : Equivalence
    table : ScoreTable
        The reference condition.
    against : mapping of str to ScoreTable, optional
        The other conditions.
    question : mapping
        The arguments of the study.
    watch : callable
        Given what is being computed, returns a progress callback or None.
    """
    from trueness.reporting.figures.margin_curve import margin_curve
    from trueness.reporting.figures.margin_spread import margin_spread
    from trueness.studies.equivalence.margin_side import margin_side

    figures = []
    bounds = found.settings.bounds
    one_sided = bounds is not None and margin_side(bounds) is not None
    for level, coefficient in found.settings.keys:
        here = [row for row in found.tests if (row.level, row.coefficient) == (level, coefficient)]
        # the curve is that of a symmetric margin
        if (
            not found.settings.equivalence.closed_form
            and not one_sided
            and any(row.estimate == row.estimate for row in here)
        ):
            figures.append(margin_curve(found, coefficient, level=level))
        if found.margins:
            figures.append(margin_spread(found, coefficient, level=level))
    if against and question["matched"]:
        figures += _of_conditions(found, table, against, question, watch)
    return figures


def _of_conditions(
    found: Equivalence,
    table: ScoreTable,
    against: Mapping[str, ScoreTable],
    question: Mapping[str, Any],
    watch: Watch,
) -> list[Figure]:
    from trueness.reporting.figures.scorer_plane import scorer_plane
    from trueness.reporting.figures.shift_plot import shift_plot
    from trueness.studies.equivalence.resolved_pairs import resolved_pairs
    from trueness.studies.equivalence.scorer_map import scorer_map

    settings, metrics = found.settings, list(dict.fromkeys(row.metric for row in found.tests))
    figures = [scorer_plane(scorer_map(table, human=found.humans, metrics=metrics, against=against))]
    if len(metrics) < 2:
        return figures  # there is no pair
    pairs = resolved_pairs(
        table,
        human=found.humans,
        metrics=metrics,
        against=against,
        level=settings.levels,
        coefficient=settings.coefficients,
        over=settings.over,
        resamples=settings.resamples,
        aggregate=settings.aggregate,
        clusters=question["clusters"],
        rng=settings.seed,
        workers=question["workers"],
        watch=watch,
    )
    for level, coefficient in settings.keys:
        mine = [row for row in pairs.shifts if (row.level, row.coefficient) == (level, coefficient)]
        if any(row.n_pairs for row in mine):  # something was resolved
            figures.append(shift_plot(pairs, coefficient, level=level))
    return figures
