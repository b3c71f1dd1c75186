"""The result of a certification, and what it says in sentences."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import Answer
from trueness.errors import listing
from trueness.result import Row
from trueness.statistics.two_way_model import TwoWayModel
from trueness.studies.certify.certified_scenarios import FittedScenario
from trueness.studies.certify.certified_table import ALPHA, BAND
from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.kept_results import MissingCells
from trueness.studies.certify.rejection_rates import MAIN_SIDE, RejectionRate, size_held, size_verdict
from trueness.study.lights import lit
from trueness.study.rows import Caution, as_row
from trueness.study.study import StudyResult

CLIPPED = 0.1
"""Above this share of variance set to zero, data fitted to a table are not much like it."""


@dataclasses.dataclass(frozen=True)
class CertifyResult(StudyResult):
    """What a certification found.

    Attributes
    ----------
    selection : CertifySelection
        The grid, or the scenarios by name; the human and metrics of the table that scenarios were fitted to.
    missing : tuple of MissingCells
        What was asked for and not computed, where only kept results were gathered.
    table : ScoreTable or None
        That scenarios were fitted to.
    """

    rates: tuple[RejectionRate, ...]
    coverages: tuple[IntervalCoverage, ...]
    missing: tuple[MissingCells, ...] = ()
    table: ScoreTable | None = dataclasses.field(default=None, repr=False, compare=False)

    def rows(self) -> list[Row]:
        """Return the rows of tests, then those of intervals."""
        return [*map(as_row, self.rates), *map(as_row, self.coverages)]

    def compared(self) -> dict[str, Any]:
        """Return the rows of tests and intervals as one list."""
        return {"rows": self.rows()}


SIZE_BAND = f"{ALPHA - BAND:.3f} to {ALPHA + BAND:.3f}".replace("0.", ".")
"""Between what the size of a test should lie, in words."""


def size_verdicts(rates: Sequence[RejectionRate]) -> dict[str, list[str]]:
    """Return the verdicts on the sizes of each test, of all cells together (see `size_verdict`)."""
    null = [rate for rate in rates if rate.null and rate.side == MAIN_SIDE and not np.isnan(rate.rate)]
    verdicts: dict[str, list[str]] = {}
    for rate in null:
        verdicts.setdefault(rate.test, []).append(size_verdict(rate, len(null)))
    return verdicts


def certify_conclusions(
    rates: Sequence[RejectionRate], coverages: Sequence[IntervalCoverage]
) -> Iterator[str]:
    """Yield which tests hold their size, and between what the coverages of intervals lie."""
    said = list(_sizes(size_verdicts(rates)))
    if said:
        yield f"{' '.join(said)} Size is the share of tables in which a true null is rejected: {SIZE_BAND} is meant."
    known = [row for row in coverages if not np.isnan(row.coverage)]
    if known:
        low, high = (choose(known, key=lambda row: row.coverage) for choose in (min, max))
        yield (
            f"95% intervals contain the population value in {low.coverage:.1%} ({low.interval}, {low.coefficient}, "
            f"{low.level} level) to {high.coverage:.1%} ({high.interval}, {high.coefficient}, {high.level} level) of "
            "tables."
        )


def _sizes(verdicts: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield which tests hold their size, which do not, and of which more tables would tell."""
    words: dict[str, tuple[Answer, str]] = {
        "yes": ("yes", "{} {} size wherever tried."),
        "no": ("no", "{} clearly {} size somewhere."),
        "open": (
            "cannot_tell",
            "We cannot tell whether {} {} size: that takes more tables (--runs, --settle).",
        ),
    }
    for held, (answer, text) in words.items():
        names = [test for test, found in verdicts.items() if size_held(found) == held]
        one = len(names) == 1
        verb = (
            ("misses its" if one else "miss their")
            if held == "no"
            else ("holds its" if one else "hold their")
        )
        if names:
            which = (
                listing(names)
                if len(verdicts) == 1
                else f"{len(names)} of {len(verdicts)} tests ({listing(names)})"
            )
            yield lit(answer, text.format(which, verb))


def certify_cautions(fitted: Iterable[FittedScenario], missing: Sequence[MissingCells]) -> Iterator[Caution]:
    """Yield what has to be known of scenarios fitted to a table, and of cells that were not run."""
    for one in fitted:
        if one.clipped > CLIPPED:
            yield Caution(
                "clipped_variance",
                "warning",
                f"{one.scenario.name}: {one.clipped:.0%} of the variance had to be set to zero, so these data are "
                "hardly like the table.",
            )
        if isinstance(one.scenario.model, TwoWayModel):
            yield Caution("fitted", "note", f"{one.scenario.name}: {fitted_words(one.scenario.model)}.")
    if missing:
        yield Caution(
            "not_run", "note", f"Only a part of what was asked for was run: {missing_words(missing)}."
        )


def fitted_words(model: TwoWayModel) -> str:
    """Return what a model fitted to a table has beside effects of systems and inputs."""
    count, degrees = len(model.of_inputs), model.input_degrees
    share = np.trace(model.of_inputs.sum(axis=0)) / max(np.trace(model.outputs), np.finfo(float).tiny)
    found = []
    if count:
        plural = "s" if count > 1 else ""
        found.append(
            f"{count} dimension{plural} of systems that inputs weigh ({share:.0%} of what outputs add)"
        )
    if np.isfinite(degrees):
        found.append(
            f"noise whose covariances differ between inputs (Wishart, {degrees:.0f} degrees of freedom)"
        )
    if not found:
        return "single outputs were fitted with independent noise; the table shows nothing more"
    return f"single outputs were fitted with {' and '.join(found)}"


def missing_words(missing: Sequence[MissingCells]) -> str:
    """Return how many cells are missing in how many scenarios."""
    cells = sum(len(one.cells) for one in missing)
    scenarios = len({one.scenario for one in missing})
    return (
        f"{cells:,} cell{'s' if cells > 1 else ''} in {scenarios:,} scenario{'s' if scenarios > 1 else ''} "
        f"{'are' if cells > 1 else 'is'} missing"
    )
