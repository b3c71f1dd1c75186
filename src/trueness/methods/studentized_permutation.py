"""The studentised permutation test of systems: permuted differences are compared in standard errors."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.methods.differences import Differences, Findings, Pair, levels_together, of_units
from trueness.methods.pair_test import Form
from trueness.methods.permutation import Permuting
from trueness.statistics.array_types import Key
from trueness.statistics.engine.left_out_columns import COEFFICIENTS
from trueness.statistics.jackknife.pseudo_values import MINIMUM_UNITS
from trueness.statistics.jackknife.studentized_permutation_test import LEVELS, studentized_permutation_test
from trueness.statistics.score_arrays import ScoreArrays


class StudentizedPermutation(Permuting):
    """Differences of Fisher's z over their jackknife standard error, after whole systems are swapped."""

    name = "studentized_permutation"
    kind = "studentised "
    compared = "differences of Fisher's z divided by their jackknife standard error over systems"
    source = "janssen-1997-studentized"
    why_undefined = (
        f"they share fewer than {MINIMUM_UNITS} systems, or their difference is the same without each system in turn, "
        "so that it has no standard error"
    )
    minimum_units = MINIMUM_UNITS
    single_systems = True
    studied = (Form("studentized_permutation"),)

    def exists(self, level: str, coefficient: str, over: str) -> bool:
        """Return whether systems can be swapped and left out there, and the coefficient has Fisher's scale."""
        return over in self.overs and level in LEVELS and coefficient in COEFFICIENTS

    def check_scores(
        self, arrays: ScoreArrays, pairs: Sequence[Pair], keys: Sequence[Key], over: str, standardize: str
    ) -> None:
        """Check nothing: whole systems can be swapped whatever their scores are."""

    def findings(self, differences: Differences, over: str, keys: Sequence[Key]) -> Findings:  # noqa: ARG002 - systems
        """Return what swapping systems says of every pair."""
        found: Findings = {}
        for levels, coefficients in levels_together(keys):
            tested = studentized_permutation_test(
                differences.arrays,
                differences.pairs,
                levels,
                coefficients,
                resamples=differences.resamples,
                seed=differences.seed,
            )
            found |= of_units(tested, differences.pairs)
        return found


STUDENTIZED_PERMUTATION = StudentizedPermutation()
