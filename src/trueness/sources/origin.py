"""Where data came from and how they were read, so that they can be read again."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Self

from trueness.data.cells.columns import ColumnMap
from trueness.data.datasets.load import load_dataset_texts
from trueness.data.preferences.preference_columns import PairColumns
from trueness.data.preferences.preferences import Preferences
from trueness.data.preferences.read_preferences import read_preferences
from trueness.data.reading.read_tables import read_tables
from trueness.data.reading.read_texts import read_texts
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import DataError, check_choice
from trueness.parallel import TextProgress
from trueness.result import jsonable
from trueness.sources.dataset_scores import dataset_scores, noted_scores
from trueness.sources.read_sources import read_sources
from trueness.sources.source import Source

KINDS = ("scores", "tables", "texts", "preferences", "outputs")

READING = (
    "format",
    "part",
    "columns",
    "labels",
    "missing_values",
    "header_row",
    "only",
    "without",
    "mqm_weights",
    "join",
    "keep",
    "drop_repeated",
    "name",
    "by",
    "base_names",
    "parts",
    "verdicts",
    "a_first",
    "unnamed_system",
)
"""Arguments of readers that an origin may record."""


@dataclasses.dataclass(frozen=True)
class Origin:
    """Where a part of a study's data came from.

    Attributes
    ----------
    sources : tuple of Source or ScoreTable
        In the order in which they are joined; a table that is there already stands for itself and is not recorded.
    reading : dict
        Arguments with which they were read, of `READING`.
    kind : {'scores', 'tables', 'texts', 'preferences', 'outputs'}
        One table of scores, several tables by name, texts, preferences, or the scores of the outputs in these.
    """

    sources: tuple[Any, ...] = ()
    reading: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    kind: str = "scores"

    @classmethod
    def of(
        cls,
        sources: Iterable[Source | str | Path] = (),
        reading: Mapping[str, Any] | None = None,
        kind: str = "scores",
    ) -> Self:
        """Return an origin; a string or path is a file, and arguments that are None were not given.

        Raises
        ------
        DataError
            If a file is not there.
        ArgumentError
            If `reading` has a key of no reader.
        """
        named = tuple(one if isinstance(one, Source) else Source.file(one) for one in sources)
        return cls(named, _reading(reading or {}, kind), kind)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the origin that `to_dict` described.

        Raises
        ------
        ArgumentError
            If a kind or an argument is unknown.
        DataError
            If a source is none.
        """
        kind = check_choice("kind", values.get("kind", "scores"), KINDS)
        sources = [Source.from_dict(source) for source in values["sources"]]
        return cls(tuple(sources), _reading(values["reading"], kind), kind)

    def to_dict(self) -> dict[str, Any]:
        """Return JSON-ready values."""
        return {
            "kind": self.kind,
            "sources": [source.to_dict() for source in self.sources if isinstance(source, Source)],
            "reading": dict(self.reading),
        }

    def read(
        self,
        name: str,
        *,
        folder: Path | None = None,
        mirror: str | Path | None = None,
        progress: TextProgress | None = None,
    ) -> dict[str, ScoreTable | Texts | Preferences]:
        """Return what the sources hold, by name: one table or texts under `name`, or several tables.

        Parameters
        ----------
        name : str
        folder : Path, optional
            Where else to look for files: the folder of the manifest.
        mirror : str or Path, optional
            Where to fetch data sets from instead.
        progress : callable, optional
            Called with what is worked on, how much of it is done, and how much there is.

        Raises
        ------
        DataError
            If nothing is named, or a file is not there.
        """
        if not self.sources:
            raise DataError(
                "the manifest leaves open where its data came from. Say where they are: `sources` in "
                "Python, --data on the command line."
            )
        if self.kind == "texts":
            (source,) = self.sources
            if isinstance(source, Source) and source.kind == "dataset":
                return {name: load_dataset_texts(source.name, mirror=mirror, progress=progress)}
            return {name: read_texts(source.find(folder), **self.reading)}
        if self.kind in ("preferences", "outputs"):
            pairs = read_preferences(*(source.find(folder) for source in self.sources), **self.reading)
            metrics = self.sources[0].metrics
            return {name: output_scores(pairs, metrics, progress) if self.kind == "outputs" else pairs}
        if self.kind == "tables":
            return dict(read_tables(*self._tables(folder, mirror, progress), **self.reading))
        sources = list(self.sources)
        read = read_sources(sources, self.reading, folder=folder, mirror=mirror, progress=progress)
        return {name: read.table}

    def _tables(
        self, folder: Path | None, mirror: str | Path | None, progress: TextProgress | None
    ) -> list[Any]:
        """Return what `read_tables` reads: sources, and where they are named by table, mappings of one table's."""
        found: list[Any] = []
        for source in self.sources:
            table = None
            one = source
            if isinstance(source, Source):
                table = source.table
                known = source.kind == "dataset"
                one = (
                    dataset_scores(source.name, mirror=mirror, progress=progress)
                    if known
                    else source.find(folder)
                )
            if table is None:
                found.append(one)
            elif found and isinstance(found[-1], dict) and table in found[-1]:
                found[-1][table].append(one)
            else:
                found.append({table: [one]})
        return found


def output_scores(
    pairs: Preferences, metrics: Iterable[str], progress: TextProgress | None = None
) -> ScoreTable:
    """Return the scores of the outputs that were compared.

    Parameters
    ----------
    pairs : Preferences
        With texts.
    metrics : iterable of str
        Names and patterns.
    progress : callable, optional

    Raises
    ------
    DataError
        If there are no texts.
    UnknownNameError
        If there is no metric of a name.
    """
    from trueness.metrics.scoring.registry import get_metrics

    names = [metric.name for pattern in metrics for metric in get_metrics(pattern)]
    return noted_scores(pairs.texts(), tuple(dict.fromkeys(names)), progress)


def _reading(given: Mapping[str, Any], kind: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in given.items():
        check_choice("reading", key, READING)
        if value is not None:
            found[key] = _columns(value, kind) if key == "columns" else jsonable(value)
    return found


def _columns(value: Any, kind: str) -> dict[str, Any]:
    meaning = PairColumns.of(value) if kind in ("preferences", "outputs") else ColumnMap.of(value)
    return {key: jsonable(columns) for key, columns in dataclasses.asdict(meaning).items() if columns}
