"""People on the wrong side: authors of references among the systems, copies of the human score among the metrics.

Here no metric is better than another, or the human score is compared with itself; so nobody may be told to use one.
"""

from __future__ import annotations

import math

import numpy as np

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.data.texts.texts import TextRow, Texts

RULE = "may_be_best"
WORDS = 400
LENGTH = 25
METRICS = ("rouge1_f", "chrf")


def texts(rng: np.random.Generator, systems: int, authors: int, inputs: int, own: float) -> Texts:
    """Return outputs of systems that copy words of references as they happen to, and of authors of references.

    People rate systems by a quality that has nothing to do with the words they share with references, and authors above
    all others, as people do.

    Parameters
    ----------
    rng : Generator
    systems, authors, inputs : int
    own : float
        In how many inputs an author's output is one of the references.
    """
    quality = rng.normal(size=systems)
    share = rng.uniform(0.3, 0.6, size=systems)
    rows = []
    for j in range(inputs):
        references = [[f"w{w}" for w in rng.integers(WORDS, size=LENGTH)] for _ in range(2)]
        given = tuple(" ".join(words) for words in references)
        for i in range(systems):
            kept = rng.random(LENGTH) < share[i]
            words = [
                word if keep else f"w{rng.integers(WORDS)}"
                for word, keep in zip(references[0], kept, strict=True)
            ]
            human = {"quality": float(quality[i] + rng.normal())}
            rows.append(TextRow(f"s{i}", f"d{j}", " ".join(words), given, human=human))
        for k in range(authors):
            text = (
                given[k % 2]
                if j < own * inputs
                else " ".join(f"w{w}" for w in rng.integers(WORDS, size=LENGTH))
            )
            rows.append(
                TextRow(f"author{k}", f"d{j}", text, given, human={"quality": float(4 + rng.normal())})
            )
    return Texts(tuple(rows))


def authors_among(own: float, authors: int = 2, systems: int = 10, inputs: int = 12) -> Truth:
    """Return the truth that authors of references stand among the systems."""

    def ask(rng: np.random.Generator) -> Outcome:
        table = trueness.score(texts(rng, systems, authors, inputs, own), METRICS)
        result = trueness.compare(table, human="quality", coefficient="pearson", rng=1)
        return nobody_told(result)

    name = f"{authors} authors of references among the systems, {own:.0%} of their outputs"
    return Truth(RULE, name, f"{systems + authors} x {inputs}", 0.0, ask, decides=False)


def copy_among(scale: float, systems: int = 12, inputs: int = 15) -> Truth:
    """Return the truth that one metric is the human score on another scale."""

    def ask(rng: np.random.Generator) -> Outcome:
        human = rng.normal(size=(systems, 1)) + rng.normal(size=(systems, inputs))
        values = np.stack(
            [human, scale * human + 3, *(human + rng.normal(size=human.shape) for _ in range(3))]
        )
        table = trueness.ScoreTable(
            (trueness.Scorer("human", "human"), *(trueness.Scorer(f"m{k}", "metric") for k in range(4))),
            tuple(f"s{k}" for k in range(systems)),
            tuple(f"d{k}" for k in range(inputs)),
            values,
        )
        return nobody_told(trueness.compare(table, human="human", coefficient="pearson", rng=1))

    name = f"a metric is the human score times {scale:g}"
    return Truth(RULE, name, f"{systems} x {inputs}", 0.0, ask, decides=False)


def nobody_told(result: trueness.CompareResult) -> Outcome:
    """Return the outcome where no metric may be recommended alone; that nothing was asked is no promise kept."""
    found = [one for one in result.decisions if one.rule == RULE]
    return Outcome(not found or any(one.answer == "yes" for one in found), math.nan)


TRUTHS: tuple[Truth, ...] = (
    authors_among(1.0),
    authors_among(0.6),
    authors_among(1.0, authors=6),
    copy_among(1.0),
    copy_among(0.01),
)
