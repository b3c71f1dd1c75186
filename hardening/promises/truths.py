"""All truths, rule by rule: where each promise has to hold, and those chosen to break it."""

from __future__ import annotations

from hardening.promises import conditions, learn, multiverse, plan, variants, worth
from hardening.promises.compare import COMPARE_TRUTHS
from hardening.promises.disagreements import TRUTHS as DISAGREEMENTS_TRUTHS
from hardening.promises.drift import TRUTHS as DRIFT_TRUTHS
from hardening.promises.identities import IDENTITY_TRUTHS
from hardening.promises.judge import JUDGE_TRUTHS
from hardening.promises.judge_gate import GATE_TRUTHS
from hardening.promises.pairs import PAIRS
from hardening.promises.panel import TRUTHS as PANEL_TRUTHS
from hardening.promises.pool import POOL_TRUTHS
from hardening.promises.systems import SYSTEMS_TRUTHS
from hardening.promises.truth import Truth

TRUTHS: tuple[Truth, ...] = (
    *COMPARE_TRUTHS,
    *DISAGREEMENTS_TRUTHS,
    *DRIFT_TRUTHS,
    *IDENTITY_TRUTHS,
    *JUDGE_TRUTHS,
    *GATE_TRUTHS,
    *PAIRS,
    *PANEL_TRUTHS,
    *POOL_TRUTHS,
    *SYSTEMS_TRUTHS,
    *plan.TRUTHS,
    *variants.TRUTHS,
    *multiverse.TRUTHS,
    *worth.TRUTHS,
    *conditions.TRUTHS,
    *learn.TRUTHS,
)
"""Sorted as they are tried; a file of this folder for the rules of each study."""
