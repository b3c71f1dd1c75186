"""Labels in a study of judges: from pass and fail in a file to decisions, by the public function."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from sklearn import metrics

import trueness
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import UnknownNameError, UnsupportedMethodError
from trueness.statistics.judging.annotator_labels import people_and_judge
from trueness.statistics.judging.label_agreement import label_agreement
from trueness.statistics.judging.label_difference import label_difference
from trueness.studies.judge.rows import ALL_SYSTEMS
from trueness.studies.judge.study import judge

SMALL = {"rng": 1, "resamples": 99, "coefficient": "pearson"}
NAMES = ("fail", "pass")


def labelled(*, seed=1, systems=4, inputs=50, names=NAMES, annotators=2, better=True):
    """Two annotators and two judges; the first judge calls too much good."""
    rng = np.random.default_rng(seed)
    shape = (systems, inputs)
    truth = (rng.random(shape) < 0.55 + 0.1 * np.arange(systems)[:, None]).astype(float)

    def seen(misses, false_alarms):
        return np.where(rng.random(shape) < np.where(truth == 1, misses, false_alarms), 1 - truth, truth)

    people = np.stack([seen(0.04, 0.05) for _ in range(annotators)])
    judges = [seen(0.03, 0.6), seen(0.04, 0.08)]
    return ScoreTable(
        (Scorer("human", "human", labels=names), Scorer("v1", labels=names), Scorer("v2", labels=names)),
        tuple(f"s{k}" for k in range(systems)),
        tuple(f"d{k}" for k in range(inputs)),
        np.stack([people.mean(axis=0), *judges]),
        annotations={"human": Annotations(tuple("abcdef"[:annotators]), people)},
        has_systems=systems > 1,
    )


@pytest.fixture(scope="module")
def found():
    return judge(labelled(), **SMALL)


def of(rows, *keys):
    (row,) = (one for one in rows if tuple(getattr(one, name) for name in ("metric", "measure")) == keys)
    return row


def test_numbers_are_those_of_the_plain_functions(found):
    table = labelled()
    people = table.annotations["human"].values
    same = people[0] == people[1]
    gold = np.where(same, people[0], np.nan).ravel()
    units = {"clusters": np.tile(np.arange(50), 4), "systems": np.repeat(np.arange(4), 50)}
    # the study draws and counts in the order of names
    order = np.argsort([f"d{k}" for k in range(50)])
    arranged = {name: table.matrix(name)[:, order].ravel() for name in ("v1", "v2")}
    gold = gold.reshape(4, 50)[:, order].ravel()
    wanted = label_agreement(gold, arranged["v2"], **units)
    for measure in ("kappa", "tpr", "tnr", "mcc", "balanced_accuracy", "rate_bias"):
        row = of(found.labels, "v2", measure)
        assert (row.estimate, row.low, row.high) == pytest.approx(
            (wanted.estimates[measure], *wanted.intervals[measure])
        )
        assert row.constant == pytest.approx(wanted.constant[measure], nan_ok=True)
    ceiling = people_and_judge(
        people[:, :, order].reshape(2, -1),
        arranged["v2"],
        measure="kappa",
        n_labels=2,
        positive=1,
        **units,
    )
    row = of(found.labels, "v2", "kappa")
    assert (row.single, row.ceiling, row.difference_low) == pytest.approx(
        (ceiling.judge.value, ceiling.people.value, ceiling.difference.low)
    )
    (version,) = (row for row in found.versions if row.measure == "kappa")
    plain = label_difference(gold, arranged["v2"], arranged["v1"], **units, resamples=99, rng=1)
    assert (version.metric, version.rival) == ("v2", "v1")
    assert (version.estimate, version.low, version.pvalue) == pytest.approx(
        (plain.estimate, plain.low, plain.pvalue)
    )
    assert found.n_divided == np.sum(~same)
    assert sum(row.n_outputs for row in found.confusion if row.metric == "v1") == np.sum(same)


def decided(found, name, rule):
    (one,) = (one for one in found.decisions if (one.about, one.rule) == (name, rule))
    return one


def test_decisions_and_what_is_said_of_them(found):
    many = judge(labelled(systems=12, inputs=100), **SMALL)
    assert decided(many, "v2", "may_grade").answer == "yes"
    assert decided(many, "v1", "may_grade").answer == "no"
    assert decided(many, "v1", "may_quote_rate").estimate > 0.05
    assert decided(found, "v2", "may_rank").reason == "systems"  # four are too few
    assert found.conclusions[0] == "✓ Of 2 judges 'v2' agrees best with people."
    assert found.conclusions[1].startswith("? We cannot tell whether it may grade outputs: ")
    assert any("its share of 'pass' may be quoted" in text for text in many.conclusions)
    assert any("fail < pass; 'pass' is positive" in text for text in found.conclusions)


def test_the_margin_is_asked_beside_people_and_the_bar_beside_one_person(found):
    assert decided(found, "v2", "may_grade").bar == -0.1
    one = judge(labelled(annotators=1), grade_bar=0.99, positive="Fail", **SMALL)
    assert decided(one, "v2", "may_grade").bar == 0.99
    assert decided(one, "v2", "may_grade").answer == "no"
    high = judge(labelled(), positive="Fail", **SMALL)
    assert of(high.labels, "v2", "tpr").estimate == of(found.labels, "v2", "tnr").estimate
    assert of(high.labels, "v2", "kappa").estimate == pytest.approx(of(found.labels, "v2", "kappa").estimate)
    turned, usual = (decided(one, "v1", "may_quote_rate").estimate for one in (high, found))
    assert turned == pytest.approx(-usual)
    with pytest.raises(UnknownNameError, match="label"):
        judge(labelled(), positive="good", **SMALL)


def test_zeros_and_ones_are_labels_and_ratings_are_not(tmp_path):
    table = labelled(systems=1, inputs=60, names=(), annotators=1)
    found = judge(table, **SMALL)
    assert found.label_names == ("0", "1")
    assert np.isnan(of(found.labels, "v1", "kappa").ceiling)
    assert {(one.rule, one.reason) for one in found.decisions if one.about} == {
        ("may_grade", "kappa"),
        ("may_quote_rate", "rate_bias"),
    }
    rated = dataclasses.replace(table, values=table.values * 4 + 1, annotations={})
    ratings = judge(rated, **SMALL)
    assert not ratings.labels
    # of two levels the weights of kappa make no difference
    assert {(one.coefficient, one.reason) for one in ratings.decisions if one.rule == "may_grade"} == {
        ("kappa", "kappa")
    }
    assert decided(ratings, "v1", "may_quote_rate").reason == "mean_error"
    with pytest.raises(UnsupportedMethodError, match="positive"):
        judge(rated, positive="1", **SMALL)


def test_three_labels_and_a_judge_that_never_gives_one(tmp_path):
    path = tmp_path / "three.csv"
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 3, 90)
    words = np.array(["low", "medium", "high"])
    said = np.where(rng.random(90) < 0.2, 2, np.maximum(truth, 1))
    rows = [f"{k},{words[t]},{words[s]}" for k, (t, s) in enumerate(zip(truth, said, strict=True))]
    path.write_text("id,human,llm\n" + "\n".join(rows) + "\n", encoding="utf-8")
    found = judge(trueness.read_scores(path), human="human", **SMALL)
    assert found.label_names == ("low", "medium", "high")
    assert of(found.labels, "llm", "weighted_kappa").estimate == pytest.approx(
        label_agreement(truth, said, n_labels=3).estimates["weighted_kappa"]
    )
    assert decided(found, "llm", "may_grade").reason == "weighted_kappa"
    assert len(found.confusion) == 9


TOPICS = ("billing", "refund", "other", "spam")


def nominal(*, seed=3, order=TOPICS, **options):
    """Two annotators and two judges on four topics, whose numbers are by the order in which they are listed."""
    rng = np.random.default_rng(seed)
    shape = (4, 50)
    truth = rng.choice(4, shape, p=(0.4, 0.3, 0.2, 0.1))
    place = np.array([order.index(name) for name in TOPICS])

    def seen(errors):
        return place[np.where(rng.random(shape) < errors, rng.choice(4, shape), truth)].astype(float)

    people = np.stack([seen(0.1) for _ in range(2)])
    scorers = [Scorer(name, role, labels=order, nominal=True, **options) for name, role in WHO]
    return ScoreTable(
        tuple(scorers),
        tuple(f"s{k}" for k in range(4)),
        tuple(f"d{k}" for k in range(50)),
        np.stack([people.mean(axis=0), seen(0.15), seen(0.6)]),
        annotations={"human": Annotations(("a", "b"), people)},
    )


WHO = (("human", "human"), ("good", None), ("weak", None))


def test_labels_without_an_order_have_the_measures_that_need_none():
    table = nominal()
    found = judge(table, **SMALL)
    assert {row.measure for row in found.labels} == {"kappa", "mcc", "balanced_accuracy", "accuracy"}
    people = table.annotations["human"].values
    same = people[0] == people[1]
    human, given = people[0][same].astype(int), table.matrix("good")[same].astype(int)
    rows = {row.measure: row for row in found.labels if row.metric == "good"}
    # scikit-learn knows no order of labels
    assert rows["kappa"].estimate == pytest.approx(metrics.cohen_kappa_score(human, given))
    assert rows["mcc"].estimate == pytest.approx(metrics.matthews_corrcoef(human, given))
    assert rows["balanced_accuracy"].estimate == pytest.approx(metrics.balanced_accuracy_score(human, given))
    assert rows["accuracy"].estimate == pytest.approx(metrics.accuracy_score(human, given))
    counts = [row.n_outputs for row in found.confusion if row.metric == "good"]
    np.testing.assert_array_equal(np.reshape(counts, (4, 4)), metrics.confusion_matrix(human, given))
    assert {row.measure for row in found.versions} == {"kappa", "balanced_accuracy", "accuracy"}
    assert {one.coefficient for one in found.decisions if one.rule == "may_grade"} == {"kappa"}
    assert {row.gap for row in found.disagreements} == {1.0}
    assert (
        "Labels without an order: 'billing', 'refund', 'other', 'spam'; rates and means are of 'billing'"
        in " ".join(found.conclusions)
    )
    assert found.positive == "billing"
    # what is no measure of labels is of one label: people's mean is its share
    together = next(row for row in found.means if row.metric == "good" and row.system == ALL_SYSTEMS)
    assert together.estimate_all == pytest.approx(np.mean(people == 0))


def test_the_order_in_which_labels_are_listed_moves_no_number():
    one, other = (judge(nominal(order=order), **SMALL, positive="refund") for order in (TOPICS, TOPICS[::-1]))

    def numbers(found):
        return {
            (row.metric, row.measure): (row.estimate, row.low, row.high, row.single, row.ceiling)
            for row in found.labels
        }

    ours, theirs = numbers(one), numbers(other)
    assert ours.keys() == theirs.keys()
    assert ("good", "tpr") in ours
    assert ("good", "weighted_kappa") not in ours
    for key, values in ours.items():
        assert values == pytest.approx(theirs[key], nan_ok=True)
    assert [row.estimate for row in one.means] == pytest.approx([row.estimate for row in other.means])
    assert [row.estimate for row in one.agreement] == pytest.approx(
        [row.estimate for row in other.agreement], nan_ok=True
    )


def test_what_needs_an_order_refuses_labels_without_one():
    table = nominal()
    asked = {"human": "human", "metrics": ["good"]}
    for study in (trueness.compare, trueness.systems, trueness.annotators):
        with pytest.raises(
            UnsupportedMethodError, match=r"have no order.*trueness judge.*--labels 'WORST<…<BEST'"
        ):
            study(table, **(asked if study is not trueness.systems else {"human": "human"}))
    with pytest.raises(UnsupportedMethodError, match="have no order"):
        trueness.panel(table, human="human")
    scored = dataclasses.replace(
        table, scorers=(dataclasses.replace(table.scorers[0], labels=(), nominal=False), *table.scorers[1:])
    )
    with pytest.raises(UnsupportedMethodError, match="gives labels without an order, and 'human' has scores"):
        judge(scored, human="human", judges=["good"])
    with pytest.raises(UnsupportedMethodError, match="has no tpr"):
        judge(table, **SMALL, gate=["tpr>=.5"])
    with pytest.raises(UnknownNameError, match="legal"):
        judge(table, **SMALL, positive="legal")


def scored(*, n=400, noise=0.5, turned=False, labels=("no", "yes"), annotators=2, seed=2):
    """People label what they see of a quality above 0; 'score' is the quality with noise, 'says' its own label."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(1, n))
    people = (quality + 0.4 * rng.normal(size=(annotators, 1, n)) > 0).astype(float)
    score = 50 + 10 * (quality + noise * rng.normal(size=quality.shape))
    says = (score > 50).astype(float)
    return ScoreTable(
        (
            Scorer("human", "human", labels=labels),
            Scorer("score", higher_is_better=not turned),
            Scorer("says", labels=labels),
        ),
        ("s",),
        tuple(f"i{k:04}" for k in range(n)),
        np.stack([people.mean(axis=0), -score if turned else score, says]),
        annotations={"human": Annotations(tuple("abcdef"[:annotators]), people)},
        has_systems=False,
    )


