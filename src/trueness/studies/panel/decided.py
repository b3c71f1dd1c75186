"""What the rules say of runs and panels, and the words for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from trueness.decisions.decision import Decision, Ground, Rule
from trueness.decisions.independent_inputs import independent_inputs
from trueness.decisions.judges_together import (
    JUDGE_HELPS,
    ONE_RUN_ENOUGH,
    PANEL_GAINS,
    gain_needs,
    gains,
    one_run_enough,
    worth_fewer,
)
from trueness.decisions.may_be_best import may_be_best
from trueness.statistics.certain import Certain
from trueness.statistics.judging.panel import Panel, agreement_gain, effective_judges
from trueness.statistics.judging.panel_choice import panel_choice
from trueness.statistics.stepped_levels import stepped_levels
from trueness.studies.panel.rows import ALL_JUDGES

Gain = Callable[[float], Certain]
"""From a confidence to a gain with its interval."""


def panel_decisions(
    names: tuple[str, ...], panels: Mapping[str, Panel | None], applies_to: str, confidence: float
) -> tuple[Decision, ...]:
    """Return what the rules say: which judges to use, what each adds, what panels gain and are worth, of what runs do.

    Parameters
    ----------
    names : tuple of str
        Judges.
    panels : mapping of str to Panel or None
        The runs of judges, and all judges.
    applies_to : str
        What varies in intervals.
    confidence : float
    """
    known = {name: one for name, one in panels.items() if one is not None}
    alpha = 1 - confidence
    found: list[Decision] = []
    together = known.get(ALL_JUDGES)
    if together is not None:
        found.append(_best_way(names, together, applies_to, alpha))
    found += _gains(
        PANEL_GAINS,
        list(known),
        list(known.values()),
        [_over_one(one) for one in known.values()],
        applies_to,
        alpha,
    )
    if together is not None:
        added = [_with(together, k) for k in range(len(names))]
        found += _gains(JUDGE_HELPS, names, [together] * len(names), added, applies_to, alpha)
    for name, one in known.items():
        called = names if name == ALL_JUDGES else [f"{name}@run{k + 1}" for k in range(len(one.members))]
        worth = effective_judges(one, confidence)
        errors = float(np.mean(np.sum(one.members != one.human, axis=1))) if one.n_labels else None
        found.append(
            worth_fewer(
                name,
                len(one.members),
                worth.number.value,
                low=worth.number.low,
                high=worth.number.high,
                inputs=_inputs(one),
                applies_to=applies_to,
                constant=[called[k] for k in np.flatnonzero(one.constant)],
                errors=errors,
                broken=alpha,
            )
        )
    runs = {name: one for name, one in known.items() if name != ALL_JUDGES}
    for name, one in runs.items():
        gain = _over_one(one)(1 - alpha / len(runs))
        found.append(
            one_run_enough(
                name,
                gain.value,
                low=gain.low,
                high=gain.high,
                needs=_needs(ONE_RUN_ENOUGH, one),
                applies_to=applies_to,
                coefficient=one.measure,
                broken=alpha,
            )
        )
    return tuple(found)


def _over_one(panel: Panel) -> Gain:
    return lambda confidence: agreement_gain(panel, panel, confidence, None, 1)


def _with(panel: Panel, member: int) -> Gain:
    return lambda confidence: agreement_gain(panel, panel.without(member), confidence)


def _gains(
    rule: Rule,
    names: Sequence[str],
    panels: Sequence[Panel],
    of: Sequence[Gain],
    applies_to: str,
    alpha: float,
) -> list[Decision]:
    pvalues = np.array([one(1 - alpha).pvalue for one in of])
    levels = stepped_levels(len(of), alpha, lambda level: pvalues <= level)
    found = [one(1 - level) for one, level in zip(of, levels, strict=True)]
    return [
        gains(
            rule,
            name,
            gain.value,
            low=gain.low,
            high=gain.high,
            needs=_needs(rule, panel),
            applies_to=applies_to,
            coefficient=panel.measure,
            broken=alpha,
        )
        for name, panel, gain in zip(names, panels, found, strict=True)
    ]


def _needs(rule: Rule, panel: Panel) -> tuple[Ground, ...]:
    labels, hits = (len(panel.members), panel.hits) if panel.n_labels else (None, None)
    return gain_needs(rule, _inputs(panel), labels=labels, hits=hits)


def _inputs(panel: Panel) -> int:
    return int(panel.clusters.max(initial=-1)) + 1


def _best_way(names: tuple[str, ...], panel: Panel, applies_to: str, alpha: float) -> Decision:
    found = panel_choice(panel)
    called = [way_called(names, members) for members in found.members]
    return may_be_best(
        called,
        found.estimates,
        found.pvalues,
        applies_to=applies_to,
        alpha=alpha,
        needs=[independent_inputs(_inputs(panel))],
        coefficient=panel.measure,
    )


def way_called(names: tuple[str, ...], members: tuple[int, ...]) -> str:
    """Return what a way to use judges is called: ``a``, ``all 3 judges``, ``all but a``."""
    if len(members) == 1:
        return names[members[0]]
    if len(members) == len(names):
        return f"all {len(names)} judges"
    return f"all but {next(name for k, name in enumerate(names) if k not in members)}"
