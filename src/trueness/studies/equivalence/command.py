"""`trueness compare --equivalence`: which metrics agree equally well with people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from trueness.cli.idle_options import EQUIVALENT, Idle
from trueness.cli.options import ASK, option
from trueness.cli.study_command import StudyCommand
from trueness.studies.equivalence.named_conditions import file_of, read_conditions

if TYPE_CHECKING:
    from trueness.study.study import StudyResult


class EquivalenceCommand(StudyCommand):
    """One call of the command: of metrics beside each other, or of each beside itself under other conditions."""

    more: ClassVar[Mapping[str, tuple[Any, Any]]] = {
        "against": option(
            list[str] | None,
            "--against",
            "[NAME=]SOURCE: scores under another condition; each metric is compared with itself there (repeat).",
            ASK,
        ),
        "unmatched": option(
            bool,
            "--unmatched",
            "The outputs of --against are other ones, with human scores of their own.",
            ASK,
            default=False,
        ),
    }
    tables: ClassVar[tuple[str, ...]] = ("equivalence", "margins", "decisions", "cautions")
    idle: ClassVar[tuple[Idle, ...]] = EQUIVALENT

    def run(self) -> None:
        """Note all files that are read."""
        self.files += [file_of(word) for word in self.given["against"] or ()]
        super().run()

    def asked(self) -> StudyResult:
        """Return the answer for the conditions that are named."""
        from trueness.studies.equivalence.conditions import Conditions, part_name

        against, unmatched = self.given.pop("against"), self.given.pop("unmatched")
        others = read_conditions(self, "--against", against, part_name)
        return self.ask(Conditions.of(self.scores(), others or None), matched=not unmatched)
