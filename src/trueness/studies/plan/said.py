"""What a plan comes to, and what has to be known about it, in sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from trueness.decisions.decision import CANNOT_TELL
from trueness.methods.studied import studied_interval, studied_test
from trueness.studies.plan.rows import PROMISE
from trueness.study.lights import LIGHTS
from trueness.study.number_words import bracketed, bracketed_shares, decimal, percent
from trueness.study.rows import Caution
from trueness.study.shared_cautions import few_systems

if TYPE_CHECKING:
    from trueness.studies.plan.planning_model import PlanningModel
    from trueness.studies.plan.rows import Design, NextStep
    from trueness.studies.plan.settings import PlanSettings

CLIPPED = 0.1
"""Above this share of set-to-zero variance a pilot says little."""

FEW_PILOT_SYSTEMS = 10
"""Below, the variance of systems in the pilot is itself hardly known."""

MUCH_WIDER = 1.25
"""A pilot's interval that is so many times wider than planned ones makes a plan look optimistic."""


def plan_conclusions(
    settings: PlanSettings,
    correlation: float,
    designs: tuple[Design, ...],
    cheapest: Design | None,
    likely: Design | None,
    next_steps: tuple[NextStep, ...],
) -> tuple[str, ...]:
    """Return what is enough, or what the largest design achieves; and where the next judgement helps most."""
    found = []
    if wanted_words(settings):
        found.append(decided_words(settings, designs, cheapest, likely))
    elif designs:
        found.append(_of_largest(settings, max(designs, key=_size)))
    if settings.detect is not None:
        found += _of_detectable(settings, designs)
    found.append(
        f"At the {settings.level} level the metric's correlation is about {correlation:.2f} (Pearson)."
    )
    if next_steps:
        best = max(next_steps, key=lambda step: step.narrower_per_1000)
        if best.narrower > 2 * best.narrower_error:
            found.append(
                f"Beyond {design_words(cheapest or likely or max(designs, key=_size))}, more {best.what} help most: "
                f"{best.more_judgements:,} more judgements narrow the interval by {best.narrower:.3f}."
            )
    return tuple(found)


def _of_largest(settings: PlanSettings, design: Design) -> str:
    """Return what the largest design achieves, and how to say what is wanted."""
    parts = []
    if not math.isnan(design.width):
        parts.append(
            f"an interval {decimal(design.width)} wide{bracketed(design.width_low, design.width_high)}"
        )
    if not math.isnan(design.power):
        finds = f"{percent(design.power)}{bracketed_shares(*power_limits(design))}"
        parts.append(f"finds a difference of {settings.difference:g} in {finds} of studies")
    if not parts:
        return "Nothing can be said of these designs: every simulated table was undefined."
    said = " and ".join(parts)
    first = f"{'has ' if said.startswith('an ') else ''}{said}"
    return (
        f"The largest design, {design_words(design)}, {first}. Say what you need, such as --width 0.1 or --power 0.8, "
        "to see the cheapest design for it."
    )


def decided_words(
    settings: PlanSettings, designs: Sequence[Design], cheapest: Design | None, likely: Design | None
) -> str:
    """Return which design is enough for what is asked, or that none is, or that the pilot leaves it open.

    Parameters
    ----------
    settings : PlanSettings
    designs : sequence of Design
        With their decisions in `enough`.
    cheapest, likely : Design or None
        As in `PlanResult`.
    """
    wanted = wanted_words(settings)
    if cheapest is not None:
        return (
            f"{LIGHTS['yes']} Of {len(designs)} designs the cheapest that is enough for {wanted} has "
            f"{design_words(cheapest)}: {_achieved(settings, cheapest)}. It takes "
            f"{cheapest.judgements:,} judgements (cost {cheapest.cost:,.6g})."
        )
    if likely is not None:
        larger = ",".join(str(factor * likely.n_systems) for factor in (2, 4))
        return (
            f"{LIGHTS[CANNOT_TELL]} We cannot tell whether a design here is enough for {wanted}. The cheapest that is "
            f"likely to be has {design_words(likely)}: {_achieved(settings, likely)}. Try larger ones: --systems "
            f"{larger}."
        )
    largest = max(designs, key=_size)
    larger = ",".join(str(factor * largest.n_systems) for factor in (2, 4))
    never = all(design.enough == "no" for design in designs)
    light, start = (
        (LIGHTS["no"], f"No design here is enough for {wanted}")
        if never
        else (LIGHTS[CANNOT_TELL], f"We cannot tell whether a design here is enough for {wanted}")
    )
    return (
        f"{light} {start}: the largest has {design_words(largest)}, {_achieved(settings, largest)}. Try larger ones: "
        f"--systems {larger}."
    )


def _achieved(settings: PlanSettings, design: Design) -> str:
    """Return what a design achieves of what is asked, with the intervals of the promise where there is a pilot."""
    said = []
    if settings.power is not None:
        said.append(f"power {percent(design.power)}{bracketed_shares(*power_limits(design))}")
    if settings.width is not None:
        said.append(f"width {decimal(design.width)}{bracketed(design.width_low, design.width_high)}")
    return ", ".join(said)


def power_limits(design: Design) -> tuple[float, float]:
    """Return between what the power of a design lies: where there is a pilot, over what it leaves open."""
    if math.isnan(design.promise_low):
        return design.power_low, design.power_high
    return design.promise_low, design.promise_high


