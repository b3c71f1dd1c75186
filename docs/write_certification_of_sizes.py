"""Write docs/certification_of_sizes.md and the certified tables' rows of the default test on the full grid.

    python docs/write_certification_of_sizes.py FOLDER [--compute]

FOLDER holds what `trueness.certify` kept; with --compute what it lacks is computed first, which takes hours.
"""

from __future__ import annotations

import dataclasses
import itertools
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import trueness
from trueness.reporting.certification_elements import padded_table, proportion
from trueness.reporting.certification_parts import certification_parts
from trueness.studies.simulation.certified_scenarios import INPUTS, SYSTEMS, certified_scenarios
from trueness.studies.simulation.certified_table import (
    COVERAGES,
    FOLDER,
    RATES,
    CertifiedCoverage,
    CertifiedRate,
    certified_coverages,
    certified_rates,
    summarised_coverages,
    summarised_rates,
    table_csv,
)
from trueness.studies.simulation.rejection_rates import ALPHAS, RejectionRate
from trueness.studies.simulation.rows import Certification
from trueness.studies.simulation.trials import proportion_interval

NAME, COEFFICIENT = "two_way_jackknife", "pearson"
ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "certification_of_sizes.md"
TABLES = ROOT / "src" / "trueness" / "studies" / "simulation" / FOLDER

USUAL_TABLES = 1000
FEWER_TABLES = {
    500: ("6x100", "8x100", "10x100"),
    200: ("60x50", "150x50", "25x100", "150x100", "8x500", "10x500", "16x500", "25x500", "60x500"),
    100: ("150x500",),
}
"""What large tables cost is made up for by their number."""

AGAIN = {
    1000: (
        "one annotator; normal scores; 150 systems, 500 inputs",
        "quality of three dimensions; normal scores; 150 systems, 500 inputs",
    ),
    20_000: (
        "families of 4, told; normal scores; 8 systems, 20 inputs",
        "families of 4, told; normal scores; 8 systems, 50 inputs",
        "families of 4, told; normal scores; 8 systems, 100 inputs",
        "quality of three dimensions; normal scores; 10 systems, 20 inputs",
        "slopes vary over inputs; normal scores; 16 systems, 20 inputs",
        "slopes vary over inputs; normal scores; 25 systems, 20 inputs",
        "a system in twenty is bad; normal scores; 60 systems, 100 inputs",
        "noise varies over inputs; normal scores; 150 systems, 20 inputs",
    ),
}
"""Scenarios, untold families aside, whose 95% interval of the size at .05 began above .0475: so many tables again."""

INTERVAL_TABLES = 200
FEWER_INTERVAL_TABLES = {100: ("150x50", "16x500", "25x500", "150x100", "60x500"), 50: ("150x500",)}

WORST = 12
"""Cells that are listed."""

UNTOLD = "families untold"
"""The look of the truth that no test can know of."""

INTRO = """\
# Certification of the default test by size of data

The two-way jackknife for Pearson's r with 6 to 150 systems and 20 to 500 inputs: all truths, all kinds of scores. The
[standard grid](certification.md) has four of these sizes; [rank coefficients](certification_of_ranks.md) and
[other tests](certification_of_others.md) have pages of their own. What it means: [choosing a test](choosing_a_test.md).
"""


