"""What has been tried is scored once, and remembered in its order."""

from __future__ import annotations

import numpy as np

from trueness.generation.tried_summaries import TriedSummaries


def test_nothing_is_scored_twice_and_all_is_found_again():
    asked = []

    def fitness(chosen):
        asked.extend(map(tuple, chosen.tolist()))
        return chosen @ (2.0 ** np.arange(chosen.shape[1]))

    tried = TriedSummaries(fitness, 10, higher_is_better=False)
    rng = np.random.default_rng(0)
    for _ in range(30):
        some = list(rng.random((40, 10)) < 0.5)
        places = tried.try_all(some)
        np.testing.assert_array_equal(tried.chosen[places], some)
    assert len(asked) == len(set(asked)) == len(tried) > 256  # so it has grown
    np.testing.assert_array_equal(tried.scores, tried.chosen @ (2.0 ** np.arange(10)))
    np.testing.assert_array_equal(tried.quality, -tried.scores)
    assert tried.chosen[3] in tried
    assert tried.chosen[3] not in TriedSummaries(fitness, 10, higher_is_better=True)
