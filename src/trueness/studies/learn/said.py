"""What was found about learned metrics, and what a reader has to know, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from trueness.errors import listing
from trueness.learning.label_worth import DRAWS
from trueness.learning.labelled import FEWEST
from trueness.learning.registry import BEST_SINGLE
from trueness.studies.learn.learning_data import Learned, key
from trueness.studies.learn.rows import HeldOutRow, LearnedTest, Learning
from trueness.studies.number_words import bracketed, counted, decimal, significant
from trueness.studies.rows import Caution

GENERALISES = {
    "inputs": "for other inputs of these systems",
    "systems": "for other systems on these inputs",
    "both": "for other systems on other inputs",
}
"""What a finding speaks of, by what was held out."""

FEW_UNITS = 10
"""Fewer units than these are few to split."""


def learning_conclusions(result: Learning) -> tuple[str, ...]:
    """Return what was found, a sentence for each human scorer and each way of holding out."""
    rows = {(row.human, row.over, row.scorer): row for row in result.scores}
    against = [test for test in result.tests if test.rival == BEST_SINGLE]
    found = []
    for human in dict.fromkeys(row.human for row in result.scores):
        for over in result.settings.over:
            here = [test for test in against if (test.human, test.over) == (human, over)]
            chosen = rows[human, over, BEST_SINGLE]
            found.append(_conclusion(human, over, here, chosen, rows))
    return tuple(found)


def _conclusion(
    human: str,
    over: str,
    tests: list[LearnedTest],
    chosen: HeldOutRow,
    rows: dict[tuple[str, str, str], HeldOutRow],
) -> str:
    known = [test for test in tests if not np.isnan(test.estimate)]
    place = f"'{human}', {GENERALISES[over]}"
    if not known:
        return f"{place}: nothing can be said, since no held-out part has a correlation."
    best = max(known, key=lambda test: rows[human, over, test.metric].estimate)
    row = rows[human, over, best.metric]
    single = f"the single metric that is best where it learns {decimal(chosen.estimate)}"
    numbers = (
        f"{decimal(row.estimate)}{bracketed(row.low, row.high)}, {single}: a difference of "
        f"{decimal(best.estimate)}{bracketed(best.low, best.high)}, p = {significant(best.pvalue_adjusted, 2)}"
    )
    winners = [test.metric for test in known if test.verdict == "better"]
    losers = [test.metric for test in known if test.verdict == "worse"]
    if winners:
        others = f"; better, too: {listing(name for name in winners if name != best.metric)}"
        said = others if len(winners) > 1 else ""
        return f"{place}: learning helps. '{best.metric}' reaches {numbers}{said}."
    if losers and len(losers) == len(known):
        return f"{place}: learning loses. '{best.metric}' reaches {numbers}."
    return f"{place}: it is not shown that learning helps. '{best.metric}' reaches {numbers}."


def learning_cautions(result: Learning, data: Learned) -> tuple[Caution, ...]:
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


def _about_worth(result: Learning) -> Iterator[Caution]:
    """Yield where it is not known, or not of all draws, what a label is worth."""
    for row in result.worth:
        if row.n_undefined:
            known = "The others alone are in the table." if row.n_undefined < DRAWS else ""
            yield Caution(
                "undefined_draws",
                "warning",
                f"In {row.n_undefined} of {DRAWS} draws of {row.n_inputs} inputs it is undefined what a label of "
                f"'{row.human}' is worth beside '{row.scorer}': {row.undefined.rstrip('.')}. {known}".rstrip(),
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
