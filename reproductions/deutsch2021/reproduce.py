"""Print what Deutsch, Dror & Roth (2021) published, what is found here, the difference and its cause; draw Figures 4-6.

A Statistical Analysis of Summarization Evaluation Metrics Using Resampling Methods. TACL 9:1132-1146.

The scores are those that the authors analysed: from ``--data``, from the folder that TRUENESS_TEST_DATA
names, or downloaded. Exits with 1 if a number that has to agree does not.

Time is O(resamples * inputs * (metrics * systems^2 + pairs)) and that of the two simulations, O((splits + trials) *
resamples): some minutes on two processors with the defaults; memory stays below 1 GiB.
"""

from __future__ import annotations

import argparse
import collections
import csv
import dataclasses
import functools
import itertools
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scores import SEED, TAC08, Source, at_hand, in_test_data, load_all
from simulations import LEVELS, PAPER, PERCENTS, PUBLISHED_TESTS, coverages, judged_texts, powers
from wmt19 import williams_counts

from trueness import CompareResult, ScoreTable, compare, result_figure

HERE = Path(__file__).parent
RANKS = ("spearman", "kendall")
P_VALUES = "pvalues-pearson-permutation-both"


@dataclasses.dataclass(frozen=True)
class Analysis:
    """What was computed on one data set.

    Attributes
    ----------
    intervals : CompareResult
        Kendall's tau with 95% Boot-Both intervals (Figure 4), and normality (Table 2).
    per_metric, per_level : CompareResult
        Perm-Both on Pearson's r, corrected per row metric (Figure 5) and per data set and level (Figure 6).
    ranks : CompareResult
        As Figure 5, on Spearman's rho and Kendall's tau.
    """

    intervals: CompareResult
    per_metric: CompareResult
    per_level: CompareResult
    ranks: CompareResult


@dataclasses.dataclass(frozen=True)
class Found:
    """All that was computed.

    Attributes
    ----------
    analyses : dict of str to Analysis
        By data set.
    coverages : dict of str to coverages
        Table 1, by data set, as `held_out_coverage` returns them.
    power : powers
        Figure 3, as `degraded_power` returns it.
    wmt : dict of str to float, optional
        Section 5.2's numbers of WMT'19; None where its scores are not at hand.
    """

    analyses: Mapping[str, Analysis]
    coverages: Mapping[str, Any]
    power: Any
    wmt: Mapping[str, float] | None

    @property
    def splits(self) -> int:
        """The repetitions of Table 1."""
        return min(row.splits for one in self.coverages.values() for row in one.coverages)


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
        "metrics": [name for name in table.scorer_names if name != source.human],
        "level": LEVELS,
        "rng": SEED,
        "workers": workers,
    }

    def tests(coefficient: str | Sequence[str], family: str, beside: str | Sequence[str]) -> CompareResult:
        return compare(
            table,
            coefficient=coefficient,
            interval="none",
            test="permutation",
            test_over="both",
            beside=beside,
            alternative="greater",
            standardize="cells",  # as the authors' code
            correction="holm",  # what the authors' code does under the name Bonferroni
            family=family,
            resamples=test_resamples or resamples,
            **shared,
        )

    intervals = compare(
        table,
        coefficient=("kendall", "pearson"),
        interval="percentile",
        over="both",
        confidence=0.95,
        tests=False,
        resamples=resamples,
        **shared,
    )
    return Analysis(
        intervals,
        # permuted systems show what is left of the conclusions (docs/permuting_cells.md)
        tests("pearson", "per_metric", "systems"),
        tests("pearson", "pairs", ()),
        tests(RANKS, "per_metric", ()),
    )


@dataclasses.dataclass(frozen=True)
class Question:
    """What a row of published.csv asks for."""

    dataset: str
    level: str
    coefficient: str
    scorer: str


def shapiro(found: Found, ask: Question) -> tuple[float, float]:
    """Return the per cent of inputs with a significant Shapiro-Wilk test, and the p-value of the means."""
    done = found.analyses[ask.dataset].intervals
    scorer = done.human if ask.scorer == "human" else ask.scorer
    (row,) = [row for row in done.normality if (row.scorer, row.level) == (scorer, ask.level)]
    return 100 * row.share_significant, row.pvalue


def pair_tests(found: Found, ask: Question, figure: str = "per_metric") -> list[Any]:
    """Return the tests of Figure 5 or 6 at a level; the same on ranks where a rank correlation is asked for."""
    figure = "ranks" if ask.coefficient in RANKS else figure
    done: CompareResult = getattr(found.analyses[ask.dataset], figure)
    return [row for row in done.tests if (row.level, row.coefficient) == (ask.level, ask.coefficient)]


def better(found: Found, ask: Question, figure: str = "per_metric") -> set[tuple[str, str]]:
    """Return the pairs of which the first is significantly better after the correction."""
    return {(row.metric, row.rival) for row in pair_tests(found, ask, figure) if row.verdict == "better"}


