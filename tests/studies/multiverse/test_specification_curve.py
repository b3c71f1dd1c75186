"""A claim under all choices, drawn."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.multiverse.specification_curve import lines_of, specification_curve
from trueness.studies.multiverse.study import multiverse

NAMES = ("<script>", "$x^2$ & y", "long_" * 20 + "_f", "long_" * 20 + "_r")


def made(number=9, names=NAMES, **more):
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(number, 8)) + rng.normal(size=(number, 1))
    values = [quality + (0.5 + k) * rng.normal(size=quality.shape) for k in range(len(names) + 1)]
    scorers = [Scorer(name, "metric") for name in names] + [Scorer("hu<man>", "human")]
    table = ScoreTable(
        tuple(scorers),
        tuple(f"s{k:02d}" for k in range(number)),
        tuple(f"d{k}" for k in range(8)),
        np.stack(values),
    )
    return multiverse(table, rng=1, **{"coefficient": ["pearson", "kendall"], "inputs": "all", **more})


@pytest.fixture(scope="module")
def found():
    return made(variants=["part: f=*_f | r=*_r"])


def test_what_is_drawn_are_the_differences_in_rising_order_with_their_choices(found):
    claim = next(row for row in found.claims if "long" in row.metric + row.rival)
    figure = specification_curve(found, claim)
    assert ET.fromstring(figure.svg).tag.endswith("svg")  # noqa: S314 - made here
    values = [row["estimate"] for row in figure.data]
    assert values == sorted(values)
    assert len(values) == claim.n_analyses
    for row in figure.data:
        assert row["variants"] == found.analyses[row["analysis"] - 1].variants
    assert f"{claim.share_better:.0%}" in figure.caption
    assert specification_curve(found, claim).svg == figure.svg


def test_lines_are_the_values_of_choices_that_vary_and_hold_every_analysis_once(found):
    claim = next(row for row in found.claims if "long" in row.metric + row.rival)
    mine = [row for row in found.outcomes if row.rival == claim.rival and row.metric == claim.metric]
    analyses = [found.analyses[row.analysis - 1] for row in mine]
    lines = lines_of(found, analyses, claim)
    assert [line.value for line in lines if line.choice == "part"] == ["f", "r"]
    assert "human" not in {line.choice for line in lines}
    for choice in ("level", "coefficient", "systems", "part"):
        assert sum(line.made.sum() for line in lines if line.choice == choice) == len(analyses)
    aggregated = sum(line.made.sum() for line in lines if line.choice == "aggregate")
    assert aggregated == sum(row.level == "system" for row in analyses)


def test_many_systems_left_out_are_one_line():
    many = made(14, ("a", "b"), level="input", coefficient="pearson", systems=["all", "each", "top50%"])
    (claim,) = many.claims
    analyses = [many.analyses[row.analysis - 1] for row in many.outcomes]
    values = [line.value for line in lines_of(many, analyses, claim) if line.choice == "systems"]
    assert values == ["all", "top50%", "14 values, one each"]
    assert specification_curve(many, claim).svg.startswith("<svg")
