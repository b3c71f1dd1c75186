"""The sign-flip test: whether what systems, or inputs, contribute to a difference is symmetric about zero."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.methods.differences import Differences, Findings, levels_together, of_units
from trueness.methods.pair_test import Form, PairTest
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.jackknife.pseudo_values import MINIMUM_UNITS, UNITS
from trueness.statistics.jackknife.sign_flip_test import sign_flip_test


class UnitTest(PairTest):
    """A test of what single systems, or inputs, contribute to a difference (see `pseudo_values`)."""

    overs: tuple[str, ...] = UNITS
    minimum_units = MINIMUM_UNITS
    contrast = "is of what {resampled} contribute"

    def __init__(self) -> None:
        self.plural = f"{self.noun}s of what single {{resampled}} contribute"
        self.singular = f"{self.noun} of what {{resampled}} contribute"

    def exists(self, level: str, coefficient: str, over: str) -> bool:
        """Return whether contributions have been studied: not where the coefficient is about pairs.

        A cut at a quantile moves with every system left out.
        """
        facts = coefficient_facts(coefficient)
        return over in self.overs and level in facts.levels and not facts.pairs


class SignFlip(UnitTest):
    """Contributions with their signs flipped at random."""

    name = "sign_flip"
    noun = "sign-flip test"
    draws = "flips"
    sentence = (
        "{start}sign-flip tests [@tukey-1958-bias], {sides}, flipping the signs of the pseudo-values of {over} "
        "(on Fisher's scale for correlations), in {drawn}."
    )
    studied = (Form("sign_flip"),)

    def findings(self, differences: Differences, over: str, keys: Sequence[Key]) -> Findings:
        """Return what flipping says of every pair."""
        found: Findings = {}
        for levels, coefficients in levels_together(keys):
            tested = sign_flip_test(
                differences.arrays,
                differences.pairs,
                over,
                levels,
                coefficients,
                resamples=differences.resamples,
                seed=differences.seed,
            )
            found |= of_units(tested, differences.pairs)
        return found


SIGN_FLIP = SignFlip()