@pytest.mark.parametrize("annotators", [1, 2])
def test_a_judge_of_scores_grades_nothing_where_people_give_labels(annotators):
    found = judge(scored(annotators=annotators), **SMALL)
    grade = decided(found, "score", "may_grade")
    assert (grade.answer, grade.reason) == ("cannot_tell", "grades")
    assert decided(found, "says", "may_grade").reason != "grades"
    alone = judge(scored(annotators=annotators), judges="score", **SMALL)
    (said,) = (text for text in alone.conclusions if "may grade" in text)
    assert said == (
        "? We cannot tell whether 'score' may grade outputs: it gives scores, and people give labels. It can only "
        "order outputs until it is known from which score on it says 'yes': add --threshold cross-fitted."
    )


def test_without_an_order_of_two_labels_no_threshold_is_proposed():
    table = scored()
    human, *others = table.scorers
    nominal = dataclasses.replace(
        table,
        scorers=(
            dataclasses.replace(human, nominal=True),
            *(others[0], dataclasses.replace(others[1], nominal=True)),
        ),
    )
    found = judge(nominal, judges="score", **SMALL)
    (said,) = (text for text in found.conclusions if "may grade" in text)
    assert said.endswith("It can only order outputs: have it give one of people's labels.")


@pytest.mark.parametrize("turned", [False, True])
def test_a_cross_fitted_threshold_makes_labels_of_scores_in_either_direction(turned):
    found = judge(scored(turned=turned, noise=0.2), judges="score", threshold="cross-fitted", **SMALL)
    grade = decided(found, "score", "may_grade")
    assert (grade.answer, grade.coefficient) == ("yes", "kappa")
    threshold = found.thresholds["score"]
    assert threshold == pytest.approx(-50 if turned else 50, abs=3)
    first = "no" if turned else "yes"
    (said,) = (text for text in found.must_see if "--threshold" in text)
    assert said.startswith(f"From {threshold:.6g} on 'score' says '{first}' (--threshold {threshold:.6g}).")
    fixed = judge(scored(turned=turned, noise=0.2), judges="score", threshold=threshold, **SMALL)
    assert not fixed.thresholds
    one, other = (of(study.labels, "score", "kappa").estimate for study in (found, fixed))
    assert one == pytest.approx(other, abs=0.05)
    # chosen on the same outputs it is as high as it can be
    assert one <= other


