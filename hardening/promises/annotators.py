"""Truths for the rules of annotators: whether people agree, and who may stand in for one of them."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.data.score_table import Annotations, Scorer, ScoreTable
from trueness.studies.annotators.rows import AnnotatorStudy

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


def asked(ratings: Floats, metrics: dict[str, Floats]) -> AnnotatorStudy:
    """Return the study of a drawn table, as users get it; few resamples, which no rule reads."""
    found: AnnotatorStudy = trueness.annotators(
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
    """Draw labels, people, and a judge at the margin, always right, or a coin as people are."""
    truth, ratings = labels(rng, people, (n, m))
    if judge == "coin":
        ratings = (rng.random(ratings.shape) < 0.5).astype(np.float64)
    said = {
        "margin": np.abs(truth - (rng.random(truth.shape) < share_at_margin(people))),
        "right": truth,
        "coin": (rng.random(truth.shape) < 0.5).astype(np.float64),
    }[judge]
    found = [one for one in asked(ratings, {"judge": said}).decisions if one.rule == "may_replace_annotator"]
    wrong = "no" if judge == "right" else "yes"
    return Outcome.of(found, lambda one: one.answer == wrong)


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


TRUTHS: tuple[Truth, ...] = (
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
    _truth("may_replace_annotator", "alternative annotator test: always right", "3 people, 4 x 60", replacing,
           judge="right", allowed=0.05),
    _truth("may_replace_annotator", "alternative annotator test: coins beside coins", "3 people, 4 x 60", replacing,
           judge="coin", allowed=0.05, decides=False),
    _truth("may_be_best", "annotators: always right beside coins", "3 people, 2 x 40", right_beside_coin,
           allowed=0.05),
)  # fmt: skip
