"""What intervals and tests apply to, and the shorter word for it that stands in a method's column ``over``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

APPLIES_TO: Mapping[str, str] = MappingProxyType(
    {"systems,inputs": "both", "systems": "systems", "inputs": "inputs", "these": "these"}
)
"""Other systems judged on other inputs; other systems on these inputs; these systems on other inputs; these systems and
inputs, with other outputs or judgements."""

USUAL = "systems,inputs"
OVERS = tuple(APPLIES_TO.values())

MINIMUM_SYSTEMS = 4
"""Fewer leave no correlation without one of them."""

MINIMUM_INPUTS = 2
"""Without the only one nothing is left."""