def gathered(folder: Path, *, compute: bool) -> Certification:
    """Return what a folder holds of all sizes, as one certification."""

    def certified(runs: int, **given: Any) -> Certification:
        found: Certification = trueness.certify(
            grid="full", coefficient=COEFFICIENT, runs=runs, folder=folder, compute=compute, **given
        )
        return found

    parts = [
        certified(runs, sizes=sizes, tests=NAME, intervals=())
        for runs, sizes in sizes_by_tables(USUAL_TABLES, FEWER_TABLES).items()
    ]
    parts += [
        certified(runs, sizes=sizes, tests=(), intervals=NAME)
        for runs, sizes in sizes_by_tables(INTERVAL_TABLES, FEWER_INTERVAL_TABLES).items()
    ]
    again = [certified(runs, named=names, tests=NAME, intervals=()) for runs, names in AGAIN.items()]
    done = {rate.scenario for part in again for rate in part.rates}
    rates = [rate for part in parts for rate in part.rates if rate.scenario not in done]
    rates += [rate for part in again for rate in part.rates]
    order = {one.name: place for place, one in enumerate(certified_scenarios("full"))}
    return dataclasses.replace(
        parts[0],
        rates=tuple(sorted(rates, key=lambda rate: order[rate.scenario])),
        coverages=tuple(
            sorted(
                (row for part in parts for row in part.coverages),
                key=lambda row: (row.level, order[row.scenario]),
            )
        ),
        missing=tuple(one for part in (*parts, *again) for one in part.missing),
    )


def sizes_by_tables(usual: int, fewer: Mapping[int, Sequence[str]]) -> dict[int, list[str]]:
    """Return which sizes of data have how many tables."""
    found: dict[int, list[str]] = {}
    for n, m in itertools.product(SYSTEMS, INPUTS):
        runs = next((runs for runs, sizes in fewer.items() if f"{n}x{m}" in sizes), usual)
        found.setdefault(runs, []).append(f"{n}x{m}")
    return found


def null_rates(found: Certification) -> list[RejectionRate]:
    """Return the two-sided rates of single pairs in which there is nothing to find, untold families left out."""
    return [
        rate
        for rate in found.rates
        if rate.null and rate.alternative == "two-sided" and rate.family_size == 1 and rate.look != UNTOLD
    ]


def at(rates: Iterable[RejectionRate], level: str, alpha: float) -> list[RejectionRate]:
    """Return those of a level and a level of significance."""
    return [rate for rate in rates if rate.level == level and rate.alpha == alpha]


def truth(rate: RejectionRate) -> str:
    """Return the name of a rate's truth."""
    return rate.scenario.partition(";")[0]


def pooled(rates: Sequence[RejectionRate]) -> tuple[float, float, float, int]:
    """Return the share of rejections in all tables, its exact 95% interval, and the number of tables."""
    hits, of = sum(rate.rejected for rate in rates), sum(rate.runs - rate.n_undefined for rate in rates)
    low, high = proportion_interval(hits, of)
    return (hits / of if of else float("nan")), low, high, of


def by_size(rates: Sequence[RejectionRate], entry: Callable[[list[RejectionRate]], str]) -> str:
    """Return a table of systems and inputs."""
    rows = [
        [
            str(n),
            *(
                entry([rate for rate in rates if (rate.n_systems, rate.n_inputs) == (n, m)]) or "–"
                for m in INPUTS
            ),
        ]
        for n in SYSTEMS
    ]
    header = ["systems", *(f"{m} inputs" for m in INPUTS)]
    return padded_table(header, rows, words=())


def mean_and_worst(rates: list[RejectionRate]) -> str:
    """Return the pooled rate and the largest of a truth, all kinds of scores together."""
    if not rates:
        return ""
    truths = {name: pooled([rate for rate in rates if truth(rate) == name])[0] for name in map(truth, rates)}
    return f"{proportion(pooled(rates)[0])} ({proportion(max(truths.values()))})"


def tail(rates: list[RejectionRate]) -> list[str]:
    """Return pooled rates at every level of significance, and the number of tables."""
    found = []
    for alpha in ALPHAS:
        share, low, high, _ = pooled([rate for rate in rates if rate.alpha == alpha])
        found.append(f"{share:.2g} ({low:.2g} to {high:.2g})")
    return [*found, f"{pooled([rate for rate in rates if rate.alpha == ALPHAS[0]])[3]:,}"]


def tails(rates: Sequence[RejectionRate], groups: dict[str, Callable[[RejectionRate], bool]]) -> str:
    """Return a table of rates at every level of significance in groups of rates."""
    rows = []
    for name, chosen in groups.items():
        for level in ("system", "input"):
            here = [rate for rate in rates if rate.level == level and chosen(rate)]
            if here:
                rows.append([name, level, *tail(here)])
    return padded_table(
        ["where", "level", *(f"{alpha:g}" for alpha in ALPHAS), "tables"], rows, words=("where", "level")
    )


