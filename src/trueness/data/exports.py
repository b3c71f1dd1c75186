"""Read what programs and benchmarks of models and judges export as JSON: a declaration each, one reader for all."""

from __future__ import annotations

import dataclasses
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from trueness.data.columns import ColumnMap
from trueness.data.json_document import is_one_value, load_json
from trueness.data.jsonl import JSON_DECODER, read_records, rows_from_records
from trueness.data.raw_rows import RawRows, shown_cell
from trueness.errors import FormatError, listing

MOST_BYTES = 1_000_000_000
"""Bytes of the samples of a log, all together."""

Scores = Iterator[tuple[str, Any]]


@dataclasses.dataclass(frozen=True)
class Export:
    """Where ids and scores lie in a format.

    Paths are keys separated by dots; one that begins with ``/`` starts at the whole document, others at a row. Of
    several, the first that holds something counts.

    Attributes
    ----------
    name : str
        The format.
    rows : tuple of str
        Where the list of rows is, or may be; empty if every line is a row.
    tell : tuple of str
        What a document that is of this format has at these paths; those of rows are looked for in the first.
    system : tuple of str
        Where the name of the system is; empty where there is none.
    input : tuple of str
        Where the id of the input is.
    scores : callable
        From a row, the scores in it by name; ``name@annotator`` where somebody gave them.
    parts : tuple of str
        Where what else tells inputs apart is, such as the number of a repetition; added after ``#`` where it varies.
    """

    name: str
    rows: tuple[str, ...]
    tell: tuple[str, ...]
    system: tuple[str, ...]
    input: tuple[str, ...]
    scores: Callable[[Mapping[str, Any]], Scores]
    parts: tuple[str, ...] = ()


def _promptfoo(row: Mapping[str, Any]) -> Scores:
    yield "score", row.get("score")
    yield "pass", row.get("success")
    yield from _numbers(row.get("namedScores"))


INSPECT_VALUES = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}
"""Correct, incorrect, partial and no answer, as Inspect turns them into numbers."""


def _inspect(row: Mapping[str, Any]) -> Scores:
    for scorer, score in (row.get("scores") or {}).items():
        value = score.get("value") if isinstance(score, dict) else score
        if isinstance(value, dict):
            yield from ((f"{scorer}_{part}", _inspect_value(one)) for part, one in value.items())
        else:
            yield scorer, _inspect_value(value)


def _inspect_value(value: Any) -> Any:
    return INSPECT_VALUES.get(value, value) if isinstance(value, str) else value


def _lm_eval(row: Mapping[str, Any]) -> Scores:
    named = row.get("metrics")
    names = named if isinstance(named, list) else [key for key in row if key not in _LM_EVAL_FIELDS]
    used = row.get("filter") or "none"
    for name in names:
        yield (name if used == "none" else f"{name},{used}"), row.get(name)


_LM_EVAL_FIELDS = (
    *("doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"),
    *("doc_hash", "prompt_hash", "target_hash"),
)


def _deepeval(row: Mapping[str, Any]) -> Scores:
    for metric in row.get("metricsData") or row.get("metrics_data") or []:
        yield str(metric.get("name")), metric.get("score")


def _langfuse(row: Mapping[str, Any]) -> Scores:
    for score in row["scores"] if isinstance(row.get("scores"), list) else [row]:
        value = score.get("value")
        given = value if value is not None else score.get("stringValue")
        people = score.get("source") == "ANNOTATION"
        who = score.get("authorUserId") or score.get("userId") or "1"
        yield (f"{score.get('name')}@{who}" if people else str(score.get("name"))), given


def _openai_evals(row: Mapping[str, Any]) -> Scores:
    data = row.get("data") or {}
    if row.get("type") == "match":
        yield "correct", data.get("correct")
    elif row.get("type") == "metrics":
        yield from _numbers(data)


