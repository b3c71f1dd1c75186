"""The analyses that choices make: their product, without what does not exist, and without what is the same twice."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError
from trueness.statistics.array_types import BoolArray, Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.multiverse.input_halves import input_halves
from trueness.statistics.system_scores import system_means
from trueness.statistics.ties import exact_scores
from trueness.studies.multiverse.settings import (
    ALL,
    EACH,
    HALVES,
    MultiverseSelection,
    MultiverseSettings,
    top_of,
)
from trueness.studies.multiverse.variants import CHOICES, VariedMetrics

MOST_ANALYSES = 20_000
"""More say nothing more, and no picture holds them."""

DOES_NOT_APPLY = ""
"""The value of a choice that makes no difference in an analysis."""


@dataclasses.dataclass(frozen=True)
class Axis:
    """A choice, and its values in the order in which they were asked for.

    Attributes
    ----------
    name : str
    values : tuple of str
    """

    name: str
    values: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class Setup:
    """Scores that several analyses are of: the same outputs, the same human, the same scores of systems.

    Attributes
    ----------
    human : str
    systems, inputs : tuple of str
    columns : tuple of (str or None)
        The column of every metric.
    aggregate : str
    keys : tuple of (level, coefficient)
    """

    human: str
    systems: tuple[str, ...]
    inputs: tuple[str, ...]
    columns: tuple[str | None, ...]
    aggregate: str
    keys: tuple[Key, ...]


@dataclasses.dataclass(frozen=True)
class Analysis:
    """One way to put the question.

    Attributes
    ----------
    values : tuple of str
        One of each axis; `DOES_NOT_APPLY` where a choice makes no difference.
    setup, key : int
        Which scores, and which of their keys.
    """

    values: tuple[str, ...]
    setup: int
    key: int


@explained(
    n_analyses=Meaning("How many there would be."),
)
@dataclasses.dataclass(frozen=True)
class AbsentRow:
    """Analyses that were asked for and do not exist."""

    choices: str
    n_analyses: int
    reason: str


@dataclasses.dataclass(frozen=True)
class Product:
    """All analyses of a study.

    Attributes
    ----------
    axes : tuple of Axis
    setups : tuple of Setup
    analyses : tuple of Analysis
    absent : tuple of AbsentRow
    """

    axes: tuple[Axis, ...]
    setups: tuple[Setup, ...]
    analyses: tuple[Analysis, ...]
    absent: tuple[AbsentRow, ...]


@dataclasses.dataclass(frozen=True)
class _Part:
    """Systems or inputs under the name of the value that asks for them."""

    value: str
    names: tuple[str, ...]


def product_of(
    table: ScoreTable,
    humans: Sequence[str],
    metrics: VariedMetrics,
    selection: MultiverseSelection,
    settings: MultiverseSettings,
) -> Product:
    """Return the analyses that choices make, those on the same scores together.

    Parameters
    ----------
    table : ScoreTable
        Systems and inputs in the order of their names.
    humans : sequence of str
    metrics : VariedMetrics
    selection : MultiverseSelection
    settings : MultiverseSettings

    Raises
    ------
    ArgumentError
        If there are more than `MOST_ANALYSES`, or more systems are asked for than there are.
    """
    parts, few = _input_parts(table, selection, settings)
    places = _Places.of(settings)
    absent: list[AbsentRow] = []
    setups: list[Setup] = []
    analyses: list[Analysis] = []
    each = len(metrics.columns) * len(places.analyses)
    for human, inputs in itertools.product(humans, parts):
        seen: dict[tuple[str, ...], str] = {}
        for systems in _system_parts(table, human, inputs.names, selection, settings):
            if (same := seen.get(systems.names)) is not None:
                absent.append(
                    AbsentRow(
                        f"human {human}, systems {systems.value}, inputs {inputs.value}",
                        each,
                        f"these are the systems of '{same}', and counted there",
                    )
                )
                continue
            seen[systems.names] = systems.value
            for options, columns in metrics.columns.items():
                first = len(setups)
                setups += [
                    Setup(
                        human=human,
                        systems=systems.names,
                        inputs=inputs.names,
                        columns=columns,
                        aggregate=aggregate,
                        keys=keys,
                    )
                    for aggregate, keys in places.of_setups
                ]
                analyses += [
                    Analysis((human, *values, systems.value, inputs.value, *options), first + setup, key)
                    for values, setup, key in places.analyses
                ]
        if len(analyses) > MOST_ANALYSES:
            raise ArgumentError(
                f"the choices make more than {MOST_ANALYSES:,} analyses. Name fewer values (`systems`, `splits`, "
                "`coefficient`, `human`)."
            )
    if few:
        lost = len(analyses) // max(1, len(parts)) * 2 * settings.splits
        absent.append(AbsentRow(f"inputs {HALVES}", lost, few))
    combinations = len(analyses) // max(1, len(places.analyses))
    absent += [
        AbsentRow(
            f"level {level}, coefficient {coefficient}",
            combinations * (len(settings.aggregates) if _aggregated(level, coefficient) else 1),
            f"{coefficient} exists only at: {', '.join(coefficient_facts(coefficient).levels)}",
        )
        for level, coefficient in places.missing
    ]
    return Product(_axes(humans, metrics, settings, analyses), tuple(setups), tuple(analyses), tuple(absent))


def _axes(
    humans: Sequence[str],
    metrics: VariedMetrics,
    settings: MultiverseSettings,
    analyses: Sequence[Analysis],
) -> tuple[Axis, ...]:
    asked = [humans, settings.levels, settings.coefficients, settings.aggregates]
    asked += [tuple(dict.fromkeys(one.values[place] for one in analyses)) for place in (4, 5)]
    asked += [tuple(value for value, _ in choice.values) for choice in metrics.choices]
    names = (*CHOICES, *(choice.name for choice in metrics.choices))
    used = [{one.values[place] for one in analyses} for place in range(len(names))]
    return tuple(
        Axis(name, tuple(value for value in values if value in known))
        for name, values, known in zip(names, asked, used, strict=True)
    )


def _aggregated(level: str, coefficient: str) -> bool:
    """Whether it matters how systems get their scores."""
    return level == "system" and coefficient_facts(coefficient).of_system_scores


@dataclasses.dataclass(frozen=True)
class _Places:
    """How analyses of one set of outputs share the work.

    Attributes
    ----------
    of_setups : tuple of (str, tuple of (level, coefficient))
        An aggregate, and what is computed with it; everything that it does not matter for with the first.
    analyses : tuple of ((level, coefficient, aggregate), int, int)
        The values of an analysis, its setup among these, and its place among the keys.
    missing : tuple of (level, coefficient)
        Combinations that do not exist.
    """

    of_setups: tuple[tuple[str, tuple[Key, ...]], ...]
    analyses: tuple[tuple[tuple[str, str, str], int, int], ...]
    missing: tuple[Key, ...]

    @classmethod
    def of(cls, settings: MultiverseSettings) -> _Places:
        wanted = tuple(itertools.product(settings.levels, settings.coefficients))
        keys = tuple(key for key in wanted if key[0] in coefficient_facts(key[1]).levels)
        aggregated = tuple(key for key in keys if _aggregated(*key))
        setups = [(settings.aggregates[0], keys)]
        if aggregated:
            setups += [(aggregate, aggregated) for aggregate in settings.aggregates[1:]]
        analyses = []
        for key in keys:
            for place, (aggregate, mine) in enumerate(setups):
                if key in mine:
                    value = aggregate if key in aggregated else DOES_NOT_APPLY
                    analyses.append(((*key, value), place, mine.index(key)))
        return cls(tuple(setups), tuple(analyses), tuple(key for key in wanted if key not in keys))


def _input_parts(
    table: ScoreTable, selection: MultiverseSelection, settings: MultiverseSettings
) -> tuple[list[_Part], str]:
    """Return the sets of inputs, and why there are no halves; empty where there are, or none are wanted."""
    units = _units(table.inputs, table.input_groups, selection.clusters)
    found, few = [], ""
    for word in settings.inputs:
        if word == ALL:
            found.append(_Part(ALL, table.inputs))
        elif len(units) < 2:
            few = "one input, or cluster of inputs, has no halves"
        else:
            halves = input_halves(len(units), settings.splits, settings.seed)
            found += [
                _Part(_half(k, settings.splits), _named(table.inputs, units, half))
                for k, half in enumerate(halves)
            ]
    return found, few


def _half(place: int, splits: int) -> str:
    return f"half {place // 2 + 1 if splits > 1 else ''}{'ab'[place % 2]}"


def _units(
    names: tuple[str, ...], groups: Mapping[str, tuple[str, ...]], column: str | None
) -> dict[str, list[str]]:
    """Return what belongs together, by its label; each by itself where nothing is named."""
    labels = names if column is None else groups.get(column, names)
    units: dict[str, list[str]] = {}
    for label, name in zip(labels, names, strict=True):
        units.setdefault(label, []).append(name)
    return units


def _named(names: tuple[str, ...], units: Mapping[str, list[str]], kept: BoolArray) -> tuple[str, ...]:
    chosen = {name for unit, one in zip(units.values(), kept, strict=True) if one for name in unit}
    return tuple(name for name in names if name in chosen)


def _system_parts(
    table: ScoreTable,
    human: str,
    inputs: tuple[str, ...],
    selection: MultiverseSelection,
    settings: MultiverseSettings,
) -> Iterator[_Part]:
    """Yield the sets of systems, the best by their mean human score for these inputs."""
    names = table.systems
    for word in settings.systems:
        asked = top_of(word)
        if word == ALL:
            yield _Part(ALL, names)
        elif word == EACH:
            units = _units(names, table.system_groups, selection.system_clusters)
            for place, label in enumerate(units):
                yield _Part(f"without {label}", _named(names, units, np.arange(len(units)) != place))
        elif asked is not None:
            yield _Part(word, _top(table, human, inputs, asked))


def _top(table: ScoreTable, human: str, inputs: tuple[str, ...], asked: tuple[int, bool]) -> tuple[str, ...]:
    """Return the best systems by the mean of their human scores; those that tie with the last are among them."""
    number, percent = asked
    if number > len(table.systems) and not percent:
        raise ArgumentError(
            f"`systems` top{number} asks for more systems than there are ({len(table.systems)}). Ask for fewer."
        )
    scores = table.oriented(human)[:, np.isin(table.inputs, inputs)]
    means = system_means(exact_scores(scores).values[None], ~np.isnan(scores), None)[0, 0]
    known = np.sort(means[~np.isnan(means)])[::-1]
    count = -(-len(known) * number // 100) if percent else min(number, len(known))
    if not count:
        return ()
    return tuple(name for name, mean in zip(table.systems, means, strict=True) if mean >= known[count - 1])
