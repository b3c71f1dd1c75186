"""Truths for the rules of annotators: whether people agree, and who may stand in for one of them."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.decisions.may_grade import CEILING_MARGIN
from trueness.studies.annotators.rows import AnnotatorsResult

Floats = NDArray[np.float64]

EPSILON = 0.1
"""By how much an annotator has to be better: the setting's default."""

WRONG = 0.2
"""How often an annotator gives the other one of two labels."""


def table_of(ratings: Floats, metrics: dict[str, Floats]) -> ScoreTable:
    """Return a table of ratings, shape (A, N, M), and metrics."""
    people, n, m = ratings.shape
    annotations = Annotations(tuple(f"p{k}" for k in range(people)), ratings)
    systems, inputs = (tuple(f"{letter}{k:03}" for k in range(size)) for letter, size in (("s", n), ("d", m)))
    scorers = (Scorer("people", "human"), *(Scorer(name, "metric") for name in metrics))
    values = np.stack([annotations.mean(), *metrics.values()])
    return ScoreTable(scorers, systems, inputs, values, annotations={"people": annotations})


def asked(ratings: Floats, metrics: dict[str, Floats]) -> AnnotatorsResult:
    """Return the study of a drawn table, as users get it; few resamples, which no rule reads."""
    found: AnnotatorsResult = trueness.annotators(
        table_of(ratings, metrics),
        human="people",
        coefficient="pearson",
        alignment="accuracy" if metrics else "rmse",
        calibration="none",
        resamples=20,
        rng=1,
        workers=1,
    )
    return found


def agreeing(
    rng: np.random.Generator,
    *,
    alpha: float,
    right: bool,
    people: int = 2,
    n: int = 8,
    m: int = 30,
    of_systems: float = 0.3,
    strict: float = 0.0,
) -> Outcome:
    """Draw grades that agree by `alpha`; broken is a yes where that is the floor or less, and a no where it is more.

    Of the variance of quality a share is that of systems; `strict` is the share of the noise that is how strict a
    person is.
    """
    quality = math.sqrt(of_systems) * rng.standard_normal((1, n, 1))
    quality = quality + math.sqrt(1 - of_systems) * rng.standard_normal((1, n, m))
    noise = math.sqrt(strict) * rng.standard_normal((people, 1, 1))
    noise = noise + math.sqrt(1 - strict) * rng.standard_normal((people, n, m))
    found = asked(np.rint(10 + 3 * (math.sqrt(alpha) * quality + math.sqrt(1 - alpha) * noise)), {})
    wrong = "no" if right else "yes"
    return Outcome.of(
        [one for one in found.decisions if one.rule == "annotators_agree"], lambda one: one.answer == wrong
    )


def rare(rng: np.random.Generator, *, right: bool, people: int = 3, n: int = 6, m: int = 20) -> Outcome:
    """Draw labels of which one takes 95%; people agree nearly always, or only by chance."""
    truth = rng.random((1, n, m)) < 0.05
    own = rng.random((people, n, m)) < 0.05
    kept = rng.random((people, n, m)) < (0.95 if right else 0.0)
    found = asked(np.where(kept, truth, own).astype(np.float64), {})
    wrong = "no" if right else "yes"
    return Outcome.of(
        [one for one in found.decisions if one.rule == "annotators_agree"], lambda one: one.answer == wrong
    )


def labels(rng: np.random.Generator, people: int, shape: tuple[int, int]) -> tuple[Floats, Floats]:
    """Return true labels of two kinds, and those of people who are wrong now and then."""
    truth = (rng.random(shape) < 0.5).astype(np.float64)
    wrong = rng.random((people, *shape)) < WRONG
    return truth, np.abs(truth - wrong)


@functools.cache
def share_at_margin(people: int) -> float:
    """Return how often a judge has to be wrong for each of so many people to be better by epsilon."""
    rng = np.random.default_rng(people)
    truth, ratings = labels(rng, people, (1, 400_000))
    draws = rng.random(truth.shape)
    others = ratings[1:].mean(axis=0)

    def above(wrong: float) -> float:
        judge = np.abs(truth - (draws < wrong))
        fits = [1 - np.abs(label - others) for label in (judge, ratings[0])]
        return float(np.mean(fits[1] >= fits[0]) - np.mean(fits[0] >= fits[1]))

    low, high = WRONG, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) < EPSILON else (low, middle)
    return high


def replacing(rng: np.random.Generator, *, judge: str, people: int = 3, n: int = 4, m: int = 60) -> Outcome:
    """Draw labels, people, and a judge at the margin, the same silent where it errs, one always right, or a coin."""
    truth, ratings = labels(rng, people, (n, m))
    if judge == "coin":
        ratings = (rng.random(ratings.shape) < 0.5).astype(np.float64)
    errs = rng.random(truth.shape) < share_at_margin(people)
    said = {
        "margin": np.abs(truth - errs),
        "silent": np.where(errs, np.nan, truth),
        "right": truth,
        "coin": (rng.random(truth.shape) < 0.5).astype(np.float64),
    }[judge]
    found = [one for one in asked(ratings, {"judge": said}).decisions if one.rule == "may_replace_annotator"]
    wrong = "no" if judge == "right" else "yes"
    return Outcome.of(found, lambda one: one.answer == wrong)


