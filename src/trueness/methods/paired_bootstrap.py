"""The paired bootstrap test: how often resampled differences lie on the other side of zero."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.methods.differences import Differences, Findings, PairFinding
from trueness.methods.pair_test import Form, PairTest
from trueness.statistics.agreement.significance import paired_bootstrap_pvalues
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.engine.resample import OVER


class PairedBootstrap(PairTest):
    """Differences in resamples of systems, inputs or both."""

    name = "bootstrap"
    noun = "paired bootstrap test"
    plural = "paired bootstrap tests that resample {resampled}"
    singular = "bootstrap test resampling {resampled}"
    contrast = "{resampled}"
    overs = OVER
    step = "resampling {over}"
    resamples = True
    pools = True
    studied = (
        Form("bootstrap_both", "both"),
        Form("bootstrap_systems", "systems"),
        Form("bootstrap_inputs", "inputs", liberal=True),
    )
    sentence = (
        "{start}a paired bootstrap test [@efron-tibshirani-1993-bootstrap; @deutsch-etal-2021-statistical] that "
        "resamples {resampled}, {sides}, with {count} resamples."
    )

    def findings(self, differences: Differences, over: str, keys: Sequence[Key]) -> Findings:
        """Return what resamples say of every pair; an interval over the same shares them."""
        wanted = frozenset(keys)
        found: Findings = {}
        for (key, pair), values in differences.samples(over).items():
            if key in wanted:
                first, second = differences.points[key, pair]
                found[key, pair] = bootstrapped(values, first - second)
        return found

    def disagreement(self, over: str, interval_over: str) -> str:
        """Return that the interval resamples something else, where it does."""
        return self.contrast if over != interval_over else ""

    def label(self, over: str) -> str:
        """Return the test and what it resamples."""
        return f"{self.name}-{over}"


def bootstrapped(values: FloatArray, difference: float) -> PairFinding:
    """Return what resampled differences say of one pair.

    Parameters
    ----------
    values : array of shape (B,)
        NaN where a resample has none.
    difference : float
        On the data.
    """
    greater, less, two_sided = paired_bootstrap_pvalues(values, difference)
    return PairFinding(
        statistic=float("nan"),
        greater=greater,
        less=less,
        two_sided=two_sided,
        undefined=int(np.isnan(values).sum()),
        resamples=len(values),
    )


PAIRED_BOOTSTRAP = PairedBootstrap()
