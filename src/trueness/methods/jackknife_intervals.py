"""Jackknife intervals: of a correlation, and of the one that as many other systems will show."""

from __future__ import annotations

from types import MappingProxyType

from trueness.methods.correlations import Correlations, levels_by_coefficients
from trueness.methods.differences import UNDEFINED
from trueness.methods.interval import IntervalMethod
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.interval import Interval
from trueness.statistics.jackknife.jackknife_interval import jackknife_interval
from trueness.statistics.jackknife.pseudo_values import MINIMUM_UNITS


class JackknifeInterval(IntervalMethod):
    """Student's t of what single systems contribute, on Fisher's scale for correlations (see `jackknife_interval`).

    Not for coefficients of pairs: a cut at a quantile moves with every system left out, and the others have not been
    studied.
    """

    name = "jackknife"
    words = "jackknife"
    noun = "the jackknife interval"
    sentence = (
        "Confidence intervals ({confidence}) are jackknife intervals [@tukey-1958-bias], from Student's t of the "
        "pseudo-values of systems, on Fisher's scale for correlations."
    )
    minimum_systems = MINIMUM_UNITS
    studied = MappingProxyType({"jackknife": "systems"})
    predicts = False

    def limits(self, correlations: Correlations, over: str) -> dict[Key, list[Interval]]:  # noqa: ARG002 - systems
        """Return the interval of every metric."""
        found = {key: [UNDEFINED] * correlations.arrays.n_metrics for key in correlations.keys}
        keys = [key for key in correlations.keys if not coefficient_facts(key[1]).pairs]
        for group in correlations.groups:
            for levels, coefficients in levels_by_coefficients(keys):
                limits = jackknife_interval(
                    correlations.arrays,
                    group,
                    levels,
                    coefficients,
                    confidence=correlations.confidence,
                    new_systems=correlations.arrays.n_systems if self.predicts else None,
                )
                for key, intervals in limits.items():
                    for metric, interval in zip(group.metrics, intervals, strict=True):
                        found[key][metric] = interval
        return found


class PredictionInterval(JackknifeInterval):
    """For the correlation that as many other systems will show; tried in simulations only."""

    name = "prediction"
    words = "prediction"
    noun = "the prediction interval"
    studied = MappingProxyType({"prediction": "systems"})
    single_systems = True
    predicts = True


JACKKNIFE = JackknifeInterval()
PREDICTION = PredictionInterval()
