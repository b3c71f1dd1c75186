"""Try learned metrics on public benchmarks, beside every single metric, and on human scores that are noise.

SummEval (16 systems x 100 inputs, four expert dimensions; 96 variants of ROUGE and BLEU), DialSummEval (recorded
metrics) and REALSumm (recorded metrics) come from files that ``--data`` (or the folder that TRUENESS_TEST_DATA
names) holds. What is to be reached stands in expected.csv; what is found is written beside it, as it comes out, also
where learning loses.

    python reproductions/learned/reproduce.py benchmarks --scores summeval.csv   # scores of a run before, if there
    python reproductions/learned/reproduce.py noise --runs 200
"""

from __future__ import annotations

import argparse
import csv
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from trueness import Scorer, ScoreTable, learn, read_scores, score
from trueness.data.datasets.load import summeval_texts
from trueness.learning.labelled import Labelled
from trueness.learning.linear import Ridge
from trueness.learning.registry import BEST_SINGLE
from trueness.studies.learn.rows import Learning

HERE = Path(__file__).parent
FEATURES = ("rouge{1,2,3,4,L,W,S4,SU4}_*", "bleu")
LEARNERS = ("ridge", "lasso", "nonnegative", "mean", "pairwise")
CHEAP = ("ridge", "nonnegative", "mean")
NOISE = ("noise", "noise and systems", "noise and inputs")
"""What people say has nothing to do with the metrics: noise alone, with a level of each system, or of each input."""


def benchmarks(
    folder: Path, scored: Path | None, only: str = ""
) -> Iterator[tuple[str, ScoreTable, tuple[str, ...]]]:
    """Yield name, scores and human dimensions of each benchmark that is there and whose name begins so."""
    summeval = folder / "summeval" / "data.pkl"
    dimensions = ("relevance", "coherence", "consistency", "fluency")
    if "SummEval".startswith(only) and (scored is not None or summeval.is_file()):
        table = read_scores(scored) if scored is not None else score(summeval_texts(summeval), FEATURES)
        yield "SummEval", table, dimensions
    for name, place in (
        ("DialSummEval", folder / "dialsummeval"),
        ("REALSumm abs", folder / "realsumm" / "abs.pkl"),
        ("REALSumm ext", folder / "realsumm" / "ext.pkl"),
    ):
        if name.startswith(only) and place.exists():
            table = read_scores(place)
            yield name, table, tuple(one.name for one in table.scorers if one.role == "human")


def tried(
    name: str, table: ScoreTable, humans: tuple[str, ...], learners: tuple[str, ...], repeats: int, over: str
) -> list[dict[str, object]]:
    """Learn each dimension, print what was found, and return a row for every learned metric."""
    rows: list[dict[str, object]] = []
    features = FEATURES if name == "SummEval" else None
    for human in humans:
        start = time.perf_counter()
        found = learn(
            table,
            human=human,
            metrics=features,
            learner=learners,
            repeats=repeats,
            over=over.split(","),
            brief=True,
            rng=1,
        )
        seconds = time.perf_counter() - start
        rows += [{"data": name, **row} for row in summary(found)]
        for row in rows[-len(learners) * len(found.settings.over) :]:
            print(
                " ".join(f"{value:.3f}" if isinstance(value, float) else str(value) for value in row.values())
            )
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"  {human}: {seconds:.0f} s, {memory:.0f} MiB at most", flush=True)
    return rows


def summary(found: Learning) -> Iterator[dict[str, object]]:
    """Yield, for every learned metric and what was held out, how it did beside the single metrics."""
    for over in found.settings.over:
        here = {row.scorer: row for row in found.scores if row.over == over}
        best = max(
            (row for row in here.values() if row.kind == "single"),
            key=lambda row: np.nan_to_num(row.estimate, nan=-2),
        )
        for learner in found.settings.learners:
            against = [t for t in found.tests if (t.over, t.metric) == (over, learner)]
            chosen = next(t for t in against if t.rival == BEST_SINGLE)
            verdicts = Counter(t.verdict for t in against if t.rival != BEST_SINGLE)
            yield {
                "human": here[learner].human,
                "over": over,
                "learner": learner,
                "estimate": here[learner].estimate,
                "low": here[learner].low,
                "high": here[learner].high,
                "chosen": here[BEST_SINGLE].estimate,
                "difference": chosen.estimate,
                "difference_low": chosen.low,
                "difference_high": chosen.high,
                "pvalue_adjusted": chosen.pvalue_adjusted,
                "verdict": chosen.verdict,
                "better_than": verdicts["better"],
                "worse_than": verdicts["worse"],
                "singles": sum(verdicts.values()),
                "best_afterwards": best.estimate,
            }


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


def halves(table: ScoreTable, human: str, splits: int = 20) -> tuple[np.ndarray, np.ndarray]:
    """Return what ridge reaches on 40 of 100 inputs after the other 60, and the best single metric there, by split."""
    columns = table.names_matching(FEATURES)
    n_systems, n_inputs = table.shape[1:]
    systems, inputs = np.divmod(np.arange(n_systems * n_inputs), n_inputs)
    outputs = Labelled(
        features=np.stack([table.matrix(name).ravel() for name in columns], axis=1),
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


def expectations() -> dict[tuple[str, str], dict[str, str]]:
    """Return what is to be reached, by data and human dimension."""
    with (HERE / "expected.csv").open(newline="", encoding="utf-8") as file:
        return {(row["data"], row["human"]): row for row in csv.DictReader(file)}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("benchmarks", "noise"))
    known = os.environ.get("TRUENESS_TEST_DATA")
    parser.add_argument("--data", type=Path, default=Path(known) / "data" if known else None)
    parser.add_argument("--scores", type=Path, help="SummEval, scored before")
    parser.add_argument("--only", default="", help="benchmarks whose names begin so")
    parser.add_argument("--learners", default=",".join(LEARNERS))
    parser.add_argument("--over", default="inputs,systems,both")
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    if given.what == "noise":
        for truth in NOISE:
            found = wins(truth, given.runs, given.repeats, (10, 20, 8))
            print(f"{truth}: of {given.runs} runs {dict(found)}", flush=True)
        return 0
    if given.data is None:
        print("give --data FOLDER", file=sys.stderr)
        return 2
    rows = []
    for name, table, humans in benchmarks(given.data, given.scores, given.only):
        for human in humans:
            one = expectations().get((name, human))
            if one is not None:
                reached, single = halves(table, human)
                print(
                    f"{name} {human}, 60 inputs and 40: ridge {reached.mean():.3f} (sd {reached.std():.3f}), expected "
                    f"{one['ridge']}; best single afterwards {single.mean():.3f}, expected {one['single']}"
                )
        rows += tried(name, table, humans, tuple(given.learners.split(",")), given.repeats, given.over)
    if given.out is not None and rows:
        with given.out.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
