"""Look up how often a test rejects a true null in data of about one's own size and kind."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trueness.studies.simulation.certified_rates import CertifiedRate, certified_rates

MOST_SYSTEMS_APART = 2.0
"""A table of so many times more or fewer systems says nothing about one's own."""

MOST_INPUTS_APART = 5.0


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

    Nearest are the data with the smallest distance of the logarithms of the numbers of systems and inputs. Data with
    more than twice or less than half as many systems, or five times or a fifth as many inputs, are not near.

    Parameters
    ----------
    test : str
        Of `STUDIED_TESTS`.
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
    near = []
    for rate in certified_rates() if rates is None else rates:
        if (rate.test, rate.level, rate.coefficient, rate.scores) != wanted:
            continue
        systems = abs(math.log(rate.n_systems / n_systems))
        inputs = abs(math.log(rate.n_inputs / n_inputs))
        if systems <= math.log(MOST_SYSTEMS_APART) and inputs <= math.log(MOST_INPUTS_APART):
            near.append((math.hypot(systems, inputs), rate.n_systems, rate.n_inputs, rate))
    return min(near, key=lambda found: found[:3])[3] if near else None
