"""Everything that determines a comparison of systems besides the scores, checked in one place."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.errors import (
    ArgumentError,
    UnsupportedMethodError,
    check_choice,
    check_integer,
    check_proportion,
)
from trueness.statistics.corrections import correction_name
from trueness.statistics.engine.resample import resolve_seed
from trueness.statistics.score_arrays import AGGREGATES, MEANS, MISSING_POLICIES
from trueness.statistics.systems.signed_rank import ZEROS
from trueness.statistics.systems.system_pairs import ALTERNATIVES
from trueness.studies.settings import MOST_RESAMPLES

SYSTEM_TESTS = ("permutation", "bootstrap", "t", "wilcoxon", "rank_sum")
RESAMPLING_TESTS = ("permutation", "bootstrap")


@dataclasses.dataclass(frozen=True)
class SystemSettings:
    """How systems are compared; the defaults are the recommended ones.

    Attributes
    ----------
    test : {'permutation', 'bootstrap', 't', 'wilcoxon', 'rank_sum'}
    aggregate : {'corpus', 'mean', 'median'}
        How a system's outputs' scores become its score: the corpus score where there are sufficient statistics and the
        mean otherwise, always the mean, or always the median. The human's are means unless medians are asked for.
    zeros : {'pratt', 'wilcox'}
        What Wilcoxon's signed-rank test does with outputs of equal score.
    alternative : {'two-sided', 'greater', 'less'}
        A one-sided test is made of both orders of every pair.
    correction : {'holm', 'bonferroni', 'bh', 'by', 'none'}
        Over all tests of a scorer.
    alpha, confidence : float
    resamples, seed : int
    missing : {'pairwise', 'complete'}
        The inputs that both systems of a pair have, or those that every system has.
    means : {'judged', 'all'}
        Whether metrics are tested on the outputs that the human judged, or on all they have.

    Raises
    ------
    ArgumentError
        If a value is not among those listed.
    UnsupportedMethodError
        If a test cannot compare what is asked.
    """

    test: str = "permutation"
    aggregate: str = "corpus"
    zeros: str = "pratt"
    alternative: str = "two-sided"
    correction: str = "holm"
    alpha: float = 0.05
    confidence: float = 0.95
    resamples: int = 9999
    seed: int = 0
    missing: str = "pairwise"
    means: str = "judged"

    def __post_init__(self) -> None:
        check_choice("test", self.test, SYSTEM_TESTS)
        check_choice("aggregate", self.aggregate, AGGREGATES)
        check_choice("zeros", self.zeros, ZEROS)
        check_choice("alternative", self.alternative, ALTERNATIVES)
        try:
            object.__setattr__(self, "correction", correction_name(self.correction))
        except ArgumentError as error:
            raise ArgumentError(str(error).replace("`method`", "`correction`")) from None
        check_proportion("alpha", self.alpha)
        check_proportion("confidence", self.confidence)
        if check_integer("resamples", self.resamples, minimum=1) > MOST_RESAMPLES:
            raise ArgumentError(f"`resamples` must be at most {MOST_RESAMPLES:,}, not {self.resamples:,}.")
        check_integer("seed", self.seed, minimum=0)
        check_choice("missing", self.missing, MISSING_POLICIES)
        check_choice("means", self.means, MEANS)
        if self.test == "t" and self.aggregate == "median":
            raise UnsupportedMethodError(
                "the t test compares means, not medians. Use the permutation, bootstrap or wilcoxon test (--test)."
            )

    @property
    def resampled(self) -> bool:
        """Whether the test draws resamples."""
        return self.test in RESAMPLING_TESTS

    @classmethod
    def of(cls, *, rng: Any = None, **given: Any) -> SystemSettings:
        """Build from keyword arguments, those that are None left out; the seed from `rng`."""
        return cls(
            seed=resolve_seed(rng), **{key: value for key, value in given.items() if value is not None}
        )
