"""`trueness disagreements`: the outputs on which metrics and people differ most."""

from __future__ import annotations

from trueness.cli.study_command import StudyCommand
from trueness.study.study import ScoresAndTexts


class DisagreementsCommand(StudyCommand):
    """One call of the command: texts that are scored are read, too."""

    def read(self) -> ScoresAndTexts:
        """Return the scores and the texts."""
        table = self.scores()
        unnamed_system = not table.has_systems
        texts = self.texts_beside(unnamed_system=unnamed_system)
        return ScoresAndTexts(
            table, self.scored_texts(unnamed_system=unnamed_system) if texts is None else texts
        )
