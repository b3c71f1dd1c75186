"""What a reader has to know where people give labels: what they are, and how rare the rarer one is."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.labels.labelled import human_labels
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.settings import Settings
from trueness.study.number_words import counted, percent
from trueness.study.rows import Caution

RARE = 10
"""Of fewer outputs with one label little is known (docs/labels.md)."""


def about_labels(table: ScoreTable, human: str, arrays: ScoreArrays, settings: Settings) -> Iterable[Caution]:
    """Yield what people's labels are, a caution each coefficient that takes them in another way."""
    said: set[str] = set()
    for name in settings.coefficients:
        facts = coefficient_facts(name)
        if not facts.labels:
            continue
        labels = human_labels(arrays, facts)
        known = labels[~np.isnan(labels)]
        n_positive = int(known.sum())
        rarer = min(n_positive, len(known) - n_positive)
        if rarer < RARE:
            which = "positive" if n_positive == rarer else "not"
            yield Caution(
                "rare_label",
                "warning",
                f"Of {counted(len(known), 'output')} only {rarer} {'is' if rarer == 1 else 'are'} {which} by "
                f"'{human}'. The {facts.words} rests on these few, and tests raise false alarms too often. Label more.",
            )
        positive = _positive(table, human, facts.options["cut"])
        if positive and positive not in said:
            said.add(positive)
            share = percent(n_positive / len(known)) if len(known) else "none"
            yield Caution("labels", "note", f"Positive is {positive} by '{human}': {share} of the outputs.")


def _positive(table: ScoreTable, human: str, cut: float) -> str:
    """Return which label or score of people is positive."""
    scorer = table.scorer(human)
    if not math.isnan(cut):
        if scorer.labels and cut == int(cut) and 0 <= cut < len(scorer.labels):
            return f"'{scorer.labels[int(cut)]}'{_or(scorer.higher_is_better)}"
        return f"a score of {cut:g}{_or(scorer.higher_is_better)}"
    values = table.matrix(human)
    values = values[~np.isnan(values)]
    if not len(values):
        return ""
    best = float(values.max() if scorer.higher_is_better else values.min())
    return f"'{scorer.labels[int(best)]}'" if scorer.labels else f"a score of {best:g}"


def _or(higher: bool) -> str:  # noqa: FBT001 - what the scorer says of itself
    return " or higher" if higher else " or lower"
