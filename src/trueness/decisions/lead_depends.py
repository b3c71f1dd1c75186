"""Whether the lead of one metric over another depends on the facet: the language, the dimension that people scored."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from trueness.decisions.decision import Decision, Ground, Rule

LEAD_DEPENDS = Rule(
    name="lead_depends",
    question="Does the lead of one metric over another depend on the group, or on what people scored?",
    promise="In {share} of studies no yes is said where the lead is the same everywhere, and no no where it differs by "
    "the margin or more.",
    broken=0.05,
    needs="six systems and four inputs in each facet; at the system level two facets of which neither has so many more "
    "inputs that this alone moves leads by half a standard error; for a no a margin",
    source="contrasts over two-way jackknives (Owen 2007), limits of differences after Zou and Donner (2008), "
    "docs/promises.md",
)

PVALUE, SYSTEMS, INPUTS, SHIFT = "pvalue_adjusted", "systems", "inputs", "shift_by_inputs"
REACH = "largest_difference_left"

FEWEST_SYSTEMS, FEWEST_INPUTS = 6, 4
MOST_SHIFT = 0.5
"""Standard errors: at the system level fewer inputs make every correlation lower, and with it every lead."""


def lead_depends(
    about: str,
    pvalues: Mapping[str, float],
    *,
    systems: int,
    inputs: int,
    shift: float,
    applies_to: str,
    level: str,
    coefficient: str,
    alpha: float = 0.05,
    margin: float | None = None,
    reach: float = math.nan,
    undefined: Iterable[str] = (),
) -> Decision:
    """Return yes with the pairs of facets between which the lead differs, or no where it differs by less than a margin.

    Parameters
    ----------
    about : str
    pvalues : mapping of str to float
        Of every pair of facets, corrected over pairs; NaN where undefined.
    systems, inputs : int
        Of the facet that has the fewest.
    shift : float
        By how many standard errors leads differ because facets have more inputs or fewer, of the two facets where that
        is least.
    applies_to : str
    level, coefficient : str
    alpha : float
    margin : float, optional
        The largest difference of leads that counts as none.
    reach : float
        The largest difference of leads, of any pair in either direction, that intervals with confidence 1 - 2 alpha
        leave possible.
    undefined : iterable of str
        The facets of which nothing is known.
    """
    lost = tuple(undefined)
    known = {name: p for name, p in pvalues.items() if not math.isnan(p)}
    least = min(known.values(), default=math.nan)
    grounds = []
    if margin is not None and not math.isnan(reach) and not lost:
        # beyond the margin the test decides; within it there is nothing to depend on
        grounds.append(Ground(measure=REACH, estimate=reach, low=reach, high=reach, bar=margin, side="above"))
    grounds.append(
        # what is not shown to depend may depend
        Ground(
            measure=PVALUE,
            estimate=least,
            low=0.0 if known else math.nan,
            high=least,
            bar=alpha,
            side="at_most",
        )
    )
    needs = [
        Ground.counted(SYSTEMS, systems, FEWEST_SYSTEMS),
        Ground.counted(INPUTS, inputs, FEWEST_INPUTS),
        Ground(
            measure=SHIFT,
            estimate=shift,
            low=shift,
            high=shift,
            bar=MOST_SHIFT,
            side="at_most",
            need=True,
        ),
    ]
    met = all(one.answer == "yes" for one in needs)
    return LEAD_DEPENDS.decide(
        [*grounds, *needs],
        applies_to=applies_to,
        about=about,
        level=level,
        coefficient=coefficient,
        names=[name for name, p in known.items() if p <= alpha and met],
        undefined=lost,
        broken=alpha,
    )
