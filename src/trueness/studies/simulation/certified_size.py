"""Look up how often a test rejects a true null in data of about one's own size and kind."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.studies.simulation.certified_rates import CertifiedRate, certified_rates
from trueness.studies.simulation.certified_table import nearest_size


def certified_size(
    test: str,
    level: str,
    coefficient: str,
    n_systems: int,
    n_inputs: int,
    scores: str,
    *,
    rates: Sequence[CertifiedRate] | None = None,
) -> CertifiedRate | None:
    """Return how a test behaves on simulated data nearest to one's own.

    See `nearest_size` for what is near.

    Parameters
    ----------
    test : str
        Of `studied.studied_tests`.
    level, coefficient : str
    n_systems, n_inputs : int
    scores : {'normal', 'likert', 'skewed', 'heavy_tailed'}
        See `score_type`.
    rates : sequence of CertifiedRate, optional
        By default those that come with the package.

    Returns
    -------
    CertifiedRate or None
        None where nothing near has been certified. Its `n_systems` and `n_inputs` say what it stands for.
    """
    wanted = (test, level, coefficient, scores)
    known = {
        (rate.n_systems, rate.n_inputs): rate
        for rate in (certified_rates() if rates is None else rates)
        if (rate.test, rate.level, rate.coefficient, rate.scores) == wanted
    }
    nearest = nearest_size(known.values(), n_systems, n_inputs)
    return None if nearest is None else known[nearest]
