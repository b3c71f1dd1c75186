"""What simulations say about the tests of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trueness.methods.registry import pair_test
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.rows import Caution, PairTest
from trueness.studies.settings import Settings
from trueness.studies.simulation.certified_rates import CertifiedRate
from trueness.studies.simulation.certified_size import certified_size
from trueness.studies.simulation.rejection_rates import proportion_interval
from trueness.studies.simulation.score_type import score_type
from trueness.studies.simulation.size_verdict import ALPHA, BAND

MUCH = 2 * ALPHA
"""A test that rejects a true null this often gives a warning; below, a note."""

SCORE_WORDS = {
    "normal": "normal scores",
    "likert": "human scores of a few values",
    "skewed": "skewed scores",
    "heavy_tailed": "scores with outliers",
}


def certified_cautions(
    arrays: ScoreArrays,
    settings: Settings,
    tests: Sequence[PairTest],
    *,
    rates: Sequence[CertifiedRate] | None = None,
) -> Iterable[Caution]:
    """Yield one caution per main test that rejected true nulls too often in simulations.

    Too often is: the worst null truth is rejected in more than .065, and, allowing for its being the worst of several,
    clearly in more than .05. Certified are
    two-sided tests, so that of one-sided ones nothing is said; nor of tests shown beside, which are no recommendation.

    Parameters
    ----------
    arrays : ScoreArrays
    settings : Settings
    tests : sequence of PairTest
    rates : sequence of CertifiedRate, optional
        By default those that come with the package.
    """
    kind = score_type(arrays.human)
    used = dict.fromkeys(
        (row.test, row.over, row.level, row.coefficient)
        for row in tests
        if row.alternative == "two-sided" and settings.is_main(row)
    )
    worst: dict[str, tuple[CertifiedRate, list[str]]] = {}
    for test, over, level, coefficient in used:
        name = pair_test(test).studied_as(over, settings.standardize)
        if name is None:
            continue
        rate = certified_size(name, level, coefficient, arrays.n_systems, arrays.n_inputs, kind, rates=rates)
        if rate is None or not _too_often(rate):
            continue
        kept, places = worst.get(name, (rate, []))
        place = f"{coefficient}, {level} level"
        worst[name] = (max(kept, rate, key=lambda one: one.size), [*places, place])
    for name, (rate, places) in worst.items():
        yield Caution(
            "certified_size",
            "warning" if rate.size > MUCH else "note",
            f"In simulations with {rate.n_systems} systems and {rate.n_inputs} inputs ({SCORE_WORDS[rate.scores]}), "
            f"the test ({name.replace('_', ' ')}) at .05 found a difference where there was none in up to "
            f"{rate.size:.1%} instead of {ALPHA:.0%} of tables ({'; '.join(places)}): take p-values near the level "
            "with care.",
        )


def _too_often(rate: CertifiedRate) -> bool:
    rejected = round(rate.size * rate.runs)
    low, _ = proportion_interval(rejected, rate.runs, 1 - 0.05 / rate.truths)
    return rate.size > ALPHA + BAND and low > ALPHA
