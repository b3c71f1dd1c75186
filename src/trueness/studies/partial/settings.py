"""What is given, and how sure intervals and tests are."""

from __future__ import annotations

import dataclasses

from trueness.study.setting import NothingDrawn, again, setting, words
from trueness.study.setting_groups import OfConfidence, OfScorers, OfTests

SYSTEM, INPUT = "system", "input"
"""What there always is, and the scorer that is given where there is one of this name."""


@dataclasses.dataclass(frozen=True)
class PartialSelection(OfScorers):
    """Which metrics agree with whom, and what is given."""

    given: tuple[str, ...] | None = setting(
        None,
        "What is given. A scorer, 'system', 'input', or a grouping column.",
        check=words,
        several=True,
        default_words="system, input, and columns of lengths where there are some",
    )


@dataclasses.dataclass(frozen=True)
class PartialSettings(OfConfidence, NothingDrawn):
    """How sure intervals and tests are."""

    correction: str = again(OfTests, "correction")
    alpha: float = again(OfTests, "alpha")
