"""How many systems, inputs and annotators it takes: the interval's width and the test's power of designs, simulated."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import Decision
from trueness.decisions.enough import Asked, enough, likeliest
from trueness.errors import ArgumentError, DataError, listing
from trueness.methods.studied import studied_interval
from trueness.parallel import Progress, Watch, one_watch, step
from trueness.result import Signature
from trueness.statistics.array_types import FloatArray
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.plan.designs import design_of, simulated, smallest_difference
from trueness.studies.plan.pilot_doubt import TWO_SIDED, with_promises
from trueness.studies.plan.planning_model import ASSUMPTIONS, PlanningModel, assumed_model, planning_model
from trueness.studies.plan.rows import Design, NextStep, PlanResult, Size
from trueness.studies.plan.said import (
    about_pilot,
    about_promises,
    design_words,
    plan_cautions,
    plan_conclusions,
    wider_pilot,
)
from trueness.studies.plan.settings import (
    LEAST_SYSTEMS,
    DesignSelection,
    PilotSelection,
    PlanSelection,
    PlanSettings,
)
from trueness.study.selection import choose_human, choose_metrics, leave_out_silent
from trueness.study.study import Study, entry

STEP = 0.25
"""By how much systems, inputs and annotators are raised to see what helps most."""

ASSUMED_SIZES = {"systems": (8, 16, 32), "inputs": (50, 200), "annotators": (1, 3)}
"""Designs where nothing is known and none are named."""


@dataclasses.dataclass(frozen=True)
class Modelled:
    """What is known of the data to come, in place of a pilot table.

    Attributes
    ----------
    model : PlanningModel
    pilot_width : float
        Width of the pilot's own interval; NaN where it is not known.
    """

    model: PlanningModel
    pilot_width: float = float("nan")


class Planning(Study[ScoreTable | Modelled | None, PlanSelection, PlanSettings, PlanResult]):
    """Which designs are enough, in data like a pilot's, like a model's, or as assumed."""

    def assembled(self, parts: Mapping[str, Any]) -> ScoreTable | None:
        """Return the pilot, or None where all is assumed."""
        return parts.get("scores")

    def answer(
        self, data: ScoreTable | Modelled | None, selection: PlanSelection, settings: PlanSettings
    ) -> PlanResult:
        """Simulate every design and say which is enough."""
        table = None
        if isinstance(data, ScoreTable):
            table = data
            known, selected = _of_pilot(data, selection, settings)
        else:
            known, selected = _without_pilot(data, selection)
        model = known.model
        if (settings.power or settings.detect) is not None and not model.has_rival:
            raise ArgumentError("power is that of telling two metrics apart; name a second metric.")
        separated = _separated(model, settings, max(selected.inputs or ()))
        with step("simulating designs"):
            designs, decisions, samples = _tried(model, separated, selected, settings)
            cheapest, likely = _chosen(designs, decisions)
            start = cheapest or likely or max(designs, key=lambda design: design.judgements)
            steps = _next_steps(model, separated, start, samples[start.size], settings)
        correlation = model.correlation(
            settings.level, designs[0].n_inputs, annotators=designs[0].n_annotators
        )
        return PlanResult(
            signature=_signature(model, settings, tested=separated is not None),
            selection=selected,
            settings=settings,
            cautions=(
                *wider_pilot(model, designs, known.pilot_width),
                *plan_cautions(model, designs, settings),
            ),
            conclusions=(
                *plan_conclusions(settings, correlation, designs, cheapest, likely, steps),
                *about_promises(model, settings, start),
                *about_pilot(model, designs, known.pilot_width),
            ),
            table=table,
            correlation=correlation,
            designs=designs,
            cheapest=cheapest,
            likely=likely,
            decisions=decisions,
            next_steps=steps,
        )


@entry(Planning, DesignSelection)
def plan(
    model: PlanningModel | Scores,
    *,
    pilot_width: float = float("nan"),
    progress: Progress | None = None,
    **options: Any,
) -> PlanResult:
    """Simulate every design and say which is enough.

    Costs designs x runs tables, and for the smallest detectable differences about eight times as many; all designs
    share their random numbers.

    Parameters
    ----------
    model : PlanningModel
        From `planning_model`, or of assumed variances (`assumed_model`); of scores as `plan_from_pilot`.
    pilot_width : float
        Width of the pilot's own interval, said beside that of simulated tables of its size.
    progress : callable, optional
        Called with the blocks of tables done and their total, while designs are simulated.

    Raises
    ------
    ArgumentError
        If a number is out of range, or power is asked for without a rival.
    UnsupportedMethodError
        If the interval or the test is unknown.
    """
    if not isinstance(model, PlanningModel):  # scores: a pilot
        planned: PlanResult = plan_from_pilot(model, progress=progress, **options)
        return planned
    return Planning().run(Modelled(model, pilot_width), **_watched(progress, options))


@entry(Planning, PilotSelection)
def plan_from_pilot(
    table: ScoreTable,
    *,
    progress: Progress | None = None,
    **options: Any,
) -> PlanResult:
    """Plan from a pilot table (see `plan` and `planning_model`).

    Parameters
    ----------
    progress : callable, optional
        Called with the blocks of tables done and their total, while designs are simulated.

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
    return Planning().run(read_table(table), **_watched(progress, options))


