"""Load a public data set: scores as a score table, or the texts behind them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

from trueness.data.datasets.download import fetch
from trueness.data.datasets.registry import Dataset, get_dataset, read_registry
from trueness.data.layouts.pickled_texts import realsumm_rows, summeval_rows
from trueness.data.reading.texts_from_rows import texts_from_rows
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import DataError, FormatError, UnknownNameError, counted, listing
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
    from trueness.data.reading.read import read_scores
    from trueness.data.scores.duplicate_systems import identical_systems

    dataset = get_dataset(name)
    paths = fetch(name, mirror=mirror, cache=cache, progress=progress)
    if dataset.kind == "bundled":
        table = load_dataset_texts(name).human_scores()
        if table is None:
            raise DataError(f"'{name}' lacks human dimensions.")
    else:
        table = read_scores(*paths, format=dataset.format, name=name)
    _check(table, dataset)
    table = table.with_role("human", dataset.human).with_role("metric", dataset.metrics)
    table = table.with_orientation(lower_is_better=dataset.lower_is_better)
    same = [f"{system} (same as {group[0]})" for group in identical_systems(table) for system in group[1:]]
    notes = (
        [f"{counted(len(same), 'system')} whose scores are all those of another: {listing(same)}"]
        if same
        else []
    )
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


def pocket_texts() -> Texts:
    """Return the outputs of the pocket benchmark with articles, references, coverage and redundancy."""
    from trueness.data.pocket import POCKET_NOTE, load_pocket_texts

    texts = texts_from_rows(load_pocket_texts(), name="pocket", lower_is_better=("redundancy",))
    return dataclasses.replace(texts, notes=(*texts.notes, POCKET_NOTE))


def summeval_texts(path: str | Path) -> Texts:
    """Read the outputs of SummEval with articles, references and the experts' mean judgements.

    Parameters
    ----------
    path : str or Path
        ``data.pkl``: document id to ``src``, ``ref_summs`` (the original reference first) and ``sys_summs``
        (system to ``sys_summ`` and ``scores``). Only plain containers, text and numbers are loaded from it.

    Raises
    ------
    FormatError
        If the file is no such pickle.
    """
    return texts_from_rows(list(summeval_rows(path)), name="summeval", path=str(path))


def realsumm_texts(*paths: str | Path) -> Texts:
    """Read the outputs of REALSumm with their reference and LitePyramid recall; these files hold no articles.

    Systems are called as `read_realsumm` calls them: with several files ``abs/NAME`` and ``ext/NAME``, so
    that texts and scores can be joined. ``bart_out`` is in both files with the same texts; it is kept twice,
    with a note.

    Parameters
    ----------
    *paths : str or Path
        ``abs.pkl`` and ``ext.pkl``: document to ``ref_summ`` and ``system_summaries`` (system to
        ``system_summary`` and ``scores``). Only plain containers, text and numbers are loaded from them.

    Raises
    ------
    FormatError
        If a file is no such pickle.
    DuplicateKeyError
        If two files have the same name.
    """
    rows = [
        row
        for path in paths
        for row in realsumm_rows(path, f"{Path(path).name.split('.')[0]}/" if len(paths) > 1 else "")
    ]
    texts = texts_from_rows(rows, name="realsumm", path=", ".join(str(path) for path in paths))
    return dataclasses.replace(texts, notes=(*texts.notes, *_repeated(texts)))


def _repeated(texts: Texts) -> list[str]:
    """Say which systems wrote exactly what another wrote."""
    written: dict[str, set[tuple[str, str]]] = {}
    for row in texts.rows:
        written.setdefault(row.system, set()).add((row.input, row.output))
    first: dict[frozenset[tuple[str, str]], str] = {}
    pairs = []
    for system, outputs in written.items():
        same = first.setdefault(frozenset(outputs), system)
        if same != system:
            pairs.append(f"{system} (same as {same})")
    return [f"{counted(len(pairs), 'system')} with the outputs of another: {listing(pairs)}"] if pairs else []
