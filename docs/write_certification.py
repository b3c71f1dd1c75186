"""Write the pages of the default test, by size of data and by rank coefficients, and its rows of the certified tables.

    python docs/write_certification.py FOLDER [--compute]

FOLDER holds what `trueness.simulation.certify` kept; with --compute what it lacks is computed first, which takes hours.
"""

from __future__ import annotations

import dataclasses
import itertools
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import trueness
from trueness.statistics.proportion_interval import proportion_interval
from trueness.studies.certify.certified_scenarios import (
    INPUTS,
    SYSTEMS,
    certified_scenarios,
    tail_scenarios,
)
from trueness.studies.certify.certified_table import (
    COVERAGES,
    FOLDER,
    RATES,
    CertifiedCoverage,
    CertifiedRate,
    certified_coverages,
    certified_rates,
    table_csv,
)
from trueness.studies.certify.elements import mean_proportion, padded_table, proportion
from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.looks import PLAIN_LOOK
from trueness.studies.certify.parts import certification_parts
from trueness.studies.certify.rejection_rates import ALPHAS, RejectionRate
from trueness.studies.certify.rows import CertifyResult
from trueness.studies.certify.settings import INTERVALS
from trueness.studies.certify.study import TAIL_RUNS
from trueness.studies.certify.summarised import summarised_coverages, summarised_rates

NAME, COEFFICIENT, RANKS = "two_way_jackknife", "pearson", ("spearman", "kendall")
LEVELS = ("system", "input")
ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "certification_of_sizes.md"
PAGE_OF_RANKS = ROOT / "docs" / "certification_of_ranks.md"
TABLES = ROOT / "src" / "trueness" / "studies" / "simulation" / FOLDER

Row = TypeVar("Row", RejectionRate, IntervalCoverage)

TABLES_EACH = 2000
TABLES_OF_RANKS = 1000
TABLES_AGAIN = 20_000
"""Of scenarios, untold families aside, that reject a true null at .05 more often than `HIGHEST_SIZE`."""

HIGHEST_SIZE = 0.065

INTERVAL_TABLES = 200
FEWER_INTERVAL_TABLES = {100: ("150x50", "16x500", "25x500", "150x100", "60x500"), 50: ("150x500",)}

WORST = 12
"""Cells that are listed."""

UNTOLD = "families untold"
"""The look of the truth that no test can know of."""

INTRO = """\
# Certification of the default test by size of data

The two-way jackknife for Pearson's r with 6 to 150 systems and 5 to 500 inputs: all truths, all kinds of scores. The
[standard grid](certification.md) has four of these sizes; [rank coefficients](certification_of_ranks.md) and
[other tests](certification_of_others.md) have pages of their own. What it means: [choosing a test](choosing_a_test.md).
All numbers of this page come from the tables it was written from.
"""

INTRO_OF_RANKS = """\
# Certification of the default test: rank coefficients

The two-way jackknife for Spearman's rho and Kendall's tau-b on the standard grid: every truth, also those under which
it fails. Pearson's r has a [page of its own](certification.md), and one [by size](certification_of_sizes.md).
"""


def gathered(folder: Path, *, compute: bool) -> tuple[CertifyResult, tuple[RejectionRate, ...]]:
    """Return what a folder holds of all sizes as one certification, and the rates before some were run again."""

    def certified(runs: int, **given: Any) -> CertifyResult:
        found: CertifyResult = trueness.simulation.certify(
            grid="full", coefficient=COEFFICIENT, runs=runs, folder=folder, compute=compute, **given
        )
        return found

    order = {one.name: place for place, one in enumerate(certified_scenarios("full"))}
    parts = [certified(TABLES_EACH, tests=NAME, intervals=())]
    first = sorted(parts[0].rates, key=lambda rate: order[rate.scenario])
    large = [rate for rate in null_rates(first) if rate.alpha == ALPHAS[0] and rate.rate > HIGHEST_SIZE]
    again = [
        certified(runs, named=tuple(dict.fromkeys(names)), tests=NAME, intervals=())
        for runs, names in (
            (TABLES_AGAIN, [rate.scenario for rate in large]),
            (TAIL_RUNS, sorted(tail_scenarios())),
        )
        if names
    ]
    parts += [
        certified(runs, sizes=sizes, tests=(), intervals=NAME)
        for runs, sizes in sizes_by_tables(INTERVAL_TABLES, FEWER_INTERVAL_TABLES).items()
    ]
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


def overview(found: CertifyResult, first: Sequence[RejectionRate]) -> list[str]:
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
            "told of them (`--system-clusters`), with exact 95% intervals: 10 systems are three families (of four, "
            "four and two), 16 are four. 6 and 8 systems are two, which tell nothing of others: there is no p-value."
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


