"""Which metrics no other outperforms, by plain loops over all pairs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy.stats import kendalltau
from tests.studies.variants.conftest import COLUMNS, system_scores

from trueness.statistics.dependent_correlations import williams


def test_correlations_and_dots_are_those_of_plain_loops(table, found, people):
    x = {name: system_scores(table, name) for name in COLUMNS}
    for coefficient, of in (
        ("pearson", lambda a, b: np.corrcoef(a, b)[0, 1]),
        ("kendall", lambda a, b: kendalltau(a, b)[0]),
    ):
        r = {name: of(x[name], people) for name in COLUMNS}
        beaten = dict.fromkeys(COLUMNS, 0)
        for one, other in itertools.permutations(COLUMNS, 2):
            p = williams(r[one], r[other], of(x[one], x[other]), len(people), alternative="greater").pvalue
            beaten[other] += bool(p <= 0.05)
        for row in found.of(coefficient):
            assert row.estimate == pytest.approx(r[row.metric])
            assert (row.n_beaten_by, row.optimal) == (beaten[row.metric], beaten[row.metric] == 0)
