"""Runs and panels from a table of scores to sentences."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score

import trueness
from trueness.errors import ArgumentError, DataError, UnknownNameError, UnsupportedMethodError
from trueness.statistics.judging.panel import Panel, most_worth, panel_agreement
from trueness.studies.panel.members import on_one_scale, standardized
from trueness.studies.panel.rows import ALL_JUDGES


@pytest.fixture(scope="module")
def labels(tmp_path_factory):
    """A judge with three runs, a good one and one that errs more often than not, on 600 outputs of 200 topics."""
    rng = np.random.default_rng(8)
    path = tmp_path_factory.mktemp("panel") / "labels.csv"
    lines = ["id,topic,human,a@run1,a@run2,a@run3,b,guess"]
    for k in range(600):
        good = rng.random() < 0.6
        chance = 0.9 if good else 0.15
        common = rng.random()
        said = [(rng.random() if rng.random() < 0.4 else common) < chance for _ in range(3)]
        said += [(rng.random() < (0.93 if good else 0.1)), rng.random() < (0.35 if good else 0.65)]
        lines.append(
            f"q{k},t{k // 3},{'pass' if good else 'fail'}," + ",".join("pass" if x else "fail" for x in said)
        )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def found(labels):
    return trueness.panel(labels, human="human")


def test_columns_of_runs_are_no_people(labels):
    table = trueness.read_scores(labels)
    assert table.scorer("a").role == "metric"
    assert table.annotations["a"].annotators == ("run1", "run2", "run3")
    assert any("runs of 'a'" in note for note in table.notes)


def test_the_panel_of_all_judges(found, labels):
    row = next(row for row in found.panels if row.panel == ALL_JUDGES)
    table = trueness.read_scores(labels)
    most = (table.annotations["a"].values[:, 0].sum(axis=0) >= 2).astype(int)
    three = most + table.matrix("b")[0] + table.matrix("guess")[0]
    assert row.estimate == pytest.approx(cohen_kappa_score(table.matrix("human")[0], three >= 2))
    assert (row.n_members, row.n_outputs, row.measure) == (3, 600, "kappa")


@pytest.mark.parametrize("others", ["{k}.5", "pass"])
def test_a_judge_that_judged_nothing_is_refused_by_name(tmp_path, others):
    path = tmp_path / "silent.csv"
    rows = "".join(f"q{k},{others.format(k=k)},{others.format(k=k)},\n" for k in range(6))
    path.write_text("id,human,a,silent\n" + rows, encoding="utf-8")
    with pytest.raises(DataError, match=r"'silent' lack scores.*--judge"):
        trueness.panel(path, human="human")


def test_who_adds_what(found):
    verdicts = {row.metric: row.verdict for row in found.members}
    assert verdicts == {"a": "helps", "b": "helps", "guess": "hurts"}
    assert all(row.pvalue_adjusted >= row.pvalue for row in found.members)
    assert any("Leave out 'guess'" in text for text in found.conclusions)


def test_runs_and_the_curve(found):
    (row,) = found.runs
    assert (row.metric, row.n_runs) == ("a", 3)
    assert 0 < row.flip_low < row.flip_rate < row.flip_high
    sizes = [one.n_members for one in found.curve if one.panel == "a"]
    assert sizes == [1, 2, 3, 5, 10, 20]
    beyond = [one for one in found.curve if one.n_members > 3]
    assert all(np.isnan(one.estimate) and one.reliability > row.reliability for one in beyond)


def test_clusters_widen_intervals(labels, found):
    grouped = trueness.panel(labels, human="human", clusters="topic")
    assert grouped.panels[0].n_clusters == 200
    assert grouped.panels[0].estimate == found.panels[0].estimate
    with pytest.raises(UnknownNameError, match="topics"):
        trueness.panel(labels, human="human", clusters="topics")


def test_without_people_only_what_judges_say_of_each_other(labels):
    table = trueness.read_scores(labels).select(scorers=["a", "b", "guess"])
    alone = trueness.panel(table)
    assert alone.human is None
    assert (alone.panels, alone.members) == ((), ())
    assert len(alone.pairs) == 3
    assert alone.runs[0].flip_rate > 0
    assert all(np.isnan(row.error_correlation) for row in alone.pairs)
    assert "To learn who is right and what the panel is worth" in alone.conclusions[0]
    assert "no_people" in [caution.code for caution in alone.cautions]


def test_a_scorer_called_human_is_asked_about(labels):
    with pytest.raises(DataError, match="--human human"):
        trueness.panel(labels)
    assert trueness.panel(labels, judges=["a", "b"]).human is None


def test_one_judge_that_judged_once_is_no_panel(labels):
    with pytest.raises(UnsupportedMethodError, match="b@run1"):
        trueness.panel(labels, human="human", judges=["b"])
    runs = trueness.panel(labels, human="human", judges=["a"])
    assert [row.panel for row in runs.panels] == ["a"]
    assert runs.members == ()


def test_runs_that_never_differ():
    runs = np.random.default_rng(3).integers(0, 2, (1, 60)).astype(float)
    table = trueness.ScoreTable(
        (trueness.Scorer("human", "human"), trueness.Scorer("j", "metric")),
        ("s",),
        tuple(f"i{k}" for k in range(60)),
        np.stack([runs, runs]),
        annotations={"j": trueness.Annotations(("run1", "run2"), np.stack([runs, runs]))},
        has_systems=False,
    )
    found = trueness.panel(table)
    assert "never differ" in found.conclusions[0]
    assert np.isnan(found.panels[0].n_effective)  # no error, either


def scores(**lower):
    rng = np.random.default_rng(6)
    human = rng.normal(size=(4, 40))
    judges = {name: human + rng.normal(size=(4, 40)) for name in ("x", "y", "z")}
    scorers = [trueness.Scorer("human", "human")]
    scorers += [trueness.Scorer(name, "metric", name not in lower) for name in judges]
    values = [human, *(-one if name in lower else one for name, one in judges.items())]
    return trueness.ScoreTable(tuple(scorers), tuple("abcd"), tuple(map(str, range(40))), np.stack(values))


def test_scores_are_standardised_and_turned():
    found = trueness.panel(scores())
    assert found.standardized
    assert found.panels[0].measure == "pearson"
    assert found.panels[0].n_clusters == 40  # outputs of one input are one
    turned = trueness.panel(scores(y=True))
    assert turned.panels[0].estimate == pytest.approx(found.panels[0].estimate)
    assert turned.panels[0].n_effective == pytest.approx(found.panels[0].n_effective)
    raw = trueness.panel(scores(), scale="same")
    assert not raw.standardized


def test_judges_on_one_scale_have_ratings_that_overlap():
    ratings = np.array([[1.0, 2, 5], [2, 3, np.nan]])
    assert on_one_scale(ratings, "auto")
    assert not on_one_scale(np.array([[1.0, 2, 5], [20, 40, 90]]), "auto")
    assert not on_one_scale(np.array([[1.0, 2, 5], [0.123456, 0.9, 1]]), "auto")
    assert standardized(np.array([[1.0, 1, 1]])).tolist() == [[0, 0, 0]]


def test_few_outputs_and_rare_labels_are_said(labels):
    table = trueness.read_scores(labels)
    few = trueness.panel(table.select(inputs=table.inputs[:12]), human="human")
    assert {"few_outputs", "rare_labels"} <= {caution.code for caution in few.cautions}
    with pytest.raises(ArgumentError, match="scale"):
        trueness.panel(table, human="human", scale="loud")


def answers(found, rule):
    return {one.about: one.answer for one in found.decisions if one.rule == rule}


def test_every_sentence_has_a_rule(found):
    assert answers(found, "judge_helps") == {"a": "yes", "b": "yes", "guess": "no"}
    assert set(answers(found, "panel_gains")) == {"a", ALL_JUDGES}
    assert set(answers(found, "one_run_enough")) == {"a"}
    (best,) = (one for one in found.decisions if one.rule == "may_be_best")
    assert "guess" not in best.names
    assert (best.names[0] in found.conclusions[0]) or "Use" in found.conclusions[0]
    assert found.applies_to == "other inputs"


def with_tastes(systems, seed=3):
    """Three judges who like some systems more than people do, each for itself."""
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(systems, 60))
    judges = [human + rng.normal(size=human.shape) + rng.normal(size=(systems, 1)) for _ in range(3)]
    scorers = [trueness.Scorer("human", "human"), *(trueness.Scorer(name, "metric") for name in "xyz")]
    return trueness.ScoreTable(
        tuple(scorers),
        tuple(f"s{k}" for k in range(systems)),
        tuple(f"i{k}" for k in range(60)),
        np.stack([human, *judges]),
    )


def test_intervals_know_of_tastes_for_systems_from_three_systems_on():
    many = trueness.panel(with_tastes(6), scale="same")
    assert many.applies_to == "other systems and other inputs"
    judges = [many.table.matrix(name).ravel() for name in "xyz"]
    flat = Panel(np.stack(judges), many.table.matrix("human").ravel(), np.tile(np.arange(60), 6), 0)
    unaware = panel_agreement(flat, 0.95)
    row = many.panels[0]
    assert row.estimate == pytest.approx(unaware.value)
    assert row.high - row.low > 1.5 * (unaware.high - unaware.low)
    two = trueness.panel(with_tastes(2), scale="same")
    assert two.applies_to == "other inputs of these systems"
    assert "these_systems" in [caution.code for caution in two.cautions]


def test_how_many_more_judges_would_be_worth_has_a_limit_that_holds():
    found = trueness.panel(with_tastes(12, seed=1), scale="same")
    row = found.panels[0]
    assert most_worth(2.0, 4) == pytest.approx(3.0)
    assert most_worth(4.0, 4) == np.inf
    text = " ".join(found.conclusions)
    assert ("However many judges err like these" in text) == (row.effective_high < 3)


def of_outputs(human, judges, runs=None):
    """Return a table of outputs of no system, of judges, or of runs of one."""
    names = tuple(f"j{k}" for k in range(len(judges)))
    annotations = {} if runs is None else {"j0": trueness.Annotations(("run1", "run2"), runs[:, None])}
    return trueness.ScoreTable(
        (trueness.Scorer("human", "human"), *(trueness.Scorer(name, "metric") for name in names)),
        ("s",),
        tuple(f"i{k}" for k in range(len(human))),
        np.stack([human, *judges])[:, None],
        has_systems=False,
        annotations=annotations,
    )


def told(found):
    return [one.rule for one in found.decisions if one.answer != "cannot_tell"]


@pytest.mark.parametrize("n", [2, 3, 5, 9])
def test_nothing_is_told_of_few_outputs(n):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        found = trueness.panel(of_outputs(rng.normal(size=n), rng.normal(size=(3, n))), scale="same")
        assert told(found) == []
        text = " ".join(found.conclusions)
        assert "ruled out" not in text.replace("not ruled out", "")
        assert "cheapest" not in text


def test_a_way_whose_agreement_is_undefined_is_named_so():
    rng = np.random.default_rng(1)
    human = rng.normal(size=60)
    judges = [human + rng.normal(size=60), human + rng.normal(size=60), np.zeros(60)]
    found = trueness.panel(of_outputs(human, judges), scale="same")
    (best,) = (one for one in found.decisions if one.rule == "may_be_best")
    assert best.undefined == ("j2",)
    assert "Nothing is known of 'j2' alone" in found.conclusions[0]
    same = np.ones(30)
    nothing = trueness.panel(of_outputs(same, [same, same]))
    (best,) = (one for one in nothing.decisions if one.rule == "may_be_best")
    assert (best.answer, best.names) == ("cannot_tell", ())


@pytest.mark.parametrize("labels", [False, True])
def test_with_a_constant_judge_worth_is_not_computed(labels):
    rng = np.random.default_rng(2)
    human = rng.normal(size=80)
    judges = [human + rng.normal(size=80), np.ones(80)]
    if labels:
        human, judges = (human > 0).astype(float), [(judges[0] > 0).astype(float), judges[1]]
    found = trueness.panel(of_outputs(human, judges), scale="same")
    assert np.isnan(found.panels[0].n_effective)
    assert answers(found, "worth_fewer") == {ALL_JUDGES: "cannot_tell"}
    assert "the same label or score: 'j1'" in " ".join(found.conclusions)


def test_two_runs_of_labels_do_not_make_one_enough():
    rng = np.random.default_rng(3)
    human = (rng.random(200) < 0.5).astype(float)
    runs = np.where(rng.random((2, 200)) < 0.8, human, 1 - human)
    found = trueness.panel(of_outputs(human, runs[:1], runs))
    assert answers(found, "one_run_enough") == {"j0": "cannot_tell"}
    assert " ".join(found.conclusions).count("Two labels make no majority") == 1


def test_judges_that_guess_a_rare_label_neither_gain_nor_help():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        human, *judges = (rng.random((4, 150)) < 0.05).astype(float)
        found = trueness.panel(of_outputs(human, judges))
        assert not {"panel_gains", "judge_helps", "one_run_enough"} & set(told(found))


def test_two_judges_go_together_alike_whosever_column_is_the_first():
    rng = np.random.default_rng(4)
    human = (rng.random(60) < 0.6).astype(float)
    judges = [(rng.random(60) < 0.5).astype(float), np.zeros(60)]
    found = []
    for order in ([0, 1], [1, 0]):
        (row,) = trueness.panel(of_outputs(human, [judges[k] for k in order]), scale="same").pairs
        found.append((row.estimate, row.low, row.high))
    assert found[0] == pytest.approx(found[1])
    assert found[0][1] < -0.01 < 0.01 < found[0][2]


@pytest.mark.parametrize("words", [("0", "1"), ("no", "yes")])
def test_directions_of_labels_turn_judges_and_people_alike(tmp_path, words):
    rng = np.random.default_rng(2)
    wrong = rng.random(120) < 0.4
    said = [wrong, *(wrong != (rng.random(120) < off) for off in (0.1, 0.2, 0.3))]
    path = tmp_path / "wrong.csv"
    rows = [",".join([f"q{k}", *(words[int(one[k])] for one in said)]) for k in range(120)]
    path.write_text("\n".join(["id,human,a,b,c", *rows]) + "\n", encoding="utf-8")
    table = trueness.read_scores(path)

    def numbers(*lower):
        found = trueness.panel(table.with_orientation(lower_is_better=lower), human="human")
        return [(row.panel, row.measure, row.estimate, row.low) for row in found.panels], found.label_names

    assert numbers() == numbers("human", "a", "b", "c")
    assert numbers("human") == numbers("a", "b", "c")
    assert numbers()[0][0][1:3] == ("kappa", pytest.approx(cohen_kappa_score(wrong, sum(said[1:]) >= 2)))
    assert numbers("human")[0][0][1] == "kappa"
