"""Human scorers named by what they are made of: ``mean(coherence,fluency)``, ``adjusted(quality)``, ``human@ann``."""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from trueness.data.scores.patterns import split_patterns
from trueness.data.scores.score_table import Annotations, ScoreTable
from trueness.errors import DataError, listing
from trueness.study.human_scores import (
    with_adjusted_annotators,
    with_human_combination,
    with_single_annotator,
)

MEANS = {
    "mean": "arithmetic",
    "standardized_mean": "arithmetic",
    "harmonic_mean": "harmonic",
    "geometric_mean": "geometric",
}
"""What stands before the parenthesis, and the kind of mean; of standardized scores the arithmetic one."""

ADJUSTED = "adjusted"
"""What stands before the parenthesis for one human score whose annotators' strictness is taken off."""

STANDARDIZED = "standardized_mean"
"""Of dimensions on different scales: each with mean 0 and standard deviation 1 over its outputs, more is better."""

SCALE_FREE = frozenset({STANDARDIZED, "geometric_mean"})
"""Means whose order of outputs is the same whatever the scales are."""

SCALES_APART = 3.0
"""Scales are others where the largest scores of two dimensions differ by more than this factor.

Points from 1 to 5 and from 1 to 7 may be averaged, and so may dimensions of one scale whose top is seldom reached;
shares (to 1), points (to 5) and percentages (to 100) may not: the mean would be the dimension with the larger numbers.
"""

_NAMED = re.compile(rf"({'|'.join([*MEANS, ADJUSTED])})\((.*)\)", re.DOTALL)


def is_mean(name: str) -> bool:
    """Return whether a name is that of a mean, ``mean(coherence,fluency)``, or of an adjusted score."""
    return _NAMED.fullmatch(name.strip()) is not None


def with_human_means(
    table: ScoreTable, named: Iterable[str] | None
) -> tuple[ScoreTable, tuple[str, ...] | None]:
    """Return the table with the means that names ask for, and the names as the table has them.

    The scorers that a mean is of are declared human: whoever names them so has said it. A scorer of the table that
    happens to be called like a mean is itself.

    Parameters
    ----------
    table : ScoreTable
    named : iterable of str, or None
        Human scorers; ``human@ann`` is one annotator behind ``human``,
        ``mean(…)`` and the others of `MEANS` hold names or shell patterns, which find human scorers
        alone where the data declare some.

    Raises
    ------
    UnknownNameError
        If nothing fits a name or pattern within the parentheses.
    DataError
        If a mean is of fewer than two scorers, lower is better for one of them (but for `STANDARDIZED`), they are on
        other scales (but for `SCALE_FREE`), or one that is to be standardized is constant; if a score to be adjusted
        lacks annotators, or nothing connects them.
    ArgumentError
        If a harmonic or geometric mean meets a negative score.
    """
    if named is None:
        return table, None
    found = []
    for name in named:
        match = _NAMED.fullmatch(name.strip())
        if name in table.scorer_names or match is None:
            human, _, annotator = name.rpartition("@")
            if human in table.annotations and annotator in table.annotations[human].annotators:
                table = with_single_annotator(table, human, annotator)
            found.append(name)
            continue
        dimensions = _dimensions(table, name, split_patterns([match[2]]) or [])
        resolved = f"{match[1]}({','.join(dimensions)})"
        if resolved not in table.scorer_names:
            table = _with_mean(table, resolved, dimensions, match[1])
        found.append(resolved)
    return table, tuple(found)


FIELDS = ("human", "humans", "scorers")
"""The fields of selections that name human scorers."""


def with_means_in(data: Any, selection: Any) -> tuple[Any, Any]:
    """Return the data of a study with the means and annotators that its selection names, and that with their names.

    Parameters
    ----------
    data : ScoreTable, mapping of tables, or dataclass that holds some
    selection : Selection
        Whose `FIELDS`, where it has them, are a name or several.
    """
    for field in FIELDS:
        asked = getattr(selection, field, None)
        several = (asked,) if isinstance(asked, str) else tuple(asked or ())
        if not any(is_mean(name) or "@" in name for name in several):
            continue
        resolved: list[tuple[str, ...]] = []
        data = _with_tables(data, functools.partial(_resolving, several, resolved))
        if resolved:
            names = resolved[0][0] if isinstance(asked, str) else tuple(dict.fromkeys(resolved[0]))
            selection = dataclasses.replace(selection, **{field: names})
    return data, selection


def _resolving(named: tuple[str, ...], resolved: list[tuple[str, ...]], table: ScoreTable) -> ScoreTable:
    """Return the table with the means named, and note the names that they have."""
    table, names = with_human_means(table, named)
    resolved.append(names or ())
    return table


