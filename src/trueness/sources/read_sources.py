"""Read scores where they are, and score texts where these are given in place of scores, into one table."""

from __future__ import annotations

import dataclasses
import fnmatch
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from trueness.data.datasets.load import load_dataset_texts
from trueness.data.datasets.registry import get_dataset
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_texts import read_texts
from trueness.data.scores.aggregate_columns import aggregate_name, split_aggregate
from trueness.data.scores.braces import alternatives
from trueness.data.scores.leave_out import LEAVING, Leaving, leave_out
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import DataError, UnknownNameError, listing
from trueness.parallel import TextProgress
from trueness.sources.dataset_scores import dataset_scores, default_metrics, noted_scores
from trueness.sources.source import Source, file_sha256

if TYPE_CHECKING:
    from trueness.metrics.metric import Metric


class ReadSources(NamedTuple):
    """What sources hold.

    Attributes
    ----------
    table : ScoreTable
        All scores, joined.
    sources : tuple of Source
        The sources with hashes and with the metrics that texts were scored with.
    metrics : tuple of str or None
        The metrics that were asked for: patterns without braces or, where texts were scored, the names that they have
        in the table. None where nobody asked for any.
    """

    table: ScoreTable
    sources: tuple[Source, ...]
    metrics: tuple[str, ...] | None


def read_sources(
    sources: Sequence[Source | ScoreTable],
    reading: Mapping[str, Any],
    *,
    metrics: Iterable[str] | None = None,
    folder: Path | None = None,
    mirror: str | Path | None = None,
    progress: TextProgress | None = None,
) -> ReadSources:
    """Read sources into one table; texts among them are scored.

    Texts are scored with the metrics recorded in their source; where none are, with those that are asked for, or by
    default with those of `default_metrics`. A scorer that is in a file already is taken from there, with a note.

    Parameters
    ----------
    sources : sequence of Source or ScoreTable
        In the order in which they are joined.
    reading : mapping
        Arguments of `read_scores`; what says how fields are read holds for files of texts, too. What is left out is
        left out of all sources, before they are joined.
    metrics : iterable of str, optional
        Names and patterns of the metrics asked for, computed or read.
    folder : Path, optional
        Where else to look for files: the folder of the manifest.
    mirror : str or Path, optional
        Where to fetch data sets from instead.
    progress : callable, optional
        Called with what is worked on, how much of it is done, and how much there is.

    Raises
    ------
    DataError
        If a file is not there, or texts have neither human dimensions nor metrics to be scored with.
    UnknownNameError
        If a name or pattern fits neither a metric nor a scorer of the files.
    TruenessError
        As `read_scores`, `read_texts`, `score` and `dataset_scores`.
    """
    leaving = {key: reading.get(key) for key in LEAVING}
    reading = {key: value for key, value in reading.items() if key not in LEAVING}
    opened = [_open(source, reading, folder, mirror, progress) for source in sources]
    plain = [one for one in opened if not isinstance(one, Texts)]
    asked = None if metrics is None else list(metrics)
    if len(plain) == len(opened):
        table = _joined(plain, {**reading, **leaving})
        named = tuple(_hashed(source, folder) for source in sources if isinstance(source, Source))
        return ReadSources(table, named, None if asked is None else without_braces(asked, table.scorer_names))
    read = _joined(plain, reading) if plain else None
    known = dict.fromkeys(read.scorer_names if read is not None else (), False)
    for one in opened:
        known |= dict.fromkeys(one.dimensions if isinstance(one, Texts) else (), True)
    asked = None if asked is None else list(without_braces(asked, known))
    parts: list[ScoreTable] = []
    found: list[Source] = []
    for source, one in zip(sources, opened, strict=True):
        if isinstance(one, Texts) and isinstance(source, Source):
            table, by = _scored(one, source, asked, known, progress)
            parts.append(table)
            # a data set that is scored by default is scored so again
            default = asked is None and not source.metrics and source.kind == "dataset"
            found.append(_hashed(dataclasses.replace(source, metrics=() if default else by), folder))
        else:
            if read is not None:
                parts.append(read)
                read = None  # all that is read is one table, in the place of its first source
            found += [_hashed(source, folder)] if isinstance(source, Source) else []
    table = _joined(parts, {**{key: reading[key] for key in ("join", "name") if key in reading}, **leaving})
    return ReadSources(table, tuple(found), None if asked is None else _names(asked, known))


