"""The ranking of a shared task by several programs: from WMT's files of scores to a table with what is sure of it.

The job: 18 language pairs of WMT 2019, the metrics that score every system of all of them; how well each agrees with
people (Pearson's r over systems), by pair and on average; which metrics may be the best; a table to paste. Every
program does as much of it as it can. What it cannot is said in the last column.

Programs other than trueness get the scores from `wmt_scores`, which is counted for each: none reads these files.
Lines are those of code, without docstrings. Every program runs in a process of its own, whose processor time is
measured with all that it imports.

    python benchmarks/published.py [--data FOLDER]

Peers are optional: those that are not installed are named. pip install autorank==1.3.0 pingouin==0.7.0 rliable==1.2.0
"pandas<3" git+https://github.com/google-research/mt-metrics-eval (another package has its name on PyPI). Ratios depend
on the machine. Exits with 2, and says why, if the data are not there: ``--data`` (the folder of WMT's files), or
``data/wmt19`` in the folder that TRUENESS_TEST_DATA names.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import dataclasses
import gzip
import importlib.util
import inspect
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import scipy.stats

# fmt: off
COMMAND = ["compare", "--pool", "{data}", "--coefficient", "pearson", "--paper", "{out}"]


def wmt_scores(folder: Path) -> dict[str, dict[str, dict[str, float]]]:
    """Return human and metrics' scores: by language pair, scorer (people are ``DA``) and system."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for line in (folder / "DA-syslevel.csv").read_text().splitlines()[1:]:
        pair, score, system = line.split()
        found.setdefault(pair, {}).setdefault("DA", {})[system] = float(score)
    for path in folder.glob("*.sys.score.gz"):
        with gzip.open(path, "rt") as lines:
            for line in lines:
                metric, pair, _, system, score, *_ = line.split()
                if system in found.get(pair, {}).get("DA", {}):
                    found[pair].setdefault(metric, {})[system] = float(score)
    return found


def complete(folder: Path) -> tuple[dict[str, dict[str, dict[str, float]]], list[str]]:
    """Return scores of the pairs that people scored, and the metrics with a score for every system of each."""
    scores = {pair: of for pair, of in wmt_scores(folder).items() if len(of) > 1}
    whole = [{m for m in of if len(of[m]) == len(of["DA"])} for of in scores.values()]
    return scores, sorted(set.intersection(*whole) - {"DA"})


