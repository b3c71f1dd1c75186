"""Read REALSumm's pickles of scores, extractive and abstractive systems joined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from trueness.data.cells.columns import Layout
from trueness.data.files.restricted_pickle import load
from trueness.data.formats.jsonl import rows_from_records
from trueness.data.scores.score_table import ScoreTable
from trueness.data.scores.table_from_rows import table_from_rows
from trueness.errors import FormatError, KeyMismatchError, listing

HUMAN = "litepyramid_recall"


def read_realsumm(
    *paths: str | Path,
    contents: Mapping[str, Any] | None = None,
    drop_repeated: bool = False,
    name: str | None = None,
) -> ScoreTable:
    """Read REALSumm (Bhandari et al., 2020, EMNLP): 25 systems x 100 inputs, LitePyramid recall, 14 metrics.

    The human scorer is ``litepyramid_recall``; ``js-2`` is stored negated, so larger is better for all. With
    several files, systems are called ``abs/NAME`` and ``ext/NAME`` after the files; a ``.txt`` at their end
    is dropped. ``bart_out`` occurs in both with the same texts and scores (see `drop_duplicate_systems`).

    Parameters
    ----------
    *paths : str or Path
        ``abs.pkl``, ``ext.pkl``, or both: documents -> ``system_summaries`` -> system -> ``scores``.
    contents : mapping of str to object, optional
        What `restricted_pickle.load` returned for a path, where it was loaded already.
    drop_repeated, name
        As in `table_from_rows`.

    Raises
    ------
    FormatError
        If a pickle is damaged or of another structure, or two files have the same name.
    KeyMismatchError
        If the files do not cover the same documents.
    """
    stems = [Path(path).name.split(".")[0] for path in paths]
    if len(set(stems)) < len(stems):
        raise FormatError(
            f"two files are called '{max(stems, key=stems.count)}': give their systems different names.",
            path=str(paths[0]),
            remedy="Give the files different names, such as abs.pkl and ext.pkl.",
        )
    loaded = {str(path): (contents or {}).get(str(path)) or load(path) for path in paths}
    documents = [set(_mapping(content, path)) for path, content in loaded.items()]
    for path, found in zip(paths[1:], documents[1:], strict=True):
        if different := found ^ documents[0]:
            names = listing(sorted(map(str, different)), 3)
            raise KeyMismatchError(
                f"{paths[0]} and {path} must cover the same documents; these differ: {names}."
            )
    prefixes = [f"{stem}/" if len(stems) > 1 else "" for stem in stems]
    records = _records(loaded, prefixes)
    raw = rows_from_records(records, ", ".join(loaded))
    scores: dict[str, tuple[str, str | None]] = {
        c: (c, None) for c in raw.names if c not in ("system", "input")
    }
    layout = Layout(system="system", input="input", scores=scores, declared=frozenset(scores))
    table = table_from_rows(
        raw, layout=layout, role="metric", drop_repeated=drop_repeated, name=name or "REALSumm"
    )
    return table.with_role("human", [HUMAN] if HUMAN in table.scorer_names else [])


def _records(loaded: Mapping[str, Any], prefixes: list[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    row = 0
    for (path, content), prefix in zip(loaded.items(), prefixes, strict=True):
        for document, entry in content.items():
            for system, output in _mapping(entry, path, "system_summaries").items():
                row += 1
                called = prefix + str(system).removesuffix(".txt")
                yield row, {"system": called, "input": document, **_mapping(output, path, "scores")}


def _mapping(value: Any, path: str, field: str | None = None) -> dict[Any, Any]:
    if field is not None:
        value = value.get(field) if isinstance(value, dict) else None
    if not isinstance(value, dict):
        raise FormatError("a dictionary of REALSumm's pickle is missing here.", path=path, column=field)
    return value
