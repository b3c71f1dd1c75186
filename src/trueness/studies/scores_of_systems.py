"""Every system's score by the human and by every metric, as they enter correlations at the system level."""

from __future__ import annotations

import numpy as np

from trueness.data.score_table import ScoreTable
from trueness.statistics.array_types import FloatArray
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.system_scores import system_means, system_scores


def scores_of_systems(table: ScoreTable, arrays: ScoreArrays, human: str) -> dict[str, FloatArray]:
    """Return the system scores of the human and of every metric, larger is better, shape (N,) each.

    Parameters
    ----------
    table : ScoreTable
        In whose order the systems are given.
    arrays : ScoreArrays
        Of this table, by `selection.score_arrays`.
    human : str
    """
    judged = arrays.judged
    scores = {human: system_means(arrays.human[None], judged, None)[0, 0]}
    for k, (name, there) in enumerate(zip(arrays.names, arrays.present, strict=True)):
        cells = there & judged if arrays.means == "judged" else there
        scores[name] = system_scores(arrays, [k], cells, None, exact=False)[0, 0]
    place = {name: i for i, name in enumerate(table.sorted_by_name().systems)}
    listed = np.array([place[name] for name in table.systems], dtype=np.intp)
    return {name: values[listed] for name, values in scores.items()}
