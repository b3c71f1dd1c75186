"""Sentences name the right metric and never contradict the rows they are made from."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from tests.decided_metrics import SETTINGS, estimate, row_of

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.conclusions import ALONE, _alike, conclusions
from trueness.studies.compare.decided import compare_decisions
from trueness.studies.compare.rows import PairTest
from trueness.studies.compare.study import compare


def table(noise, n=14, m=25, seed=5):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, m)) + rng.normal(size=(n, 1))
    metrics = [human + s * rng.normal(size=(n, m)) + s / 2 * rng.normal(size=(n, 1)) for s in noise]
    scorers = (Scorer("people", "human"), *(Scorer(f"m{i}", "metric") for i in range(len(noise))))
    return ScoreTable(
        scorers, tuple(map(str, range(n))), tuple(map(str, range(m))), np.array([human, *metrics])
    )


@pytest.mark.parametrize("noise", [(0.1, 0.2, 8.0), (5.0, 0.1), (2.0, 2.0, 2.0), (1.0,)])
@pytest.mark.parametrize("coefficient", [["pearson"], ["kendall", "pearson"]])
def test_sentences_follow_the_rows(noise, coefficient):
    options = {"level": ["system", "input"], "coefficient": coefficient, "correction": "holm", "rng": 1}
    found = compare(table(noise), **options)
    places = {"system": "For ranking systems", "input": "For ranking the outputs of one input"}
    for k, (level, place) in enumerate(places.items()):
        answer = found.conclusions[k]
        (*told,) = (text for text in found.conclusions[2:] if text.startswith(f"{place}: "))
        below = " ".join(told)
        assert len(told) <= 1
        rows = [row for row in found.estimates if (row.level, row.coefficient) == (level, coefficient[0])]
        best = max(rows, key=lambda row: row.estimate)
        name = {"pearson": "Pearson's r", "kendall": "Kendall's tau-b"}[coefficient[0]]
        number = f"{name} {best.estimate:.2f} [{best.low:.2f}, {best.high:.2f}]".replace("-0", "−0")
        tests = [row for row in found.tests if (row.level, row.coefficient) == (level, coefficient[0])]
        decision = found.decided("may_be_best", level, coefficient[0])
        others = len(noise) - 1
        assert (decision is None) == (not others)
        if not others:
            assert answer == f"{place}, the agreement of '{best.metric}' with 'people' is {number}."
        elif decision.answer == "yes":
            assert decision.names == (best.metric,)
            assert answer.startswith(
                f"✓ {place} use '{best.metric}': it agrees most with 'people' ({number}), and "
            )
        else:
            assert decision.names[0] == best.metric
            assert answer.startswith(f"? {place} '{best.metric}' agrees most with 'people' ({number}), but ")
            assert all(f"'{other}'" in answer for other in decision.names)
        assert ("To tell them apart, judge more systems" in answer) == (
            level == "system" and bool(others) and len(decision.names) > 1
        )
        nothing = not any(row.verdict in ("better", "worse") for row in tests)
        assert ("do not rank" in below) == (nothing and others > 1)
        assert ("the two are not shown to differ" in below) == (
            nothing and others == 1 and len(decision.names) == 1
        )
        assert "  " not in answer + below
        assert "intervals" not in answer
    assert [
        text for text in found.conclusions if text.startswith("The 95% intervals apply to other systems and")
    ]
    assert sum("intervals apply" in text for text in found.conclusions) == 1


MOST = "agrees most with 'human' (Pearson's r 0.90 [0.80, 1.00])"
APART = "To tell them apart, judge more systems (`trueness plan` says how many)."
LEAD = "'a' leads by 0.00 [0.00, 0.00]."
REST = "The remaining one is ruled out."
LESS = "finding the best takes less evidence than showing a difference"
SHAFFER = "metrics are shown to differ after Shaffer correction"


@pytest.mark.parametrize(
    ("names", "pvalues", "said"),
    [
        (
            "ab",
            {"ab": 0.03},
            [
                f"✓ For ranking systems use 'a': it {MOST}, and 'b' is ruled out. {LEAD}",
                f"For ranking systems: {LESS}, and the two are not shown to differ.",
            ],
        ),
        (
            "ab",
            {"ab": 0.06},
            [
                (
                    f"? For ranking systems 'a' {MOST}, but one other may be the best (95% confidence): 'b'. {LEAD} "
                    f"{APART}"
                )
            ],
        ),
        (
            "abc",
            {"ab": 0.02, "ac": 0.02, "bc": 0.4},
            [
                f"✓ For ranking systems use 'a': it {MOST}, and the other 2 are ruled out.",
                f"For ranking systems: {LESS}: no two {SHAFFER}, so do not rank the others.",
            ],
        ),
        (
            "abc",
            {"ab": 0.2, "ac": 0.02, "bc": 0.4},
            [
                (
                    f"? For ranking systems 'a' {MOST}, but one other may be the best (95% confidence): 'b'. {REST} "
                    f"{APART}"
                ),
                f"For ranking systems: {LESS}: no two {SHAFFER}, so do not rank them.",
            ],
        ),
        (
            "abc",
            {"ab": 0.2, "ac": 0.2, "bc": 0.4},
            [
                f"? For ranking systems 'a' {MOST}, but 2 others may be the best (95% confidence): 'b', 'c'. {APART}",
                f"For ranking systems: no two {SHAFFER}: do not rank them.",
            ],
        ),
    ],
)
def test_where_no_two_differ_what_was_said_of_the_best_is_not_taken_back(names, pvalues, said):
    known = [estimate(name, 0.9 - 0.1 * k) for k, name in enumerate(names)]
    tests = [row_of(*pair, p) for pair, p in pvalues.items()]
    found = conclusions("human", SETTINGS, known, tests, compare_decisions(SETTINGS, known, tests))
    *wanted, intervals = found
    assert wanted == said
    assert intervals == "The 95% intervals apply to other systems and other inputs; so do the tests."


def test_separation_occurs():
    found = compare(table((0.1, 0.2, 8.0)), level="system", coefficient="pearson", correction="holm", rng=1)
    assert found.conclusions[0].startswith(
        "✓ For ranking systems use 'm0': it agrees most with 'people' (Pearson's r "
    )
    assert found.conclusions[0].endswith("), and the other 2 are ruled out.")


def test_wrong_pairs_are_those_of_the_best_kendall():
    found = compare(table((5.0, 0.1)), level="system", resamples=99, rng=1)
    row = found.estimate("m1", "system", "kendall")
    last = found.conclusions[-1]
    assert last == (
        "Even 'm1', the highest by Kendall's tau-b at the system level, reverses "
        f"{row.wrong_pairs_low:.0%} to {row.wrong_pairs_high:.0%} of people's pairs of systems (95% interval)."
    )
    alone = compare(table((0.1,)), level="system", resamples=99, rng=1).conclusions[-1]
    assert alone.startswith("At the system level 'm0' reverses ")
    at_input = compare(table((5.0, 0.1)), level="input", resamples=99, rng=1).conclusions
    assert not any("reverses" in text for text in at_input)


def test_baseline_sentence():
    found = compare(
        table((1.0, 0.1, 9.0)),
        level="system",
        coefficient="pearson",
        baseline="m0",
        correction="bh",
        resamples=299,
        rng=1,
    )
    text = found.conclusions[0]
    verdicts = {row.metric: row.verdict for row in found.tests}
    better = [f"'{m}'" for m, v in verdicts.items() if v == "better"]
    worse = [f"'{m}'" for m, v in verdicts.items() if v == "worse"]
    rest = 2 - len(better) - len(worse)
    left = {0: "", 1: " We cannot tell for the other one.", 2: " We cannot tell for any of the 2 metrics."}[
        rest
    ]
    assert text == (
        f"For ranking systems: beside 'm0', {', '.join(better) or 'no metric'} is shown to agree more with people and "
        f"{', '.join(worse) or 'no metric'} is shown to agree less with people after Benjamini–Hochberg correction."
        f"{left}"
    )


@pytest.mark.parametrize(
    ("noise", "left"),
    [
        ((1.0, 1.1), "this one metric"),
        ((1.0, 1.1, 1.2), "any of the 2 metrics"),
        ((0.1, 0.1, 9.0), "the other one"),
        ((0.1, 0.1, 0.1, 9.0), "the other 2"),
    ],
)
def test_what_is_open_beside_a_baseline_is_said(noise, left):
    options = {"level": "system", "coefficient": "pearson", "baseline": "m0", "resamples": 299, "rng": 1}
    found = compare(table(noise), **options)
    text, _, lead = found.conclusions[0].partition(" 'm0' leads by ")
    assert text.endswith(f" We cannot tell for {left}.")
    assert bool(lead) == (len(noise) == 2)


def test_what_is_equivalent_to_a_baseline_is_not_open():
    options = {"level": "system", "coefficient": "pearson", "baseline": "m0", "resamples": 299, "rng": 1}
    found = compare(table((0.1, 0.1, 0.1, 9.0)), margin=0.2, **options)
    assert [row.verdict for row in found.tests] == ["equivalent", "equivalent", "worse"]
    assert found.conclusions[0] == (
        "For ranking systems: beside 'm0', no metric is shown to agree more with people and 'm3' is shown to agree "
        "less with people after Holm correction. 'm1', 'm2' are equivalent to it within 0.2."
    )


def test_without_tests_or_intervals_nothing_is_said_of_them():
    def said(*noise, **options):
        found = compare(
            table((1.0, 2.0, *noise)), level="system", coefficient="pearson", resamples=9, rng=1, **options
        )
        return " ".join(found.conclusions)

    untested = said(tests=False)
    assert untested.startswith("For ranking systems 'm0' agrees most with 'people' (Pearson's r ")
    assert "better" not in untested
    assert "the tests" not in untested
    assert "may be" not in untested
    assert "  " not in untested
    assert not set(untested) & {"✓", "✗", "?"}
    without = said(interval="none")
    assert "ntervals" not in without
    assert "[" not in without
    assert "correction" in said(2.0, correction="holm")
    assert "correction" not in said(2.0, correction="none")


def test_intervals_apply_to_what_was_resampled():
    text = compare(
        table((1.0,)), level="global", over="inputs", confidence=0.9, resamples=9, rng=1
    ).conclusions[-1]
    assert text == "The 90% intervals apply to these systems on other inputs."


def test_nothing_defined():
    scores = table((1.0,))
    flat = ScoreTable(
        scores.scorers, scores.systems, scores.inputs, np.stack([scores.values[0], np.ones((14, 25))])
    )
    found = compare(flat, level="system", resamples=9, rng=1).conclusions
    assert found == ("At the system level no metric has a defined correlation with 'people'.",)


@pytest.mark.parametrize(
    ("alternative", "looked_for", "other"), [("greater", "more", "less"), ("less", "less", "more")]
)
def test_a_one_sided_baseline_says_only_what_it_looked_for(alternative, looked_for, other):
    options = {"level": "system", "coefficient": "pearson", "baseline": "m0", "resamples": 299, "rng": 1}
    text = compare(table((1.0, 0.1, 9.0)), alternative=alternative, **options).conclusions[0]
    assert f"is shown to agree {looked_for} with people after Holm correction." in text
    assert f"shown to agree {other} with people" not in text
    assert f"This one-sided test of 2 metrics cannot show that any agrees {other}." in text


def test_items_without_systems_are_not_called_systems():
    items = dataclasses.replace(table((1.0, 2.0), n=1, m=40), has_systems=False)
    found = compare(items, resamples=99, rng=1).conclusions
    assert "system" not in " ".join(found)
    assert "other items" in found[-1]


def test_a_baseline_needs_no_mention_among_the_metrics():
    found = compare(table((1.0, 2.0, 3.0)), metrics="m0", baseline="m2", resamples=49, rng=1)
    assert found.metrics == ("m0", "m2")
    assert {(row.metric, row.rival) for row in found.tests} == {("m0", "m2")}


def test_medians_are_named_so_where_they_matter():
    found = compare(table((0.1, 8.0)), resamples=99, rng=1, aggregate="median", beside=())
    system, at_input, _, *rest = found.conclusions
    assert system.startswith("✓ For ranking systems use 'm0 [median]': it agrees most with 'people' (")
    assert "), and 'm1 [median]' is ruled out. 'm0 [median]' leads by " in system
    assert "[median]" not in at_input
    assert "'m0 [median]'" in rest[0]
    against = compare(table((0.1, 8.0)), resamples=99, rng=1, aggregate="median", beside=(), baseline="m1")
    assert "beside 'm1 [median]', 'm0 [median]' is shown to agree more with people" in against.conclusions[0]


def test_too_few_resamples_are_no_finding():
    options = {"level": "system", "coefficient": "pearson", "rng": 1, "beside": (), "test": "permutation"}
    options |= {"test_over": "systems", "correction": "holm"}
    found = compare(table((0.1, 0.2, 8.0)), resamples=19, **options)
    text = found.conclusions[0]
    assert text.startswith("? For ranking systems 'm0' agrees most with 'people' (")
    assert "cannot separate any of the 3 pairs with 19 resamples, whatever the scores" in text
    assert (
        "its smallest p-value, 0.05, is too large after Holm correction. Draw at least 59 (--resamples)"
        in text
    )
    assert "judge more systems" not in text  # these are not what is short
    for word in ("do not rank", "ruled out", "less evidence"):
        assert word not in " ".join(found.conclusions)
    assert "cannot" not in compare(table((0.1, 0.2, 8.0)), resamples=59, **options).conclusions[0]
    against = compare(table((0.1, 0.2, 8.0)), resamples=19, baseline="m2", **options).conclusions[0]
    assert "cannot separate any of the 2 metrics from 'm2' with 19 resamples" in against
    together = compare(table((0.1, 0.2, 8.0)), resamples=19, **(options | {"correction": "bh"}))
    assert "cannot separate" not in together.conclusions[0]  # three tests at 1/20 would be rejected together


def test_too_few_systems_are_no_finding():
    options = {"level": "system", "coefficient": "pearson", "rng": 1, "beside": (), "test": "permutation"}
    options |= {"test_over": "systems", "correction": "holm"}
    found = compare(table((0.1, 0.2, 8.0), n=6), resamples=9999, **options)
    text = found.conclusions[0]
    assert text.startswith("? For ranking systems 'm0' agrees most with 'people' (")
    assert (
        "cannot separate any of the 3 pairs, whatever the scores: there are only 64 ways to swap so few"
        in text
    )
    assert (
        "its smallest p-value, 0.031, is too large after Holm correction. More resamples do not help." in text
    )
    assert "do not rank" not in " ".join(found.conclusions)
    assert "cannot" not in compare(table((0.1, 0.2, 8.0), n=7), resamples=9999, **options).conclusions[0]
    one = compare(table((0.1, 8.0), n=5), resamples=9999, **options).conclusions
    assert "cannot separate the one pair" in one[0]
    assert "less evidence" not in " ".join(one)  # nothing is shown of the best, either


def test_clusters_of_systems_are_what_is_swapped():
    options = {"level": "system", "coefficient": "pearson", "rng": 1, "test": "permutation"}
    options |= {"test_over": "systems", "correction": "holm", "resamples": 9}
    scores = table((0.1, 0.2, 8.0), n=12)
    assert "Draw at least 59 (--resamples)" in compare(scores, **options).conclusions[0]
    families = dataclasses.replace(scores, system_groups={"family": tuple("aaabbbcccddd")})
    text = compare(families, system_clusters="family", **options).conclusions[0]
    assert "there are only 16 ways to swap so few clusters of systems" in text
    assert "More resamples do not help" in text


def test_where_no_metric_is_shown_to_agree_there_are_none_to_tell_apart():
    answer, *_ = compare(table((60.0, 70.0), n=8), level="system", coefficient="pearson", rng=1).conclusions
    assert answer == (
        "? For ranking systems any metric may agree with 'people' no better than chance: every interval of "
        "Pearson's r includes 0. Choose none by these numbers."
    )


@pytest.mark.parametrize(("n", "few"), [(6, True), (9, True), (10, False)])
def test_few_systems_are_said_where_the_numbers_are_sure(n, few):
    sure = compare(table((0.1, 0.2), n=n), level="system", coefficient="pearson", rng=1)
    (answer, *_) = sure.conclusions
    assert (f"{n} systems tell little about others" in answer) == few
    here = compare(table((0.1, 0.2), n=n), level="system", coefficient="pearson", applies_to="inputs", rng=1)
    assert not any("tell little" in text for text in here.conclusions)


def test_a_plan_is_proposed_where_one_can_be_made():
    for n_inputs, proposed in ((1, False), (6, True)):
        scores = table((1.0, 1.1), n=8)
        few = scores.select(inputs=scores.inputs[:n_inputs])
        text = " ".join(compare(few, level="system", coefficient="spearman", rng=1).conclusions)
        assert "judge more" in text.casefold()
        assert ("trueness plan" in text) == proposed


def test_a_metric_alone_is_held_against_an_annotator_or_said_to_stand_alone():
    alone = compare(table((0.1,), n=12), level="system", coefficient="pearson", rng=1)
    assert ALONE in alone.conclusions
    two = compare(table((0.1, 0.2), n=12), level="system", coefficient="pearson", rng=1)
    assert ALONE not in two.conclusions


def test_one_metric_that_ranks_against_people_is_not_said_to_agree():
    scores = table((1.0,))
    against = dataclasses.replace(scores, values=np.stack([scores.values[0], -scores.values[1]]))
    answer, *_ = compare(against, level="system", coefficient="pearson", rng=1).conclusions
    assert "Pearson's r −0." in answer
    assert "agrees with" not in answer


@pytest.mark.parametrize(
    ("verdict", "low", "high", "said"),
    [
        ("equivalent", -0.02, 0.03, "'a' and 'b' are the same in practice"),
        ("better", 0.02, 0.4, "we cannot tell whether 'a' and 'b' are the same in practice"),
        ("undecided", -0.1, 0.4, "we cannot tell whether 'a' and 'b' are the same in practice"),
        ("better", 0.1, 0.4, "the test separates 'a' and 'b'"),
        ("worse", -0.4, -0.1, "the test separates 'a' and 'b'"),
        ("better", math.nan, math.nan, "we cannot tell"),
    ],
)
def test_of_one_pair_and_a_margin_it_is_said_whether_they_are_the_same(verdict, low, high, said):
    blank = {field.name: 0.0 for field in dataclasses.fields(PairTest)}
    row = PairTest(**(blank | {"metric": "a", "rival": "b", "verdict": verdict, "low": low, "high": high}))
    assert _alike([row], 0.05).startswith(said)
    assert _alike([row, row], 0.05).endswith("equivalent within 0.05.")
