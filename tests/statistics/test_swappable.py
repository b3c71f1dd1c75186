"""Which system scores can be swapped."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.errors import UnsupportedMethodError
from trueness.statistics.engine.resample import SWAPS
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.swappable import check_swappable, unswappable

COUNTS = CorpusStatistics("percentage", np.ones((3, 4, 2)))
ARRAYS = ScoreArrays.of(
    np.ones((3, 3, 4)), np.ones((3, 4)), ("bleu", "rouge", "chrf"), corpus={0: COUNTS, 2: COUNTS}
)
MEDIAN = dataclasses.replace(ARRAYS, aggregate="median")
MEAN = dataclasses.replace(ARRAYS, aggregate="mean")


@pytest.mark.parametrize("swap", SWAPS)
@pytest.mark.parametrize("standardize", ["level", "cells"])
def test_whole_systems_always_and_parts_of_them_only_for_means(swap, standardize):
    whole = swap == "systems"
    assert unswappable(MEAN, range(3), swap, standardize) == ()
    assert unswappable(ARRAYS, range(3), swap, standardize) == (
        () if whole and standardize == "level" else (0, 2)
    )
    assert unswappable(MEDIAN, range(3), swap, standardize) == (() if whole else (0, 1, 2))


def test_only_the_metrics_compared_are_asked_for():
    assert unswappable(ARRAYS, [1, 2], "cells", "level") == (2,)
    check_swappable(ARRAYS, [(1, 1)], "cells", "level")


@pytest.mark.parametrize(
    ("arrays", "swap", "standardize", "message"),
    [
        (
            ARRAYS,
            "cells",
            "level",
            "swaps single outputs is undefined at the system level for 'bleu', 'chrf'",
        ),
        (ARRAYS, "inputs", "level", "swaps inputs is undefined .* corpus scores"),
        (
            MEDIAN,
            "rows_then_columns",
            "level",
            "swaps systems and then inputs .*'bleu', 'rouge', 'chrf'.* medians",
        ),
        (
            ARRAYS,
            "systems",
            "cells",
            "'bleu', 'chrf' are corpus scores, which lack z-scores over single outputs",
        ),
    ],
)
def test_the_refusal_names_the_metrics_and_the_remedy(arrays, swap, standardize, message):
    with pytest.raises(UnsupportedMethodError, match=message) as error:
        check_swappable(arrays, [(0, 1), (1, 2)], swap, standardize)
    assert "--aggregate mean" in str(error.value)
    if swap != "systems":
        assert "--test-over systems" in str(error.value)
        assert "--test bootstrap" in str(error.value)
