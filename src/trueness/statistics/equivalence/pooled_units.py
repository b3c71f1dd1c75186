"""All outputs as one row of units, so that a resample draws outputs and not the systems or inputs they belong to."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.errors import UnsupportedMethodError
from trueness.statistics.score_arrays import ScoreArrays


def pooled_units(arrays: ScoreArrays) -> ScoreArrays:
    """Return the judged outputs as one row: at the global level the same correlations, and single outputs as "inputs".

    Braun et al. (2022) resample outputs so. That takes the outputs of one input for independent, which they are not: an
    interval from such resamples is as a rule too narrow for what it says of other inputs or systems.

    Parameters
    ----------
    arrays : ScoreArrays

    Returns
    -------
    ScoreArrays
        One system; as many inputs as outputs were judged. Without sufficient statistics, which only the system level
        uses.

    Raises
    ------
    UnsupportedMethodError
        If inputs, or systems, are to be resampled in clusters.
    """
    for kind, clusters in (("inputs", arrays.clusters), ("systems", arrays.system_clusters)):
        if clusters is not None:
            raise UnsupportedMethodError(
                f"outputs are resampled one by one, which breaks up clusters of {kind}. Resample over {kind}."
            )
    judged = arrays.judged
    return dataclasses.replace(
        arrays,
        metrics=np.ascontiguousarray(arrays.metrics[:, judged][:, None, :]),
        human=np.ascontiguousarray(arrays.human[judged][None, :]),
        means="judged",
        corpus={},
    )
