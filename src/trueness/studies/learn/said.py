"""What was found about learned metrics, and what a reader has to know, in sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Literal

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import Decision
from trueness.decisions.learning_helps import LEARNING_HELPS, learning_helps
from trueness.errors import listing
from trueness.learning.label_worth import DRAWS
from trueness.learning.labelled import FEWEST
from trueness.learning.registry import BEST_SINGLE
from trueness.studies.learn.learning_data import Learned, key
from trueness.studies.learn.rows import HeldOutRow, LearnedTest, LearnResult
from trueness.study.alike import told_systems
from trueness.study.number_words import bracketed, counted, decimal, significant
from trueness.study.rows import Caution

GENERALISES = {
    "inputs": "for other inputs of these systems",
    "systems": "for other systems of these kinds on these inputs",
    "both": "for other systems of these kinds on other inputs",
}
"""What a finding speaks of, by what was held out."""

Outcome = Literal["helps", "loses", "open", "unknown"]
"""Whether some learned metric agrees better than the single one, all agree worse, neither, or no test is defined."""

FEW_UNITS = 10
"""Fewer units than these are few to split."""


def learning_conclusions(result: LearnResult) -> tuple[str, ...]:
    """Return what was found, a sentence for each human scorer and each way of holding out."""
    humans = dict.fromkeys(row.human for row in result.scores)
    return tuple(_conclusion(result, human, over) for human in humans for over in result.settings.over)


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


def _conclusion(result: LearnResult, human: str, over: str) -> str:
    place = f"'{human}', {GENERALISES[over]}"
    best = best_learned(result, human, over)
    if best is None:
        return f"{place}: nothing can be said, since no held-out part has a correlation."
    rows = _held_out(result, human, over)
    row, chosen = rows[best.metric], rows[BEST_SINGLE]
    single = f"the single metric that is best where it learns {decimal(chosen.estimate)}"
    numbers = (
        f"{decimal(row.estimate)}{bracketed(row.low, row.high)}, {single}: a difference of "
        f"{decimal(best.estimate)}{bracketed(best.low, best.high)}"
    )
    if not math.isnan(best.pvalue_adjusted):
        numbers += f", p = {significant(best.pvalue_adjusted, 2)}"
    said = outcome(result, human, over)
    if said == "helps":
        better = winners(result, human, over)
        others = f"; better, too: {listing(name for name in better if name != best.metric)}"
        more = others if len(better) > 1 else ""
        return f"{place}: learning helps. '{best.metric}' reaches {numbers}{more}."
    if said == "loses":
        return f"{place}: learning loses. '{best.metric}' reaches {numbers}."
    return f"{place}: it is not shown that learning helps. '{best.metric}' reaches {numbers}."


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
                    f"{' and '.join(few)} are few to hold out from each other: intervals over {over} are wide, and "
                    "what was learned may hang on one of them.",
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
                f"{listing(dict.fromkeys(strange))}: no metrics of this package, so that the learned metric cannot "
                "score texts.",
            )
        )
    elif not data.checked and result.selection.metrics:
        found.append(
            Caution(
                "features_unchecked",
                "note",
                "That the columns are the metrics that they are named after was not checked; name the texts (--texts) "
                "to have some scores computed again.",
            )
        )
    over = [test for test in result.tests if test.rival == BEST_SINGLE and test.verdict == "undefined"]
    if over:
        found.append(
            Caution(
                "undefined_splits",
                "warning",
                f"{listing(dict.fromkeys(test.metric for test in over))} cannot be compared everywhere: in held-out "
                "parts all outputs get the same prediction, people say the same of all, or all parts have the same "
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
                f"In {row.n_undefined} of {DRAWS} draws of {row.n_inputs} inputs it is undefined what a label of "
                f"'{row.human}' is worth beside '{row.scorer}': {row.reason.rstrip('.')}. {known}".rstrip(),
            )
    there = {row.human for row in result.worth}
    without = dict.fromkeys(f"'{row.human}'" for row in result.scores if row.human not in there)
    if without and not result.settings.brief:
        yield Caution(
            "too_few_for_worth",
            "note",
            f"What a label of {listing(without)} is worth beside a metric is not said: that takes {2 * FEWEST} inputs "
            f"(or clusters of them), of which {FEWEST} count as labelled.",
        )
