"""Read SummEval: the annotations as released (JSON lines), or the compact pickle of expert means."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trueness.data.cells.columns import Layout
from trueness.data.files.open_file import starts_with
from trueness.data.files.restricted_pickle import load
from trueness.data.formats.jsonl import read_records, rows_from_records
from trueness.data.scores.score_table import Role, ScoreTable
from trueness.data.scores.table_from_rows import table_from_rows
from trueness.errors import FormatError

KINDS = ("expert", "turker")

METRICS = "metric_scores"


def read_summeval(
    path: str | Path, *, content: Any = None, drop_repeated: bool = False, name: str | None = None
) -> ScoreTable:
    """Read SummEval (Fabbri et al., 2021, TACL 9): 16 systems, 100 inputs, 3 experts and 5 crowd workers.

    ``model_annotations.aligned.jsonl`` gives the human dimensions ``expert_relevance`` ... and
    ``turker_relevance`` ..., with annotators ``expert_1`` to ``expert_3`` and ``turker_1`` to ``turker_5`` by
    their position in the list; nobody promises that a position is the same person throughout. Files like it may have
    one of both, as the first row has, and ``metric_scores``, an object of numbers by metric. The pickle
    (document -> ``sys_summs`` -> system -> ``scores``) gives the means over experts, under the names it uses;
    a ``.txt`` at the end of systems is dropped.

    Parameters
    ----------
    path : str or Path
        The file, compressed or not.
    content : object, optional
        What `restricted_pickle.load` returned for the path, if it was loaded already.
    drop_repeated, name
        As in `table_from_rows`.

    Raises
    ------
    FormatError
        If a field is missing or of another kind, or a score is no number.
    DuplicateKeyError
        If a system occurs twice for an input, unless `drop_repeated`.
    """
    is_lines = content is None and starts_with(path, 1) == b"{"
    records = (
        _from_lines(path) if is_lines else _from_pickle(path, load(path) if content is None else content)
    )
    raw = rows_from_records(records, str(path))
    scores = {column: _dimension(column) for column in raw.names if column not in ("system", "input")}
    layout = Layout(system="system", input="input", scores=scores, declared=frozenset(scores))
    role: Role = "metric" if is_lines else "human"  # in lines people's scores are annotators'
    called = "SummEval" if is_lines else None  # pickles of other benchmarks are made alike
    return table_from_rows(raw, layout=layout, role=role, drop_repeated=drop_repeated, name=name or called)


def _from_lines(path: str | Path) -> Iterator[tuple[int, dict[str, Any]]]:
    kinds: list[str] = []
    for row, record in read_records(path):
        flat: dict[str, Any] = {}
        kinds = kinds or [kind for kind in KINDS if f"{kind}_annotations" in record] or list(KINDS)
        for field, column in (("model_id", "system"), ("id", "input")):
            flat[column] = _field(record, field, (str, int), path, row)
        for kind in kinds:
            key = f"{kind}_annotations"
            for k, judgement in enumerate(_field(record, key, (list,), path, row), start=1):
                if not isinstance(judgement, dict):
                    raise FormatError("a judgement must be an object.", path=str(path), row=row, column=key)
                flat |= {f"{kind}_{dimension}@{kind}_{k}": value for dimension, value in judgement.items()}
        if METRICS in record:
            flat |= _field(record, METRICS, (dict,), path, row)
        yield row, flat


def _from_pickle(path: str | Path, content: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    row = 0
    for document, entry in _mapping(content, "documents", path).items():
        for system, output in _mapping(entry, "fields", path, "sys_summs").items():
            row += 1
            scores = _mapping(output, "fields", path, "scores")
            yield row, {"system": str(system).removesuffix(".txt"), "input": document, **scores}


def _dimension(column: str) -> tuple[str, str | None]:
    name, _, annotator = column.partition("@")
    return name, annotator or None


def _field(record: dict[str, Any], field: str, kinds: tuple[type, ...], path: str | Path, row: int) -> Any:
    if not isinstance(record.get(field), kinds):
        raise FormatError(
            "the field is missing or of another kind.",
            path=str(path),
            row=row,
            column=field,
            remedy="SummEval's rows have id, model_id, and expert_annotations, turker_annotations or both.",
        )
    return record[field]


def _mapping(value: Any, what: str, path: str | Path, field: str | None = None) -> dict[Any, Any]:
    if field is not None:
        value = value.get(field) if isinstance(value, dict) else None
    if not isinstance(value, dict):
        raise FormatError(
            f"a dictionary of {what} of SummEval's pickle is missing here.", path=str(path), column=field
        )
    return value