def beaten(found: Found, ask: Question) -> float:
    return float(sum(metric == ask.scorer for metric, _ in better(found, ask)))


def not_beaten(found: Found, ask: Question) -> float:
    return len(found.analyses[ask.dataset].per_metric.metrics) - 1 - beaten(found, ask)


def smallest_p_against_qaeval(found: Found, ask: Question) -> float:
    pair = {ask.scorer, "QAEval"}
    return min(row.pvalue for row in pair_tests(found, ask) if {row.metric, row.rival} == pair)


def others_beating_all_rouge(found: Found, ask: Question) -> float:
    metrics = found.analyses[ask.dataset].per_metric.metrics
    rouge = {name for name in metrics if name.startswith("ROUGE")}
    wins = better(found, ask)
    return float(
        sum(
            all((name, variant) in wins for variant in rouge)
            for name in set(metrics) - rouge - {"QAEval", "BERTScore"}
        )
    )


def on_pearson(ask: Question) -> Question:
    return dataclasses.replace(ask, coefficient="pearson")


def same_conclusions(found: Found, ask: Question) -> float:
    """Return the share of ordered pairs about which Pearson's r leads to the same conclusion."""
    differing = better(found, ask) ^ better(found, on_pearson(ask))
    return 1 - len(differing) / len(pair_tests(found, ask))


def reversed_conclusions(found: Found, ask: Question) -> float:
    """Count the pairs of which the first is better by one coefficient, the second by the other."""
    by_pearson = better(found, on_pearson(ask))
    return float(sum((rival, metric) in by_pearson for metric, rival in better(found, ask)))


def lost_by_figure_6(found: Found, ask: Question) -> float:
    return float(len(better(found, ask) - better(found, ask, "per_level")))


def against_summeval(found: Found, ask: Question, *, narrower: bool) -> float:
    """Count the common metrics whose tau is higher, or whose interval is narrower, than on SummEval."""
    here, there = (found.analyses[name].intervals for name in (ask.dataset, "SummEval"))
    count = 0
    for metric in set(here.metrics) & set(there.metrics):
        a, b = (done.estimate(metric, ask.level, ask.coefficient) for done in (here, there))
        count += (a.high - a.low < b.high - b.low) if narrower else (a.estimate > b.estimate)
    return float(count)


def not_better_than_rouge_2(found: Found, ask: Question) -> float:
    return float((ask.scorer, "ROUGE-2") not in better(found, ask))


def estimated(field: str) -> Callable[[Found, Question], float]:
    """Return the function that looks up a field of an estimate."""
    return lambda found, ask: float(
        getattr(found.analyses[ask.dataset].intervals.estimate(ask.scorer, ask.level, ask.coefficient), field)
    )


def covered(field: str) -> Callable[[Found, Question], float]:
    """Return the function that looks up a field of Table 1."""

    def look_up(found: Found, ask: Question) -> float:
        rows = found.coverages[ask.dataset].coverages
        (row,) = [one for one in rows if (PAPER[one.interval], one.level) == (ask.scorer, ask.level)]
        return float(getattr(row, field))

    return look_up


def power_curve(found: Found, ask: Question, scorer: str) -> dict[float, float]:
    """Return a test's power in Figure 3 by the per cent of tokens."""
    return {
        point.percent: point.power
        for point in found.power.points
        if (PAPER[point.test], point.level) == (scorer, ask.level)
    }


def more_powerful_tests(found: Found, ask: Question) -> float:
    """Return how many of the others have more power than a test, at the per cent where they are most."""
    own = power_curve(found, ask, ask.scorer)
    others = [power_curve(found, ask, PAPER[test]) for test in PUBLISHED_TESTS]
    return float(max(sum(other[k] > own[k] for other in others) for k in own))


def counted_in_wmt(found: Found, ask: Question, quantity: str) -> float:  # noqa: ARG001 - there is one data set
    return math.nan if found.wmt is None else found.wmt[quantity]


QUANTITIES: dict[str, Callable[[Found, Question], float]] = {
    "estimate": estimated("estimate"),
    "low": estimated("low"),
    "high": estimated("high"),
    "wrong_pairs_low": estimated("wrong_pairs_low"),
    "wrong_pairs_high": estimated("wrong_pairs_high"),
    "shapiro_percent": lambda found, ask: shapiro(found, ask)[0],
    "shapiro_pvalue": lambda found, ask: shapiro(found, ask)[1],
    "not_beaten": not_beaten,
    "beaten": beaten,
    "smallest_p_against_qaeval": smallest_p_against_qaeval,
    "others_beating_all_rouge": others_beating_all_rouge,
    "not_better_than_rouge_2": not_better_than_rouge_2,
    "same_conclusions": same_conclusions,
    "reversed_conclusions": reversed_conclusions,
    "lost_by_figure_6": lost_by_figure_6,
    "metrics_higher_than_on_summeval": functools.partial(against_summeval, narrower=False),
    "metrics_narrower_than_on_summeval": functools.partial(against_summeval, narrower=True),
    "coverage": covered("coverage"),
    "bold": covered("closest"),
    "more_powerful_tests": more_powerful_tests,
    "largest_power": lambda found, ask: max(power_curve(found, ask, ask.scorer).values()),
    "power_at_100": lambda found, ask: power_curve(found, ask, ask.scorer)[100],
    **{
        name: functools.partial(counted_in_wmt, quantity=name)
        for name in ("mean_pearson", "pairs", "significant_pairs", "significant_pairs_shifted")
    },
}


