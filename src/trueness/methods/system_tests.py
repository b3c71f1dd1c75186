"""Tests of two systems by one scorer: what is true of each, its words, and one call on pairs of systems."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

from trueness.statistics.engine.resample import DEFAULT_RESAMPLES
from trueness.statistics.systems.paired_t import paired_t
from trueness.statistics.systems.rank_sum import rank_sum
from trueness.statistics.systems.signed_rank import signed_rank
from trueness.statistics.systems.system_bootstrap import system_bootstrap
from trueness.statistics.systems.system_pairs import PairTests, SystemPairs
from trueness.statistics.systems.system_permutation import system_permutation


@dataclasses.dataclass(frozen=True)
class SystemDraws:
    """What a test of systems may be told.

    Attributes
    ----------
    resamples, seed : int
    confidence : float
    zeros : {'pratt', 'wilcox'}
        What signed ranks do with outputs of equal score.
    """

    resamples: int = DEFAULT_RESAMPLES
    seed: int = 0
    confidence: float = 0.95
    zeros: str = "pratt"


@dataclasses.dataclass(frozen=True)
class SystemTest:
    """Whether one system is better than another by a scorer.

    Attributes
    ----------
    name : str
        In columns and flags.
    words : str
        What it is called in a caption.
    source : str
        The work to cite, a key of the report's references; empty where none is needed.
    run : callable
        Takes pairs of systems and `SystemDraws`.
    resampled : bool
        Whether it draws resamples.
    has_interval : bool
        Whether it gives differences an interval.
    has_zeros : bool
        Whether it matters what is done with outputs of equal score.
    of_outputs : bool
        Whether it compares outputs, and not the scores of systems.
    only_means : bool
        Whether it cannot compare medians.
    doubt_if_few : str
        What speaks against it where there are few inputs; empty if nothing does.
    wants_normal : bool
        Whether it leans on normal differences.
    paired : bool
        Whether it compares outputs for the same input; otherwise it takes them for unrelated.
    arrangements : callable or None
        Given a number of units (inputs, or clusters of them), returns how many arrangements of them there are.
    far_out : bool
        Whether p-values of means are as small as the arrangements there are allow, however few are drawn.
    symmetric : bool
        Whether it takes differences of equal systems for symmetric about 0, though only their mean is asked about.
    independent_inputs : bool
        Whether it takes inputs for independent, and so does not exist for inputs in clusters.
    """

    name: str
    words: str
    run: Callable[[SystemPairs, SystemDraws], PairTests]
    source: str = ""
    resampled: bool = False
    has_interval: bool = False
    has_zeros: bool = False
    of_outputs: bool = False
    only_means: bool = False
    doubt_if_few: str = ""
    wants_normal: bool = False
    paired: bool = True
    arrangements: Callable[[int], int] | None = None
    far_out: bool = False
    symmetric: bool = False
    independent_inputs: bool = False


def _permutation(pairs: SystemPairs, draws: SystemDraws) -> PairTests:
    return system_permutation(pairs, resamples=draws.resamples, rng=draws.seed)


def _bootstrap(pairs: SystemPairs, draws: SystemDraws) -> PairTests:
    return system_bootstrap(pairs, confidence=draws.confidence, resamples=draws.resamples, rng=draws.seed)


def _t(pairs: SystemPairs, draws: SystemDraws) -> PairTests:
    return paired_t(pairs, confidence=draws.confidence)


def _wilcoxon(pairs: SystemPairs, draws: SystemDraws) -> PairTests:
    return signed_rank(pairs, zeros=draws.zeros)


def _rank_sum(pairs: SystemPairs, _: SystemDraws) -> PairTests:
    return rank_sum(pairs)


PERMUTATION = SystemTest(
    "permutation",
    "the paired permutation test",
    _permutation,
    source="phipson-smyth-2010-permutation",
    resampled=True,
    arrangements=lambda units: 1 << units,
    far_out=True,
    symmetric=True,
)
BOOTSTRAP = SystemTest(
    "bootstrap",
    "the paired bootstrap test",
    _bootstrap,
    source="koehn-2004-statistical",
    resampled=True,
    has_interval=True,
    doubt_if_few="the bootstrap rejects too often",
)
T = SystemTest(
    "t",
    "the paired t test",
    _t,
    has_interval=True,
    only_means=True,
    doubt_if_few="differences have to be normal",
    wants_normal=True,
)
WILCOXON = SystemTest(
    "wilcoxon",
    "Wilcoxon's signed-rank test",
    _wilcoxon,
    source="wilcoxon-1945-individual",
    has_zeros=True,
    of_outputs=True,
    arrangements=lambda units: 1 << units,
    independent_inputs=True,
)
RANK_SUM = SystemTest(
    "rank_sum",
    "the rank-sum test",
    _rank_sum,
    source="mann-whitney-1947-test",
    of_outputs=True,
    paired=False,
    arrangements=lambda units: math.comb(2 * units, units),
    independent_inputs=True,
)
