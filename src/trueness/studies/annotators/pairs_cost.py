"""What agreement of all pairs of annotators costs in time."""

from __future__ import annotations

from trueness.parallel import chosen_workers
from trueness.studies.annotators.settings import AnnotatorSettings
from trueness.study.cost import Cost
from trueness.study.number_words import counted

PER_PAIR, PER_DRAW = 1.2e-2, 1.6e-6
"""Seconds for how far two annotators agree, and for their correlation in one resample, measured on one core of 2024."""


def pairs_cost(n_annotators: int, n_metrics: int, settings: AnnotatorSettings) -> Cost:
    """Return what the pairs of annotators will take, roughly, and what makes them fewer."""
    pairs = n_annotators * (n_annotators - 1) // 2
    # correlations of pairs tell what noise takes from those of metrics
    drawn = pairs * settings.drawn * PER_DRAW / chosen_workers() if n_metrics else 0.0
    return Cost(
        work=f"{counted(n_annotators, 'annotator')} make {counted(pairs, 'pair')}",
        seconds=pairs * PER_PAIR + drawn,
        fewer="draw fewer --resamples, or leave annotators out (--without)",
    )
