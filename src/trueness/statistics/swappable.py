"""Which system scores a permutation test can swap: whole systems always, parts of them only where scores are means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trueness.errors import UnsupportedMethodError, listing
from trueness.statistics.score_arrays import ScoreArrays


def unswappable(arrays: ScoreArrays, metrics: Iterable[int], swap: str, standardize: str) -> tuple[int, ...]:
    """Return the metrics whose scores a swap cannot exchange at the system level.

    Whole systems can be swapped whatever their scores are. A swap of single outputs or inputs mixes the z-scores of two
    metrics within one system, and only means are made of such z-scores: there is no mixture of two metrics' sufficient
    statistics, and a median of a mixture is none of their system scores. For the same reason a corpus score has no
    place on the scale of single outputs, ``standardize="cells"``.

    Parameters
    ----------
    arrays : ScoreArrays
    metrics : iterable of int
        Positions of metrics.
    swap : {'systems', 'inputs', 'cells', 'rows_then_columns'}
    standardize : {'level', 'cells'}
    """
    return tuple(
        k
        for k in metrics
        if (kind := arrays.aggregation(k)) != "mean"
        and (swap != "systems" or (kind == "corpus" and standardize == "cells"))
    )


def check_swappable(
    arrays: ScoreArrays, pairs: Sequence[tuple[int, int]], swap: str, standardize: str
) -> None:
    """Check that a permutation test of pairs of metrics exists at the system level.

    Raises
    ------
    UnsupportedMethodError
        If a swap cannot exchange the system scores of a metric; the message names the metric and the remedy.
    """
    found = unswappable(arrays, sorted({k for pair in pairs for k in pair}), swap, standardize)
    if not found:
        return
    kinds = {"corpus": "corpus scores", "median": "medians"}
    names, kind = listing(arrays.names[k] for k in found), kinds[arrays.aggregation(found[0])]
    if swap == "systems":
        raise UnsupportedMethodError(
            f"system scores of {names} are {kind}, which lack z-scores over single outputs. Standardize "
            "over what the level compares (standardize='level', --standardize level), or average the "
            "scores of outputs (aggregate='mean', --aggregate mean)."
        )
    swapped = {"cells": "single outputs", "inputs": "inputs"}.get(swap, "systems and then inputs")
    raise UnsupportedMethodError(
        f"a permutation test that swaps {swapped} is undefined at the system level for {names}: system scores are "
        f"{kind}, which are not made of the swapped scores. Swap whole systems (--test-over systems), use the paired "
        "bootstrap (--test bootstrap), or average the scores of outputs (aggregate='mean', --aggregate mean)."
    )
