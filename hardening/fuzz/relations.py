"""What must not matter: the same study of the same scores, asked in another way, has the same answer.

A case is a study, a number from which tables and settings are drawn, and a relation, such as other names or another
order. Both answers are compared: numbers, decisions and sentences.
"""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import gzip
import io
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hardening.fuzz.drawn_studies import HUMAN, STUDIES, Asked, Drawn, Row, drawn
from hardening.fuzz.seeds import Seed
from hardening.fuzz.told import Told, Way, differences
from hardening.fuzz.truths import SilentlyWrongError
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_texts import as_texts
from trueness.errors import TruenessError
from trueness.study.folders import listed


def cases() -> list[Seed]:
    """Return a question of each study."""
    return [
        Seed.of("case.json", json.dumps({"study": name, "number": 0, "relation": ""})) for name in STUDIES
    ]


def drawn_case(rng: random.Random, content: bytes) -> bytes:
    """Return another question of the same study, and how it is asked once more."""
    study = json.loads(content)["study"]
    relations = sorted(RELATIONS.keys() - {*MATTERS.get(study, ())})
    case = {"study": study, "number": rng.randrange(2**32), "relation": rng.choice(relations)}
    return json.dumps(case).encode()


def hold(folder: Path, seed: Seed, changed: str) -> None:
    """Ask in two ways.

    Raises
    ------
    SilentlyWrongError
        If the answers differ.
    """
    del changed
    case = json.loads((folder / seed.sources[0]).read_text(encoding="utf-8"))
    rng = random.Random(f"{case['study']}:{case['number']}")
    asked = drawn(case["study"], rng)
    if case["relation"] == "negated":  # what is negated is declared so, and a declared direction is known
        asked = asked.changed(lambda part: dataclasses.replace(part, directed=True))
    first = told(asked)
    if case["relation"]:
        way = RELATIONS[case["relation"]](asked, rng, folder)
        if found := differences(first, way.told().named(way.names), way):
            raise SilentlyWrongError(f"{case['study']}, {case['relation']}: {'; '.join(found)}")


def told(asked: Asked, **where: Any) -> Told:
    """Return what a study says of dataframes."""
    parts = {
        name: list(part.rows) if part.kind == "texts" else frame(part) for name, part in asked.parts.items()
    }
    return answered(asked, parts, **where)


def answered(asked: Asked, parts: Mapping[str, Any], **where: Any) -> Told:
    """Return what a study says of sources, which may be several for one part."""
    import trueness

    try:
        tables = {name: _read(source, asked.parts[name]) for name, source in parts.items()}
        function = getattr(trueness, asked.study)
        given = {**asked.given, **where}
        match asked.study:
            case "pool":
                result = function(tables, **given)
            case "drift":
                result = function(tables["scores"], tables["later"], **given)
            case "conditions":
                against, back = ({"es": tables[name]} for name in ("es", "back"))
                result = function(tables["scores"], against=against, back=back, **given)
            case "preferences":
                result = function(tables["pairs"], scores=tables["scores"], **given)
            case "references":
                result = function(tables["scores"], texts=tables["texts"], **given)
            case _:
                result = function(tables["scores"], **given)
    except TruenessError as error:
        return Told({}, [f"{type(error).__name__}: {error}"])
    return Told.of(result.to_dict())


def _read(source: Any, part: Drawn) -> Any:
    import trueness

    if part.kind == "pairs":
        return trueness.read_preferences(source)
    if part.kind == "texts":
        return as_texts(source)
    sources = source if isinstance(source, tuple) else (source,)
    table = read_scores(*sources, name=NAME).with_orientation(lower_is_better=part.lower)
    metrics = [name for name in table.scorer_names if name[0] == "m"]
    return table.with_role("metric", metrics) if part.directed else table


def frame(part: Drawn) -> Any:
    """Return rows as a dataframe of pandas."""
    import pandas as pd

    return pd.DataFrame(list(part.rows), columns=list(part.rows[0]))


NAME = "dataframe"
"""What tables are called that have no other name, and files: so are tables of dataframes."""