def in_short(found: CertifyResult, first: Sequence[RejectionRate]) -> list[str]:
    """Return what the tables say in a few sentences."""
    rates, drawn = null_rates(found.rates), null_rates(first)
    said = [_of_size(rates), _of_families(found), _of_tails(rates, drawn)]
    if found.coverages:
        said.append(_of_coverage(found.coverages))
    again = len({rate.scenario for rate in rates if rate.runs == TABLES_AGAIN})
    said.append(
        f"What was run: {TABLES_EACH:,} tables for every cell (standard error at .05: .005); {TABLES_AGAIN:,} for the "
        f"{again} scenarios with a size above {proportion(HIGHEST_SIZE)}, untold families aside; {TAIL_RUNS:,} for "
        f"{len(tail_scenarios())}; {INTERVAL_TABLES} for intervals, fewer for the largest data."
    )
    return ["## In short", "\n".join(f"- {one}" for one in said)]


def _of_size(rates: Sequence[RejectionRate]) -> str:
    usual = [rate for rate in at_any(rates, ALPHAS[0]) if rate.n_inputs >= 20 and rate.n_systems > SYSTEMS[0]]
    few = [rate for rate in at_any(rates, ALPHAS[0]) if rate.n_inputs < 20 and rate.n_systems > SYSTEMS[0]]
    least = [rate for rate in at_any(rates, ALPHAS[0]) if rate.n_systems == SYSTEMS[0]]
    above = sorted(
        (rate for rate in at_any(rates, ALPHAS[0]) if rate.low > HIGHEST_SIZE), key=lambda rate: -rate.rate
    )
    cells = len(at_any(rates, ALPHAS[0]))
    listed = "; ".join(f"{rate.scenario}, {rate.level} level ({proportion(rate.rate)})" for rate in above)
    clear = (
        f"Of {cells:,} cells {len(above)} lie clearly above {proportion(HIGHEST_SIZE)} (95%): {listed}."
        if above
        else f"None of {cells:,} cells lies clearly above {proportion(HIGHEST_SIZE)} (95%)."
    )
    return (
        f"True nulls are rejected at .05 in {_means(usual)} of tables, the mean over truths by size of data, with 8 "
        f"systems and 20 inputs or more; with 5 or 10 inputs in {_means(few)}, and with {SYSTEMS[0]} systems in "
        f"{_means(least)}, where little is found. {clear} Untold families are left out here."
    )


def at_any(rates: Iterable[RejectionRate], alpha: float) -> list[RejectionRate]:
    """Return those of a level of significance, and of both levels."""
    return [rate for level in LEVELS for rate in at(rates, level, alpha)]


def _means(rates: Sequence[RejectionRate]) -> str:
    """Return the least and the largest mean over truths of a size of data and a level."""
    groups: dict[tuple[Any, ...], list[float]] = {}
    for rate in rates:
        groups.setdefault((rate.level, rate.n_systems, rate.n_inputs), []).append(rate.rate)
    return _span([sum(values) / len(values) for values in groups.values()])


def _span(values: Sequence[float], decimals: int = 3) -> str:
    return f"{proportion(min(values), decimals)} to {proportion(max(values), decimals)}" if values else "–"


def _of_families(found: CertifyResult) -> str:
    untold = [
        rate
        for rate in at_any(found.rates, ALPHAS[0])
        if rate.look == UNTOLD
        and rate.alternative == "two-sided"
        and truth(rate).startswith("families of 4")
        and rate.n_systems >= 16
        and rate.n_inputs >= 50
    ]
    told = [
        rate for rate in at_any(null_rates(found.rates), ALPHAS[0]) if truth(rate) == "families of 4, told"
    ]
    by_level = [_span([rate.rate for rate in untold if rate.level == level], 2) for level in LEVELS]
    return (
        f"**It fails where systems are in families and nobody says so**: with 16 systems or more in families of four "
        f"and 50 inputs or more {by_level[0]} of true nulls are rejected at the system level and {by_level[1]} at "
        f"the input level. Told (`--system-clusters`), {_span([rate.rate for rate in told])}, with three families or "
        "more. Two families, which tell nothing of others, are refused."
    )


