"""Put other programs for checking judges beside this one: what each says of the same labels, and how often it is wrong.

Needs judgekeeper, truescore, cje-eval and judgy (docs/peers.md says which; versions are printed). First,
one file of labels is given to each program: its first words and its seconds. Then labels whose truth is known are
drawn again and again: how often a 95% interval holds the truth, and how often a verdict is on the wrong side of its
own bar. Writes peers.csv beside this file (``--out FOLDER`` elsewhere).
"""

from __future__ import annotations

import argparse
import csv
import importlib.metadata
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from simulate import Truth

from trueness.statistics.judging.label_agreement import label_agreement
from trueness.statistics.judging.prediction_powered import ppi_mean
from trueness.studies.judge.settings import JudgeSettings

PROGRAMS = ("judgekeeper", "truescore", "cje-eval", "judgy")
LABELLED, ALL = 100, 600
BAR = JudgeSettings().grade_bar
TRUTHS = {
    "plain": Truth(LABELLED, 1, 0.0, 0.7, 0.9, 0.8),
    "rare: 5 positives of 100": Truth(LABELLED, 1, 0.0, 0.05, 0.8, 0.95),
    "nearly perfect judge": Truth(LABELLED, 1, 0.0, 0.5, 0.99, 0.99),
    "five outputs an input, alike": Truth(LABELLED, 5, 0.4, 0.5, 0.8, 0.8),
    "judge below the bar (kappa .5)": Truth(LABELLED, 1, 0.0, 0.5, 0.75, 0.75),
    "judge at the bar (kappa .6)": Truth(LABELLED, 1, 0.0, 0.5, 0.8, 0.8),
    "judge above the bar (kappa .7)": Truth(LABELLED, 1, 0.0, 0.5, 0.85, 0.85),
}
Limits = dict[tuple[str, str], tuple[float, float]]


def intervals(human: np.ndarray, judge: np.ndarray, inputs: np.ndarray, seed: int) -> Limits:
    """Return the limits that each program gives each measure, from the first labels and all verdicts."""
    import truescore
    from cje import calibrated_mean_ci
    from judgy import estimate_success_rate

    few = slice(LABELLED)
    grouped = len(np.unique(inputs)) < len(inputs)
    found: Limits = {}
    ours = label_agreement(human[few], judge[few], clusters=inputs[few])
    for measure in ("kappa", "tpr", "tnr"):
        found["trueness", measure] = ours.intervals[measure]
    if len(np.unique(human[few])) > 1:  # it refuses labels of one kind
        theirs = truescore.judge_agreement(judge[few].astype(int), human[few].astype(int), seed=seed)
        for measure, limits in (
            ("kappa", theirs.cohen_kappa),
            ("tpr", theirs.sensitivity),
            ("tnr", theirs.specificity),
        ):
            found["truescore", measure] = limits.low, limits.high

    labels = np.where(np.arange(len(human)) < LABELLED, human, np.nan)
    clusters = inputs if grouped else None
    powered = ppi_mean(labels, judge, clusters=clusters)
    found["trueness", "rate"] = powered.low, powered.high
    estimate = truescore.ppi_estimate(judge, human[few], np.arange(LABELLED), clusters=clusters)
    found["truescore", "rate"] = estimate.low, estimate.high
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # its cautions are about few labels; the interval is what is looked at
        calibrated = calibrated_mean_ci(judge, labels, cluster_ids=clusters, seed=seed)
    found["cje-eval", "rate"] = tuple(calibrated.ci)
    np.random.seed(seed)  # noqa: NPY002 - judgy draws from the global state
    try:
        found["judgy", "rate"] = estimate_success_rate(
            human[few], judge[few], judge[LABELLED:], bootstrap_iterations=400
        )[1:]
    except (ValueError, RuntimeError):  # it refuses a judge no better than chance
        found["judgy", "rate"] = np.nan, np.nan
    return found


def verdicts(human: np.ndarray, judge: np.ndarray) -> dict[str, str]:
    """Return whether each program calls the judge good, not good, or leaves it open, by the bar of kappa .6."""
    from judgekeeper.metrics import cohen_kappa

    words = np.array(["fail", "pass"])
    theirs = cohen_kappa(list(words[human.astype(int)]), list(words[judge.astype(int)]))
    low, high = label_agreement(human, judge).intervals["kappa"]
    return {
        "judgekeeper": "good" if theirs is not None and theirs >= BAR else "not good",
        "trueness": "good" if low >= BAR else "not good" if high < BAR else "open",
    }


