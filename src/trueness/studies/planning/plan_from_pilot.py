"""A plan from a pilot table: which scorers, and which sizes where none are given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from trueness.data.score_table import ScoreTable
from trueness.errors import ArgumentError, DataError, listing
from trueness.methods.studied import studied_interval
from trueness.parallel import Progress
from trueness.statistics.engine.resample import Rng, resolve_seed
from trueness.statistics.level_names import check_levels
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.planning.plan import LEAST_SYSTEMS, plan
from trueness.studies.planning.plan_rows import Plan
from trueness.studies.planning.plan_settings import PlanSettings
from trueness.studies.planning.planning_model import planning_model
from trueness.studies.selection import choose_human, choose_metrics


def plan_from_pilot(
    table: ScoreTable,
    *,
    human: str | None = None,
    metrics: str | Iterable[str] | None = None,
    systems: Sequence[int] | None = None,
    inputs: Sequence[int] | None = None,
    annotators: Sequence[int] | None = None,
    level: str = "system",
    rng: Rng = None,
    workers: int | None = None,
    progress: Progress | None = None,
    **given: Any,
) -> Plan:
    """Plan from a pilot table (see `plan` and `planning_model`).

    Parameters
    ----------
    table : ScoreTable
    human : str, optional
        Needed unless the table declares exactly one human scorer.
    metrics : str or iterable of str, optional
        The metric, and its rival for power; needed unless the table holds at most two.
    systems, inputs, annotators : sequences of int, optional
        By default half as many as the pilot has, as many, and twice as many; as many annotators as it has per output,
        rounded.
    level : {'system', 'input'}
    rng, workers, progress
        As `plan`.
    **given
        As `PlanSettings`.

    Returns
    -------
    Plan

    Raises
    ------
    ArgumentError
        If there are more than two metrics, or a number is out of range.
    DataError
        If the pilot has fewer than four systems or two inputs that all scorers have, or no human or no metric can be
        chosen.
    UnknownNameError
        If a name is that of no scorer.
    """
    table = table.sorted_by_name()
    human = choose_human(table, human)
    names = choose_metrics(table, metrics, human)
    if len(names) > 2:
        raise ArgumentError(
            f"a plan is for one metric, or for two to be told apart; {len(names)} are chosen: {listing(names)}. Name "
            "them (--metrics)."
        )
    n_systems, n_inputs = _shared(table, (human, *names))
    if n_systems < LEAST_SYSTEMS or n_inputs < 2:
        raise DataError(
            f"a pilot needs {LEAST_SYSTEMS} systems and 2 inputs whose outputs {listing((human, *names))} all have; "
            f"this one has {n_systems} and {n_inputs}. Without a pilot, variances can be assumed (--assume)."
        )
    model = planning_model(table, human, *names)
    level, seed = check_levels(level)[0], resolve_seed(rng)
    return plan(
        model,
        pilot_width=_pilot_width(table, human, names[0], PlanSettings(level=level, seed=seed, **given)),
        systems=systems or _around(n_systems, LEAST_SYSTEMS),
        inputs=inputs or _around(n_inputs, 1),
        annotators=annotators or (max(1, round(model.annotators)),),
        level=level,
        rng=seed,
        workers=workers,
        progress=progress,
        **given,
    )


def _shared(table: ScoreTable, names: Sequence[str]) -> tuple[int, int]:
    """Return the numbers of systems and inputs with an output that has the scores of all scorers named."""
    cells = np.all([np.isfinite(table.matrix(name)) for name in names], axis=0)
    return int(cells.any(axis=1).sum()), int(cells.any(axis=0).sum())


def _pilot_width(table: ScoreTable, human: str, metric: str, settings: PlanSettings) -> float:
    """Return the width of the pilot's own interval, of the kind planned for."""
    arrays = ScoreArrays.of(table.oriented(metric)[None], table.oriented(human))
    key = (settings.level, settings.coefficient)
    interval = studied_interval(settings.interval)
    found = interval.of_table(arrays, key[:1], key[1:], settings.resamples, settings.seed)
    return float(found[key].high - found[key].low)


def _around(size: int, least: int) -> tuple[int, ...]:
    return tuple(dict.fromkeys(max(least, number) for number in (size // 2, size, 2 * size)))
