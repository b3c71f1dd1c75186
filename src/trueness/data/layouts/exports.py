"""Read what programs and benchmarks of models and judges export: the one reader of all formats that are declared."""

from __future__ import annotations

import dataclasses
import fnmatch
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from trueness.data.cells.columns import ColumnMap
from trueness.data.cells.labels import Order, Unordered
from trueness.data.cells.raw_rows import RawRows, shown_cell
from trueness.data.files.open_file import COMPRESSIONS
from trueness.data.formats.delimited import read_delimited
from trueness.data.formats.header import NoHeaderError
from trueness.data.formats.inspect_log import read_inspect_log
from trueness.data.formats.json_document import is_one_value, load_json
from trueness.data.formats.jsonl import read_records, rows_from_records
from trueness.data.layouts.annotation_exports import argilla_nested
from trueness.data.layouts.appraise import appraise_rows
from trueness.data.layouts.coded_labels import coded_labels
from trueness.data.layouts.export import Export
from trueness.data.layouts.export_formats import EXPORTS
from trueness.data.layouts.export_places import at_place, fits, has_parts, key_of, numbered_rows, text_of
from trueness.data.layouts.sacrerouge import Keep
from trueness.data.layouts.webnlg import is_webnlg
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import FormatError, counted, listing

WEBNLG = "webnlg"
"""A format whose files are read together (see `read_webnlg`)."""

EXPORT_NAMES = (*dict.fromkeys(one.name for one in EXPORTS), "alt-test")
"""What `read_export` reads."""

_MT_BENCH = {"question_id", "model_a", "model_b", "winner", "judge"}
_MT_BENCH_PAIR = {"question_id", "model_1", "model_2", "g1_winner", "g2_winner", "judge"}
_WHO = "annotations"
_TASK = re.compile(r"samples_(.+?)(_\d{4}-\d\d-\d\dT[\d\-.]+)?\.jsonl")
"""The name of a file of samples of lm-eval."""


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
    labels : mapping of str to tuple of str
        Scorer to the labels that its numbers stand for, where the format says that they are labels.
    programs : tuple of str
        The scores that the program gave, or a judge that it asked, as shell patterns.
    """

    rows: RawRows
    columns: ColumnMap
    humans: tuple[str, ...] = ()
    labels: Mapping[str, Order] = MappingProxyType({})
    programs: tuple[str, ...] = ()

    def declared(self, table: ScoreTable) -> ScoreTable:
        """Return a table of these rows whose scorers say who gave their numbers, and what these stand for."""
        untold = [one.name for one in table.scorers if one.role is None]
        table = table.with_role("human", _matching(table.scorer_names, self.humans))
        table = table.with_role("metric", _matching(untold, self.programs))
        scorers = tuple(
            dataclasses.replace(
                scorer,
                labels=tuple(self.labels[scorer.name]),
                nominal=isinstance(self.labels[scorer.name], Unordered),
            )
            if scorer.name in self.labels
            else scorer
            for scorer in table.scorers
        )
        return dataclasses.replace(table, scorers=scorers)


def _matching(names: Sequence[str], patterns: Sequence[str]) -> list[str]:
    return [name for name in names if any(fnmatch.fnmatchcase(name, one) for one in patterns)]


def load_export(path: Path, kind: str | None = None) -> tuple[str, Any] | None:
    """Return the format of a file of JSON, or of a table, and what it holds, None where it is none of these.

    Parameters
    ----------
    path : Path
    kind : {'csv', 'tsv', 'json', 'jsonl'}, optional
        What the file is, where its name may not say it.

    Raises
    ------
    FormatError
        If the file is broken.
    """
    if path.suffix.lower() == ".eval":
        return "inspect", read_inspect_log(path)
    bare = path.with_suffix("") if path.suffix.lower() in COMPRESSIONS else path
    if delimiter := _DELIMITERS.get(bare.suffix.lower() if kind is None else f".{kind}"):
        return _load_table(path, delimiter)
    if not is_one_value(path):
        first = next((record for _, record in read_records(path)), None)
        found = None if first is None else _format_of(path, _of_lines(path, argilla_nested([first])))
        if found is None:
            return None
        return found, _of_lines(path, argilla_nested([record for _, record in read_records(path)]))
    content = argilla_nested(_as_rows(load_json(path), str(path)))
    found = _format_of(path, content)
    return None if found is None else (found, content)


def _load_table(path: Path, delimiter: str) -> tuple[str, Any] | None:
    """Return a table whose header is that of a format, as if every row were an object."""
    if (scored := appraise_rows(path)) is not None:
        return "appraise", {"table": True, "appraise": True, "": scored}
    try:
        raw = read_delimited(path, delimiter=delimiter)
    except NoHeaderError:
        return None
    one = next((one for one in EXPORTS if one.delimited and set(one.tell) <= set(raw.names)), None)
    if one is None:
        return None
    rows = [
        dict(zip(raw.names, cells, strict=True))
        for chunk in raw.chunks
        for cells in zip(*chunk.columns, strict=True)
    ]
    return one.name, {"table": True, "": rows}


def _as_rows(content: Any, source: str) -> Any:
    """Return a table of MLflow, which is columns and data, as rows; anything else as it is."""
    if not isinstance(content, dict) or set(content) != {"columns", "data"}:
        return content
    names, data = content["columns"], content["data"]
    known = isinstance(names, list) and any(str(name).endswith("/score") for name in names)
    if not known or not isinstance(data, list) or not all(isinstance(row, list) for row in data):
        return content
    twice = next((name for name, count in Counter(map(str, names)).items() if count > 1), None)
    if twice is not None:
        raise FormatError(
            "two columns have this name.",
            path=source,
            column=twice,
            remedy="Rename or leave out one of the two.",
        )
    rows = [
        {"row": k, **dict(zip(map(str, names), row, strict=False))} for k, row in enumerate(data, start=1)
    ]
    return {"mlflow_table": True, "": rows}


def _of_lines(path: Path, lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Return lines as one document, with what only the first of them, or the folder, says."""
    task = _TASK.match(path.name)
    return {
        "folder": path.resolve().parent.name,
        "task": task[1] if task else None,
        "": lines,
        "spec": lines[0].get("spec"),
    }


