"""Read what programs and benchmarks of models and judges export: the one reader of all formats that are declared."""

from __future__ import annotations

import fnmatch
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from trueness.data.columns import ColumnMap
from trueness.data.delimited import read_delimited
from trueness.data.export_formats import EXPORTS, Export
from trueness.data.json_document import is_one_value, load_json
from trueness.data.jsonl import JSON_DECODER, read_records, rows_from_records
from trueness.data.open_file import COMPRESSIONS
from trueness.data.raw_rows import RawRows, shown_cell
from trueness.data.sacrerouge import Keep
from trueness.errors import FormatError, listing

MOST_BYTES = 1_000_000_000
"""Bytes of the samples of a log, all together."""

EXPORT_NAMES = (*dict.fromkeys(one.name for one in EXPORTS), "alt-test", "mt-bench")
"""What `read_export` reads."""

_MT_BENCH = {"question_id", "model_a", "model_b", "winner", "judge"}
_WHO = "annotations"


_DELIMITERS = {".csv": ",", ".tsv": "\t", ".tab": "\t"}


class ExportRows(NamedTuple):
    """What `read_export` returns.

    Attributes
    ----------
    rows : RawRows
    columns : ColumnMap
        What their columns mean.
    humans : tuple of str
        The scores that people gave, as shell patterns.
    """

    rows: RawRows
    columns: ColumnMap
    humans: tuple[str, ...] = ()

    def given_by_people(self, names: tuple[str, ...]) -> list[str]:
        """Return those of the names that are of people's scores."""
        return [name for name in names if any(fnmatch.fnmatchcase(name, one) for one in self.humans)]


def load_export(path: Path) -> tuple[str, Any] | None:
    """Return the format of a file of JSON, or of a table, and what it holds, None where it is none of these.

    Raises
    ------
    FormatError
        If the file is broken.
    """
    if path.suffix.lower() == ".eval":
        return "inspect", _read_eval(path)
    bare = path.with_suffix("") if path.suffix.lower() in COMPRESSIONS else path
    if delimiter := _DELIMITERS.get(bare.suffix.lower()):
        return _load_table(path, delimiter)
    if not is_one_value(path):
        first = next((record for _, record in read_records(path)), None)
        found = None if first is None else _format_of(path, _of_lines(path, [first]))
        return (
            None if found is None else (found, _of_lines(path, [record for _, record in read_records(path)]))
        )
    content = _as_rows(load_json(path))
    found = _format_of(path, content)
    return None if found is None else (found, content)


def _load_table(path: Path, delimiter: str) -> tuple[str, Any] | None:
    """Return a table whose header is that of a format, as if every row were an object."""
    raw = read_delimited(path, delimiter=delimiter)
    one = next((one for one in EXPORTS if one.delimited and set(one.tell) <= set(raw.names)), None)
    if one is None:
        return None
    rows = [
        dict(zip(raw.names, cells, strict=True))
        for chunk in raw.chunks
        for cells in zip(*chunk.columns, strict=True)
    ]
    return one.name, {"": rows}


def _as_rows(content: Any) -> Any:
    """Return a table of MLflow, which is columns and data, as rows; anything else as it is."""
    if not isinstance(content, dict) or set(content) != {"columns", "data"}:
        return content
    names, data = content["columns"], content["data"]
    known = isinstance(names, list) and any(str(name).endswith("/score") for name in names)
    if not known or not isinstance(data, list) or not all(isinstance(row, list) for row in data):
        return content
    rows = [
        {"row": k, **dict(zip(map(str, names), row, strict=False))} for k, row in enumerate(data, start=1)
    ]
    return {"mlflow_table": True, "": rows}


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
        if ("" in one.rows or bool(one.rows) != lines) and _fits(one, content):
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