def wanted_words(settings: PlanSettings) -> str:
    """Return what a design has to reach to be enough; nothing without a wish."""
    said = [] if settings.width is None else [f"an interval no wider than {settings.width:g}"]
    if settings.power is not None:
        said.append(f"power {settings.power:g} for a difference of {settings.difference:g}")
    return " and ".join(said)


def _of_detectable(settings: PlanSettings, designs: tuple[Design, ...]) -> list[str]:
    known = [design for design in designs if not math.isnan(design.detectable)]
    if not known:
        return [f"No design here finds any difference with power {settings.detect:g}."]
    best = min(known, key=lambda design: design.detectable)
    said = (
        f"With power {settings.detect:g}, differences down to {best.detectable:.2f} are found by the best design here, "
        f"{design_words(best)}."
    )
    return [said]


def about_promises(model: PlanningModel, settings: PlanSettings, design: Design) -> tuple[str, ...]:
    """Return between what the power of a design lies, given how little its pilot tells; what was asked for is said."""
    if math.isnan(design.promise_low) or settings.power is not None:
        return ()
    said = (
        f"Intervals of widths and powers are {PROMISE:.0%}: the {model.pilot[0]} systems of the pilot say only so much "
        "about how systems differ."
    )
    return (said,)


def about_pilot(model: PlanningModel, designs: tuple[Design, ...], width: float) -> tuple[str, ...]:
    """Return how wide the pilot's own interval is, beside simulated tables of its size where there is that design."""
    if math.isnan(width):
        return ()
    said = f"The pilot's own interval is {width:.2f} wide"
    size = (*model.pilot, round(model.annotators))
    for design in designs:
        if design.size == size:
            return (f"{said}; simulated tables of its size have one of {design.width:.2f} on average.",)
    return (f"{said}.",)


def wider_pilot(model: PlanningModel, designs: tuple[Design, ...], width: float) -> tuple[Caution, ...]:
    """Return a warning where the pilot's own interval is much wider than those of simulated tables of its size."""
    size = (*model.pilot, round(model.annotators))
    wider = next((width / one.width for one in designs if one.size == size and one.width > 0), math.nan)
    if not wider > MUCH_WIDER:
        return ()
    return (
        Caution(
            "wider_pilot",
            "warning",
            f"The pilot's own interval is {wider:.1f} times as wide as in simulated tables of its size. The answer "
            "above may be too hopeful: widths may be that much larger than planned, and power less.",
        ),
    )


def plan_cautions(
    model: PlanningModel, designs: tuple[Design, ...], settings: PlanSettings
) -> tuple[Caution, ...]:
    """Return what limits the plan."""
    found = []
    if 0 < model.pilot[0] < FEW_PILOT_SYSTEMS:
        found.append(
            Caution(
                "small_pilot",
                "warning",
                f"The pilot has {model.pilot[0]} systems: how much systems differ is hardly known from "
                "so few. Vary the plan with assumed variances (--assume).",
            )
        )
    if model.assumed:
        found.append(
            Caution(
                "assumed_variances",
                "note",
                f"All standard deviations are assumed ({model.assumed}). Widths and powers are as good "
                "as they are.",
            )
        )
    if model.has_rival and all(math.isnan(design.power) for design in designs):
        found.append(
            Caution(
                "no_such_difference",
                "note",
                f"The metric's correlation leaves no room for a difference of {settings.difference:g}, "
                "so power is left out. Ask for a smaller one (--difference).",
            )
        )
    if studied_test(settings.test).form.liberal and model.has_rival:
        found.append(
            Caution(
                "liberal_test",
                "warning",
                f"The test '{settings.test}' says little about other systems: part of its power are false alarms. See "
                "`trueness plan --certify`.",
            )
        )
    if settings.interval in studied_interval(settings.interval).interval.narrow:
        found.append(
            Caution(
                "narrow_interval",
                "warning",
                f"The interval '{settings.interval}' leaves out what other systems would change, so it "
                "may be narrower than precision allows.",
            )
        )
    undefined = sum(design.n_undefined for design in designs)
    if undefined:
        found.append(
            Caution(
                "undefined_simulations",
                "note",
                f"{undefined:,} of {settings.runs * len(designs):,} simulated tables lacked an interval "
                "or a p-value, and are left out.",
            )
        )
    if model.clipped > CLIPPED:
        found.append(
            Caution(
                "little_known_variances",
                "warning",
                f"The pilot mixes up the variances: {model.clipped:.0%} of the total had to be set to "
                "zero. Plan with more systems and inputs in the pilot, or with assumed variances.",
            )
        )
    several = len({design.n_annotators for design in designs}) > 1
    if several and model.annotator_variance == 0 == model.annotator_system_variance:
        found.append(
            Caution(
                "annotators_change_nothing",
                "warning",
                "The pilot lacks ratings of single annotators, so that more of them leave the plan as "
                "it is. Give ratings per annotator.",
            )
        )
    found += few_systems(
        min((design.n_systems for design in designs), default=0),
        "More inputs do not help: plan more systems.",
        where="In some designs",
    )
    return tuple(found)


def _size(design: Design) -> int:
    return design.judgements


def design_words(design: Design) -> str:
    """Return a design: ``8 systems, 20 inputs, 1 annotator``."""
    annotators = "1 annotator" if design.n_annotators == 1 else f"{design.n_annotators} annotators"
    inputs = "1 input" if design.n_inputs == 1 else f"{design.n_inputs} inputs"
    return f"{design.n_systems} systems, {inputs}, {annotators}"
