"""`trueness disagreements`: the outputs on which metrics and people differ most."""

from __future__ import annotations

from typing import Any

from trueness.cli.options import RUNNING, SOURCES, WORKERS, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.cli.texts_beside import read_texts_beside, texts_options
from trueness.studies.disagreements.rows import Disagreements
from trueness.studies.disagreements.settings import DisagreementsSelection, DisagreementsSettings

TEXTS = texts_options(
    "File of the outputs, to be read beside the scores: system, input, output; not needed where texts are scored."
)
"""What was scored."""

DISAGREEMENTS = setting_options(DisagreementsSelection, DisagreementsSettings)
PRINTING = printing_options(Disagreements.TABLES)


@takes(SOURCES, TEXTS, DISAGREEMENTS, WORKERS, RUNNING, PRINTING)
def disagreements(**given: Any) -> None:
    """List the outputs, systems and inputs on which metrics and people differ most, to be read."""
    from trueness.sources.origin import Origin
    from trueness.studies.disagreements.study import Written

    command = StudyCommand("disagreements", given, Disagreements.TABLES)
    with command.working():
        path, columns = given.pop("texts"), given.pop("text_columns")
        texts = read_texts_beside(path, columns)
        table = command.scores()
        if path is None:
            texts = command.scored_texts()
        else:
            command.data["texts"] = Origin.of([path], {"columns": columns}, "texts")
        result = command.ask(Written(table, texts))
    command.show(result)
