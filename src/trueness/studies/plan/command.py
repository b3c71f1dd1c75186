"""`trueness plan`: how many systems, inputs and annotators it takes."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from trueness.cli.idle_options import ASSUMED
from trueness.cli.options import RUNNING, SOURCES, WORKERS, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.plan.settings import PlanSelection, PlanSettings

PLAN_TABLES = ("designs", "next", "decisions", "cautions")

PILOT = {
    **SOURCES,
    "scores": (
        Annotated[
            list[str] | None,
            typer.Argument(
                help="The pilot: files of scores or of texts, or names of data sets; none with --assume.",
                show_default=False,
            ),
        ],
        None,
    ),
}
"""What is known about the data to come."""

PLAN = setting_options(PlanSelection, PlanSettings)
PRINTING = printing_options(PLAN_TABLES)


@takes(PILOT, PLAN, WORKERS, RUNNING, PRINTING)
def plan(**given: Any) -> None:
    """Plan annotation from a pilot: how wide the interval and how strong the test would be, at what cost."""
    from trueness.errors import ArgumentError

    command = StudyCommand("plan", given, PLAN_TABLES)
    command.refuse_idle(ASSUMED)
    if given["scores"] and given["assume"] is not None:
        raise ArgumentError("a plan is of a pilot or of assumptions (--assume), not of both.")
    with command.working():
        result = command.ask(command.scores() if given["scores"] else None)
    command.show(result)
