"""How often the test of what width explains rejects, on simulated scores: where it should not, and where it would.

Each truth has systems, inputs and three metrics. Where residuals have nothing to do with levels, 5 of 100 tests should
reject; where they have, agreement does differ from what width explains, or a metric's scale is bent. Prints a table and
writes it to ``certified.csv``; time is O(tables * systems * inputs * permutations), some minutes with the defaults.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trueness.parallel import Execution, executing
from trueness.statistics.ranges.range_values import RangeWork
from trueness.studies.ranges.range_rows import Agreement
from trueness.studies.ranges.settings import APPLIES_TO, RangesSettings

HERE = Path(__file__).parent
SYSTEMS, INPUTS, METRICS, BINS, PERMUTATIONS = 16, 20, 3, 3, 199
ALPHA = 0.05

Array = NDArray[np.float64]


def _scores(
    rng: np.random.Generator,
    *,
    persistent: float = 0.4,
    noise: float = 0.6,
    levels: Callable[[Array], Array] | None = None,
    error: Callable[[tuple[int, ...]], Array] | None = None,
    scale: Callable[[Array], Array] | None = None,
) -> Array:
    """Return scores (K, N, M): what all metrics see, and what each sees besides, of a system and of an output."""
    shape = (SYSTEMS, INPUTS)
    quality = 0.7 * rng.normal(size=(SYSTEMS, 1)) + 0.7 * rng.normal(size=shape)
    if levels is not None:
        quality = levels(quality)
    drawn = error((METRICS, *shape)) if error is not None else rng.normal(size=(METRICS, *shape))
    rest = persistent * rng.normal(size=(METRICS, SYSTEMS, 1)) + noise * drawn
    if scale is not None:
        rest = rest * scale(quality)
    return np.asarray(quality + rest)


def _bent(rng: np.random.Generator, bend: Callable[[Array], Array]) -> Array:
    scores = _scores(rng)
    scores[0] = bend(scores[0])
    return scores


HOLDS: Mapping[str, Callable[[np.random.Generator], Array]] = {
    "normal": _scores,
    "normal, no systems' own disagreement": lambda rng: _scores(rng, persistent=0.0, noise=0.72),
    "normal, mostly systems' own disagreement": lambda rng: _scores(rng, persistent=0.65, noise=0.3),
    "inputs of different noise": lambda rng: _scores(
        rng, scale=lambda _: np.exp(0.5 * rng.normal(size=(1, INPUTS)))
    ),
    "skewed levels": lambda rng: _scores(rng, levels=lambda q: np.exp(0.7 * q)),
    "heavy tails": lambda rng: _scores(rng, error=lambda size: rng.standard_t(3, size=size) / np.sqrt(3)),
    "five values (ties)": lambda rng: np.clip(np.round(_scores(rng)), -2, 2),
}
FAILS: Mapping[str, Callable[[np.random.Generator], Array]] = {
    "noise grows with the level": lambda rng: _scores(rng, scale=lambda q: np.exp(0.6 * q)),
    "noise falls with the level": lambda rng: _scores(rng, scale=lambda q: np.exp(-0.6 * q)),
    "one metric skewed": lambda rng: _bent(rng, np.exp),
    "one metric saturates": lambda rng: _bent(rng, lambda x: -np.exp(-1.2 * x)),
}
TESTS = ("MT", "T", "L", "M", "height")


def rejected(scores: Array, seed: int) -> dict[str, NDArray[np.bool_]]:
    """Return which tests reject, when speaking of other systems and inputs, and of other inputs alone."""
    found = {}
    for applies_to in APPLIES_TO:
        settings = RangesSettings.of(
            rng=seed, bins=BINS, permutations=PERMUTATIONS, applies_to=applies_to, resamples=1
        )
        work = RangeWork(
            scores, None, BINS, "minmax", "width", 3, PERMUTATIONS, seed, settings.leaves_systems_out
        )
        metrics = [f"metric {k}" for k in range(METRICS)]
        agreement = Agreement.of(work, metrics, None, settings, intervals=False)
        (_, pairs) = agreement.groups[0]
        ranges = agreement.beyond_width(agreement.combined(pairs)).pvalues
        height = agreement.beyond_width(agreement.combined(pairs, (BINS - 1, BINS))).pvalues
        found[applies_to] = np.concatenate([ranges[[1, BINS - 1, BINS, BINS + 1]], height]) <= ALPHA
    return found


def certified(tables: int, seed: int, only: str = "") -> list[dict[str, object]]:
    """Return the share of tables in which each test rejects, a row per truth and what the test applies to."""
    rows: list[dict[str, object]] = []
    for kind, truths in (("holds", HOLDS), ("fails", FAILS)):
        for name, make in truths.items():
            if only not in name:
                continue
            found: dict[str, list[NDArray[np.bool_]]] = {}
            for table in range(tables):
                rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(table,)))
                for applies_to, tests in rejected(make(rng), table).items():
                    found.setdefault(applies_to, []).append(tests)
            for applies_to, tests in found.items():
                shares = np.mean(tests, axis=0)
                rows.append(
                    {"truth": name, "null": kind, "applies_to": applies_to, "tables": tables}
                    | {test: round(float(share), 4) for test, share in zip(TESTS, shares, strict=True)}
                )
                sys.stdout.write(
                    f"{name:<42} {applies_to:<15}" + "".join(f"{share:8.3f}" for share in shares) + "\n"
                )
                sys.stdout.flush()
    return rows


def main() -> None:
    """Simulate, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2020)
    parser.add_argument("--only", default="", help="Truths whose name holds this.")
    parser.add_argument("--out", type=Path, default=HERE / "certified.csv")
    options = parser.parse_args()
    sys.stdout.write(f"{'truth':<42} {'applies to':<15}" + "".join(f"{test:>8}" for test in TESTS) + "\n")
    with executing(Execution.of(workers=1)):
        rows = certified(options.tables, options.seed, options.only)
    with options.out.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
