"""Run independent work on threads, processes or a cluster, in an order that never shows in the results.

Where it runs is said once, around the work (`executing`), and changes no number. So is who watches, and around its
parts what is being computed (`step`). What is finished may be kept, so that
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
from trueness.parallel.progress import (
    Progress,
    StepMemoryError,
    TextProgress,
    Watch,
    announce,
    current_progress,
    duration,
    listening,
    one_watch,
    part_of_step,
    step,
    watched,
)
from trueness.parallel.run_tiles import Identity, run_each, run_pieces, run_tiles

__all__ = [
    "ENGINES",
    "Execution",
    "Identity",
    "Progress",
    "StepMemoryError",
    "TextProgress",
    "Watch",
    "announce",
    "available_workers",
    "chosen_workers",
    "current_execution",
    "current_progress",
    "duration",
    "executing",
    "listening",
    "memory_budget",
    "one_watch",
    "part_of_step",
    "run_each",
    "run_pieces",
    "run_tiles",
    "step",
    "watched",
]
