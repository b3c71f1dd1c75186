"""Print how often tests of two metrics reject where there is nothing to find, and where there is.

``table``: system level, Pearson, 10 and 25 systems, 100 inputs; two metrics alike but for a bias for every system, and
two that differ. Finished scenarios are kept in ``--folder``, so that a stopped run goes on. ``headline``: what a report
says of two equally good metrics. ``sizes``: a figure of the table of certified sizes that comes with the package, which
`trueness plan --certify` makes. For docs/choosing_a_test.md.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from trueness import Scorer, ScoreTable, compare
from trueness.studies.certify.certified_table import ALPHA, BAND, certified_rates
from trueness.studies.certify.rejection_rates import (
    RejectionRate,
    rejection_rates,
    simultaneous_interval,
    size_verdict,
)
from trueness.studies.certify.scenario import Scenario, metrics_of_quality

SEED = 1
MOST_RUNS_AGAIN = 20_000
"""Tables for sizes outside .05 ± .015."""

TABLE_TESTS = (
    "permute_cells",
    "permute_systems_cells_scaled",
    "permute_systems",
    "studentized_permutation",
    "sign_flip",
    "jackknife",
    "jackknife_two_way",
    "bootstrap_both",
    "williams",
)
BIASES = (0.0, 0.2, 0.5)
MARKS = "osD^vP*Xh"
SIZES_OF = {
    "studentized_permutation": "studentised",
    "permute_systems": "permute\nsystems",
    "sign_flip": "sign flips",
    "williams": "Williams",
}
"""Tests drawn by `draw_sizes`."""


def table_scenarios() -> list[Scenario]:
    """Return the scenarios of the table."""
    scenarios = []
    for n in (10, 25):
        for biases in (*((bias, bias) for bias in BIASES), (0.2, 0.6), (0.0, 0.3)):
            alike = biases[0] == biases[1]
            name = f"N={n} {'size' if alike else 'power'} {biases[0] if alike else biases}"
            levels = ("system", "input") if alike else ()
            scenarios.append(Scenario(name, n, 100, metrics_of_quality(biases), null_levels=levels))
    return scenarios


def studied(
    scenario: Scenario,
    tests: Sequence[str],
    levels: Sequence[str],
    coefficients: Sequence[str],
    given: argparse.Namespace,
) -> list[RejectionRate]:
    """Return the rates of one scenario, from the folder if they are there."""
    asked = [scenario.name, list(tests), list(levels), list(coefficients), given.runs, given.resamples, SEED]
    kept = None if given.folder is None else given.folder / "rates.jsonl"
    if kept is not None and kept.exists():
        for line in kept.read_text(encoding="utf-8").splitlines():
            found = json.loads(line)
            if found["asked"] == asked:
                return [RejectionRate(**row) for row in found["rates"]]
    rates = rejection_rates(
        [scenario],
        tests=tests,
        levels=levels,
        coefficients=coefficients,
        runs=given.runs,
        resamples=given.resamples,
        seed=SEED,
        workers=given.workers,
    ).rates
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with kept.open("a", encoding="utf-8") as file:
            row = {"asked": asked, "rates": [dataclasses.asdict(rate) for rate in rates]}
            file.write(json.dumps(row) + "\n")
    return list(rates)


def settled_table(
    scenarios: Sequence[Scenario], rates: Sequence[RejectionRate], given: argparse.Namespace
) -> list[RejectionRate]:
    """Return the rates of the table, sizes outside .05 +- .015 from `MOST_RUNS_AGAIN` tables."""
    again = argparse.Namespace(**{**vars(given), "runs": MOST_RUNS_AGAIN})
    by_name = {scenario.name: scenario for scenario in scenarios}
    found = []
    for rate in rates:
        if rate.null and abs(rate.rate - ALPHA) > BAND:
            found += studied(by_name[rate.scenario], [rate.test], ("system",), ("pearson",), again)
        else:
            found.append(rate)
    return found


def print_verdicts(rates: Sequence[RejectionRate]) -> None:
    """Print every cell's simultaneous interval and where it lies."""
    null = [rate for rate in rates if rate.null]
    print(
        "\n| test | truth | tables | size | simultaneous 95% interval | .05 ± .015 |\n|---|---|---|---|---|---|"
    )
    for rate in null:
        low, high = simultaneous_interval(rate, len(null))
        print(
            f"| {rate.test} | {rate.scenario} | {rate.runs} | {rate.rate:.3f} | {low:.3f}–{high:.3f} | "
            f"{size_verdict(rate, len(null))} |"
        )


def print_table(rates: Sequence[RejectionRate]) -> None:
    """Print the table in Markdown."""
    places = list(dict.fromkeys(rate.scenario for rate in rates))
    print(f"| test | {' | '.join(places)} |\n|---|{'---|' * len(places)}")
    for test in dict.fromkeys(rate.test for rate in rates):
        by_place = {rate.scenario: rate for rate in rates if rate.test == test}
        print(f"| {test} | {' | '.join(f'{by_place[place].rate:.3f}' for place in places)} |")


