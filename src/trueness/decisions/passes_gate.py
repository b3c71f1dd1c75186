"""Whether judges pass a gate: criteria that each of them has to be shown to meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from trueness.decisions.decision import Decision, Ground, Rule

PASSES_GATE = Rule(
    name="passes_gate",
    question="Does every judge meet every criterion of the gate?",
    promise="In {share} of studies no judge that misses a criterion passes, however many judges and criteria there "
    "are.",
    broken=0.025,
    needs="two inputs, and labels that may have been drawn by lot; a judge that is silent on outputs that people "
    "labelled passes only if it would with the worst that it may have said; with few systems, that there are no "
    "others on which it errs far more often (where one in several has nearly all errors, six systems hide it in .37 of "
    "tables, 16 in .09 of those with a bar for TNR). Where systems differ much in quality, kappa is too often said "
    "to miss its bar",
    source="over criteria an intersection-union test (Berger 1982, Technometrics 24); over judges a step-up procedure "
    "(Hochberg 1988, Biometrika 75), which holds for statistics that depend on each other positively (Sarkar 1998, "
    "Annals of Statistics 26)",
)


def gate_steps(judges: Sequence[str], meets: Callable[[str, int], bool]) -> int:
    """Return among how many judges the error is divided: Hochberg's step-up procedure.

    With J judges and an error of alpha, those that meet all of their criteria at alpha / k pass, for the smallest k for
    which they are J - k + 1 or more. Where all of them do at alpha, k is 1 and all pass; where none does at alpha / J,
    k is J and none passes.

    Parameters
    ----------
    judges : sequence of str
    meets : callable
        Whether a judge meets all of its criteria with the error divided among so many.
    """
    left, steps = list(judges), 1
    while True:
        left = [name for name in left if meets(name, steps)]
        wanted = len(judges) - len(left) + 1
        if wanted <= steps or steps >= len(judges):
            return min(steps, len(judges))
        steps = wanted


def passes_gate(
    grounds: Mapping[str, Sequence[Ground]],
    *,
    applies_to: str,
    needs: Iterable[Ground] = (),
    confidence: float = 0.95,
) -> tuple[Decision, ...]:
    """Decide whether the gate is passed, and of several judges which of them pass.

    Parameters
    ----------
    grounds : mapping of str to sequence of Ground
        Judge to its criteria, with intervals at the confidence that `gate_steps` asks for; no two of one judge with
        the same measure.
    applies_to : str
        What varied in the intervals.
    needs : iterable of Ground
        What it takes for any judge, such as labels drawn by lot.
    confidence : float
        Two-sided, of one interval if the error were not divided.

    Returns
    -------
    tuple of Decision
        Of the gate as a whole, which is about no judge in particular, then of each judge if there are several.
    """
    broken, needed = (1 - confidence) / 2, list(needs)
    named = [
        Ground(
            measure=f"{one.measure} of {name}" if len(grounds) > 1 else one.measure,
            estimate=one.estimate,
            low=one.low,
            high=one.high,
            bar=one.bar,
            side=one.side,
        )
        for name, found in grounds.items()
        for one in found
    ]
    each = (
        [
            PASSES_GATE.decide([*needed, *found], applies_to=applies_to, about=name, broken=broken)
            for name, found in grounds.items()
        ]
        if len(grounds) > 1
        else []
    )
    passed = [one.about for one in each if one.answer == "yes"]
    whole = PASSES_GATE.decide([*needed, *named], applies_to=applies_to, names=passed, broken=broken)
    return (whole, *each)
