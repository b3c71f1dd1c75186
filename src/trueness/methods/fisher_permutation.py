"""The permutation test of systems that compares differences on Fisher's scale."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.methods.differences import Differences, Findings
from trueness.methods.pair_test import Form
from trueness.methods.permutation import Permuting, permuted
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import FISHER_SCALED
from trueness.statistics.jackknife.studentized_permutation_test import LEVELS


class FisherPermutation(Permuting):
    """Differences of Fisher's z after whole systems are swapped."""

    name = "fisher_permutation"
    kind = "Fisher-z "
    step = "permuting {over}"
    compared = "differences of Fisher's z of the correlations"
    studied = (Form("fisher_permutation"),)

    def exists(self, level: str, coefficient: str, over: str) -> bool:
        """Return whether systems can be swapped there, and the coefficient has Fisher's scale."""
        return over in self.overs and level in LEVELS and coefficient in FISHER_SCALED

    def findings(self, differences: Differences, over: str, keys: Sequence[Key]) -> Findings:
        """Return what swapping says of every pair."""
        return permuted(differences, over, keys, scale="fisher")


FISHER_PERMUTATION = FisherPermutation()
