"""Load a public data set: scores as a score table, or the texts behind them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

from trueness.data.datasets.download import fetch
from trueness.data.datasets.registry import Dataset, get_dataset, read_registry
from trueness.data.score_table import ScoreTable
from trueness.data.texts import Texts
from trueness.errors import DataError, FormatError, UnknownNameError, listing
from trueness.parallel import TextProgress


def load_dataset(
    name: str,
    *,
    mirror: str | Path | None = None,
    cache: str | Path | None = None,
    progress: TextProgress | None = None,
) -> ScoreTable:
    """Return the scores of a data set, fetching it where necessary.

    Roles and orientations are those the registry declares. Systems whose scores are all those of another are
    kept, with a note.

    Parameters
    ----------
    name, mirror, cache, progress
        As in `fetch`.

    Raises
    ------
    UnknownNameError, DownloadError, ArgumentError
        As `fetch`.
    FormatError
        If the files do not hold what the registry says.
    """
    from trueness.data.duplicate_systems import identical_systems
    from trueness.data.read import read_scores

    dataset = get_dataset(name)
    paths = fetch(name, mirror=mirror, cache=cache, progress=progress)
    if dataset.kind == "bundled":
        table = load_dataset_texts(name).human_scores()
        if table is None:
            raise DataError(f"'{name}' has no human dimensions.")
    else:
        table = read_scores(*paths, format=dataset.format, name=name)
    _check(table, dataset)
    table = table.with_role("human", dataset.human).with_role("metric", dataset.metrics)
    table = table.with_orientation(lower_is_better=dataset.lower_is_better)
    same = [f"{system} (same as {group[0]})" for group in identical_systems(table) for system in group[1:]]
    notes = [f"{len(same)} system(s) whose scores are all those of another: {listing(same)}"] if same else []
    return dataclasses.replace(table, notes=(*table.notes, *notes))


def load_dataset_texts(
    name: str,
    *,
    mirror: str | Path | None = None,
    cache: str | Path | None = None,
    progress: TextProgress | None = None,
) -> Texts:
    """Return the texts of a data set, fetching it where necessary.

    Parameters
    ----------
    name, mirror, cache, progress
        As in `fetch`.

    Raises
    ------
    UnknownNameError
        If there is no such data set, or it holds no texts.
    DownloadError, ArgumentError
        As `fetch`.
    FormatError
        If the files do not hold what the registry says.
    """
    from trueness.data.datasets.pocket_texts import pocket_texts
    from trueness.data.datasets.realsumm_texts import realsumm_texts
    from trueness.data.datasets.summeval_texts import summeval_texts

    readers: dict[str, Callable[..., Texts]] = {
        "pocket": pocket_texts,
        "summeval": summeval_texts,
        "realsumm": realsumm_texts,
    }
    dataset = get_dataset(name)
    paths = (
        fetch(name, mirror=mirror, cache=cache, progress=progress) if dataset.texts or dataset.access else ()
    )
    if not dataset.texts:
        having = [other.name for other in read_registry().values() if other.texts]
        raise UnknownNameError(f"'{name}' holds scores only. Data sets with texts: {listing(having)}.")
    texts = readers[name](*paths)
    return dataclasses.replace(texts, name=name, lower_is_better=dataset.lower_is_better)


def _check(table: ScoreTable, dataset: Dataset) -> None:
    expected = {*dataset.human, *dataset.metrics}
    if expected != set(table.scorer_names):
        different = sorted(expected ^ set(table.scorer_names))
        raise FormatError(
            f"registry and files disagree about the scorers {listing(different)}.", path=dataset.name
        )
    if (dataset.systems, dataset.inputs) != table.shape[1:]:
        raise FormatError(
            f"the registry says {dataset.systems} systems and {dataset.inputs} inputs, the files hold "
            f"{table.shape[1]} and {table.shape[2]}.",
            path=dataset.name,
        )
