"""What is said of system scores that are not means, and of tests that are undefined for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trueness.errors import series
from trueness.studies.compare.rows import CompareResult


def all_means(comparison: CompareResult, metrics: Iterable[str] | None = None) -> bool:
    """Return whether the system scores of all metrics, or of some, are means of their outputs' scores."""
    chosen = comparison.metrics if metrics is None else metrics
    return all(comparison.aggregation(metric) == "mean" for metric in chosen)


def corpus_metrics(comparison: CompareResult, names: Iterable[str]) -> list[str]:
    """Return those of the names whose system scores are corpus scores, in the order of the metrics."""
    chosen = set(names)
    return [
        name for name in comparison.metrics if name in chosen and comparison.aggregation(name) == "corpus"
    ]


def corpus_sentence(comparison: CompareResult) -> str:
    """Return which metrics have corpus scores, or could have and are averaged; empty where neither is so."""
    able = [metric for metric in comparison.metrics if metric in comparison.table.corpus]
    if not able or comparison.settings.aggregate == "median":
        return ""
    if all_means(comparison):
        return f"By {_and(able)}, too, a system's score is the mean of its outputs' scores, not the corpus score."
    others = "By the human" if len(able) == len(comparison.metrics) else "By the others and the human"
    return (
        f"A system's score by {_and(able)} is the corpus score, computed from the sums of its outputs' sufficient "
        f"statistics. {others} it is the mean of its outputs' scores."
    )


def left_out(comparison: CompareResult, over: str) -> str:
    """Return whose pairs a permutation test shown beside the main one leaves out at the system level, in parentheses.

    Parameters
    ----------
    comparison : CompareResult
    over : str
        What the test swaps.

    Returns
    -------
    str
        Empty where no pair is left out.
    """
    tested = {
        name
        for row in comparison.beside
        if (row.level, row.over) == ("system", over)
        for name in (row.metric, row.rival)
    }
    left = [name for name in comparison.metrics if name not in tested]
    if "system" not in comparison.settings.levels or not left or all_means(comparison):
        return ""
    if not tested:
        return " (not at the system level, where it is undefined for these system scores)"
    return f" (at the system level without {_and(left)}, for whose system scores it is undefined)"


def _and(names: Sequence[str]) -> str:
    return series([f"‘{name}’" for name in names])
