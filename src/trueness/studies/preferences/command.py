"""`trueness judge --preferences`: whether judges and metrics prefer what people prefer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from trueness.cli.options import HOW_PAIRS, LEAVING_ROWS, SOURCE, SOURCES, argument, option
from trueness.cli.study_command import StudyCommand

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trueness.data.preferences.preferences import Preferences
    from trueness.data.scores.score_table import ScoreTable
    from trueness.studies.preferences.study import Preferred

PAIRS = {
    "pairs": argument(
        list[str],
        "Files of pairs, with columns 'input', 'a', 'b', 'verdict' and 'rater'; arena files; chosen and rejected.",
    ),
    "format": SOURCES["format"],
    "columns": option(
        list[str] | None,
        "--columns",
        "What columns mean: KEY=COLUMN, e.g. a=LEFT,b=RIGHT (repeat or separate by commas).",
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
    "join": option(
        str,
        "--join",
        "Names that are spelled otherwise: exact (they are several) or alike (one).",
        SOURCE,
        "exact",
    ),
    **{
        key: SOURCES[key]
        for key in ("part", "missing_values", "header_row", *LEAVING_ROWS, "lower_is_better")
    },
}
"""Where verdicts and scores come from."""


class PreferencesCommand(StudyCommand):
    """One call of the command: of pairs of outputs, and of scores beside them."""

    sources: ClassVar[Mapping[str, tuple[Any, Any]]] = PAIRS

    def run(self) -> None:
        """Note all files that are read."""
        self.files = [*self.given["pairs"], *self.files]
        super().run()

    def read(self) -> Preferred:
        """Return the pairs, and the scores of their outputs where there are some."""
        from trueness.studies.preferences.study import Preferred

        reading = {key: self.given.pop(key) for key in (*HOW_PAIRS, *LEAVING_ROWS, "verdicts")}
        reading["a_first"] = self.given.pop("a_first") or None
        join = self.given.pop("join")
        reading["join"] = None if join == "exact" else join
        pairs = _pairs(self, self.given.pop("pairs"), reading)
        return Preferred(pairs, _scores(self, pairs))


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
