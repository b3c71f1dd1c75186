"""Files of judgements that are read and asked at once: what is accepted is answered in possible numbers, or refused."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hardening.fuzz.seeds import Seed
from hardening.fuzz.truths import SilentlyWrongError
from trueness.data.preferences.read_preferences import read_preferences
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_texts import read_texts
from trueness.result import jsonable

_Columns = dict[str, Callable[[int], Any]]

_OUTPUTS = [(s, f"q{i}") for s in ("lead", "tail", "bärt", "t5", "copy") for i in range(6)]


def _table(columns: _Columns, suffix: str = "csv", batch: str = "") -> Seed:
    """Return a file with a row for every output, its cells made of the row's number."""
    rows = [
        {"system": s, "input": i, **({"batch": batch} if batch else {})}
        | {name: cell(k) for name, cell in columns.items()}
        for k, (s, i) in enumerate(_OUTPUTS)
    ]
    if suffix == "jsonl":
        return Seed.of("a.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    lines = [list(rows[0]), *(list(row.values()) for row in rows)]
    return Seed.of("a.csv", "".join(",".join(map(str, line)) + "\n" for line in lines))


def _label(k: int) -> str:
    return "pass" if k % 7 % 3 else "fail"


def _score(k: int) -> float:
    return k * 7 % 11 / 3


def panels() -> list[Seed]:
    """Labels and scores of judges, some with runs, beside people's."""
    labels: _Columns = {
        "human": _label,
        "gpt@run1": lambda k: _label(k + k % 5 // 4),
        "gpt@run2": lambda k: _label(k + k % 4 // 3),
        "small": lambda k: _label(k + k % 2),
    }
    scores: _Columns = {
        "human": _score,
        "gpt@seed1": lambda k: _score(k) + k % 2,
        "gpt@seed2": _score,
        "other": float,
    }
    found = (labels, scores, {**scores, "other": lambda k: 5 + k % 3})
    return [_table(columns, suffix) for columns in found for suffix in ("csv", "jsonl")]


def batches() -> list[Seed]:
    """What a judge said in two batches: in two files, in columns, and in rows of one file."""
    columns = {"judge": _label, "scores": _score, "human": lambda k: k % 5}
    moved = {"judge": lambda k: _label(k + k % 6 // 5), "scores": lambda k: _score(k) + 0.5}
    two = _table(columns).files["a.csv"], _table(moved).files["a.csv"]
    later = two[1].replace(b"bert", b"gpt").replace(b"q0", b"new")
    halves = [_table(one, batch=name).files["a.csv"] for one, name in ((columns, "march"), (columns, "june"))]
    beside = {f"scores@{name}": one["scores"] for name, one in (("march", columns), ("june", moved))}
    return [
        Seed({"a.csv": two[0], "b.csv": later}, ("a.csv", "b.csv")),
        _table({**beside, "human": columns["human"]}),
        Seed.of("rows.csv", halves[0] + halves[1].partition(b"\n")[2]),
    ]


def differences() -> list[Seed]:
    """Scores of metrics beside people's, whole and not."""
    columns = {
        "human": lambda k: k % 5,
        "chrf": _score,
        "ter": lambda k: -_score(k + k % 3),
        "flat": lambda _: 1,
    }
    return [_table(columns, suffix) for suffix in ("csv", "jsonl")]


def written() -> list[Seed]:
    """Scores with the texts they are of beside them."""
    columns = {"human": lambda k: k % 5, "chrf": _score, "judge": _label}
    texts = [{"system": s, "input": i, "output": f"{s} on {i}.", "source": "Source"} for s, i in _OUTPUTS]
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in texts)
    return [
        Seed({**_table(columns).files, "t.jsonl": lines.encode()}, ("a.csv", "t.jsonl")),
        Seed({**_table(columns, "jsonl").files, "t.jsonl": lines.encode()}, ("a.jsonl", "t.jsonl")),
    ]


def verdicts() -> list[Seed]:
    """Verdicts of people and judges on pairs, with metrics' scores of the outputs."""
    pairs = list(itertools.combinations(("x", "y", "z"), 2))
    said = ("A", "B", "tie", "A", "both bad", "B", "A")
    rows = [
        f"q{k % 6},{a},{b},{said[(k + n) % len(said)]},{rater},{'AB'[k % 2]},t{k % 2}"
        for k, (a, b) in enumerate(pairs * 4)
        for n, rater in enumerate(("ann", "bob", "judge"))
    ]
    scores = "".join(f"{s},q{i},{_score(k)}\n" for k, (s, i) in enumerate(itertools.product("xyz", range(6))))
    files = {
        "p.csv": "input,a,b,verdict,rater,shown_first,topic\n" + "".join(f"{row}\n" for row in rows),
        "s.csv": "system,input,chrf\n" + scores,
    }
    return [Seed({name: text.encode() for name, text in files.items()}, tuple(files))]


def ask_panel(folder: Path, seed: Seed, changed: str) -> None:
    """Ask what runs and panels are worth."""
    import trueness

    del changed
    _check(trueness.panel(read_scores(folder / seed.sources[0]), human="human"))


def ask_drift(folder: Path, seed: Seed, changed: str) -> None:
    """Ask whether judges moved."""
    import trueness

    del changed
    columns = {"annotator": "batch"} if "rows.csv" in seed.sources else None
    one, *other = (read_scores(folder / name, columns=columns) for name in seed.sources)
    _check(trueness.drift(one, *other, human="human" if not columns else None))


def ask_worth(folder: Path, seed: Seed, changed: str) -> None:
    """Ask what differences are worth, by both curves."""
    import trueness

    table = read_scores(folder / seed.sources[0])
    curve = "isotonic" if len(changed) and len(table.inputs) % 2 else "logistic"
    _check(trueness.worth(table, human="human", curve=curve, resamples=19, rng=1))


def ask_disagreements(folder: Path, seed: Seed, changed: str) -> None:
    """Ask where metrics and people differ."""
    import trueness

    del changed
    table, texts = read_scores(folder / seed.sources[0]), read_texts(folder / seed.sources[1])
    _check(trueness.disagreements(table, human="human", texts=texts))


def ask_preferences(folder: Path, seed: Seed, changed: str) -> None:
    """Ask whether a judge and a metric prefer what people prefer."""
    import trueness

    del changed
    pairs = read_preferences(folder / seed.sources[0])
    scores = read_scores(folder / seed.sources[1])
    _check(trueness.preferences(pairs, scores=scores, judges="judge", smallest_category=2))


def _check(result: Any) -> None:
    """Check what is true of every answer: it can be written, p-values are shares, and intervals have two ends.

    Raises
    ------
    SilentlyWrongError
        If it is not.
    """
    said = jsonable(result.to_dict())
    json.dumps(said, allow_nan=False)
    for row in _rows(said):
        for name, value in row.items():
            if name.startswith("pvalue") and value is not None and not 0 <= value <= 1:
                raise SilentlyWrongError(f"{name} is {value}")
            high = row.get(f"{name.removesuffix('low')}high") if name.endswith("low") else None
            if value is not None and high is not None and not value <= high:
                raise SilentlyWrongError(f"{name} is {value}, and the other end {high}")


def _rows(said: Any) -> Iterator[dict[str, Any]]:
    inside = said.values() if isinstance(said, dict) else said if isinstance(said, list) else ()
    if isinstance(said, dict):
        yield said
    for one in inside:
        yield from _rows(one)