def simulated(name: str, truth: Truth, tables: int, seed: int) -> Iterator[tuple[str, str, str, float, int]]:
    """Yield how often an interval holds the truth and how often which verdict is given, by program."""
    values = truth.values()
    true = {**values, "rate": truth.positives}
    held: Counter[tuple[str, str]] = Counter()
    known: Counter[tuple[str, str]] = Counter()
    said: Counter[tuple[str, str]] = Counter()
    for k in range(tables):
        rng = np.random.default_rng([seed, k])
        human, judge, inputs = (part.astype(float) for part in truth.draw(rng, ALL - LABELLED))
        for key, (low, high) in intervals(human, judge, inputs.astype(int), k).items():
            if not np.isnan(low):
                known[key] += 1
                held[key] += low <= true[key[1]] <= high
        for program, verdict in verdicts(human[:LABELLED], judge[:LABELLED]).items():
            said[program, verdict] += 1
    for (program, measure), count in sorted(known.items()):
        yield (
            name,
            program,
            f"{measure}: interval holds {true[measure]:.3f}",
            held[program, measure] / count,
            count,
        )
    for (program, verdict), count in sorted(said.items()):
        yield name, program, f"kappa {values['kappa']:.2f} is called {verdict}", count / tables, tables


def one_file(folder: Path) -> dict[str, Callable[[], list[str]]]:
    """Write one file of labels and return the command of each program that reads it."""
    rng = np.random.default_rng(4)
    truth = Truth(300, 1, 0.0, 0.75, 0.95, 0.6)
    human, judge, _ = truth.draw(rng)
    words = ("fail", "pass")
    with (folder / "labels.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "human", "judge"])
        rows.writerows(
            [f"q{k}", words[int(h)], words[int(j)]] for k, (h, j) in enumerate(zip(human, judge, strict=True))
        )
    beside = Path(sys.executable).parent
    return {
        "trueness": lambda: [
            str(beside / "trueness"),
            "judge",
            "labels.csv",
            "--human",
            "human",
            "--seed",
            "1",
        ],
        "judgekeeper": lambda: [
            str(beside / "judgekeeper"),
            "check",
            "labels.csv",
            "--judge",
            "judge",
            "--human",
            "human",
        ],
        "truescore": lambda: [
            str(beside / "truescore"),
            "agreement",
            "labels.csv",
            "--judge",
            "judge",
            "--gold",
            "human",
        ],
    }


def main(arguments: list[str] | None = None) -> None:
    """Print what each program says and how often it is wrong, and write peers.csv."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    asked = parser.parse_args(arguments)
    try:
        versions = [f"{name} {importlib.metadata.version(name)}" for name in PROGRAMS]
    except importlib.metadata.PackageNotFoundError as missing:
        parser.error(
            f"'{missing.name}' is not installed: docs/peers.md has the line that installs all of them"
        )
    print("beside:", ", ".join(versions))
    with tempfile.TemporaryDirectory() as folder:
        for program, command in one_file(Path(folder)).items():
            if shutil.which(command()[0]) is None:
                print(f"\n{program} is not installed beside this Python.")
                continue
            seconds = []
            for _ in range(3):
                began = time.perf_counter()
                done = subprocess.run(  # noqa: S603 - the commands above
                    command(), cwd=folder, capture_output=True, text=True, check=False
                )
                seconds.append(time.perf_counter() - began)
            print(f"\n{program}: {min(seconds):.2f} s (fastest of three), status {done.returncode}")
            print("\n".join(f"    {line}" for line in (done.stdout or done.stderr).splitlines()[:12]))
    with (asked.out / "peers.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["truth", "program", "statement", "share", "tables"])
        for name, truth in TRUTHS.items():
            print(f"\n{name}")
            for row in simulated(name, truth, asked.tables, asked.seed):
                rows.writerow([*row[:3], f"{row[3]:.4f}", row[4]])
                print(f"    {row[1]:12} {row[2]:44} {row[3]:.3f} of {row[4]}")
            file.flush()


if __name__ == "__main__":
    main()
