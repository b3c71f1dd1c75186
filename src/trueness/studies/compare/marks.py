"""What stands after the names of metrics where people read them, and what explains it; programs get plain names.

`` [median]``: system scores are medians of the scores of outputs. `` ↓``: lower is better (see `orientation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trueness.errors import listing
from trueness.reporting.writing import orientation
from trueness.reporting.writing.labels import drawable
from trueness.studies.compare.aggregation import corpus_metrics
from trueness.studies.compare.rows import CompareResult
from trueness.study.words import MEDIAN

MEDIAN_LEGEND = "[median]: system scores are medians of their outputs' scores; those of the human are means."

MEDIAN_COLUMN_LEGEND = MEDIAN_LEGEND.replace("[median]", ":median")
"""Of columns whose names say so."""


def has_medians(comparison: CompareResult, level: str | None = None) -> bool:
    """Return whether metrics carry ``[median]`` at a level, or where levels stand side by side."""
    return _at_system(comparison, level) and comparison.settings.aggregate == "median"


def unsaid_medians(comparison: CompareResult, level: str | None = None) -> frozenset[str]:
    """Return the metrics that carry ``[median]``: not those whose names say how their system scores come about."""
    if not has_medians(comparison, level):
        return frozenset()
    return frozenset(name for name in comparison.metrics if comparison.table.scorer(name).aggregate is None)


def endings(comparison: CompareResult, names: Sequence[str], level: str | None = None) -> list[str]:
    """Return what stands after the name of each metric.

    Parameters
    ----------
    comparison : CompareResult
    names : sequence of str
    level : str, optional
        The one level that is shown; by default all of the comparison.
    """
    unsaid = unsaid_medians(comparison, level)
    return [
        (MEDIAN if name in unsaid else "") + end
        for name, end in zip(names, orientation.endings(comparison.table, names), strict=True)
    ]


def legend(comparison: CompareResult, names: Iterable[str], level: str | None = None) -> str:
    """Return the sentences that explain the marks of metrics and what system scores are; empty without any.

    Parameters
    ----------
    comparison, level
        As in `endings`.
    names : iterable of str
        Scorers that are shown, the human among them or not.
    """
    names = list(names)
    sentences = [system_score_legend(comparison, names, level), orientation.legend(comparison.table, names)]
    return " ".join(filter(None, sentences))


def system_score_legend(comparison: CompareResult, names: Iterable[str], level: str | None = None) -> str:
    """Return what system scores of metrics are, unless they could be nothing but means (see `legend`)."""
    if has_medians(comparison, level):
        return MEDIAN_LEGEND
    if not _at_system(comparison, level):
        return ""
    metrics = [name for name in comparison.metrics if name in set(names)]
    said = any(comparison.aggregation(name) == "median" for name in metrics)
    return " ".join(filter(None, (MEDIAN_COLUMN_LEGEND if said else "", _corpus(comparison, metrics))))


def _corpus(comparison: CompareResult, metrics: Sequence[str]) -> str:
    able = [name for name in metrics if name in comparison.table.corpus]
    if not able:
        return ""
    shown = listing([drawable(name) for name in able], 6)
    if corpus_metrics(comparison, able):
        return f"System scores of {shown} are corpus scores, from summed sufficient statistics."
    return f"System scores of {shown} are means of their outputs' scores, not corpus scores."


def note(comparison: CompareResult, names: Iterable[str], level: str | None = None) -> str:
    """Return the explanation of the marks as the end of a subtitle; empty where there is none."""
    median = "; [median]: of outputs' scores, at the system level" if has_medians(comparison, level) else ""
    return median + orientation.note(comparison.table, names)


def _at_system(comparison: CompareResult, level: str | None) -> bool:
    return level == "system" if level else "system" in comparison.settings.levels
