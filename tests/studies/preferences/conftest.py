"""Verdicts whose truth is known: four systems, two people, a good judge with a preference for what is first, a "
"bad one."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.data.preferences.preferences import PairRow, Preferences

SYSTEMS = ("gpt-a", "gpt-b", "m-c", "m-d")


def drawn_rows(n_inputs=40, seed=1, judged=50):
    """Return rows of two people on some inputs and of two judges, in both orders, on all."""
    rng = np.random.default_rng(seed)
    strength = dict(zip(SYSTEMS, (1.0, 0.3, -0.3, -1.0), strict=True))
    rows = []
    for j in range(judged):
        shown = {name: rng.integers(5, 50) for name in SYSTEMS}
        for a, b in itertools.combinations(SYSTEMS, 2):
            truth = strength[a] - strength[b] + rng.normal(0, 0.8)
            more = {"groups": (("topic", f"t{j % 2}"),), "row": len(rows)}
            texts = {"text_a": "w " * shown[a], "text_b": "w " * shown[b]}
            rows += [
                PairRow(
                    **more,
                    input=f"q{j:02}",
                    a=a,
                    b=b,
                    rater=who,
                    verdict=sign(truth + rng.logistic(), 0.5),
                    **texts,
                )
                for who in (("ann", "bob") if j < n_inputs else ())
            ]
            for who, noise in (("good", 0.8), ("bad", 6.0)):
                own = 1.5 * (a.startswith("gpt") - b.startswith("gpt")) * (who == "good")
                for side in (1, -1):
                    said = sign(side * (truth + own) + 0.5 + noise * rng.logistic(), 0.2)
                    one, other = (a, b) if side > 0 else (b, a)
                    rows.append(
                        PairRow(**more, input=f"q{j:02}", a=one, b=other, rater=who, verdict=said, first=1)
                    )
    return rows


def sign(value, tie):
    return 0 if abs(value) < tie else 1 if value > 0 else -1


@pytest.fixture(scope="session")
def pairs():
    return Preferences.of(drawn_rows(), name="drawn")
