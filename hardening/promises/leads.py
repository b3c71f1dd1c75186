"""Truths for `lead_depends`: two metrics in facets that share systems, inputs, some of them, or none."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from typing import Any

import numpy as np

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.decisions.lead_depends import LEAD_DEPENDS

GROUP = "language"
SHORT = {"system": "system", "input": "input"}


@dataclasses.dataclass(frozen=True)
class Facets:
    """Two metrics and what people say, in facets.

    Attributes
    ----------
    kind : {'inputs', 'systems', 'humans'}
        Whether facets are groups of inputs, groups of systems, or human scores.
    systems : int
        In every facet.
    sizes : tuple of int
        Inputs of every facet.
    shared : float
        Of human scores, the share of a facet's inputs that the one before has, too.
    noise : pair of float
        Of the metrics, beside outputs whose quality has a variance of about one.
    more : float
        What is added to the noise of the second metric in the last facet: its lead there is another one.
    own : float
        Standard deviation of what only one of systems' scores has: by people and by each metric in each facet.
    tails : {'normal', 't', 'lognormal'}
    far : int
        Systems that lie far from the others.
    """

    kind: str = "inputs"
    systems: int = 16
    sizes: tuple[int, ...] = (20, 20)
    shared: float = 1.0
    noise: tuple[float, float] = (0.8, 1.3)
    more: float = 0.0
    own: float = 0.3
    tails: str = "normal"
    far: int = 0

    def draw(self, rng: np.random.Generator, *shape: int) -> np.ndarray:
        """Draw numbers with mean 0 and, but for tails, variance 1."""
        found = rng.standard_normal(shape)
        if self.tails == "t":
            found /= np.sqrt(rng.chisquare(3, shape))
        elif self.tails == "lognormal":
            found = np.exp(found) - np.exp(0.5)
        return found

    def table(self, rng: np.random.Generator) -> ScoreTable:
        """Draw a table."""
        n, f = self.systems, len(self.sizes)
        starts = [0]
        for size in self.sizes[:-1]:
            starts.append(starts[-1] + round(size * ((1 - self.shared) if self.kind == "humans" else 1)))
        starts = [0] * f if self.kind == "systems" else starts
        m = max(start + size for start, size in zip(starts, self.sizes, strict=True))
        rows = n * (f if self.kind == "systems" else 1)
        ability = self.draw(rng, rows)
        ability[: self.far] += 8
        quality = ability[:, None] + 0.7 * self.draw(rng, rows, m) + 0.5 * self.draw(rng, 1, m)
        scale = np.array(self.noise)[:, None, None]
        habits, errors = self.draw(rng, 2, rows, 1) / 2, self.draw(rng, 2, rows, m)
        metrics = quality + scale * (habits + errors)
        people = np.full((f if self.kind == "humans" else 1, rows, m), np.nan)
        groups: dict[str, Any] = {}
        for k, (start, size) in enumerate(zip(starts, self.sizes, strict=True)):
            inputs, systems = slice(start, start + size), slice(None)
            if self.kind == "systems":
                systems = slice(k * n, k * n + n)
            here = quality[systems, inputs]
            said = here + self.own * self.draw(rng, len(here), 1) + 0.5 * self.draw(rng, *here.shape)
            people[k if self.kind == "humans" else 0, systems, inputs] = said
            if self.kind != "humans":
                metrics[:, systems, inputs] += self.own * self.draw(rng, 2, len(here), 1)
            if k == f - 1 and self.more:
                metrics[1, systems, inputs] += self.more * self.draw(rng, *here.shape)
        humans = tuple(f"people{k}" for k in range(len(people)))
        if self.kind == "inputs":
            groups["input_groups"] = {
                GROUP: tuple(np.repeat([f"g{k}" for k in range(f)], self.sizes).tolist())
            }
        elif self.kind == "systems":
            groups["system_groups"] = {GROUP: tuple(np.repeat([f"g{k}" for k in range(f)], n).tolist())}
        return ScoreTable(
            (*(Scorer(name, "human") for name in humans), Scorer("first"), Scorer("second")),
            tuple(f"s{i:03}" for i in range(rows)),
            tuple(f"i{j:03}" for j in range(m)),
            np.concatenate([people, metrics]),
            **groups,
        )


@dataclasses.dataclass(frozen=True)
class Heights:
    """Two metrics whose lead is the same in two groups of inputs, in one of which all correlations are high.

    Attributes
    ----------
    level : {'system', 'input'}
        Where the correlations are the ones given.
    systems, inputs : int
        Inputs in each group.
    correlations : tuple of (float, float)
        Of both metrics with people in each group.
    """

    level: str
    systems: int = 20
    inputs: int = 30
    correlations: tuple[tuple[float, float], ...] = ((0.9, 0.8), (0.5, 0.4))

    def table(self, rng: np.random.Generator) -> ScoreTable:
        """Draw a table."""
        n, m = self.systems, self.inputs
        shape = (n, 1) if self.level == "system" else (n, m)
        parts = []
        for pair in self.correlations:
            human = rng.standard_normal(shape)
            scores = [r * human + np.sqrt(1 - r * r) * rng.standard_normal(shape) for r in pair]
            # single outputs add little to systems' scores
            parts.append(np.stack([human, *scores]) + 0.1 * rng.standard_normal((3, n, m)) * (shape[1] == 1))
        return ScoreTable(
            (Scorer("people0", "human"), Scorer("first"), Scorer("second")),
            tuple(f"s{i:03}" for i in range(n)),
            tuple(f"i{j:03}" for j in range(2 * m)),
            np.concatenate(parts, axis=2),
            input_groups={GROUP: tuple(np.repeat(["g0", "g1"], m).tolist())},
        )


def _ask(
    facets: Facets | Heights,
    level: str,
    coefficient: str,
    wrong: tuple[str, ...],
    options: Mapping[str, Any],
    rng: np.random.Generator,
) -> Outcome:
    asked = {
        "level": level,
        "coefficient": coefficient,
        "contrast": ("first", "second"),
        "metrics": ("first", "second"),
        "interval": "none",
        "tests": False,
        **options,
    }
    table = facets.table(rng)
    if isinstance(facets, Facets) and facets.kind == "humans":
        humans = [scorer.name for scorer in table.scorers if scorer.role == "human"]
        decisions = trueness.facets(table, human=humans, **asked).decisions
    else:
        smallest = min(facets.sizes) if isinstance(facets, Facets) else facets.inputs
        smallest = min(smallest, facets.systems)
        decisions = trueness.facets(
            table, human="people0", by=GROUP, smallest_group=smallest, **asked
        ).decisions
    mine = [one for one in decisions if one.rule == LEAD_DEPENDS.name]
    return Outcome.of(mine, lambda one: one.answer in wrong)


def _size(facets: Facets | Heights) -> str:
    if isinstance(facets, Heights):
        return f"{facets.systems} x {facets.inputs}, {facets.inputs}"
    return f"{facets.systems} x {', '.join(map(str, facets.sizes))}"


def _truths(
    name: str,
    facets: Facets | Heights,
    where: str,
    wrong: tuple[str, ...] = ("yes", "no"),
    *,
    decides: bool = False,
    **options: Any,
) -> tuple[Truth, ...]:
    """Return a truth for each ``level coefficient`` of ``where``."""
    found = []
    for place in where.split(", "):
        level, coefficient = place.split()
        ask = functools.partial(_ask, facets, level, coefficient, wrong, options)
        found.append(
            Truth(
                LEAD_DEPENDS.name,
                f"{name}: {coefficient}, {SHORT[level]} level",
                _size(facets),
                0.05,
                ask,
                decides=decides,
            )
        )
    return tuple(found)


ALL = "system pearson, system spearman, system kendall, input pearson, input spearman, input kendall"
SOME = "system pearson, system kendall, input pearson"
TWO = "system kendall, input pearson"
PEARSON = "system pearson, input pearson"

TRUTHS = (
    *_truths("same lead, groups of inputs", Facets(), ALL),
    *_truths("same lead, small and large group", Facets(sizes=(4, 36)), SOME),
    *_truths("same lead, three groups", Facets(sizes=(20, 20, 20)), "input pearson"),
    *_truths("same lead, human scores", Facets("humans", sizes=(40, 40), own=0.5), SOME),
    *_truths("same lead, inputs partly shared", Facets("humans", sizes=(30, 30), shared=0.5, own=0.5), TWO),
    *_truths(
        "same lead, few of many inputs", Facets("humans", sizes=(40, 6), shared=0.9, own=0.5), "input pearson"
    ),
    *_truths("same lead, groups of systems", Facets("systems"), TWO),
    *_truths("same lead, heavy tails", Facets(tails="t"), PEARSON),
    *_truths("same lead, lognormal", Facets(tails="lognormal"), "system kendall"),
    *_truths("same lead, two far systems", Facets(far=2), "system pearson"),
    *_truths("same lead, few systems", Facets(systems=6), TWO),
    *_truths("same lead, many systems", Facets(systems=60), "system kendall"),
    *_truths("same lead, other inputs only", Facets(own=0), "input pearson", applies_to="inputs"),
    *_truths(
        "same lead, other systems only", Facets("humans", own=0.5), "system kendall", applies_to="systems"
    ),
    *_truths("same lead of high and low correlations", Heights("system"), "system pearson"),
    *_truths("same lead of high and low correlations", Heights("input"), "input pearson"),
    *_truths(
        "same lead but for noise of fewer inputs",
        Facets(systems=100, sizes=(10, 100), noise=(1.5, 4.0)),
        "system pearson, system kendall",
    ),
    *_truths(
        "lead differs by the margin",
        Heights("input", correlations=((0.8, 0.6), (0.6, 0.6))),
        "input pearson",
        ("no",),
        margin=0.2,
    ),
    *_truths(
        "lead differs by the margin",
        Heights("system", systems=60, correlations=((0.8, 0.6), (0.6, 0.6))),
        "system pearson",
        ("no",),
        margin=0.2,
    ),
    *_truths("same lead, wide margin", Heights("input"), "input pearson", ("yes",), decides=True, margin=0.3),
    *_truths("another lead", Facets(more=3.0), "input kendall", ("no",), decides=True),
    *_truths("another lead", Facets(systems=40, sizes=(40, 40), more=6.0), PEARSON, ("no",), decides=True),
)
"""Without a margin no lead is ever shown to be the same, so that where it is, nothing should be told."""
