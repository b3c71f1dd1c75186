"""Whether a judge moved between two batches, or stayed where it was, and whether the systems moved beyond it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trueness.decisions.decision import Decision, Ground, Rule

FEWEST_ANCHORS = 10
"""Independent anchors without which nothing is said of other outputs."""

ALIKE = 0.05
"""Anchors that score unlike the other outputs of their batch with a smaller p-value are no random sample of it."""

COVERED = 0.8
"""The share of the other outputs whose system has anchors."""

ANCHORS, LIKE_OTHERS, OF_SYSTEMS, IN_BOTH = (
    "independent_anchors",
    "p_anchors_like_others",
    "share_with_anchors",
    "systems_in_both",
)
CHANGE, SIZE = "change", "size_of_change"

_NEEDS = (
    f"{FEWEST_ANCHORS} independent anchors, that score like the other outputs of their batch and are of the same "
    "systems"
)
_SOURCE = (
    "regression to the mean (Galton 1886; Barnett, van der Pols & Dobson 2005), Holm (1979), docs/promises.md"
)

JUDGE_MOVED = Rule(
    name="judge_moved",
    question="Did the judge move?",
    promise="In {share} of studies no judge is said to have moved that did not.",
    broken=0.05,
    needs=_NEEDS,
    source=_SOURCE,
)
JUDGE_STAYED = Rule(
    name="judge_stayed",
    question="Did the judge stay where it was, within the margin?",
    promise="In {share} of studies no judge is said to have stayed that moved by more than the margin.",
    broken=0.05,
    needs=_NEEDS,
    source="two one-sided tests (Schuirmann 1987), Holm (1979), docs/promises.md",
)
SYSTEMS_MOVED = Rule(
    name="systems_moved",
    question="Did the systems, at the same mix of them, rise or fall beyond what the judge did?",
    promise="In {share} of studies the systems are not said to have moved where they did not.",
    broken=0.05,
    needs=f"{_NEEDS}; a system in both batches",
    source="direct standardisation (Cochran 1954), docs/promises.md",
)
SYSTEM_MOVED = Rule(
    name="system_moved",
    question="Which systems rose or fell beyond what the judge did?",
    promise="In {share} of studies none is named that did not.",
    broken=0.05,
    needs=SYSTEMS_MOVED.needs,
    source=_SOURCE,
)
AGREEMENT_MOVED = Rule(
    name="agreement_moved",
    question="Does the judge agree with people more, or less, than it did?",
    promise="In {share} of studies no judge is said to agree more or less than before that agrees as it did.",
    broken=0.05,
    needs=f"{_NEEDS}, with human scores",
    source=_SOURCE,
)


def anchor_needs(clusters: int, like_others: float | None, covered: float | None) -> tuple[Ground, ...]:
    """Return what has to be known of anchors before they apply to other outputs.

    Anchors that were chosen by their scores go back towards the mean when they are judged again, though nobody moved.

    Parameters
    ----------
    clusters : int
        Independent anchors.
    like_others : float or None
        The p-value of the difference between the earlier scores of the anchors and those of the other outputs of their
        batch, within systems; None where there are no others.
    covered : float or None
        The share of the other outputs whose system has anchors; None where there are no others.
    """
    found = [Ground.counted(ANCHORS, clusters, FEWEST_ANCHORS)]
    if covered is not None:
        found.append(
            Ground(measure=OF_SYSTEMS, estimate=covered, low=covered, high=covered, bar=COVERED, need=True)
        )
    if like_others is not None:
        found.append(
            Ground(
                measure=LIKE_OTHERS,
                estimate=like_others,
                low=like_others,
                high=like_others,
                bar=ALIKE,
                need=True,
            )
        )
    return tuple(found)


def moved(
    rule: Rule,
    about: str,
    change: float,
    low: float,
    high: float,
    *,
    needs: Sequence[Ground],
    applies_to: str,
    names: Sequence[str] = (),
    broken: float | None = None,
) -> Decision:
    """Return whether something is shown to have changed at all: yes, or it cannot be told.

    Parameters
    ----------
    rule : Rule
    about : str
        The judge.
    change, low, high : float
        At the level at which it is tested (see `stepped_levels`).
    needs : sequence of Ground
        From `anchor_needs`, and further ones.
    applies_to : str
    names : sequence of str
    broken : float, optional
        As `Rule.decide`.
    """
    outside = low > 0 or high < 0
    least, most = sorted((abs(low), abs(high)))
    if not outside:
        least = math.nan if math.isnan(low) or most == 0 else 0.0  # of no width nothing is known of others
    size = Ground(
        measure=SIZE,
        estimate=abs(change),
        low=least,
        high=most,
        bar=0.0,
        side="above",
    )
    return rule.decide(
        (*needs, size), applies_to=applies_to, about=about, names=names if outside else (), broken=broken
    )


def stayed(
    about: str,
    change: float,
    low: float,
    high: float,
    margin: float,
    *,
    needs: Sequence[Ground],
    applies_to: str,
    broken: float | None = None,
) -> Decision:
    """Return whether a judge is shown to be within the margin of where it was: yes, beyond it: no, or neither.

    Parameters
    ----------
    about : str
    change, low, high : float
        With twice the error on both sides together, as two one-sided tests have it.
    margin : float
    needs : sequence of Ground
    applies_to : str
    broken : float, optional
        As `Rule.decide`.
    """
    ground = Ground(measure=CHANGE, estimate=change, low=low, high=high, bar=margin, side="within")
    return JUDGE_STAYED.decide((*needs, ground), applies_to=applies_to, about=about, broken=broken)
