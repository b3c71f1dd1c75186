"""Every way to use judges beside every other: p-values are those of the difference of two panels."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.judging.panel import Panel, agreement_gain, panel_agreement
from trueness.statistics.judging.panel_choice import MOST_MEMBERS, panel_choice


def panel(k=3, systems=None, labels=2, seed=1):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, 240).astype(float)
    wrong = rng.random((k, 240)) < np.linspace(0.1, 0.35, k)[:, None]
    members = np.where(wrong, 1 - truth, truth)
    if not labels:
        members = members + rng.normal(size=members.shape)
    of = None if systems is None else np.arange(240) % systems
    return Panel(members, truth, np.arange(240) // 4, labels, of)


@pytest.mark.parametrize("systems", [None, 2, 4])
@pytest.mark.parametrize("labels", [0, 2])
def test_two_sided_they_are_those_of_the_gain(systems, labels):
    whole = panel(systems=systems, labels=labels)
    found = panel_choice(whole)
    assert found.members == ((0,), (1,), (2,), (0, 1, 2), (1, 2), (0, 2), (0, 1))
    for one, other in ((3, 0), (2, 0), (6, 3)):
        first, second = (
            whole._replace(members=whole.members[list(found.members[place])]) for place in (one, other)
        )
        gain = agreement_gain(first, second, 0.95)
        below, above = found.pvalues[one, other], found.pvalues[other, one]
        assert 2 * min(below, above) == pytest.approx(gain.pvalue)
        assert (below < above) == (gain.value > 0)
    assert found.estimates[3] == pytest.approx(panel_agreement(whole, 0.95).value)


def test_judges_that_say_the_same_are_not_told_apart():
    one = panel(k=1)
    twins = one._replace(members=np.repeat(one.members, 2, axis=0))
    found = panel_choice(twins)
    assert found.members == ((0,), (1,), (0, 1))
    assert np.isnan(found.pvalues).all()


def test_of_many_members_panels_without_one_are_no_candidates():
    assert len(panel_choice(panel(k=MOST_MEMBERS)).members) == 2 * MOST_MEMBERS + 1
    assert len(panel_choice(panel(k=MOST_MEMBERS + 1)).members) == MOST_MEMBERS + 2