def _judge_bench(row: Mapping[str, Any]) -> Scores:
    for dimension, found in (row.get("annotations") or {}).items():
        single = found.get("individual_human_scores") or []
        if single:
            yield from ((f"{dimension}@{k}", one) for k, one in enumerate(single, start=1))
        else:
            mean = found.get("mean_human")
            yield dimension, found.get("majority_human") if mean in (None, "") else mean


def _numbers(values: Any) -> Scores:
    if isinstance(values, dict):
        yield from (
            (name, value) for name, value in values.items() if not isinstance(value, dict | list | str)
        )


EXPORTS = (
    Export(
        "promptfoo",
        rows=("results.results", "results"),
        tell=("provider", "vars", "success"),
        system=("provider.label", "provider.id", "provider"),
        input=("testIdx", "testCase.description", "vars"),
        scores=_promptfoo,
        parts=("promptIdx",),
    ),
    Export(
        "inspect",
        rows=("samples",),
        tell=("/eval.model", "/eval.task", "scores"),
        system=("/eval.model",),
        input=("id",),
        scores=_inspect,
        parts=("epoch",),
    ),
    Export(
        "lm-eval",
        rows=(),
        tell=("doc_id", "doc", "filtered_resps"),
        system=("/folder",),
        input=("doc_id",),
        scores=_lm_eval,
    ),
    Export(
        "deepeval",
        rows=("testCases", "test_results"),
        tell=("metricsData",),
        system=(),
        input=("name", "order"),
        scores=_deepeval,
    ),
    Export(
        "deepeval",
        rows=("test_results", "testCases"),
        tell=("metrics_data",),
        system=(),
        input=("name", "order"),
        scores=_deepeval,
    ),
    Export(
        "langfuse",
        rows=("data", ""),
        tell=("traceId", "name", "dataType"),
        system=(),
        input=("observationId", "traceId"),
        scores=_langfuse,
    ),
    Export(
        "openai-evals",
        rows=(),
        tell=("/spec.completion_fns",),
        system=("/spec.completion_fns.0",),
        input=("sample_id",),
        scores=_openai_evals,
    ),
    Export(
        "judge-bench",
        rows=("instances",),
        tell=("/annotations", "id", "annotations"),
        system=(),
        input=("id",),
        scores=_judge_bench,
    ),
)
"""Formats that are told by their keys."""

EXPORT_NAMES = (*dict.fromkeys(one.name for one in EXPORTS), "alt-test", "mt-bench")
"""What `read_export` reads."""

_MT_BENCH = {"question_id", "model_a", "model_b", "winner", "judge"}
_WHO = "annotations"


def load_export(path: Path) -> tuple[str, Any] | None:
    """Return the format of a JSON file and what it holds, None where it is none of these.

    Raises
    ------
    FormatError
        If the file is broken.
    """
    if path.suffix.lower() == ".eval":
        return "inspect", _read_eval(path)
    if not is_one_value(path):
        first = next((record for _, record in read_records(path)), None)
        found = None if first is None else _format_of(path, _of_lines(path, [first]))
        return (
            None if found is None else (found, _of_lines(path, [record for _, record in read_records(path)]))
        )
    content = load_json(path)
    found = _format_of(path, content)
    return None if found is None else (found, content)


