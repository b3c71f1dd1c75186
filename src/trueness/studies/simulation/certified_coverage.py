"""Look up how often an interval holds the population value in data of about one's own size and kind."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.studies.simulation.certified_coverages import CertifiedCoverage, certified_coverages
from trueness.studies.simulation.certified_table import nearest_size


def certified_coverage(
    interval: str,
    level: str,
    coefficient: str,
    n_systems: int,
    n_inputs: int,
    scores: str,
    *,
    coverages: Sequence[CertifiedCoverage] | None = None,
) -> CertifiedCoverage | None:
    """Return how a 95% interval behaves on simulated data nearest to one's own.

    See `nearest_size` for what is near.

    Parameters
    ----------
    interval : str
        Of `studied.studied_intervals`.
    level, coefficient : str
    n_systems, n_inputs : int
    scores : {'normal', 'likert', 'skewed', 'heavy_tailed'}
        See `score_type`.
    coverages : sequence of CertifiedCoverage, optional
        By default those that come with the package.

    Returns
    -------
    CertifiedCoverage or None
        None where nothing near has been certified. Its `n_systems` and `n_inputs` say what it stands for.
    """
    wanted = (interval, level, coefficient, scores)
    known = {
        (row.n_systems, row.n_inputs): row
        for row in (certified_coverages() if coverages is None else coverages)
        if (row.interval, row.level, row.coefficient, row.scores) == wanted
    }
    nearest = nearest_size(known.values(), n_systems, n_inputs)
    return None if nearest is None else known[nearest]
