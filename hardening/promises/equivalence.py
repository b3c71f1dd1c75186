"""Truths for the rule `equivalent`: a metric whose agreement differs from others' by just the margin."""

from __future__ import annotations

import functools

import numpy as np

import trueness
from hardening.promises.compare import table_of
from hardening.promises.truth import Outcome, Truth

NOISE = 0.5
"""Of single outputs, beside quality of standard deviation 1 over systems and of .5 over a system's outputs."""


def agreement(taste: float, inputs: int) -> float:
    """Return the correlation of system means over all systems, of people and a metric with a bias of this spread."""
    of_outputs = NOISE**2 / inputs
    return float(1 / np.sqrt((1 + of_outputs) * (1 + taste**2 + of_outputs)))


def asked(
    rng: np.random.Generator,
    *,
    tastes: tuple[float, ...],
    margin: float,
    shape: tuple[int, int],
    shared: float,
) -> Outcome:
    """Ask which pairs are equivalent within the margin; the first metric has the first taste, and so on.

    Parameters
    ----------
    rng : Generator
    tastes : tuple of float
    margin : float
    shape : (int, int)
    shared : float
        What share of a bias all metrics have in common.
    """
    k, (n, m) = len(tastes), shape
    quality = rng.standard_normal((n, 1))
    bias = np.sqrt(shared) * rng.standard_normal((1, n, 1)) + np.sqrt(1 - shared) * rng.standard_normal(
        (k, n, 1)
    )
    human = quality + NOISE * rng.standard_normal((n, m))
    metrics = quality[None] + np.array(tastes)[:, None, None] * bias + NOISE * rng.standard_normal((k, n, m))
    found = trueness.equivalence(
        table_of(human, metrics), human="people", level="system", coefficient="pearson", margin=margin, rng=1
    )
    (decision,) = found.decisions
    values = {f"m{i:02}": agreement(taste, m) for i, taste in enumerate(tastes)}
    pairs = [name.split(", ") for name in decision.names]
    false = any(abs(values[a] - values[b]) >= margin - 1e-9 for a, b in pairs)
    return Outcome(false, float(decision.answer == "yes"))


def _at_the_margin(
    size: tuple[int, int], tastes: tuple[float, float], name: str, shared: float = 0.0
) -> Truth:
    margin = agreement(tastes[0], size[1]) - agreement(tastes[1], size[1])
    given = {"tastes": tastes, "margin": margin, "shape": size, "shared": shared}
    ask = functools.partial(asked, **given)  # type: ignore[arg-type]
    return Truth("equivalent", name, f"{size[0]} x {size[1]}", 0.05, ask, decides=False)


def _within(size: tuple[int, int], name: str, shared: float = 0.0) -> Truth:
    given = {"tastes": (0.2, 0.2, 0.2), "margin": 0.1, "shape": size, "shared": shared}
    ask = functools.partial(asked, **given)  # type: ignore[arg-type]
    return Truth("equivalent", name, f"{size[0]} x {size[1]}", 0.05, ask)


TRUTHS: tuple[Truth, ...] = (
    _at_the_margin((16, 40), (0.2, 0.6), "two that differ by just the margin"),
    _at_the_margin((16, 40), (0.2, 0.6), "the same, metrics that share their bias", 0.5),
    _at_the_margin((40, 40), (0.3, 0.5), "a smaller margin"),
    _at_the_margin((10, 20), (0.2, 0.8), "few systems"),
    _within((40, 40), "three equal"),
    _within((40, 40), "three equal that share their bias", 0.5),
)