def read_export(path: Path, format: str, content: Any, *, keep: Keep = "peers") -> ExportRows:
    """Return the scores of an export as rows, what their columns mean, and which are people's.

    Parameters
    ----------
    path : Path
    format : str
        One of `EXPORT_NAMES`.
    content : object
        As `load_export` returns it.
    keep : {'peers', 'all'}
        Whether references that stand among the systems are left out, with a note, or kept.

    Raises
    ------
    FormatError
        If a row has no id, or is not made as the format says.
    """
    source = str(path)
    if format == "alt-test":
        return ExportRows(*_alt_test(path, content))
    if format == "mt-bench":
        return ExportRows(*_mt_bench(source, content if isinstance(content, list) else content[""]))
    one = next((export for export in EXPORTS if export.name == format and _fits(export, content)), None)
    if one is None:
        raise FormatError(
            f"this is not made as {format} makes it.",
            path=source,
            remedy="Leave --format out, or name another.",
        )
    rows = _numbered_rows(one, content, source)
    varying = [part for part in one.parts if len({_text(_at(content, row, part)) for _, row in rows}) > 1]
    items: dict[tuple[str, str], _Item] = {}
    left_out = 0
    for number, row in rows:
        try:
            scores = [(name, value) for name, value in one.scores(row) if value is not None]
        except (AttributeError, TypeError, KeyError, ValueError) as error:
            raise FormatError(
                f"the row is not made as {one.name} makes it ({error}).", path=source, row=number
            ) from error
        if not scores:
            continue
        key, record = _item(one, content, row, varying, f"{source}, row {number}")
        if keep == "peers" and key[0] in one.references:
            left_out += 1
        else:
            items.setdefault(key, _Item(record, [])).scores.append(scores)
    if not items:
        raise FormatError("there are no scores.", path=source)
    records, notes = _records(one, list(items.values()))
    if left_out:
        notes.append(f"{left_out} output(s) of {listing(one.references)} left out (keep='all' keeps them)")
    raw = rows_from_records(enumerate(records, start=1), source, notes=(f"read as {one.name}", *notes))
    there = tuple(name for name in one.groups if any(name in record for record in records))
    groups = (*there, *(("document",) if varying else ()))
    columns = ColumnMap(system="system" if one.system else None, input="input", groups=groups)
    return ExportRows(raw, columns, one.humans)


class _Item(NamedTuple):
    """An output: what its row begins with, and the scores of every row that is about it."""

    record: dict[str, Any]
    scores: list[list[tuple[str, Any]]]


def _records(one: Export, items: list[_Item]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return a record per output, with what several scores of one are, and what is to be said of that."""
    several = max(len(item.scores) for item in items) > 1
    notes, repeated = [], 0
    for record, found in items:
        if one.repeats == "mean":
            values: dict[str, list[float]] = {}
            for name, value in (pair for scores in found for pair in scores):
                values.setdefault(name, []).append(float(value))
            record.update({name: sum(given) / len(given) for name, given in values.items()})
            continue
        for k, scores in enumerate(found, start=1):
            at = f"@{k}" if several and one.repeats == "annotators" else ""
            repeated += sum(f"{name}{at}" in record for name, _ in scores)
            for name, value in scores:
                record.setdefault(f"{name}{at}", value)
    if one.repeats == "mean":
        notes.append("scores of outputs are means over their sentences")
    elif several and one.repeats == "annotators":
        notes.append("several judgements of one output are annotators' each, in their order in the file")
    if repeated:
        notes.append(f"{repeated} score(s) left out that repeat an earlier one")
    return _people_apart([item.record for item in items]), notes


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
    if one.joined:
        parts = [_text(_at(content, row, place) or "") for place in one.input]
        key = "/".join(parts) if all(parts) else ""
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
    found = {name: _at(content, row, place) for name, place in one.groups.items()}
    record.update({name: _text(value) for name, value in found.items() if value is not None})
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
        judge, role = mt_bench_rater(row["judge"])
        column = judge if role == "judge" else f"preference@{judge}"
        here = items.setdefault(item, {"input": item, "document": str(row["question_id"])})
        repeated += column in here
        here.setdefault(column, value)
    notes = (
        "read as mt-bench: 1 where the first model by the alphabet was preferred, 0 where the second, .5 for a tie",
        *((f"{repeated} judgement(s) left out that repeat an earlier one",) if repeated else ()),
    )
    raw = rows_from_records(enumerate(items.values(), start=1), source, notes=notes)
    return raw, ColumnMap(input="input", groups=("document",))


def mt_bench_rater(judge: Any) -> tuple[str, str]:
    """Return the name of who judged in MT-Bench, and whether that is a model (``judge``) or a person (``human``)."""
    name = judge if isinstance(judge, str) else json.dumps(judge)
    return name, "judge" if name.startswith(("gpt", "claude", "[")) else "human"


def _rows_of(one: Export, content: Any) -> list[Any]:
    for place in one.rows or ("",):
        bare = not place and isinstance(content, list)
        found = content if bare else _walk(content, place)
        if isinstance(found, list) and found and isinstance(found[0], dict):
            return found
    return []


def _numbered_rows(one: Export, content: Any, source: str) -> list[tuple[int, dict[str, Any]]]:
    """Return the rows with their numbers; one with the scores of several systems as a row for each of them."""
    rows: list[tuple[int, dict[str, Any]]] = []
    for number, row in enumerate(_rows_of(one, content), start=1):
        spread = {"": {}} if not one.spread or not isinstance(row, dict) else row.get(one.spread)
        if (
            not isinstance(row, dict)
            or not isinstance(spread, dict)
            or not all(isinstance(scores, dict) for scores in spread.values())
        ):
            raise FormatError(f"the row is not made as {one.name} makes it.", path=source, row=number)
        rows += [
            (number, {**row, "system": name, **scores} if one.spread else row)
            for name, scores in spread.items()
        ]
    return rows


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