def agrees(check: str, published: str, tolerance: str, value: float, splits: int = 1000) -> bool:
    """Return whether a value agrees with a printed one.

    ``digits``: rounds to what is printed; ``within``: differs by at most the tolerance; ``simulated``: differs by no
    more than two simulations do in 99 of 100 cases, the tolerance being how many repetitions the published one had,
    besides rounding; ``at_least``, ``at_most``, ``above``: a bound that a sentence sets.

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
    if check == "simulated":
        error = math.sqrt(number * (1 - number) * (1 / int(tolerance) + 1 / splits))
        return abs(value - number) <= 2.576 * error + 0.005
    if check == "at_least":
        return value >= number
    if check == "at_most":
        return value <= number
    if check == "above":
        return value > number
    raise ValueError(f"published.csv knows no check '{check}'.")


def published_rows(path: Path = HERE / "published.csv") -> list[dict[str, str]]:
    """Read the published numbers."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def beside_published(published: Sequence[Mapping[str, str]], found: Found) -> list[dict[str, str]]:
    """Return the published rows with what was found, the difference, a verdict, and the cause of a difference."""
    rows = []
    for row in published:
        value = difference = ""
        verdict, cause = "not reachable", row["cause"]
        ask = Question(row["dataset"], row["level"], row["coefficient"], row["scorer"])
        if ask.dataset == TAC08.name and ask.dataset not in found.analyses:
            cause = "its scores are not at hand: see the page for where they are (--data)"
        else:
            number = QUANTITIES[row["quantity"]](found, ask)
            if math.isnan(number):
                cause = "its scores are not at hand: name their folder (--wmt)"
            else:
                agreed = agrees(row["check"], row["published"], row["tolerance"], number, found.splits)
                value, difference = repr(number), f"{number - float(row['published']):.6g}"
                verdict = (
                    "agrees" if agreed else "DIFFERS" if row["required"] == "yes" else "reads differently"
                )
                if agreed and row["check"] in {"digits", "at_least", "at_most", "above"}:
                    cause = "" if row["check"] == "digits" else "the text sets a bound"
        rows.append(
            {**row, "reproduced": value, "difference": difference, "verdict": verdict, "cause": cause}
        )
    return rows


def write_figures(found: Found, folder: Path) -> list[Path]:
    """Draw Figures 4, 5 and 6 of every data set as SVG and PNG."""
    written = []
    for name, done in found.analyses.items():
        drawn = (
            result_figure(done.intervals, "intervals-kendall"),
            *(result_figure(tests, P_VALUES) for tests in (done.per_metric, done.per_level)),
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
        "coefficient",
        "scorer",
        "quantity",
        "published",
        "reproduced",
        "difference",
        "verdict",
        "cause",
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
    for (name, done), level in itertools.product(found.analyses.items(), LEVELS):
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
    parser.add_argument(
        "--data",
        type=Path,
        default=in_test_data("deutsch2021"),
        help="folder with fabbri2020, bhandari2020 and, where it is at hand, tac2008",
    )
    parser.add_argument(
        "--texts",
        type=Path,
        default=in_test_data(),
        help="folder with summeval/data.pkl, realsumm/abs.pkl and realsumm/ext.pkl",
    )
    parser.add_argument(
        "--wmt",
        type=Path,
        default=in_test_data("wmt19"),
        help="folder with the scores of WMT'19 (see wmt19.py)",
    )
    parser.add_argument(
        "--out", type=Path, default=Path("build/deutsch2021"), help="folder for the CSV and the figures"
    )
    parser.add_argument("--resamples", type=int, default=9999)
    parser.add_argument("--splits", type=int, default=1000, help="of Table 1; the paper's 1000")
    parser.add_argument(
        "--trials", type=int, default=20, help="of Figure 3; the paper has 1000 (`simulations.py figure3`)"
    )
    parser.add_argument(
        "--workers", type=int, help="processors to use (default: all); does not change the numbers"
    )
    given = parser.parse_args()
    sources = at_hand(given.data)
    found = Found(
        {
            source.name: analyse(
                load_all(source, given.data, given.texts), source, given.resamples, workers=given.workers
            )
            for source in sources
        },
        {
            source.name: coverages(source, given.data, splits=given.splits, workers=given.workers)
            for source in sources
        },
        powers(
            *judged_texts(given.data, given.texts),
            PERCENTS,
            tests=PUBLISHED_TESTS,
            trials=given.trials,
            resamples=1000,
            workers=given.workers,
        ),
        None if given.wmt is None else williams_counts(given.wmt),
    )
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
