"""Two batches from tables to sentences: a judge that moved, systems that did, and neither."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.errors import ArgumentError, DataError, UnknownNameError, UnsupportedMethodError

ANCHORS, NEW = 150, 250


def batches(judge=0.0, systems=0.0, seed=1, noise=0.1):
    """Return two tables of scores with anchors in common; the judge and the systems move by so much."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(2, ANCHORS))
    tables = []
    for name, moved, risen in (("march", 0.0, 0.0), ("june", judge, systems)):
        new = rng.normal(size=(2, NEW)) + risen
        values = np.concatenate([quality, new], axis=1) + moved + noise * rng.normal(size=(2, ANCHORS + NEW))
        inputs = [f"a{k}" for k in range(ANCHORS)] + [f"{name}{k}" for k in range(NEW)]
        scorer = (trueness.Scorer("judge", "metric"),)
        tables.append(trueness.ScoreTable(scorer, ("s", "t"), tuple(inputs), values[None], name=name))
    return tables


@pytest.mark.parametrize(
    ("judge", "systems", "verdict", "words"),
    [
        (0.6, 0.0, "moved", "? We cannot tell whether the systems moved: other outputs changed by"),
        (0.0, 0.6, "same", "✓ The systems rose: "),
        (0.6, -0.6, "moved", "✓ The systems fell: "),
    ],
)
def test_who_moved(judge, systems, verdict, words):
    found = trueness.drift(*batches(judge, systems))
    (row,) = found.drift
    assert row.verdict == verdict
    assert row.n_outputs == 2 * ANCHORS
    assert row.low < judge < row.high
    whole = next(one for one in found.changes if one.system == "(all)")
    assert whole.low < systems < whole.high
    assert whole.judge_part == pytest.approx(row.estimate)
    assert found.conclusions[1].startswith(words)
    assert [one.system for one in found.changes] == ["(all)", "s", "t"]


def test_few_noisy_anchors_decide_nothing():
    before, after = (one.select(inputs=one.inputs[:12] + one.inputs[-100:]) for one in batches(noise=2))
    found = trueness.drift(before, after)
    assert found.drift[0].verdict == "undecided"
    assert "few_anchors" in [caution.code for caution in found.cautions]


def labels(tmp_path, text):
    path = tmp_path / "both.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_one_file_with_a_column_each(tmp_path):
    rng = np.random.default_rng(5)
    lines = ["id,topic,judge@a_first,judge@b_second"]
    for k in range(200):
        one = rng.random() < 0.5
        other = one or rng.random() < 0.3
        lines.append(
            f"q{k},{'anchor' if k < 120 else ''},{'yes' if one else 'no'},{'yes' if other else 'no'}"
        )
    path = labels(tmp_path, "\n".join(lines) + "\n")
    found = trueness.drift(path)
    assert found.drift[0].verdict == "moved"
    assert found.drift[0].measure == "kappa"
    assert found.changes == ()
    assert "only_anchors" in [caution.code for caution in found.cautions]
    some = trueness.drift(path, anchors="topic")
    assert some.drift[0].n_outputs == 120
    assert some.changes[0].n_before == 80
    turned = trueness.drift(path, batches=["b_second", "a_first"])
    assert turned.drift[0].estimate == pytest.approx(-found.drift[0].estimate)
    with pytest.raises(UnknownNameError, match="b_third"):
        trueness.drift(path, batches=["a_first", "b_third"])
    with pytest.raises(UnknownNameError, match="topics"):
        trueness.drift(path, anchors="topics")


def test_agreement_with_people_then_and_now():
    before, after = batches(noise=0.5)
    human = before.with_scores(trueness.Scorer("human", "human"), before.matrix("judge"))
    found = trueness.drift(human, after, human="human")
    (row,) = found.people
    assert row.before == pytest.approx(1)
    assert row.after < 0.95
    assert row.pvalue < 0.05
    assert any(
        text.startswith("✓ 'judge' agrees with 'human' less than before: ") for text in found.conclusions
    )
    assert found.judges == ("judge",)


def test_refusals():
    before, after = batches()
    with pytest.raises(DataError, match="no batches"):
        trueness.drift(before)
    with pytest.raises(ArgumentError, match="here are two"):
        trueness.drift(before, after, batches=["a", "b"])
    with pytest.raises(ArgumentError, match="earlier first"):
        trueness.drift(before, after, batches=["a"])
    apart = after.select(inputs=after.inputs[ANCHORS:])
    with pytest.raises(DataError, match="judged no output in both"):
        trueness.drift(before, apart)
    other = trueness.ScoreTable((trueness.Scorer("b", "metric"),), *after_shape(after))
    with pytest.raises(DataError, match="no judge is in both"):
        trueness.drift(before, other)
    with pytest.raises(ArgumentError, match="confidence"):
        trueness.drift(before, after, confidence=0.3)
    with pytest.raises(UnknownNameError, match="human"):
        trueness.drift(before, after, human="human")


