"""`trueness multiverse`: how far a conclusion about metrics depends on choices."""

from __future__ import annotations

from typing import ClassVar

from trueness.cli.idle_options import Idle
from trueness.cli.options import words
from trueness.cli.study_command import StudyCommand
from trueness.studies.multiverse.settings import HALVES

UNHALVED = (
    Idle(
        "splits",
        lambda given: given["inputs"] is not None and HALVES not in (words(given["inputs"]) or ()),
        "it says how often inputs are halved, and `inputs` names no halves.",
    ),
)


class MultiverseCommand(StudyCommand):
    """One call of the command: how often inputs are halved is said only where they are."""

    idle: ClassVar[tuple[Idle, ...]] = UNHALVED