MATTERS = {
    "judge": ("scaled", "negated"),
    "panel": ("scaled", "negated"),
    "sequential": ("scaled", "negated", "reordered"),
}
"""What matters to a study: on what scale scores are; and which of two judges is subtracted, whose kappa is then the one
that is not known."""

# relations


def _permuted(asked: Asked, rng: random.Random, folder: Path) -> Way:
    """Rows in another order, and columns but those of metrics, the first of which is named where several are equal."""
    del folder
    other = asked.changed(lambda part: _with_columns(part, rng, part.metrics))
    return Way(lambda: told(other))


def _reordered(asked: Asked, rng: random.Random, folder: Path) -> Way:
    """Columns of metrics in another order, the same one in every file."""
    del folder
    metrics = rng.sample(asked.parts["scores"].metrics, len(asked.parts["scores"].metrics))
    other = asked.changed(
        lambda part: _with_columns(
            part, rng, [*metrics, *(name for name in part.metrics if name not in metrics)]
        )
    )
    return Way(lambda: told(other), any_of_equals=True)


def _with_columns(part: Drawn, rng: random.Random, metrics: Sequence[str]) -> Drawn:
    """Return rows and columns in another order, but for the metrics that are there, in this one."""
    order = iter([name for name in metrics if name in part.rows[0]])
    drawn_order = rng.sample(list(part.rows[0]), len(part.rows[0]))
    columns = [next(order) if name in part.metrics else name for name in drawn_order]
    rows = rng.sample(part.rows, len(part.rows))
    return dataclasses.replace(part, rows=tuple({name: row[name] for name in columns} for row in rows))


def _relabelled(asked: Asked, rng: random.Random, folder: Path) -> Way:
    """Other names of systems, inputs, groups, annotators and metrics, in the same order."""
    del rng, folder
    new: dict[str, str] = {}

    def renamed(kind: str, name: str) -> str:
        return new.setdefault(name, f"{_NEW[kind]}{name[1:]}")

    def change(row: Row) -> Row:
        found: Row = {}
        for name, value in row.items():
            if name in ("system", "a", "b", "input", "document", "family"):
                found[name] = renamed(value[0], value)
            elif name[0] == "m":
                found[renamed("m", name)] = value
            elif name.startswith(f"{HUMAN}@"):
                found[f"{HUMAN}@{renamed('a', name.partition('@')[2])}"] = value
            else:
                found[name] = value
        return found

    other = asked.changed(lambda part: part.changed(change))
    other = other.changed(
        lambda part: dataclasses.replace(part, lower=tuple(renamed("m", name) for name in part.lower))
    )
    given = dict(asked.given)
    for option in given.keys() & {"metrics", "given"}:
        if isinstance(given[option], list):
            given[option] = [renamed("m", name) if name[0] == "m" else name for name in given[option]]
    return Way(
        lambda: told(dataclasses.replace(other, given=given)), {value: key for key, value in new.items()}
    )


_NEW = {"s": "Organ-", "i": "item ", "d": "story.", "f": "Kind_", "m": "mark", "a": "ann"}


def _scaled(asked: Asked, rng: random.Random, folder: Path) -> Way:
    """Scores of metrics times a power of two, and more by a whole number."""
    del folder
    by, more = 2.0 ** rng.randint(-3, 6), float(rng.randint(-50, 50))
    other = _with_scores(asked, lambda score: score * by + more)
    # of metrics for which lower is better the scores are shown negated
    return Way(
        lambda: told(other), units=(lambda x: x * by + more, lambda x: x * by - more, lambda x: x * by)
    )


def _negated(asked: Asked, rng: random.Random, folder: Path) -> Way:
    """Scores of metrics negated, and declared so."""
    del rng, folder
    other = _with_scores(asked, lambda score: -score)
    other = other.changed(
        lambda part: dataclasses.replace(part, lower=tuple(sorted({*_scored(part)} ^ {*part.lower})))
    )
    return Way(lambda: told(other), units=(lambda x: -x,))


def _scored(part: Drawn) -> list[str]:
    """Return the metrics whose scores are numbers."""
    if part.kind != "scores":
        return []
    return [name for name in part.metrics if any(isinstance(row[name], float) for row in part.rows)]


