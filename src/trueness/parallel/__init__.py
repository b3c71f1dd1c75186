"""Run independent work on threads, processes or a cluster, in an order that never shows in the results.

Where it runs is said once, around the work (`executing`), and changes no number. What is finished may be kept, so that
an interrupted run goes on (`checkpoint.keeping`).
"""

from __future__ import annotations

from trueness.parallel.execution import (
    ENGINES,
    Execution,
    available_workers,
    chosen_workers,
    current_execution,
    executing,
    memory_budget,
)
from trueness.parallel.run_tiles import Progress, run_each, run_tiles

__all__ = [
    "ENGINES",
    "Execution",
    "Progress",
    "available_workers",
    "chosen_workers",
    "current_execution",
    "executing",
    "memory_budget",
    "run_each",
    "run_tiles",
]
