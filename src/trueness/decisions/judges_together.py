"""What several judges, or several runs of one, are worth together: better than one, with whom, and how many."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.decisions.decision import Decision, Ground, Rule
from trueness.decisions.independent_inputs import FEWEST, independent_inputs

FEWEST_TO_GAIN = 30
"""Independent inputs for `PANEL_GAINS`: judges whose scores are noise were said to gain, or to lose, in .10 of 1,000
tables with 10, in .064 with 20, more than two standard errors too often, and in .06 with 30, within them."""

FEWEST_HITS = 2
"""Outputs with a label other than people's commonest that people and a judge both give it, on average over judges. Of
judges that give a rare label by chance fewer outputs hold nearly all that kappa varies by, and it looks certain."""

FEWEST_LABELS = 3
"""Judges, or runs, whose labels are taken together. Two gain nothing by construction: where they differ, each counts
half, which is what one of them is worth on average."""

FEWEST_ERRORS = 10
"""Errors of a judge, on average, without which nothing is said of what errors have in common."""

ENOUGH = 0.01
"""Runs that gain no more are not worth it."""

GAIN, WORTH, ERRORS = "gain", "independent_judges", "errors_of_a_judge"
HITS, LABELS, CONSTANT = "rarer_labels_in_common", "labels_of_an_output", "constant_judges"

_OF_LABELS = f"of labels {FEWEST_HITS} outputs where a judge gives people's rarer label, too, on average"

PANEL_GAINS = Rule(
    name="panel_gains",
    question="Do these judges, or runs, agree better with people together than one of them does on average?",
    promise="In {share} of studies none is said to gain, or to lose, that does not.",
    broken=0.05,
    needs=f"two judges or runs, of labels {FEWEST_LABELS}, human scores of {FEWEST_TO_GAIN} independent inputs, and "
    f"{_OF_LABELS}",
    source="docs/promises.md",
)
JUDGE_HELPS = Rule(
    name="judge_helps",
    question="Does the panel agree better with people with this judge than without it?",
    promise="In {share} of studies no judge is said to help, or to hurt, that does not.",
    broken=0.05,
    needs=f"two judges, human scores of {FEWEST} independent inputs, and {_OF_LABELS}",
    source="Holm (1979), docs/promises.md",
)
ONE_RUN_ENOUGH = Rule(
    name="one_run_enough",
    question="Is one run of the judge as good as all of them together?",
    promise=f"In {{share}} of studies no single run is called enough where all together gain more than {ENOUGH:g}.",
    broken=0.05,
    needs=f"two runs, of labels {FEWEST_LABELS}, human scores of {FEWEST} independent inputs, and {_OF_LABELS}",
    source="docs/promises.md",
)
WORTH_FEWER = Rule(
    name="worth_fewer",
    question="Are these judges worth fewer than they are, because they err together?",
    promise="In {share} of studies the number of independent judges they are worth is within the limits.",
    broken=0.05,
    needs=f"human scores of {FEWEST} independent inputs, no judge that gives every output the same, and of labels "
    f"{FEWEST_ERRORS} errors of a judge on average; of scores with very heavy tails the limits miss it in .10 to .15"
    " of tables",
    source="the design effect (Kish 1965), docs/promises.md",
)


def gain_needs(rule: Rule, inputs: int, *, labels: int | None, hits: float | None) -> tuple[Ground, ...]:
    """Return what has to be known before a rule says that judges together agree better, or worse.

    Parameters
    ----------
    rule : Rule
    inputs : int
        That are independent, or clusters of them.
    labels : int or None
        How many labels of an output are taken together; None of scores.
    hits : float or None
        See `FEWEST_HITS`; None of scores.
    """
    found = [independent_inputs(inputs, FEWEST_TO_GAIN if rule is PANEL_GAINS else FEWEST)]
    if labels is not None and rule is not JUDGE_HELPS:
        found.append(Ground.counted(LABELS, labels, FEWEST_LABELS))
    if hits is not None:
        found.append(Ground(measure=HITS, estimate=hits, low=hits, high=hits, bar=FEWEST_HITS, need=True))
    return tuple(found)


def gains(
    rule: Rule,
    about: str,
    gain: float,
    low: float,
    high: float,
    *,
    needs: Sequence[Ground],
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
    needs : sequence of Ground
        From `gain_needs`.
    applies_to, coefficient : str
    broken : float, optional
        As `Rule.decide`.
    """
    ground = Ground(measure=GAIN, estimate=gain, low=low, high=high, bar=0.0, side="above")
    return rule.decide(
        (*needs, ground), applies_to=applies_to, about=about, coefficient=coefficient, broken=broken
    )


def one_run_enough(
    about: str,
    gain: float,
    low: float,
    high: float,
    *,
    needs: Sequence[Ground],
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
    needs : sequence of Ground
        From `gain_needs`.
    applies_to, coefficient : str
    broken : float, optional
        As `Rule.decide`.
    """
    ground = Ground(measure=GAIN, estimate=gain, low=low, high=high, bar=ENOUGH, side="at_most")
    return ONE_RUN_ENOUGH.decide(
        (*needs, ground), applies_to=applies_to, about=about, coefficient=coefficient, broken=broken
    )


def worth_fewer(
    about: str,
    members: int,
    number: float,
    low: float,
    high: float,
    *,
    inputs: int,
    applies_to: str,
    constant: Sequence[str] = (),
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
    inputs : int
        That are independent, or clusters of them.
    applies_to : str
    constant : sequence of str
        Judges, or runs, that give every output the same label or score.
    errors : float, optional
        Of labels, how many a judge makes on average.
    broken : float, optional
        As `Rule.decide`.
    """
    n = len(constant)
    needs = [
        Ground(measure=CONSTANT, estimate=n, low=n, high=n, bar=0, side="at_most", need=True),
        independent_inputs(inputs),
    ]
    if errors is not None:
        needs.append(
            Ground(measure=ERRORS, estimate=errors, low=errors, high=errors, bar=FEWEST_ERRORS, need=True)
        )
    ground = Ground(measure=WORTH, estimate=number, low=low, high=high, bar=members, side="at_most")
    return WORTH_FEWER.decide(
        (*needs, ground), applies_to=applies_to, about=about, undefined=constant, broken=broken
    )
