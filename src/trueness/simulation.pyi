"""Written by docs/write_names.py from the list in public_names.py; `make docs` writes it anew."""

from collections.abc import Iterable
from collections.abc import Sequence
from pathlib import Path
import numpy as np
from trueness.data.scores.score_table import ScoreTable
from trueness.metrics.rouge.degrade import degrade as degrade
from trueness.parallel import Watch
from trueness.statistics.two_way_model import TwoWayModel as TwoWayModel
from trueness.statistics.two_way_model import fit_two_way_model as fit_two_way_model
from trueness.studies.certify.certified_scenarios import certified_scenarios as certified_scenarios
from trueness.studies.certify.certified_scenarios import fitted_scenarios as fitted_scenarios
from trueness.studies.certify.certified_table import certified_coverage as certified_coverage
from trueness.studies.certify.certified_table import certified_size as certified_size
from trueness.studies.certify.degraded_power import DegradedPowerResult as DegradedPowerResult
from trueness.studies.certify.degraded_power import degraded_power as degraded_power
from trueness.studies.certify.held_out_coverage import HeldOutCoverageResult as HeldOutCoverageResult
from trueness.studies.certify.held_out_coverage import held_out_coverage as held_out_coverage
from trueness.studies.certify.interval_coverage import IntervalCoverageResult as IntervalCoverageResult
from trueness.studies.certify.interval_coverage import interval_coverage as interval_coverage
from trueness.studies.certify.rejection_rates import RejectionRatesResult as RejectionRatesResult
from trueness.studies.certify.rejection_rates import rejection_rates as rejection_rates
from trueness.studies.certify.rows import CertifyResult as CertifyResult
from trueness.studies.certify.scenario import Scenario as Scenario

def certify(
    scenarios: Iterable[Scenario] | None = None,
    *,
    table: ScoreTable | None = None,
    folder: str | Path | None = None,
    compute: bool = True,
    minutes: float | None = None,
    grid: str | None = None,
    named: str | Sequence[str] | None = None,
    truths: str | Sequence[str] | None = None,
    sizes: str | Sequence[str] | None = None,
    human: str | None = None,
    metrics: str | Sequence[str] | None = None,
    resamples: int | None = None,
    rng: int | np.random.Generator | None = None,
    tests: str | Sequence[str] | None = None,
    intervals: str | Sequence[str] | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    settle: bool | None = None,
    tails: bool | None = None,
    runs: int | None = None,
    engine: str | None = None,
    workers: int | None = None,
    chunk: int | None = None,
    memory: int | str | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> CertifyResult:
    """Study every test and interval in every scenario."""
