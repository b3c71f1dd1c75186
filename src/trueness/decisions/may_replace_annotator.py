"""Whether a judge or metric may stand in for one of the people who label."""

from __future__ import annotations

from collections.abc import Iterable

from trueness.decisions.decision import Decision, Ground, Rule

MAY_REPLACE_ANNOTATOR = Rule(
    name="may_replace_annotator",
    question="May it stand in for one of the people?",
    promise="In {share} of studies one that agrees with people less than a person by the margin or more gets no yes.",
    broken=0.025,
    needs="people who agree, and outputs that two of them labelled (three for the alternative annotator test); one "
    "that is silent on some of these gets no yes, unless the worst that it may have said there would do",
    source="Calderon, Reichart and Dror (2025), The alternative annotator test, ACL; docs/promises.md",
)


def may_replace_annotator(
    *,
    beside_a_person: Ground,
    beyond_chance: Ground,
    people: Ground,
    applies_to: str,
    about: str = "",
    more: Iterable[Ground] = (),
    broken: float = 0.025,
) -> Decision:
    """Decide whether it may stand in for a person: as good as one, better than guessing, and people agree.

    Parameters
    ----------
    beside_a_person : Ground
        It against one of the people, both held against the others, with the margin in the bar.
    beyond_chance : Ground
        Its agreement against that of guesses, or of a judge that always says the same.
    people : Ground
        That people agree, as a need (see `annotators_agree.as_need`): where they do not, a coin stands in for them.
    applies_to : str
    about : str
    more : iterable of Ground
    broken : float
        One-sided, of the first interval.
    """
    return MAY_REPLACE_ANNOTATOR.decide(
        (beside_a_person, beyond_chance, people, *more), applies_to=applies_to, about=about, broken=broken
    )
