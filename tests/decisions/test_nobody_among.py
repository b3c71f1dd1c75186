"""People on the wrong side leave nothing to tell."""

from trueness.decisions.decision import Rule
from trueness.decisions.nobody_among import PEOPLE_AMONG_SYSTEMS, nobody_among

RULE = Rule(
    name="may_use",
    question="May it be used?",
    promise="In {share} it holds.",
    broken=0.05,
    needs="nobody on the wrong side",
    source="docs/promises.md",
)


def test_one_is_enough():
    assert nobody_among(PEOPLE_AMONG_SYSTEMS, 0).answer == "yes"
    found = RULE.decide([nobody_among(PEOPLE_AMONG_SYSTEMS, 1)], applies_to="other systems")
    assert (found.answer, found.reason, found.bar) == ("cannot_tell", PEOPLE_AMONG_SYSTEMS, 0)