def without_braces(patterns: Iterable[str], names: Collection[str]) -> tuple[str, ...]:
    """Return patterns with each alternative between braces written out; one that is a name stays as it is."""
    found: list[str] = []
    for pattern in patterns:
        base, colon, options = pattern.partition(":")
        whole = pattern in names
        found += [pattern] if whole else [f"{one}{colon}{options}" for one in alternatives(base)]
    return tuple(found)


def _open(
    source: Source | ScoreTable,
    reading: Mapping[str, Any],
    folder: Path | None,
    mirror: str | Path | None,
    progress: TextProgress | None,
) -> Path | ScoreTable | Texts:
    """Return a file of scores as its path, a data set with scores as a table, and what is to be scored as texts."""
    if isinstance(source, ScoreTable):
        return source
    if source.kind == "dataset":
        dataset = get_dataset(source.name)
        if dataset.texts and not dataset.metrics:
            return load_dataset_texts(source.name, mirror=mirror, progress=progress)
        return dataset_scores(source.name, mirror=mirror, progress=progress)
    path = source.find(folder)
    if source.kind == "texts":
        how = ("format", "part", "columns", "labels", "missing_values", "header_row")
        how_read = {key: reading[key] for key in how if reading.get(key) is not None}
        return read_texts(path, **how_read, unnamed_system=True)
    return path


def _hashed(source: Source, folder: Path | None) -> Source:
    """Return a source with the hash of its file or folder; only now, as a folder that is none may hold anything."""
    if source.kind == "dataset":
        return source
    return dataclasses.replace(source, sha256=file_sha256(source.find(folder)))


def _joined(opened: Sequence[Path | ScoreTable | Texts], reading: Mapping[str, Any]) -> ScoreTable:
    if len(opened) == 1 and isinstance(opened[0], ScoreTable) and not reading.get("name"):
        return leave_out(opened[0], Leaving.of_one_table(*(reading.get(key) for key in LEAVING)))
    # how files are read means nothing for tables that are there already
    files, plain = any(isinstance(one, Path) for one in opened), ("join", "name", *LEAVING)
    return read_scores(*opened, **{key: value for key, value in reading.items() if files or key in plain})


def _scored(
    texts: Texts,
    source: Source,
    asked: Sequence[str] | None,
    known: Mapping[str, bool],
    progress: TextProgress | None,
) -> tuple[ScoreTable, tuple[str, ...]]:
    """Return texts with their scores, and by which metrics these are."""
    if source.metrics:
        wanted = source.metrics
    elif asked is None:
        wanted = default_metrics(texts)
    else:
        wanted = tuple(metric.name for pattern in asked for metric in _computable(pattern, known))
    chosen = tuple(name for name in dict.fromkeys(wanted) if name not in known)
    table = noted_scores(texts, chosen, progress) if chosen else texts.human_scores()
    if table is None:
        raise DataError(f"{texts.name}: human dimensions are missing, or metrics to score the texts with.")
    given = [name for name in dict.fromkeys(wanted) if name in known]
    if given:
        note = f"scores of {listing(given)} were taken from the files and not computed from '{texts.name}'"
        table = dataclasses.replace(table, notes=(*table.notes, note))
    return table, chosen


def _computable(pattern: str, known: Mapping[str, bool]) -> list[Metric]:
    """Return the metrics of a name or pattern; none where it means scorers of files."""
    if pattern in known:
        return []
    from trueness.metrics.named_by_file import asks_a_service
    from trueness.metrics.scoring.registry import get_metrics, unknown_metric

    pattern, _ = split_aggregate(
        pattern
    )  # how systems get their scores is no matter of computing those of outputs
    try:
        found = get_metrics(pattern)
    except UnknownNameError:
        if _fitting(pattern, known):
            return []
        raise unknown_metric(pattern, known) from None
    for metric in found:
        if metric.remote:
            raise asks_a_service(metric)
    return found


def _names(asked: Sequence[str], known: Mapping[str, bool]) -> tuple[str, ...]:
    """Return what was asked for by the names in the table; a human dimension of texts only where it is named."""
    found: dict[str, None] = {}
    for pattern in asked:
        base, word = (pattern, None) if pattern in known else split_aggregate(pattern)
        names = [metric.name for metric in _computable(base, known)]
        names += [name for name in _fitting(base, known) if name == base or not known[name]]
        found |= dict.fromkeys(names if word is None else [aggregate_name(name, word) for name in names])
    return tuple(found)


def _fitting(pattern: str, names: Mapping[str, bool]) -> list[str]:
    """Return the names that a pattern matches; an exact name wins."""
    return [pattern] if pattern in names else [name for name in names if fnmatch.fnmatchcase(name, pattern)]
