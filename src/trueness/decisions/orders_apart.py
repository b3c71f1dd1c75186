"""Whether a metric's order of outputs is nearer to people's than chance, and which systems it has elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.decisions.decision import Decision, Ground, Rule
from trueness.decisions.independent_inputs import FEWEST, independent_inputs

ALIKE = 0.05
"""Inputs that belong together are alike where the p-value is smaller."""

UNITS_ALIKE = "p_inputs_independent"
NEARER, AWAY = "nearer_than_random", "adjusted_p"

_NEEDS = f"{FEWEST} inputs that are independent, or clusters of them that are told"

NEARER_THAN_CHANCE = Rule(
    name="nearer_than_chance",
    question="Is the metric's order of outputs nearer to people's than a random one?",
    promise="In {share} of studies no metric is called nearer, or further, than chance that is not.",
    broken=0.05,
    needs=_NEEDS,
    source="Spearman's footrule (Diaconis & Graham 1977), Holm (1979), docs/promises.md",
)
SYSTEM_ELSEWHERE = Rule(
    name="system_elsewhere",
    question="Which systems does the metric place elsewhere than people do?",
    promise="For each metric, in {share} of studies no system is named that it places as people do.",
    broken=0.05,
    needs=_NEEDS,
    source="Holm (1979), docs/promises.md",
)


def input_needs(independent: int, alike: float | None) -> tuple[Ground, ...]:
    """Return what has to be known of inputs.

    Parameters
    ----------
    independent : int
        Inputs, or clusters of them.
    alike : float or None
        The p-value that inputs that stand side by side, or share a label, are independent; None where clusters are
        told, or nothing is known of it.
    """
    found = [independent_inputs(independent)]
    if alike is not None:
        found.append(Ground(measure=UNITS_ALIKE, estimate=alike, low=alike, high=alike, bar=ALIKE, need=True))
    return tuple(found)


def nearer_than_chance(
    about: str,
    gain: float,
    low: float,
    high: float,
    *,
    needs: Sequence[Ground],
    applies_to: str,
    broken: float | None = None,
) -> Decision:
    """Return whether a metric's order is nearer to people's than a random one: yes, further: no, or neither.

    Parameters
    ----------
    about : str
        The metric.
    gain, low, high : float
        By how much nearer, at the level at which it is tested (see `stepped_levels`).
    needs : sequence of Ground
        From `input_needs`.
    applies_to : str
    broken : float, optional
        As `Rule.decide`.
    """
    ground = Ground(measure=NEARER, estimate=gain, low=low, high=high, bar=0.0, side="above")
    return NEARER_THAN_CHANCE.decide((*needs, ground), applies_to=applies_to, about=about, broken=broken)


def system_elsewhere(
    about: str,
    names: Sequence[str],
    pvalue: float,
    *,
    needs: Sequence[Ground],
    applies_to: str,
    broken: float,
) -> Decision:
    """Return which systems a metric is shown to place elsewhere than people: yes, or it cannot be told.

    Parameters
    ----------
    about : str
        The metric.
    names : sequence of str
        Systems with an adjusted p-value of at most the level.
    pvalue : float
        The smallest adjusted p-value.
    needs : sequence of Ground
        From `input_needs`.
    applies_to : str
    broken : float
        The level.
    """
    # a p-value above the level shows nothing, so that it is no "no"
    high = pvalue if pvalue <= broken else 1.0
    ground = Ground(measure=AWAY, estimate=pvalue, low=0.0, high=high, bar=broken, side="at_most")
    return SYSTEM_ELSEWHERE.decide(
        (*needs, ground),
        applies_to=applies_to,
        about=about,
        names=names if all(one.answer == "yes" for one in needs) else (),
        broken=broken,
    )