def _watched(progress: Progress | None, options: dict[str, Any]) -> dict[str, Any]:
    """Return arguments in which one callback is told of every step."""
    watch: Watch | None = one_watch(progress)
    return options if watch is None else {"watch": watch, **options}


def _of_pilot(
    table: ScoreTable, selection: PlanSelection, settings: PlanSettings
) -> tuple[Modelled, PlanSelection]:
    """Return what a pilot tells, and the selection with its scorers and sizes."""
    if selection.assume is not None:
        raise ArgumentError("a plan takes either a pilot or assumptions (--assume).")
    if not table.has_systems:
        raise DataError(
            f"'{table.name}' lacks names of systems, so outputs are the units: `trueness judge --table "
            "goals` says how many labels or scores it takes. If a column names systems, say so "
            "(--columns system=COL)."
        )
    table = table.sorted_by_name()
    human = choose_human(table, selection.human)
    names = choose_metrics(table, selection.metrics, human)
    if selection.metrics is None:
        table, names = leave_out_silent(table, names, (human,))
    else:  # the first that is named is planned for, wherever its column is
        asked = (name for pattern in selection.metrics for name in table.names_matching(pattern))
        names = tuple(dict.fromkeys(name for name in asked if name in names))
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
    selected = PlanSelection(
        human=human,
        metrics=names,
        systems=selection.systems or _around(n_systems, LEAST_SYSTEMS),
        inputs=selection.inputs or _around(n_inputs, 1),
        annotators=selection.annotators or (max(1, round(model.annotators)),),
    )
    return Modelled(model, _pilot_width(table, human, names[0], settings)), selected


def _without_pilot(data: Modelled | None, selection: PlanSelection) -> tuple[Modelled, PlanSelection]:
    """Return what is known or assumed, and the selection with its sizes."""
    for name in ("human", "metrics"):
        if getattr(selection, name) is not None:
            raise ArgumentError(f"`{name}` names a scorer of a pilot; leave it out beside `assume`.")
    systems = selection.systems or ASSUMED_SIZES["systems"]
    inputs = selection.inputs or ASSUMED_SIZES["inputs"]
    if data is not None:
        return data, PlanSelection(systems, inputs, selection.annotators or (1,))
    if selection.assume is None:
        raise ArgumentError(
            "name a pilot table, or give standard deviations (--assume quality=.5,annotator=1)."
        )
    annotators = selection.annotators or ASSUMED_SIZES["annotators"]
    assumed = {**ASSUMPTIONS, **selection.assume}
    return Modelled(assumed_model(selection.assume)), PlanSelection(
        systems, inputs, annotators, assume=assumed
    )