def after_shape(table):
    return table.systems, table.inputs, table.values


def test_other_labels_in_the_other_batch():
    values = np.array([[[0.0, 1.0, 1.0]]])
    one, other = (
        trueness.ScoreTable((trueness.Scorer("j", "metric", labels=order),), ("s",), ("a", "b", "c"), values)
        for order in (("no", "yes"), ("fail", "pass"))
    )
    with pytest.raises(UnsupportedMethodError, match="one order"):
        trueness.drift(one, other)


def test_scores_that_moved_alike_moved_and_few_that_stayed_prove_nothing():
    rng = np.random.default_rng(4)
    scores = rng.integers(1, 5, (1, 1, 200)).astype(float)
    inputs = tuple(f"q{k}" for k in range(200))
    before = trueness.ScoreTable((trueness.Scorer("judge", "metric"),), ("s",), inputs, scores, name="march")
    after = trueness.ScoreTable(before.scorers, ("s",), inputs, scores + 1, name="june")
    assert trueness.drift(before, after).drift[0].verdict == "moved"
    assert trueness.drift(before, before).drift[0].verdict == "same"
    few = before.select(inputs=inputs[:4])
    assert trueness.drift(few, few).drift[0].verdict == "undecided"


def test_one_orientation_holds_for_both_batches():
    before, after = batches()
    turned = trueness.ScoreTable(
        (trueness.Scorer("judge", "metric", higher_is_better=False),),
        after.systems,
        after.inputs,
        after.values,
        name="june",
    )
    with pytest.raises(UnsupportedMethodError, match=r"less in the other.*--lower-is-better judge"):
        trueness.drift(before, turned)


def test_people_whose_labels_are_turned_or_lie_between_are_compared_too():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, (1, 120)).astype(float)
    said = [np.where(rng.random(truth.shape) < 0.2, rng.integers(0, 3, truth.shape), truth) for _ in range(2)]
    names, inputs = ("bad", "ok", "good"), tuple(f"q{k}" for k in range(120))

    def people(human, turned=False):
        scorers = tuple(
            trueness.Scorer(name, role, higher_is_better=not turned, labels=names)
            for name, role in (("human", "human"), ("judge", "metric"))
        )
        tables = [
            trueness.ScoreTable(scorers, ("s",), inputs, np.stack([human, values]), name=name)
            for name, values in (
                ("a", 2 - said[0] if turned else said[0]),
                ("b", 2 - said[1] if turned else said[1]),
            )
        ]
        (row,) = trueness.drift(*tables, human="human").people
        return row

    plain = people(truth)
    assert plain.measure == "kappa"
    assert people(2 - truth, turned=True) == plain
    between = people(np.where(rng.random(truth.shape) < 0.3, np.minimum(truth + 0.5, 2), truth))
    assert between.measure == "pearson"
    assert between.before == pytest.approx(plain.before, abs=0.15)


def answers(found, rule):
    return {one.about: one.answer for one in found.decisions if one.rule == rule}


def chosen_batches(how, *, judges=1, systems=(0.0, 0.0), mixes=((0.5, 0.5), (0.5, 0.5)), seed=0):
    """Return two batches in which nothing moved; of 300 earlier outputs 60 were judged again."""
    rng = np.random.default_rng(seed)
    of = [rng.choice(len(systems), n, p=mix) for n, mix in zip((300, 240), mixes, strict=True)]
    quality = [np.asarray(systems)[part] + rng.normal(size=len(part)) for part in of]

    def judged(values):
        return (values + 0.7 * rng.normal(size=(judges, len(values))) > -0.5).astype(float)

    before = judged(quality[0])
    again = np.argsort(how(before[0], of[0]) + 0.9 * rng.random(300))[:60]
    tables = []
    for scores, system, inputs, name in (
        (before, of[0], [f"a{k}" for k in range(300)], "march"),
        (
            np.concatenate([judged(quality[0])[:, again], judged(quality[1])], axis=1),
            np.concatenate([of[0][again], of[1]]),
            [*(f"a{k}" for k in again), *(f"b{k}" for k in range(240))],
            "june",
        ),
    ):
        values = np.full((judges, len(systems), len(inputs)), np.nan)
        values[:, system, np.arange(len(inputs))] = scores
        scorers = tuple(trueness.Scorer(f"judge{k}", "metric") for k in range(judges))
        names = tuple(f"s{k}" for k in range(len(systems)))
        tables.append(trueness.ScoreTable(scorers, names, tuple(inputs), values, name=name))
    return tables


