"""What a plan assumes of the data to come: variances, from a pilot table or given."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping

import numpy as np

from trueness.data.reading.read import read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, check_choice, check_integer, listing, suggest
from trueness.statistics.array_types import FloatArray
from trueness.statistics.system_effects import standard_effects
from trueness.statistics.two_way_model import TwoWayModel, fit_two_way_model
from trueness.studies.certify.pilot_scenario import PilotScenario
from trueness.studies.certify.scenario import HUMAN, Scenario
from trueness.studies.plan.annotator_noise import AnnotatorNoise, annotator_noise
from trueness.study.score_sizes import check_sizes

LEVELS = ("system", "input")
METRIC, RIVAL = 1, 2

NOISELESS = 10**9
"""Of so many annotators the mean has no noise."""

LEAST_ERRORS = 1e-9
"""Of a rival's variance: less is none."""


@dataclasses.dataclass(frozen=True, eq=False)
class PlanningModel:
    """Variances and covariances of the human, a metric and its rival, and what an annotator adds.

    Attributes
    ----------
    model : TwoWayModel
        Of the human, the metric and, if there is one, the rival.
    annotator_variance : float
        Of single ratings around what annotators agree on; 0 where it is unknown: then more annotators change nothing.
    annotators : float
        How many ratings the human scores of `model` are means of.
    annotator_system_variance : float
        Of annotators' preferences for systems, which more inputs do not average out (see `annotator_noise`).
    observed : tuple of arrays
        Sorted scores of the pilot, whose distributions the scores to come are given; () for normal ones.
    systems : array of shape (V, S), or None
        Effects of the pilot's systems (see `pilot_scenario`), from which those to come are drawn; None for normal ones.
    clipped : float
        See `two_way_model.FittedModel`; 0 for given variances.
    pilot : (int, int)
        Systems and inputs of the pilot; (0, 0) without one.
    data : str
        Fingerprint of the pilot; empty without one.
    assumed : str
        The standard deviations that were given; empty where there is a pilot.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    """

    model: TwoWayModel
    annotator_variance: float = 0.0
    annotators: float = 1.0
    annotator_system_variance: float = 0.0
    observed: tuple[FloatArray, ...] = ()
    systems: FloatArray | None = None
    clipped: float = 0.0
    pilot: tuple[int, int] = (0, 0)
    data: str = ""
    assumed: str = ""

    def __post_init__(self) -> None:
        if len(self.model.mean) not in (2, 3):
            raise ArgumentError("a plan is about a human, a metric and at most one rival.")
        if not min(self.annotator_variance, self.annotator_system_variance) >= 0 or not self.annotators > 0:
            raise ArgumentError("variances of annotators must be at least 0, and `annotators` more than 0.")

    @property
    def has_rival(self) -> bool:
        """Whether there is a rival to be told from the metric."""
        return len(self.model.mean) == 3

    def judged_by(self, annotators: int) -> TwoWayModel:
        """Return the model with human scores that are means of so many ratings.

        The human scores of systems and of outputs then vary by that much more or less; no less than their covariances
        with the metrics allow.
        """
        check_integer("annotators", annotators, minimum=1)
        share = 1 / annotators - 1 / self.annotators
        return dataclasses.replace(
            self.model,
            systems=_varying(self.model.systems, self.annotator_system_variance * share),
            outputs=self.model.of_inputs.sum(axis=0)
            + _varying(self.model.noise, self.annotator_variance * share),
        )

    def separated(self, difference: float, level: str, n_inputs: int) -> PlanningModel:
        """Return the model in which the rival agrees less by a difference of Pearson correlations.

        Of a pilot the metric stays as it is, and so do the rival's errors and how they go with the metric's: the rival
        sees so much more or less of what people see. With z the human scores of systems and outputs without the noise
        of annotators, it becomes b z + e in place of beta z + e, and the b of a correlation t at the level is

            b^2 = t^2 C_hh E / (C_zz (C_zz - t^2 C_hh)),

        with C the covariances of what is correlated and E the variance of e there. Where variances are assumed the
        rival is like the metric, and gets a bias for every system, as large as it takes.

        Parameters
        ----------
        difference : float
            At least 0 and less than the metric's correlation.
        level : {'system', 'input'}
            Where the correlations differ by that much.
        n_inputs : int
            Inputs behind the system scores.

        Raises
        ------
        ArgumentError
            If there is no rival, the difference is out of range, or the rival has no errors that could stay.
        """
        if not self.has_rival:
            raise ArgumentError("a difference needs two metrics; the plan knows one.")
        whole = self.correlation(level, n_inputs)
        if not 0 <= difference < whole:
            raise ArgumentError(
                f"`difference` must be at least 0 and less than the metric's correlation {whole:.3f} "
                f"({level} level, {n_inputs} inputs); it is {difference!r}."
            )
        if self.pilot[0]:
            return self._less_seen(whole - difference, level, n_inputs)
        alike = self.model.exchangeable(METRIC, RIVAL)
        compared = _compared(alike, level, n_inputs)
        variance = (compared[HUMAN, RIVAL] / (whole - difference)) ** 2 / compared[HUMAN, HUMAN]
        systems = alike.systems.copy()
        systems[RIVAL, RIVAL] += variance - compared[RIVAL, RIVAL]
        return dataclasses.replace(self, model=dataclasses.replace(alike, systems=systems))

    def _less_seen(self, target: float, level: str, n_inputs: int) -> PlanningModel:
        """Return the model in which the rival sees as much of what people see as a correlation takes."""
        seen = self.judged_by(NOISELESS)
        compared, without = _compared(self.model, level, n_inputs), _compared(seen, level, n_inputs)
        everything, shared = compared[HUMAN, HUMAN], without[HUMAN, HUMAN]
        slope = compared[HUMAN, RIVAL] / shared
        errors = compared[RIVAL, RIVAL] - slope**2 * shared
        room = shared - target**2 * everything
        if not (room > 0 and errors > LEAST_ERRORS * compared[RIVAL, RIVAL]):
            raise ArgumentError(
                "the rival's scores follow from people's in the pilot, so that no rival like it agrees less or more; "
                "plan without a rival, or with assumed variances (--assume)."
            )
        by = np.eye(len(self.model.mean))
        by[RIVAL, HUMAN] = np.sqrt(target**2 * everything * errors / (shared * room)) - slope
        moved = seen.transformed(by)
        noise = [np.zeros_like(compared), np.zeros_like(compared)]
        for one, own, less in zip(
            noise, (self.model.systems, self.model.outputs), (seen.systems, seen.outputs), strict=True
        ):
            one[HUMAN, HUMAN] = own[HUMAN, HUMAN] - less[HUMAN, HUMAN]
        model = dataclasses.replace(moved, systems=moved.systems + noise[0], outputs=moved.outputs + noise[1])
        return dataclasses.replace(self, model=model)

    def correlation(
        self, level: str, n_inputs: int, metric: int = METRIC, *, annotators: int | None = None
    ) -> float:
        """Return the Pearson correlation of a metric that infinitely many systems would show at a level.

        Parameters
        ----------
        level : {'system', 'input'}
        n_inputs : int
        metric : int
            Position in the model.
        annotators : int, optional
            By default as many as the model's human scores are means of.

        Returns
        -------
        float
            0 where the human or the metric does not tell systems apart.
        """
        model = self.model if annotators is None else self.judged_by(annotators)
        return _correlation(_compared(model, level, n_inputs), metric)

    def scenario(self, name: str, n_systems: int, n_inputs: int, annotators: int) -> Scenario:
        """Return the data that a design would give."""
        scores = "observed" if self.observed else "normal"
        kind = Scenario if self.systems is None else functools.partial(PilotScenario, systems=self.systems)
        return kind(
            name=name,
            n_systems=n_systems,
            n_inputs=n_inputs,
            model=self.judged_by(annotators),
            scores=scores,
            observed=self.observed,
        )


