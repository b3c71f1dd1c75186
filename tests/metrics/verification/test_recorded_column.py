"""A column of recorded scores is told by the metric, the way with references and the scale that give it."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import DataError, UnknownNameError
from trueness.metrics.scoring.registry import get_metric
from trueness.metrics.verification.recorded_column import recorded_column

WORDS = "the a crane fell in harbour near old town nobody was hurt said police today".split()  # noqa: SIM905


def rows(column):
    """Return texts with a column made of the scores for every single reference."""
    rng = np.random.default_rng(4)
    made = []
    for k in range(30):
        output, *references = (" ".join(rng.choice(WORDS, size=8)) for _ in range(4 if k % 3 else 3))
        made.append({"system": f"s{k % 3}", "input": f"d{k}", "output": output, "references": references})
    return [{**row, "recorded": column(row)} for row in made]


def of_single(name, join):
    metric = get_metric(name)
    return lambda row: join(
        [float(metric.score([row["output"]], [[one]], [None])[0]) for one in row["references"]]
    )


@pytest.mark.parametrize(
    ("name", "join", "way", "scale", "digits"),
    [
        ("meteor_exact_stem", np.mean, "the mean over single references", 1, 12),
        ("meteor_exact_stem", max, "as the metric joins them", 1, 12),
        ("rouge2_f", lambda scores: 100 * max(scores), "the best of single references", 100, 2),
        ("chrf", lambda scores: scores[0] / 100, "the first reference", 0.01, 4),
        ("ter", min, "the worst of single references", 1, 6),
    ],
)
def test_the_way_is_found(name, join, way, scale, digits):
    single = of_single(name, join)
    found = recorded_column(
        rows(lambda row: round(single(row), digits)),
        "recorded",
        ["meteor_exact*", "rouge{1,2}_f", "chrf", "ter"],
    )
    assert found.reproduced
    best = found.matches[0]
    assert (best.scale, best.n, best.equal) == (scale, 30, 1)
    reproduced = {match.references for match in found.matches if match.equal == 1 and match.metric == name}
    assert way in reproduced


def test_what_no_metric_gives_is_said_so():
    found = recorded_column(
        rows(lambda row: len(row["output"]) / 7), "recorded", ["rouge1_f", "length", "coverage"]
    )
    assert not found.reproduced
    assert {match.metric for match in found.matches} == {"rouge1_f", "length"}  # there are no sources
    with pytest.raises(DataError, match="'coverage' needs sources"):
        recorded_column(rows(len), "recorded", "coverage")
    with pytest.raises(UnknownNameError, match="Did you mean 'recorded'"):
        recorded_column(rows(len), "recordet", "length")
