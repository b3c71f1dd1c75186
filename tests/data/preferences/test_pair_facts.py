"""What verdicts hold, and what has to be said of raters before anything is asked."""

from __future__ import annotations

import pytest

from trueness.data.preferences.pair_facts import pair_facts
from trueness.data.preferences.preferences import BOTH_BAD, TIE, A, B, PairRow, Preferences


def table(**raters):
    """Verdicts of raters; the role of each is what stands after two underscores."""
    rows = []
    for name, verdicts in raters.items():
        rater, _, role = name.partition("__")
        rows += [
            PairRow(row=k, input=str(k), a="x", b="y", rater=rater, verdict=verdict, role=role or None)
            for k, verdict in enumerate(verdicts)
        ]
    return Preferences.of(rows)


def test_facts():
    found = pair_facts(
        table(ann__human=[A, TIE, BOTH_BAD], gpt__judge=[A, B]), ["p.csv"], [("--part", "one")]
    )
    assert (found.systems, found.n_inputs, found.n_verdicts) == (("x", "y"), 3, 5)
    assert [(one.rater, one.role, one.n_verdicts, one.n_ties) for one in found.raters] == [
        ("ann", "human", 3, 2),
        ("gpt", "judge", 2, 0),
    ]
    assert (found.next, found.provided) == ("trueness judge --preferences p.csv --part one", "")


@pytest.mark.parametrize(
    ("raters", "said"),
    [
        (("gold", "m1", "m2"), ""),
        (("ann", "bob"), " --people ann,bob"),
        (("ann", "gpt-4o", "claude-3"), " --judge gpt-4o,claude-3"),
        (("winner", "judge_winner", "auto-vote"), " --judge judge_winner,auto-vote"),
        (("ann__human", "one"), " --people ann,one"),
        (("annotator_1", "annotator_2", "coin"), " --people annotator_1,annotator_2"),
        (("expert_a", "gpt-4o", "good"), " --people expert_a"),
        (("ann__human", "rater1", "good"), " --people ann,rater1"),
        (("annotator_1", "annotator_2"), " --people annotator_1,annotator_2"),
        (("ann", "m__judge", "gpt-4o"), " --judge m,gpt-4o"),
    ],
)
def test_who_is_who(raters, said):
    found = pair_facts(table(**{rater: [A, B] for rater in raters}), ["p.csv"])
    assert found.next == f"trueness judge --preferences p.csv{said}"
    assert bool(found.provided) == bool(said)
