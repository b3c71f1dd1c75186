"""Coverage of what `trueness judge --preferences` says, on verdicts whose truth is known, also where it should fail.

    python reproductions/preferences/simulate.py [RUNS] [NAME…]

Every case draws inputs anew for fixed systems (agreement over both: systems, too). The truth is what infinitely many
inputs give, by integrals, so that a model that does not fit is no excuse.
"""

from __future__ import annotations

import csv
import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from trueness.errors import DataError
from trueness.statistics.judging.prediction_powered import ppi_mean
from trueness.statistics.preferences.bradley_terry import BradleyTerry, bradley_terry
from trueness.statistics.preferences.pair_mean import pair_mean
from trueness.statistics.preferences.strength_ranks import strength_correlation, strength_ranks
from trueness.statistics.preferences.verdict_agreement import people_counts, verdict_agreement
from trueness.studies.preferences.strengths import FEWEST_JUDGED

NODES, MANY_SYSTEMS = 40, 1_000


@dataclasses.dataclass(frozen=True)
class Case:
    """How verdicts come about.

    Utilities of outputs are a system's strength, plus what its family does for an input, plus what it does itself. Two
    people and a judge see the difference of two with a tie parameter ν; the judge adds noise of its own to utilities.
    Where raters differ, each person has a taste of their own for every system, on all inputs, and other data sets have
    other people: a second thing that varies, of which intervals over inputs know nothing. The last person guesses this
    share of the time, and that person stays the same: what is true is of these people.
    """

    systems: int = 8
    inputs: int = 100
    interaction: float = 0.7
    family: float = 0.0
    families: int = 3
    ties: float = 0.5
    share: float = 1.0
    popular: float = 0.0
    strong: float = 0.0
    taste: float = 0.0
    judge_noise: float = 1.0
    judge_bias: float = 0.4
    people: int = 2
    careless: float = 0.0
    labelled: float = 0.3
    judge_r: float = float("nan")


CASES = {
    "usual": Case(),
    "5 inputs": Case(inputs=5),
    "10 inputs": Case(inputs=10),
    "20 inputs": Case(inputs=20),
    "50 inputs": Case(inputs=50),
    "300 inputs": Case(inputs=300),
    "4 systems": Case(systems=4),
    "20 systems": Case(systems=20),
    "inputs differ": Case(interaction=2.0),
    "inputs differ, 20 of them": Case(interaction=2.0, inputs=20),
    "related systems": Case(systems=12, family=1.5),
    "rare ties": Case(ties=0.02),
    "unbalanced pairs": Case(share=0.15, popular=1.5),
    "a strong system": Case(strong=3.0),
    "a strong system, 20 inputs": Case(strong=3.0, inputs=20),
    "one pair an input": Case(inputs=400, share=1 / 28),
    "raters differ": Case(taste=0.5),
    "raters differ, 10 of them": Case(taste=0.5, people=10),
    "raters of different quality": Case(careless=0.6),
    "judge at the bar": Case(judge_r=0.8, inputs=200),
    "judge at the bar, 30 inputs": Case(judge_r=0.8, inputs=30),
}


@dataclasses.dataclass(frozen=True)
class Drawn:
    """Verdicts: one row per pair of an input."""

    input: np.ndarray
    one: np.ndarray
    other: np.ndarray
    people: np.ndarray
    judge: np.ndarray


