"""Jackknife t tests: the mean contribution of systems, or of inputs, to a difference, in standard errors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.methods.differences import Differences, Findings, PairFinding, levels_together, of_units
from trueness.methods.pair_test import Form
from trueness.methods.sign_flip import UnitTest
from trueness.statistics.array_types import Key
from trueness.statistics.certain import student_pvalue
from trueness.statistics.jackknife.jackknife_test import jackknife_test
from trueness.statistics.jackknife.pseudo_values import UNITS, pair_pseudo_values


class JackknifeTest(UnitTest):
    """Student's t of the contributions."""

    name = "jackknife"
    random = False
    noun = "jackknife t test"
    sentence = (
        "{start}jackknife t tests [@tukey-1958-bias], {sides}, of the pseudo-values of {over}, on Fisher's scale for "
        "correlations."
    )
    studied = (Form("jackknife"),)

    def findings(self, differences: Differences, over: str, keys: Sequence[Key]) -> Findings:
        """Return what t says of every pair."""
        found: Findings = {}
        for levels, coefficients in levels_together(keys):
            tested = jackknife_test(differences.arrays, differences.pairs, over, levels, coefficients)
            found |= of_units(tested, differences.pairs)
        return found


class TwoWayJackknifeTest(JackknifeTest):
    """The same with the variances over systems and over inputs added up; tried in simulations only."""

    name = "jackknife_two_way"
    noun = "two-way jackknife t test"
    overs = ("both",)
    studied = (Form("jackknife_two_way", "both"),)

    def findings(self, differences: Differences, over: str, keys: Sequence[Key]) -> Findings:  # noqa: ARG002 - both
        """Return what t says of every pair."""
        found: Findings = {}
        for levels, coefficients in levels_together(keys):
            sides = [
                pair_pseudo_values(differences.arrays, differences.pairs, unit, levels, coefficients)
                for unit in UNITS
            ]
            for key in sides[0]:
                for over_systems, over_inputs in zip(sides[0][key], sides[1][key], strict=True):
                    for p, pair in enumerate(over_systems.pairs):
                        found[key, pair] = _tested(over_systems.values[:, p], over_inputs.values[:, p])
        return found


def _tested(over_systems: np.ndarray, over_inputs: np.ndarray) -> PairFinding:
    variance = sum(float(np.var(v, ddof=1)) / len(v) for v in (over_systems, over_inputs))
    statistic = float(over_systems.mean()) / np.sqrt(variance) if variance > 0 else np.nan
    greater = student_pvalue(float(statistic), len(over_systems) - 1, "greater")
    return PairFinding(float(statistic), greater, 1 - greater, 2 * min(greater, 1 - greater))


JACKKNIFE = JackknifeTest()
TWO_WAY_JACKKNIFE = TwoWayJackknifeTest()
