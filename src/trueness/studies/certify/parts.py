"""The parts of a certification's page: what each test and interval does, at worst and on average, with its errors.

A part is written as Markdown, which `trueness plan --certify` prints, or as a block of an HTML page.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from trueness.reporting.writing.escaping import markdown
from trueness.reporting.writing.tables import MISSING as NOTHING
from trueness.studies.certify.certified_table import ALPHA, BAND
from trueness.studies.certify.elements import (
    Bullets,
    Grid,
    Heading,
    Paragraph,
    Part,
    mean_proportion,
    proportion,
)
from trueness.studies.certify.held_out_coverage import REPLICATE_COVERAGE
from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.kept_results import MissingCells
from trueness.studies.certify.rejection_rates import (
    MAIN_SIDE,
    RejectionRate,
    is_alternative,
    simultaneous_interval,
    size_held,
    size_verdict,
)
from trueness.studies.certify.rows import CertifyResult, missing_words
from trueness.studies.certify.tails import VERDICTS, parts_of_families, parts_of_tails

MOST_LISTED = 30
"""Cells above the band that are listed; the rest is counted."""

MOST_ACROSS = 6
"""Sizes of data that stand side by side; of more, systems stand below each other and inputs side by side."""


def certification_page(found: CertifyResult, title: str | None = None) -> str:
    """Return the page as Markdown.

    First which tests hold their size at each level and coefficient, at a glance. Then, per level and coefficient,
    tables of tests: size where metrics are alike, how many scenarios lie in the band .05 +- .015, outside it or across
    its border, and power; by size of data and by kind of scores. Then the cells above the band, the intervals in the
    same way, and what was asked for and has not been run.
    """
    written = [part.markdown() for part in certification_parts(found)]
    heading = "Certification of tests and intervals" if title is None else markdown(title)
    return "\n\n".join([f"# {heading}", *written, f"`{found.signature}`"]) + "\n"


def certification_parts(found: CertifyResult) -> list[Part]:
    """Return what the page is made of."""
    single = [rate for rate in found.rates if rate.family_size == 1]
    judged = JudgedRates.of([rate for rate in single if rate.side == MAIN_SIDE])
    partial = f"This page is of a part of what was asked for: {missing_words(found.missing)}; see [not run](#not-run)."
    return [
        *([Paragraph(partial)] if found.missing else []),
        *glance(judged),
        *parts_of_tests(judged),
        *parts_of_truths(judged),
        *cells_above(judged),
        *parts_of_tails(single),
        *parts_of_families([rate for rate in found.rates if rate.family_size > 1]),
        *parts_of_intervals(found.coverages),
        *not_run(found.missing),
    ]


@dataclasses.dataclass(frozen=True)
class JudgedRates:
    """Rates with their verdicts, judged together.

    Attributes
    ----------
    rates : tuple of RejectionRate
        With p-values.
    verdicts : tuple of str
        Of `size_verdict`; empty where one metric is better.
    cells : int
        Those in which there is nothing to find.
    """

    rates: tuple[RejectionRate, ...]
    verdicts: tuple[str, ...]
    cells: int

    @classmethod
    def of(cls, rates: Sequence[RejectionRate]) -> JudgedRates:
        """Judge rates together."""
        known = tuple(rate for rate in rates if not np.isnan(rate.rate))
        cells = sum(rate.null for rate in known)
        return cls(known, tuple(size_verdict(rate, cells) if rate.null else "" for rate in known), cells)

    def grouped(self, by: Callable[[RejectionRate], Hashable]) -> dict[Hashable, JudgedRates]:
        """Return groups in order of first appearance."""
        groups: dict[Hashable, list[tuple[RejectionRate, str]]] = {}
        for rate, verdict in zip(self.rates, self.verdicts, strict=True):
            groups.setdefault(by(rate), []).append((rate, verdict))
        return {
            key: JudgedRates(tuple(rate for rate, _ in several), tuple(v for _, v in several), self.cells)
            for key, several in groups.items()
        }

    @property
    def sizes(self) -> list[float]:
        """Rates where there is nothing to find."""
        return [rate.rate for rate in self.rates if rate.null]

    @property
    def powers(self) -> list[float]:
        """Rates where one metric is better."""
        return [rate.rate for rate in self.rates if is_alternative(rate)]

    @property
    def holds(self) -> str:
        """Whether the size is held: yes, no, open, or a dash without a null truth."""
        return size_held(self.verdicts) if self.sizes else NOTHING


def glance(judged: JudgedRates) -> list[Part]:
    """Return a table of tests by level and coefficient that says where they hold their size."""
    if not judged.cells:
        return []
    places = judged.grouped(_place)
    rows = []
    for test, mine in judged.grouped(_test).items():
        here = mine.grouped(_place)
        rows.append((str(test), *(_verdict(here[key]) if key in here else NOTHING for key in places)))
    header = ("test", *(_place_words(key) for key in places))
    said = (
        f"Whether a test rejects a true null in {proportion(ALPHA)} ± {proportion(BAND)} of tables: *yes* "
        "in every scenario, *no* clearly not in one, *open* where more tables are needed; then its mean size and, in "
        "brackets, the largest."
    )
    return [Heading("At a glance"), Paragraph(said), Grid(header, rows, words=header)]


def parts_of_tests(judged: JudgedRates) -> list[Part]:
    """Return, for each level and coefficient, tables of tests: all in all, by size of data, and by kind of scores."""
    if not judged.rates:
        return []
    parts: list[Part] = [Heading("Tests"), Paragraph(_tests_explained(judged))]
    for place, here in judged.grouped(_place).items():
        parts.append(Heading(_place_words(place).capitalize(), 3))
        rows = [_test_row(str(test), mine) for test, mine in here.grouped(_test).items()]
        header = ("test", "holds", "size", "smallest", "largest", *VERDICTS, "power", "largest where")
        parts.append(Grid(header, rows, words=("test", "holds", "largest where")))
        kinds = list(dict.fromkeys(rate.scores for rate in here.rates))
        parts += _by_size(
            "test",
            {
                str(test): {size: _rate_entry(of_size) for size, of_size in mine.grouped(_size).items()}
                for test, mine in here.grouped(_test).items()
            },
        )
        if len(kinds) > 1:
            parts += _by_kind(here, kinds)
    return parts


def parts_of_truths(judged: JudgedRates) -> list[Part]:
    """Return, for each level and coefficient, a table of tests by truth."""
    truths = judged.grouped(_truth)
    if len(truths) < 2:
        return []
    said = (
        "As above: the mean size over sizes of data and kinds of scores, in brackets the largest one; then power where "
        "there is a difference to find at the level."
    )
    parts: list[Part] = [Heading("By truth"), Paragraph(said)]
    for place, here in judged.grouped(_place).items():
        tests = here.grouped(_test)
        by_truth = {test: mine.grouped(_truth) for test, mine in tests.items()}
        rows = [
            (
                str(truth),
                *(
                    _rate_entry(by_truth[test][truth]) if truth in by_truth[test] else NOTHING
                    for test in tests
                ),
            )
            for truth in truths
        ]
        parts += [
            Heading(f"{_place_words(place).capitalize()}: truths", 3),
            Grid(("where", *map(str, tests)), rows, words=("where",)),
        ]
    return parts


def cells_above(judged: JudgedRates) -> list[Part]:
    """Return the cells above the band, the worst first."""
    above = [rate for rate, verdict in zip(judged.rates, judged.verdicts, strict=True) if verdict == "above"]
    if not above:
        return []
    above.sort(key=lambda rate: -rate.rate)
    rows = []
    for rate in above[:MOST_LISTED]:
        low, high = simultaneous_interval(rate, judged.cells)
        rows.append(
            (
                rate.test,
                f"{rate.level}, {rate.coefficient}",
                proportion(rate.rate),
                f"{proportion(low)} to {proportion(high)}",
                f"{rate.runs - rate.n_undefined:,}",
                rate.scenario,
            )
        )
    listed = f"{len(above):,} of {judged.cells:,} cells" if len(above) > 1 else f"1 of {judged.cells:,} cells"
    rest = f", of which the {MOST_LISTED} worst are listed" if len(above) > MOST_LISTED else ""
    said = f"{listed} {'lie' if len(above) > 1 else 'lies'} above {proportion(ALPHA + BAND)}{rest}."
    header = ("test", "level, coefficient", "size", "simultaneous interval", "tables", "where")
    table = Grid(header, rows, words=("test", "level, coefficient", "where"))
    return [Heading("Cells above the band"), Paragraph(said), table]


def table_counts(runs: Sequence[int]) -> tuple[str, str]:
    """Return how many tables there were, and the Monte-Carlo standard error of a rate of .05 (or .95) of so many."""

    def error(number: int) -> str:
        return proportion(float(np.sqrt(ALPHA * (1 - ALPHA) / number)), 4)

    fewest, most = min(runs), max(runs)
    if fewest == most:
        return f"{most:,}", error(most)
    return f"{fewest:,} to {most:,}", f"{error(most)} to {error(fewest)}"


def _tests_explained(judged: JudgedRates) -> str:
    runs, error = table_counts([rate.runs for rate in judged.rates])
    scenarios = len({rate.scenario for rate in judged.rates})
    return (
        f"{scenarios:,} scenario{'s' if scenarios > 1 else ''}, {runs} tables each: the Monte-Carlo standard error of "
        f"a rate of .05 is {error}. *Size* is the mean rate over scenarios in which there is nothing to find; *power* "
        "that where one metric is better (of a test that does not hold its size it is no merit). *Inside*, *above*, "
        f"*below* and *open* count scenarios by their interval, simultaneous over all {judged.cells:,} cells: in "
        f"{proportion(ALPHA - BAND)} to {proportion(ALPHA + BAND)}, outside, or across a border (`--settle` runs those "
        "with a size outside again, with 20,000 tables). In the tables by size of data and by kind of scores, "
        ".050 (.062) .31 is a mean size of .050, a largest one of .062, and a power of .31."
    )


def _by_size(heading: str, entries: Mapping[str, Mapping[Hashable, str]]) -> list[Part]:
    """Return what each method does by size of data: sizes across, or where these are many a table for each method."""
    sizes = sorted({size for mine in entries.values() for size in mine}, key=_sortable)
    if len(sizes) < 2:
        return []
    if len(sizes) <= MOST_ACROSS:
        rows = [(name, *(mine.get(size, NOTHING) for size in sizes)) for name, mine in entries.items()]
        header = (heading, *map(_size_words, sizes))
        return [Paragraph("By systems × inputs:"), Grid(header, rows, words=(heading,))]
    systems, inputs = (sorted({size[k] for size in map(_sortable, sizes)}) for k in range(2))
    parts: list[Part] = []
    for name, mine in entries.items():
        rows = [(str(n), *(mine.get((n, m), NOTHING) for m in inputs)) for n in systems]
        header = ("systems", *(f"{m} inputs" for m in inputs))
        parts += [Paragraph(f"`{name}` by systems and inputs:"), Grid(header, rows, words=())]
    return parts


def _by_kind(judged: JudgedRates, kinds: Sequence[str]) -> list[Part]:
    rows = []
    for test, mine in judged.grouped(_test).items():
        here = mine.grouped(lambda rate: rate.scores)
        rows.append((str(test), *(_rate_entry(here[kind]) if kind in here else NOTHING for kind in kinds)))
    return [Paragraph("By kind of scores:"), Grid(("test", *kinds), rows, words=("test",))]


def _rate_entry(judged: JudgedRates) -> str:
    sizes = judged.sizes
    size = f"{mean_proportion(sizes)} ({proportion(max(sizes))})" if sizes else NOTHING
    return f"{size} {mean_proportion(judged.powers, 2)}"


def _test_row(test: str, judged: JudgedRates) -> tuple[str, ...]:
    power, sizes = mean_proportion(judged.powers), judged.sizes
    if not sizes:
        return (test, *[NOTHING] * 8, power, NOTHING)
    worst = max((rate for rate in judged.rates if rate.null), key=lambda rate: rate.rate)
    return (
        test,
        judged.holds,
        mean_proportion(sizes),
        proportion(min(sizes)),
        proportion(worst.rate),
        *(str(judged.verdicts.count(verdict)) for verdict in VERDICTS),
        power,
        worst.scenario,
    )


def _verdict(judged: JudgedRates) -> str:
    sizes = judged.sizes
    if not sizes:
        return NOTHING
    return f"{judged.holds} {mean_proportion(sizes)} ({proportion(max(sizes))})"


def _test(rate: RejectionRate) -> str:
    return rate.test


def _truth(rate: RejectionRate) -> str:
    return rate.scenario.partition(";")[0]


def _place(row: RejectionRate | IntervalCoverage) -> tuple[str, str]:
    return row.level, row.coefficient


def _size(row: RejectionRate | IntervalCoverage) -> tuple[int, int]:
    return row.n_systems, row.n_inputs


def _sortable(size: Any) -> tuple[int, int]:
    return int(size[0]), int(size[1])


def _size_words(size: Any) -> str:
    return f"{size[0]} × {size[1]}"


def _place_words(place: Any) -> str:
    level, coefficient = place
    return f"{level} level, {coefficient}"


def parts_of_intervals(coverages: Sequence[IntervalCoverage]) -> list[Part]:
    """Return, for each level and coefficient, tables of intervals: all in all, and by size of data."""
    known = [row for row in coverages if not np.isnan(row.coverage)]
    if not known:
        return []
    parts: list[Part] = [Heading("Intervals"), Paragraph(_intervals_explained(known))]
    for place in dict.fromkeys(map(_place, known)):
        here = [row for row in known if _place(row) == place]
        groups: dict[str, list[IntervalCoverage]] = {}
        for row in here:
            groups.setdefault(row.interval, []).append(row)
        parts.append(Heading(f"{_place_words(place).capitalize()}: intervals", 3))
        header = ("interval", "coverage", "lowest", "highest", "of fresh tables", "width", "lowest where")
        rows = [_interval_row(interval, mine) for interval, mine in groups.items()]
        parts.append(Grid(header, rows, words=("interval", "lowest where")))
        parts += _by_size(
            "interval",
            {
                interval: {
                    size: _coverage_entry([row for row in mine if _size(row) == size])
                    for size in set(map(_size, mine))
                }
                for interval, mine in groups.items()
            },
        )
    return parts


def _intervals_explained(known: Sequence[IntervalCoverage]) -> str:
    runs, error = table_counts([row.runs for row in known])
    scenarios = len({row.scenario for row in known})
    return (
        f"{scenarios:,} scenario{'s' if scenarios > 1 else ''}, {runs} tables each: the Monte-Carlo "
        f"standard error of a coverage of .95 is {error}. *Coverage* is the share of 95% intervals that "
        "contain the population value (mean, lowest and highest over scenarios). *Of fresh tables*: the "
        "share that contain the correlation of an independent table of the same size, which is what "
        "held-out halves of data ask for. A fresh table varies as much as the first, so that a valid "
        f"95% interval contains its correlation in about {proportion(REPLICATE_COVERAGE)}; `prediction` "
        "is the interval meant for that, and should reach .95 there. In the tables by size of data, "
        ".931 (.948) .82 is a lowest coverage of .931, a mean one of .948, and .82 of fresh tables."
    )


def _interval_row(interval: str, rows: Sequence[IntervalCoverage]) -> tuple[str, ...]:
    worst = min(rows, key=lambda row: row.coverage)
    return (
        interval,
        mean_proportion([row.coverage for row in rows]),
        proportion(worst.coverage),
        proportion(max(row.coverage for row in rows)),
        mean_proportion([row.replicate_coverage for row in rows]),
        f"{np.mean([row.width for row in rows]):.2f}",
        worst.scenario,
    )


def _coverage_entry(rows: Sequence[IntervalCoverage]) -> str:
    covered = [row.coverage for row in rows]
    fresh = mean_proportion([row.replicate_coverage for row in rows], 2)
    return f"{proportion(min(covered))} ({mean_proportion(covered)}) {fresh}"


def not_run(missing: Sequence[MissingCells]) -> list[Part]:
    """Say which tests and intervals are missing at which levels and sizes, and how long they would take."""
    if not missing:
        return []
    scenarios: dict[tuple[str, str], Counter[tuple[int, int]]] = {}
    for one in missing:
        for method, level in dict.fromkeys(cell[:2] for cell in one.cells):
            sizes = scenarios.setdefault((one.kind, f"`{method}` ({level})"), Counter())
            sizes[one.n_systems, one.n_inputs] += 1
    together: dict[tuple[str, str], list[str]] = {}
    for (kind, method), sizes in scenarios.items():
        where = ", ".join(f"{n} × {m} ({count})" for (n, m), count in sorted(sizes.items()))
        together.setdefault((kind, where), []).append(method)
    lines = [f"{kind}: {where}: {', '.join(methods)}" for (kind, where), methods in together.items()]
    known = [one.seconds for one in missing if not np.isnan(one.seconds)]
    said = missing_words(missing)
    said = f"{said[0].upper()}{said[1:]}"
    if known:
        said += f", which would take about {_time(sum(known))} going by the times recorded so far"
    if len(known) < len(missing):
        count = sum(len(one.cells) for one in missing if np.isnan(one.seconds))
        said += f"{', and' if known else ';'} of {count:,} nothing has been recorded to tell the time by"
    said += ". By systems × inputs, in brackets the scenarios:"
    return [Heading("Not run"), Paragraph(said), Bullets(lines)]


def _time(seconds: float) -> str:
    """Return a time in the two largest units that matter."""
    minutes, hours = seconds / 60, seconds / 3600
    if hours >= 48:
        return f"{hours / 24:.1f} days"
    if hours >= 1:
        return f"{hours:.1f} hours"
    return f"{minutes:.0f} minutes" if minutes >= 2 else f"{seconds:.0f} seconds"
