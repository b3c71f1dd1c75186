"""What an equivalence study decides: which comparisons are shown to be equivalent."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.decisions.decision import Decision, Ground
from trueness.decisions.equivalent import equivalent
from trueness.studies.compare.published import KNOWN_MEANING
from trueness.studies.equivalence.rows import EquivalenceRow
from trueness.studies.equivalence.said import published_words
from trueness.studies.equivalence.settings import EquivalenceSettings
from trueness.study.words import OVER_WORDS

THESE = OVER_WORDS["these"]


def equivalence_decisions(
    rows: Sequence[EquivalenceRow], settings: EquivalenceSettings
) -> tuple[Decision, ...]:
    """Return one decision per group, human score, level and coefficient."""
    places: dict[tuple[str, str, str, str], list[EquivalenceRow]] = {}
    for row in rows:
        places.setdefault((row.group, row.human, row.level, row.coefficient), []).append(row)
    several = len({human for _, human, _, _ in places}) > 1
    return tuple(
        equivalent(
            [compared_words(row) for row in here],
            [row.equivalent for row in here],
            applies_to=OVER_WORDS.get(here[0].over, THESE),
            alpha=settings.alpha,
            needs=(Ground.counted(KNOWN_MEANING, 0, 1),) if published_words(settings, level) else (),
            facet=", ".join(filter(None, (group, human if several else ""))),
            level=level,
            coefficient=coefficient,
        )
        for (group, human, level, coefficient), here in places.items()
    )


def compared_words(row: EquivalenceRow) -> str:
    """Return what a row compares: ``bleu, chrf``, or ``bleu under back``."""
    return f"{row.metric} under {row.condition}" if row.condition else f"{row.metric}, {row.rival}"
