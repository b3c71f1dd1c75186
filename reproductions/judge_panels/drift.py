"""Draw two batches of a judge whose movement is known: how often `trueness.drift` is right, also where it should fail.

Writes drift.csv beside this file: ``python reproductions/judge_panels/drift.py [TABLES] [NAME…]``, 400 by default.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

import trueness
from trueness import Scorer, ScoreTable


class Case(NamedTuple):
    """How two batches come about.

    A judge passes outputs whose quality, uniform between 0 and 1 where nothing is shared, is below a threshold (of
    scores: rates quality plus noise, 1 to 5). A share `noise` of its labels is drawn anew every time. In the second
    batch the threshold is `move` higher, on other outputs `elsewhere` more than that, and systems are `better`. Topics
    of ten inputs may be moved differently (`topics`: standard deviation), and outputs of one input be alike (`alike`).
    """

    name: str
    anchors: int = 200
    others: int = 300
    systems: int = 1
    threshold: float = 0.6
    noise: float = 0.1
    move: float = 0.0
    better: float = 0.0
    elsewhere: float = 0.0
    topics: float = 0.0
    alike: float = 0.0
    scores: bool = False


CASES = (
    Case("nothing moved"),
    Case("nothing moved, 50 anchors", anchors=50, others=100),
    Case("nothing moved, 20 anchors", anchors=20, others=100),
    Case("nothing moved, scores 1 to 5", scores=True),
    Case("nothing moved, 5 outputs an input", anchors=40, others=60, systems=5, alike=0.6),
    Case("nothing moved, 1% drawn anew", noise=0.01),
    Case("nothing moved, 3% positive", threshold=0.03),
    Case("moved by the margin", move=0.05),
    Case("moved by the margin, scores", move=0.05, scores=True),
    Case("judge and systems moved", move=0.1, better=0.1),
    Case("topics move differently, untold", topics=0.15),
    Case("the judge moved on others alone", elsewhere=0.08),
)


def batches(case: Case, rng: np.random.Generator) -> tuple[ScoreTable, ScoreTable]:
    """Return the two batches; anchors have the same outputs, all others new ones."""
    shape = (case.systems, case.anchors)
    anchors, topic = quality(case, shape, rng), np.repeat(rng.normal(0, case.topics, shape[1] // 10 + 1), 10)
    found = []
    for later in (0, 1):
        others = quality(case, (case.systems, case.others), rng) - later * case.better
        shift = np.concatenate(
            [case.move + topic[: case.anchors], np.full(case.others, case.move + case.elsewhere)]
        )
        said = judged(case, np.concatenate([anchors, others], axis=1), later * shift, rng)
        names = [f"anchor{k}" for k in range(case.anchors)] + [f"{later}-{k}" for k in range(case.others)]
        systems = tuple(f"s{k}" for k in range(case.systems))
        found.append(ScoreTable((Scorer("judge"),), systems, tuple(names), said[None], name=f"batch{later}"))
    return found[0], found[1]


def quality(case: Case, shape: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """Return uniform numbers; a share of inputs has one for all systems."""
    own, shared = rng.random(shape), np.broadcast_to(rng.random(shape[1]), shape)
    return np.where(rng.random(shape[1]) < case.alike, shared, own)


def judged(case: Case, seen: np.ndarray, shift: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return labels, or scores."""
    if case.scores:
        noisy = 1 - seen + shift + 0.1 * rng.normal(size=seen.shape)
        return np.clip(np.round(1 + 4 * noisy), 1, 5)
    kept = rng.random(seen.shape) >= case.noise
    return (np.where(kept, seen, rng.random(seen.shape)) < case.threshold + shift).astype(float)


def truth(case: Case) -> tuple[float, float]:
    """Return how far the judge moved on anchors, and the systems, as the share or mean that very many outputs give.

    The systems' part is what is left on other outputs.
    """
    rng = np.random.default_rng(99)
    many = case._replace(anchors=400_000 // case.systems, others=400_000 // case.systems)
    first, second = (table.values[0] for table in batches(many, rng))
    size = many.anchors
    moved = float((second[:, :size] - first[:, :size]).mean())
    return moved, float((second[:, size:] - first[:, size:]).mean()) - moved


def simulated(case: Case, tables: int) -> dict[str, object]:
    """Return how often intervals hold the truth, and which verdicts come."""
    moved, systems = truth(case)
    if case.elsewhere:  # what the systems did, which the anchors do not tell
        systems = 0.0
    if not (case.move or case.topics):
        moved = 0.0
    if not (case.better or case.elsewhere):
        systems = 0.0
    held, left, verdicts = [], [], []
    for seed in range(tables):
        found = trueness.drift(*batches(case, np.random.default_rng(seed)))
        row, rest = found.drift[0], found.changes[0]
        held.append(row.low <= moved <= row.high)
        left.append(rest.low <= systems <= rest.high)
        verdicts.append(row.verdict)
    shares = {f"says {one}": f"{verdicts.count(one) / tables:.3f}" for one in ("moved", "same", "undecided")}
    return {
        "case": case.name,
        "tables": tables,
        "moved": f"{moved:.3f}",
        "interval holds it": f"{np.mean(held):.3f}",
        **shares,
        "systems": f"{systems:.3f}",
        "their interval holds it": f"{np.mean(left):.3f}",
    }


def main() -> None:
    """Write a row per case to `drift.csv` beside this file, in place of what is there of it, and print it."""
    given = sys.argv[1:]
    tables = int(given[0]) if given else 400
    path = Path(__file__).with_name("drift.csv")
    rows: dict[str, dict[str, object]] = {}
    if path.exists():
        with path.open(encoding="utf-8") as file:
            rows = {row["case"]: dict(row) for row in csv.DictReader(file)}
    for case in CASES:
        if case.name in (given[1:] or [case.name]):
            rows[case.name] = simulated(case, tables)
            sys.stdout.write("; ".join(f"{key} {value}" for key, value in rows[case.name].items()) + "\n")
            sys.stdout.flush()
            kept = [rows[one.name] for one in CASES if one.name in rows]
            with path.open("w", encoding="utf-8", newline="") as file:
                writer = csv.DictWriter(file, list(kept[0]), lineterminator="\n")
                writer.writeheader()
                writer.writerows(kept)


if __name__ == "__main__":
    main()
