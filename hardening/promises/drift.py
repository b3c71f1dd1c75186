"""Two batches whose judges and systems moved as is known, and anchors chosen well and badly."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

import trueness
from hardening.promises.truth import Outcome, Truth

Draw = Callable[[np.random.Generator], tuple[trueness.ScoreTable, trueness.ScoreTable]]

ALPHA = 0.05
TAKEN_APART = "assumes that the judge moved on other outputs as it did on the anchors"
MIX_UNTOLD = "If their mix changed, name the column of inputs that says so (--mix COLUMN)"
TOPICS_UNTOLD = "Inputs are taken as independent"


def batches(
    *,
    judges: int = 1,
    anchors: int = 60,
    others: int = 240,
    systems: tuple[float, ...] = (0.0,),
    mix: tuple[tuple[float, ...], tuple[float, ...]] | None = None,
    moved: tuple[float, ...] = (),
    risen: float = 0.0,
    chosen: str = "by lot",
    noise: float = 0.5,
    labels: bool = True,
    on_anchors: bool = True,
    topics: float = 0.0,
    topic_mix: bool = False,
    people: bool = False,
) -> Draw:
    """Return what draws two batches of outputs, one of each input.

    Parameters
    ----------
    judges : int
    anchors, others : int
        Outputs that are judged again, and outputs of each batch besides.
    systems : tuple of float
        Quality of each.
    mix : tuple of two, optional
        Shares of outputs by system, of either batch; by default even.
    moved : tuple of float
        By how much each judge moves, in standard deviations of outputs; 0 for the rest.
    risen : float
        By how much systems rise.
    chosen : {'by lot', 'fails', 'poor', 'one system'}
        How the anchors were chosen.
    noise : float
        Standard deviation of a judge's noise; outputs of a system have 1.
    labels : bool
        Whether judges pass and fail in place of giving numbers.
    on_anchors : bool
        Whether judges move on the anchors, too.
    topics : float
        Standard deviation of how a judge moves by topic, of ten.
    topic_mix : bool
        Whether the later batch has more of the easier one of two topics.
    people : bool
    """

    def draw(rng: np.random.Generator) -> tuple[trueness.ScoreTable, trueness.ScoreTable]:
        shares = mix or ((1 / len(systems),) * len(systems),) * 2
        first, second = anchors + others, others
        of_system = [
            rng.choice(len(systems), size, p=share)
            for size, share in zip((first, second), shares, strict=True)
        ]
        quality = [
            np.asarray(systems)[part] + rise + rng.normal(size=len(part))
            for part, rise in zip(of_system, (0.0, risen), strict=True)
        ]
        topic = [rng.integers(0, 10, len(part)) for part in of_system]
        if topic_mix:
            topic = [
                (rng.random(len(part)) < share).astype(int)
                for part, share in zip(topic, (0.3, 0.7), strict=True)
            ]
            quality = [part + 0.8 * kind for part, kind in zip(quality, topic, strict=True)]
        shift = np.zeros(judges)
        shift[: len(moved)] = moved
        by_topic = topics * rng.normal(size=10)

        def judged(values: np.ndarray, part: int, there: np.ndarray | None) -> np.ndarray:
            given = values + noise * rng.normal(size=(judges, len(values)))
            if there is not None:
                given += shift[:, None] * there + by_topic[topic[part]]
            return (given > -0.5).astype(float) if labels else given

        everything = np.ones(first)
        before = judged(quality[0], 0, None)
        again = _chosen(chosen, before[0], of_system[0], anchors, rng)
        repeated = judged(quality[0], 0, everything * on_anchors)[:, again]
        after = judged(quality[1], 1, np.ones(second))
        truth = [(part > -0.5).astype(float) for part in quality]
        names = [f"a{k}" for k in range(first)]
        early = _table(
            before, of_system[0], names, topic[0], len(systems), truth[0] if people else None, "march"
        )
        late = _table(
            np.concatenate([repeated, after], axis=1),
            np.concatenate([of_system[0][again], of_system[1]]),
            [names[k] for k in again] + [f"b{k}" for k in range(second)],
            np.concatenate([topic[0][again], topic[1]]),
            len(systems),
            np.concatenate([truth[0][again], truth[1]]) if people else None,
            "june",
        )
        return early, late

    return draw


def _chosen(
    how: str, scores: np.ndarray, of_system: np.ndarray, count: int, rng: np.random.Generator
) -> np.ndarray:
    n = len(scores)
    lot = rng.random(n)
    if how == "fails":
        lot = lot + (scores > np.quantile(scores, 0.25) if len(set(scores)) > 2 else scores)
    elif how == "poor":
        lot = lot + 0.15 * (scores - scores.min()) / np.ptp(scores)
    elif how == "one system":
        lot = lot + (of_system != 0)
    return np.argsort(lot)[:count]


def _table(
    scores: np.ndarray,
    of_system: np.ndarray,
    inputs: list[str],
    topic: np.ndarray,
    n_systems: int,
    truth: np.ndarray | None,
    name: str,
) -> trueness.ScoreTable:
    given = scores if truth is None else np.concatenate([scores, truth[None]])
    values = np.full((len(given), n_systems, len(inputs)), np.nan)
    values[:, of_system, np.arange(len(inputs))] = given
    scorers = [trueness.Scorer(f"judge{k}", "metric") for k in range(len(scores))]
    scorers += [trueness.Scorer("human", "human")] if truth is not None else []
    return trueness.ScoreTable(
        tuple(scorers),
        tuple(f"s{k}" for k in range(n_systems)),
        tuple(inputs),
        values,
        input_groups={"topic": tuple(f"t{k}" for k in topic)},
        name=name,
    )


def _always(about: str) -> bool:
    del about
    return True


def asked(
    rule: str, draw: Draw, *, false_of: Callable[[str], bool] = _always, **options: Any
) -> Callable[[np.random.Generator], Outcome]:
    """Return what draws two batches and asks; a yes about one of whom it is false breaks the promise.

    What is told is of those about whom a yes would be true; where there is none, of all.
    """

    def ask(rng: np.random.Generator) -> Outcome:
        found = [one for one in trueness.drift(*draw(rng), **options).decisions if one.rule == rule]
        broken = any(one.answer == "yes" and false_of(one.about) for one in found)
        told = [one.answer != "cannot_tell" for one in found if not false_of(one.about)]
        return Outcome(broken, sum(told) / len(told) if told else math.nan)

    return ask


def _not_first(about: str) -> bool:
    return about != "judge0"


def _never(about: str) -> bool:
    del about
    return False


THREE = (-0.6, 0.0, 0.6)
MIXES = ((0.6, 0.3, 0.1), (0.1, 0.3, 0.6))
OUTPUTS = "60 of 300"


def _truth(
    rule: str, name: str, draw: Draw, *, size: str = OUTPUTS, outside: str = "", **options: Any
) -> Truth:
    """Return a truth in which nothing moved, or what did does not make a yes true."""
    return Truth(rule, name, size, ALPHA, asked(rule, draw, **options), outside, decides=False)


def _found(
    rule: str,
    name: str,
    draw: Draw,
    *,
    false_of: Callable[[str], bool] = _never,
    size: str = OUTPUTS,
    **options: Any,
) -> Truth:
    """Return a truth in which there is something to find."""
    return Truth(rule, name, size, ALPHA, asked(rule, draw, false_of=false_of, **options))


apart = functools.partial(batches, topics=0.5, labels=False, noise=0.2)
many = functools.partial(batches, anchors=150, others=250)
REPLACED = ((0.5, 0.5, 0.0), (0.0, 0.0, 1.0))

TRUTHS: tuple[Truth, ...] = (
    _truth("judge_moved", "nothing moved", batches()),
    _truth("judge_moved", "nothing moved, 15 anchors", batches(anchors=15, others=285), size="15 of 300"),
    _truth("judge_moved", "nothing moved, anchors among fails", batches(chosen="fails")),
    _truth("judge_moved", "nothing moved, anchors rather poor", batches(chosen="poor", noise=1.0)),
    _truth("judge_moved", "nothing moved, anchors the lowest quarter", batches(chosen="fails", labels=False)),
    _truth(
        "judge_moved", "nothing moved, anchors of one system", batches(chosen="one system", systems=THREE)
    ),
    _truth("judge_moved", "nothing moved, ten judges", batches(judges=10)),
    _found(
        "judge_moved",
        "one of ten judges moved by .5 sd",
        batches(judges=10, moved=(0.5,), labels=False),
        false_of=_not_first,
    ),
    _found("judge_moved", "one judge moved by .5 sd", many(moved=(0.5,)), size="150 of 400"),
    _truth("judge_moved", "ten topics move apart, untold", apart(), outside=TOPICS_UNTOLD),
    _truth("judge_moved", "ten topics move apart, told", apart(), clusters="topic"),
    _truth(
        "judge_stayed",
        "ten judges moved by about the margin",
        batches(judges=10, moved=(0.3,) * 10, labels=False),
        margin=0.3 / 6.0,
    ),
    _found(
        "judge_stayed",
        "nothing moved",
        many(labels=False, noise=0.3),
        size="150 of 400",
    ),
    _truth("systems_moved", "nothing moved", batches(systems=THREE)),
    _truth("systems_moved", "nothing moved, anchors among fails", batches(systems=THREE, chosen="fails")),
    _truth("systems_moved", "nothing moved, mix of systems changed", batches(systems=THREE, mix=MIXES)),
    _truth("systems_moved", "nothing moved, systems replaced", batches(systems=THREE, mix=REPLACED)),
    _truth(
        "systems_moved", "nothing moved, mix of topics changed, told", batches(topic_mix=True), mix="topic"
    ),
    _truth(
        "systems_moved",
        "nothing moved, mix of topics changed, untold",
        batches(topic_mix=True),
        outside=MIX_UNTOLD,
    ),
    _truth(
        "systems_moved",
        "the judge moved on others alone",
        batches(moved=(0.5,), on_anchors=False),
        outside=TAKEN_APART,
    ),
    _truth("systems_moved", "ten judges moved, no system", batches(judges=10, moved=(0.5,) * 10)),
    _found(
        "systems_moved",
        "systems rose by .5 sd, mix changed",
        batches(systems=THREE, mix=MIXES, risen=0.5),
    ),
    _truth("system_moved", "nothing moved, eight systems", batches(judges=3, systems=(0.0,) * 8)),
    _found("system_moved", "three systems rose by .8 sd", batches(systems=THREE, risen=0.8)),
    _truth("agreement_moved", "nothing moved", batches(people=True), human="human"),
    _truth(
        "agreement_moved",
        "nothing moved, anchors among fails",
        batches(people=True, chosen="fails"),
        human="human",
    ),
    _found(
        "agreement_moved",
        "the judge moved by 1.5 sd",
        many(people=True, moved=(1.5,), noise=0.2),
        size="150 of 400",
        human="human",
    ),
)
"""Anchors of the outputs of the earlier batch; the later has as many others."""
