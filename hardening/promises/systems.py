"""Truths for the rules of a comparison of systems: which may be the best, and limits of ranks."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.systems.said import FLATTERED, SKEWED, SPREAD_SKEWS

Floats = NDArray[np.float64]

DOCUMENT_SPREAD = 0.5
"""Of what an output owes to system and document together, beside 1 of its own."""

ODD = f"One system's scores are {SKEWED}."

TOGETHER = "systems fare alike on neighbouring inputs, as on parts of one document"


def drawn(
    rng: np.random.Generator,
    quality: tuple[float, ...],
    n_inputs: int,
    look: str,
    documents: int,
    *,
    told: bool = True,
    silent: bool = False,
) -> ScoreTable:
    """Return people's scores of systems whose expected scores are known.

    Parameters
    ----------
    rng : Generator
    quality : tuple of float
        The expected score of every system, in standard deviations of an output.
    n_inputs : int
    look : str
        Of what varies: ``normal``, ``heavy`` (t with 2.5 degrees of freedom), ``lognormal``, ``likert`` (five grades),
        ``one odd``: the first system's outputs are skewed and vary three times as much as the others', or ``unlike
        spreads``: outputs are skewed downwards, the first system's vary by .3 and the last one's by 2.
    documents : int
        So many documents have the inputs in equal parts; 0 for none.
    told : bool
        Whether a column says which inputs are of one document; otherwise these stand together.
    silent : bool
        Whether every other system lacks scores of most outputs that are poor beside others of their input.
    """
    n = len(quality)

    def noise(*shape: int) -> Floats:
        if look == "heavy":
            return np.asarray(rng.standard_t(2.5, shape) / math.sqrt(5.0))
        if look == "lognormal":
            return np.asarray((np.exp(rng.standard_normal(shape)) - math.exp(0.5)) / 2.16)
        return rng.standard_normal(shape)

    own = noise(n, n_inputs)
    if look == "one odd":
        own[0] = 3 * (np.exp(rng.standard_normal(n_inputs)) - math.exp(0.5)) / 2.16
    if look == "unlike spreads":
        own = np.geomspace(0.3, 2, n)[:, None] * (1 - rng.exponential(size=(n, n_inputs)))
    groups = {}
    if documents:
        where = np.arange(n_inputs) % documents if told else np.arange(n_inputs) * documents // n_inputs
        own += DOCUMENT_SPREAD * noise(n, documents)[:, where]
        groups = {"document": tuple(f"d{k:02}" for k in where)} if told else {}
    scores = np.array(quality)[:, None] + own + 0.7 * rng.standard_normal((1, n_inputs))
    if look == "likert":
        scores = np.clip(np.rint(scores + 3), 1, 5)
    if silent:
        poor = (own < -1) & (rng.random(own.shape) < 0.8)
        scores[::2][poor[::2]] = np.nan
    systems, inputs = (
        tuple(f"{letter}{i:03}" for i in range(size)) for letter, size in (("s", n), ("i", n_inputs))
    )
    return ScoreTable((Scorer("people", "human"),), systems, inputs, scores[None], input_groups=groups)


def asked(
    rng: np.random.Generator,
    *,
    rule: str,
    quality: tuple[float, ...],
    inputs: int = 100,
    look: str = "normal",
    documents: int = 0,
    told: bool = True,
    silent: bool = False,
    test: str = "permutation",
) -> Outcome:
    """Compare drawn systems, and see whether the best is missing, or a true rank outside its limits."""
    clusters = "document" if documents and told else None
    table = drawn(rng, quality, inputs, look, documents, told=told, silent=silent)
    found = trueness.systems(table, clusters=clusters, test=test, resamples=199, rng=1, workers=1)
    decision = next(one for one in found.decisions if one.rule == rule)
    truth = {f"s{k:03}": value for k, value in enumerate(quality)}
    n = len(quality)
    if rule == "may_be_best":
        best = max(truth, key=truth.__getitem__)
        return Outcome(best not in decision.names, 1 - (len(decision.names) - 1) / (n - 1))
    wrong = False
    for row in found.standing:
        better = sum(one > truth[row.system] for one in quality)
        worse = sum(one < truth[row.system] for one in quality)
        if row.rank_low is not None and row.rank_high is not None:
            wrong |= row.rank_low > 1 + better or row.rank_high < n - worse  # of equal ones any order is true
    limits = [(row.rank_low, row.rank_high) for row in found.standing]
    width = np.mean([high - low for low, high in limits if low is not None and high is not None])
    return Outcome(bool(wrong), float(1 - width / (n - 1)))


def truth(
    rule: str,
    name: str,
    quality: tuple[float, ...],
    *,
    outside: str = "",
    **options: Any,
) -> Truth:
    """Return a truth about systems; its size is systems and inputs, or documents and inputs of each."""
    inputs, documents = options.get("inputs", 100), options.get("documents", 0)
    size = (
        f"{len(quality)} x {inputs}"
        if not documents
        else f"{len(quality)} x {documents} x {inputs // documents}"
    )
    ask = functools.partial(asked, rule=rule, quality=quality, **options)
    return Truth(rule, f"systems: {name}", size, 0.05, ask, outside=outside, decides=len(set(quality)) > 1)


EQUAL = (0.0,) * 36
TWO_EQUAL = (0.0, 0.0)
TWO_CLOSE = (0.1, 0.0)
ONE_BEST = (0.3, *(0.0,) * 11)
CLEAR = (1.0, *(0.0,) * 11)
SPREAD = tuple(np.linspace(1.0, 0.0, 12).tolist())
HALVES = (*(0.4,) * 6, *(0.0,) * 6)

TRUTHS = (
    *(
        truth("may_be_best", name, quality, **options)
        for name, quality, options in (
            ("equal", EQUAL, {}),
            ("two equal", TWO_EQUAL, {}),
            ("two close", TWO_CLOSE, {}),
            ("equal, 5 documents", EQUAL, {"documents": 5}),
            ("equal, 5 documents, t test", EQUAL, {"documents": 5, "test": "t"}),
            ("equal, 20 documents", EQUAL, {"documents": 20}),
            ("one best among equals", ONE_BEST, {}),
            ("one best, few inputs", CLEAR, {"inputs": 15}),
            ("one best, likert", ONE_BEST, {"look": "likert"}),
            ("one best, heavy tails", ONE_BEST, {"look": "heavy"}),
            ("one best, lognormal", ONE_BEST, {"look": "lognormal"}),
            ("equal, the best one odd", (0.0,) * 12, {"look": "one odd", "outside": ODD}),
            (
                "equal, skewed, unlike spreads",
                (0.0,) * 6,
                {"look": "unlike spreads", "inputs": 40, "outside": SPREAD_SKEWS},
            ),
            ("all differ", SPREAD, {}),
        )
    ),
    *(
        truth("may_be_ranked", name, quality, **options)
        for name, quality, options in (
            ("equal", EQUAL, {}),
            ("two equal", TWO_EQUAL, {}),
            ("two close", TWO_CLOSE, {}),
            ("equal, 5 documents", EQUAL, {"documents": 5}),
            ("equal, 5 documents, t test", EQUAL, {"documents": 5, "test": "t"}),
            ("equal, 20 documents", EQUAL, {"documents": 20}),
            ("equal, 20 documents untold", EQUAL, {"documents": 20, "told": False, "outside": TOGETHER}),
            ("equal, half silent on what is poor", (0.0,) * 6, {"silent": True, "outside": FLATTERED}),
            ("equal, likert", EQUAL, {"look": "likert"}),
            ("equal, likert, few inputs", EQUAL, {"look": "likert", "inputs": 20}),
            ("equal, heavy tails", EQUAL, {"look": "heavy"}),
            ("equal, lognormal", EQUAL, {"look": "lognormal"}),
            ("equal, one odd", (0.0,) * 12, {"look": "one odd"}),
            ("halves", HALVES, {}),
            ("all differ", SPREAD, {}),
        )
    ),
)
