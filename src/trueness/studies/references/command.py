"""`trueness references`: how much wider intervals get if references could have been others."""

from __future__ import annotations

from typing import Any

from trueness.cli.options import RUNNING, SOURCES, WORKERS, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options, texts_options
from trueness.studies.references.rows import OtherReferences
from trueness.studies.references.settings import ReferencesSelection, ReferencesSettings

TEXTS = texts_options("File (or data set) with outputs and several references of every input.")
"""What metrics are computed on."""

REFERENCES = setting_options(ReferencesSelection, ReferencesSettings)
PRINTING = printing_options(OtherReferences.TABLES)


@takes(SOURCES, TEXTS, REFERENCES, WORKERS, RUNNING, PRINTING)
def references(**given: Any) -> None:
    """Say how much wider intervals of correlations get if the references could have been others."""
    from trueness.errors import ArgumentError
    from trueness.studies.references.study import Referenced

    command = StudyCommand("references", given, OtherReferences.TABLES)
    with command.working():
        texts = command.texts_beside()
        if texts is None:
            raise ArgumentError("references are resampled in texts: name their file (--texts).")
        metrics = given.pop("metrics")  # computed here, and no scorers of the file of scores
        table = command.scores(texts=False)
        given["metrics"] = metrics
        result = command.ask(Referenced(table, texts))
    command.show(result)