def planning_model(table: ScoreTable, human: str, metric: str, rival: str | None = None) -> PlanningModel:
    """Return what a pilot table tells about the data to come.

    Parameters
    ----------
    table : ScoreTable
        With annotations behind the human, what single annotators add is known, too.
    human, metric : str
    rival : str, optional

    Raises
    ------
    ArgumentError
        If the scores do not tell the variances, one of the scorers does not vary, or two names are the same.
    UnknownNameError
        If a scorer does not exist.
    """
    table = read_table(table)
    names = [name for name in (human, metric, rival) if name is not None]
    if len(set(names)) < len(names):
        raise ArgumentError(f"human, metric and rival must be different scorers; they are {listing(names)}.")
    table = table.sorted_by_name()
    check_sizes(table, names)
    scores = np.stack([table.oriented(name) for name in names])
    cells = np.asarray(np.isfinite(scores).all(axis=0))
    spread = np.array([one[cells].std() if cells.any() else 0.0 for one in scores])
    for name, one in zip(names, spread, strict=True):
        if not one > 0:
            raise ArgumentError(f"'{name}' is constant in the pilot, and a plan needs scores that vary.")
    scaled = scores / spread[:, None, None]
    fitted = fit_two_way_model(scaled, interactions=True)
    noise = AnnotatorNoise(0.0, 0.0, 1.0)
    if human in table.annotations:
        noise = annotator_noise(table.annotations[human].values / spread[HUMAN])
    return PlanningModel(
        fitted.model,
        noise.outputs,
        noise.annotators,
        noise.systems,
        observed=tuple(np.sort(one[cells]) for one in scores),
        systems=standard_effects(scaled, fitted.positions),
        clipped=fitted.clipped,
        pilot=(int(cells.any(axis=1).sum()), int(cells.any(axis=0).sum())),
        data=table.fingerprint[:12],
    )