def _tried(
    model: PlanningModel, separated: PlanningModel | None, selected: PlanSelection, settings: PlanSettings
) -> tuple[tuple[Design, ...], tuple[Decision, ...], dict[Size, FloatArray]]:
    """Return the designs, whether each is enough, and their simulated widths and p-values."""
    numbers = (selected.systems or (), selected.inputs or (), selected.annotators or ())
    sizes: list[Size] = list(dict.fromkeys(itertools.product(*numbers)))
    samples = dict(zip(sizes, simulated(model, separated, sizes, settings), strict=True))
    found = tuple(design_of(size, samples[size], settings, tested=separated is not None) for size in sizes)
    found = with_promises(found, model, settings, max(numbers[1]))
    if settings.detect is not None:
        found = tuple(
            dataclasses.replace(design, detectable=smallest_difference(model, design.size, settings))
            for design in found
        )
    asked = [_enough(design, model, settings) for design in found]
    designs = tuple(
        design if one is None else dataclasses.replace(design, enough=one.answer)
        for design, one in zip(found, asked, strict=True)
    )
    return designs, tuple(one for one in asked if one is not None), samples


def _enough(design: Design, model: PlanningModel, settings: PlanSettings) -> Decision | None:
    """Return whether a design is enough, by what its pilot leaves open, or the number of simulated tables."""
    power = design.power_low, design.power_high
    error = TWO_SIDED * design.width_error
    width = design.width - error, design.width + error
    if model.pilot[0]:
        power = design.promise_low, design.promise_high
        width = design.width_low, design.width_high
    return enough(
        design_words(design),
        Asked(design.power, *power, settings.power),
        Asked(design.width, *width, settings.width),
        pilot=model.pilot[0],
    )


def _chosen(designs: Sequence[Design], decisions: Sequence[Decision]) -> tuple[Design | None, Design | None]:
    """Return the cheapest design that is enough, and where none is the cheapest that is likely to be."""
    shown = [design for design in designs if design.enough == "yes"]
    if shown:
        return min(shown, key=lambda design: (design.cost, design.width)), None
    likely = likeliest(decisions, [design.cost for design in designs]) if decisions else None
    return None, next((one for one in designs if likely and design_words(one) == likely.about), None)


def _separated(model: PlanningModel, settings: PlanSettings, n_inputs: int) -> PlanningModel | None:
    """Return the model with the difference to be found.

    Where nobody asks for power, a difference that the metric's correlation leaves no room for is none to be found.
    """
    if not model.has_rival:
        return None
    try:
        return model.separated(settings.difference, settings.level, n_inputs)
    except ArgumentError:
        if settings.power is not None:
            raise
        return None


def _signature(model: PlanningModel, settings: PlanSettings, *, tested: bool) -> Signature:
    return Signature.of(
        study="plan",
        data=model.data or None,
        assumed=model.assumed or None,
        level=settings.level,
        coef=settings.coefficient,
        interval=settings.interval,
        test=settings.test if tested else None,
        difference=settings.difference if tested else None,
        detect=settings.detect,
        runs=settings.runs,
        resamples=settings.resamples,
        seed=settings.seed,
    )


def _next_steps(
    model: PlanningModel,
    separated: PlanningModel | None,
    start: Design,
    sample: FloatArray,
    settings: PlanSettings,
) -> tuple[NextStep, ...]:
    axes = ["systems", "inputs"]
    if model.annotator_variance > 0 or model.annotator_system_variance > 0:
        axes.append("annotators")  # otherwise what they add is not known
    raised: list[Size] = []
    for axis in range(len(axes)):
        more = list(start.size)
        more[axis] += max(1, round(STEP * start.size[axis]))
        raised.append((more[0], more[1], more[2]))
    samples = simulated(model, separated, raised, settings)
    steps = []
    for what, size, found in zip(axes, raised, samples, strict=True):
        design = design_of(size, found, settings, tested=separated is not None)
        change = (sample - found)[:, 0]
        change = change[~np.isnan(change)]
        narrower, more_judgements = start.width - design.width, design.judgements - start.judgements
        steps.append(
            NextStep(
                what=what,
                n_systems=size[0],
                n_inputs=size[1],
                n_annotators=size[2],
                more_judgements=more_judgements,
                narrower=narrower,
                narrower_error=(
                    float(change.std(ddof=1) / np.sqrt(change.size)) if change.size > 1 else float("nan")
                ),
                narrower_per_1000=1000 * narrower / more_judgements,
                more_power=design.power - start.power,
            )
        )
    return tuple(steps)


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
