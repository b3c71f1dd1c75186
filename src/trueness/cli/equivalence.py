"""`trueness equivalence`: which metrics agree equally well with people, or one metric under two conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.idle_options import CORRELATIONS, EQUIVALENT, SYSTEM_SCORES
from trueness.cli.options import ASK, RUNNING, SOURCES, WORKERS, option, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.equivalence.settings import EquivalenceSelection, EquivalenceSettings

if TYPE_CHECKING:
    from trueness.studies.equivalence.conditions import Conditions

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
EQUIVALENCE_TABLES = ("equivalence", "margins", "cautions")
PRINTING = printing_options(EQUIVALENCE_TABLES, figures=True)


@takes(SOURCES, AGAINST, EQUIVALENCE, WORKERS, RUNNING, PRINTING)
def equivalence(**given: Any) -> None:
    """Test which metrics agree equally well with a human scorer, within a margin fixed beforehand."""
    command = StudyCommand("equivalence", given, EQUIVALENCE_TABLES)
    command.refuse_idle(CORRELATIONS, SYSTEM_SCORES, EQUIVALENT)
    against, unmatched = given.pop("against"), given.pop("unmatched")
    command.files += [source for _, source in _named(against or ())]
    with command.working():
        result = command.ask(_conditions(command, against), matched=not unmatched)
    command.show(result)


def _conditions(command: StudyCommand, against: Iterable[str] | None) -> Conditions:
    """Read the other conditions as the reference is read, then the reference, and note where they came from.

    Raises
    ------
    ArgumentError
        If two conditions have one name, or a name is empty.
    """
    from trueness.cli.reading import read_given
    from trueness.errors import ArgumentError
    from trueness.sources.origin import Origin
    from trueness.studies.equivalence.conditions import Conditions, part_name

    tables, origins = {}, {}
    for name, source in _named(against or ()):
        if not name.strip():
            raise ArgumentError(f"--against '{name}={source}' has no name before the '='.")
        if name in tables:
            raise ArgumentError(f"two conditions are called '{name}': write --against NAME=SOURCE.")
        given = {**command.given, "scores": [source]}
        tables[name], sources, reading = read_given(given, command.progress, texts=True)
        origins[part_name(name)] = Origin.of(sources, reading)
    table = command.scores()
    command.data |= origins
    return Conditions.of(table, tables or None)


def _named(sources: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield names and sources: ``NAME=SOURCE``, or ``SOURCE`` alone, which is then called after the file.

    A file whose name holds ``=`` needs a name before it only if what stands before its first ``=`` is not a folder of
    it.
    """
    for source in sources:
        name, sign, path = source.partition("=")
        if sign and not Path(source).exists():
            yield name, path
        else:
            yield Path(source).name.split(".")[0] or source, source
