"""One judge beside the human: bias, calibration and errors as rows, and what else is known of the outputs."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from trueness.data.cells.lengths import LENGTH, length_unit
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import DataError, unknown_name
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.interval import Interval
from trueness.statistics.jackknife.two_way_jackknife import FEWEST_SYSTEMS
from trueness.statistics.judging.covariate_bias import covariate_bias
from trueness.statistics.judging.isotonic import isotonic
from trueness.statistics.judging.linear_calibration import linear_calibration
from trueness.statistics.judging.reliability_table import ReliabilityTable, reliability_tables
from trueness.statistics.judging.scale_agreement import MEASURES, scale_agreement
from trueness.studies.judge.applies_to import applies_to
from trueness.studies.judge.judged_means import on_human_scale
from trueness.studies.judge.rows import JudgeBias, JudgeMeasure, ReliabilityRow
from trueness.studies.judge.settings import JudgeSettings


class Covariate(NamedTuple):
    """A number per output.

    Attributes
    ----------
    name : str
    per : str
        What a slope is shown per, such as ``100 words``.
    unit : float
        How many of the values' unit that is.
    values : array of shape (N, M)
        NaN where unknown.
    """

    name: str
    per: str
    unit: float
    values: FloatArray


def output_covariates(table: ScoreTable, texts: Texts | None, position: str | None) -> list[Covariate]:
    """Return length, where it is known, and position, where it is asked for.

    Parameters
    ----------
    table : ScoreTable
    texts : Texts, optional
        Their lengths in words between blanks; without them scorers whose names say that they are lengths.
    position : str, optional
        A scorer, or a grouping column of systems or inputs whose labels are numbers.

    Raises
    ------
    DataError
        If texts and table share no output, or a label of the position is no number.
    UnknownNameError
        If there is no such scorer or column.
    """
    found = []
    if texts is not None:
        found.append(Covariate(LENGTH, "100 words", 100.0, _lengths(table, texts)))
    else:
        for scorer in table.scorers:
            unit = length_unit(scorer.name)
            if unit is not None and scorer.role != "human" and not scorer.labels:
                per = f"100 {unit}" if unit else f"100 of '{scorer.name}'"
                found.append(Covariate(scorer.name, per, 100.0, table.matrix(scorer.name)))
    if position is not None:
        found.append(Covariate(position, "place", 1.0, _position(table, position)))
    return found


def _lengths(table: ScoreTable, texts: Texts) -> FloatArray:
    from trueness.metrics.length import Length

    systems = {name: i for i, name in enumerate(table.systems)}
    inputs = {name: j for j, name in enumerate(table.inputs)}
    here = [row for row in texts.rows if row.system in systems and row.input in inputs]
    if not here:
        raise DataError(
            f"{texts.name}: texts and scores must have the same names of systems and inputs. The texts' "
            f"first is system '{texts.rows[0].system}', input '{texts.rows[0].input}'; the scores' first "
            f"is system '{table.systems[0]}', input '{table.inputs[0]}'."
        )
    values = np.full(table.shape[1:], np.nan)
    lengths = Length().score([row.output for row in here], [()] * len(here), [None] * len(here))
    values[[systems[row.system] for row in here], [inputs[row.input] for row in here]] = lengths
    return values


def _position(table: ScoreTable, name: str) -> FloatArray:
    if name in table.scorer_names:
        return table.matrix(name)
    shape = table.shape[1:]
    if name in table.input_groups:
        return np.broadcast_to(_numbers(name, table.input_groups[name]), shape).copy()
    if name in table.system_groups:
        return np.broadcast_to(_numbers(name, table.system_groups[name])[:, None], shape).copy()
    known = (*table.scorer_names, *table.input_groups, *table.system_groups)
    raise unknown_name("scorer or grouping column", name, known)


def _numbers(name: str, labels: tuple[str, ...]) -> FloatArray:
    found = []
    for label in labels:
        try:
            found.append(float(label) if label else np.nan)
        except ValueError:
            raise DataError(f"column '{name}' holds '{label}'; a position is a number.") from None
    return np.array(found, dtype=np.float64)


@dataclasses.dataclass(frozen=True)
class JudgeScores:
    """One judge with everything its rows are made of.

    Attributes
    ----------
    name : str
    human, judge : arrays of shape (N, M)
        As given, NaN where missing.
    oriented, people : arrays of shape (N, M)
        The judge's scores and the human's, larger is better.
    clusters : array of shape (N, M)
        Cluster numbers.
    same : bool
        Whether the judge rates on the human's scale.
    covariates : tuple of Covariate
    has_systems : bool
        Whether systems have names, or outputs are all there is.
    tables : dict of float to ReliabilityTable
        By confidence, what `reliability` has computed.
    """

    name: str
    human: FloatArray
    judge: FloatArray
    oriented: FloatArray
    people: FloatArray
    clusters: IntArray
    same: bool
    covariates: tuple[Covariate, ...]
    has_systems: bool = True
    tables: dict[float, ReliabilityTable] = dataclasses.field(default_factory=dict, compare=False, repr=False)

    @property
    def silent(self) -> BoolArray:
        """Outputs with a human score and none of the judge, shape (N, M)."""
        return np.asarray(~np.isnan(self.human) & np.isnan(self.judge))

    @property
    def n_silent(self) -> int:
        """How many these are."""
        return int(self.silent.sum())

    @property
    def applies_to_systems(self) -> bool:
        """Whether enough systems have outputs with both scores to tell what others may be like."""
        known = ~(np.isnan(self.human) | np.isnan(self.judge))
        return int(known.any(axis=1).sum()) >= FEWEST_SYSTEMS

    @property
    def systems(self) -> IntArray:
        """The number of each output's system, shape (N, M)."""
        return np.broadcast_to(np.arange(len(self.human))[:, None], self.human.shape)

    @functools.cached_property
    def calibrated(self) -> FloatArray:
        """The judge's scores on the human's scale, shape (N, M)."""
        return on_human_scale(self.human, self.judge, same=self.same)

    def reliability(self, settings: JudgeSettings) -> ReliabilityTable:
        """Return people's scores in bins of the judge's on their scale, computed once for a confidence."""
        if settings.confidence not in self.tables:
            draw_reliability([self], settings)
        return self.tables[settings.confidence]

    def drawn(self, settings: JudgeSettings) -> dict[str, Any]:
        """Return what every resampled statistic is asked with."""
        return {
            "clusters": self.clusters.ravel(),
            "systems": self.systems.ravel(),
            "confidence": settings.confidence,
            "resamples": settings.resamples,
            "rng": settings.seed,
        }


