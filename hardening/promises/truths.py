"""All truths, rule by rule: where each promise has to hold, and those chosen to break it."""

from __future__ import annotations

from hardening.promises.compare import COMPARE_TRUTHS
from hardening.promises.pool import POOL_TRUTHS
from hardening.promises.systems import SYSTEMS_TRUTHS
from hardening.promises.truth import Truth

TRUTHS: tuple[Truth, ...] = (*COMPARE_TRUTHS, *SYSTEMS_TRUTHS, *POOL_TRUTHS)
"""Sorted as they are tried; a file of this folder for the rules of each study."""
