"""How many systems, inputs and annotators it takes: the interval's width and the test's power of designs, simulated."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

import numpy as np

from trueness.errors import ArgumentError, check_integer
from trueness.parallel import Execution, Progress, executing, one_watch, step
from trueness.result import Signature
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import Rng, resolve_seed
from trueness.studies.planning.designs import design_of, simulated
from trueness.studies.planning.detectable_difference import detectable_difference
from trueness.studies.planning.plan_rows import Design, NextStep, Plan, Size
from trueness.studies.planning.plan_settings import PlanSettings
from trueness.studies.planning.plan_words import about_pilot, plan_cautions, plan_conclusions
from trueness.studies.planning.planning_model import PlanningModel

STEP = 0.25
"""By how much systems, inputs and annotators are raised to see what helps most."""

LEAST_SYSTEMS = 4

MOST = 100_000
"""Systems, inputs or annotators of a design."""


def plan(
    model: PlanningModel,
    *,
    systems: Sequence[int],
    inputs: Sequence[int],
    annotators: Sequence[int] = (1,),
    pilot_width: float = float("nan"),
    rng: Rng = None,
    workers: int | None = None,
    progress: Progress | None = None,
    **given: object,
) -> Plan:
    """Simulate every design and say which is enough.

    Costs designs x runs tables, and for the smallest detectable differences about eight times as many; all designs
    share their random numbers.

    Parameters
    ----------
    model : PlanningModel
        From `planning_model`, or of assumed variances (`assumed_model`).
    systems, inputs, annotators : sequences of int
        Every combination is a design.
    pilot_width : float
        Width of the pilot's own interval, said beside that of simulated tables of its size.
    rng : int or numpy.random.Generator, optional
    workers : int, optional
        Does not change the numbers.
    progress : callable, optional
        Called with the blocks of tables done and their total, while designs are simulated.
    **given
        As `PlanSettings`.

    Raises
    ------
    ArgumentError
        If a number is out of range, or power is asked for without a rival.
    UnsupportedMethodError
        If the interval or the test is unknown.
    """
    unknown = sorted(given.keys() - {field.name for field in dataclasses.fields(PlanSettings)})
    if unknown:
        raise ArgumentError(f"a plan has no setting `{unknown[0]}`.")
    settings = PlanSettings(seed=resolve_seed(rng), **given)  # type: ignore[arg-type]
    if (settings.power or settings.detect) is not None and not model.has_rival:
        raise ArgumentError("power is that of telling two metrics apart; name a second metric.")
    for name, numbers in (("systems", systems), ("inputs", inputs), ("annotators", annotators)):
        if not numbers:
            raise ArgumentError(f"`{name}` must hold at least one number.")
        for number in numbers:
            check_integer(name, number, minimum=LEAST_SYSTEMS if name == "systems" else 1)
            if number > MOST:
                raise ArgumentError(
                    f"`{name}` must be at most {MOST:,}, not {number:,}: every design is simulated."
                )
    sizes = list(dict.fromkeys(itertools.product(systems, inputs, annotators)))
    separated = _separated(model, settings, max(inputs))
    with executing(Execution.of(workers=workers), one_watch(progress)):
        with step("simulating designs"):
            simulations = simulated(model, separated, sizes, settings)
        samples = dict(zip(sizes, simulations, strict=True))
        designs = tuple(
            design_of(size, samples[size], settings, tested=separated is not None) for size in sizes
        )
        if settings.detect is not None:
            designs = tuple(
                dataclasses.replace(design, detectable=detectable_difference(model, design.size, settings))
                for design in designs
            )
        asked = settings.width is not None or settings.power is not None
        enough = [design for design in designs if design.enough] if asked else []
        cheapest = min(enough, key=lambda design: (design.cost, design.width), default=None)
        start = cheapest or max(designs, key=lambda design: design.judgements)
        steps = _next_steps(model, separated, start, samples[start.size], settings)
    correlation = model.correlation(settings.level, inputs[0], annotators=annotators[0])
    return Plan(
        _signature(model, settings, tested=separated is not None),
        settings,
        correlation,
        designs,
        cheapest,
        steps,
        (
            *plan_conclusions(settings, correlation, designs, cheapest, steps),
            *about_pilot(model, designs, pilot_width),
        ),
        plan_cautions(model, designs, settings),
    )


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
                what,
                *size,
                more_judgements,
                narrower,
                float(change.std(ddof=1) / np.sqrt(change.size)) if change.size > 1 else float("nan"),
                1000 * narrower / more_judgements,
                design.power - start.power,
            )
        )
    return tuple(steps)
