import numpy as np
import pytest

from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify.looks import looks_of
from trueness.studies.certify.truths import find_truth


def seen(name, number=40, n_systems=25, n_inputs=100):
    """Return the share of tables of a truth in which each look is seen."""
    scenario = find_truth(name).scenario("normal", n_systems, n_inputs)
    found = [looks_of(scenario.draw(np.random.default_rng(seed))) for seed in range(number)]
    return {look: sum(look in one for one in found) / number for one in found for look in one}


def test_nothing_is_seen_where_nothing_is():
    assert all(share < 0.15 for share in seen("alike, bias .2").values())


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("two bad systems", 0.8),
        ("families of 4, told", 1.0),
        ("metrics nearly the same", 1.0),
        ("systems judged unequally", 1.0),
    ],
)
def test_what_a_truth_looks_like_is_seen(name, least):
    assert seen(name)[find_truth(name).look] >= least


def arrays(human, metrics=None, **given):
    noise = 30 * np.random.default_rng(1).normal(size=(2, *np.shape(human)))
    return ScoreArrays.of(np.nan_to_num(human) + noise if metrics is None else metrics, human, **given)


QUALITY = np.linspace(-1, 1, 12)[:, None] + np.random.default_rng(2).normal(size=(12, 30))


def test_scores_at_a_ceiling_are_those_of_the_human():
    assert looks_of(arrays(QUALITY)) == ()
    assert looks_of(arrays(np.minimum(QUALITY, 1.0))) == ("scores at a ceiling",)
    assert "scores at a ceiling" not in looks_of(arrays(np.zeros((12, 30))))


def test_two_groups_of_systems():
    apart = QUALITY + np.where(np.arange(12) < 6, -5.0, 5.0)[:, None]
    assert looks_of(arrays(apart)) == ("groups of systems",)


def test_outputs_that_nobody_judged_do_not_count():
    human = np.where(np.arange(30) < 20, QUALITY, np.nan)
    assert looks_of(arrays(human)) == ()
    human[0, :10] = np.nan
    assert looks_of(arrays(human)) == ("systems judged unequally",)


def test_of_few_systems_none_is_far_from_others():
    few = np.array(QUALITY[:9])
    few[0] -= 50
    assert "outlying systems" not in looks_of(arrays(few))
    many = np.array(QUALITY)
    many[0] -= 50
    assert "outlying systems" in looks_of(arrays(many))


def test_systems_far_in_one_metric_of_many_are_about_that_metric():
    outlying = QUALITY.copy()
    outlying[0] += 40
    many = np.stack([QUALITY, QUALITY, QUALITY, outlying])
    assert "outlying systems" not in looks_of(arrays(QUALITY, many))
    assert "outlying systems" in looks_of(arrays(QUALITY, many[2:]))
    assert "outlying systems" in looks_of(arrays(outlying, many[:2]))
