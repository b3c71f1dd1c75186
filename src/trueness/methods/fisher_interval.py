"""Fisher's interval: one correlation of independent pairs, on the scale of his z."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from trueness.methods.correlations import Correlations
from trueness.methods.differences import UNDEFINED
from trueness.methods.interval import IntervalMethod
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.fisher import FISHER_COEFFICIENTS, fisher, fisher_warnings
from trueness.statistics.interval import Interval
from trueness.statistics.level_units import CellCounts, level_units


class FisherInterval(IntervalMethod):
    """A closed form; off the system level with the n that papers have put there (see `level_units`)."""

    name = "fisher"
    words = "Fisher"
    noun = "Fisher's interval"
    sentence = "Confidence intervals ({confidence}) are from Fisher's transformation{sources}{off}."
    closed_form = True
    single_systems = True
    studied = MappingProxyType({"fisher": "systems"})
    narrow = frozenset({"fisher"})
    proposed = True

    def limits(self, correlations: Correlations, over: str) -> dict[Key, list[Interval]]:  # noqa: ARG002 - nothing
        """Return the interval of every metric."""
        found = {key: [UNDEFINED] * correlations.arrays.n_metrics for key in correlations.keys}
        for group, values in zip(correlations.groups, correlations.values, strict=True):
            counts = CellCounts.of(group)
            for level, name in correlations.keys:
                if name not in FISHER_COEFFICIENTS:
                    continue
                for position, metric in enumerate(group.metrics):
                    estimate = float(values[level].values[name][0, position])
                    limits = fisher(estimate, level_units(level, counts), name, correlations.confidence)
                    found[level, name][metric] = Interval(float(limits.low), float(limits.high))
        return found

    def sources(self, coefficients: Sequence[str]) -> tuple[str, ...]:
        """Return Fisher's work, and that on rank coefficients where there are some."""
        ranked = any(name in FISHER_COEFFICIENTS and coefficient_facts(name).ranks for name in coefficients)
        return ("fisher-1921-probable", *(("bonett-wright-2000-sample",) if ranked else ()))

    def doubts(self, estimate: float, n_units: int, coefficient: str) -> tuple[str, ...]:
        """Return where the formula is known to be off (see `fisher_warnings`)."""
        if coefficient not in FISHER_COEFFICIENTS:
            return ()
        return tuple(fisher_warnings(estimate, n_units, coefficient))


FISHER = FisherInterval()
