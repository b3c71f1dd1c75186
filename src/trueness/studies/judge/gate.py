"""A gate: criteria that a judge has to be shown to meet, such as kappa of at least .6."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import NamedTuple

from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice
from trueness.statistics.judging.label_agreement import LABEL_MEASURES
from trueness.statistics.judging.scale_agreement import MEASURES
from trueness.studies.judge.label_rows import GateRow, GateVerdict, LabelMeasure
from trueness.studies.judge.rows import JudgeMeasure, JudgeValidation

GATE_MEASURES = (*LABEL_MEASURES, *MEASURES, "calibration_error")

_SPELT = re.compile(r"\s*([a-z_]+)\s*(>=|<=)\s*([-+0-9.eE]+)\s*\Z")


class Criterion(NamedTuple):
    """What is asked of a measure.

    Attributes
    ----------
    measure : str
        Of `GATE_MEASURES`.
    at_least : bool
        Whether it is to be at least the bar, or at most.
    bar : float
    """

    measure: str
    at_least: bool
    bar: float

    @classmethod
    def of(cls, text: str) -> Criterion:
        """Read a criterion: ``kappa>=.6``, ``rate_bias<=.05``.

        Raises
        ------
        ArgumentError
            If it is none.
        """
        found = _SPELT.match(text)
        try:
            bar = float(found[3]) if found else float("nan")
        except ValueError:
            found = None
        if not found:
            raise ArgumentError(
                f"`gate` takes criteria such as 'kappa>=.6' or 'rate_bias<=.05', not {text!r}."
            )
        check_choice("gate", found[1], GATE_MEASURES)
        return cls(found[1], found[2] == ">=", bar)

    def verdict(self, low: float, high: float) -> GateVerdict:
        """Return whether an interval shows the criterion to hold."""
        if math.isnan(low) or math.isnan(high):
            return "undefined"
        if self.at_least:
            return "holds" if low >= self.bar else "fails" if high < self.bar else "undecided"
        return "holds" if high <= self.bar else "fails" if low > self.bar else "undecided"


def gate_rows(validation: JudgeValidation, criteria: Iterable[str]) -> list[GateRow]:
    """Return every criterion for every judge.

    The gate as a whole is passed if every criterion is shown to hold for every judge. Each is shown by a two-sided
    interval, so a judge that does not meet one passes in at most 2.5% of data sets at 95%, however many criteria there
    are: all of them have to be wrong at once (Berger 1982, intersection-union test).

    Parameters
    ----------
    validation : JudgeValidation
        Without its gate.
    criteria : iterable of str

    Raises
    ------
    UnsupportedMethodError
        If a judge does not have a measure, as one of scores has no kappa.
    """
    known: dict[tuple[str, str], LabelMeasure | JudgeMeasure] = {}
    known |= {(row.metric, row.measure): row for row in validation.labels}
    known |= {(one.metric, one.measure): one for one in validation.measures}
    rows = []
    for text in criteria:
        asked = Criterion.of(text)
        for name in validation.judges:
            found = known.get((name, asked.measure))
            if found is None:
                kind = "labels" if asked.measure in LABEL_MEASURES else "ratings on the scale of people's"
                raise UnsupportedMethodError(
                    f"'{name}' has no {asked.measure}, which is of {kind}. Name another judge (`judges`), or another "
                    "measure."
                )
            rows.append(
                GateRow(
                    name,
                    text.replace(" ", ""),
                    asked.measure,
                    found.estimate,
                    found.low,
                    found.high,
                    asked.bar,
                    asked.verdict(found.low, found.high),
                )
            )
    return rows
