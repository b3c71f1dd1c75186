"""Ask whether what a test finds in one half of the data holds in the other, of other systems and other inputs.

``python reproductions/split_halves/reproduce.py``. Systems and inputs are split in two at random, many times;
all pairs of metrics are tested, two-sided at .05 without a correction, on one half and on the other. Of a
test that applies to other systems and inputs one expects that few of its findings are reversed in the other
half, and that it almost never finds opposite things in both. WMT'19 (the metrics task of 2019, every language
pair) has scores of systems only: systems alone are split, and the test that swaps single outputs does not
exist.

The tests: Perm-Both swaps single outputs between two metrics; the studentised permutation of systems was the
default of earlier versions; the two-way jackknife is the default. Data as for `reproductions/deutsch2021`, in
the folder that TRUENESS_TEST_DATA names.
"""

from __future__ import annotations

import argparse
import dataclasses
import gzip
import itertools
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent / "deutsch2021"))
from scores import SOURCES, load

from trueness.methods.differences import Differences
from trueness.methods.registry import pair_test
from trueness.statistics.array_types import FloatArray
from trueness.statistics.score_arrays import ScoreArrays

ALPHA = 0.05
SEED = 20_191_109
TESTS = {
    "Perm-Both": ("permutation", "both"),
    "studentised permutation of systems": ("studentized_permutation", "systems"),
    "two-way jackknife": ("two_way_jackknife", "both"),
}
FEWEST_SYSTEMS = 8
"""Fewer systems are not split."""


@dataclasses.dataclass
class Tally:
    """How often halves agree.

    Attributes
    ----------
    tests, significant, reversed, both, opposite : int
        Tests made; significant ones; those of which the other half's difference has the other sign; pairs significant
        in both halves; those of them with opposite signs.
    """

    tests: int = 0
    significant: int = 0
    reversed: int = 0
    both: int = 0
    opposite: int = 0

    def add(self, p: FloatArray, q: FloatArray, d: FloatArray, e: FloatArray) -> None:
        """Count the p-values and differences of two halves."""
        known = np.isfinite(p) & np.isfinite(q)
        first, second = known & (p <= ALPHA), known & (q <= ALPHA)
        contrary = d * e < 0
        self.tests += 2 * int(known.sum())
        self.significant += int(first.sum() + second.sum())
        self.reversed += int((first & contrary).sum() + (second & contrary).sum())
        self.both += int((first & second).sum())
        self.opposite += int((first & second & contrary).sum())


