"""Truths about agreement where something is given: metrics that lose none of it, part of it, or all."""

from __future__ import annotations

import functools
import math
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable

Floats = NDArray[np.float64]

Kind = Literal["unrelated", "none", "part", "all"]

PEOPLE_WITH = 0.6
"""Pearson's r of people's scores with length."""

AGREES = 0.5
"""That of a metric with people, where length explains none of it."""

SHARES = {"systems": 0.3, "inputs": 0.2, "outputs": 0.5}
"""Of the variance of each score. What goes with what does so in all three parts, so that systems and inputs explain
nothing."""


def metric_with(kind: Kind) -> tuple[float, float]:
    """Return the r of a metric with people and with length.

    Length explains none of it also where the metric goes with length a little: r is then as large as the partial
    correlation, (r - a b) / sqrt((1 - a²) (1 - b²)), of which b is a root.
    """
    a, r = PEOPLE_WITH, AGREES
    if kind == "unrelated":
        return 0.0, 0.0
    if kind == "none":
        return r, r * a * (1 - math.sqrt((1 - r**2) * (1 - a**2))) / (r**2 * (1 - a**2) + a**2)
    return (0.8 * a, 0.8) if kind == "all" else (0.7, 0.7)


def drawn(
    rng: np.random.Generator,
    kinds: tuple[Kind, ...],
    *,
    size: tuple[int, int],
    heavy: bool = False,
    documents: int = 1,
    told: bool = True,
) -> ScoreTable:
    """Return people, metrics and a length, which correlate as `metric_with` says.

    Parameters
    ----------
    rng : Generator
    kinds : tuple of str
        Of the metrics.
    size : (int, int)
        Systems and inputs.
    heavy : bool
        Whether what differs from output to output is of t with 3 degrees of freedom.
    documents : int
        Inputs of one document, which share what is theirs and what is the outputs'.
    told : bool
        Whether a column says which those are.
    """
    n, m = size
    few = m // documents
    whole = np.eye(2 + len(kinds))
    whole[0, 1] = whole[1, 0] = PEOPLE_WITH
    for k, kind in enumerate(kinds, start=2):
        whole[k, :2] = whole[:2, k] = metric_with(kind)
    for k in range(2, len(whole)):
        for other in range(2, len(whole)):
            if k != other:  # what metrics share is what both share with people and length
                whole[k, other] = whole[k, :2] @ np.linalg.solve(whole[:2, :2], whole[:2, other])
    root = np.linalg.cholesky(whole)

    def draw(*shape: int, far: bool = False) -> Floats:
        values = (
            rng.standard_t(3, (len(whole), *shape)) / math.sqrt(3)
            if far
            else rng.standard_normal((len(whole), *shape))
        )
        return np.asarray(np.einsum("ab,b...->a...", root, values))

    scores = (
        math.sqrt(SHARES["systems"]) * draw(n, 1)
        + math.sqrt(SHARES["inputs"]) * draw(1, few)
        + math.sqrt(SHARES["outputs"]) * draw(n, few, far=heavy)
    )
    names = ("people", "length", *(f"{kind}{k}" for k, kind in enumerate(kinds)))
    return ScoreTable(
        tuple(Scorer(name, "human" if name == "people" else "metric") for name in names),
        tuple(f"s{i:03}" for i in range(n)),
        tuple(f"d{j:03}" for j in range(m)),
        np.repeat(scores, documents, axis=2),
        input_groups={"document": tuple(f"t{j // documents}" for j in range(m))}
        if documents > 1 and told
        else {},
    )


def asked(
    rng: np.random.Generator,
    *,
    rule: str,
    kinds: tuple[Kind, ...],
    told: bool = True,
    documents: int = 1,
    **options: Any,
) -> Outcome:
    """Ask of drawn tables which metrics lose agreement, or keep some, and see whether one is said to that does not."""
    table = drawn(rng, kinds, told=told, documents=documents, **options)
    clusters = "document" if documents > 1 and told else None
    found = trueness.partial(table, human="people", clusters=clusters, workers=1)
    named = {one.about: set(one.names) for one in found.decisions if one.rule == rule}
    if rule == "keeps_agreeing":
        none = [name for name in named if name.startswith(("all", "unrelated"))]
        kept = [name for name in named if name.startswith(("part", "none"))]
        wrong = any("length" in named[name] for name in none)
    else:
        none = [name for name in named if name.startswith(("none", "unrelated"))]
        kept = [name for name in named if name.startswith(("part", "all"))]
        wrong = any(named[name] for name in none) or any(named[name] - {"length"} for name in kept)
    told_share = sum("length" in named[name] for name in kept) / len(kept) if kept else math.nan
    return Outcome(wrong, told_share)


def truth(
    rule: str,
    name: str,
    kinds: tuple[Kind, ...],
    size: tuple[int, int] = (12, 40),
    outside: str = "",
    **options: Any,
) -> Truth:
    """Return a truth about agreement where length, the system and the input are given."""
    allowed = 0.05 if rule == "goes_with" else 0.025
    decides = any(kind in (("part", "all") if rule == "goes_with" else ("part", "none")) for kind in kinds)
    ask = functools.partial(asked, rule=rule, kinds=kinds, size=size, **options)
    return Truth(rule, name, f"{size[0]} x {size[1]}", allowed, ask, outside, decides=decides)


DOCUMENTS_UNTOLD = "Inputs are taken as independent"

TRUTHS = (
    truth("goes_with", "nothing is lost", ("none",)),
    truth("goes_with", "nothing is lost, ten metrics", ("none",) * 10),
    truth("goes_with", "nothing is lost, many systems", ("none",) * 3, (40, 40)),
    truth("goes_with", "nothing is lost, few systems", ("none",), (5, 40)),
    truth("goes_with", "nothing is lost, few systems and inputs", ("none",) * 3, (4, 10)),
    truth("goes_with", "nothing is lost, one system", ("none",), (1, 60)),
    truth("goes_with", "no metric agrees, or goes with length", ("unrelated",) * 3),
    truth("goes_with", "nothing is lost, heavy tails", ("none",) * 3, heavy=True),
    truth("goes_with", "nothing is lost, documents told", ("none",) * 3, (12, 60), documents=5),
    truth(
        "goes_with",
        "nothing is lost, one system, documents untold",
        ("none",),
        (1, 60),
        documents=5,
        told=False,
        outside=DOCUMENTS_UNTOLD,
    ),
    truth("goes_with", "length explains part, all, and nothing", ("part", "all", "none")),
    truth("goes_with", "length explains part, all, and nothing", ("part", "all", "none"), (40, 100)),
    truth("keeps_agreeing", "length explains all", ("all",)),
    truth("keeps_agreeing", "length explains all, few systems", ("all",), (5, 40)),
    truth("keeps_agreeing", "length explains all, few systems and inputs", ("all",), (4, 10)),
    truth("keeps_agreeing", "length explains all, one system", ("all",), (1, 60)),
    truth("keeps_agreeing", "length explains all, heavy tails", ("all",), heavy=True),
    truth("keeps_agreeing", "the metric does not agree", ("unrelated",)),
    truth("keeps_agreeing", "length explains all, documents told", ("all",), (12, 60), documents=5),
    truth(
        "keeps_agreeing",
        "length explains all, one system, documents untold",
        ("all",),
        (1, 60),
        documents=5,
        told=False,
        outside=DOCUMENTS_UNTOLD,
    ),
    truth("keeps_agreeing", "length explains part, or nothing", ("part", "none")),
)