def headline(seed: int = 5) -> None:
    """Print what a comparison of two equally good metrics says under two tests, whatever the default is."""
    arrays = Scenario("headline", 16, 100, metrics_of_quality((0.5, 0.5))).draw(np.random.default_rng(seed))
    scorers = (Scorer("people", "human"), Scorer("one metric", "metric"), Scorer("its twin", "metric"))
    table = ScoreTable(
        scorers,
        tuple(f"system {k + 1}" for k in range(16)),
        tuple(f"input {k + 1}" for k in range(100)),
        np.stack([arrays.human, *arrays.metrics]),
        name="two equally good metrics",
    )
    asked = {
        "level": "system",
        "coefficient": "pearson",
        "interval": "percentile",
        "over": "both",
        "alternative": "two-sided",
        "standardize": "level",
        "correction": "holm",
        "family": "all",
        "resamples": 9999,
        "beside": (),
        "rng": 1,
    }
    for words, given in (
        ("permuting outputs (Perm-Both)", {"test": "permutation", "test_over": "both"}),
        (
            "permuting systems, studentised",
            {"test": "studentized_permutation", "test_over": "systems"},
        ),
    ):
        found = compare(table, **given, **asked)
        print(f"{words}: p = {found.tests[0].pvalue:.4f}\n  {found.conclusions[0]}\n")


def draw(rates: Sequence[RejectionRate], path: Path) -> None:
    """Draw the table: how often each test rejects where there is nothing to find, by the metrics' bias for systems."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), sharey=True, layout="constrained")
    for axis, n in zip(axes, (10, 25), strict=True):
        axis.axhspan(0.035, 0.065, color="0.9", label=".05 ± .015")
        for test in TABLE_TESTS:
            mine = {rate.scenario: rate.rate for rate in rates if rate.test == test}
            sizes = [mine[f"N={n} size {bias}"] for bias in BIASES]
            axis.plot(BIASES, sizes, marker=MARKS[TABLE_TESTS.index(test)], label=test.replace("_", " "))
        axis.set_title(f"{n} systems, nothing to find", loc="left", fontsize=10)
        axis.set_xlabel("sd of each metric's bias for a system")
    axes[0].set_ylabel("share of tables rejected at .05")
    axes[1].legend(fontsize=7, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    figure.savefig(path, dpi=150)
    plt.close(figure)


def draw_sizes(path: Path) -> None:
    """Draw the certified sizes that come with the package: a dot for the worst truth of every kind and size of data."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    rates = [rate for rate in certified_rates() if rate.test in SIZES_OF]
    figure, axes = plt.subplots(2, 3, figsize=(9, 5), sharex=True, sharey=True, layout="constrained")
    for row, level in enumerate(("system", "input")):
        for column, coefficient in enumerate(("pearson", "spearman", "kendall")):
            axis = axes[row, column]
            axis.axhspan(ALPHA - BAND, ALPHA + BAND, color="0.9")
            for place, (test, words) in enumerate(SIZES_OF.items()):
                here = [r for r in rates if (r.test, r.level, r.coefficient) == (test, level, coefficient)]
                shift = np.linspace(-0.3, 0.3, max(len(here), 2))[: len(here)]
                axis.plot(place + shift, [r.size for r in here], MARKS[place], ms=3, alpha=0.7, label=words)
            axis.set_title(f"{level} level, {coefficient}", loc="left", fontsize=9)
            axis.set_xticks(range(len(SIZES_OF)), list(SIZES_OF.values()), fontsize=7)
        axes[row, 0].set_ylabel("size, worst truth")
    figure.savefig(path, dpi=150)
    plt.close(figure)


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("study", choices=("table", "headline", "sizes"))
    parser.add_argument("--runs", type=int, default=2000, help="tables per scenario")
    parser.add_argument("--resamples", type=int, default=399)
    parser.add_argument(
        "--settle", action="store_true", help="run sizes outside .05 ± .015 with 20,000 tables"
    )
    parser.add_argument("--workers", type=int)
    parser.add_argument("--folder", type=Path, help="where finished scenarios are kept")
    parser.add_argument("--figure", type=Path, help="draw the table there (.svg, .png)")
    given = parser.parse_args()
    start = time.perf_counter()
    if given.study == "headline":
        headline()
        return
    if given.study == "sizes":
        draw_sizes(given.figure or Path("certified_sizes.svg"))
        return
    rates = [
        rate
        for scenario in table_scenarios()
        for rate in studied(scenario, TABLE_TESTS, ("system",), ("pearson",), given)
    ]
    if given.settle:
        rates = settled_table(table_scenarios(), rates, given)
    print_table(rates)
    print_verdicts(rates)
    if given.figure is not None:
        draw(rates, given.figure)
    print(
        f"\n{given.runs} tables per scenario, {given.resamples} resamples, {time.perf_counter() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
