from __future__ import annotations

import numpy as np

from trueness.metrics.ngrams.groups import group_rows


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
