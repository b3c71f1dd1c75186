"""Scores of the same metrics under two conditions (languages, versions, prompts), matched by system and input."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Iterable, Mapping
from typing import NamedTuple, Self

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, KeyMismatchError, listing
from trueness.study.rows import Caution

REFERENCE = "scores"
"""What a manifest calls the scores under the reference condition."""


@dataclasses.dataclass(frozen=True)
class Conditions:
    """Scores under a reference condition, and under those that it is compared with.

    Attributes
    ----------
    table : ScoreTable
        The reference condition.
    against : mapping of str to ScoreTable
        The others by name; none where metrics of one table are compared.
    """

    table: ScoreTable
    against: Mapping[str, ScoreTable]

    @classmethod
    def of(cls, table: Scores, against: Scores | Mapping[str, Scores] | None = None) -> Self:
        """Return a table with the conditions it is compared with; one alone is called what its table is called.

        Raises
        ------
        ArgumentError
            If there is a mapping with nothing in it.
        """
        table = read_table(table)
        if against is None:
            return cls(table, {})
        if not isinstance(against, Mapping):
            one = read_table(against)
            return cls(table, {one.name: one})
        if not against:
            raise ArgumentError("`against` must name a condition.")
        return cls(table, {name: read_table(other) for name, other in against.items()})

    @classmethod
    def of_parts(cls, parts: Mapping[str, ScoreTable]) -> Self:
        """Return what `parts` named."""
        others = {name: part for name, part in parts.items() if name != REFERENCE}
        return cls(
            parts[REFERENCE], {name[:-1] if _taken(name) else name: part for name, part in others.items()}
        )

    @property
    def parts(self) -> dict[str, ScoreTable]:
        """Every table by a name of its own: the reference first, the others by `part_name`."""
        return {REFERENCE: self.table, **{part_name(name): part for name, part in self.against.items()}}


def part_name(condition: str) -> str:
    """Return what a manifest calls the scores under a condition: its name, which cannot be that of the reference."""
    return f"{condition}'" if _taken(condition) else condition


def _taken(name: str) -> bool:
    return name.rstrip("'") == REFERENCE


class Matched(NamedTuple):
    """Two conditions in one table.

    Attributes
    ----------
    table : ScoreTable
        The human and the metrics of the reference condition, and the metrics of the other under `names`.
    names : dict of str to str
        What each metric is called in `table` under the other condition.
    cautions : tuple of Caution
        What was left out, and where the other table's human scores differ.
    """

    table: ScoreTable
    names: dict[str, str]
    cautions: tuple[Caution, ...]


def common_metrics(
    table: ScoreTable, other: ScoreTable, metrics: Iterable[str], condition: str
) -> tuple[str, ...]:
    """Return the metrics that both conditions have.

    Raises
    ------
    DataError
        If there is none.
    """
    metrics = tuple(metrics)
    found = tuple(name for name in metrics if name in other.scorer_names)
    if not found:
        raise DataError(
            f"condition '{condition}' lacks all of the metrics {listing(metrics)}. It has "
            f"{listing(other.scorer_names)}: names must agree."
        )
    for name in found:
        if table.scorer(name).higher_is_better != other.scorer(name).higher_is_better:
            raise DataError(
                f"'{name}' is better when higher in one condition and when lower in the other, '{condition}'. "
                f"If lower is better, say so of both: --lower-is-better {shlex.quote(name)}."
            )
    return found


def match_conditions(
    table: ScoreTable, other: ScoreTable, humans: Iterable[str], metrics: Iterable[str], condition: str
) -> Matched:
    """Return both conditions on the systems and inputs that both have.

    Outputs are matched by the names of system and input, never by position. The human scores are the reference's.

    Parameters
    ----------
    table : ScoreTable
        The reference condition.
    other : ScoreTable
        The condition it is compared with.
    humans, metrics : iterables of str
        Scorers of the reference condition; `metrics` of both.
    condition : str
        What the other condition is called.

    Raises
    ------
    KeyMismatchError
        If the two have no system or no input in common.
    """
    humans, metrics = tuple(humans), tuple(metrics)
    place = (
        {name: k for k, name in enumerate(other.systems)},
        {name: k for k, name in enumerate(other.inputs)},
    )
    systems = [name for name in table.systems if name in place[0]]
    inputs = [name for name in table.inputs if name in place[1]]
    for kind, names, here, there in (
        ("system", systems, table.systems, other.systems),
        ("input", inputs, table.inputs, other.inputs),
    ):
        if not names:
            raise KeyMismatchError(
                f"condition '{condition}' must share a {kind} or more with the reference: {listing(there, 3)} "
                f"against {listing(here, 3)}. Give both the same {kind} names, or compare them as "
                "unmatched data."
            )
    found = []
    for kind, names, here, there in (
        ("systems", systems, table.systems, other.systems),
        ("inputs", inputs, table.inputs, other.inputs),
    ):
        lost = len(here) - len(names), len(there) - len(names)
        if any(lost):
            found.append(
                Caution(
                    "unmatched",
                    "warning",
                    f"{lost[0]} {kind} of the reference and {lost[1]} of '{condition}' lack a "
                    f"counterpart and are left out; {len(names)} {kind} are matched.",
                )
            )
    part = table.select(scorers=[*humans, *metrics], systems=systems, inputs=inputs)
    rows, columns = [place[0][name] for name in systems], [place[1][name] for name in inputs]
    for name in humans:
        if name in other.scorer_names:
            mine, theirs = part.matrix(name), other.matrix(name)[np.ix_(rows, columns)]
            if not np.array_equal(mine, theirs, equal_nan=True):
                found.append(
                    Caution(
                        "other_human",
                        "warning",
                        f"'{name}' has other scores in '{condition}' than in the reference; the reference's are used.",
                    )
                )
    called: dict[str, str] = {}
    for name in metrics:
        called[name] = _free(f"{name} [{condition}]", part.scorer_names)
        corpus = other.corpus.get(name)
        part = part.with_scores(
            Scorer(called[name], "metric", other.scorer(name).higher_is_better),
            other.matrix(name)[np.ix_(rows, columns)],
            None if corpus is None else corpus.part(rows, columns),
        )
    return Matched(dataclasses.replace(part, notes=()), called, tuple(found))


def _free(name: str, taken: Iterable[str]) -> str:
    while name in set(taken):
        name += "'"
    return name
