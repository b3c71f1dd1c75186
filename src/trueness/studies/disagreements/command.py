"""`trueness disagreements`: the outputs on which metrics and people differ most."""

from __future__ import annotations

from trueness.cli.study_command import StudyCommand
from trueness.study.study import ScoresAndTexts


class DisagreementsCommand(StudyCommand):
    """One call of the command: texts that are scored are read, too."""

    def read(self) -> ScoresAndTexts:
        """Return the scores and the texts."""
        texts = self.texts_beside()
        table = self.scores()
        return ScoresAndTexts(table, self.scored_texts() if texts is None else texts)