def _with_scores(asked: Asked, change: Callable[[float], float]) -> Asked:
    def changed(row: Row) -> Row:
        return {
            name: change(value) if name[0] == "m" and isinstance(value, float) else value
            for name, value in row.items()
        }

    return asked.changed(lambda part: part.changed(changed))


def _split(asked: Asked, rng: random.Random, folder: Path) -> Way:
    """Scores in two files, which are joined."""
    parts: dict[str, Any] = {}
    for name, part in asked.parts.items():
        if part.kind != "scores" or len(part.metrics) < 2:
            parts[name] = _written(part, folder / name, rng.choice(ROUTES_OF_ROWS))
            continue
        moved = part.metrics[rng.randint(1, len(part.metrics) - 1) :]
        keys = ("system", "input", "document", "family")
        halves = [
            _part_of(part, [column for column in part.rows[0] if column not in moved]),
            _part_of(part, [column for column in part.rows[0] if column in (*keys, *moved)]),
        ]
        parts[name] = tuple(
            _written(half, folder / f"{name}{k}", rng.choice((".csv", ".jsonl", ".parquet")))
            for k, half in enumerate(halves)
        )
    return Way(lambda: answered(asked, parts))


def _part_of(part: Drawn, columns: Sequence[str]) -> Drawn:
    return part.changed(lambda row: {name: row[name] for name in columns})


def _by_route(asked: Asked, rng: random.Random, folder: Path) -> Way:
    """Files of other kinds, or dataframes of other libraries."""
    parts = {
        name: _written(part, folder / name, rng.choice(ROUTES if part.kind == "scores" else ROUTES_OF_ROWS))
        for name, part in asked.parts.items()
    }
    return Way(lambda: answered(asked, parts))


def _by_command(asked: Asked, rng: random.Random, folder: Path) -> Way:
    """The command line, which reads files."""
    suffixes = [one for one in ROUTES if "." in one]
    parts = {
        name: _written(
            part,
            folder / name,
            rng.choice(suffixes) if part.kind == "scores" else ".jsonl",
            stem=name if asked.study == "pool" else NAME,
        )
        for name, part in asked.parts.items()
    }
    return Way(lambda: _typed(asked, parts))


def _elsewhere(asked: Asked, rng: random.Random, folder: Path) -> Way:
    """More workers, less memory, smaller pieces."""
    del folder
    where: dict[str, Any] = {"workers": rng.choice((1, 2))}
    if rng.random() < 0.7:
        where["memory"] = rng.choice(("1MiB", "4MiB", "4GiB"))
    if rng.random() < 0.5:
        where["chunk"] = rng.choice((1, 3))
    return Way(lambda: told(asked, **where))


def _interrupted(asked: Asked, rng: random.Random, folder: Path) -> Way:
    """A process that is killed at work, and the same call again."""
    kept, seconds = folder / "kept", rng.random() * rng.choice((0.02, 0.1, 0.5))

    def again() -> Told:
        from trueness.parallel import checkpoint as module

        module.PATIENCE = module.SECONDS_BETWEEN_WRITES = 0.0  # from the first tile on
        child = os.fork()
        if not child:
            with contextlib.suppress(BaseException):
                told(asked, checkpoint=kept)
            os._exit(0)
        time.sleep(seconds)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return told(asked, checkpoint=kept, workers=2)

    return Way(again)


RELATIONS: dict[str, Callable[[Asked, random.Random, Path], Way]] = {
    "permuted": _permuted,
    "reordered": _reordered,
    "relabelled": _relabelled,
    "scaled": _scaled,
    "negated": _negated,
    "split": _split,
    "route": _by_route,
    "command": _by_command,
    "elsewhere": _elsewhere,
    "interrupted": _interrupted,
}

# routes

ROUTES_OF_ROWS = (".csv", ".jsonl")
ROUTES = (
    *(".csv", ".csv.gz", ".tsv", ";.csv", ".jsonl", ".json", ".parquet", ".arrow", ".xlsx"),
    *("pandas", "index", "polars", "pyarrow"),
)
"""Endings of files, and libraries of dataframes."""


