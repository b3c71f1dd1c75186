"""What is fuzzed: the files it is made from, how these are changed, and what reads them."""

from __future__ import annotations

import gzip
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from hardening.fuzz import answers, archives, export_seeds, judges, learned_metrics, relations, seeds, truths
from hardening.fuzz.inspect_logs import inspect_logs, strange_log
from hardening.fuzz.mutate_bytes import damaged
from hardening.fuzz.mutate_cells import strange_cells
from hardening.fuzz.mutate_json import strange_json, strange_lines
from hardening.fuzz.mutate_pickle import strange_opcodes
from hardening.fuzz.mutate_sqlite import damaged_value
from hardening.fuzz.mutate_zip import strange_parts
from hardening.fuzz.odd_columns import lying_buffers, odd_arrow, odd_parquet
from hardening.fuzz.seeds import Seed

Mutate = Callable[[random.Random, bytes], bytes]
Use = Callable[[Path, Seed, str], None]
"""Takes the folder of files, what they were made from, and which of them was changed."""


def read_tac(folder: Path, seed: Seed, changed: str) -> None:
    """Read files whose names say nothing."""
    from trueness.data.reading.read import read_scores

    del changed
    read_scores(*(folder / name for name in seed.sources), format="tac")


def read_duc(folder: Path, seed: Seed, changed: str) -> None:
    """Read tables whose names say nothing."""
    from trueness.data.reading.read import read_scores

    del changed
    read_scores(*(folder / name for name in seed.sources), format="duc")


def read_bioasq(folder: Path, seed: Seed, changed: str) -> None:
    """Read scores and texts of answers, which have to agree."""
    from trueness.data.reading.read import read_scores
    from trueness.data.reading.read_texts import read_texts

    del changed
    path = folder / seed.sources[0]
    table, texts = read_scores(path, format="bioasq"), read_texts(path, format="bioasq")
    for row in texts.rows:
        place = (table.systems.index(row.system), table.inputs.index(row.input))
        for dimension, value in row.human.items():
            if table.matrix(dimension)[place] != value:
                raise truths.SilentlyWrongError("a score is not the one beside its text")


def read_pairs(folder: Path, seed: Seed, changed: str) -> None:
    """Read verdicts, which have to be the same ones when they are given again."""
    from trueness.data.preferences.preferences import Preferences, pair_rows
    from trueness.data.preferences.read_preferences import read_preferences

    del changed
    table = read_preferences(folder / seed.sources[0])
    if Preferences.of(pair_rows(table)).fingerprint != table.fingerprint:
        raise truths.SilentlyWrongError("verdicts given again are others")


_WRITTEN = ("csv", "jsonl", "parquet", "arrow")


def read(folder: Path, seed: Seed, changed: str) -> None:
    """Read scores, and write some of the tables and read them again."""
    from trueness.data.reading.read import read_scores

    del changed
    table = read_scores(*(folder / name for name in seed.sources), join="outer")
    drawn = zlib.crc32(table.fingerprint.encode()) % 16
    if drawn < len(_WRITTEN):
        truths.check_round_trip(table, folder, _WRITTEN[drawn])


def read_texts(folder: Path, seed: Seed, changed: str) -> None:
    """Read texts, at once and piece by piece."""
    from trueness.data.reading import read_texts as at_once
    from trueness.data.reading.stream_texts import stream_texts

    del changed
    path = folder / seed.sources[0]
    whole = at_once.read_texts(path)
    pieces = [row for piece in stream_texts(path).partitions(5) for row in piece]
    if repr(list(whole.rows)) != repr(pieces):
        raise truths.SilentlyWrongError("read piece by piece there are other texts")


def load_pickle(folder: Path, seed: Seed, changed: str) -> None:
    """Load a pickle without letting it run anything."""
    from trueness.data.files.restricted_pickle import load

    del changed
    load(folder / seed.sources[0])


def look_up_vectors(folder: Path, seed: Seed, changed: str) -> None:
    """Open word vectors and look words up, twice."""
    import numpy as np

    from trueness.metrics.vectors.word_vectors import WordVectors, open_vector_file

    del changed
    file = open_vector_file(str(folder / seed.sources[0]))
    vectors = WordVectors(file)
    known, found = vectors.look_up(seeds.VECTOR_WORDS)
    again = WordVectors(file).look_up(seeds.VECTOR_WORDS[::-1])
    if found.shape != (known.sum(), file.dimension) or not np.isfinite(found).all():
        raise truths.SilentlyWrongError("a vector is not of finite numbers")
    if known[::-1].tolist() != again[0].tolist() or not np.array_equal(found[::-1], again[1]):
        raise truths.SilentlyWrongError("looked up in another order there are other vectors")


class Target(NamedTuple):
    """Something that reads files.

    Attributes
    ----------
    seeds : callable
        Returns sound files.
    mutate : tuple of callables
        How the content of one of them is changed.
    use : callable
        Reads them; whatever it raises that is no error of the package is a failure.
    may_be_compressed : bool
    as_drawn : bool
        Whether what `mutate` returns stays as it is: it says what to ask, and is no file of a user's.
    """

    seeds: Callable[[], list[Seed]]
    mutate: tuple[Mutate, ...]
    use: Use = read
    may_be_compressed: bool = True
    as_drawn: bool = False

    def case(self, sound: list[Seed], rng: random.Random) -> tuple[Seed, str, dict[str, bytes]]:
        """Return what a case is made from, which of its files is changed, and all of them as they are then."""
        seed = rng.choice(sound)
        changed = rng.choice(sorted(seed.files))
        content = rng.choice(self.mutate)(rng, seed.files[changed])
        if self.as_drawn:
            return seed, changed, {changed: content}
        if rng.random() < 0.1:
            content = damaged(rng, content)
        files = {**seed.files, changed: content}
        if self.may_be_compressed and rng.random() < 0.15:
            files[changed] = _compressed(rng, content)
        return seed, changed, files


