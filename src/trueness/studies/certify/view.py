"""How a certification is shown: its tables, and its page as Markdown or HTML."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import (
    MOST_PRINTED_ROWS,
    Block,
    Chapter,
    Folded,
    Tile,
    counted_facts,
    section,
    whole_part,
)
from trueness.reporting.page import Part as TablePart
from trueness.reporting.view import SHARED, Table, View, parts_by_level, switched
from trueness.reporting.writing.tables import TableSpec
from trueness.studies.certify.certified_lines import coverage_lines, null_rates, size_lines
from trueness.studies.certify.certified_table import ALPHA
from trueness.studies.certify.elements import Grid, Heading, Part, proportion
from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.kept_results import MissingCells
from trueness.studies.certify.parts import certification_parts
from trueness.studies.certify.rejection_rates import MAIN_SIDE, RejectionRate, size_held
from trueness.studies.certify.rows import SIZE_BAND, CertifyResult, size_verdicts
from trueness.study.number_words import counted

RATES = TableSpec.of(
    RejectionRate,
    "rates",
    "Rejection rates",
    "How often tests rejected in simulated tables: their size where there was nothing to find (null), their power "
    "elsewhere, with exact 95% intervals. Of a family of pairs: how often Holm's procedure rejected any.",
    (
        *(
            "scenario",
            "level",
            "coefficient",
            "test",
            "alternative",
            "alpha",
            "null",
            "rate",
            ("low", "high"),
        ),
        *("rejected", "runs", "n_undefined"),
    ),
)
COVERAGES = TableSpec.of(
    IntervalCoverage,
    "coverages",
    "Coverage of intervals",
    "How often 95% intervals held the population value, with the exact 95% interval of that share, and the correlation "
    "of a fresh table of the same size.",
    (
        *("scenario", "level", "coefficient", "interval", "population", "coverage", ("low", "high")),
        *("replicate_coverage", "width", "runs", "n_undefined"),
    ),
)
MISSING = TableSpec.of(
    MissingCells,
    "missing",
    "Not run",
    "Scenarios of which cells were asked for and not run, and about how many seconds these would take.",
    ("scenario", "n_systems", "n_inputs", "kind", "seconds"),
)


class CertificationView(View[CertifyResult]):
    """How a certification is shown."""

    eyebrow: ClassVar[str] = "how do tests and intervals behave where the truth is known?"
    shown: ClassVar[tuple[str, ...]] = ("rates", "coverages")
    specs: ClassVar[tuple[TableSpec, ...]] = (RATES, COVERAGES, MISSING)

    def alone_of(self, result: CertifyResult) -> str:
        """Return the table of intervals where no test was tried."""
        return "rates" if result.rates or not result.coverages else "coverages"

    def printed_by_default(self, result: CertifyResult, name: str, width: int) -> Sequence[Table]:
        """Return a table as a terminal shows it: sizes, the largest first; coverages, the lowest first."""
        spec, rows = self.table(result, name)
        if name == RATES.name:
            sizes = [row for row in rows if row.null and row.side == MAIN_SIDE and not math.isnan(row.rate)]
            spec = spec.without("alternative", "alpha", "null", "rejected", "n_undefined")
            return [(spec, sorted(sizes, key=lambda row: -row.rate))]
        if name == COVERAGES.name:
            known = [row for row in rows if not math.isnan(row.coverage)]
            spec = spec.without("population", "replicate_coverage", "width", "n_undefined")
            return [(spec, sorted(known, key=lambda row: row.coverage))]
        return self.printed(result, name, width)

    def title(self, result: CertifyResult) -> str:
        """Return the heading of the page."""
        return f"Certification of {' and '.join(_tried(result)) or 'tests and intervals'}"

    def facts(self, result: CertifyResult) -> str:
        """Return what was tried on what, in one line."""
        counts = [(len(names), word[:-1]) for word, names in _tried(result).items()]
        like = [] if result.table is None else [f"like {result.table.name}"]
        scenarios = {row.scenario for row in result.rates} | {row.scenario for row in result.coverages}
        return counted_facts(*counts, (len(scenarios), "scenario"), more=like)

    def tiles(self, result: CertifyResult) -> Iterator[Tile]:
        """Return how many tests hold their size, the largest size, the lowest coverage, and the number of tables."""
        held = {test: size_held(verdicts) for test, verdicts in size_verdicts(result.rates).items()}
        return _tiles(result, held)

    def figures(self, result: CertifyResult) -> tuple[Figure, ...]:
        """Return the sizes of tests and the coverages of intervals, at each level and by each coefficient."""
        known = [row for row in result.coverages if not math.isnan(row.coverage)]
        return (
            *(size_lines(result, *key) for key in _keys(null_rates(result))),
            *(coverage_lines(result, *key) for key in _keys(known)),
        )

    def chapters(self, result: CertifyResult) -> Iterator[Chapter]:
        """Yield the parts of the page, then every number."""
        parts = certification_parts(result)
        first = list(itertools.takewhile(lambda part: not isinstance(part, Heading), parts))
        if first:
            yield Chapter("partial", "A part", tuple(_blocks(first, "A part")))
        keys = _keys([*result.rates, *result.coverages])
        yield Chapter("figures", "Figures", switched(self.drawn(result), keys))
        for heading, below in _below(parts[len(first) :], 2):
            yield Chapter(heading.name, heading.text, tuple(_blocks(below, heading.text)))
        for spec, rows in self.tables(result):
            if rows and spec.name not in SHARED:
                contents = "Every cell not run" if spec.name == "missing" else f"All: {spec.title.lower()}"
                yield Chapter(spec.name, contents, (self.section(spec, rows, folded="All rows"),))

    def section(self, spec: TableSpec, rows: Sequence[Any], **more: Any) -> Block:
        """Return a table as a block of a page; a very long one as files to download only."""
        parts: Iterable[TablePart] = ()
        if len(rows) <= MOST_PRINTED_ROWS:
            parts = (whole_part(spec, rows),) if spec.name == "missing" else parts_by_level(spec, rows)
        else:
            more = {**more, "folded": ""}
        return section(spec, rows, parts, **more)


def _keys(rows: Sequence[RejectionRate | IntervalCoverage]) -> list[tuple[str, str]]:
    """Return the levels and coefficients of rows."""
    return list(dict.fromkeys((row.level, row.coefficient) for row in rows))


def _tried(result: CertifyResult) -> dict[str, set[str]]:
    """Return the tests and intervals that have results."""
    tests, intervals = {row.test for row in result.rates}, {row.interval for row in result.coverages}
    return {word: names for word, names in (("tests", tests), ("intervals", intervals)) if names}


def _below(parts: Sequence[Part], level: int) -> Iterator[tuple[Heading, list[Part]]]:
    """Yield every heading of a level with what stands below it; the first part is such a heading."""
    heading: Heading | None = None
    below: list[Part] = []
    for part in parts:
        if isinstance(part, Heading) and part.level == level:
            if heading is not None:
                yield heading, below
            heading, below = part, []
        else:
            below.append(part)
    if heading is not None:
        yield heading, below


def _blocks(parts: Sequence[Part], under: str) -> Iterator[Block]:
    """Yield parts below a heading as blocks of a page; what stands below one of its own is folded away."""
    plain = list(itertools.takewhile(lambda part: not isinstance(part, Heading), parts))
    for place, part in enumerate(plain, start=1):
        if isinstance(part, Grid):
            yield part.block(f"{under}, part {place}")
        elif not isinstance(part, Heading):
            yield part.block()
    for heading, below in _below(parts[len(plain) :], 3):
        yield Folded(heading.text, tuple(_blocks(below, f"{under}: {heading.text}")))


def _tiles(found: CertifyResult, held: dict[str, str]) -> Iterator[Tile]:
    if held:
        yes, still_open = (sum(answer == one for answer in held.values()) for one in ("yes", "open"))
        yield Tile(
            "Tests that hold their size",
            f"{yes} of {len(held)}",
            f"from {SIZE_BAND}, wherever they were tried"
            + (f"; of {still_open} it cannot be told" if still_open else ""),
        )
    null = [
        rate for rate in found.rates if rate.null and rate.side == MAIN_SIDE and not math.isnan(rate.rate)
    ]
    if null:
        most = max(null, key=lambda rate: rate.rate)
        yield Tile(
            "Largest size",
            proportion(most.rate),
            f"where {proportion(ALPHA, 2)} is meant: {_cell(most.test, most)}",
            f"[{proportion(most.low)}, {proportion(most.high)}]",
        )
    known = [row for row in found.coverages if not math.isnan(row.coverage)]
    if known:
        low = min(known, key=lambda row: row.coverage)
        yield Tile(
            "Lowest coverage",
            f"{low.coverage:.1%}",
            f"of tables, where 95% is meant: {_cell(low.interval, low)}",
            f"[{low.low:.1%}, {low.high:.1%}]",
        )
    if found.missing:
        cells = sum(len(one.cells) for one in found.missing)
        yield Tile("Not run", f"{cells:,} cell{'s' * (cells != 1)}", "of what was asked for")
    runs = [*(row.runs for row in null), *(row.runs for row in known)]
    if runs:
        yield _tables(null, runs)


def _cell(method: str, row: RejectionRate | IntervalCoverage) -> str:
    return f"‘{method}’, {row.level.replace('_', '-')} level, {row.coefficient}; {row.scenario}"


def _tables(null: Sequence[RejectionRate], runs: Sequence[int]) -> Tile:
    fewest, most = min(runs), max(runs)
    value = f"{fewest:,}" if fewest == most else f"{fewest:,} to {most:,}"
    error = math.sqrt(ALPHA * (1 - ALPHA) / fewest)
    return Tile(
        "Tables in a cell",
        value,
        f"so a rate of {proportion(ALPHA, 2)} has a standard error of {proportion(error)}"
        + (f"{' at most' * (fewest != most)}; {counted(len(null), 'size')}" if null else ""),
    )
