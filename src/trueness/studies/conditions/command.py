"""`trueness compare --conditions`: what becomes of metrics under other conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from trueness.cli.options import ASK, option
from trueness.cli.study_command import StudyCommand
from trueness.studies.equivalence.named_conditions import file_of, read_conditions

if TYPE_CHECKING:
    from trueness.studies.conditions.sources import ConditionsAndBack


class ConditionsCommand(StudyCommand):
    """One call of the command: of scores under other conditions, beside those of the reference."""

    more: ClassVar[Mapping[str, tuple[Any, Any]]] = {
        "against": option(
            list[str] | None,
            "--against",
            "[NAME=]SOURCE: scores under another condition, such as a translation (repeat).",
            ASK,
        ),
        "back": option(
            list[str] | None,
            "--back",
            "NAME=SOURCE: scores after the way back from condition NAME, such as a round trip (repeat).",
            ASK,
        ),
    }

    def run(self) -> None:
        """Note all files that are read."""
        self.files += [file_of(word) for key in ("against", "back") for word in self.given[key] or ()]
        super().run()

    def read(self) -> ConditionsAndBack:
        """Return the reference, the other conditions, and the ways back."""
        from trueness.studies.conditions.sources import ConditionsAndBack, back_name
        from trueness.studies.equivalence.conditions import Conditions, part_name

        against, back = self.given.pop("against"), self.given.pop("back")
        others = read_conditions(self, "--against", against, part_name)
        returned = read_conditions(self, "--back", back, back_name)
        return ConditionsAndBack(Conditions(self.scores(), others), returned)
