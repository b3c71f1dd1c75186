"""`trueness compare --pool`: several tables, such as all language pairs of a test set, as one analysis."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from trueness.cli.idle_options import CORRELATIONS, POOLED_TESTS, Idle, check_idle
from trueness.cli.options import HOW_READ, PRINT, SOURCE, SOURCES, argument, option
from trueness.cli.reading import how_read
from trueness.cli.study_command import StudyCommand
from trueness.studies.compare.paper_form import NAME as PAPER
from trueness.studies.compare.paper_options import IN_PAPERS, OF_PAPERS, paper_form
from trueness.studies.pool.rows import PoolResult
from trueness.study.setting import number_or_word

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trueness.data.scores.score_table import ScoreTable
    from trueness.sources.source import Source

POOL_TABLES = ("matrix", *PoolResult.TABLES, PAPER)

TABLES = {
    "scores": argument(
        list[str],
        "Test sets (folders of mt-metrics-eval or WMT), files of scores, or NAME=FILE,FILE to name a table.",
    ),
    "format": SOURCES["format"],
    "without": option(
        list[str] | None,
        "--without",
        "What to leave out, shell patterns (repeat or separate by commas): systems, 'ref*'; 'tables=en-zh*', "
        "'inputs=check-*', 'annotators=bob', 'metrics=BLEU*'.",
        SOURCE,
    ),
    "part": option(
        list[str] | None,
        "--part",
        "Tables to read, shell patterns such as '*-en' or '*.sys' (repeat or separate by commas).",
        SOURCE,
    ),
    "by": option(str | None, "--tables-by", "Grouping column of inputs whose groups become tables.", SOURCE),
    "base_names": option(
        bool,
        "--base-names",
        "Call metrics of mt-metrics-eval without their reference: BLEU for BLEU-refA.",
        SOURCE,
        default=False,
    ),
    **{
        key: SOURCES[key]
        for key in (
            "columns",
            "labels",
            "missing_values",
            "header_row",
            "join",
            "keep",
            "lower_is_better",
            "drop_duplicates",
            "drop_repeated",
            "only",
            "mqm_weights",
            "mirror",
        )
    },
}
"""Where tables come from."""


LEADERBOARD = {
    "leaderboard": option(
        Path | None,
        "--leaderboard",
        "Write all values as JSON for a website (docs/leaderboard.schema.json).",
        PRINT,
    ),
}
"""What is written beside a page."""


class PoolCommand(StudyCommand):
    """One call of the command: of several tables, whose human scorers and weights may differ."""

    sources: ClassVar[Mapping[str, tuple[Any, Any]]] = TABLES
    printed: ClassVar[Mapping[str, tuple[Any, Any]]] = {**OF_PAPERS, **LEADERBOARD}
    tables: ClassVar[tuple[str, ...]] = POOL_TABLES
    idle: ClassVar[tuple[Idle, ...]] = (*CORRELATIONS, *POOLED_TESTS)

    def run(self) -> None:
        """Read what is said table by table, and of the table of a paper, and note all files that are read."""
        check_idle(self.printing | {name: self.given[name] for name in OF_PAPERS}, IN_PAPERS)
        self.paper, self.leaderboard = paper_form(self.given), self.given.pop("leaderboard")
        for key, kind in (("human", str), ("weights", number_or_word)):
            self.given[key] = by_table(key, self.given[key], kind)
        self.files = _files(self.given["scores"])
        super().run()

    def show(self, result: Any, view: Any = None) -> None:
        """Show the answer, with the table of a paper as it was asked for."""
        from trueness.studies.pool.view import PoolView

        super().show(result, view or PoolView(self.paper))

    def _targets(self) -> dict[str, Path]:
        return {**super()._targets(), **({"--leaderboard": self.leaderboard} if self.leaderboard else {})}

    def _write(self, result: Any, view: Any) -> dict[str, Path | Sequence[Path]]:
        from trueness.reporting.write_atomically import write_atomically
        from trueness.studies.pool.leaderboard import leaderboard_json

        written = super()._write(result, view)
        if self.leaderboard is not None:
            text = leaderboard_json(result, self.paper)
            written["leaderboard"] = write_atomically(self.leaderboard, text)
        return written

    def read(self) -> dict[str, ScoreTable]:
        """Return the tables by name."""
        return _tables(self)


def _tables(command: StudyCommand) -> dict[str, ScoreTable]:
    """Read the tables that the command names, and note where they came from."""
    import dataclasses

    from trueness.data.scores.patterns import split_patterns
    from trueness.sources.origin import Origin
    from trueness.sources.source import file_sha256

    given = command.given
    parts, lower = split_patterns(given.pop("part")), split_patterns(given.pop("lower_is_better"))
    mirror = given.pop("mirror")
    reading = how_read(given, [key for key in (*HOW_READ, "by", "base_names") if key != "part"])
    sources = _all_sources(given.pop("scores"))
    origin = Origin.of(sources, {**reading, "parts": parts}, "tables")
    tables: dict[str, Any] = origin.read("scores", mirror=mirror, progress=command.progress)
    hashed = [
        source if source.kind == "dataset" else dataclasses.replace(source, sha256=file_sha256(source.name))
        for source in sources
    ]
    command.data["tables"] = dataclasses.replace(origin, sources=tuple(hashed))
    return _turned(tables, lower or ())


def _turned(tables: dict[str, ScoreTable], lower: list[str] | tuple[str, ...]) -> dict[str, ScoreTable]:
    """Return the tables with the metrics declared for which less is better; each has to be in some table."""
    from trueness.errors import UnknownNameError, unknown_name

    for pattern in lower:
        found = False
        for name, table in tables.items():
            try:
                matching = table.names_matching([pattern])
            except UnknownNameError:
                continue
            tables[name], found = table.with_orientation(lower_is_better=matching), True
        if not found:
            raise unknown_name(
                "scorer", pattern, [name for table in tables.values() for name in table.scorer_names]
            )
    return tables


def _all_sources(words: list[str]) -> list[Source]:
    """Return what words stand for (raises as `_sources`, and if two words name one table)."""
    from trueness.errors import DataError

    found: list[Source] = []
    for word in words:
        sources = _sources(word)
        if sources[0].table is not None and sources[0].table in {source.table for source in found}:
            raise DataError(
                f"two tables are called '{sources[0].table}'. Name all files of a table at once: NAME=FILE,FILE."
            )
        found += sources
    return found


def _sources(word: str, table: str | None = None) -> list[Source]:
    """Return what a word stands for: a path, a data set, or NAME=FILE,FILE; hashes are taken once it has been read.

    Raises
    ------
    DataError
        If there is no such file or data set.
    """
    from trueness.cli.reading import check_readable
    from trueness.data.datasets.registry import read_registry
    from trueness.errors import DataError, listing, suggest
    from trueness.sources.source import Source

    check_readable(word)
    if Path(word).exists():
        return [Source("file", word, table=table)]
    name, files = _named(word) if table is None else ("", [])
    if files:
        return [source for file in files for source in _sources(file, name)]
    known = read_registry()
    if word in known:
        return [Source("dataset", word, table=table)]
    raise DataError(
        f"there is no file '{word}', and no data set of that name.{suggest(word, known)} Data sets: {listing(known)}."
    )


def _named(word: str) -> tuple[str, list[str]]:
    """Return the name and the files of NAME=FILE,FILE; no files where it is not written so."""
    name, sign, files = word.partition("=")
    return name, [file for file in files.split(",") if file] if sign and name else []


def _files(words: list[str]) -> list[str]:
    """Return the files that words name."""
    return [file for word in words for file in ([word] if Path(word).exists() else _named(word)[1])]


def by_table(option: str, value: str | None, kind: Callable[[str], Any]) -> Any:
    """Return ``TABLE=VALUE,TABLE=VALUE`` as a mapping, another text as it is.

    Raises
    ------
    ArgumentError
        If a part of it has no name or no value.
    """
    from trueness.errors import ArgumentError

    if value is None or "=" not in value:
        return value
    found: dict[str, Any] = {}
    for part in value.split(","):
        name, sign, text = (piece.strip() for piece in part.partition("="))
        if not (name and sign and text):
            raise ArgumentError(f"`{option}` must be one value or TABLE=VALUE,TABLE=VALUE; it is {value!r}.")
        found[name] = kind(text)
    return found
