"""Which metrics and pairs of metrics are resampled together, so that what is prepared for them stays within the budget.

All metrics see the same resamples, so those that do not fit into memory together come one wave after another: each is
prepared once, goes through all resamples, and is let go. Streams of random numbers are found by their place, not by
what was drawn before, so a wave sees the resamples that all others see.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from trueness.parallel import chosen_workers, memory_budget
from trueness.statistics.array_types import Pair
from trueness.statistics.engine.prepared_columns import COEFFICIENTS
from trueness.statistics.engine.resample import TILE, PermutationPlan
from trueness.statistics.score_arrays import CellGroup, ScoreArrays


def bootstrap_waves(
    groups: Sequence[CellGroup], levels: Collection[str], coefficients: Collection[str]
) -> list[list[CellGroup]]:
    """Return consecutive groups of metrics that are resampled together.

    A quarter of the budget is for what is prepared for them; one group that needs more comes alone, and prepares its
    columns when they are wanted.
    """
    return [
        [group for (group,) in wave]
        for wave in joint_waves([[group] for group in groups], levels, coefficients)
    ]


def joint_waves(
    members: Sequence[Sequence[CellGroup]], levels: Collection[str], coefficients: Collection[str]
) -> list[list[Sequence[CellGroup]]]:
    """Return the same of members that each are several groups, such as those of one human score."""
    sizes = [
        sum(
            (len(group.metrics) + 1) * _prepared(group, level, coefficients)
            for group in groups
            for level in levels
        )
        for groups in members
    ]
    return [[members[place] for place in wave] for wave in _within(sizes, memory_budget() // 4)]


def permutation_waves(
    arrays: ScoreArrays,
    pairs: Sequence[Pair],
    plan: PermutationPlan,
    levels: Collection[str],
    coefficients: Collection[str],
) -> list[list[Pair]]:
    """Return the pairs of metrics whose scores are swapped together, those compared on the same cells side by side.

    A quarter of the budget is for what is prepared for them, another for the values of one tile of each worker.
    """
    ordered: list[Pair] = []
    sizes: list[int] = []
    # of one tile: values of both sides and their difference, sums and counts of averages with room to compute them
    values = chosen_workers() * 8 * TILE * (len(levels) + 14) * max(1, len(coefficients))
    for group, members in arrays.pair_groups(pairs):
        scores = sum(_scores(group, level) for level in levels)
        own = values
        for level in levels:
            # swaps of single cells need other products for every tile: nothing is kept
            if level in ("input", "per_system") and plan.swap in ("systems", "rows_then_columns"):
                own += _prepared(group, level, coefficients) + 8 * group.cells.size
            elif level == "global":
                own += 16 * int(group.cells.sum())
        for place, pair in enumerate(members):
            ordered.append(pair)
            sizes.append(own + (len(group.metrics) * scores if place == 0 else 0))
    return [[ordered[place] for place in wave] for wave in _within(sizes, memory_budget() // 2)]


def _scores(group: CellGroup, level: str) -> int:
    """Return the bytes of a metric's scores at a level, and of what comes of them."""
    return 0 if level == "system" else 16 * int(group.cells.size)


def _prepared(group: CellGroup, level: str, coefficients: Collection[str]) -> int:
    """Return the bytes that are prepared at a level for one metric: scores, order, ranks, and pairs of columns."""
    n_systems, n_inputs = (int(units) for units in group.cells.shape)
    size = 8 * n_systems * n_inputs
    if level == "system":
        return size
    pairs = {"input": n_systems - 1, "per_system": n_inputs - 1}.get(level, 0) // 2
    if "kendall" not in coefficients or not COEFFICIENTS & set(coefficients):
        pairs = 0
    return 4 * size + pairs * n_systems * n_inputs


def _within(sizes: Sequence[int], most: int) -> list[list[int]]:
    """Return consecutive places whose sizes add up to no more than `most`, at least one together."""
    waves: list[list[int]] = []
    room = 0
    for place, size in enumerate(sizes):
        if not waves or size > room:
            waves.append([])
            room = most
        waves[-1].append(place)
        room -= size
    return waves
