"""Authors of references among systems and human scores among metrics are seen, and said first."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness import compare, judge, pool
from trueness.data.scores.leave_out import Leaving, leave_out
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.study.people_among import (
    metric_cautions,
    nobody_on_both_sides,
    people_among_metrics,
    people_among_systems,
    system_cautions,
)


def table(names=None, n=12, m=8, grades=None, seed=1):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, 1)) + rng.normal(size=(n, m))
    if grades:
        human = np.clip(np.round(human + grades / 2), 1, grades)
    metric = human + rng.normal(size=(n, m))
    scorers = (Scorer("human", "human"), Scorer("chrf", "metric"))
    names = names or tuple(f"s{k}" for k in range(n))
    return ScoreTable(scorers, names, tuple(f"d{k}" for k in range(m)), np.stack([human, metric]))


def test_references_are_seen_by_texts_names_and_marks_if_a_metric_scores_them():
    plain = table()
    assert people_among_systems(plain) == ()
    own = dataclasses.replace(plain, own_references={"s3": 1.0})
    assert people_among_systems(own) == ("s3",)
    marked = dataclasses.replace(plain, system_groups={"type": ("reference", *["peer"] * 11)})
    assert people_among_systems(marked) == ("s0",)
    family = dataclasses.replace(plain, system_groups={"type": ("reference", *["big"] * 11)})
    assert people_among_systems(family) == ()
    named = dataclasses.replace(plain, systems=("refA", *plain.systems[1:]))
    assert people_among_systems(named) == ("refA",)
    values = named.values.copy()
    values[1, 0] = np.nan
    assert people_among_systems(dataclasses.replace(named, values=values)) == ()
    assert people_among_systems(own.select(systems=plain.systems[4:])) == ()


def test_a_copy_of_the_human_score_is_no_metric():
    one = table()
    found = one.with_scores(Scorer("copy"), 3 * one.values[0] + 7)
    assert people_among_metrics(found, "human", ("chrf", "copy")) == ("copy",)


def annotated(*more):
    """Return a table with three annotators of 'human', who rate 1 to 5, and scores beside theirs."""
    rng = np.random.default_rng(6)
    ratings = rng.integers(1, 6, (3, 1, 60)).astype(float)
    human = Annotations(("ann", "bob", "cem"), ratings)
    scorers = (Scorer("human", "human"), Scorer("gpt"), *(Scorer(name) for name, _ in more))
    mean = human.mean()
    gpt = mean + rng.normal(size=mean.shape)
    values = np.stack([mean, gpt, *(of(mean) for _, of in more)])
    return ScoreTable(scorers, ("s",), tuple(map(str, range(60))), values, annotations={"human": human})


@pytest.mark.parametrize("study", [judge, compare])
@pytest.mark.parametrize("human", ["human", None])
def test_the_mean_of_annotators_is_left_out_whether_people_are_named_or_not(study, human):
    one = annotated(("average", lambda mean: np.round(mean, 2)))
    found = study(one, human=human, rng=1)
    assert (found.judges if study is judge else found.metrics) == ("gpt",)
    assert any(
        "'average' is the mean of the annotators of 'human'" in said.message for said in found.cautions
    )


def test_the_mean_of_annotators_stays_where_it_is_asked_for():
    one = annotated(("average", lambda mean: mean))
    assert judge(one, human="average").judges == ("gpt",)
    assert judge(one, human="human", judges="average").judges == ("average",)


def test_human_scores_are_no_metrics_by_declaration_or_by_name():
    one = table().with_scores(Scorer("other", "human"), table(seed=2).values[0])
    assert people_among_metrics(one, "human", ("chrf", "other")) == ("other",)
    untold = table().with_scores(Scorer("human_bob"), table(seed=2).values[0])
    assert people_among_metrics(untold, "human", ("chrf", "human_bob")) == ("human_bob",)
    assert people_among_metrics(untold, "human", ("chrf", "human_bob"), named=True) == ()


def test_what_is_said_and_how_to_go_on():
    own = dataclasses.replace(table(), own_references={"s3": 1.0, "s1": 0.9})
    (said,) = system_cautions(own)
    assert (said.code, said.severity) == ("own_references", "warning")
    assert said.message.endswith("Leave them out: --without s1,s3.")
    (said,) = system_cautions(table(("Human A", *(f"s{k}" for k in range(11)))))
    assert said.code == "people_among_systems"
    assert said.message.endswith("Leave it out: --without 'Human A'.")
    one = table()
    one = one.with_scores(Scorer("copy", "metric"), one.values[0]).with_scores(
        Scorer("other", "human"), table(seed=2).values[0]
    )
    copied, named = metric_cautions(one, "human", ("chrf", "copy", "other"))
    assert (copied.code, named.code) == ("equals_human", "human_as_metric")
    assert copied.message.endswith("it is a copy. Leave it out: --without metrics=copy.")
    assert "copy" not in leave_out(one, Leaving.of(None, "metrics=copy")).scorer_names


def test_it_comes_first_in_a_study():
    one = dataclasses.replace(table(), own_references={"s3": 1.0})
    assert compare(one, rng=1).cautions[0].code == "own_references"


def test_nobody_is_told_to_use_anything_while_people_are_among_them():
    one = table()
    assert nobody_on_both_sides(one, "human", ("chrf",)) == ()
    two = one.with_scores(Scorer("far", "metric"), np.random.default_rng(3).normal(size=one.shape[1:]))
    given = {"level": "system", "coefficient": "pearson", "rng": 1}
    assert {d.answer for d in compare(two, **given).decisions if d.rule == "may_be_best"} == {"yes"}
    own = dataclasses.replace(two, own_references={"s3": 1.0})
    copied = two.with_scores(Scorer("copy", "metric"), two.values[0])
    for changed, measure in ((own, "people_among_systems"), (copied, "people_among_metrics")):
        found = compare(changed, **given)
        assert {(d.answer, d.reason) for d in found.decisions} == {("cannot_tell", measure)}
        assert "We cannot tell which metric to use" in found.conclusions[0]
        assert "Use '" not in " ".join(found.conclusions)


def undeclared(*names):
    plain = table()
    scorers = (*(dataclasses.replace(one, role=None) for one in plain.scorers), *map(Scorer, names))
    draws = np.random.default_rng(3).normal(size=(len(names), *plain.values.shape[1:]))
    return dataclasses.replace(plain, scorers=scorers, values=np.concatenate([plain.values, draws]))


@pytest.mark.parametrize(
    "name", ["da", "DA", "mqm", "MQM_score", "esa", "wmt22.da.z", "human_mqm", "sqm-2", "mos_avg"]
)
def test_scores_called_as_peoples_are_no_metrics_beside_a_human_score_that_is_named(name):
    found = compare(undeclared(name), human="human", level="input", coefficient="pearson")
    assert found.metrics == ("chrf",)
    (said,) = [one.message for one in found.cautions if "called as scores that people give" in one.message]
    assert f"'{name}' is called" in said
    assert "(--metrics)" in said
    asked = compare(
        undeclared(name), human="human", metrics=["chrf", name], level="input", coefficient="pearson"
    )
    assert set(asked.metrics) == {"chrf", name}
    both = compare(undeclared(name), human=name, level="input", coefficient="pearson")
    assert "human" in both.metrics


@pytest.mark.parametrize("name", ["COMET-DA", "data", "mqm_comet", "AutoMQM", "dair", "esab", "mosaic"])
def test_metrics_called_nearly_so_stay(name):
    found = compare(undeclared(name), human="human", level="input", coefficient="pearson")
    assert set(found.metrics) == {"chrf", name}


def test_what_the_data_declare_stays_and_judges_and_pools_know_it_too():
    declared = undeclared("da")
    declared = dataclasses.replace(
        declared, scorers=(*declared.scorers[:2], dataclasses.replace(declared.scorers[2], role="metric"))
    )
    assert set(compare(declared, human="human", level="input").metrics) == {"chrf", "da"}
    assert judge(undeclared("da"), human="human").judges == ("chrf",)
    found = pool({"a": undeclared("da"), "b": undeclared("da")}, human="human", level="input")
    assert found.metrics == ("chrf",)
