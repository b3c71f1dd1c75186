"""Which levels and coefficients one run of a test can take together."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.engine.bootstrap import Key


def levels_together(keys: Sequence[Key]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return levels with the same coefficients together, those of systems' scores apart: some metrics may lack them."""
    coefficients: dict[tuple[bool, str], list[str]] = {}
    for level, name in keys:
        apart = level == "system" and coefficient_facts(name).of_system_scores
        coefficients.setdefault((apart, level), []).append(name)
    runs: dict[tuple[bool, tuple[str, ...]], list[str]] = {}
    for (apart, level), names in coefficients.items():
        runs.setdefault((apart, tuple(names)), []).append(level)
    return [(tuple(levels), names) for (_, names), levels in runs.items()]