def draw_reliability(parts: Sequence[JudgeScores], settings: JudgeSettings) -> None:
    """Compute the reliability tables of judges of the same outputs with one draw, which each then returns."""
    tables = reliability_tables(
        [(part.human.ravel(), part.calibrated.ravel()) for part in parts],
        bins=settings.bins,
        **parts[0].drawn(settings),
    )
    for part, table in zip(parts, tables, strict=True):
        part.tables[settings.confidence] = table


def measure_rows(part: JudgeScores, settings: JudgeSettings) -> list[JudgeMeasure]:
    """Return the line from judge to human and the calibration error; errors and kappa for a judge on one scale."""
    human, judge, drawn = part.human.ravel(), part.judge.ravel(), part.drawn(settings)
    rows = []
    over_systems = part.applies_to_systems

    def add(
        measure: str, estimate: float, limits: Interval, n: int, undefined: int, outer: Interval | None = None
    ) -> None:
        low, high = float(limits.low), float(limits.high)
        if outer is None:
            outer = Interval(np.nan, np.nan) if part.n_silent else limits
        rows.append(
            JudgeMeasure(
                metric=part.name,
                measure=measure,
                estimate=estimate,
                low=low,
                high=high,
                n_outputs=n,
                n_undefined_resamples=undefined,
                resamples=0 if over_systems and measure != "calibration_error" else settings.resamples,
                applies_to=applies_to(over_systems=over_systems, has_systems=part.has_systems),
                n_silent=part.n_silent,
                outer_low=float(outer.low),
                outer_high=float(outer.high),
            )
        )

    if part.same:
        found = scale_agreement(human, judge, **drawn)
        outer = outer_intervals(part, settings) if part.n_silent else found.intervals
        for name in MEASURES:
            undefined = found.n_undefined_resamples[name]
            add(name, getattr(found, name), found.intervals[name], found.n_outputs, undefined, outer[name])
    line = linear_calibration(human, judge, **drawn)
    lost = line.n_undefined_resamples
    add("calibration_intercept", line.intercept, line.intercept_interval, line.n_outputs, lost)
    add("calibration_slope", line.slope, line.slope_interval, line.n_outputs, lost)
    table = part.reliability(settings)
    add(
        "calibration_error",
        table.calibration_error,
        table.calibration_error_interval,
        table.n_outputs,
        table.n_undefined_resamples,
        _outer_error(table.calibration_error_interval, part),
    )
    return rows