def _compressed(rng: random.Random, content: bytes) -> bytes:
    """Return content under gzip or Zstandard, which is then sound or damaged; readers look at the first bytes."""
    import zstandard

    packed = gzip.compress(content, 1, mtime=0) if rng.random() < 0.5 else zstandard.compress(content, 1)
    return damaged(rng, packed) if rng.random() < 0.5 else packed


_LINES = (damaged, strange_lines, strange_lines)
_TABS = (damaged, strange_cells("\t"), strange_cells("\t"))
_SPACES = (damaged, strange_cells(" "), strange_cells("\t"))

TARGETS: dict[str, Target] = {
    "csv": Target(seeds.csv, (damaged, strange_cells(), strange_cells())),
    "collected": Target(seeds.collected, (damaged, strange_cells(), strange_cells())),
    "tsv": Target(seeds.tsv, _TABS),
    "semicolons": Target(seeds.semicolons, (damaged, strange_cells(";"), strange_cells(";"))),
    "jsonl": Target(seeds.jsonl, _LINES),
    "json": Target(seeds.json, (damaged, strange_json, strange_json)),
    "exports": Target(export_seeds.exports, (damaged, strange_json, strange_json)),
    "inspect-log": Target(inspect_logs, (damaged, strange_parts, strange_log)),
    "judged-tables": Target(seeds.judged_tables, (damaged, strange_cells(), strange_cells("\t"))),
    "preferences": Target(
        seeds.preferences, (damaged, strange_cells(), strange_json, strange_lines), read_pairs
    ),
    "panel": Target(answers.panels, (damaged, strange_cells(), strange_lines), answers.ask_panel),
    "drift": Target(answers.batches, (damaged, strange_cells(), strange_cells()), answers.ask_drift),
    "worth": Target(answers.differences, (damaged, strange_cells(), strange_lines), answers.ask_worth),
    "disagreements": Target(
        answers.written, (damaged, strange_cells(), strange_lines), answers.ask_disagreements
    ),
    "preferred": Target(
        answers.verdicts, (damaged, strange_cells(), strange_cells()), answers.ask_preferences
    ),
    "spreadsheet": Target(seeds.spreadsheets, (damaged, strange_parts, strange_parts)),
    "archives": Target(
        archives.archives,
        (damaged, strange_parts, archives.strange_archive, archives.strange_archive),
        archives.read_archive,
    ),
    "arrow": Target(seeds.arrow, (damaged, lying_buffers, lying_buffers, odd_arrow, odd_arrow)),
    "parquet": Target(seeds.parquet, (damaged, damaged, odd_parquet)),
    "sacrerouge": Target(seeds.sacrerouge, _LINES),
    "summeval": Target(seeds.summeval, (*_LINES, strange_opcodes)),
    "realsumm": Target(seeds.realsumm, (damaged, strange_opcodes)),
    "dialsummeval": Target(seeds.dialsummeval, (*_LINES, strange_cells())),
    "tac": Target(seeds.tac, _SPACES, read_tac),
    "duc": Target(seeds.duc, (*_SPACES, strange_cells("\t")), read_duc),
    "bioasq": Target(seeds.bioasq, (damaged, strange_json, strange_json), read_bioasq),
    "wmt": Target(seeds.wmt, _SPACES),
    "evalset": Target(seeds.evalset, _TABS),
    "mqm": Target(seeds.mqm, _TABS),
    "qrels": Target(seeds.qrels, (damaged, strange_cells(" "), strange_cells("\t"))),
    "texts": Target(seeds.texts, (*_LINES, strange_cells(), strange_cells("\t")), read_texts),
    "text-folder": Target(seeds.text_folder, (damaged,), read_texts),
    "pickle": Target(seeds.pickles, (damaged, strange_opcodes, strange_opcodes), load_pickle),
    "vectors": Target(seeds.vectors, (damaged, strange_cells(" ")), look_up_vectors),
    "sidecar": Target(
        seeds.described,
        (damaged, strange_json, strange_json, strange_cells()),
        truths.check_described,
        may_be_compressed=False,
    ),
    "manifest": Target(
        truths.manifest, (damaged, strange_json, strange_json), truths.check_manifest, may_be_compressed=False
    ),
    "cache": Target(
        truths.score_cache,
        (damaged, damaged_value, damaged_value),
        truths.check_score_cache,
        may_be_compressed=False,
    ),
    "translations": Target(
        truths.translation_cache,
        (damaged, damaged_value, damaged_value),
        truths.check_translation_cache,
        may_be_compressed=False,
    ),
    "judge": Target(
        judges.declarations,
        (damaged, strange_cells(" "), strange_cells("=")),
        judges.read_judge,
        may_be_compressed=False,
    ),
    "reply": Target(
        judges.completions,
        (damaged, strange_json, strange_json),
        judges.read_answer,
        may_be_compressed=False,
    ),
    "learned": Target(
        learned_metrics.folders,
        (damaged, learned_metrics.strange_arrays, learned_metrics.strange_arrays, strange_json),
        learned_metrics.score_learned,
        may_be_compressed=False,
    ),
    "checkpoint": Target(
        truths.checkpoint,
        (damaged, damaged_value, damaged_value),
        truths.check_checkpoint,
        may_be_compressed=False,
    ),
    "routes": Target(relations.cases, (relations.drawn_case,), relations.hold_routes, as_drawn=True),
    "relations": Target(relations.cases, (relations.drawn_case,), relations.hold, as_drawn=True),
}
"""By the names that `make fuzz FUZZ_TARGET=…` takes."""