def _with_tables(data: Any, change: Callable[[ScoreTable], ScoreTable]) -> Any:
    """Return data with every score table in it changed."""
    if isinstance(data, ScoreTable):
        return change(data)
    if isinstance(data, Mapping):
        return {name: _with_tables(part, change) for name, part in data.items()}
    if not dataclasses.is_dataclass(data) or isinstance(data, type):
        return data
    values = {field.name: getattr(data, field.name) for field in dataclasses.fields(data) if field.init}
    holding = {
        name: value
        for name, value in values.items()
        if isinstance(value, ScoreTable | Mapping) or _holds(value)
    }
    return dataclasses.replace(data, **{name: _with_tables(value, change) for name, value in holding.items()})


def _holds(value: Any) -> bool:
    """Return whether a value is a dataclass with score tables in it."""
    return dataclasses.is_dataclass(value) and any(
        isinstance(getattr(value, field.name), ScoreTable | Mapping) for field in dataclasses.fields(value)
    )


def _dimensions(table: ScoreTable, name: str, patterns: list[str]) -> tuple[str, ...]:
    chosen = tuple(dict.fromkeys(one for pattern in patterns for one in table.names_matching(pattern)))
    declared = {scorer.name for scorer in table.scorers if scorer.role == "human"}
    if any(pattern not in table.scorer_names for pattern in patterns) and declared:
        chosen = tuple(one for one in chosen if one in declared or one in patterns)
    # a mean that stands in the table already is no dimension of another
    chosen = tuple(one for one in chosen if one in patterns or not is_mean(one))
    if name.strip().startswith(ADJUSTED):
        if len(chosen) != 1:
            raise DataError(f"'{name}': name one human score, whose annotators are adjusted.")
    elif len(chosen) < 2:
        raise DataError(
            f"'{name}' is a mean of {listing(chosen) if chosen else 'nothing'}: name two human scorers at least, such "
            f"as mean({','.join(sorted(declared)[:2] or ('relevance', 'fluency'))})."
        )
    return chosen


def _with_mean(table: ScoreTable, name: str, dimensions: tuple[str, ...], kind: str) -> ScoreTable:
    if kind == ADJUSTED:
        return with_adjusted_annotators(table.with_role("human", dimensions), name, dimensions[0])
    falling = [one for one in dimensions if not table.scorer(one).higher_is_better]
    if falling and kind != STANDARDIZED:
        raise DataError(
            f"'{name}': lower is better for {listing(falling)}. Turn the scores round, or standardize them: "
            f"{STANDARDIZED}({','.join(dimensions)})."
        )
    if kind not in SCALE_FREE:
        _check_scales(table, name, dimensions)
    source = _standardized(table, name, dimensions) if kind == STANDARDIZED else table
    made = with_human_combination(source, name, dimensions, MEANS[kind])
    table = table.with_role("human", dimensions).with_scores(made.scorer(name), made.matrix(name))
    if name not in made.annotations:
        return table
    return dataclasses.replace(table, annotations={**table.annotations, name: made.annotations[name]})


def _check_scales(table: ScoreTable, name: str, dimensions: tuple[str, ...]) -> None:
    """Raise DataError if the largest scores of two dimensions are too far apart for one scale."""
    largest = {one: float(np.nanmax(np.abs(table.matrix(one)), initial=0.0)) for one in dimensions}
    low, high = min(largest, key=lambda one: largest[one]), max(largest, key=lambda one: largest[one])
    if largest[high] > SCALES_APART * largest[low]:
        raise DataError(
            f"'{name}': '{low}' and '{high}' are on other scales (up to {largest[low]:g}, up to {largest[high]:g}), "
            f"and the mean would be little but '{high}'. Let each count alike: {STANDARDIZED}({','.join(dimensions)})."
        )


def _standardized(table: ScoreTable, name: str, dimensions: tuple[str, ...]) -> ScoreTable:
    """Return the table with dimensions of mean 0 and standard deviation 1, larger is better, annotators alike."""
    values, annotations = table.values.copy(), dict(table.annotations)
    for one in dimensions:
        place, scores = table.index(one), table.matrix(one)
        sign = 1.0 if table.scorer(one).higher_is_better else -1.0
        present = scores[~np.isnan(scores)]
        if not present.size or np.ptp(present) == 0:
            raise DataError(f"'{name}': standardizing takes scores of '{one}' that differ; all are equal.")
        centre, scale = float(present.mean()), sign * float(present.std())
        values[place] = (scores - centre) / scale
        if one in annotations:
            part = annotations[one]
            annotations[one] = Annotations(part.annotators, (part.values - centre) / scale)
    scorers = tuple(
        dataclasses.replace(scorer, higher_is_better=True) if scorer.name in dimensions else scorer
        for scorer in table.scorers
    )
    return dataclasses.replace(table, values=values, annotations=annotations, scorers=scorers)
