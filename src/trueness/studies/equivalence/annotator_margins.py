"""Equivalence margins of every metric from the single annotators behind a human dimension."""

from __future__ import annotations

import numpy as np

from trueness.data.score_table import ScoreTable
from trueness.errors import DataError
from trueness.methods.correlations import point_values
from trueness.statistics.equivalence.annotator_margin import margin_of_correlations
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.equivalence.equivalence_rows import MarginRow
from trueness.studies.equivalence.equivalence_settings import EquivalenceSettings


def annotator_margins(
    table: ScoreTable, human: str, metrics: tuple[str, ...], kind: str, settings: EquivalenceSettings
) -> tuple[MarginRow, ...]:
    """Return the margin of every metric at every level and coefficient (Braun et al. 2022, section 3.3).

    Parameters
    ----------
    table : ScoreTable
        The reference condition.
    human : str
        A dimension with at least two annotators.
    metrics : tuple of str
    kind : {'sd', 'range'}
        Standard deviation (divided by A - 1) of the A annotators' correlations with the metric, or their largest
        difference.
    settings : EquivalenceSettings
        Says levels, coefficients and how system scores come about.

    Raises
    ------
    DataError
        If there are fewer than two annotators behind the human.
    """
    annotations = table.annotations.get(human)
    if annotations is None or len(annotations.annotators) < 2:
        raise DataError(
            f"a margin from annotators needs two or more behind '{human}', and the data hold "
            f"{'one' if annotations else 'none'}. Give a number as margin (--margin 0.05)."
        )
    table = table.sorted_by_name()  # the folds of held-out calibration are dealt in this order
    drawn = table.annotations[human]
    listed = [drawn.annotators.index(name) for name in annotations.annotators]
    sign = 1.0 if table.scorer(human).higher_is_better else -1.0
    found: dict[tuple[str, str], list[np.ndarray]] = {}
    rules = settings.of_differences()
    for ratings in drawn.values:
        arrays = ScoreArrays.of(
            np.stack([table.oriented(name) for name in metrics]),
            sign * ratings,
            metrics,
            means=settings.means,
            aggregate=settings.aggregate,
            tie_calibration=settings.tie_calibration,
            fold_seed=settings.seed,
            corpus={k: table.corpus[name] for k, name in enumerate(metrics) if name in table.corpus},
            negated=[k for k, name in enumerate(metrics) if not table.scorer(name).higher_is_better],
        )
        for level in rules.computed_levels:
            here = rules.coefficients_at(level)
            values = {name: np.full(len(metrics), np.nan) for name in here}
            for group in arrays.single_groups():
                points = point_values(arrays, group, level, here).values
                for name, value in points.items():
                    values[name][list(group.metrics)] = value[0]
            for name, of_metrics in values.items():
                found.setdefault((level, name), []).append(of_metrics)
    rows = []
    for (level, coefficient), correlations in found.items():
        stacked = np.array(correlations)
        margins = margin_of_correlations(stacked, kind)
        rows += [
            MarginRow(
                name, human, level, coefficient, float(margins[k]), tuple(map(float, stacked[listed, k]))
            )
            for k, name in enumerate(metrics)
        ]
    return tuple(rows)
