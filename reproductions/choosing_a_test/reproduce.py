"""Print how often tests of two metrics reject where there is nothing to find, and where there is.

``table``: system level, Pearson, 10 and 25 systems, 100 inputs; two metrics alike but for a bias for every system, and
two that differ. ``grid``: both levels, Pearson and Kendall, several sizes and kinds of scores, metrics of unequal
noise, inputs in clusters (`certified_scenarios`). Finished scenarios are kept in ``--folder``, so
that a stopped run goes on. ``headline``: what a report says of two equally good metrics. For docs/choosing_a_test.md.
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
from trueness.studies.simulation.certified_scenarios import certified_scenarios
from trueness.studies.simulation.rejection_rates import RejectionRate, rejection_rates
from trueness.studies.simulation.scenario import Scenario, metrics_of_quality

SEED = 1
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
GRID_TESTS = {
    ("system", "input"): ("permute_systems", "sign_flip"),
    ("system",): ("studentized_permutation", "williams"),
}
"""The studentised permutation takes two seconds at the input level, a hundred times the others."""


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


def grid_scenarios(systems: Sequence[int], inputs: Sequence[int]) -> list[Scenario]:
    """Return the scenarios of the full grid with some numbers of systems and inputs."""
    return [
        scenario
        for scenario in certified_scenarios("full")
        if scenario.n_systems in systems and scenario.n_inputs in inputs
    ]


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


def print_table(rates: Sequence[RejectionRate]) -> None:
    """Print the table in Markdown."""
    places = list(dict.fromkeys(rate.scenario for rate in rates))
    print(f"| test | {' | '.join(places)} |\n|---|{'---|' * len(places)}")
    for test in dict.fromkeys(rate.test for rate in rates):
        by_place = {rate.scenario: rate for rate in rates if rate.test == test}
        print(f"| {test} | {' | '.join(f'{by_place[place].rate:.3f}' for place in places)} |")


def headline(seed: int = 5) -> None:
    """Print what a comparison of two equally good metrics says under the paper's test, and under the default one."""
    arrays = Scenario("headline", 16, 100, metrics_of_quality((0.5, 0.5))).draw(np.random.default_rng(seed))
    scorers = (Scorer("people", "human"), Scorer("one metric", "metric"), Scorer("its twin", "metric"))
    table = ScoreTable(
        scorers,
        tuple(f"system {k + 1}" for k in range(16)),
        tuple(f"input {k + 1}" for k in range(100)),
        np.stack([arrays.human, *arrays.metrics]),
        name="two equally good metrics",
    )
    asked = {"level": "system", "coefficient": "pearson", "rng": 1, "beside": ()}
    for words, test_over in (
        ("permuting outputs (Perm-Both)", "both"),
        ("permuting systems (default)", "systems"),
    ):
        found = compare(table, test_over=test_over, **asked)
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


def print_grid(rates: Sequence[RejectionRate]) -> None:
    """Print size (mean, smallest, largest) and power of every test, by level, coefficient and number of systems."""
    print("| level | coefficient | systems | test | size | smallest | largest | largest where | power |")
    print("|---|---|---|---|---|---|---|---|---|")
    keys = dict.fromkeys((r.level, r.coefficient, r.n_systems, r.test) for r in rates)
    for key in keys:
        mine = [r for r in rates if (r.level, r.coefficient, r.n_systems, r.test) == key]
        null = [r for r in mine if r.null]
        other = [r.rate for r in mine if not r.null and not r.scenario.startswith("unequal noise")]
        worst = max(null, key=lambda rate: rate.rate)
        sizes = [rate.rate for rate in null]
        print(
            f"| {' | '.join(map(str, key))} | {sum(sizes) / len(sizes):.3f} | {min(sizes):.3f} | {worst.rate:.3f} | "
            f"{worst.scenario} | {sum(other) / len(other):.3f} |"
        )


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("study", choices=("table", "grid", "headline"))
    parser.add_argument("--runs", type=int, default=2000, help="tables per scenario")
    parser.add_argument("--resamples", type=int, default=399)
    parser.add_argument("--systems", type=int, nargs="+", default=[10, 16, 25, 60])
    parser.add_argument("--inputs", type=int, nargs="+", default=[20, 100])
    parser.add_argument("--workers", type=int)
    parser.add_argument("--folder", type=Path, help="where finished scenarios are kept")
    parser.add_argument("--figure", type=Path, help="draw the table there (.svg, .png)")
    given = parser.parse_args()
    start = time.perf_counter()
    if given.study == "headline":
        headline()
        return
    if given.study == "table":
        rates = [
            rate
            for scenario in table_scenarios()
            for rate in studied(scenario, TABLE_TESTS, ("system",), ("pearson",), given)
        ]
        print_table(rates)
        if given.figure is not None:
            draw(rates, given.figure)
    else:
        rates = []
        for scenario in grid_scenarios(given.systems, given.inputs):
            for levels, tests in GRID_TESTS.items():
                rates += studied(scenario, tests, levels, ("pearson", "kendall"), given)
            print(f"{time.perf_counter() - start:6.0f} s  {scenario.name}", flush=True)
        print_grid(rates)
    print(
        f"\n{given.runs} tables per scenario, {given.resamples} resamples, {time.perf_counter() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
