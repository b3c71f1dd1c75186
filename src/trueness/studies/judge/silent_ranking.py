"""How a judge may rank systems, over all that it may have said of outputs on which it is silent."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.statistics.array_types import FloatArray
from trueness.statistics.coefficients import pearson, spearman
from trueness.statistics.fisher_of_few import fisher_of_few
from trueness.statistics.interval import Interval

_COEFFICIENTS = {"pearson": pearson, "spearman": spearman}


def silent_ranking(
    table: ScoreTable, human: str, name: str, coefficient: str, confidence: float
) -> Interval | None:
    """Return where the correlation over systems may lie if silence is counted; None where the judge is never silent.

    People's means are over all outputs that they scored. At worst the judge would have given its lowest score to what
    it left out of people's better systems, and its highest to that of the others; at best the other way round.

    Parameters
    ----------
    table : ScoreTable
    human, name : str
    coefficient : {'pearson', 'spearman'}
    confidence : float
    """
    people, judge = table.oriented(human), table.oriented(name)
    silent = ~np.isnan(people) & np.isnan(judge)
    known = judge[~np.isnan(judge)]
    if not silent.any() or not known.size:
        return None
    there = ~np.isnan(people).all(axis=1)
    people, judge, silent = people[there], judge[there], silent[there]
    means = np.nanmean(people, axis=1)
    better = (means >= means.mean())[:, None]

    def correlation(good: float, bad: float) -> float:
        said = np.where(silent, np.where(better, good, bad), judge)
        heard: FloatArray = np.where(np.isnan(people), np.nan, said)
        return _COEFFICIENTS[coefficient](means, np.nanmean(heard, axis=1))

    lowest, highest = float(known.min()), float(known.max())
    ends = (correlation(lowest, highest), correlation(highest, lowest))
    worst, best = (fisher_of_few(r, len(means), coefficient, confidence) for r in ends)
    return Interval(worst.low, best.high)
