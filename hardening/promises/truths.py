"""All truths, rule by rule: where each promise has to hold, and those chosen to break it."""

from __future__ import annotations

from hardening.promises import multiverse, plan, variants, worth
from hardening.promises.compare import COMPARE_TRUTHS
from hardening.promises.identities import IDENTITY_TRUTHS
from hardening.promises.judge import JUDGE_TRUTHS
from hardening.promises.pairs import PAIRS
from hardening.promises.truth import Truth

TRUTHS: tuple[Truth, ...] = (
    *COMPARE_TRUTHS,
    *IDENTITY_TRUTHS,
    *PAIRS,
    *JUDGE_TRUTHS,
    *plan.TRUTHS,
    *variants.TRUTHS,
    *multiverse.TRUTHS,
    *worth.TRUTHS,
)
"""Sorted as they are tried; a file of this folder for the rules of each study."""
