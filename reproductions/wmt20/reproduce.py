"""Compute the results of the WMT 2020 metrics task anew, from its scores.

Mathur, Wei, Freitag, Ma and Bojar (2020), Results of the WMT20 Metrics Shared Task. WMT, 688-725.

``python reproductions/wmt20/reproduce.py --data FOLDER``, where the folder is a copy of the repository of the task,
``WMT-Metrics-task/wmt20-metrics`` on GitHub. It holds the scores of systems and segments, and the published results as
files: Pearson's r without outlying systems, Kendall's tau with all, who is not outperformed by Williams' test, and the
tau of relative rankings of segments. Exits with 1 if one of them does not come out, with 2 if the folder is not there.

Takes about a minute of processor time. Segments are those of the metrics whose files are there.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from trueness import ScoreTable, compare, read_scores, read_tables

SYSTEMS = Path("results/output/system-level")
SEGMENTS = Path("results/output/seglevel_allsys")
PEOPLE = Path("manual-evaluation/DA")
METRICS = Path("final-metric-scores")
ALPHA = 0.05
TOLERANCE = 1e-9
SEGMENT_DIGITS = 5e-5 * 1.0001
"""Half of the last of four significant digits, of a tau from .1 to 1."""

OUTLIERS = {
    "csen": ("CUNI-DocTransformer.1457", "zlabs-nlp.1149"),
    "deen": ("WMTBiomedBaseline.387", "yolo.1052", "zlabs-nlp.1153"),
    "iuen": ("Facebook_AI.729", "NiuTrans.1206"),
    "jaen": ("Online-G.1564", "Online-Z.1640", "zlabs-nlp.66"),
    "plen": ("zlabs-nlp.1162",),
    "ruen": ("zlabs-nlp.1164",),
    "taen": ("Online-G.1568", "TALP_UPC.192"),
    "zhen": ("WMTBiomedBaseline.183",),
    "encs": ("Online-G.1555", "zlabs-nlp.1151"),
    "ende": ("WMTBiomedBaseline.388", "zlabs-nlp.179", "Online-G.1556"),
    "eniu_news": ("OPPO.722", "UEDIN.1281", "UQAM_TanLe.521"),
    "eniu_full": ("OPPO.722", "UEDIN.1281", "UQAM_TanLe.521"),
    "enpl": ("Online-A.1576", "Online-Z.1634", "zlabs-nlp.180"),
    "enta": ("Online-G.1561", "SJTU-NICT.386", "TALP_UPC.1049"),
}
"""Which systems the task left out: those of the rule (2.5 robust standard deviations) and others, chosen by hand."""


IDENTICAL = {
    ("ende", "Yisi-combi"),
    ("ende", "bleurt-Yisi-combi"),
    ("eniu_news", "esim"),
    ("eniu_news", "paresim-1"),
}
"""Metrics with the scores of another. The task's program has no p-value for the two, and takes that for a significant
one: each is called outperformed, by its copy alone."""


class Count(NamedTuple):
    """How many published values were compared, those that differ, and those that differ for a known cause."""

    compared: int
    differing: list[str]
    explained: list[str]


def system_tables(folder: Path) -> Iterator[tuple[str, ScoreTable]]:
    """Return the system scores of every language pair, without translations by people and metrics with gaps."""
    for path in sorted((folder / SYSTEMS).glob("DA-newstest2020-*-sys-scores.csv")):
        table = read_scores(path)
        humans = [name for name in table.systems if name.startswith("Human-")]
        table = read_scores(path, without=humans) if humans else table
        whole = [name for name in table.scorer_names if not (table.matrix(name) != table.matrix(name)).any()]
        yield path.name.split("-")[2], table.select(scorers=whole)


def system_level(folder: Path) -> dict[str, Count]:
    """Compare what follows from the system scores with what was published."""
    found = {name: Count(0, [], []) for name in ("Kendall's tau", "Pearson's r", "not outperformed")}
    for pair, table in system_tables(folder):
        taus = _correlations(table, "kendall")
        printed = _printed(folder / SYSTEMS / f"DA-{pair}-cor.csv")
        found["Kendall's tau"] = _more(
            found["Kendall's tau"],
            pair,
            taus,
            {name: float(row["Kendall"]) for name, row in printed.items()},
        )
        kept = table.select(systems=[name for name in table.systems if name not in OUTLIERS.get(pair, ())])
        printed = _printed(folder / SYSTEMS / f"DA-{pair}-cor-excloutl.csv")
        found["Pearson's r"] = _more(
            found["Pearson's r"],
            pair,
            _correlations(kept, "pearson"),
            {name: float(row["Pearson"]) for name, row in printed.items()},
        )
        found["not outperformed"] = _more(
            found["not outperformed"],
            pair,
            {name: float(name not in _outperformed(kept)) for name in printed},
            {name: float(row["Winner"] == "True") for name, row in printed.items()},
            explained={metric for of, metric in IDENTICAL if of == pair},
        )
    return found


def segment_level(folder: Path) -> Count:
    """Compare the tau of relative rankings with what was published, for the metrics whose files are there."""
    people = sorted((folder / PEOPLE).glob("metrics-ad-seg-scores-*.csv"))
    metrics = sorted((folder / METRICS).glob("[bs]*/*.seg.score*"))
    tables = read_tables(*people, *metrics)
    found = Count(0, [], [])
    for languages, table in tables.items():
        pair = languages.replace("-", "")
        path = folder / SEGMENTS / f"RR-newstest2020-{pair}-seg-nohy-cor.csv"
        if "RAW.SCR" not in table.scorer_names or not path.exists():
            continue
        systems = [name for name in table.systems if not name.lower().startswith("human")]
        lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
        published = {name.replace("_PLUS_", "+").replace("_DASH_", "-"): float(tau) for name, tau, _ in lines}
        known = [name for name in table.scorer_names if name in published]
        taus = {
            row.metric: row.estimate
            for row in compare(
                table.select(systems=systems),
                human="RAW.SCR",
                metrics=known,
                level="input",
                coefficient="darr",
                interval="none",
                tests=False,
            ).estimates
        }
        found = _more(found, pair, taus, {name: published[name] for name in known}, SEGMENT_DIGITS)
    return found


def rule_alone(folder: Path) -> tuple[int, int]:
    """Return for how many language pairs the rule by itself leaves out what the task did, and of how many."""
    same = total = 0
    for pair, table in system_tables(folder):
        found = compare(
            table, human="HUMAN", level="system", interval="none", tests=False, drop_outliers=2.5
        ).table
        same += set(table.systems) - set(found.systems) == set(OUTLIERS.get(pair, ()))
        total += 1
    return same, total


def _correlations(table: ScoreTable, coefficient: str) -> dict[str, float]:
    found = compare(
        table, human="HUMAN", level="system", coefficient=coefficient, interval="none", tests=False
    )
    return {row.metric: row.estimate for row in found.estimates}


def _outperformed(table: ScoreTable) -> set[str]:
    """Return the metrics over which another is significantly better by Williams' test, one-sided and uncorrected."""
    found = compare(
        table,
        human="HUMAN",
        level="system",
        coefficient="pearson",
        interval="none",
        test="williams",
        alternative="greater",
        correction="none",
        alpha=ALPHA,
    )
    return {row.rival for row in found.tests if row.significant}


