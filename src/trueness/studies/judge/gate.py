"""A gate: criteria that a judge has to be shown to meet, such as kappa of at least .6."""

from __future__ import annotations

import dataclasses
import itertools
import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from trueness.decisions.decision import CANNOT_TELL, Answer, Decision, Ground
from trueness.decisions.passes_gate import gate_steps, passes_gate
from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice, listing
from trueness.statistics.judging.label_agreement import LABEL_MEASURES
from trueness.statistics.judging.scale_agreement import MEASURES
from trueness.studies.judge.applies_to import applies_to
from trueness.studies.judge.judge_labels import JudgeLabels, filled_labels
from trueness.studies.judge.judge_scores import JudgeScores, measure_rows
from trueness.studies.judge.label_rows import GateRow, GateVerdict
from trueness.studies.judge.rows import JudgeMeasure
from trueness.studies.judge.settings import JudgeSettings

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
    spelt : str
        The bar as it was given.
    """

    measure: str
    at_least: bool
    bar: float
    spelt: str

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
                f"`gate` takes criteria such as 'kappa>=.6' or 'rate_bias<=.05'; this is {text!r}."
            )
        check_choice("gate", found[1], GATE_MEASURES)
        return cls(found[1], found[2] == ">=", bar, found[3])

    def ground(self, found: _Found) -> Ground:
        """Return what the criterion asks of a measure, beside what was found."""
        return Ground(
            measure=f"{self.measure}{'>=' if self.at_least else '<='}{self.spelt}",
            estimate=found.estimate,
            low=found.low,
            high=found.high,
            bar=self.bar,
            side="at_least" if self.at_least else "at_most",
        )


class _Found(NamedTuple):
    estimate: float
    low: float
    high: float
    n_outputs: int
    n_silent: int
    n_divided: int
    over_systems: bool


class Gate(NamedTuple):
    """What comes of a gate.

    Attributes
    ----------
    rows : tuple of GateRow
    decisions : tuple of Decision
        Of the gate as a whole, then of each judge if there are several.
    """

    rows: tuple[GateRow, ...]
    decisions: tuple[Decision, ...]


VERDICTS: dict[Answer, GateVerdict] = {"yes": "holds", "no": "fails", "cannot_tell": "undecided"}


def gate(
    criteria: Sequence[str],
    parts: Sequence[JudgeScores],
    labels: JudgeLabels | None,
    settings: JudgeSettings,
    needs: Sequence[Ground] = (),
) -> Gate:
    """Hold every judge against every criterion.

    Outputs on which annotators are evenly divided count in equal parts for each of their labels. On outputs that
    people labelled and a judge did not it may have said anything: intervals reach from the lower limit of the worst to
    the upper one of the best. Of several judges, intervals are at the confidence that `gate_steps` finds.

    Parameters
    ----------
    criteria : sequence of str
        None: there is no gate.
    parts : sequence of JudgeScores
    labels : JudgeLabels or None
    settings : JudgeSettings
    needs : sequence of Ground
        What it takes to tell anything: where it is missing, no criterion is decided.

    Raises
    ------
    UnsupportedMethodError
        If a judge does not have a measure, as one of scores has no kappa.
    """
    asked = list(dict.fromkeys(Criterion.of(text) for text in criteria))
    if not asked:
        return Gate((), ())
    candidates = {part.name: _Candidate(part, labels, settings) for part in parts}
    for part, one in itertools.product(parts, asked):
        candidates[part.name].check(one.measure)

    def confidence(steps: int) -> float:
        return 1 - (1 - settings.confidence) / steps

    def grounds(name: str, steps: int) -> list[Ground]:
        return [one.ground(candidates[name].found(one.measure, confidence(steps))) for one in asked]

    def meets(name: str, steps: int) -> bool:
        return all(one.answer == "yes" for one in grounds(name, steps))

    steps = gate_steps(list(candidates), meets)
    over_systems = all(one.over_systems for one in candidates.values())
    whom = applies_to(over_systems=over_systems, has_systems=parts[0].has_systems)
    decisions = passes_gate(
        {name: grounds(name, steps) for name in candidates},
        applies_to=whom,
        needs=needs,
        confidence=settings.confidence,
    )
    told = all(one.answer == "yes" for one in needs)
    rows = []
    for one, (name, candidate) in itertools.product(asked, candidates.items()):
        found = candidate.found(one.measure, confidence(steps))
        ground = one.ground(found)
        undefined = math.isnan(ground.low) or math.isnan(ground.high)
        rows.append(
            GateRow(
                metric=name,
                criterion=ground.measure,
                measure=one.measure,
                estimate=found.estimate,
                low=found.low,
                high=found.high,
                bar=one.bar,
                verdict="undefined" if undefined else VERDICTS[ground.answer if told else CANNOT_TELL],
                confidence=confidence(steps),
                n_outputs=found.n_outputs,
                n_silent=found.n_silent,
                n_divided=found.n_divided,
                applies_to=applies_to(
                    over_systems=found.over_systems, has_systems=candidate.part.has_systems
                ),
            )
        )
    return Gate(tuple(rows), decisions)


class _Candidate:
    """A judge at the gate: its measures, at any confidence, each computed once."""

    def __init__(self, part: JudgeScores, labels: JudgeLabels | None, settings: JudgeSettings) -> None:
        self.part, self.settings = part, settings
        here = labels is not None and part.name in labels.judges
        self.labels = filled_labels(labels, part.name, divided=True) if labels is not None and here else None
        self.measures = () if labels is None or not here else labels.measures
        self._scores: dict[float, dict[str, JudgeMeasure]] = {}
        self._found: dict[tuple[str, float], _Found] = {}

    @property
    def over_systems(self) -> bool:
        """Whether intervals are of other systems, too."""
        return self.part.applies_to_systems if self.labels is None else self.labels.applies_to_systems

    def check(self, measure: str) -> None:
        """Refuse a measure that the judge does not have."""
        there = (*self.measures, *self._of_scores(self.settings.confidence))
        if measure not in there:
            kind = "labels" if measure in LABEL_MEASURES else "ratings on the scale of people's"
            raise UnsupportedMethodError(
                f"'{self.part.name}' has no {measure}, which is of {kind}. It has {listing(there, len(there))}. Name "
                "one of these, or another judge (`judges`)."
            )

    def found(self, measure: str, confidence: float) -> _Found:
        """Return a measure with the interval over all that the judge may have said."""
        key = measure, confidence
        if key not in self._found:
            self._found[key] = self._measured(measure, confidence)
        return self._found[key]

    def _measured(self, measure: str, confidence: float) -> _Found:
        if measure in self.measures and self.labels is not None:
            low, high = (float(one) for one in self.labels.outer_interval(measure, confidence))
            return _Found(
                estimate=self.labels.estimate(measure),
                low=low,
                high=high,
                n_outputs=len(self.labels.judge) - self.labels.n_silent,
                n_silent=self.labels.n_silent,
                n_divided=self.labels.n_divided,
                over_systems=self.labels.applies_to_systems,
            )
        row = self._of_scores(confidence)[measure]
        return _Found(
            estimate=row.estimate,
            low=row.outer_low,
            high=row.outer_high,
            n_outputs=row.n_outputs,
            n_silent=row.n_silent,
            n_divided=0,
            over_systems=self.part.applies_to_systems,
        )

    def _of_scores(self, confidence: float) -> dict[str, JudgeMeasure]:
        if confidence not in self._scores:
            asked = dataclasses.replace(self.settings, confidence=confidence)
            self._scores[confidence] = {row.measure: row for row in measure_rows(self.part, asked)}
        return self._scores[confidence]
