"""Print the numbers of Deutsch, Dror & Roth (2021) beside those found here, and draw Figures 4, 5 and 6.

A Statistical Analysis of Summarization Evaluation Metrics Using Resampling Methods. TACL 9:1132-1146.

The scores are those that the authors analysed: from ``--data``, from the folder that TRUENESS_TEST_DATA
names, or downloaded. Exits with 1 if a number that has to agree does not.

Time is O(resamples * inputs * (metrics * systems^2 + pairs)), under a minute on two processors; memory stays
below 1 GiB.
"""

from __future__ import annotations

import argparse
import collections
import csv
import dataclasses
import itertools
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from trueness import Comparison, ScoreTable, compare, load_dataset, read_scores
from trueness.studies.compare.rows import PairTest

HERE = Path(__file__).parent
SEED = 2021
LEVELS = ("system", "input")


@dataclasses.dataclass(frozen=True)
class Source:
    """One of the paper's data sets.

    Attributes
    ----------
    name, folder, registered : str
        What it is called here, in the authors' repository, and by `load_dataset`.
    human : str
    metrics : dict of str to str
        The paper's names of metrics and the columns that it used.
    """

    name: str
    folder: str
    registered: str
    human: str
    metrics: Mapping[str, str]


def _columns(rouge: str, bewte: str) -> dict[str, str]:
    return {
        "AutoSummENG": "AutoSummENG",
        "MeMoG": "MeMoG",
        "NPowER": "NPowER",
        "BERTScore": "bertscore_recall",
        "BEwT-E": f"BEwTE_{bewte}",
        "METEOR": "METEOR",
        "MoverScore": "MoverScore",
        "QAEval": "qa-eval_f1",
        "ROUGE-1": f"rouge-1_{rouge}",
        "ROUGE-2": f"rouge-2_{rouge}",
        "ROUGE-L": f"rouge-l_{rouge}",
        "S3": "s3_resp",
    }


SOURCES = (
    Source(
        "SummEval",
        "fabbri2020",
        "summeval-metrics",
        "expert_relevance",
        _columns("f1", "f1") | {"ROUGE-SU4": "rouge-su4_f1"},
    ),
    # ROUGE-SU4 is not among the recorded scores; js-2 makes the families of tests as large as the paper's
    Source(
        "REALSumm",
        "bhandari2020",
        "realsumm-metrics",
        "litepyramid_recall",
        _columns("recall", "recall") | {"js-2": "js-2"},
    ),
)


@dataclasses.dataclass(frozen=True)
class Analysis:
    """What was computed on one data set.

    Attributes
    ----------
    intervals : Comparison
        Kendall's tau with 95% Boot-Both intervals (Figure 4), and normality (Table 2).
    per_metric, per_level : Comparison
        Perm-Both on Pearson's r, corrected per row metric (Figure 5) and per data set and level (Figure 6).
    """

    intervals: Comparison
    per_metric: Comparison
    per_level: Comparison


def load(source: Source, data: Path | None) -> ScoreTable:
    """Return the scores, the metrics under the paper's names.

    Parameters
    ----------
    source : Source
    data : Path, optional
        The folder with ``fabbri2020`` and ``bhandari2020``; downloads if it is not given.

    Raises
    ------
    FileNotFoundError
        If the folder does not have the files.
    """
    if data is None:
        table = load_dataset(source.registered)
    else:
        files = sorted((data / source.folder).glob("*.jsonl*"))
        if not files:
            raise FileNotFoundError(f"no *.jsonl or *.jsonl.gz in {data / source.folder}.")
        table = read_scores(*files)
    table = table.select(scorers=[source.human, *source.metrics.values()])
    paper = {column: name for name, column in source.metrics.items()}
    scorers = (dataclasses.replace(one, name=paper.get(one.name, one.name)) for one in table.scorers)
    return dataclasses.replace(table, scorers=tuple(scorers), name=source.name)


def analyse(
    table: ScoreTable,
    source: Source,
    resamples: int = 9999,
    test_resamples: int | None = None,
    workers: int | None = None,
) -> Analysis:
    """Compute what the paper reports on a data set; tests may have fewer resamples than intervals."""
    shared: dict[str, Any] = {
        "human": source.human,
        "metrics": source.metrics,
        "rng": SEED,
        "workers": workers,
    }

    def tests(family: str) -> Comparison:
        return compare(
            table,
            coefficient="pearson",
            interval="none",
            test="permutation",
            test_over="both",
            beside="systems",  # shows what is left of the conclusions (docs/permuting_cells.md)
            alternative="greater",
            standardize="cells",  # as the authors' code
            correction="holm",  # what the authors' code does under the name Bonferroni
            family=family,
            resamples=test_resamples or resamples,
            **shared,
        )

    intervals = compare(table, coefficient=("kendall", "pearson"), tests=False, resamples=resamples, **shared)
    return Analysis(intervals, tests("per_metric"), tests("pairs"))