def _format_of(path: Path, content: Any) -> str | None:
    lines = isinstance(content, dict) and "" in content
    rows = content if isinstance(content, list) else content.get("") if isinstance(content, dict) else None
    if isinstance(rows, list) and rows and _is_of_pairs(rows[0]):
        return "mt-bench"
    if not lines and _is_alt_test(path, content):
        return "alt-test"
    if not lines and is_webnlg(content):
        return WEBNLG
    for one in EXPORTS:
        if ("" in one.rows or bool(one.rows) != lines) and fits(one, content):
            return one.name
    return None


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


def read_export(
    path: Path,
    format: str,
    content: Any,
    *,
    keep: Keep = "peers",
    labels: Sequence[Order] = (),
    beside: Sequence[Any] = (),
) -> ExportRows:
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
    labels : sequence of tuple of str
        Orders of labels that the user says.
    beside : sequence of object
        What other files of the format hold that are read together with this one.

    Raises
    ------
    FormatError
        If a row has no id, or is not made as the format says.
    """
    source = str(path)
    if format == "alt-test":
        if not _is_alt_test(path, content):
            raise FormatError(
                "files of the alternative annotator test are known by their names.",
                path=source,
                remedy="Call them human_annotations.json and llm_annotations.json; or leave --format out, and say "
                "--columns nested=annotator/input.",
            )
        return _alt_test(path, content, labels, beside)
    listed = content if isinstance(content, list) else content.get("") if isinstance(content, dict) else None
    if format == "mt-bench" and isinstance(listed, list) and listed and _is_of_pairs(listed[0]):
        return ExportRows(*_mt_bench(source, listed), programs=("*",))
    one = next((export for export in EXPORTS if export.name == format and fits(export, content)), None)
    if one is None:
        raise FormatError(
            f"this differs from what {format} writes.",
            path=source,
            remedy="Leave --format out, or name another.",
        )
    rows = numbered_rows(one, content, source)
    several = has_parts(one, content, rows)
    items, unlike, unscored = _items(one, content, rows, source, several=several)
    kept = {key: item for key, item in items.items() if keep == "all" or key[0] not in one.references}
    if not kept:
        raise FormatError("scores are missing.", path=source)
    records, notes = _records(one, list(kept.values()))
    orders: dict[str, Order] = {}
    for dimension, listed in (one.labels(content) if one.labels else {}).items():
        names = {name for record in records for name in record if name.partition("@")[0] == dimension}
        given = [record[name] for record in records for name in sorted(names & set(record))]
        coded = coded_labels(records, names, [*listed, *given], labels, f"'{dimension}'")
        records, notes = coded.records, [*notes, *coded.notes]
        orders |= {dimension: coded.order} if coded.order else {}
    notes += [] if one.said is None else one.said([row for _, row in rows])
    if unlike:
        notes.append(f"left out, since they are no number or label of an output: {listing(unlike)}")
    if empty := sum(bool(key[1]) and key not in items for key in unscored):
        notes.append(f"{counted(empty, 'output')} without a score")
    if left_out := [key[0] for key in items if key not in kept]:
        people = listing(dict.fromkeys(left_out))
        notes.append(f"{counted(len(left_out), 'output')} of {people} left out (keep='all' keeps them)")
    raw = rows_from_records(enumerate(records, start=1), source, notes=(f"read as {one.name}", *notes))
    there = tuple(name for name in one.groups if any(name in record for record in records))
    groups = (*there, *(("document",) if several else ()))
    columns = ColumnMap(system="system" if one.system else None, input="input", groups=groups)
    programs = () if one.programs is None else tuple(one.programs([row for _, row in rows]))
    return ExportRows(raw, columns, humans=one.humans, labels=orders, programs=programs)


def _items(
    one: Export, content: Any, rows: list[tuple[int, dict[str, Any]]], source: str, *, several: bool
) -> tuple[dict[tuple[str, str], _Item], dict[str, None], set[tuple[str, str]]]:
    """Return outputs with their scores, names of what is neither number nor label, and outputs without a score."""
    items: dict[tuple[str, str], _Item] = {}
    unlike: dict[str, None] = {}
    unscored: set[tuple[str, str]] = set()
    for number, row in rows:
        found = _scores_of(one, row, source, number)
        scores = [(name, value) for name, value in found if not isinstance(value, list | dict)]
        unlike.update((name, None) for name, value in found if isinstance(value, list | dict))
        if scores:
            key, record = _item(one, content, row, f"{source}, row {number}", several=several)
            items.setdefault(key, _Item(record, [])).scores.append(scores)
        else:
            unscored.add(key_of(one, content, row, several=several))
    return items, unlike, unscored


def _scores_of(one: Export, row: Mapping[str, Any], source: str, number: int) -> list[tuple[str, Any]]:
    try:
        return [(name, value) for name, value in one.scores(row) if value is not None]
    except (AttributeError, TypeError, KeyError, ValueError) as error:
        raise FormatError(
            f"the row differs from what {one.name} writes ({error}).",
            path=source,
            row=number,
            remedy="Export it again, or mend or leave out the row.",
        ) from error


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
            for name, value in scores:
                repeated += f"{name}{at}" in record
                record.setdefault(f"{name}{at}", value)
    if one.repeats == "mean":
        notes.append("scores of outputs are means over their sentences")
    elif several and one.repeats == "annotators":
        notes.append("several judgements of one output are annotators' each, in their order in the file")
    if repeated:
        notes.append(f"{counted(repeated, 'score')} left out that repeat an earlier one")
    return _people_apart([item.record for item in items]), notes


def _people_apart(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Call a dimension of people ``NAME_human`` where a program gives scores by its name, too."""
    plain = {name for record in records for name in record if "@" not in name}

    def called(name: str) -> str:
        base, at, who = name.partition("@")
        return f"{base}_human@{who}" if at and base in plain else name

    return [{called(name): value for name, value in record.items()} for record in records]


