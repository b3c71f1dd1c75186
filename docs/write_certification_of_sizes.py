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
from typing import Any, TypeVar

import trueness
from trueness.reporting.certification_elements import mean_proportion, padded_table, proportion
from trueness.reporting.certification_parts import certification_parts
from trueness.studies.simulation.certified_scenarios import (
    INPUTS,
    SYSTEMS,
    certified_scenarios,
    tail_scenarios,
)
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
from trueness.studies.simulation.interval_coverage import IntervalCoverage
from trueness.studies.simulation.rejection_rates import ALPHAS, RejectionRate
from trueness.studies.simulation.rows import Certification
from trueness.studies.simulation.settings import INTERVALS
from trueness.studies.simulation.study import TAIL_RUNS
from trueness.studies.simulation.trials import proportion_interval
from trueness.studies.simulation.truths import PLAIN_LOOK

NAME, COEFFICIENT = "two_way_jackknife", "pearson"
LEVELS = ("system", "input")
ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "certification_of_sizes.md"
TABLES = ROOT / "src" / "trueness" / "studies" / "simulation" / FOLDER

Row = TypeVar("Row", RejectionRate, IntervalCoverage)

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

## In short

- The test holds its level, .050 ± .015, or is cautious: families of systems aside, no cell is clearly above .065 at any
  size. With 6 systems it is cautious, .03, and finds little.
- **It fails where systems are in families and nobody says so**, the more the more inputs there are: .30 to .39 of
  true nulls with 16 systems in families of four and 50 inputs or more, system level. `--system-clusters` mends that
  from three families on.
- **It fails with two families that are named**, 8 systems in families of four, at the input level: .08 with 20 inputs,
  .24 with 500. There its tail is far too heavy: at .0001 it rejects .013 (20,000 tables, 50 inputs). Two families tell
  no variance.
- Tails at .01, .001 and .0001, over all truths but untold families: for no number of systems clearly above a factor of
  2, but for 8 at the input level, which is the two families. By truth, sensitivity that varies over inputs is: .002 at
  .001 and .0004 at .0001 with 20 inputs, system level (20,000 tables each of two sizes). With 6 systems rates are
  below. Twelve scenarios with 10 to 25 systems ran with 200,000 tables: .0009 to .0017 at .001 and .00009 to .00031 at
  .0001 at the system level, .0004 to .001 and .00003 to .00015 at the input level. Above a factor of 2 at .0001 are two
  bad systems among 10 (.00031) and sensitivity that varies over inputs (.0002 to .00026).
- The 95% interval of one metric holds the population value in .95 to .97 of tables at the system level, the mean over
  truths that no table shows; at the input level in .93 to .97 with up to 100 inputs, but in .89 to .93 with 500: for
  scores with heavy tails in as few as .78. **With untold families of four it fails** (.35 to .90), and so it does at
  the input level where systems are far from others (rare bad ones, lognormal or t(2.5) quality: as seldom as .51). 200
  tables for most sizes, 100 or 50 for the largest.
- What was run: 1,000 tables for most sizes; 500 with 6 to 10 systems and 100 inputs; 200 for 60 × 50, 25 × 100,
  150 × 50, 150 × 100 and all with 500 inputs from 8 systems on; 100 for 150 × 500. Standard errors at .05 are .007,
  .010, .015 and .022. The largest of 26 rates is too large by itself: with 200 tables by about .03, with 100 by .045.
  Cells that looked worst were run again with 20,000 or 1,000 tables.