def test_anchors_chosen_among_fails_show_nothing():
    found = trueness.drift(*chosen_batches(lambda scores, _: scores))
    assert found.drift[0].pvalue < 0.001  # they came back towards the mean
    assert found.drift[0].verdict == "undecided"
    assert set(answers(found, "judge_moved").values()) == {"cannot_tell"}
    assert set(answers(found, "systems_moved").values()) == {"cannot_tell"}
    assert "no random sample of 'march'" in found.conclusions[0]
    assert found.conclusions[1].startswith("? We cannot tell whether the systems moved: ")
    (row,) = found.anchors
    assert row.mean_anchors < row.mean_others
    assert row.pvalue < 0.001


def test_anchors_of_one_system_show_nothing_of_the_other():
    found = trueness.drift(*chosen_batches(lambda _, system: system))
    assert "are of systems with anchors" in found.conclusions[0]
    assert found.anchors[0].covered < 0.5
    assert set(answers(found, "judge_stayed").values()) == {"cannot_tell"}


def test_a_changed_mix_of_systems_is_no_rise():
    mixes = ((0.8, 0.2), (0.2, 0.8))
    found = trueness.drift(*chosen_batches(lambda *_: 0.0, systems=(-1.0, 1.0), mixes=mixes))
    whole = found.changes[0]
    assert whole.after - whole.before > 0.3
    assert whole.low < 0 < whole.high
    assert answers(found, "systems_moved") == {"judge0": "cannot_tell"}
    assert "at the same mix of systems" in found.conclusions[1]
    replaced = ((1.0, 0.0), (0.0, 1.0))
    apart = trueness.drift(*chosen_batches(lambda *_: 0.0, systems=(-1.0, 1.0), mixes=replaced))
    assert "none of them wrote other outputs in both batches" in apart.conclusions[1]


def test_ten_judges_are_one_family():
    found = trueness.drift(*chosen_batches(lambda *_: 0.0, judges=10))
    assert len(found.decisions) == 40
    assert "yes" not in answers(found, "judge_moved").values()
    assert "among 10 judges" in " ".join(found.conclusions)
    whole = [row for row in found.changes if row.system == "(all)"]
    assert all(row.pvalue_adjusted >= min(1, row.pvalue) for row in whole)
    assert whole[0].pvalue_adjusted > whole[0].pvalue


def test_a_mix_of_labels_of_inputs_is_kept_the_same():
    before, after = batches()
    topics = [
        tuple("hard" if k % 3 < share else "easy" for k in range(len(one.inputs)))
        for one, share in ((before, 2), (after, 1))
    ]
    easier = [
        trueness.ScoreTable(
            one.scorers,
            one.systems,
            one.inputs,
            one.values + np.array([label == "easy" for label in topic]),
            input_groups={"topic": topic},
            name=one.name,
        )
        for one, topic in zip((before, after), topics, strict=True)
    ]
    anchors = {"inputs": easier[0].inputs[:ANCHORS]}
    same = easier[1].values.copy()
    same[:, :, :ANCHORS] = easier[0].select(**anchors).values
    later = trueness.ScoreTable(
        after.scorers,
        after.systems,
        after.inputs,
        same,
        input_groups={"topic": (*topics[0][:ANCHORS], *topics[1][ANCHORS:])},
        name="june",
    )
    plain, kept = (trueness.drift(easier[0], later, mix=mix) for mix in (None, "topic"))
    assert answers(plain, "systems_moved") == {"judge": "yes"}
    assert answers(kept, "systems_moved") == {"judge": "cannot_tell"}
    assert "mix:topic" in str(kept.signature)


def test_a_judge_of_0_and_1_gives_labels_in_either_direction():
    """Also where one batch alone has other values than 0 and 1, both are turned alike."""
    rng = np.random.default_rng(3)
    inputs = tuple(f"q{k}" for k in range(60))
    before = (rng.random((2, 60)) < 0.5).astype(float)
    human = np.where(rng.random((2, 60)) < 0.1, 1 - before, before)
    after = np.where(rng.random((2, 60)) < 0.2, 1.0, before)
    scorers = (trueness.Scorer("judge", "metric"), trueness.Scorer("people", "human"))
    for last in (after, np.where(before == 1, 0.5, after)):
        found = []
        for lower in ([], ["judge", "people"]):
            tables = [
                trueness.ScoreTable(scorers, ("s", "t"), inputs, np.stack([one, human]), name=name)
                for name, one in (("march", before), ("june", last))
            ]
            tables = [one.with_orientation(lower_is_better=lower) for one in tables]
            found.append(trueness.drift(*tables, human="people"))
        (plain,), (turned,) = (one.drift for one in found)
        assert turned.estimate == pytest.approx(-plain.estimate)
        (one,), (other,) = (result.people for result in found)
        assert one.measure == other.measure == ("kappa" if last is after else "pearson")
        assert (one.before, one.after, one.low) == pytest.approx((other.before, other.after, other.low))