def _of_lines(path: Path, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Return lines as one document, with what only the first of them, or the folder, says."""
    return {"folder": path.resolve().parent.name, "": lines, "spec": lines[0].get("spec")}


def _format_of(path: Path, content: Any) -> str | None:
    lines = isinstance(content, dict) and "" in content
    rows = content if isinstance(content, list) else content.get("") if isinstance(content, dict) else None
    if isinstance(rows, list) and rows and isinstance(rows[0], dict) and set(rows[0]) >= _MT_BENCH:
        return "mt-bench"
    if not lines and _is_alt_test(path, content):
        return "alt-test"
    for one in EXPORTS:
        if (one.name == "langfuse" or bool(one.rows) != lines) and _fits(one, content):
            return one.name
    return None


def _fits(one: Export, content: Any) -> bool:
    found = _rows_of(one, content)
    return bool(found) and all(_at(content, found[0], place) is not None for place in one.tell)


def _is_alt_test(path: Path, content: Any) -> bool:
    """Return whether a file is called, and made, as those of the alternative annotator test."""
    return (
        _WHO in path.name
        and isinstance(content, dict)
        and bool(content)
        and all(
            isinstance(given, dict) and not any(isinstance(one, dict | list) for one in given.values())
            for given in content.values()
        )
    )


def _read_eval(path: Path) -> dict[str, Any]:
    """Return a log of Inspect as one document: an archive with a header and a file per sample."""
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(part.file_size for part in archive.infolist())
            names = [name for name in archive.namelist() if name.startswith("samples/")]
            # nothing is unpacked of what is too large
            parts = [
                JSON_DECODER.decode(archive.read(name).decode("utf-8"))
                for name in ["header.json", *names] * (size <= MOST_BYTES)
            ]
    except (zipfile.BadZipFile, NotImplementedError, KeyError, ValueError, OSError, EOFError) as error:
        raise FormatError(
            f"the log cannot be read ({' '.join(str(error).split())}).",
            path=str(path),
            remedy="Write it as JSON: inspect log dump FILE > FILE.json.",
        ) from error
    if size > MOST_BYTES:
        raise FormatError(f"the log has more than {MOST_BYTES:,} bytes.", path=str(path), remedy="Divide it.")
    header, *samples = parts
    return {**(header if isinstance(header, dict) else {}), "samples": samples}


def read_export(path: Path, format: str, content: Any) -> tuple[RawRows, ColumnMap]:
    """Return the scores of an export as rows, and what their columns mean.

    Parameters
    ----------
    path : Path
    format : str
        One of `EXPORT_NAMES`.
    content : object
        As `load_export` returns it.

    Raises
    ------
    FormatError
        If a row has no id, or is not made as the format says.
    """
    source = str(path)
    if format == "alt-test":
        return _alt_test(path, content)
    if format == "mt-bench":
        return _mt_bench(source, content if isinstance(content, list) else content[""])
    one = next((export for export in EXPORTS if export.name == format and _fits(export, content)), None)
    if one is None:
        raise FormatError(
            f"this is not made as {format} makes it.",
            path=source,
            remedy="Leave --format out, or name another.",
        )
    rows = [row for row in _rows_of(one, content) if isinstance(row, dict)]
    varying = [part for part in one.parts if len({_text(_at(content, row, part)) for row in rows}) > 1]
    table: dict[tuple[str, str], dict[str, Any]] = {}
    repeated = 0
    for number, row in enumerate(rows, start=1):
        try:
            scores = [(name, value) for name, value in one.scores(row) if value is not None]
        except (AttributeError, TypeError, KeyError) as error:
            raise FormatError(
                f"the row is not made as {one.name} makes it ({error}).", path=source, row=number
            ) from error
        if scores:
            item = table.setdefault(*_item(one, content, row, varying, f"{source}, row {number}"))
            repeated += sum(name in item for name, _ in scores)
            for name, value in scores:
                item.setdefault(name, value)
    if not table:
        raise FormatError("there are no scores.", path=source)
    notes = (f"{repeated} score(s) left out that repeat an earlier one",) if repeated else ()
    records = _people_apart(list(table.values()))
    raw = rows_from_records(enumerate(records, start=1), source, notes=(f"read as {one.name}", *notes))
    columns = ColumnMap(
        system="system" if one.system else None, input="input", groups=("document",) if varying else ()
    )
    return raw, columns


def _people_apart(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Call a dimension of people ``NAME_human`` where a program gives scores by its name, too."""
    plain = {name for record in records for name in record if "@" not in name}

    def called(name: str) -> str:
        base, at, who = name.partition("@")
        return f"{base}_human@{who}" if at and base in plain else name

    return [{called(name): value for name, value in record.items()} for record in records]


def _item(
    one: Export, content: Any, row: Mapping[str, Any], varying: list[str], where: str
) -> tuple[tuple[str, str], dict[str, Any]]:
    """Return system and input of a row, and the record that it begins."""
    key, system = (_first(content, row, places) for places in (one.input, one.system))
    if not key:
        raise FormatError(
            "the row has no id.", path=where, remedy=f"It is looked for in {listing(one.input)}."
        )
    name = "#".join([key, *(_text(_at(content, row, part)) for part in varying)])
    record: dict[str, Any] = {"input": name}
    if one.system:
        record["system"] = system
    if varying:
        record["document"] = key
    return (system, name), record


def _alt_test(path: Path, content: Mapping[str, Mapping[str, Any]]) -> tuple[RawRows, ColumnMap]:
    """Return labels of annotators, or of models, by item."""
    people = "llm" not in path.name.casefold()
    items: dict[str, dict[str, Any]] = {}
    for who, given in content.items():
        for item, label in given.items():
            items.setdefault(item, {"input": item})[f"human@{who}" if people else who] = label
    said = "annotators of 'human'" if people else "judges"
    notes = (f"read as alt-test: the {len(content)} outer keys are {said}",)
    return rows_from_records(enumerate(items.values(), start=1), str(path), notes=notes), ColumnMap(
        input="input"
    )


def _mt_bench(source: str, rows: list[Any]) -> tuple[RawRows, ColumnMap]:
    """Return preferences between two models, an item for each question, turn and pair of models.

    1 where the first of the two, by the alphabet, was preferred, 0 where the other was, ½ for a tie.
    """
    items: dict[str, dict[str, Any]] = {}
    repeated = 0
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict) or not set(row) >= _MT_BENCH:
            raise FormatError(
                f"the row is no judgement: it needs {listing(sorted(_MT_BENCH))}.", path=source, row=number
            )
        names = [str(row["model_a"]), str(row["model_b"])]
        winner = str(row.get("winner"))
        if not winner.startswith(("tie", "model_a", "model_b")):
            raise FormatError(
                f"{shown_cell(row.get('winner'))} is no winner: model_a, model_b, or a tie.",
                path=source,
                row=number,
                column="winner",
            )
        value = 0.5 if winner.startswith("tie") else float(names[winner == "model_b"] == min(names))
        item = f"{row['question_id']}/{row.get('turn', 1)}/{min(names)}/{max(names)}"
        judge = row["judge"] if isinstance(row["judge"], str) else json.dumps(row["judge"])
        column = judge if judge.startswith(("gpt", "claude", "[")) else f"preference@{judge}"
        here = items.setdefault(item, {"input": item, "document": str(row["question_id"])})
        repeated += column in here
        here.setdefault(column, value)
    notes = (
        "read as mt-bench: 1 where the first model by the alphabet was preferred, 0 where the second, .5 for a tie",
        *((f"{repeated} judgement(s) left out that repeat an earlier one",) if repeated else ()),
    )
    raw = rows_from_records(enumerate(items.values(), start=1), source, notes=notes)
    return raw, ColumnMap(input="input", groups=("document",))


def _rows_of(one: Export, content: Any) -> list[Any]:
    for place in one.rows or ("",):
        bare = not place and isinstance(content, list)
        found = content if bare else _walk(content, place)
        if isinstance(found, list) and found and isinstance(found[0], dict):
            return found
    return []


def _first(content: Any, row: Any, places: tuple[str, ...]) -> str:
    """Return what the first place holds that holds something."""
    return next(
        (_text(found) for place in places if (found := _at(content, row, place)) not in (None, "")), ""
    )


def _at(content: Any, row: Any, place: str) -> Any:
    return _walk(content, place[1:]) if place.startswith("/") else _walk(row, place)


def _walk(value: Any, place: str) -> Any:
    for key in place.split("."):
        if isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, dict):
            value = value.get(key)
        else:
            return None
    return value


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
