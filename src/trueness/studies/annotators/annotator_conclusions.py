"""The findings of a study of annotators in plain sentences, made from its rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trueness.errors import listing
from trueness.statistics.annotators.alternative_annotator_test import PASSES_FROM
from trueness.studies.annotators.annotator_rows import Agreement, AltTest, CeilingRow, HeldOutCorrelation
from trueness.studies.annotators.annotator_settings import AnnotatorSettings
from trueness.studies.words import coefficient_words


def annotator_conclusions(
    human: str,
    settings: AnnotatorSettings,
    *,
    agreement: Sequence[Agreement],
    annotators: Sequence[HeldOutCorrelation],
    ceiling: Sequence[CeilingRow],
    alt_tests: Sequence[AltTest],
) -> tuple[str, ...]:
    """Return how annotators agree, which metrics reach them at each level, and which may stand in for one.

    Correlations are by the first coefficient that was asked for.

    Parameters
    ----------
    human : str
    settings : AnnotatorSettings
    agreement, annotators, ceiling, alt_tests : sequences of rows
        `annotators`: their own correlations with the others.
    """
    plain = settings.correlations
    found = []
    alpha = next((row for row in agreement if row.measure == "alpha_ordinal"), None)
    if alpha is not None and alpha.estimate == alpha.estimate:
        found.append(
            f"{alpha.n_annotators} annotators agree on '{human}' with an ordinal alpha of "
            f"{_number(alpha.estimate)}{_interval(alpha.low, alpha.high)}, on {alpha.n_units} outputs."
        )
    elif alpha is not None:
        found.append(f"Alpha of '{human}' is undefined: ratings are all equal, or no output has two.")
    coefficient = plain.coefficients[0]
    for level in plain.levels:
        own = [
            row.estimate
            for row in annotators
            if (row.level, row.coefficient) == (level, coefficient) and row.estimate == row.estimate
        ]
        if not own:
            found.append(f"At the {level} level no annotator has a defined correlation with the others.")
            continue
        text = (
            f"At the {level} level an annotator agrees with the others with {coefficient_words(coefficient)} "
            f"{_number(sum(own) / len(own))} on average (from {_number(min(own))} to {_number(max(own))})"
        )
        here = [row for row in ceiling if (row.level, row.coefficient) == (level, coefficient)]
        found.append(f"{text}.{_reached(here)}")
    if alt_tests:
        found.append(_replacements(alt_tests, settings))
    return tuple(found)


def _reached(rows: Sequence[CeilingRow]) -> str:
    if not rows:
        return ""
    if all(row.reaches == "undefined" for row in rows):
        best = max(
            (row for row in rows if row.estimate == row.estimate), key=lambda row: row.estimate, default=None
        )
        return f" The nearest metric is '{best.metric}' with {_number(best.estimate)}." if best else ""
    parts = []
    for verdict, words in (
        ("above", "above it"),
        ("not separated", "not separated from it"),
        ("below", "below it"),
        ("undefined", "undefined"),
    ):
        names = [row.metric for row in rows if row.reaches == verdict]
        if names:
            shown = f": {listing(names)}" if verdict in ("above", "not separated") else ""
            parts.append(f"{len(names)} {words}{shown}")
    return f" Of {len(rows)} metric{'s' * (len(rows) > 1)}, {'; '.join(parts)}."


def _replacements(rows: Sequence[AltTest], settings: AnnotatorSettings) -> str:
    passed = [row.metric for row in rows if row.verdict == "passes"]
    known = [row for row in rows if row.advantage == row.advantage]
    test = f"alternative annotator test (epsilon {settings.margin:g})"
    if not known:
        return f"The {test} could not be made: no annotator has enough inputs in common with others."
    best = max(known, key=lambda row: row.advantage)
    verdict = f"{listing(passed)} pass{'es' * (len(passed) == 1)}" if passed else "no metric passes"
    return (
        f"In the {test} {verdict}. '{best.metric}' has the largest advantage: on {best.advantage:.0%} of outputs it "
        f"fits the other annotators at least as well as the one held out; a judge that always says the same does on "
        f"{best.constant_advantage:.0%}{_constant_passes(rows)}."
    )


def _constant_passes(rows: Sequence[AltTest]) -> str:
    return ", and passes as well" if any(row.constant_winning_rate >= PASSES_FROM for row in rows) else ""


def _number(value: float) -> str:
    return f"{value + 0.0:.2f}".replace("-0.00", "0.00").replace("-", "−")


def _interval(low: float, high: float) -> str:
    return f" [{_number(low)}, {_number(high)}]" if not math.isnan(low) else ""