@dataclasses.dataclass(frozen=True)
class Question:
    """What a row of published.csv asks for."""

    dataset: str
    level: str
    scorer: str


Found = Mapping[str, Analysis]


def shapiro(found: Found, ask: Question) -> tuple[float, float]:
    """Return the per cent of inputs with a significant Shapiro-Wilk test, and the p-value of the means."""
    done = found[ask.dataset].intervals
    scorer = done.human if ask.scorer == "human" else ask.scorer
    (row,) = [row for row in done.normality if (row.scorer, row.level) == (scorer, ask.level)]
    return 100 * row.share_significant, row.pvalue


def significant(found: Found, ask: Question, metric: str, figure: str = "per_metric") -> set[str]:
    """Return the metrics that one is significantly better than after the correction of Figure 5 or 6."""
    done: Comparison = getattr(found[ask.dataset], figure)
    return {
        row.rival
        for row in done.tests
        if row.metric == metric and row.level == ask.level and row.verdict == "better"
    }


def not_beaten(found: Found, ask: Question) -> float:
    others = set(found[ask.dataset].per_metric.metrics) - {ask.scorer}
    return float(len(others - significant(found, ask, ask.scorer)))


def smallest_p_against_qaeval(found: Found, ask: Question) -> float:
    pair = {ask.scorer, "QAEval"}
    tests: Sequence[PairTest] = found[ask.dataset].per_metric.tests
    return min(row.pvalue for row in tests if {row.metric, row.rival} == pair and row.level == ask.level)


def others_beating_all_rouge(found: Found, ask: Question) -> float:
    metrics = found[ask.dataset].per_metric.metrics
    rouge = {name for name in metrics if name.startswith("ROUGE")}
    others = set(metrics) - rouge - {"QAEval", "BERTScore"}
    return float(sum(rouge <= significant(found, ask, name) for name in others))


def lost_by_figure_6(found: Found, ask: Question) -> float:
    metrics = found[ask.dataset].per_metric.metrics
    return float(
        sum(
            len(significant(found, ask, name) - significant(found, ask, name, "per_level"))
            for name in metrics
        )
    )


def against_summeval(found: Found, ask: Question, *, narrower: bool) -> float:
    """Count the common metrics whose tau is higher, or whose interval is narrower, than on SummEval."""
    here, there = found[ask.dataset].intervals, found["SummEval"].intervals
    count = 0
    for metric in set(here.metrics) & set(there.metrics):
        a, b = (done.estimate(metric, ask.level, "kendall") for done in (here, there))
        count += (a.high - a.low < b.high - b.low) if narrower else (a.estimate > b.estimate)
    return float(count)


def estimated(field: str, coefficient: str = "kendall") -> Callable[[Found, Question], float]:
    """Return the function that looks up a field of an estimate."""
    return lambda found, ask: float(
        getattr(found[ask.dataset].intervals.estimate(ask.scorer, ask.level, coefficient), field)
    )


QUANTITIES: dict[str, Callable[[Found, Question], float]] = {
    "pearson": estimated("estimate", "pearson"),
    "kendall_low": estimated("low"),
    "kendall_high": estimated("high"),
    "wrong_pairs_low": estimated("wrong_pairs_low"),
    "wrong_pairs_high": estimated("wrong_pairs_high"),
    "shapiro_percent": lambda found, ask: shapiro(found, ask)[0],
    "shapiro_pvalue": lambda found, ask: shapiro(found, ask)[1],
    "not_beaten": not_beaten,
    "beaten": lambda found, ask: float(len(significant(found, ask, ask.scorer))),
    "smallest_p_against_qaeval": smallest_p_against_qaeval,
    "others_beating_all_rouge": others_beating_all_rouge,
    "lost_by_figure_6": lost_by_figure_6,
    "metrics_higher_than_on_summeval": lambda found, ask: against_summeval(found, ask, narrower=False),
    "metrics_narrower_than_on_summeval": lambda found, ask: against_summeval(found, ask, narrower=True),
}


def agrees(check: str, published: str, tolerance: str, value: float) -> bool:
    """Return whether a value agrees with a printed one.

    ``digits``: rounds to what is printed; ``within``: differs by at most the tolerance; ``at_least``,
    ``at_most``, ``above``: a bound that a sentence sets.

    Raises
    ------
    ValueError
        If there is no such check.
    """
    number = float(published)
    if check == "digits":
        decimals = len(published.partition(".")[2])
        return f"{value:.{decimals}f}" == published
    if check == "within":
        return abs(value - number) <= float(tolerance)
    if check == "at_least":
        return value >= number
    if check == "at_most":
        return value <= number
    if check == "above":
        return value > number
    raise ValueError(f"published.csv knows no check '{check}'.")