def hold_routes(folder: Path, seed: Seed, changed: str) -> None:
    """Read the scores of a question by every route.

    Raises
    ------
    SilentlyWrongError
        If tables differ.
    """
    del changed
    case = json.loads((folder / seed.sources[0]).read_text(encoding="utf-8"))
    asked = drawn(case["study"], random.Random(f"{case['study']}:{case['number']}"))
    part = asked.parts["scores"]
    tables = {route: _read(_written(part, folder / f"r{k}", route), part) for k, route in enumerate(ROUTES)}
    first, *_ = tables.values()
    for route, table in tables.items():
        for what in ("fingerprint", "systems", "inputs", "notes", "input_groups", "system_groups", "scorers"):
            here, there = (_beside_index(getattr(one, what)) for one in (table, first))
            if here != there:
                raise SilentlyWrongError(f"{what} by {route}: {here}, not {there}")


def _beside_index(value: Any) -> Any:
    """Return notes without the one that a dataframe had an index; anything else as it is."""
    if not isinstance(value, tuple):
        return value
    return tuple(one for one in value if not str(one).startswith("levels of the dataframe's index"))


def _written(part: Drawn, path: Path, route: str, stem: str = NAME) -> Any:
    """Write a part as a file in a new folder, or return it as a dataframe."""
    path = path / f"{stem}{route.removeprefix(';')}"
    path.parent.mkdir()
    if part.kind == "scores" and route in _FRAMES:
        made = _FRAMES[route](frame(part), path)
        return made[0] if isinstance(made, list) else path
    if route == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in part.rows), encoding="utf-8")
    elif route == ".json":
        path.write_text(json.dumps(list(part.rows)), encoding="utf-8")
    else:
        path.write_bytes(_as_text(part, "\t" if route == ".tsv" else ";" if ";" in route else ",", route))
    return path


def _polars(held: Any) -> Any:
    import polars as pl

    return pl.from_pandas(held)


_FRAMES: dict[str, Callable[[Any, Path], Any]] = {
    ".parquet": lambda held, path: held.to_parquet(path),
    ".arrow": lambda held, path: _polars(held).write_ipc(path),
    ".xlsx": lambda held, path: held.to_excel(path, index=False),
    "pandas": lambda held, _: [held],
    "index": lambda held, _: [held.set_index(["system", "input"])],
    "polars": lambda held, _: [_polars(held)],
    "pyarrow": lambda held, _: [_polars(held).to_arrow()],
}
"""What a dataframe becomes by a route: a file, or another dataframe."""


def _as_text(part: Drawn, delimiter: str, route: str) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(part.rows[0])
    writer.writerows(
        [json.dumps(value) if isinstance(value, list) else value for value in row.values()]
        for row in part.rows
    )
    content = out.getvalue().encode()
    return gzip.compress(content, 1, mtime=0) if route.endswith(".gz") else content


def _typed(asked: Asked, parts: Mapping[str, Any]) -> Told:
    """Return what the command line says."""
    from trueness.commands import main

    one = listed(asked.study)
    first = "pairs" if asked.study == "preferences" else "scores"
    words = ["compare"] if one is None else [one.command, *([one.asks] if one.asks else [])]
    words.append(str(parts[first]))
    for name, path in parts.items():
        match asked.study, name:
            case (_, same) if same == first:
                pass
            case ("drift" | "pool", _):
                words.append(str(path))
            case ("conditions", "es"):
                words += ["--against", f"es={path}"]
            case ("conditions", "back"):
                words += ["--back", f"es={path}"]
            case _:
                words += [f"--{name}", str(path)]
    if lower := sorted({name for part in asked.parts.values() for name in part.lower}):
        words += ["--lower-is-better", ",".join(lower)]
    for name, value in asked.given.items():
        words += _option(name, value)
    out, err, before = io.StringIO(), io.StringIO(), sys.argv
    sys.argv = ["trueness", *words, "--json", "--table", "all"]
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            contextlib.suppress(SystemExit),
        ):
            main()
    finally:
        sys.argv = before
    if not out.getvalue().startswith("{"):
        return Told({}, [err.getvalue()])
    return Told.of(json.loads(out.getvalue()))


def _option(name: str, value: Any) -> list[str]:
    word = {"rng": "seed", "judges": "judge"}.get(name, name).replace("_", "-")
    if value is True:
        return [f"--{word}"]
    return [f"--{word}", ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)]
