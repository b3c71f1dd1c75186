"""`trueness conditions`: what becomes of metrics under other conditions."""

from __future__ import annotations

from typing import Any

from trueness.cli.idle_options import CORRELATIONS, SYSTEM_SCORES
from trueness.cli.options import ASK, RUNNING, SOURCES, WORKERS, option, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.conditions.rows import UnderConditions
from trueness.studies.conditions.settings import ConditionsSelection, ConditionsSettings
from trueness.studies.equivalence.named_conditions import file_of, read_conditions

OTHERS = {
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
"""What the reference is compared with."""

CONDITIONS = setting_options(ConditionsSelection, ConditionsSettings)
PRINTING = printing_options(UnderConditions.TABLES)


@takes(SOURCES, OTHERS, CONDITIONS, WORKERS, RUNNING, PRINTING)
def conditions(**given: Any) -> None:
    """Study what becomes of metrics under other conditions: translations, versions, prompts, tokenisations."""
    from trueness.studies.conditions.sources import ConditionsAndBack, back_name
    from trueness.studies.equivalence.conditions import Conditions, part_name

    command = StudyCommand("conditions", given, UnderConditions.TABLES)
    command.refuse_idle(CORRELATIONS, SYSTEM_SCORES)
    against, back = given.pop("against"), given.pop("back")
    command.files += [file_of(word) for word in (*(against or ()), *(back or ()))]
    with command.working():
        others = read_conditions(command, "--against", against, part_name)
        returned = read_conditions(command, "--back", back, back_name)
        data = ConditionsAndBack(Conditions(command.scores(), others), returned)
        result = command.ask(data)
    command.show(result)