@dataclasses.dataclass(frozen=True)
class BesidePeople:
    """People, and a metric whose correlation with the others of them is theirs on average but for `worse`.

    Attributes
    ----------
    worse : float
    level : str
    noise : tuple of float
        The variance of each person's noise in an output, whose quality has variance 1.
    systems, inputs : int
    of_systems : float
        The share of the variance of quality that is of systems.
    far : float
        Of two systems far below the others: how far scorers are apart about them, metric and people alike.
    copies : bool
        Whether the metric and people say the same throughout.
    silent : float
        The share of outputs that the metric gives no score: those on which it would be furthest from their quality.
    leaves_out : float
        The same, of the outputs of least quality.
    """

    worse: float = 0.0
    level: str = "input"
    noise: tuple[float, ...] = (1.0, 1.0, 1.0)
    systems: int = 12
    inputs: int = 40
    of_systems: float = 0.3
    far: float = 0.0
    copies: bool = False
    silent: float = 0.0
    leaves_out: float = 0.0

    def own_noise(self) -> float:
        """Return the variance of the metric's noise; at the system level that of the mean of all inputs counts."""
        together = self.inputs if self.level == "system" else 1
        quality = self.of_systems + (1 - self.of_systems) / together
        noise = np.array(self.noise) / together
        others = (noise.sum() - noise) / (len(noise) - 1) ** 2
        ceiling = np.mean(quality / np.sqrt((quality + noise) * (quality + others)))
        reached = np.mean(quality / np.sqrt(quality + others))
        return float(((reached / (ceiling - self.worse)) ** 2 - quality) * together)

    def draw(self, rng: np.random.Generator) -> Floats:
        """Draw scores of people and, last, of the metric, in tenths of a point, shape (A + 1, N, M)."""
        shape = self.systems, self.inputs
        quality = math.sqrt(self.of_systems) * rng.standard_normal((self.systems, 1))
        quality = quality + math.sqrt(1 - self.of_systems) * rng.standard_normal(shape)
        noise = np.sqrt([*self.noise, self.own_noise()])[:, None, None] * (not self.copies)
        scores = quality + noise * rng.standard_normal((len(noise), *shape))
        if self.far:
            scores[:, :2] -= 3.0
            scores[:, :2] += self.far * rng.standard_normal((len(noise), 2, 1))
        off = np.abs(scores[-1] - quality)
        scores[-1][off > np.quantile(off, 1 - self.silent)] = np.nan
        scores[-1][quality < np.quantile(quality, self.leaves_out)] = np.nan
        return np.asarray(np.rint(10 * scores) / 10)

    def outcome(self, rule: str, false: tuple[str, ...], rng: np.random.Generator) -> Outcome:
        """Draw scores, and ask how the metric stands beside one of the people."""
        scores = self.draw(rng)
        found = trueness.annotators(
            table_of(scores[:-1], {"metric": scores[-1]}),
            human="people",
            level=self.level,
            coefficient="pearson",
            calibration="none",
            resamples=20,
            rng=1,
            workers=1,
        )
        return Outcome.of(
            [one for one in found.decisions if one.rule == rule], lambda one: one.answer in false
        )


def right_beside_coin(rng: np.random.Generator) -> Outcome:
    """Draw a judge that is always right beside coins; broken is that it is not named among the best."""
    truth, ratings = labels(rng, 3, (2, 40))
    metrics = {f"coin{k}": (rng.random(truth.shape) < 0.5).astype(np.float64) for k in range(3)}
    found = asked(ratings, {"right": truth, **metrics}).decisions
    (best,) = [one for one in found if one.rule == "may_be_best"]
    return Outcome("right" not in best.names, 1 - (len(best.names) - 1) / 3)


def _truth(rule: str, name: str, size: str, ask: Callable[..., Outcome], **more: object) -> Truth:
    options = {key: more.pop(key) for key in ("outside", "decides", "allowed") if key in more}
    return Truth(rule, name, size, **{"allowed": 0.025, **options}, ask=functools.partial(ask, **more))  # type: ignore[arg-type]


def _beside(
    rule: str, name: str, drawn: BesidePeople, *false: str, decides: bool = False, outside: str = ""
) -> Truth:
    size = f"{len(drawn.noise)} people, {drawn.systems} x {drawn.inputs}"
    allowed = 0.025 if rule == "agrees_as_well" else 0.05
    ask = functools.partial(drawn.outcome, rule, false)
    return Truth(rule, f"beside people, {drawn.level} level: {name}", size, allowed, ask, outside, decides)


