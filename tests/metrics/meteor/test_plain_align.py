"""Alignments without compiled loops are those of the compiled loops, which have tests of their own."""

import numpy as np
import pytest

from trueness.metrics.meteor import match_counts as counting
from trueness.metrics.meteor.align import align
from trueness.metrics.meteor.match_counts import match_counts
from trueness.metrics.meteor.plain_align import plain_align


@pytest.mark.parametrize(("n_words", "longest"), [(3, 9), (8, 30), (60, 40)])
@pytest.mark.parametrize("stages", [1, 2, 3])
def test_as_the_compiled_search(n_words, longest, stages):
    rng = np.random.default_rng([n_words, stages])
    stems = rng.integers(0, max(2, n_words // 2), n_words)
    sets = [sorted(set(rng.integers(0, n_words, rng.integers(0, 3)).tolist())) for _ in range(n_words)]
    bounds = np.cumsum([0, *map(len, sets)])
    flat = np.array([one for of_word in sets for one in of_word], dtype=np.int64)
    matches = 0
    for _ in range(60):
        output, reference = (rng.integers(0, n_words, rng.integers(0, longest)) for _ in range(2))
        matched, stage, chunks = align(output, reference, stems, bounds, flat, stages)
        found = plain_align(
            output.tolist(), reference.tolist(), stems.tolist(), [frozenset(one) for one in sets], stages
        )
        assert found == (matched.tolist(), stage.tolist(), chunks)
        matches += int((matched >= 0).sum())
    assert matches


def test_counts_are_the_same_either_way(monkeypatch):
    outputs = ["the cat sat on the mat", "", "a dog ran, the dogs run"]
    references = [["on the mat sat a cat", "cats sit"], ["nothing"], ["the dog runs and a dog ran"]]
    plain = match_counts(outputs, references, 2)
    monkeypatch.setattr(counting, "MOST_PLAIN", -1)
    np.testing.assert_array_equal(match_counts(outputs, references, 2), plain)
    assert plain[0, 4:16].any()