def outer_intervals(part: JudgeScores, settings: JudgeSettings) -> dict[str, Interval]:
    """Return intervals of errors and kappa over all that a judge may have said of outputs on which it is silent.

    From the lower limit of the worst to the upper one of the best: on these outputs it says what people do, or one of
    the ends of their scale, as far from people as can be, or all of them the same.

    Parameters
    ----------
    part : JudgeScores
        A judge on people's scale.
    settings : JudgeSettings
    """
    human = part.human
    low, high = (float(one) for one in (np.nanmin(human), np.nanmax(human)))
    farthest = np.where(human - low > high - human, low, high)
    found = [
        scale_agreement(
            human.ravel(), np.where(part.silent, said, part.judge).ravel(), **part.drawn(settings)
        ).intervals
        for said in (human, farthest, np.full(human.shape, low), np.full(human.shape, high))
    ]
    return {
        name: Interval(
            float(np.min([one[name].low for one in found])), float(np.max([one[name].high for one in found]))
        )
        for name in MEASURES
    }


def _outer_error(limits: Interval, part: JudgeScores) -> Interval:
    """Return where a calibration error may lie if silent outputs are as far from people as can be, or not at all."""
    if not part.n_silent or not part.same:
        return Interval(np.nan, np.nan) if part.n_silent else limits
    said = int(np.sum(~np.isnan(part.human) & ~np.isnan(part.judge)))
    share = part.n_silent / (said + part.n_silent)
    span = float(np.nanmax(part.human) - np.nanmin(part.human))
    low, high = (float(one) for one in limits)
    return Interval(max(0.0, low * (1 - share) - span * share), high * (1 - share) + span * share)


def bias_rows(part: JudgeScores, settings: JudgeSettings) -> list[JudgeBias]:
    """Return one row per covariate: the slope of the judge's score at equal human score."""
    rows = []
    for name, per, unit, values in part.covariates:
        found = covariate_bias(
            part.people.ravel(), part.oriented.ravel(), values.ravel(), **part.drawn(settings)
        )
        known = ~(np.isnan(part.human) | np.isnan(part.judge) | np.isnan(values))
        spread = float(np.std(part.oriented[known])) if known.any() else float("nan")
        factor = unit / spread if spread > 0 else float("nan")
        rows.append(
            JudgeBias(
                metric=part.name,
                covariate=name,
                per=per,
                estimate=found.slope * factor,
                low=float(found.slope_interval.low) * factor,
                high=float(found.slope_interval.high) * factor,
                slope=found.slope * unit,
                partial_correlation=found.partial_correlation,
                correlation_human=found.correlation_human,
                n_outputs=found.n_outputs,
                n_undefined_resamples=found.n_undefined_resamples,
                resamples=found.resamples,
                applies_to=applies_to(over_systems=found.resamples == 0, has_systems=part.has_systems),
            )
        )
    return rows


def reliability_rows(part: JudgeScores, settings: JudgeSettings) -> list[ReliabilityRow]:
    """Return the reliability table of the judge's scores on the human's scale, with the isotonic fit beside."""
    human, calibrated = part.human.ravel(), part.calibrated.ravel()
    table = part.reliability(settings)
    fit = isotonic(calibrated, human)
    known = ~(np.isnan(human) | np.isnan(calibrated))
    return [
        ReliabilityRow(
            metric=part.name,
            bin=k,
            judge_low=one.judge_low,
            judge_high=one.judge_high,
            mean_judge=one.mean_judge,
            mean_human=one.mean_human,
            low=float(one.human_interval.low),
            high=float(one.human_interval.high),
            isotonic=float(
                np.mean(
                    fit(calibrated[known & (calibrated >= one.judge_low) & (calibrated <= one.judge_high)])
                )
            ),
            n_outputs=one.n_outputs,
        )
        for k, one in enumerate(table.bins, start=1)
    ]