def _varying(covariance: FloatArray, more: float) -> FloatArray:
    """Return covariances with so much more (or less) variance of the human, as far as they remain covariances."""
    changed = covariance.copy()
    across = covariance[HUMAN, 1:]
    explained = float(across @ np.linalg.pinv(covariance[1:, 1:]) @ across)
    changed[HUMAN, HUMAN] = max(explained, float(covariance[HUMAN, HUMAN] + more))
    return changed


def _correlation(compared: FloatArray, metric: int) -> float:
    variances = compared[HUMAN, HUMAN] * compared[metric, metric]
    return float(compared[HUMAN, metric] / np.sqrt(variances)) if variances > 0 else 0.0


def _compared(model: TwoWayModel, level: str, n_inputs: int) -> FloatArray:
    """Return the covariances of what is correlated over systems at a level."""
    check_choice("level", level, LEVELS)
    return model.systems + model.outputs / (n_inputs if level == "system" else 1)


ASSUMPTIONS = {
    "quality": 0.5,
    "difficulty": 1.0,
    "output": 0.5,
    "bias": 0.2,
    "noise": 1.0,
    "annotator": 1.0,
    "preference": 0.0,
}
"""Standard deviations where none are given."""


LARGEST = 1e6
"""Standard deviations further apart than this cannot be told from zero in sums of squares."""


def assumed_model(given: Mapping[str, float]) -> PlanningModel:
    """Return a human, a metric and its rival that see the same quality.

    One rating is q + d + o + p + a, and a metric's score q + d + o + b + e: q is the quality of a system, d the
    difficulty of an input, o what is particular to an output, p an annotator's preference for a system, a the rest of
    the rating; b is the metric's bias for a system and e its noise. The rival is like the metric until a difference is
    asked for.

    Parameters
    ----------
    given : mapping of str to float
        Standard deviations: ``quality`` (q), ``difficulty`` (d), ``output`` (o), ``preference`` (p), ``annotator`` (a),
        ``bias`` (b), ``noise`` (e); those of `ASSUMPTIONS` where they are not given.

    Raises
    ------
    ArgumentError
        If there is no such standard deviation, one is negative, or systems or the metric would not vary.
    """
    for name, value in given.items():
        if name not in ASSUMPTIONS:
            raise ArgumentError(
                f"there is nothing called '{name}' to assume.{suggest(name, ASSUMPTIONS)} "
                f"There are {listing(ASSUMPTIONS)}."
            )
        if not (value == 0 or 1 / LARGEST <= value <= LARGEST):
            raise ArgumentError(
                f"the assumed `{name}` is a standard deviation, 0 or from {1 / LARGEST:g} to "
                f"{LARGEST:g}; it is {value!r}."
            )
    sd = {**ASSUMPTIONS, **given}
    if not sd["quality"] > 0:
        raise ArgumentError("the assumed `quality` must be more than 0, for systems to differ.")
    both = np.ones((3, 3))
    of_metrics = np.diag([0.0, 1.0, 1.0])
    of_human = np.diag([1.0, 0.0, 0.0])
    model = TwoWayModel(
        np.zeros(3),
        sd["quality"] ** 2 * both + sd["bias"] ** 2 * of_metrics + sd["preference"] ** 2 * of_human,
        sd["difficulty"] ** 2 * both,
        sd["output"] ** 2 * both + sd["noise"] ** 2 * of_metrics + sd["annotator"] ** 2 * of_human,
    )
    return dataclasses.replace(
        PlanningModel(model, sd["annotator"] ** 2, 1.0, sd["preference"] ** 2),
        assumed=",".join(f"{name}={value:g}" for name, value in sd.items()),
    )