def correlations(folder: Path) -> Any:
    """Return Pearson's r with people: language pairs by metrics."""
    import pandas as pd

    scores, metrics = complete(folder)
    rows = {
        pair: {m: np.corrcoef([of[m][s] for s in of["DA"]], list(of["DA"].values()))[0, 1] for m in metrics}
        for pair, of in scores.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index")


def mt_metrics_eval(folder: Path) -> None:
    """Rank the metrics of every pair by permutation tests."""
    from mt_metrics_eval import data, stats

    scores, metrics = complete(folder)
    for pair, of in scores.items():
        people = list(of["DA"].values())
        found = {m: stats.Correlation(len(people), people, [of[m][s] for s in of["DA"]]) for m in metrics}
        ranks, matrix, *_ = data.CompareMetrics(found, scipy.stats.pearsonr)
        print(pair)
        data.PrintMetricComparison(ranks, matrix)


def autorank(folder: Path) -> None:
    """Compare metrics by their correlations in all pairs."""
    from autorank import autorank, create_report, latex_table

    result = autorank(correlations(folder))
    create_report(result)
    latex_table(result)


def pingouin(folder: Path) -> None:
    """Give correlations with intervals, and compare metrics by their ranks in all pairs."""
    import pingouin

    scores, metrics = complete(folder)
    for of in scores.values():
        people = list(of["DA"].values())
        for m in metrics:
            print(pingouin.corr([of[m][s] for s in of["DA"]], people)[["r", "CI95"]])
    table = correlations(folder).rename_axis("pair").reset_index().melt("pair", var_name="metric", value_name="r")
    print(pingouin.friedman(table, dv="r", within="metric", subject="pair"))
    print(pingouin.pairwise_tests(table, dv="r", within="metric", subject="pair", parametric=False, padjust="holm"))


def rliable(folder: Path) -> None:
    """Give intervals of averages over pairs, which are drawn anew."""
    from rliable import library

    table = correlations(folder)
    scores = {m: table[m].to_numpy()[None, :] for m in table}
    means, intervals = library.get_interval_estimates(
        scores, lambda one: np.array([one.mean()]), task_bootstrap=True, reps=2000
    )
    print({m: (means[m], intervals[m].ravel()) for m in means})
# fmt: on


@dataclasses.dataclass(frozen=True)
class Peer:
    """A program, and what it leaves to do.

    Attributes
    ----------
    name, module : str
    steps : tuple of callables
        Whose lines it takes.
    missing : str
    """

    name: str
    module: str
    steps: tuple[Callable[..., Any], ...]
    missing: str


PEERS = {
    "mt_metrics_eval": Peer(
        "mt-metrics-eval", "mt_metrics_eval", (wmt_scores, complete, mt_metrics_eval),
        "intervals; the average of pairs, and tests of it, outside of its own test sets; a corrected family; LaTeX; "
        "figures; a seed",
    ),
    "autorank": Peer(
        "autorank", "autorank", (wmt_scores, complete, correlations, autorank),
        "how sure each correlation is: the 18 pairs are its sample; every pair; which may be the best",
    ),
    "pingouin": Peer(
        "pingouin", "pingouin", (wmt_scores, complete, correlations, pingouin),
        "tests of two correlations with the same people; ranks; the average; LaTeX; figures",
    ),
    "rliable": Peer(
        "rliable", "rliable", (wmt_scores, complete, correlations, rliable),
        "how sure each correlation is; tests; ranks; LaTeX",
    ),
}  # fmt: skip


def n_lines(steps: tuple[Callable[..., Any], ...]) -> int:
    """Return how many lines of code functions have, without their heads and docstrings."""
    n = 0
    for step in steps:
        (function,) = ast.parse(inspect.getsource(step)).body
        assert isinstance(function, ast.FunctionDef)
        first, *rest = function.body[1:]
        n += (rest[-1] if rest else first).end_lineno - first.lineno + 1  # type: ignore[operator]
    return n


def seconds(words: list[str]) -> float:
    """Return the processor time of a command that must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stderr[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the table as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder of WMT's files")
    parser.add_argument("--peer", choices=[*PEERS], help=argparse.SUPPRESS)
    given = parser.parse_args()
    data = given.data or Path(os.environ.get("TRUENESS_TEST_DATA", "")) / "data/wmt19"
    if not (data / "DA-syslevel.csv").exists():
        print(
            f"there is no '{data}/DA-syslevel.csv': name the folder of WMT's files (--data)", file=sys.stderr
        )
        raise SystemExit(2)
    if given.peer:
        with contextlib.redirect_stdout(None):
            globals()[given.peer](data)
        return
    print("| program | lines | seconds | missing |\n|---|---:|---:|---|")
    with tempfile.TemporaryDirectory() as out:
        words = [word.format(data=data, out=out) for word in COMMAND]
        print(f"| trueness | 1 | {seconds(['-m', 'trueness', *words]):.1f} | – |")
    for name, peer in PEERS.items():
        if importlib.util.find_spec(peer.module) is None:
            print(f"| {peer.name} | {n_lines(peer.steps)} | not installed | {peer.missing} |")
            continue
        took = seconds([__file__, "--data", str(data), "--peer", name])
        print(f"| {peer.name} | {n_lines(peer.steps)} | {took:.1f} | {peer.missing} |")


if __name__ == "__main__":
    main()