_UNLIKE = (0.3, 1.0, 2.5)
_STRONG = (0.1, 0.1, 0.1)
_MARGIN = BesidePeople(CEILING_MARGIN)
_SYSTEM = BesidePeople(level="system", inputs=10, noise=(2.0,) * 3)
_SAME = BesidePeople()

BESIDE_PEOPLE: tuple[Truth, ...] = (
    _beside("agrees_as_well", "less by the margin", _MARGIN, "yes"),
    _beside("agrees_as_well", "less by the margin", replace(_MARGIN, noise=(1.0, 1.0)), "yes"),
    _beside("agrees_as_well", "less by the margin, people unlike", replace(_MARGIN, noise=_UNLIKE), "yes"),
    _beside("agrees_as_well", "less by the margin, systems vary",
            replace(_MARGIN, level="global", of_systems=0.6, systems=6, inputs=30), "yes"),
    _beside("agrees_as_well", "less by the margin, tiny", replace(_MARGIN, systems=5, inputs=6), "yes"),
    _beside("agrees_as_well", "less by the margin", replace(_SYSTEM, worse=CEILING_MARGIN), "yes"),
    _beside("agrees_as_well", "less by the margin, tiny",
            replace(_SYSTEM, worse=CEILING_MARGIN, systems=5, inputs=6, noise=(1.0,) * 3), "yes"),
    _beside("agrees_as_well", "less by .15, silent where it errs", replace(_SAME, worse=0.15, silent=0.3), "yes"),
    _beside("agrees_as_well", "coins beside coins", replace(_SAME, noise=(40.0,) * 3), "yes"),
    _beside("agrees_as_well", "one more of them", replace(_SAME, inputs=100), "no", decides=True),
    _beside("agrees_as_well", "all say the same", replace(_SAME, copies=True, inputs=10), "no", decides=True),
    _beside("agrees_less", "one more of them", _SAME, "yes", "no"),
    _beside("agrees_less", "one more of them", replace(_SAME, noise=(1.0, 1.0)), "yes", "no"),
    _beside("agrees_less", "one more of them, tiny", replace(_SAME, systems=5, inputs=6), "yes", "no"),
    _beside("agrees_less", "one more of them", _SYSTEM, "yes", "no"),
    _beside("agrees_less", "one more of them, two far systems",
            replace(_SYSTEM, systems=16, noise=_STRONG, far=4.0), "yes", "no"),
    _beside("agrees_less", "one more of them, two far systems", replace(_SAME, systems=16, far=4.0), "yes", "no"),
    _beside("agrees_less", "one more of them, silent on what is bad", replace(_SAME, leaves_out=0.4), "yes", "no"),
    _beside("agrees_less", "one more of them, silent on what is bad", replace(_SYSTEM, leaves_out=0.4), "yes", "no"),
    _beside("agrees_less", "all say the same", replace(_SAME, copies=True, inputs=10), "yes", "no"),
    _beside("agrees_less", "less by .3", replace(_SAME, worse=0.3), "no", decides=True),
)  # fmt: skip
"""At the margin a yes is easiest to get wrongly, of the same agreement either answer is."""

TRUTHS: tuple[Truth, ...] = (
    *BESIDE_PEOPLE,
    _truth("annotators_agree", "at the floor", "2 people, 8 x 30", agreeing, alpha=0.2, right=False, decides=False),
    _truth("annotators_agree", "at the floor, systems differ", "2 people, 6 x 50", agreeing, alpha=0.2, right=False,
           of_systems=0.8, n=6, m=50, decides=False),
    _truth("annotators_agree", "at the floor, systems differ, people are strict", "5 people, 8 x 30", agreeing,
           alpha=0.2, right=False, people=5, of_systems=0.6, strict=0.2, decides=False),
    _truth("annotators_agree", "people agree", "2 people, 8 x 30", agreeing, alpha=0.6, right=True),
    _truth("annotators_agree", "one value takes 95%, chance", "3 people, 6 x 20", rare, right=False, decides=False),
    _truth("annotators_agree", "one value takes 95%, people agree", "3 people, 6 x 20", rare, right=True),
    _truth("may_replace_annotator", "alternative annotator test: at the margin", "3 people, 4 x 60", replacing,
           judge="margin", allowed=0.05, decides=False),
    _truth("may_replace_annotator", "alternative annotator test: at the margin", "6 people, 4 x 60", replacing,
           judge="margin", people=6, allowed=0.05, decides=False),
    _truth("may_replace_annotator", "alternative annotator test: at the margin, silent where it errs",
           "3 people, 4 x 60", replacing, judge="silent", allowed=0.05, decides=False),
    _truth("may_replace_annotator", "alternative annotator test: always right", "3 people, 4 x 60", replacing,
           judge="right", allowed=0.05),
    _truth("may_replace_annotator", "alternative annotator test: coins beside coins", "3 people, 4 x 60", replacing,
           judge="coin", allowed=0.05, decides=False),
    _truth("may_be_best", "annotators: always right beside coins", "3 people, 2 x 40", right_beside_coin,
           allowed=0.05),
)  # fmt: skip
