"""`trueness preferences`: whether judges and metrics prefer what people prefer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trueness.cli.options import RUNNING, SOURCE, SOURCES, WORKERS, argument, option, setting_options, takes
from trueness.cli.study_command import StudyCommand, printing_options
from trueness.studies.preferences.rows import PreferenceStudy
from trueness.studies.preferences.settings import PreferenceSelection, PreferenceSettings

if TYPE_CHECKING:
    from trueness.data.preferences.preferences import Preferences
    from trueness.data.scores.score_table import ScoreTable

PAIRS = {
    "pairs": argument(
        list[str], "Files of pairs: input, a, b, verdict, rater; arena files; chosen and rejected."
    ),
    "format": SOURCES["format"],
    "columns": option(
        str | None,
        "--columns",
        "What columns mean: KEY=COLUMN, separated by commas, e.g. a=LEFT,b=RIGHT.",
        SOURCE,
    ),
    "verdicts": option(
        str | None, "--verdicts", "What words or numbers mean, e.g. '1=A,2=B,3=tie,4=both bad'.", SOURCE
    ),
    "a_first": option(
        bool, "--a-first", "A was shown first in every row that does not say it.", SOURCE, default=False
    ),
    "scores": option(
        list[str] | None, "--scores", "File of metrics' scores of the outputs (repeat for several).", SOURCE
    ),
    "lower_is_better": SOURCES["lower_is_better"],
}
"""Where verdicts and scores come from."""

PREFERENCES = setting_options(PreferenceSelection, PreferenceSettings)
PRINTING = printing_options(PreferenceStudy.TABLES)


@takes(PAIRS, PREFERENCES, WORKERS, RUNNING, PRINTING)
def preferences(**given: Any) -> None:
    """Compare judges' and metrics' preferences between two outputs with people's, and rank systems by them."""
    command = StudyCommand("preferences", given, PreferenceStudy.TABLES)
    command.files = [*given["pairs"], *command.files]
    with command.working():
        from trueness.studies.preferences.study import Preferred

        reading = {key: given.pop(key) for key in ("format", "columns", "verdicts")}
        reading["a_first"] = given.pop("a_first") or None
        pairs = _pairs(command, given.pop("pairs"), reading)
        result = command.ask(Preferred(pairs, _scores(command, pairs)))
    command.show(result)


def _pairs(command: StudyCommand, names: list[str], reading: dict[str, Any]) -> Preferences:
    from trueness.cli.reading import check_readable
    from trueness.sources.origin import Origin

    for name in names:
        check_readable(name)
    origin = Origin.of(names, reading, "preferences")
    command.data["pairs"] = origin
    pairs: Any = origin.read("pairs")["pairs"]
    return pairs  # type: ignore[no-any-return]


def _scores(command: StudyCommand, pairs: Preferences) -> ScoreTable | None:
    """Return scores of the files that are named or, where metrics are and no file, of the outputs."""
    import dataclasses

    from trueness.cli.reading import check_readable
    from trueness.data.files.kept_file import cache_folder
    from trueness.data.scores.patterns import split_patterns
    from trueness.errors import ArgumentError
    from trueness.metrics.scoring.keeping_scores import keeping_scores
    from trueness.sources.origin import Origin, output_scores

    files, lower = command.given.pop("scores"), split_patterns(command.given.pop("lower_is_better"))
    metrics = split_patterns(command.given["metrics"])
    if files:
        for name in files:
            check_readable(name)
        origin = Origin.of(files)
        found: Any = origin.read("scores", progress=command.progress)["scores"]
    elif metrics:
        sources = command.data["pairs"].sources
        named = tuple(dataclasses.replace(source, metrics=tuple(metrics)) for source in sources)
        origin = dataclasses.replace(command.data["pairs"], sources=named, kind="outputs")
        with keeping_scores(cache_folder()):
            found = output_scores(pairs, metrics, command.progress)
    else:
        if lower:
            raise ArgumentError(
                "--lower-is-better is of metrics: name --scores, or --metrics of the outputs."
            )
        return None
    command.data["scores"] = origin
    table: ScoreTable = found
    return table.with_orientation(lower_is_better=table.names_matching(lower)) if lower else table
