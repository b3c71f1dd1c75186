"""`trueness multiverse`: how far a conclusion about metrics depends on choices."""

from __future__ import annotations

from typing import Any

from trueness.cli.idle_options import CORRELATIONS, SYSTEM_SCORES, Idle
from trueness.cli.options import RUNNING, SOURCES, WORKERS, setting_options, takes, words
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.multiverse.rows import Multiverse
from trueness.studies.multiverse.settings import HALVES, MultiverseSelection, MultiverseSettings

MULTIVERSE = setting_options(MultiverseSelection, MultiverseSettings)
PRINTING = printing_options(Multiverse.TABLES)
UNHALVED = (
    Idle(
        "splits",
        lambda given: given["inputs"] is not None and HALVES not in (words(given["inputs"]) or ()),
        "it says how often inputs are halved, and `inputs` names no halves.",
    ),
)


@takes(SOURCES, MULTIVERSE, WORKERS, RUNNING, PRINTING)
def multiverse(**given: Any) -> None:
    """Study how far a conclusion about metrics depends on choices that could have been made otherwise."""
    command = StudyCommand("multiverse", given, Multiverse.TABLES)
    command.refuse_idle(CORRELATIONS, SYSTEM_SCORES, UNHALVED)
    with command.working():
        result = command.ask(command.scores())
    command.show(result)
