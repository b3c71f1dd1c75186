"""Files whose damage must be noticed: what they hold is known, so that a silently wrong number can be told."""

from __future__ import annotations

import functools
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from hardening.fuzz.seeds import Seed, described, texts
from trueness.data.reading.read import read_scores
from trueness.data.scores.score_table import ScoreTable
from trueness.data.writing.write import write_scores
from trueness.translation.translator import Translator


class SilentlyWrongError(Exception):
    """A number is another than the right one, and nothing was said."""


def check_round_trip(table: ScoreTable, folder: Path, suffix: str) -> None:
    """Write a table and read it again.

    Raises
    ------
    SilentlyWrongError
        If it comes back as another.
    """
    path = write_scores(table, folder / f"written.{suffix}")
    again = read_scores(path)
    if again.fingerprint != table.fingerprint:
        raise SilentlyWrongError(f"written to {suffix} and read again it is another table")


def check_described(folder: Path, seed: Seed, changed: str) -> None:
    """Read scores with a description; where it is sound, no other value may be read than it was written for.

    Raises
    ------
    SilentlyWrongError
        If one is.
    """
    (name,) = seed.sources
    table = read_scores(folder / name)
    check_round_trip(table, folder, "csv")
    if changed != name:
        return  # another description is the user's own
    truth = _truth(name, seed.files[name], seed.files[f"{name}.meta.json"])
    if set(truth.systems) != set(table.systems) or set(truth.inputs) != set(table.inputs):
        raise SilentlyWrongError("other systems or inputs than the description was written for")
    rows = [table.systems.index(system) for system in truth.systems]
    columns = [table.inputs.index(one) for one in truth.inputs]
    for scorer in truth.scorers:
        if scorer not in table.scorers:
            raise SilentlyWrongError(f"{scorer} is gone, or another")
        if not np.array_equal(
            table.matrix(scorer.name)[np.ix_(rows, columns)], truth.matrix(scorer.name), equal_nan=True
        ):
            raise SilentlyWrongError(f"other scores by '{scorer.name}'")


@functools.cache
def _truth(name: str, rows: bytes, description: bytes) -> ScoreTable:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(rows)
        path.with_name(f"{name}.meta.json").write_bytes(description)
        return read_scores(path)


METRICS = ("length", "compression", "rouge1_f")


def score_cache() -> list[Seed]:
    """A cache of scores, and the texts they are of."""
    text = next(seed for seed in texts() if "t.jsonl" in seed.files)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "t.jsonl").write_bytes(text.files["t.jsonl"])
        _score(folder, cached=True)
        return [Seed({"scores.sqlite": (folder / "scores.sqlite").read_bytes(), **text.files}, ("t.jsonl",))]


def check_score_cache(folder: Path, seed: Seed, changed: str) -> None:
    """Score texts with a damaged cache.

    Raises
    ------
    SilentlyWrongError
        If scores are others than without it.
    """
    if changed != "scores.sqlite":
        return
    if _score(folder, cached=True) != _without_cache(seed.files["t.jsonl"]):
        raise SilentlyWrongError("other scores than without the cache")


@functools.cache
def _without_cache(content: bytes) -> str:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "t.jsonl").write_bytes(content)
        return _score(Path(folder), cached=False)


def _score(folder: Path, *, cached: bool) -> str:
    from trueness.data.reading.stream_texts import stream_texts
    from trueness.metrics.scoring.score_cache import ScoreCache
    from trueness.metrics.scoring.score_file import score_file

    stream = stream_texts(folder / "t.jsonl")
    if cached:
        with ScoreCache(folder) as cache:
            score_file(stream, METRICS, folder / "scored.csv", cache=cache)
    else:
        score_file(stream, METRICS, folder / "scored.csv")
    return read_scores(folder / "scored.csv").fingerprint


def translation_cache() -> list[Seed]:
    """A cache of translations, and the texts they are of."""
    text = next(seed for seed in texts() if "t.jsonl" in seed.files)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "t.jsonl").write_bytes(text.files["t.jsonl"])
        _translate(folder)
        kept = (folder / "translations.sqlite").read_bytes()
        return [Seed({"translations.sqlite": kept, **text.files}, ("t.jsonl",))]


def check_translation_cache(folder: Path, seed: Seed, changed: str) -> None:
    """Translate texts with a damaged cache.

    Raises
    ------
    SilentlyWrongError
        If translations are others than without it.
    """
    if changed != "translations.sqlite":
        return
    with tempfile.TemporaryDirectory() as temporary:
        Path(temporary, "t.jsonl").write_bytes(seed.files["t.jsonl"])
        if _translate(folder) != _translate(Path(temporary)):
            raise SilentlyWrongError("other translations than without the cache")