def halves(n: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return two disjoint halves of n things."""
    order = rng.permutation(n)
    return order[: n // 2], order[n // 2 :]


def tested(
    arrays: ScoreArrays, test: str, over: str, keys: Sequence[tuple[str, str]], resamples: int, seed: int
) -> dict[tuple[str, str], tuple[FloatArray, FloatArray]]:
    """Return the p-values and differences of all pairs, per level and coefficient."""
    pairs = list(itertools.combinations(range(arrays.n_metrics), 2))
    differences = Differences(arrays, pairs, keys, resamples=resamples, seed=seed)
    found = pair_test(test).findings(differences, over, keys)
    points = differences.points
    return {
        key: (
            np.array([found[key, pair].two_sided for pair in pairs]),
            np.array([points[key, pair][0] - points[key, pair][1] for pair in pairs]),
        )
        for key in keys
    }


def tables_of(name: str, data: Path) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield the metrics' scores (K, N, M) and the human's (N, M)."""
    if name != "WMT'19":
        source = next(one for one in SOURCES if one.name == name)
        table = load(source, data / "deutsch2021")
        human = source.human
        metrics = [one for one in table.scorer_names if table.scorer(one).role != "human" and one != human]
        yield np.stack([table.oriented(one) for one in metrics]), table.oriented(human)
        return
    yield from wmt19(data / "wmt19")


def wmt19(folder: Path) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield the scores of systems of every language pair."""
    people: dict[str, dict[str, float]] = {}
    for line in (folder / "DA-syslevel.csv").read_text(encoding="utf-8").splitlines():
        languages, score, system = line.split()
        if score == "HUMAN":  # the head of the table
            continue
        people.setdefault(languages, {})[system] = float(score)
    metrics: dict[str, dict[str, dict[str, float]]] = {}
    for path in sorted(folder.glob("*.sys.score*")):
        raw = path.read_bytes()
        text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
        for line in text.splitlines():
            metric, languages, _, system, score, *_ = line.split("\t") if "\t" in line else line.split()
            metrics.setdefault(languages, {}).setdefault(metric, {})[system] = float(score)
    for languages, human in sorted(people.items()):
        systems = sorted(human)
        full = [scores for scores in metrics[languages].values() if set(systems) <= set(scores)]
        if len(systems) >= FEWEST_SYSTEMS and len(full) > 1:
            z = np.array([[human[system]] for system in systems])
            x = np.array([[[scores[system]] for system in systems] for scores in full])
            # of metrics for which less is better the sign is turned, as their authors declare
            signs = np.sign([np.corrcoef(one[:, 0], z[:, 0])[0, 1] for one in x])
            yield x * signs[:, None, None], z


def split(
    name: str, data: Path, coefficients: Sequence[str], splits: int, resamples: int
) -> dict[tuple[str, str, str], Tally]:
    """Return the tallies of a data set by test, level and coefficient."""
    rng = np.random.default_rng(SEED)
    found: dict[tuple[str, str, str], Tally] = {}
    for metrics, human in tables_of(name, data):
        n, m = human.shape
        levels = ("system", "input") if m > 1 else ("system",)
        keys = [(level, coefficient) for level in levels for coefficient in coefficients]
        for number in range(splits):
            rows = halves(n, rng)
            columns = halves(m, rng) if m > 1 else (np.array([0]), np.array([0]))
            parts = [
                ScoreArrays.of(metrics[:, r][:, :, c], human[np.ix_(r, c)])
                for r, c in zip(rows, columns, strict=True)
            ]
            for label, (test, over) in TESTS.items():
                if m == 1 and over == "both" and test == "permutation":
                    continue
                # with scores of systems alone no test applies to other inputs
                within = over if m > 1 else "systems"
                one, other = (tested(part, test, within, keys, resamples, number) for part in parts)
                for key in keys:
                    found.setdefault((label, *key), Tally()).add(
                        one[key][0], other[key][0], one[key][1], other[key][1]
                    )
    return found


def share(part: int, whole: int) -> str:
    """Return a share in percent, or a dash of nothing."""
    return f"{100 * part / whole:.0f}%" if whole else "–"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    folder = os.environ.get("TRUENESS_TEST_DATA")
    parser.add_argument("--data", type=Path, default=None if folder is None else Path(folder) / "data")
    parser.add_argument("--sets", nargs="+", default=["SummEval", "REALSumm", "WMT'19"])
    parser.add_argument("--coefficients", nargs="+", default=["pearson", "kendall"])
    parser.add_argument("--splits", type=int, default=50)
    parser.add_argument("--resamples", type=int, default=999)
    given = parser.parse_args()
    if given.data is None:
        parser.error("name the folder of the data (--data), or set TRUENESS_TEST_DATA")
    print(
        "| data | level, coefficient | test | significant | reversed | significant twice | of these opposite |"
    )
    print("|---|---|---|---:|---:|---:|---:|")
    for name in given.sets:
        splits = given.splits if name != "WMT'19" else max(1, given.splits // 10)
        for (test, level, coefficient), tally in split(
            name, given.data, given.coefficients, splits, given.resamples
        ).items():
            print(
                f"| {name} | {level}, {coefficient} | {test} | {share(tally.significant, tally.tests)} "
                f"| {share(tally.reversed, tally.significant)} | {tally.both} | {share(tally.opposite, tally.both)} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
