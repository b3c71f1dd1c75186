"""Which of several agree equally well with people, within a margin that was fixed beforehand."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from trueness.decisions.decision import Decision, Ground, Rule

EQUIVALENT = Rule(
    name="equivalent",
    question="Which of these agree equally well with people, within the margin?",
    promise="In {share} of studies none is called equivalent whose agreement differs by the margin or more.",
    broken=0.05,
    needs="a margin fixed beforehand, and tests corrected within their family",
    source="two one-sided tests (Schuirmann 1987), docs/equivalence.md",
)

PAIRS_SHOWN = "comparisons_shown_equivalent"


def equivalent(
    compared: Sequence[str],
    shown: Sequence[bool],
    *,
    applies_to: str,
    alpha: float,
    needs: Sequence[Ground] = (),
    facet: str = "",
    level: str = "",
    coefficient: str = "",
) -> Decision:
    """Return those that are shown to be equivalent; a test of equivalence that shows nothing never says no.

    Parameters
    ----------
    compared : sequence of str
        What was compared with what, such as ``bleu, chrf``.
    shown : sequence of bool
        Whether each is equivalent after the correction.
    applies_to : str
        What varied in the tests.
    alpha : float
        In how many studies any may be called so wrongly.
    needs : sequence of Ground
        What has to be met besides.
    facet, level, coefficient : str
    """
    named = [name for name, is_shown in zip(compared, shown, strict=True) if is_shown]
    found = EQUIVALENT.decide(
        [
            *needs,
            Ground(
                measure=PAIRS_SHOWN, estimate=len(named), low=len(named), high=len(named), bar=1, need=True
            ),
        ],
        applies_to=applies_to,
        level=level,
        coefficient=coefficient,
        names=named,
        broken=alpha,
    )
    return dataclasses.replace(found, facet=facet)
