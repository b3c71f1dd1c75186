"""Bootstrap intervals: percentile, basic and BCa, over systems, inputs or both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from trueness.methods.correlations import Correlations
from trueness.methods.differences import UNDEFINED, Differences, Intervals
from trueness.methods.interval import IntervalMethod
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.engine.resample import OVER
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval, error_of_samples


class BootstrapInterval(IntervalMethod):
    """A way of `bootstrap_interval` to read limits off bootstrap samples.

    Parameters
    ----------
    name : str
        Of `bootstrap_interval`.
    words : str
    source : str
        The work to cite.
    studied : mapping of str to str
        Names in simulations to what is resampled.
    needs_left_out, mirrors : bool
    """

    overs = OVER
    resampled = True
    pools = True

    def __init__(
        self,
        name: str,
        words: str,
        source: str,
        studied: Mapping[str, str],
        *,
        needs_left_out: bool = False,
        mirrors: bool = False,
    ) -> None:
        self.name = name
        self.words = words
        self.noun = f"the {words} interval"
        self.sentence = (
            f"Confidence intervals ({{confidence}}) are {words} intervals [@{source}; @deutsch-etal-2021-statistical] "
            "from {resamples} resamples: {drawn}. They apply to {applies_to}."
        )
        self.studied = MappingProxyType(dict(studied))
        self.narrow = frozenset(name for name, over in studied.items() if over == "inputs")
        self.needs_left_out = needs_left_out
        self.mirrors = mirrors

    def of_samples(
        self,
        samples: FloatArray,
        estimate: float,
        left_out: Sequence[FloatArray],
        confidence: float,
    ) -> Interval:
        """Return the interval from the samples of anything."""
        found = bootstrap_interval(
            samples,
            estimate,
            method=self.name,
            confidence=confidence,
            jackknife=left_out if self.needs_left_out else None,
        )
        return Interval(float(found.low), float(found.high))

    def limits(self, correlations: Correlations, over: str) -> dict[Key, list[Interval]]:
        """Return the interval of every metric from its own samples."""
        found = {key: [UNDEFINED] * correlations.arrays.n_metrics for key in correlations.keys}
        for group, values, part in zip(
            correlations.groups, correlations.values, correlations.drawn(over), strict=True
        ):
            left_out = correlations.left_out(group, over) if self.needs_left_out else {}
            for key in correlations.keys:
                level, name = key
                for position, metric in enumerate(group.metrics):
                    found[key][metric] = self.of_samples(
                        part.values[key][:, position],
                        float(values[level].values[name][0, position]),
                        [axis[:, position] for axis in left_out.get(key, ())],
                        correlations.confidence,
                    )
        return found

    def errors(self, correlations: Correlations, over: str) -> dict[Key, list[float]]:
        """Return the standard deviation of every metric's samples; NaN where fewer than two have a value."""
        return {
            key: [error_of_samples(column) for column in samples.T]
            for key, samples in correlations.samples(over).items()
        }

    def of_differences(self, differences: Differences, over: str) -> Intervals:
        """Return the interval of every difference from the samples of both metrics."""
        found: Intervals = {}
        samples = differences.samples(over)
        for group, members in differences.groups:
            left_out = differences.correlations.left_out(group, over) if self.needs_left_out else {}
            position = {metric: k for k, metric in enumerate(group.metrics)}
            for key in differences.keys:
                for a, b in members:
                    first, second = differences.points[key, (a, b)]
                    i, k = position[a], position[b]
                    found[key, (a, b)] = self.of_samples(
                        samples[key, (a, b)],
                        first - second,
                        [axis[:, i] - axis[:, k] for axis in left_out.get(key, ())],
                        differences.confidence,
                    )
        return found


PERCENTILE = BootstrapInterval(
    "percentile",
    "percentile bootstrap",
    "efron-tibshirani-1993-bootstrap",
    {"bootstrap_systems": "systems", "bootstrap_inputs": "inputs", "bootstrap_both": "both"},
)
BASIC = BootstrapInterval(
    "basic", "basic bootstrap", "efron-tibshirani-1993-bootstrap", {"basic_both": "both"}, mirrors=True
)
BCA = BootstrapInterval(
    "bca",
    "bias-corrected and accelerated (BCa) bootstrap",
    "efron-1987-better",
    {"bca_both": "both", "bca_systems": "systems"},
    needs_left_out=True,
)
