from __future__ import annotations

import itertools

import numpy as np

from trueness.metrics.ngrams.groups import group_equal, group_rows


def laid_out(groups):
    found = {}
    for group in range(len(groups.reference_groups) - 1):
        a, b = groups.reference_groups[group : group + 2]
        c, d = groups.candidate_groups[group : group + 2]
        for k in range(c, d):
            found[int(groups.order[k])] = (int(groups.candidates[k]), groups.references[a:b].tolist())
    return [found[k] for k in sorted(found)]


def test_rows_with_the_same_references_are_one_group():
    references = np.array([1, 2, 3, 1, 2, 2, 1])
    groups = group_rows(np.array([5, 6, 7, 5]), references, np.array([2, 1, 2, 2]))
    assert len(groups.reference_groups) - 1 == 3
    assert laid_out(groups) == [(5, [1, 2]), (6, [3]), (7, [1, 2]), (5, [2, 1])]


def test_no_rows():
    none = np.zeros(0, dtype=np.int64)
    assert laid_out(group_rows(none, none, none)) == []


def test_places_of_equal_numbers_stand_together_in_their_order():
    order, begins = group_equal(np.array([4, 0, 4, 2, 0, 4]))
    assert [order[a:b].tolist() for a, b in itertools.pairwise(begins)] == [[1, 4], [3], [0, 2, 5]]
    assert group_equal(np.zeros(0, dtype=np.int64)).begins.tolist() == [0]