def strengths(
    case: Case, rng: np.random.Generator, *, fixed: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return systems' strengths by people and by the judge, and families."""
    spread = np.linspace(-1, 1, case.systems) if fixed else rng.normal(0, 0.65, case.systems)
    if case.strong:
        spread = np.append(spread[:-1], case.strong)
    families = np.arange(case.systems) % case.families
    odd = np.random.default_rng(77).normal(size=case.systems) if fixed else rng.normal(size=case.systems)
    if not np.isnan(case.judge_r):
        centred = spread - spread.mean()
        odd = odd - odd.mean() - centred * (odd @ centred) / (centred @ centred)
        odd *= np.linalg.norm(centred) / np.linalg.norm(odd)
        return spread, case.judge_r * centred + np.sqrt(1 - case.judge_r**2) * odd, families
    return spread, spread + case.judge_bias * odd, families


def draw(
    case: Case, rng: np.random.Generator, base: tuple[np.ndarray, np.ndarray, np.ndarray], inputs: int
) -> Drawn:
    """Return verdicts on new inputs."""
    human, judge, families = base
    size = len(human)
    one, other = np.triu_indices(size, 1)
    plan = [np.tile(x, inputs) for x in (one, other)]
    where = np.repeat(np.arange(inputs), len(one))
    if case.share < 1:
        weight = np.exp(-case.popular * (one + other) / size)
        keep = rng.random(len(where)) < np.tile(case.share * weight / weight.mean(), inputs)
        plan, where = [x[keep] for x in plan], where[keep]
    shared = case.family * rng.normal(size=(case.families, inputs))[families]
    single = shared + case.interaction * rng.normal(size=(size, inputs))
    utilities = human[:, None] + single
    seen = judge[:, None] + single + case.judge_noise * rng.normal(size=(size, inputs))
    gaps = [x[plan[0], where] - x[plan[1], where] for x in (utilities, seen)]
    tastes = case.taste * rng.normal(size=(case.people, size))
    said = np.stack([verdicts(gaps[0] + taste[plan[0]] - taste[plan[1]], case.ties, rng) for taste in tastes])
    if case.careless:
        guessed = rng.random(said.shape[1]) < case.careless
        said[-1] = np.where(guessed, rng.integers(-1, 2, said.shape[1]), said[-1])
    return Drawn(where, *plan, said, verdicts(gaps[1], case.ties, rng))


def verdicts(gap: np.ndarray, ties: float, rng: np.random.Generator) -> np.ndarray:
    """Return 1, 0 and −1 by Davidson's model."""
    odds = np.stack([np.exp(gap / 2), np.full(len(gap), ties), np.exp(-gap / 2)])
    return 1.0 - (rng.random(len(gap)) * odds.sum(axis=0) > odds.cumsum(axis=0)).sum(axis=0)


def fit(drawn: Drawn, who: str, size: int, interval: str = "jackknife") -> BradleyTerry:
    """Return strengths by people or by the judge."""
    said = drawn.people if who == "people" else drawn.judge[None]
    n = len(said)
    return bradley_terry(
        np.tile(drawn.one, n),
        np.tile(drawn.other, n),
        said.ravel(),
        n_systems=size,
        model="davidson",
        clusters=np.tile(drawn.input, n),
        interval=interval,
    )


def agreement(drawn: Drawn) -> tuple[np.ndarray, np.ndarray]:
    """Return the judge's agreement with one person, and that of another person."""
    n = len(drawn.input)
    counts = people_counts(drawn.people.ravel(), np.tile(np.arange(n), len(drawn.people)), n)
    found = verdict_agreement(drawn.judge, counts)
    return found.with_people, found.among_people


def truths(case: Case, base: tuple[np.ndarray, np.ndarray, np.ndarray]) -> dict[str, np.ndarray | float]:
    """Return what infinitely many inputs give, for these systems; and for agreement over both what many systems give.

    Utilities of two outputs differ by normal numbers, so chances of verdicts are integrals over them: no truth is
    drawn, but for the systems of the last two, and what is estimated has no part in it.
    """
    human, judge, families = base
    size = len(human)
    one, other = np.triu_indices(size, 1)
    weight = np.exp(-case.popular * (one + other) / size)
    weight = np.minimum(1.0, case.share * weight / weight.mean()) if case.share < 1 else np.ones(len(one))
    spread = np.sqrt(2 * case.interaction**2 + 2 * case.family**2 * (families[one] != families[other]))
    said = chances(human[one] - human[other], judge[one] - judge[other], spread, case)
    people, of_judge = (x.mean_over_inputs for x in (said.people, said.judge))
    fitted = {
        "people": davidson_limit(one, other, weight, people, size),
        "judge": davidson_limit(one, other, weight, of_judge, size),
    }
    won = people[0] + people[1] / 2
    wins = [
        np.average(np.where(one == k, won, 1 - won)[here], weights=weight[here])
        for k in range(size)
        for here in [(one == k) | (other == k)]
    ]
    mine, another = said.agreements()
    both = []
    rng = np.random.default_rng(4242)
    for _ in range(MANY_SYSTEMS):
        human, judge, _ = strengths(case, rng, fixed=False)
        drawn = chances(human[one] - human[other], judge[one] - judge[other], spread, case).agreements()
        both.append([np.average(x, weights=weight) for x in drawn])
    with_people, among = np.mean(both, axis=0)
    return {
        **fitted,
        "r": float(np.corrcoef(fitted["people"], fitted["judge"])[0, 1]),
        "agreement": float(np.average(mine, weights=weight)),
        "difference": float(np.average(mine - another, weights=weight)),
        "wins": np.array(wins),
        "agreement, both": float(with_people),
        "difference, both": float(with_people - among),
    }


@dataclasses.dataclass(frozen=True)
class Chances:
    """Chances of A, tie and B for P pairs, given each of K normal numbers that an input adds: shape (3, P, K)."""

    given: np.ndarray
    weights: np.ndarray

    @property
    def mean_over_inputs(self) -> np.ndarray:
        """Shape (3, P)."""
        return self.given @ self.weights


@dataclasses.dataclass(frozen=True)
class Said:
    """What people and the judge say of pairs; `careless` as in `Case`, of one among so many people."""

    careful: Chances
    judge: Chances
    careless: float
    n_people: int

    @property
    def guessing(self) -> Chances:
        """What the last person says."""
        return Chances((1 - self.careless) * self.careful.given + self.careless / 3, self.careful.weights)

    @property
    def people(self) -> Chances:
        """What one of the people says, whoever it is."""
        apart = (self.guessing.given - self.careful.given) / self.n_people
        return Chances(self.careful.given + apart, self.careful.weights)

    def agreements(self) -> tuple[np.ndarray, np.ndarray]:
        """Return how often judge and person, and two people, agree on each pair, a tie and a decision by half."""
        half = 1 - np.abs(np.subtract.outer([1, 0.5, 0], [1, 0.5, 0]))

        def together(one: Chances, other: Chances) -> np.ndarray:
            return np.asarray(np.einsum("apk,ab,bpk,k->p", one.given, half, other.given, one.weights))

        # of the pairs of people, 2 of n have the last one in them
        last, others = together(self.guessing, self.careful), together(self.careful, self.careful)
        return together(self.judge, self.people), others + (last - others) * 2 / self.n_people


def chances(gap: np.ndarray, seen: np.ndarray, spread: np.ndarray, case: Case) -> Said:
    """Return what is said of pairs with these gaps in strength, by Gauss and Hermite's quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(NODES)
    weights = weights / weights.sum()
    inputs = spread[:, None] * nodes
    people, judge = (
        davidson((apart[:, None] + inputs)[..., None] + np.sqrt(2) * own * nodes, case.ties) @ weights
        for apart, own in ((gap, case.taste), (seen, case.judge_noise))
    )
    return Said(Chances(people, weights), Chances(judge, weights), case.careless, case.people)


def davidson(gap: np.ndarray, ties: float) -> np.ndarray:
    """Return the chances of A, tie and B."""
    odds = np.stack([np.exp(gap / 2), np.full(gap.shape, ties), np.exp(-gap / 2)])
    return odds / odds.sum(axis=0)


def davidson_limit(
    one: np.ndarray, other: np.ndarray, weight: np.ndarray, shares: np.ndarray, size: int
) -> np.ndarray:
    """Return the strengths, with mean 0, to which Davidson's model comes with these shares of verdicts."""
    from scipy.optimize import minimize

    def loss(x: np.ndarray) -> float:
        odds = davidson((x[one] - x[other]), float(np.exp(x[size])))
        return -float(np.sum(weight * shares * np.log(odds)))

    found = minimize(loss, np.zeros(size + 1), method="BFGS", options={"gtol": 1e-9}).x[:size]
    return found - found.mean()


def held(low: np.ndarray | float, high: np.ndarray | float, truth: np.ndarray | float) -> float:
    """Return the share of limits that hold the truth."""
    return float(np.mean((np.asarray(low) <= truth) & (truth <= np.asarray(high))))


def run(case: Case, seed: int, base: Any, truth: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """Yield for one data set what holds."""
    rng = np.random.default_rng(seed)
    drawn = draw(case, rng, base, case.inputs)
    size = case.systems
    try:
        models = {who: fit(drawn, who, size) for who in ("people", "judge")}
    except DataError:
        yield "refused", 1.0
        models = {}
    else:
        yield "refused", 0.0
    if models:
        people = models["people"]
        yield "strengths, jackknife", held(people.low, people.high, truth["people"])
        plain = fit(drawn, "people", size, "sandwich")
        yield "strengths, sandwich", held(plain.low, plain.high, truth["people"])
        ranks = strength_ranks(people.strengths, people.covariance, people.n_clusters - 1)
        real = np.argsort(np.argsort(-truth["people"])) + 1
        yield "all ranks", float(np.all((ranks.low <= real) & (real <= ranks.high)))
        moved = tuple(np.zeros((case.inputs, size)) for _ in range(2))
        for part, model in zip(moved, models.values(), strict=True):
            part[model.clusters] = model.influences
        degrees = min(model.n_clusters for model in models.values()) - 1
        found = strength_correlation(people.strengths, models["judge"].strengths, moved, degrees)
        yield "r of strengths", held(found.low, found.high, truth["r"])
        yield "green light (bar .8)", float(found.low >= 0.8)
        yield "red light (bar .8)", float(found.high < 0.8)
    mine, another = agreement(drawn)
    place = (drawn.input, drawn.one, drawn.other)
    inside = pair_mean(mine, *place, over="inputs", share=True)
    yield "agreement, inputs", held(inside.mean.low, inside.mean.high, truth["agreement"])
    gap = pair_mean(mine - another, *place, over="inputs")
    yield "minus person, inputs", held(gap.mean.low, gap.mean.high, truth["difference"])
    labelled = rng.random(case.inputs) < case.labelled
    human = np.where(labelled[drawn.input], drawn.people.mean(axis=0), np.nan)
    hits = []
    for k in range(size):
        here = (drawn.one == k) | (drawn.other == k)
        if len(np.unique(drawn.input[here & labelled[drawn.input]])) < FEWEST_JUDGED:
            continue  # no interval is given
        side = np.where(drawn.one == k, 1, -1)[here]
        won = ppi_mean(
            (1 + side * human[here]) / 2, (1 + side * drawn.judge[here]) / 2, clusters=drawn.input[here]
        )
        hits.append(held(won.low, won.high, truth["wins"][k]))
    if hits:
        yield "win rates, PPI", float(np.mean(hits))
    other = draw(case, rng, strengths(case, rng, fixed=False), case.inputs)
    mine, another = agreement(other)
    place = (other.input, other.one, other.other)
    outside = pair_mean(mine, *place, share=True)
    yield "agreement, both", held(outside.mean.low, outside.mean.high, truth["agreement, both"])
    gap = pair_mean(mine - another, *place)
    yield "minus person, both", held(gap.mean.low, gap.mean.high, truth["difference, both"])


def simulated(name: str, runs: int) -> dict[str, Any]:
    """Return shares in per cent of one case; a share is not there where no run had it."""
    case = CASES[name]
    base = strengths(case, np.random.default_rng(0), fixed=True)
    truth = truths(case, base)
    found: dict[str, list[float]] = {}
    for seed in range(runs):
        for key, value in run(case, seed, base, truth):
            found.setdefault(key, []).append(value)
    shares = {key: f"{100 * np.mean(values):.1f}" for key, values in found.items()}
    return {"case": name, "runs": runs, "true r": f"{truth['r']:.2f}", **shares}


def main() -> None:
    """Write a row per case to `coverage.csv` beside this file, in place of what is there of it, and print it."""
    given = sys.argv[1:]
    runs = int(given[0]) if given else 300
    path = Path(__file__).with_name("coverage.csv")
    rows: dict[str, dict[str, Any]] = {}
    if path.exists():
        with path.open(encoding="utf-8") as file:
            rows = {row["case"]: row for row in csv.DictReader(file)}
    for name in given[1:] or list(CASES):
        rows[name] = simulated(name, runs)
        kept = [rows[case] for case in CASES if case in rows]
        fields = dict.fromkeys(key for row in kept for key in row)
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(fields), lineterminator="\n")
            writer.writeheader()
            writer.writerows(kept)
        sys.stdout.write("; ".join(f"{key} {value}" for key, value in rows[name].items()) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
