"""Ways of testing equivalence against the functions behind them."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.methods.registry import equivalence_method
from trueness.statistics.equivalence.dependent_equivalence import anderson_hauck, williams_equivalence
from trueness.statistics.equivalence.equivalence_bounds import equivalence_bounds
from trueness.statistics.equivalence.independent_equivalence import (
    independent_anderson_hauck,
    kraatz_equivalence,
)

BOUNDS = equivalence_bounds(0.2)


@pytest.mark.parametrize(
    ("name", "dependent", "independent"),
    [
        ("williams", williams_equivalence, kraatz_equivalence),
        ("anderson_hauck", anderson_hauck, independent_anderson_hauck),
    ],
)
def test_closed_forms(name, dependent, independent):
    method = equivalence_method(name)
    assert method.closed_form
    assert method.of_triple(0.6, 0.55, 0.7, 80, BOUNDS, 0.05) == dependent(
        0.6, 0.55, 0.7, 80, BOUNDS, alpha=0.05
    )
    assert method.of_two(0.6, 0.55, (80, 60), BOUNDS, 0.05) == independent(
        0.6, 0.55, 80, 60, BOUNDS, alpha=0.05
    )


def test_impossible_correlations_are_undefined_unless_the_question_is_wrong():
    method = equivalence_method("anderson_hauck")
    assert np.isnan(method.of_triple(0.9, -0.9, 0.9, 80, BOUNDS, 0.05).pvalue)
    with pytest.raises(ArgumentError):
        method.of_triple(0.9, -0.9, 0.9, 80, equivalence_bounds(low=-0.2), 0.05)


def test_the_bootstrap_is_no_closed_form():
    assert not equivalence_method("bootstrap").closed_form