def _item(
    one: Export, content: Any, row: Mapping[str, Any], where: str, *, several: bool
) -> tuple[tuple[str, str], dict[str, Any]]:
    """Return system and input of a row, and the record that it begins."""
    system, name = key_of(one, content, row, several=several)
    if not name:
        raise FormatError(
            "the row lacks an id.", path=where, remedy=f"It is looked for in {listing(one.input)}."
        )
    record: dict[str, Any] = {"input": name}
    if one.system:
        record["system"] = system
    if several:
        record["document"] = key_of(one, content, row)[1]
    found = {group: at_place(content, row, place) for group, place in one.groups.items()}
    record.update({group: text_of(value) for group, value in found.items() if value is not None})
    return (system, name), record


def _alt_test(
    path: Path, content: Mapping[str, Any], orders: Sequence[Order], beside: Sequence[Any]
) -> ExportRows:
    """Return labels of annotators, or of models, by item."""
    people = "llm" not in path.name.casefold()
    items: dict[str, dict[str, Any]] = {}
    for who, given in content.items():
        for item, label in given.items():
            items.setdefault(item, {"input": item})[f"human@{who}" if people else who] = label
    names = tuple(dict.fromkeys(name for record in items.values() for name in record if name != "input"))
    every = [label for one in (content, *beside) for given in one.values() for label in given.values()]
    said = "annotators of 'human'" if people else "judges"
    # in an order of their own, so that every file numbers them alike
    coded = coded_labels(list(items.values()), names, sorted(every, key=str), orders, said)
    notes = (f"read as alt-test: the {len(content)} outer keys are {said}", *coded.notes)
    raw = rows_from_records(enumerate(coded.records, start=1), str(path), notes=notes)
    scorers = ("human",) if people else names
    return ExportRows(
        raw,
        ColumnMap(input="input", scorers=() if people else names),
        humans=("human",) if people else (),
        programs=() if people else ("*",),
        labels=dict.fromkeys(scorers, coded.order) if coded.order else {},
    )


