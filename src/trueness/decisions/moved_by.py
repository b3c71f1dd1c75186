"""Which choices move a claim by more than the noise of the data would."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from trueness.decisions.decision import Decision, Ground, Rule
from trueness.statistics.corrections import adjust

MOVED_BY = Rule(
    name="moved_by",
    question="Which choices does the claim depend on?",
    promise="In {share} of studies no choice is named on which no claim said depends.",
    broken=0.05,
    needs="six systems or inputs, whatever varies",
    source="contrasts of choices in standard errors of the jackknife, docs/promises.md",
)

PVALUE, UNITS = "pvalue_adjusted", "units"

FEWEST = 6


def moved_by(
    claims: Sequence[str],
    pvalues: Sequence[Mapping[str, float]],
    *,
    units: int,
    applies_to: str,
    alpha: float = 0.05,
) -> tuple[Decision, ...]:
    """Return, for each claim, yes with the choices that are shown to move it; never no.

    Parameters
    ----------
    claims : sequence of str
    pvalues : sequence of mappings of str to float
        By choice (see `choice_contrast`); corrected here by Holm's procedure over the choices of all claims.
    units : int
        Systems or inputs, whatever varies; of both kinds the fewer.
    applies_to : str
    alpha : float
    """
    flat = [value for one in pvalues for value in one.values()]
    adjusted = iter(adjust(np.array(flat), "holm").tolist() if flat else [])
    found = []
    for about, one in zip(claims, pvalues, strict=True):
        mine = {name: next(adjusted) for name in one}
        known = {name: p for name, p in mine.items() if not math.isnan(p)}
        least = min(known.values(), default=math.nan)
        found.append(
            MOVED_BY.decide(
                [
                    # what is not shown to move it may move it
                    Ground(
                        measure=PVALUE,
                        estimate=least,
                        low=0.0 if known else math.nan,
                        high=least,
                        bar=alpha,
                        side="at_most",
                    ),
                    Ground.counted(UNITS, units, FEWEST),
                ],
                applies_to=applies_to,
                about=about,
                names=[name for name, p in known.items() if p <= alpha and units >= FEWEST],
                broken=alpha,
            )
        )
    return tuple(found)