"""


def gathered(folder: Path, *, compute: bool) -> tuple[Certification, tuple[RejectionRate, ...]]:
    """Return what a folder holds of all sizes as one certification, and the rates before some were run again."""

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
    known_tails = {TAIL_RUNS: tuple(sorted(tail_scenarios()))}
    again = [
        certified(runs, named=names, tests=NAME, intervals=())
        for runs, names in (AGAIN | known_tails).items()
    ]
    order = {one.name: place for place, one in enumerate(certified_scenarios("full"))}
    first = sorted((rate for part in parts for rate in part.rates), key=lambda rate: order[rate.scenario])
    more = {_key(rate): rate for part in again for rate in part.rates}
    lacking = {one.scenario for part in parts for one in part.missing if one.kind == INTERVALS}
    known = certified_scenarios("full")
    partial = {(one.n_systems, one.n_inputs, one.scores) for one in known if one.name in lacking}
    found = dataclasses.replace(
        parts[0],
        rates=tuple(more.get(_key(rate), rate) for rate in first),
        coverages=tuple(  # of truths of which some are missing the worst is not known
            sorted(
                (
                    row
                    for part in parts
                    for row in part.coverages
                    if (row.n_systems, row.n_inputs, row.scores) not in partial
                ),
                key=lambda row: (LEVELS.index(row.level), order[row.scenario]),
            )
        ),
        missing=tuple(one for part in parts for one in part.missing),
    )
    return found, tuple(first)


def _key(rate: RejectionRate) -> tuple[Any, ...]:
    return rate.scenario, rate.level, rate.side


def sizes_by_tables(usual: int, fewer: Mapping[int, Sequence[str]]) -> dict[int, list[str]]:
    """Return which sizes of data have how many tables."""
    found: dict[int, list[str]] = {}
    for n, m in itertools.product(SYSTEMS, INPUTS):
        runs = next((runs for runs, sizes in fewer.items() if f"{n}x{m}" in sizes), usual)
        found.setdefault(runs, []).append(f"{n}x{m}")
    return found


def null_rates(rates: Iterable[RejectionRate]) -> list[RejectionRate]:
    """Return the two-sided rates of single pairs in which there is nothing to find, untold families left out."""
    return [
        rate
        for rate in rates
        if rate.runs > rate.n_undefined
        and rate.null
        and rate.alternative == "two-sided"
        and rate.family_size == 1
        and rate.look != UNTOLD
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


def by_size(rates: Sequence[Row], entry: Callable[[list[Row]], str]) -> str:
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
    mean = mean_proportion([rate.rate for rate in rates])  # of scenarios: some have more tables
    return f"{mean} ({proportion(max(truths.values()))})"


def of_one_truth(rates: list[RejectionRate]) -> str:
    """Return the rate of a truth with its exact 95% interval."""
    if not rates:
        return ""
    share, low, high, _ = pooled(rates)
    return f"{proportion(share)} ({proportion(low)} to {proportion(high)})"


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
        for level in LEVELS:
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


def overview(found: Certification, first: Sequence[RejectionRate]) -> list[str]:
    """Return the parts of the page that are about sizes of data."""
    rates = null_rates(found.rates)
    parts = [
        "## Size by systems and inputs",
        (
            "How often a true null is rejected at .05: the mean over all truths and kinds of scores but families of "
            "systems that nobody names; in brackets the truth with the largest rate, itself the largest of some 26 "
            "estimates."
        ),
    ]
    for level in LEVELS:
        parts += [
            f"### {level.capitalize()} level: sizes",
            by_size(at(rates, level, ALPHAS[0]), mean_and_worst),
        ]
    parts += [
        "## Families",
        (
            "Systems are in families of four, which share .9 of the variance of quality and bias. Where methods are "
            "told of them (`--system-clusters`), with exact 95% intervals: 8 systems are two families, 10 are three "
            "(of four, four and two), 16 are four. 6 systems are one of four and one of two: without the larger one "
            "two systems are left, so that there is no p-value."
        ),
    ]
    told = [rate for rate in rates if truth(rate) == "families of 4, told"]
    for level in LEVELS:
        parts += [f"### {level.capitalize()} level: told", by_size(at(told, level, ALPHAS[0]), of_one_truth)]
    untold = [rate for rate in found.rates if rate.look == UNTOLD and rate.alternative == "two-sided"]
    parts.append(
        "Where methods are told nothing: the mean over families of four and of two, in brackets those of four."
    )
    for level in LEVELS:
        parts += [
            f"### {level.capitalize()} level: untold",
            by_size(at(untold, level, ALPHAS[0]), mean_and_worst),
        ]
    parts += ["## Worst cells", "Untold families aside; those whose interval begins highest."]
    for level in LEVELS:
        parts += [f"### {level.capitalize()} level: worst", worst(rates, level)]
    drawn = null_rates(first)  # more tables of the worst would count for more
    by_systems: dict[str, Callable[[RejectionRate], bool]] = {"all sizes": lambda _: True}
    by_systems |= {f"{n} systems": lambda rate, n=n: rate.n_systems == n for n in SYSTEMS}
    by_truth: dict[str, Callable[[RejectionRate], bool]] = {
        name: lambda rate, name=name: truth(rate) == name for name in map(truth, drawn)
    }
    parts += [
        "## Tails",
        "Rates at smaller levels of significance, over all tables of the same scenarios, with exact 95% intervals.",
        tails(drawn, by_systems),
        "By truth, over all sizes and kinds of scores:",
        tails(drawn, by_truth),
    ]
    deep = [rate for rate in rates if rate.runs == TAIL_RUNS]
    if deep:
        by_scenario: dict[str, Callable[[RejectionRate], bool]] = {
            name: lambda rate, name=name: rate.scenario == name
            for name in dict.fromkeys(rate.scenario for rate in deep)
        }
        parts += ["Single scenarios, with 200,000 tables each:", tails(deep, by_scenario)]
    plain = [row for row in found.coverages if row.look == PLAIN_LOOK]
    if plain:
        parts += [
            "## Coverage by systems and inputs",
            (
                "Share of 95% intervals of one metric that hold the population value, over truths that no table shows "
                "(no families, outlying systems, groups, ceilings or copies): the mean, in brackets the lowest of some "
                "16. With outlying systems and untold families it is lower, see [intervals](#intervals)."
            ),
        ]
        for level in LEVELS:
            here = [row for row in plain if row.level == level]
            parts += [f"### {level.capitalize()} level: coverage", by_size(here, mean_and_lowest)]
    return parts


def mean_and_lowest(rows: list[IntervalCoverage]) -> str:
    """Return the mean coverage and the lowest of a truth."""
    shares = [row.coverage for row in rows]
    return f"{mean_proportion(shares)} ({proportion(min(shares))})" if shares else ""


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
        again = {
            (one.interval, one.coefficient, one.scores, one.n_systems, one.n_inputs) for one in coverages
        }
        others = [
            one
            for one in certified_coverages()
            if (one.interval, one.coefficient, one.scores, one.n_systems, one.n_inputs) not in again
        ]
        (TABLES / COVERAGES).write_text(table_csv([*others, *coverages], CertifiedCoverage), encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    """Write the page and the tables."""
    found, first = gathered(Path(arguments[0]), compute="--compute" in arguments)
    everything = [part.markdown() for part in certification_parts(found)]
    PAGE.write_text(
        "\n\n".join([INTRO.strip(), *overview(found, first), *everything]) + "\n", encoding="utf-8"
    )
    write_tables(found)


if __name__ == "__main__":
    main(sys.argv[1:])