def _mt_bench(source: str, rows: list[Any]) -> tuple[RawRows, ColumnMap]:
    """Return preferences between two models, an item for each question, turn and pair of models.

    1 where the first of the two, by the alphabet, was preferred, 0 where the other was, ½ for a tie.
    """
    items: dict[str, dict[str, Any]] = {}
    repeated = failed = 0
    for number, given in enumerate(rows, start=1):
        if not _is_of_pairs(given):
            raise FormatError(
                f"the row must be a judgement, with {listing(sorted(_MT_BENCH))}.", path=source, row=number
            )
        row = mt_bench_pair(given)
        names = [str(row["model_a"]), str(row["model_b"])]
        winner = str(row.get("winner"))
        if winner == "error":
            failed += 1
            continue
        if not winner.startswith(("tie", "model_a", "model_b")):
            raise FormatError(
                f"the winner must be model_a, model_b, or a tie; it is {shown_cell(row.get('winner'))}.",
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
        *((f"{counted(repeated, 'judgement')} left out that repeat an earlier one",) if repeated else ()),
        *((f"{counted(failed, 'judgement')} left out that name no winner",) if failed else ()),
    )
    raw = rows_from_records(enumerate(items.values(), start=1), source, notes=notes)
    return raw, ColumnMap(input="input", groups=("document",))


def _is_of_pairs(row: Any) -> bool:
    """Return whether a row is a judgement of MT-Bench about two models."""
    return isinstance(row, dict) and (set(row) >= _MT_BENCH or set(row) >= _MT_BENCH_PAIR)


def mt_bench_pair(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a judgement as people's are written down; a judge of both orders prefers what it prefers in both.

    The winner is ``error`` where none was found in what the judge wrote; rows of other tables are returned as they are.
    """
    if not set(row) >= _MT_BENCH_PAIR:
        return dict(row)
    winners = {str(row["g1_winner"]), str(row["g2_winner"])}
    winner = winners.pop() if len(winners) == 1 else "error" if "error" in winners else "tie (inconsistent)"
    called = {"model_1": "model_a", "model_2": "model_b"}.get(winner, winner)
    rest = {key: value for key, value in row.items() if key not in _MT_BENCH_PAIR - _MT_BENCH}
    return {**rest, "model_a": row["model_1"], "model_b": row["model_2"], "winner": called}


def mt_bench_rater(judge: Any) -> tuple[str, str]:
    """Return the name of who judged in MT-Bench, and whether that is a model (``judge``) or a person (``human``)."""
    name = judge if isinstance(judge, str) else json.dumps(judge)
    return name, "judge" if name.startswith(("gpt", "claude", "[")) else "human"
