"""It may stand in for a person if it is as good as one, better than guesses, and people agree."""

import pytest

from trueness.decisions.annotators_agree import annotators_agree, as_need
from trueness.decisions.decision import Ground
from trueness.decisions.may_replace_annotator import may_replace_annotator


def decided(difference=(-0.03, 0.02), share=(0.6, 0.7), kappa=(0.3, 0.5), **more):
    people = annotators_agree(
        measure="kappa",
        estimate=sum(kappa) / 2,
        low=kappa[0],
        high=kappa[1],
        n_unlike=100,
        applies_to="these two people",
    )
    return may_replace_annotator(
        beside_a_person=Ground(
            measure="difference", estimate=0.0, low=difference[0], high=difference[1], bar=-0.05
        ),
        beyond_chance=Ground(
            measure="agreement", estimate=0.65, low=share[0], high=share[1], bar=0.5, side="above"
        ),
        people=as_need(people),
        applies_to="these two people",
        about="judge",
        **more,
    )


@pytest.mark.parametrize(
    ("given", "answer", "reason"),
    [
        ({}, "yes", "difference"),
        ({"difference": (-0.08, 0.02)}, "cannot_tell", "difference"),
        ({"difference": (-0.2, -0.06)}, "no", "difference"),
        ({"share": (0.4, 0.6)}, "cannot_tell", "agreement"),
        ({"kappa": (-0.1, 0.1)}, "cannot_tell", "annotators_agree"),
        ({"kappa": (-0.1, 0.1), "difference": (-0.2, -0.06)}, "cannot_tell", "annotators_agree"),
    ],
)
def test_all_of_it_is_asked(given, answer, reason):
    found = decided(**given)
    assert (found.rule, found.answer, found.reason, found.about) == (
        "may_replace_annotator",
        answer,
        reason,
        "judge",
    )


def test_more_may_be_asked():
    assert decided().promise[:8] == "In 97.5%"
    few = Ground.counted("people", 2, 3)
    assert (decided(more=(few,)).answer, decided(broken=0.05).promise[:6]) == ("cannot_tell", "In 95%")