def _printed(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return {row[""]: row for row in csv.DictReader(file, delimiter="\t")}


def _more(
    count: Count,
    pair: str,
    found: dict[str, float],
    published: dict[str, float],
    tolerance: float = TOLERANCE,
    explained: Collection[str] = (),
) -> Count:
    wrong = {
        name: f"{pair} {name}: {found.get(name)} for {value}"
        for name, value in published.items()
        if not abs(found.get(name, float("nan")) - value) <= tolerance
    }
    return Count(
        count.compared + len(published),
        [*count.differing, *(line for name, line in wrong.items() if name not in explained)],
        [*count.explained, *(line for name, line in wrong.items() if name in explained)],
    )


def main() -> int:
    """Print what was compared, and return 1 if anything differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="a copy of WMT-Metrics-task/wmt20-metrics")
    folder = parser.parse_args().data
    if not (folder / SYSTEMS).is_dir():
        print(f"There is no folder {folder / SYSTEMS}.", file=sys.stderr)
        return 2
    counts = system_level(folder)
    counts["tau of relative rankings"] = segment_level(folder)
    for name, (compared, differing, explained) in counts.items():
        print(f"{name}: {compared - len(differing) - len(explained)} of {compared} values as published")
        for line in differing:
            print(f"  {line}")
        for line in explained:
            print(f"  {line}, since two metrics have the same scores")
    same, total = rule_alone(folder)
    print(f"Outliers: the rule alone leaves out what the task did in {same} of {total} language pairs.")
    return any(count.differing for count in counts.values())


if __name__ == "__main__":
    sys.exit(main())
