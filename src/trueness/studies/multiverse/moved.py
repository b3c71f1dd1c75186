"""Which choices move the claims that are said, against the noise of the systems and inputs at hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.decisions.decision import Decision
from trueness.decisions.moved_by import moved_by
from trueness.methods.applies_to import APPLIES_TO
from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.engine.resample import BootstrapPlan
from trueness.statistics.fisher_scale import z_scale
from trueness.statistics.jackknife.jackknife import jackknife
from trueness.statistics.multiverse.choice_contrast import choice_contrast, left_out_deviations
from trueness.studies.multiverse.analysed import Analyses, compared_as
from trueness.studies.multiverse.outcomes import Outcomes
from trueness.studies.multiverse.rows import ClaimRow
from trueness.studies.multiverse.summaries import Claim

WORDS = {
    "both": "other systems and other inputs",
    "systems": "other systems",
    "inputs": "other inputs",
    "these": "these systems and inputs",
}


class LeftOut(NamedTuple):
    """What units add to the correlations of all metrics in the analyses of a setup.

    Attributes
    ----------
    parts : list of dict of Key to array of shape (units, K)
        Of systems, of inputs, as far as they vary; of Fisher's z.
    entries : int
        Systems there.
    """

    parts: list[dict[Key, FloatArray]]
    entries: int


def decided(
    work: Analyses, outcomes: Outcomes, claims: Sequence[Claim], *, alpha: float
) -> tuple[Decision, ...]:
    """Return which choices are shown to move some claims.

    Takes a jackknife of every setup.

    Parameters
    ----------
    work : Analyses
    outcomes : Outcomes
    claims : sequence of Claim
        Those that are said.
    alpha : float
    """
    over = APPLIES_TO[work.settings.applies_to]
    sides = {"both": ("systems", "inputs"), "systems": ("systems",), "inputs": ("inputs",)}.get(over, ())
    if not work.table.has_systems:
        sides = tuple(side for side in sides if side == "inputs")
    if not sides or not claims:
        return ()
    units = {side: _labels(work, side) for side in sides}
    setups: dict[int, LeftOut] = {}
    pvalues = []
    fewest = min(len(set(labels.values())) for labels in units.values())
    for claim in claims:
        parts: list[list[FloatArray]] = [[] for _ in sides]
        numbers = []
        for place in claim.analyses.tolist():
            one = outcomes.analyses[place]
            if one.setup not in setups:
                setups[one.setup] = _left_out(work, one.setup, sides, units)
            key = work.setups[one.setup].keys[one.key]
            numbers.append(_apart(outcomes, claim, place, key[1], setups[one.setup].entries))
            for found, part in zip(setups[one.setup].parts, parts, strict=True):
                first, second = (found[key][:, k] for k in claim.pair)
                part.append(first - second)
        deviations = [np.stack(part) for part in parts]
        pvalues.append(
            {
                outcomes.axes[axis].name: choice_contrast(
                    np.array(numbers), outcomes.codes[axis, claim.analyses], deviations, fewest - 1
                )
                for axis in claim.axes
            }
        )
    return moved_by(
        [claim_name(outcomes, claim) for claim in claims],
        pvalues,
        units=fewest,
        applies_to=WORDS[over],
        alpha=alpha,
    )


def _apart(outcomes: Outcomes, claim: Claim, place: int, coefficient: str, entries: int) -> float:
    """Return the difference of a claim on the scale on which its noise depends little on how large correlations are."""
    column = outcomes.places[min(claim.pair), max(claim.pair)]
    both = np.array([outcomes.first[place, column], outcomes.second[place, column]])
    first, second = z_scale(both, coefficient, entries)
    return float(first - second) * (1.0 if claim.pair[0] < claim.pair[1] else -1.0)


def claim_name(outcomes: Outcomes, claim: Claim) -> str:
    """Return a claim as it is declared: ``bleu > chrf``."""
    return " > ".join(outcomes.names[k] for k in claim.pair)


def shown(row: ClaimRow, decisions: Sequence[Decision], shares: dict[str, float]) -> ClaimRow:
    """Return a claim with the choice that has most of its variance among those shown to move it.

    Parameters
    ----------
    row : ClaimRow
    decisions : sequence of Decision
    shares : dict of str to float
        Of the variance, by choice.
    """
    mine = next((one for one in decisions if one.about == f"{row.metric} > {row.rival}"), None)
    if mine is None or mine.answer != "yes":
        return row
    most = max(mine.names, key=lambda name: shares.get(name, 0.0))
    return dataclasses.replace(row, choice=most, share=shares.get(most, float("nan")))


def _labels(work: Analyses, side: str) -> dict[str, str]:
    """Return the unit of every system or input: itself, or its cluster."""
    table = work.table
    names, column, groups = {
        "systems": (table.systems, work.system_clusters, table.system_groups),
        "inputs": (table.inputs, work.clusters, table.input_groups),
    }[side]
    labels = names if column is None else groups[column]
    return dict(zip(names, labels, strict=True))


def _left_out(work: Analyses, number: int, sides: Sequence[str], units: dict[str, dict[str, str]]) -> LeftOut:
    setup = work.setups[number]
    settings = compared_as(setup, work.settings)
    part = work.part(setup, settings)
    arrays = work.arrays(setup, settings)
    present = [k for k, column in enumerate(setup.columns) if column is not None]
    everything = arrays.group(range(arrays.n_metrics))
    by_level: dict[str, list[str]] = {}
    for level, name in setup.keys:
        by_level.setdefault(level, []).append(name)
    parts: list[dict[Key, FloatArray]] = []
    for side in sides:
        plan = BootstrapPlan(
            over=side,
            n_systems=arrays.n_systems,
            n_inputs=arrays.n_inputs,
            resamples=1,
            seed=0,
            clusters=arrays.clusters,
            system_clusters=arrays.system_clusters,
        )
        names = part.systems if side == "systems" else part.inputs
        here = sorted({units[side][name] for name in names})
        every = sorted(set(units[side].values()))
        there: IntArray = np.array([every.index(label) for label in here], dtype=np.intp)
        found: dict[Key, FloatArray] = {}
        for level, coefficients in by_level.items():
            for key, (values,) in jackknife(arrays, everything, plan, (level,), coefficients).items():
                whole = np.full((len(every), len(setup.columns)), np.nan)
                scaled = z_scale(values, key[1], arrays.n_systems)
                whole[:, present] = left_out_deviations(scaled, there, len(every))
                found[key] = whole
        parts.append(found)
    return LeftOut(parts, arrays.n_systems)
