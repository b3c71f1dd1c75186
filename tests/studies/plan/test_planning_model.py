import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import ArgumentError
from trueness.statistics.agreement.correlation import correlate
from trueness.studies.certify.scenario import metrics_of_quality
from trueness.studies.plan.planning_model import PlanningModel, planning_model


def pilot(annotators=3, n=20, m=60, seed=1):
    rng = np.random.default_rng(seed)
    quality, difficulty = rng.normal(size=(n, 1)), rng.normal(size=(1, m))
    truth = quality + difficulty + rng.normal(size=(n, m))
    ratings = truth + 1.5 * rng.normal(size=(annotators, n, m))
    metrics = [quality + 0.5 * difficulty + rng.normal(size=(n, m)) for _ in range(2)]
    scorers = (Scorer("people", "human"), Scorer("one"), Scorer("two"))
    return ScoreTable(
        scorers,
        tuple(f"s{i}" for i in range(n)),
        tuple(f"i{j}" for j in range(m)),
        np.stack([ratings.mean(axis=0), *metrics]),
        annotations={"people": Annotations(tuple("abc"[:annotators]), ratings)},
    )


def test_a_pilot_tells_what_annotators_add():
    table = pilot()
    spread = table.matrix("people").std()
    found = planning_model(table, "people", "one", "two")
    assert found.annotators == 3
    assert found.annotator_variance * spread**2 == pytest.approx(1.5**2, rel=0.1)
    # with very many annotators, what is left of an output's score is its own variance
    left = found.judged_by(100_000).outputs[0, 0] * spread**2
    assert left == pytest.approx(1.0, rel=0.2)
    assert found.judged_by(1).outputs[0, 0] > found.judged_by(3).outputs[0, 0]


@pytest.mark.parametrize("level", ["system", "input"])
def test_separated_metrics_differ_by_as_much(level):
    model = PlanningModel(metrics_of_quality((0.2, 0.2)))
    apart = model.separated(0.1, level, 20)
    one, two = (apart.correlation(level, 20, metric) for metric in (1, 2))
    assert one - two == pytest.approx(0.1)
    assert one == pytest.approx(model.correlation(level, 20))
    arrays = apart.scenario("x", 3000, 20, 1).draw(np.random.default_rng(2))
    drawn = [correlate(x, arrays.human, level, "pearson").estimate for x in arrays.metrics]
    assert drawn[0] == pytest.approx(one, abs=0.03)
    assert drawn[0] - drawn[1] == pytest.approx(0.1, abs=0.03)


@pytest.mark.parametrize("level", ["system", "input"])
@pytest.mark.parametrize("difference", [0.02, 0.1])
def test_of_a_pilot_the_rival_keeps_its_errors(level, difference):
    given = metrics_of_quality((0.1, 0.3), (1.0, 1.5))
    model = PlanningModel(given, pilot=(16, 20))
    apart = model.separated(difference, level, 20)
    one, two = (apart.correlation(level, 20, metric) for metric in (1, 2))
    assert one == pytest.approx(model.correlation(level, 20))  # the metric stays
    assert one - two == pytest.approx(difference)
    # partial covariances given the human: of the errors, the same as before
    weight = 20 if level == "system" else 1
    before, after = (m.systems + m.outputs / weight for m in (given, apart.model))
    rest = [c[1:, 1:] - np.outer(c[1:, 0], c[1:, 0]) / c[0, 0] for c in (before, after)]
    np.testing.assert_allclose(rest[1], rest[0], atol=1e-12)


def test_a_pair_that_differs_as_asked_stays_as_it_is():
    given = metrics_of_quality((0.1, 0.3))
    model = PlanningModel(given, annotator_variance=0.4, pilot=(16, 20))
    asked = model.correlation("system", 20, 1) - model.correlation("system", 20, 2)
    apart = model.separated(asked, "system", 20).model
    for name in ("systems", "inputs", "outputs"):
        np.testing.assert_allclose(getattr(apart, name), getattr(given, name), atol=1e-12)


def test_a_rival_without_errors_cannot_be_planned_with():
    exact = metrics_of_quality((0.1, 0.0), (1.0, 0.0))
    copy = dataclasses.replace(exact, outputs=np.diag([0.0, 1.0, 0.0]), mean=np.zeros(3))
    with pytest.raises(ArgumentError, match="follow from people's"):
        PlanningModel(copy, pilot=(16, 20)).separated(0.05, "system", 20)


def test_refusals():
    model = PlanningModel(metrics_of_quality((0.2, 0.2)))
    with pytest.raises(ArgumentError, match="less than the metric's correlation"):
        model.separated(0.99, "system", 20)
    with pytest.raises(ArgumentError, match="knows one"):
        PlanningModel(model.model.of([0, 1])).separated(0.1, "system", 20)
    with pytest.raises(ArgumentError, match="at most one rival"):
        PlanningModel(model.model.of([0]))
    table = pilot()
    constant = np.array(table.values)
    constant[1] = 3.0
    with pytest.raises(ArgumentError, match="'one' is constant"):
        planning_model(ScoreTable(table.scorers, table.systems, table.inputs, constant), "people", "one")


def test_the_order_of_rows_in_a_file_moves_no_number():
    given, rng = pilot(n=8, m=12), np.random.default_rng(3)
    rows, columns, people = (rng.permutation(size) for size in (8, 12, 3))
    ratings = given.annotations["people"]
    moved = ScoreTable(
        given.scorers,
        tuple(given.systems[i] for i in rows),
        tuple(given.inputs[j] for j in columns),
        given.values[:, rows][:, :, columns],
        annotations={
            "people": Annotations(
                tuple(ratings.annotators[k] for k in people), ratings.values[np.ix_(people, rows, columns)]
            )
        },
    )
    found, again = (planning_model(one, "people", "one", "two") for one in (given, moved))
    assert repr(again) == repr(found)
    drawn, redrawn = (
        model.scenario("x", 10, 20, 2).draw(np.random.default_rng(4)) for model in (found, again)
    )
    np.testing.assert_array_equal(drawn.metrics, redrawn.metrics)
    np.testing.assert_array_equal(drawn.human, redrawn.human)
