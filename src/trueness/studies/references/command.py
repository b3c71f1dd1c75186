"""`trueness compare --references`: how much wider intervals get if references could have been others."""

from __future__ import annotations

from trueness.cli.study_command import StudyCommand
from trueness.errors import ArgumentError
from trueness.study.study import ScoresAndTexts


class ReferencesCommand(StudyCommand):
    """One call of the command: metrics are computed on the texts, and no scorers of the file of scores."""

    def read(self) -> ScoresAndTexts:
        """Return the scores and the texts."""
        texts = self.texts_beside()
        if texts is None:
            raise ArgumentError("references are resampled in texts: name their file (--texts).")
        metrics = self.given.pop("metrics")
        table = self.scores(texts=False)
        self.given["metrics"] = metrics
        return ScoresAndTexts(table, texts)
