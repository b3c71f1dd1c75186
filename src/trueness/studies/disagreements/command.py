"""`trueness disagreements`: the outputs on which metrics and people differ most."""

from __future__ import annotations

from typing import Any

from trueness.cli.options import RUNNING, SOURCES, WORKERS, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options, texts_options
from trueness.studies.disagreements.rows import Disagreements
from trueness.studies.disagreements.settings import DisagreementsSelection, DisagreementsSettings

TEXTS = texts_options(
    "File (or data set) of the outputs, to be read beside the scores: system, input, output; not needed where "
    "texts are scored."
)
"""What was scored."""

DISAGREEMENTS = setting_options(DisagreementsSelection, DisagreementsSettings)
PRINTING = printing_options(Disagreements.TABLES)


@takes(SOURCES, TEXTS, DISAGREEMENTS, WORKERS, RUNNING, PRINTING)
def disagreements(**given: Any) -> None:
    """List the outputs, systems and inputs on which metrics and people differ most, to be read."""
    from trueness.studies.disagreements.study import Written

    command = StudyCommand("disagreements", given, Disagreements.TABLES)
    with command.working():
        texts = command.texts_beside()
        table = command.scores()
        result = command.ask(Written(table, command.scored_texts() if texts is None else texts))
    command.show(result)
