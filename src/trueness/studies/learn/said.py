"""What was found about learned metrics, and what a reader has to know, in sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import Answer, Decision
from trueness.decisions.learning_helps import LEARNING_HELPS, learning_helps
from trueness.errors import listing, series
from trueness.learning.label_worth import DRAWS
from trueness.learning.labelled import FEWEST
from trueness.learning.registry import BEST_SINGLE
from trueness.studies.learn.learning_data import Learned, key
from trueness.studies.learn.rows import HeldOutRow, LearnedTest, LearnResult
from trueness.study.alike import told_systems
from trueness.study.lights import lit
from trueness.study.number_words import bracketed, counted, decimal, significant
from trueness.study.rows import Caution

GENERALISES = {
    "inputs": "for other inputs of these systems",
    "systems": "for other systems of these kinds on these inputs",
    "both": "for other systems of these kinds on other inputs",
}
"""What a finding applies to, by what was held out."""

ELSEWHERE = {"inputs": "other inputs", "systems": "other systems", "both": "other systems and inputs"}
"""The same, short."""

Outcome = Literal["helps", "loses", "open", "unknown"]
"""Whether some learned metric agrees better than the single one, all agree worse, neither, or no test is defined."""

ANSWERS: dict[Outcome, Answer] = {
    "helps": "yes",
    "loses": "no",
    "open": "cannot_tell",
    "unknown": "cannot_tell",
}
"""The light of each, what was found out first."""

FEW_UNITS = 10
"""Fewer units than these are few to split."""


def learning_conclusions(result: LearnResult) -> tuple[str, ...]:
    """Return whether learning helps, once for what was held out with the same answer, and then what is reached."""
    humans = dict.fromkeys(row.human for row in result.scores)
    answers: list[str] = []
    for human in humans:
        held_out: dict[Outcome, list[str]] = {}
        for over in result.settings.over:
            held_out.setdefault(outcome(result, human, over), []).append(over)
        answers += [_answer(result, human, *one) for one in sorted(held_out.items(), key=_first_known)]
    reached = [_reached(result, human, over) for human in humans for over in result.settings.over]
    return (*answers, *filter(None, reached))


def outcome(result: LearnResult, human: str, over: str) -> Outcome:
    """Return whether learning helps to agree with a human scorer on what is held out."""
    answers = {
        one.about: one.answer
        for one in result.decisions
        if (one.rule, one.facet, one.applies_to) == (LEARNING_HELPS.name, human, GENERALISES[over])
    }
    if not _known(result, human, over):
        return "unknown"
    if "yes" in answers.values():
        return "helps"
    return "loses" if set(answers.values()) == {"no"} else "open"


def winners(result: LearnResult, human: str, over: str) -> list[str]:
    """Return the learned metrics that are shown to agree better than the single one."""
    return [
        one.about
        for one in result.decisions
        if (one.facet, one.applies_to, one.answer) == (human, GENERALISES[over], "yes")
    ]


def decided(result: LearnResult, table: ScoreTable, alike: int) -> tuple[Decision, ...]:
    """Return whether each learned metric helps, with each human scorer and for what was held out.

    Parameters
    ----------
    result : LearnResult
        Without its decisions.
    table : ScoreTable
        What was learned from.
    alike : int
        Pairs of systems that look like versions of one.
    """
    settings = result.settings
    systems = told_systems(table, result.selection.system_clusters) if table.has_systems else 0
    return tuple(
        learning_helps(
            test.metric,
            test.human,
            (test.estimate, test.low, test.high),
            test.pvalue_adjusted,
            systems=None if test.over == "inputs" else systems,
            alike=alike,
            applies_to=GENERALISES[test.over],
            alpha=settings.alpha,
            level=settings.level,
            coefficient=settings.coefficient,
        )
        for test in result.tests
        if test.rival == BEST_SINGLE
    )


def best_learned(result: LearnResult, human: str, over: str) -> LearnedTest | None:
    """Return the test of the learned metric that agrees most against the chosen single one; None without any."""
    rows = _held_out(result, human, over)
    return max(_known(result, human, over), key=lambda test: rows[test.metric].estimate, default=None)


def _known(result: LearnResult, human: str, over: str) -> list[LearnedTest]:
    """Return the tests against the chosen single metric whose difference is defined."""
    here = [
        test for test in result.tests if (test.human, test.over, test.rival) == (human, over, BEST_SINGLE)
    ]
    return [test for test in here if not np.isnan(test.estimate)]


def _held_out(result: LearnResult, human: str, over: str) -> Mapping[str, HeldOutRow]:
    return {row.scorer: row for row in result.scores if (row.human, row.over) == (human, over)}


def _first_known(held_out: tuple[Outcome, list[str]]) -> int:
    return list(ANSWERS).index(held_out[0])


def _answer(result: LearnResult, human: str, found: Outcome, held_out: Sequence[str]) -> str:
    """Return whether learning helps for what was held out, and what the best learned metric gains there."""
    places = series([ELSEWHERE[over] for over in held_out], "or" if found == "unknown" else "and")
    if found == "unknown":
        said = f"We cannot tell whether learning helps with '{human}' for {places}: no held-out part has a correlation."
        return lit(ANSWERS[found], said)
    tests = {over: test for over in held_out if (test := best_learned(result, human, over)) is not None}
    names = list(dict.fromkeys(test.metric for test in tests.values()))
    gains = series(
        [f"{_size(test, less=found == 'loses')} for {ELSEWHERE[over]}" for over, test in tests.items()]
    )
    start, end = {
        "helps": (f"Learning helps with '{human}'", " Keep what was learned (--out FOLDER)."),
        "loses": (f"Learning loses with '{human}'", " Do not use it in place of that metric."),
        "open": (f"We cannot tell whether learning helps with '{human}'", ""),
    }[found]
    whose = f"'{names[0]}' agrees" if len(names) == 1 else f"The learned metrics ({listing(names)}) agree"
    than = "than the best single metric"
    return lit(
        ANSWERS[found], f"{start}. {whose} {'less' if found == 'loses' else 'more'} {than} by {gains}.{end}"
    )


def _size(test: LearnedTest, *, less: bool) -> str:
    """Return by how much a learned metric agrees more, or less."""
    if less:
        return f"{decimal(-test.estimate)}{bracketed(-test.high, -test.low)}"
    return f"{decimal(test.estimate)}{bracketed(test.low, test.high)}"


def _reached(result: LearnResult, human: str, over: str) -> str:
    """Return what the best learned metric and the single one reach; empty where that is not known."""
    best = best_learned(result, human, over)
    if best is None:
        return ""
    rows = _held_out(result, human, over)
    row, chosen = rows[best.metric], rows[BEST_SINGLE]
    pvalue = (
        ""
        if math.isnan(best.pvalue_adjusted)
        else f" (p = {significant(best.pvalue_adjusted, 2)} for the difference)"
    )
    others = [name for name in winners(result, human, over) if name != best.metric]
    more = f" Better, too: {listing(others)}." if others else ""
    return (
        f"With '{human}', {GENERALISES[over]}, '{best.metric}' reaches {decimal(row.estimate)}"
        f"{bracketed(row.low, row.high)}. The single metric that is best where it learns reaches "
        f"{decimal(chosen.estimate)}{pvalue}.{more}"
    )


def learning_cautions(result: LearnResult, data: Learned) -> tuple[Caution, ...]:
    """Return what a reader has to know, the gravest first."""
    found = []
    for over in result.settings.over:
        of = data.labelled[key(next(iter(data.human)), over)]
        few = [
            counted(len(np.unique(groups)), name)
            for name, groups in (("system", of.system_groups), ("input", of.input_groups))
            if over in (f"{name}s", "both") and len(np.unique(groups)) < FEW_UNITS
        ]
        if few:
            found.append(
                Caution(
                    "few_units",
                    "warning",
                    f"{' and '.join(few)} are few to hold out from each other. Intervals over {over} are wide, and one "
                    "of them may decide what was learned.",
                )
            )
    strange = [
        feature.name
        for card, _ in result.predictors.values()
        for feature in card.features
        if feature.probes is None
    ]
    if strange:
        found.append(
            Caution(
                "features_from_file",
                "note",
                f"{listing(dict.fromkeys(strange))} are columns of the file only, so the learned metric "
                "is for tables that have them.",
            )
        )
    elif not data.checked and result.selection.metrics:
        found.append(
            Caution(
                "features_unchecked",
                "note",
                "The columns are taken to be the metrics that they are named after. To check some of their scores, "
                "name the texts (--texts).",
            )
        )
    over = [test for test in result.tests if test.rival == BEST_SINGLE and test.verdict == "undefined"]
    if over:
        found.append(
            Caution(
                "undefined_splits",
                "warning",
                f"{listing(dict.fromkeys(test.metric for test in over))} cannot be compared everywhere. In some "
                "held-out parts all outputs have the same prediction or human score, or all parts have the same "
                "difference.",
            )
        )
    return tuple(sorted([*found, *_about_worth(result)], key=lambda one: one.severity != "warning"))


def _about_worth(result: LearnResult) -> Iterator[Caution]:
    """Yield where it is not known, or not of all draws, what a label is worth."""
    for row in result.worth:
        if row.n_undefined:
            known = "The others alone are in the table." if row.n_undefined < DRAWS else ""
            yield Caution(
                "undefined_draws",
                "warning",
                f"What a label of '{row.human}' is worth beside '{row.scorer}' is undefined in {row.n_undefined} of "
                f"{DRAWS} "
                f"draws of {row.n_inputs} inputs: {row.reason.rstrip('.')}. {known}".rstrip(),
            )
    there = {row.human for row in result.worth}
    without = dict.fromkeys(f"'{row.human}'" for row in result.scores if row.human not in there)
    if without and not result.settings.brief:
        yield Caution(
            "too_few_for_worth",
            "note",
            f"To say what a label of {listing(without)} is worth beside a metric takes {2 * FEWEST} inputs (or "
            f"clusters of them), {FEWEST} of them labelled.",
        )