def published_rows(path: Path = HERE / "published.csv") -> list[dict[str, str]]:
    """Read the published numbers, without those that wmt19.py is for."""
    with path.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if not row["dataset"].startswith("WMT")]


def beside_published(published: Sequence[Mapping[str, str]], found: Found) -> list[dict[str, str]]:
    """Return the published rows with what was found, the difference and a verdict."""
    rows = []
    for row in published:
        value = difference = ""
        verdict = "not reachable"
        if row["check"] != "unreachable":
            number = QUANTITIES[row["quantity"]](found, Question(row["dataset"], row["level"], row["scorer"]))
            agreed = agrees(row["check"], row["published"], row["tolerance"], number)
            value, difference = repr(number), f"{number - float(row['published']):.6g}"
            verdict = "agrees" if agreed else "DIFFERS" if row["required"] == "yes" else "reads differently"
        rows.append({**row, "reproduced": value, "difference": difference, "verdict": verdict})
    return rows


def write_figures(found: Found, folder: Path) -> list[Path]:
    """Draw Figures 4, 5 and 6 of every data set as SVG and PNG."""
    from trueness.reporting.figures.interval_plot import interval_plot
    from trueness.reporting.figures.pvalue_matrix import pvalue_matrix

    written = []
    for name, done in found.items():
        drawn = (
            interval_plot(done.intervals, "kendall"),
            *(pvalue_matrix(tests, "pearson") for tests in (done.per_metric, done.per_level)),
        )
        for number, drawing in enumerate(drawn, start=4):
            stem = folder / f"figure{number}-{name.lower()}"
            written += [drawing.save(stem.with_suffix(suffix)) for suffix in (".svg", ".png")]
    return written


def print_rows(rows: Sequence[Mapping[str, str]]) -> None:
    columns = (
        "where",
        "dataset",
        "level",
        "scorer",
        "quantity",
        "published",
        "reproduced",
        "difference",
        "verdict",
    )
    shown = [columns, *(tuple(_short(row[column]) for column in columns) for row in rows)]
    widths = [max(len(line[k]) for line in shown) for k in range(len(columns))]
    for line in shown:
        print("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


def _short(text: str) -> str:
    try:
        return f"{float(text):.4g}" if "." in text and len(text) > 6 else text
    except ValueError:
        return text


def print_wins(found: Found) -> None:
    """Print who beats whom in Figure 5, and how much of it permuting systems confirms."""
    for (name, done), level in itertools.product(found.items(), LEVELS):
        won = [row for row in done.per_metric.tests if (row.level, row.verdict) == (level, "better")]
        also = [row for row in done.per_metric.beside if (row.level, row.verdict) == (level, "better")]
        print(f"\n{name}, {level} level, corrected per row metric (Figure 5):", end=" ")
        print(f"{len(won)} significant differences; {len(also)} when systems are permuted")
        for metric in done.per_metric.metrics:
            rivals = [f"{row.rival} {row.pvalue:.4f}" for row in won if row.metric == metric]
            print(f"  {metric} beats {', '.join(rivals)}" if rivals else f"  {metric} beats none")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="folder with fabbri2020 and bhandari2020")
    parser.add_argument(
        "--out", type=Path, default=Path("build/deutsch2021"), help="folder for the CSV and the figures"
    )
    parser.add_argument("--resamples", type=int, default=9999)
    parser.add_argument(
        "--workers", type=int, help="processors to use (default: all); does not change the numbers"
    )
    given = parser.parse_args()
    data = given.data
    if data is None and os.environ.get("TRUENESS_TEST_DATA"):
        data = Path(os.environ["TRUENESS_TEST_DATA"]) / "data" / "deutsch2021"
    found = {
        source.name: analyse(load(source, data), source, given.resamples, workers=given.workers)
        for source in SOURCES
    }
    rows = beside_published(published_rows(), found)
    print_rows(rows)
    print_wins(found)
    given.out.mkdir(parents=True, exist_ok=True)
    with (given.out / "comparison.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    write_figures(found, given.out)
    verdicts = collections.Counter(row["verdict"] for row in rows)
    print(
        f"\n{', '.join(f'{count} {verdict}' for verdict, count in verdicts.items())}; written to {given.out}"
    )
    return 1 if verdicts["DIFFERS"] else 0


if __name__ == "__main__":
    sys.exit(main())