def worst(rates: Sequence[RejectionRate], level: str) -> str:
    """Return a table of the cells with the largest sizes."""
    listed = sorted(at(rates, level, ALPHAS[0]), key=lambda rate: -rate.low)[:WORST]
    rows = [
        [
            rate.scenario,
            proportion(rate.rate),
            f"{proportion(rate.low)} to {proportion(rate.high)}",
            f"{rate.runs:,}",
        ]
        for rate in listed
    ]
    return padded_table(["where", "size", "95% interval", "tables"], rows, words=("where",))


def overview(found: Certification) -> list[str]:
    """Return the parts of the page that are about sizes of data."""
    rates = null_rates(found)
    names = list(dict.fromkeys(map(truth, rates)))
    parts = [
        "## Size by systems and inputs",
        (
            "How often a true null is rejected at .05, over all truths and kinds of scores but families of systems "
            "that nobody names; in brackets the truth with the largest rate."
        ),
    ]
    for level in ("system", "input"):
        parts += [
            f"### {level.capitalize()} level: sizes",
            by_size(at(rates, level, ALPHAS[0]), mean_and_worst),
        ]
    untold = [rate for rate in found.rates if rate.look == UNTOLD and rate.alternative == "two-sided"]
    parts += [
        "## Families that nobody names",
        (
            "The same where systems are in families of four or of two (.9 of quality and bias shared) and methods are "
            "told nothing; in brackets families of four. `--system-clusters` is for them."
        ),
    ]
    for level in ("system", "input"):
        parts += [
            f"### {level.capitalize()} level: families",
            by_size(at(untold, level, ALPHAS[0]), mean_and_worst),
        ]
    parts += ["## Worst cells", "Without untold families; those whose interval begins highest."]
    for level in ("system", "input"):
        parts += [f"### {level.capitalize()} level: worst", worst(rates, level)]
    by_systems: dict[str, Callable[[RejectionRate], bool]] = {"all sizes": lambda _: True}
    by_systems |= {f"{n} systems": lambda rate, n=n: rate.n_systems == n for n in SYSTEMS}
    by_truth: dict[str, Callable[[RejectionRate], bool]] = {
        name: lambda rate, name=name: truth(rate) == name for name in names
    }
    parts += [
        "## Tails",
        "Rates at smaller levels of significance, over all tables of the same scenarios, with exact 95% intervals.",
        tails(rates, by_systems),
        "By truth, over all sizes and kinds of scores:",
        tails(rates, by_truth),
    ]
    return parts


def write_tables(found: Certification) -> None:
    """Put the rows of the default method into the tables that come with the package, in place of its own there."""
    rates, coverages = summarised_rates(found.rates), summarised_coverages(found.coverages)
    replaced = {(one.test, one.coefficient, one.n_systems, one.n_inputs) for one in rates}
    kept = [
        one
        for one in certified_rates()
        if (one.test, one.coefficient, one.n_systems, one.n_inputs) not in replaced
    ]
    (TABLES / RATES).write_text(table_csv([*kept, *rates], CertifiedRate), encoding="utf-8")
    if coverages:
        again = {(one.interval, one.coefficient, one.n_systems, one.n_inputs) for one in coverages}
        others = [
            one
            for one in certified_coverages()
            if (one.interval, one.coefficient, one.n_systems, one.n_inputs) not in again
        ]
        (TABLES / COVERAGES).write_text(table_csv([*others, *coverages], CertifiedCoverage), encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    """Write the page and the tables."""
    found = gathered(Path(arguments[0]), compute="--compute" in arguments)
    everything = [part.markdown() for part in certification_parts(found)]
    PAGE.write_text("\n\n".join([INTRO.strip(), *overview(found), *everything]) + "\n", encoding="utf-8")
    write_tables(found)


if __name__ == "__main__":
    main(sys.argv[1:])
