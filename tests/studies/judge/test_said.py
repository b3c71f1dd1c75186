"""Sentences about judges: each is checked against the rows it is made from."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.judge.rows import JudgeBias, JudgeMeasure, OrderBias, Prevalence
from trueness.studies.judge.said import judge_conclusions
from trueness.studies.judge.study import judge


@pytest.fixture(scope="module")
def validation():
    rng = np.random.default_rng(1)
    human = rng.normal(size=(4, 40))
    scores = human + 0.4 * rng.normal(size=human.shape)
    human[:, 10:] = np.nan
    table = ScoreTable(
        (Scorer("human", "human"), Scorer("llm", "metric")),
        tuple("abcd"),
        tuple(map(str, range(40))),
        np.stack([human, scores]),
    )
    return judge(table, rng=1, resamples=30, coefficient="pearson")


def with_rows(validation, **rows):
    empty = {"bias": (), "measures": (), "order": (), "prevalence": ()}
    return judge_conclusions(dataclasses.replace(validation, **{**empty, **rows}))


def bias(metric, low, estimate, high):
    return JudgeBias(metric, "length", "100 words", estimate, low, high, estimate, 0.1, 0.2, 40, 0, 30)


def test_worth(validation):
    row = validation.means[-1]
    (text,) = [text for text in with_rows(validation) if "labelled, the mean" in text]
    assert (
        f"With 40 of 160 outputs labelled, the mean 'human' of all systems is {row.estimate:.2f}".replace(
            "-", "−"
        )
        in text
    )
    assert f"each label counts {row.labels_worth / row.n_labelled:.1f} times" in text
    useless = dataclasses.replace(row, labels_worth=41.0)
    (text,) = [text for text in with_rows(validation, means=(useless,)) if "labelled, the mean" in text]
    assert "No judge makes labels go noticeably further" in text
    assert not [text for text in with_rows(validation, means=()) if "labelled" in text]


def test_a_demonstration_says_what_would_have_been(validation):
    (text,) = [text for text in with_rows(validation, demonstrated=True) if "Had only" in text]
    assert "Had only 40 of 160 outputs been labelled" in text


def test_what_labels_would_be_worth_says_of_what_and_does_not_hang_on_a_draw():
    rng = np.random.default_rng(3)
    people = (rng.random(200) < 0.7).astype(float)
    judged = np.where(rng.random(200) < 0.1, 1 - people, people)
    table = ScoreTable(
        tuple(
            Scorer(name, role, True, labels=("fail", "pass"))
            for name, role in (("human", "human"), ("llm", "metric"))
        ),
        ("s",),
        tuple(f"i{k:03}" for k in range(200)),
        np.stack([people, judged])[:, None],
    )
    found = [judge(table, rng=seed, resamples=99) for seed in (1, 2)]
    rho = np.corrcoef(people, judged)[0, 1]
    for one in found:
        gain = 1 / (1 - 0.9 * rho**2)
        assert one.means[0].labels_worth == pytest.approx(20 * gain)
        said = f"Were only 10% labelled, each label would count {gain:.1f} times for people's share of positives."
        assert said in one.conclusions
    assert found[0].means[0].estimate != found[1].means[0].estimate


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (
            [bias("a", 0.1, 0.2, 0.3)],
            "At equal 'human', 'a' favours longer outputs: 0.20 [0.10, 0.30] standard",
        ),
        ([bias("a", -0.3, -0.2, -0.1)], "'a' marks down longer outputs: −0.20 [−0.30, −0.10]"),
        (
            [bias("a", 0.1, 0.2, 0.3), bias("b", 0.1, 0.4, 0.5)],
            "'b', 'a' favour longer outputs (2 of 2 judges): 'b' by 0.40",
        ),
        ([bias("a", -0.1, 0.2, 0.3)], "no judge clearly favours or marks down longer outputs (1 measured)"),
    ],
)
def test_bias(validation, rows, wanted):
    assert wanted in " ".join(with_rows(validation, bias=tuple(rows)))


def test_bias_that_is_undefined_is_not_spoken_of(validation):
    nothing = bias("a", float("nan"), float("nan"), float("nan"))
    assert "At equal" not in " ".join(with_rows(validation, bias=(nothing,)))


@pytest.mark.parametrize(
    ("low", "estimate", "high", "wanted"),
    [
        (0.1, 0.2, 0.3, "rates 0.20 above people on average [0.10, 0.30]: it is generous."),
        (-0.3, -0.2, -0.1, "rates 0.20 below people on average [−0.30, −0.10]: it is strict."),
        (-0.1, 0.0, 0.2, "which may be chance."),
    ],
)
def test_scale(validation, low, estimate, high, wanted):
    rows = (
        JudgeMeasure("llm", "mean_error", estimate, low, high, 40, 0, 30),
        JudgeMeasure("llm", "quadratic_kappa", 0.7, 0.6, 0.8, 40, 0, 30),
    )
    text = " ".join(with_rows(validation, measures=rows))
    assert wanted in text
    assert "kappa is 0.70 [0.60, 0.80]" in text


def test_order_and_prevalence(validation):
    order = OrderBias("llm", 0.1, 0.05, 0.15, 0.8, 0.7, 0.9, 15, 5, 100, 0.04)
    text = " ".join(with_rows(validation, order=(order,)))
    assert (
        "same verdict in both orders for 80% of 100 pairs; the output shown first wins 60% of the time [55%, 65%]"
        in text
    )
    row = Prevalence("llm", "a", 0.5, 0.4, 0.6, 0.7, 0.8, 0.9, 9, 9, 9, "")
    text = " ".join(with_rows(validation, prevalence=(row,)))
    assert "calls 70% of the unlabelled outputs positive" in text
    assert "(TPR 0.80, TNR 0.90) it is 50% [40%, 60%]" in text
    refused = dataclasses.replace(row, reason="none")
    assert "positive" not in " ".join(with_rows(validation, prevalence=(refused,)))


def measure(name, estimate, low, high):
    return JudgeMeasure("llm", name, estimate, low, high, 40, 0, 30)


def test_a_kappa_that_is_undefined_is_said_to_be_so_in_words(validation):
    nothing = float("nan")
    error = measure("mean_error", 0.2, 0.1, 0.3)
    (text,) = with_scale(validation, error, measure("quadratic_kappa", nothing, nothing, nothing))
    assert "kappa is undefined: its ratings and those of 'human' are one and the same number" in text
    assert "nan" not in text
    (text,) = with_scale(validation, error, measure("quadratic_kappa", 0.5, 0.25, 0.75))
    assert text.endswith("kappa is 0.50 [0.25, 0.75].")
    (text,) = with_scale(validation, error, measure("quadratic_kappa", 0.5, nothing, nothing))
    assert text.endswith("kappa is 0.50.")


def with_scale(validation, *measures):
    return [text for text in with_rows(validation, measures=measures) if "kappa" in text]


def test_what_was_asked_for_stands_on_the_first_screen_beside_the_answers():
    rng = np.random.default_rng(3)
    human = rng.integers(0, 2, size=(1, 300)).astype(float)
    hard = rng.random(300) < 0.4
    said = np.where(hard, rng.integers(0, 2, size=300), human)
    table = ScoreTable(
        (Scorer("human", "human"), Scorer("llm", "metric"), Scorer("length", "metric")),
        ("",),
        tuple(map(str, range(300))),
        np.stack([human, said, rng.integers(20, 400, size=(1, 300)).astype(float)]),
        input_groups={"difficulty": tuple(np.where(hard, "hard", "easy"))},
    )
    found = judge(table, judges=["llm"], by="difficulty", rng=1)
    assert len(found.conclusions) > len(found.answers)
    groups, length = found.answers[-2:]
    assert groups.startswith("'llm' is worst on difficulty 'hard': it gives people's label to ")
    assert re.search(r" outputs, \d+ points fewer than elsewhere\.$", groups)
    assert length.startswith("At equal 'human', no judge clearly favours or marks down longer outputs")
    assert not {groups, length} & set(found.further)
    assert judge(table, judges=["llm"], by="difficulty", rng=1).must_see == (groups, length)
