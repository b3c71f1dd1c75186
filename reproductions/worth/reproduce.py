"""Print how often intervals of what a difference is worth hold the truth.

The metric's score of an output, or of a system, is normal, people's is that plus a Gumbel number: given the metric's
difference d people's differs by d plus a logistic number, so that they agree in 1 / (1 + exp(-d)), which is the truth.
With `shared` systems have, beyond that, something of their own in people's scores (a normal number of this spread), in
which systems of a family are alike: the truth is then that of a large table. For docs/worth.md.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.worth.resampled_curves import drawn_counts, resampled_curves
from trueness.statistics.worth.scored_pairs import ScoredPairs, output_pairs, system_pairs
from trueness.statistics.worth.steepness_interval import steepness_interval

AT = np.array([1.0])
LARGE = 4_000_000


class Scenario(NamedTuple):
    """What tables are like; `family` systems are alike, and known to be if `named`."""

    kind: str
    n_systems: int
    n_inputs: int
    shared: float = 0.0
    family: int = 1
    named: bool = False


SCENARIOS = (
    *(Scenario("systems", n, 1) for n in (5, 8, 16, 32)),
    *(Scenario("systems", 16, 1, 1.0, 4, named) for named in (False, True)),
    *(Scenario("outputs", n, 50) for n in (5, 8, 16)),
    *(Scenario("outputs", n, 50, 1.0) for n in (5, 8, 16)),
    *(Scenario("outputs", 16, 50, 1.0, 4, named) for named in (False, True)),
)


def table(scenario: Scenario, rng: np.random.Generator) -> tuple[FloatArray, FloatArray, IntArray]:
    """Return scores of metric and people, and families."""
    families = np.arange(scenario.n_systems) // scenario.family
    own = scenario.shared * rng.normal(size=families.max() + 1)[families]
    x = rng.normal(size=(scenario.n_systems, scenario.n_inputs))
    return x, x + rng.gumbel(size=x.shape) + own[:, None], families


def truth(scenario: Scenario, rng: np.random.Generator) -> float:
    """Return how often people agree at a difference of 1, of systems that are of different families but for a few."""
    if not scenario.shared:
        return float(1 / (1 + np.exp(-1)))
    alike = (scenario.family - 1) / (scenario.n_systems - 1)
    differ = np.where(rng.random(LARGE) < alike, 0.0, np.sqrt(2) * scenario.shared * rng.normal(size=LARGE))
    return float(np.mean(1 + rng.logistic(size=LARGE) + differ > 0))


def pairs_of(scenario: Scenario, x: FloatArray, z: FloatArray) -> ScoredPairs:
    """Return the pairs of a table."""
    return system_pairs(x[:, 0], z[:, 0]) if scenario.kind == "systems" else output_pairs(x, z)


def main() -> None:
    """Print a row per scenario: truth, coverage and mean width of both curves."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--resamples", type=int, default=399)
    options = parser.parse_args()
    print("kind, systems x inputs, shared, families, truth; coverage and width: logistic, isotonic")
    for place, scenario in enumerate(SCENARIOS):
        rng = np.random.default_rng([place, 1])
        true = truth(scenario, rng)
        held: dict[str, list[tuple[bool, float]]] = {"logistic": [], "isotonic": []}
        for seed in range(options.tables):
            x, z, families = table(scenario, rng)
            units = families if scenario.named else np.arange(len(x))
            systems = drawn_counts(units, options.resamples, seed, 0)
            inputs = drawn_counts(np.arange(x.shape[1]), options.resamples, seed, 1)
            pairs = pairs_of(scenario, x, z)
            of_inputs = None if scenario.kind == "systems" else np.arange(x.shape[1])
            low, high = (
                limits[0] for limits in steepness_interval(pairs, units, of_inputs, 0.95).chances(AT)
            )
            held["logistic"].append((bool(low <= true <= high), high - low))
            chances, _ = resampled_curves(pairs, systems, None if of_inputs is None else inputs, AT, ())
            low, high = np.nanquantile(chances[:, 0], [0.025, 0.975])
            held["isotonic"].append((bool(low <= true <= high), high - low))
        shown = "  ".join(
            f"{np.mean([one for one, _ in rows]):.3f} ({np.mean([width for _, width in rows]):.2f})"
            for rows in held.values()
        )
        families_said = f"{scenario.family}{' named' if scenario.named else ''}"
        size = f"{scenario.kind} {scenario.n_systems}x{scenario.n_inputs}"
        print(f"{size} {scenario.shared:g} {families_said}: {true:.3f}; {shown}", flush=True)


if __name__ == "__main__":
    main()
