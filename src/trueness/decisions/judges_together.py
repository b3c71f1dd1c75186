"""What several judges, or several runs of one, are worth together: better than one, with whom, and how many."""

from __future__ import annotations

from trueness.decisions.decision import Decision, Ground, Rule

FEWEST_ERRORS = 10
"""Errors of a judge, on average, without which nothing is said of what errors have in common."""

ENOUGH = 0.01
"""Runs that gain no more are not worth it."""

GAIN, WORTH, ERRORS = "gain", "independent_judges", "errors_of_a_judge"

PANEL_GAINS = Rule(
    name="panel_gains",
    question="Do these judges, or runs, agree better with people together than one of them does on average?",
    promise="In {share} of studies none is said to gain, or to lose, that does not.",
    broken=0.05,
    needs="two judges or runs, and human scores",
    source="docs/promises.md",
)
JUDGE_HELPS = Rule(
    name="judge_helps",
    question="Does the panel agree better with people with this judge than without it?",
    promise="In {share} of studies no judge is said to help, or to hurt, that does not.",
    broken=0.05,
    needs="two judges, and human scores",
    source="Holm (1979), docs/promises.md",
)
ONE_RUN_ENOUGH = Rule(
    name="one_run_enough",
    question="Is one run of the judge as good as all of them together?",
    promise=f"In {{share}} of studies no single run is called enough where all together gain more than {ENOUGH:g}.",
    broken=0.05,
    needs="two runs, and human scores",
    source="docs/promises.md",
)
WORTH_FEWER = Rule(
    name="worth_fewer",
    question="Are these judges worth fewer than they are, because they err together?",
    promise="In {share} of studies the number of independent judges they are worth is within the limits.",
    broken=0.05,
    needs=f"human scores, and of labels {FEWEST_ERRORS} errors of a judge on average",
    source="the design effect (Kish 1965), docs/promises.md",
)


def gains(
    rule: Rule,
    about: str,
    gain: float,
    low: float,
    high: float,
    *,
    applies_to: str,
    coefficient: str,
    broken: float | None = None,
) -> Decision:
    """Return whether something agrees better with people than something else: yes, worse: no, or neither.

    Parameters
    ----------
    rule : Rule
    about : str
        The panel, or the judge.
    gain, low, high : float
        At the level at which it is tested (see `stepped_levels`).
    applies_to, coefficient : str
    broken : float, optional
        As `Rule.decide`.
    """
    ground = Ground(measure=GAIN, estimate=gain, low=low, high=high, bar=0.0, side="above")
    return rule.decide([ground], applies_to=applies_to, about=about, coefficient=coefficient, broken=broken)


def one_run_enough(
    about: str,
    gain: float,
    low: float,
    high: float,
    *,
    applies_to: str,
    coefficient: str,
    broken: float | None = None,
) -> Decision:
    """Return whether all runs of a judge together gain no more than `ENOUGH` over one: yes, more: no, or neither.

    Parameters
    ----------
    about : str
        The judge.
    gain, low, high : float
        Of all runs over one.
    applies_to, coefficient : str
    broken : float, optional
        As `Rule.decide`.
    """
    ground = Ground(measure=GAIN, estimate=gain, low=low, high=high, bar=ENOUGH, side="at_most")
    return ONE_RUN_ENOUGH.decide(
        [ground], applies_to=applies_to, about=about, coefficient=coefficient, broken=broken
    )


def worth_fewer(
    about: str,
    members: int,
    number: float,
    low: float,
    high: float,
    *,
    applies_to: str,
    errors: float | None = None,
    broken: float | None = None,
) -> Decision:
    """Return whether judges are worth no more independent ones than they are: yes, more: no, or neither.

    Parameters
    ----------
    about : str
        The panel.
    members : int
    number, low, high : float
        Of independent judges.
    applies_to : str
    errors : float, optional
        Of labels, how many a judge makes on average.
    broken : float, optional
        As `Rule.decide`.
    """
    needs = []
    if errors is not None:
        needs.append(
            Ground(measure=ERRORS, estimate=errors, low=errors, high=errors, bar=FEWEST_ERRORS, need=True)
        )
    ground = Ground(measure=WORTH, estimate=number, low=low, high=high, bar=members, side="at_most")
    return WORTH_FEWER.decide((*needs, ground), applies_to=applies_to, about=about, broken=broken)