class _Capitals(Translator):
    def translate(self, lines: Sequence[str]) -> list[str]:
        return [line.upper() for line in lines]

    def signature(self) -> str:
        return "capitals"


def _translate(folder: Path) -> str:
    from trueness.data.reading.read_texts import read_texts
    from trueness.translation.translate import translate
    from trueness.translation.translation_cache import TranslationCache

    with TranslationCache(folder) as cache:
        given = read_texts(folder / "t.jsonl")
        return translate(given, _Capitals(), sentences="newline", cache=cache).texts.fingerprint


_TILES = 12


class _StoppedError(Exception):
    pass


def checkpoint() -> list[Seed]:
    """What is kept of runs that were stopped after some tiles."""
    seeds = []
    for stop in (4, 11):
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            try:
                _tiles(folder, stop)
            except _StoppedError:
                (kept,) = folder.glob("*.sqlite")
                with closing(sqlite3.connect(kept)) as file:  # the log of writes becomes a part of the file
                    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                seeds.append(Seed({kept.name: kept.read_bytes()}, (kept.name,)))
    return seeds


def check_checkpoint(folder: Path, seed: Seed, changed: str) -> None:
    """Go on with a damaged checkpoint.

    Raises
    ------
    SilentlyWrongError
        If results are others than without it.
    """
    del seed, changed
    found, expected = _tiles(folder, None), [_result(k) for k in range(_TILES)]
    if not _same(found, expected):
        raise SilentlyWrongError("other results than without the checkpoint")


def _result(tile: int) -> dict[str, Any]:
    return {"values": np.sin(np.arange(5.0) + tile), "n": (tile, None, "x", True)}


def _same(found: Any, expected: Any) -> bool:
    if isinstance(expected, np.ndarray):
        return isinstance(found, np.ndarray) and np.array_equal(found, expected)
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and found.keys() == expected.keys()
            and all(_same(found[k], v) for k, v in expected.items())
        )
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(_same, found, expected))
    return bool(found == expected)


def _tiles(folder: Path, stop: int | None) -> list[Any]:
    from trueness.parallel import Execution, executing, run_tiles, step
    from trueness.parallel.checkpoint import keeping

    def work(tiles: Sequence[int]) -> list[Any]:
        if stop in tiles:
            raise _StoppedError
        return [_result(tile) for tile in tiles]

    with (
        _at_once(),
        executing(Execution(workers=1, chunk=1, checkpoint=folder), None),
        keeping("run"),
        step("a step"),
    ):
        return [tile for part in run_tiles(work, _TILES, identity=lambda: "work") for tile in part]


@contextmanager
def _at_once() -> Iterator[None]:
    """Write a checkpoint from the first tile on."""
    from trueness.parallel import checkpoint as module

    before = module.PATIENCE, module.SECONDS_BETWEEN_WRITES
    module.PATIENCE = module.SECONDS_BETWEEN_WRITES = 0.0
    try:
        yield
    finally:
        module.PATIENCE, module.SECONDS_BETWEEN_WRITES = before


def manifest() -> list[Seed]:
    """Manifests of studies without resampling, with their scores; one compressed in a page, one abridged."""
    from trueness.reporting.manifest import EMBEDDED, EMBEDDED_END, manifest_of, manifest_text
    from trueness.reporting.writing.packing import packed
    from trueness.sources.origin import Origin
    from trueness.studies.compare.study import compare

    scores = next(seed for seed in described() if "a.csv" in seed.files)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name, content in scores.files.items():
            (folder / name).write_bytes(content)
        answer = compare(read_scores(folder / "a.csv"), human="relevance", rng=1)
        found = manifest_of(answer, Origin.of([folder / "a.csv"]))
        written, abridged = (
            manifest_text(one).replace(f"{folder}/", "")  # wherever a case lies
            for one in (found, found.for_page(3))
        )
        page = f"<!DOCTYPE html>{EMBEDDED['packed']}{packed(written)}{EMBEDDED_END}"
        return [
            Seed({"manifest.json": text.encode(), **scores.files}, ("manifest.json",))
            for text in (written, page, abridged)
        ]


_MOST_RESAMPLES = 100_000


def check_manifest(folder: Path, seed: Seed, changed: str) -> None:
    """Read a manifest, write it, and repeat the study unless it asks for hours of work."""
    from trueness.reporting.manifest import manifest_text, read_manifest
    from trueness.reporting.rerun import differences, rerun

    del seed, changed
    found = read_manifest(folder / "manifest.json")
    manifest_text(found)
    asked = getattr(found.settings, "resamples", None) or 0
    if asked <= _MOST_RESAMPLES:
        differences(found, rerun(found, workers=1))
