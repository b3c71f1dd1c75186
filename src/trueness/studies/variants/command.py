"""`trueness variants`: which variants of metrics are not outperformed, and how lucky the best is."""

from __future__ import annotations

from typing import Any

from trueness.cli.options import RUNNING, SOURCES, WORKERS, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.variants.rows import Variants
from trueness.studies.variants.settings import VariantsSelection, VariantsSettings

VARIANTS = setting_options(VariantsSelection, VariantsSettings)
PRINTING = printing_options(Variants.TABLES)


@takes(SOURCES, VARIANTS, WORKERS, RUNNING, PRINTING)
def variants(**given: Any) -> None:
    """Compare variants of metrics, by means and medians, and say what the best owes to luck."""
    command = StudyCommand("variants", given, Variants.TABLES)
    with command.working():
        result = command.ask(command.scores())
    command.show(result)
