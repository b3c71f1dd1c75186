"""`trueness equivalence`: which metrics agree equally well with people, or one metric under two conditions."""

from __future__ import annotations

from typing import Any

from trueness.cli.idle_options import CORRELATIONS, EQUIVALENT, SYSTEM_SCORES
from trueness.cli.options import ASK, RUNNING, SOURCES, WORKERS, option, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.equivalence.named_conditions import file_of, read_conditions
from trueness.studies.equivalence.settings import EquivalenceSelection, EquivalenceSettings

AGAINST = {
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
"""What the scores are compared with."""

EQUIVALENCE = setting_options(EquivalenceSelection, EquivalenceSettings)
EQUIVALENCE_TABLES = ("equivalence", "margins", "decisions", "cautions")
PRINTING = printing_options(EQUIVALENCE_TABLES)


@takes(SOURCES, AGAINST, EQUIVALENCE, WORKERS, RUNNING, PRINTING)
def equivalence(**given: Any) -> None:
    """Test which metrics agree equally well with a human scorer, within a margin fixed beforehand."""
    from trueness.studies.equivalence.conditions import Conditions, part_name

    command = StudyCommand("equivalence", given, EQUIVALENCE_TABLES)
    command.refuse_idle(CORRELATIONS, SYSTEM_SCORES, EQUIVALENT)
    against, unmatched = given.pop("against"), given.pop("unmatched")
    command.files += [file_of(word) for word in against or ()]
    with command.working():
        others = read_conditions(command, "--against", against, part_name)
        result = command.ask(Conditions.of(command.scores(), others or None), matched=not unmatched)
    command.show(result)
