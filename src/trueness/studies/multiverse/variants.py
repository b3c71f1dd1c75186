"""Columns of scores that are one metric: with other options, or against another set of references.

Two forms say which. ``part: f=*_f | r=*_recall`` is a choice that all metrics share: the star stands for the name of a
metric, and a metric without a column under any of the values is the same under all. ``rouge1 = rouge1_f |
rouge1_recall`` is a choice of one metric alone.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Mapping, Sequence

from trueness.errors import ArgumentError, UnknownNameError, listing, unknown_name

CHOICES = ("human", "level", "coefficient", "aggregate", "systems", "inputs")
"""What can be chosen whatever the columns are, in the order in which analyses list it."""

_SHARED = re.compile(r"\s*([^\s:=|*][^:=|*]*?)\s*:\s*(?=[^|]*=)(.*)", re.DOTALL)
_OWN = re.compile(r"\s*([^\s=|*][^=|*]*?)\s*=(.*)", re.DOTALL)
_FORMS = "Write 'part: f=*_f | r=*_recall' for all metrics, or 'rouge1 = rouge1_f | rouge1_recall' for one."


@dataclasses.dataclass(frozen=True)
class Variants:
    """A choice between columns.

    Attributes
    ----------
    name : str
        Of the choice; of one metric alone, that of the metric.
    values : tuple of (str, str)
        What a value is called, and its columns: a pattern with one star, or of one metric a name.
    shared : bool
        Whether it is a choice of all metrics.
    """

    name: str
    values: tuple[tuple[str, str], ...]
    shared: bool

    def metric_of(self, column: str) -> tuple[str, str] | None:
        """Return the metric and the value that a column belongs to; None if it belongs to no value.

        Of several patterns that fit, the one that leaves least to the star counts.
        """
        if not self.shared:
            value = next((value for value, one in self.values if one == column), None)
            return None if value is None else (self.name, value)
        fitting = [
            (column[len(head) : len(column) - len(tail)], value)
            for value, pattern in self.values
            for head, tail in [pattern.split("*")]
            if len(column) > len(head) + len(tail) and column.startswith(head) and column.endswith(tail)
        ]
        return min(fitting, key=lambda one: len(one[0]), default=None)


@dataclasses.dataclass(frozen=True)
class VariedMetrics:
    """Metrics, and the column of each under every combination of values of some choices.

    Attributes
    ----------
    names : tuple of str
        K metrics, in the order of their first columns.
    choices : tuple of Variants
    columns : mapping of tuple of str to tuple of (str or None)
        A value of each choice to the K columns; None where a metric has none.
    """

    names: tuple[str, ...]
    choices: tuple[Variants, ...]
    columns: Mapping[tuple[str, ...], tuple[str | None, ...]]


def parsed_variants(given: Sequence[str]) -> tuple[Variants, ...]:
    """Return choices between columns from how they are written.

    Raises
    ------
    ArgumentError
        If one is not of the two forms above, has fewer than two values, is said twice, or has another choice's name.
    """
    found = tuple(_parsed(text) for text in given)
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise ArgumentError(f"`variants` says '{name}' twice. Put all its columns into one.")
        if name in CHOICES:
            raise ArgumentError(f"`variants` '{name}' is the name of another choice. Call it otherwise.")
    return found


def _parsed(text: str) -> Variants:
    shared, own = _SHARED.fullmatch(text), _OWN.fullmatch(text)
    if shared is not None:
        parts = [part.partition("=") for part in shared[2].split("|")]
        values = tuple((value.strip(), pattern.strip()) for value, _, pattern in parts)
        right = all(value and pattern.count("*") == 1 for value, pattern in values)
        name = shared[1]
    elif own is not None:
        columns = [column.strip() for column in own[2].split("|")]
        values, name = tuple((column, column) for column in columns), own[1]
        right = all(columns)
    else:
        right, values, name = False, (), ""
    if not right or len(values) < 2 or any(len({*side}) < len(values) for side in zip(*values, strict=True)):
        raise ArgumentError(f"`variants` '{text}' must be a choice between two columns or more. {_FORMS}")
    return Variants(name, values, shared is not None)


def varied_metrics(columns: Sequence[str], choices: Sequence[Variants]) -> VariedMetrics:
    """Return the metrics that columns are, under every combination of values.

    Choices are taken one after the other: the second is between what the first calls metrics.

    Parameters
    ----------
    columns : sequence of str
        Names of scorers.
    choices : sequence of Variants

    Raises
    ------
    UnknownNameError
        If a column of a choice does not exist, or a value of a shared choice has none.
    ArgumentError
        If two columns are one metric under the same values.
    """
    found: dict[str, dict[tuple[str, ...], str]] = {column: {(): column} for column in columns}
    for choice in choices:
        found = _split(found, choice)
    combinations = itertools.product(*([value for value, _ in choice.values] for choice in choices))
    return VariedMetrics(
        tuple(found),
        tuple(choices),
        {values: tuple(of.get(values) for of in found.values()) for values in combinations},
    )


def _split(
    found: Mapping[str, Mapping[tuple[str, ...], str]], choice: Variants
) -> dict[str, dict[tuple[str, ...], str]]:
    """Return metrics with one more value in front of each column: those of the choice that it has."""
    members = _members(tuple(found), choice)
    split: dict[str, dict[tuple[str, ...], str]] = {}
    for name, columns in found.items():
        metric, values = members.get(name, (name, [value for value, _ in choice.values]))
        into = split.setdefault(metric, {})
        for value, (before, column) in itertools.product(values, columns.items()):
            if (other := into.get((*before, value))) is not None:
                raise ArgumentError(
                    f"`variants`: '{other}' and '{column}' are both '{metric}' where '{choice.name}' is '{value}'. "
                    "Name the metrics that are meant (`metrics`)."
                )
            into[(*before, value)] = column
    return split


def _members(names: tuple[str, ...], choice: Variants) -> dict[str, tuple[str, list[str]]]:
    """Return the metric and the value of every name that belongs to a value; others are the same under all."""
    found = {name: member for name in names if (member := choice.metric_of(name)) is not None}
    fitted: dict[str, set[str]] = {}
    for metric, value in found.values():
        fitted.setdefault(metric, set()).add(value)
    # a star alone fits everything: a metric that no other pattern fits has no options
    bare = {value for value, pattern in choice.values if pattern == "*"}
    found = {name: member for name, member in found.items() if not fitted[member[0]] <= bare}
    for value, pattern in choice.values:
        if value in {given for _, given in found.values()}:
            continue
        if not choice.shared:
            raise unknown_name("metric", pattern, names)
        raise UnknownNameError(
            f"no metric is called '{pattern}', which is '{value}' of the choice '{choice.name}'. Known: "
            f"{listing(names)}."
        )
    return {name: (metric, [value]) for name, (metric, value) in found.items()}
