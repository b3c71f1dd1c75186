"""The learners there are, by name; a new one is a file beside this one and an entry here."""

from __future__ import annotations

from importlib import import_module

from trueness.errors import check_choice, import_extra
from trueness.learning.learner import Learner

LEARNERS = {
    "ridge": ("trueness.learning.linear", "Ridge"),
    "lasso": ("trueness.learning.linear", "Lasso"),
    "nonnegative": ("trueness.learning.linear", "NonNegative"),
    "mean": ("trueness.learning.linear", "Mean"),
    "isotonic": ("trueness.learning.isotonic_stacking", "IsotonicStacking"),
    "boosting": ("trueness.learning.boosting", "Boosting"),
    "pairwise": ("trueness.learning.pairwise_logistic", "PairwiseLogistic"),
    "soft_spearman": ("trueness.learning.soft_spearman", "SoftSpearman"),
    "network": ("trueness.learning.network", "Network"),
    "multi_network": ("trueness.learning.network", "MultiNetwork"),
    "best_single": ("trueness.learning.linear", "BestSingle"),
}
"""Module and class of each learner."""

BEST_SINGLE = "best_single"
"""What every learned metric has to beat: it is always there."""


def find_learner(name: str) -> Learner:
    """Return a learner by its name.

    Raises
    ------
    ArgumentError
        If there is none of that name.
    MissingExtraError
        If what it needs is not installed.
    """
    module, kind = LEARNERS[check_choice("learner", name, tuple(LEARNERS))]
    found: type[Learner] = getattr(import_module(module), kind)
    for needed in found.modules:
        import_extra(needed, extra="learn", feature=f"the learner '{name}'")
    return found()
