"""Where what every two systems do together is too uncertain to be taken from a variance.

Of rank coefficients half of the jackknife's second-order term is taken away (see `two_way_jackknife`), since the
jackknife overstates their variance. What is left varies more than its degrees of freedom say in two cases, where
nothing is taken, therefore. 300 tables of five or six equal metrics each; .05 is promised of wrongly finding some pair
to differ:

* Three quarters or more of the pairs of outputs of an input tie by people's scores. With 12 systems at the input level
  and nine of ten outputs at the best grade some pair differed in .08 to .12 of tables, and in .02 to .03 if nothing is
  taken. With up to .65 of ties, but more than two grades, it holds anyway (.045 to .065); with two even grades, and .53
  of ties, in .07 to .09.
* Systems are in two groups. Spearman's coefficient is then nearly that of the groups, and moves in few steps. With 10
  to 14 systems in two groups, by people's means, some pair differed in .09 to .12 of tables, and in .04 if nothing is
  taken. Kendall's holds anyway (.03 to .06).
"""

from __future__ import annotations

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.tie_share import tie_share

MOSTLY_TIED = 0.75
"""Of pairs within an input."""

GAP = 0.5
"""Two groups have so large a share of the range between them. Of normal system scores it is so in one table of a
hundred with 8 systems, and in none with 12."""

SMALLEST_GROUP = 1 / 3
"""Of the systems are in each group: where one is small it tells little apart."""

FEWEST_SYSTEMS = 8
"""Of fewer a gap says nothing."""


def mostly_tied(human: FloatArray) -> bool:
    """Return whether so many pairs of outputs of one input tie that a rank coefficient of each is uncertain.

    Parameters
    ----------
    human : array of shape (N, M)
        Scores of systems on inputs; NaN where missing.
    """
    return tie_share(human) >= MOSTLY_TIED


def in_two_groups(human: FloatArray) -> bool:
    """Return whether systems are in two groups, far apart.

    Parameters
    ----------
    human : array of shape (N,)
        System scores; NaN where missing.

    Examples
    --------
    >>> in_two_groups(np.array([1.0, 1.1, 1.2, 1.3, 2.0, 2.1, 2.2, 2.3]))
    True
    >>> in_two_groups(np.arange(8.0))
    False
    """
    ordered = np.sort(human[~np.isnan(human)])
    if len(ordered) < FEWEST_SYSTEMS:
        return False
    smallest = int(np.ceil(SMALLEST_GROUP * len(ordered)))
    gaps = np.diff(ordered)[smallest - 1 : len(ordered) - smallest]
    reach = ordered[-1] - ordered[0]
    return bool(reach > 0 and gaps.max() >= GAP * reach)