def _of_tails(rates: Sequence[RejectionRate], drawn: Sequence[RejectionRate]) -> str:
    heavy = []
    for level in LEVELS:
        for name in dict.fromkeys(map(truth, drawn)):
            for alpha in ALPHAS[1:]:
                share, low, _, _ = pooled([one for one in at(drawn, level, alpha) if truth(one) == name])
                if low > 2 * alpha:
                    heavy.append(f"{name}, {level} level ({share:.2g} at {alpha:g})")
    deep = [rate for rate in rates if rate.runs == TAIL_RUNS]
    spans = [
        f"{_few([rate.rate for rate in at(deep, level, alpha)])} at {alpha:g} ({level} level)"
        for level in LEVELS
        for alpha in ALPHAS[2:]
    ]
    over = [
        f"{rate.scenario}, {rate.level} level ({rate.rate:.2g} at {rate.alpha:g})"
        for alpha in ALPHAS[1:]
        for rate in at_any(deep, alpha)
        if rate.low > 2 * alpha
    ]
    more = "By truth, over all sizes, rates at .01, .001 and .0001 are "
    more += (
        f"clearly above twice the level for {'; '.join(heavy)}"
        if heavy
        else "for none clearly above twice the level"
    )
    if deep:
        more += f". Scenarios with {TAIL_RUNS:,} tables: {', '.join(spans)}; clearly above twice the level: "
        more += "; ".join(over) if over else "none"
    return more + "."


def _few(values: Sequence[float]) -> str:
    return f"{min(values):.2g} to {max(values):.2g}" if values else "–"


def _of_coverage(coverages: Sequence[IntervalCoverage]) -> str:
    plain = [row for row in coverages if row.look == PLAIN_LOOK]
    parts = []
    for level, inputs in (("system", range(1000)), ("input", range(101)), ("input", range(101, 1000))):
        groups: dict[tuple[Any, ...], list[float]] = {}
        for row in plain:
            if row.level == level and row.n_inputs in inputs:
                groups.setdefault((row.n_systems, row.n_inputs), []).append(row.coverage)
        means = [sum(values) / len(values) for values in groups.values()]
        lowest = min((value for values in groups.values() for value in values), default=float("nan"))
        where = f" with {max(inputs)} inputs at most" if max(inputs) == 100 else ""
        where = " with 500 inputs" if min(inputs) > 100 else where
        parts.append(f"{_span(means)} at the {level} level{where} (lowest of a truth {proportion(lowest)})")
    others = {
        words: [row.coverage for row in coverages if row.look == look]
        for look, words in (("outlying systems", "outlying systems"), (UNTOLD, "untold families"))
    }
    failing = " and ".join(f"{words} ({_span(values, 2)})" for words, values in others.items() if values)
    return (
        f"The 95% interval of one metric holds the population value in {'; '.join(parts)}: means over truths that no "
        f"table shows. **It fails with {failing}.**"
    )


def mean_and_lowest(rows: list[IntervalCoverage]) -> str:
    """Return the mean coverage and the lowest of a truth."""
    shares = [row.coverage for row in rows]
    return f"{mean_proportion(shares)} ({proportion(min(shares))})" if shares else ""


def of_ranks(found: CertifyResult) -> list[str]:
    """Return the parts of the page of rank coefficients that it has beside those of every certification."""
    rates = null_rates(found.rates)
    by_coefficient: dict[str, Callable[[RejectionRate], bool]] = {
        one: lambda rate, one=one: rate.coefficient == one for one in RANKS
    }
    parts = [
        "## All tables together",
        "How often a true null is rejected, families of systems that nobody names left out, with exact 95% intervals.",
        tails(rates, by_coefficient),
        "Where most often at .05, those first whose interval begins highest:",
    ]
    for level, (coefficient, chosen) in itertools.product(LEVELS, by_coefficient.items()):
        here = [rate for rate in rates if chosen(rate)]
        parts += [f"### {level.capitalize()} level, {coefficient}: worst", worst(here, level)]
    return parts


def write_tables(found: CertifyResult, ranks: CertifyResult) -> None:
    """Put the rows of the default method into the tables that come with the package, in place of its own there."""
    rates = (*summarised_rates(found.rates), *summarised_rates(ranks.rates))
    coverages = summarised_coverages(found.coverages)
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
    """Write the pages and the tables."""
    folder, compute = Path(arguments[0]), "--compute" in arguments
    found, first = gathered(folder, compute=compute)
    ranks = trueness.simulation.certify(
        grid="standard",
        coefficient=RANKS,
        runs=TABLES_OF_RANKS,
        tests=NAME,
        intervals=(),
        folder=folder,
        compute=compute,
    )
    write_page(PAGE, [INTRO, *in_short(found, first), *overview(found, first)], found)
    write_page(PAGE_OF_RANKS, [INTRO_OF_RANKS, *of_ranks(ranks)], ranks)
    write_tables(found, ranks)


def write_page(path: Path, beginning: Sequence[str], found: CertifyResult) -> None:
    """Write a page: its own beginning, then what every certification says."""
    parts = [*beginning, *(part.markdown() for part in certification_parts(found))]
    path.write_text("\n\n".join(part.strip("\n") for part in parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