def test_a_cross_fitted_threshold_leaves_judges_of_labels_as_they_are():
    plain, crossed = (judge(scored(), threshold=one, **SMALL) for one in (None, "cross-fitted"))
    assert of(plain.labels, "says", "kappa") == of(crossed.labels, "says", "kappa")
    assert set(crossed.thresholds) == {"score"}


ERRORS = {"numbers": ("0", "1"), "words": ("no", "yes"), "flags": ("false", "true")}


@pytest.fixture(params=[*ERRORS, "annotators"])
def errors(request, tmp_path):
    """A file of what is wrong, by people and a judge, in numbers, in words, and by two annotators."""
    rng = np.random.default_rng(4)
    path = tmp_path / "wrong.csv"
    people = ["people@ann", "people@bob"] if request.param == "annotators" else ["people"]
    lines = [",".join(["id", *people, "judge"])]
    for k in range(80):
        wrong = rng.random() < 0.4
        said = [wrong != (rng.random() < off) for off in (*(0.1 for _ in people), 0.2)]
        names = ERRORS.get(request.param, ("0", "1"))
        lines.append(",".join([f"q{k}", *(names[int(one)] for one in said)]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_directions_turn_judges_and_people_alike(errors):
    """Both turned is none turned; one turned is a judge that says the opposite."""

    def numbers(*lower):
        table = trueness.read_scores(errors).with_orientation(lower_is_better=lower)
        found = judge(table, human="people", **SMALL)
        shares = [(row.label, row.label_judge, row.n_outputs) for row in found.confusion]
        rows = [(row.measure, row.estimate, row.low, row.difference) for row in found.labels]
        decided = [(one.about, one.answer) for one in found.decisions if one.rule == "may-grade"]
        return str((found.positive, shares, rows, decided))

    told = trueness.read_scores(errors)
    opposite = np.array(told.values)
    opposite[told.index("judge")] = 1 - opposite[told.index("judge")]
    turned = judge(dataclasses.replace(told, values=opposite), human="people", **SMALL)
    assert numbers("people", "judge") == numbers()
    assert numbers("people") == numbers("judge")
    kappas = [of(turned.labels, "judge", "kappa").estimate]
    for lower in (["people"], ["judge"]):
        found = judge(told.with_orientation(lower_is_better=lower), human="people", **SMALL)
        kappas.append(of(found.labels, "judge", "kappa").estimate)
    assert kappas[0] < 0
    assert kappas == pytest.approx([kappas[0]] * 3)


def test_a_threshold_is_chosen_in_the_direction_of_people():
    rng = np.random.default_rng(6)
    bad = (rng.random((1, 90)) < 0.5).astype(float)
    score = 0.7 * bad + rng.random((1, 90))
    scorers = (Scorer("people"), Scorer("rate"), Scorer("fine"))
    inputs = tuple(f"q{k}" for k in range(90))
    table = ScoreTable(scorers, ("s",), inputs, np.stack([bad, score, -score]), has_systems=False)
    kappas, said = [], []
    for lower in ([], ["people", "rate"]):
        read = table.with_orientation(lower_is_better=lower)
        one = judge(read, human="people", judges="rate", threshold="cross-fitted", **SMALL)
        kappas.append(of(one.labels, "rate", "kappa").estimate)
        said += [text for text in one.conclusions if "(--threshold" in text]
    assert kappas[0] > 0.4
    assert kappas[0] == kappas[1]
    assert said[0] == said[1]
    assert "on 'rate' says '1'" in said[0]
    read = table.with_orientation(lower_is_better=["people"])
    other = judge(read, human="people", judges="fine", threshold="cross-fitted", **SMALL)
    assert of(other.labels, "fine", "kappa").estimate > 0.4
    assert any("on 'fine' says '0'" in text for text in other.conclusions)
