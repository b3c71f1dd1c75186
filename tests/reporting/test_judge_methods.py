from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.score_table import Scorer, ScoreTable
from trueness.reporting.judge_methods import judge_methods
from trueness.studies.judge.judge import judge
from trueness.studies.judge.judge_rows import OrderBias, Prevalence


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(0)
    values = rng.normal(size=(3, 3, 12))
    values[0, :, 6:] = np.nan
    return judge(
        ScoreTable(
            (Scorer("human", "human"), Scorer("llm", "metric"), Scorer("length", "metric")),
            tuple("abc"),
            tuple(map(str, range(12))),
            values,
        ),
        rng=8,
        resamples=30,
        coefficient="pearson",
    )


def test_what_was_done_is_said(found):
    text = " ".join(judge_methods(found))
    for part in (
        "seed 8",
        "PPI++",
        "Student's t",
        "least-squares regression",
        "up to 10 bins",
        "random sample",
    ):
        assert part in text
    assert "Rogan" not in text
    assert "sign test" not in text


def test_what_was_asked_otherwise_is_said(found):
    settings = dataclasses.replace(found.settings, lam=1.0, interval="bootstrap")
    order = OrderBias("llm", 0.1, 0.05, 0.15, 0.8, 0.7, 0.9, 15, 5, 100, 0.04)
    share = Prevalence("llm", "a", 0.5, 0.4, 0.6, 0.4, 0.6, 0.7, 0.8, 0.9, 9, 9, 9, 0, 100, "")
    changed = dataclasses.replace(
        found, settings=settings, bias=(), order=(order,), prevalence=(share,), clusters="document"
    )
    text = " ".join(judge_methods(changed))
    for part in (
        "λ = 1",
        "30 bootstrap resamples",
        "sign test",
        "Rogan and Gladen",
        "groups of inputs by 'document'",
    ):
        assert part in text
    assert "least-squares regression" not in text
