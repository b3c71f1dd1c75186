"""What the settings and findings of a comparison are called in sentences: in the verdict, captions and methods."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.data.scores.aggregate_columns import split_aggregate
from trueness.errors import listing, series
from trueness.studies.compare.rows import Estimate
from trueness.studies.compare.settings import Settings
from trueness.study.words import MEDIAN, OVER_WORDS, coefficient_words


def shown_name(metric: str, level: str, settings: Settings) -> str:
    """Return what a metric is called in a sentence about a level."""
    unsaid = settings.aggregate == "median" and split_aggregate(metric)[1] is None
    return f"{metric}{MEDIAN}" if level == "system" and unsaid else metric


def generalises_to(settings: Settings, *, has_systems: bool) -> str:
    """Return what the intervals apply to; data without systems have inputs alone."""
    return OVER_WORDS[settings.over] if has_systems else "other items"


def grouped_by_place(rows: Sequence[Estimate], settings: Settings, most: int = 6) -> str:
    """Return metrics by where they occur, e.g. ``'a', 'b' (system and input level, all coefficients)``.

    Metrics with the same levels and coefficients stand together, the largest group first, at most `most` groups and
    eight names of each, with a count of the rest.
    """
    places: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        name = shown_name(row.metric, row.level, settings)
        places.setdefault(name, {}).setdefault(row.level, []).append(row.coefficient)
    groups: dict[str, list[str]] = {}
    for name, levels in places.items():
        groups.setdefault(_place(levels, settings), []).append(name)
    largest = sorted(groups.items(), key=lambda group: -len(group[1]))
    shown = "; ".join(f"{listing(names)} ({place})" for place, names in largest[:most])
    rest = sum(len(names) for _, names in largest[most:])
    return f"{shown}; and {rest} more" if rest else shown


def _place(levels: dict[str, list[str]], settings: Settings) -> str:
    """Return levels and coefficients in words; levels with the same coefficients stand together."""
    together: dict[str, list[str]] = {}
    for level, coefficients in levels.items():
        together.setdefault(_coefficients(coefficients, settings), []).append(level)
    return "; ".join(f"{series(names)} level, {which}" for which, names in together.items())


def _coefficients(names: Sequence[str], settings: Settings) -> str:
    every = len(names) == len(settings.coefficients) > 1 and not settings.absent
    return "all coefficients" if every else series([coefficient_words(name) for name in names])
