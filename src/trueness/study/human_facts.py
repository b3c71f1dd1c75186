"""What human scores look like: how they are spread, and how one goes with another."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable

from trueness.columns.comparisons import HUMAN_SCORE
from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable


@explained(
    human=HUMAN_SCORE,
    n_cells=Meaning("Outputs with a score."),
)
@dataclasses.dataclass(frozen=True)
class HumanFacts:
    """How one human scorer's scores are spread."""

    human: str
    n_cells: int
    mean: float
    sd: float
    minimum: float
    maximum: float


@explained(
    human=HUMAN_SCORE,
    other=Meaning("The human score that it is compared with.", "With"),
    estimate=Meaning("The correlation of the two."),
)
@dataclasses.dataclass(frozen=True)
class HumanPair:
    """How two human scorers agree, all outputs pooled or over systems."""

    human: str
    other: str
    level: str
    coefficient: str
    estimate: float


def human_facts(table: ScoreTable, humans: Iterable[str]) -> tuple[HumanFacts, ...]:
    """Return how the scores of human scorers are spread; of labels without an order, how many there are."""
    found = []
    for name in humans:
        present = table.given(name)
        nothing = float("nan")
        spread = 0 if table.scorer(name).nominal else len(present)
        found.append(
            HumanFacts(
                human=name,
                n_cells=len(present),
                mean=float(present.mean()) if spread else nothing,
                sd=float(present.std(ddof=1)) if spread > 1 else nothing,
                minimum=float(present.min()) if spread else nothing,
                maximum=float(present.max()) if spread else nothing,
            )
        )
    return tuple(found)


def human_pairs(
    table: ScoreTable,
    humans: Iterable[str],
    levels: Iterable[str] = ("global",),
    coefficients: Iterable[str] = ("pearson",),
) -> tuple[HumanPair, ...]:
    """Return how human scorers agree with each other, larger being better; labels without an order are left out."""
    names = tuple(name for name in humans if not table.scorer(name).nominal)
    if len(names) < 2:
        return ()
    # `trueness check` asks for facts of every file, and few have several human scores
    from trueness.statistics.agreement.correlation import correlate

    return tuple(
        HumanPair(
            human=one,
            other=other,
            level=level,
            coefficient=coefficient,
            estimate=float(
                correlate(table.oriented(one), table.oriented(other), level, coefficient).estimate
            ),
        )
        for level in levels
        for coefficient in coefficients
        for one, other in itertools.combinations(names, 2)
    )
