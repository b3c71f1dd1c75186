"""A map of scorers: which give outputs scores that rank alike, under one condition or several."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

import numpy as np

from trueness.columns.explained import explained
from trueness.data.reading.read import read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError
from trueness.result import Result, Signature
from trueness.statistics.equivalence.scorer_components import scorer_components
from trueness.studies.equivalence.conditions import common_metrics, match_conditions
from trueness.study.selection import choose_metrics


@explained()
@dataclasses.dataclass(frozen=True)
class ScorerPlace:
    """Where a scorer lies on the map."""

    scorer: str
    condition: str
    role: str
    first: float
    second: float


@dataclasses.dataclass(frozen=True)
class ScorerMapResult(Result):
    """Scorers as points.

    Attributes
    ----------
    explained : tuple of float
        Shares of the variance on the two components.
    n_outputs : int
        Outputs that every scorer scored.
    """

    places: tuple[ScorerPlace, ...]
    explained: tuple[float, float]
    n_outputs: int


def scorer_map(
    table: ScoreTable,
    *,
    human: str | Iterable[str] | None = None,
    metrics: str | Iterable[str] | None = None,
    against: Mapping[str, ScoreTable] | None = None,
) -> ScorerMapResult:
    """Place scorers on the first two principal components of their rank-transformed scores for all outputs.

    Scorers for which less is better are turned first. Nothing is drawn at random.

    Parameters
    ----------
    table : ScoreTable
        The reference condition.
    human : str or iterable of str, optional
        Human scorers to place, shell patterns; default all that the data declare human.
    metrics : str or iterable of str, optional
        Metrics to place, shell patterns; default all that are not human.
    against : mapping of str to ScoreTable, optional
        Other conditions, matched by system and input.

    Returns
    -------
    ScorerMapResult

    Raises
    ------
    UnknownNameError
        If a pattern matches no scorer.
    DataError
        If there are fewer than three scorers in all, no two outputs have all scores, or conditions do not go together.
    KeyMismatchError
        If a condition has no system or no input in common with the reference.

    References
    ----------
    Braun et al. (2022), section 5 and Figure 6.
    """
    table = read_table(table)
    humans = (
        tuple(scorer.name for scorer in table.scorers if scorer.role == "human")
        if human is None
        else table.names_matching(human)
    )
    names = tuple(
        name for name in choose_metrics(table, metrics, humans[0] if humans else "") if name not in humans
    )
    merged, members = (
        table,
        [*((name, "", "human") for name in humans), *((name, "", "metric") for name in names)],
    )
    keys = [name for name, *_ in members]
    for condition, other in (against or {}).items():
        shared = common_metrics(table, other, names, condition)
        # each condition narrows the table down to what all have
        both = match_conditions(merged, other, [key for key in keys if key not in shared], shared, condition)
        merged = both.table
        members += [(name, condition, "metric") for name in shared]
        keys += [both.names[name] for name in shared]
    if len(keys) < 3:
        raise DataError(
            f"a map takes three scorers at least; there {'is' if len(keys) == 1 else 'are'} {len(keys)}."
        )
    found = scorer_components(np.stack([merged.oriented(key).ravel() for key in keys]), 2)
    return ScorerMapResult(
        signature=Signature.of(
            data=table.fingerprint[:12],
            against=[f"{name}={other.fingerprint[:12]}" for name, other in (against or {}).items()] or None,
            components="pca-of-ranks",
            outputs=found.n_outputs,
        ),
        places=tuple(
            ScorerPlace(scorer=name, condition=condition, role=role, first=float(x), second=float(y))
            for (name, condition, role), (x, y) in zip(members, found.coordinates, strict=True)
        ),
        explained=(float(found.explained[0]), float(found.explained[1])),
        n_outputs=found.n_outputs,
    )
