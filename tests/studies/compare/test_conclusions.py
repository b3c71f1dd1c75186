"""Sentences name the right metric and never contradict the rows they are made from."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.studies.compare.test_decided import SETTINGS, estimate, row_of

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.conclusions import conclusions
from trueness.studies.compare.decided import compare_decisions
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
    for level, text in zip(("system", "input"), found.conclusions, strict=False):
        rows = [row for row in found.estimates if (row.level, row.coefficient) == (level, coefficient[0])]
        best = max(rows, key=lambda row: row.estimate)
        assert f"'{best.metric}'" in text.split(":")[0]
        assert f"({level} level)" in text
        numbers = f"{best.estimate:.2f} [{best.low:.2f}, {best.high:.2f}]".replace("-", "−")
        assert numbers in text
        assert ("has the highest correlation" in text) == (len(noise) > 1)
        tests = [row for row in found.tests if (row.level, row.coefficient) == (level, coefficient[0])]
        decision = found.decided("may_be_best", level, coefficient[0])
        others = len(noise) - 1
        assert (decision is None) == (not others)
        if others and decision.answer == "yes":
            assert decision.names == (best.metric,)
            assert f"Use '{best.metric}': the other" in text
        else:
            assert "Use" not in text
        nothing = not any(row.verdict in ("better", "worse") for row in tests)
        assert ("do not rank" in text) == (nothing and others > 1)
        assert ("the two are not shown to differ" in text) == (
            nothing and others == 1 and len(decision.names) == 1
        )
        assert "  " not in text
        assert "Intervals" not in text
    assert sum("Intervals are 95%" in text for text in found.conclusions) == 1


LESS = "Finding the best takes less evidence than showing a difference"
SHAFFER = "metrics are shown to differ after Shaffer correction"


@pytest.mark.parametrize(
    ("names", "pvalues", "said"),
    [
        (
            "ab",
            {"ab": 0.03},
            f"Use 'a': the other one is ruled out as the best. {LESS}, and the two are not shown to differ.",
        ),
        ("ab", {"ab": 0.06}, "1.00]. Neither can be ruled out as the best."),
        (
            "abc",
            {"ab": 0.02, "ac": 0.02, "bc": 0.4},
            f"Use 'a': the other 2 are ruled out as the best. {LESS}: no two {SHAFFER}, so do not rank the others.",
        ),
        (
            "abc",
            {"ab": 0.2, "ac": 0.02, "bc": 0.4},
            f"is one of these: 'a', 'b'; the other one is ruled out. {LESS}: no two {SHAFFER}, so do not rank them.",
        ),
        (
            "abc",
            {"ab": 0.2, "ac": 0.2, "bc": 0.4},
            f"None of the 3 metrics can be ruled out as the best. No two {SHAFFER}: do not rank them.",
        ),
    ],
)
def test_where_no_two_differ_what_was_said_of_the_best_is_not_taken_back(names, pvalues, said):
    known = [estimate(name, 0.9 - 0.1 * k) for k, name in enumerate(names)]
    tests = [row_of(*pair, p) for pair, p in pvalues.items()]
    text = conclusions("human", SETTINGS, known, tests, compare_decisions(SETTINGS, known, tests))[0]
    assert text.endswith(said)


def test_separation_occurs():
    found = compare(table((0.1, 0.2, 8.0)), level="system", coefficient="pearson", correction="holm", rng=1)
    assert "Use 'm0': the other 2 are ruled out as the best." in found.conclusions[0]


def test_wrong_pairs_are_those_of_the_best_kendall():
    found = compare(table((5.0, 0.1)), level="system", resamples=99, rng=1)
    row = found.estimate("m1", "system", "kendall")
    last = found.conclusions[-1]
    assert last.startswith("Even 'm1', the highest by Kendall's tau-b at the system level, orders between")
    assert f"{row.wrong_pairs_low:.0%} and {row.wrong_pairs_high:.0%}" in last
    alone = compare(table((0.1,)), level="system", resamples=99, rng=1).conclusions[-1]
    assert alone.startswith("At the system level 'm0' orders between")
    at_input = compare(table((5.0, 0.1)), level="input", resamples=99, rng=1).conclusions
    assert not any("orders between" in text for text in at_input)


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
    assert (
        f"Against 'm0', {', '.join(better) or 'none'} is better and {', '.join(worse) or 'none'} is worse"
        in text
    )
    assert f"after Benjamini–Hochberg correction; {rest} of 2 are not separated" in text


def test_without_tests_or_intervals_nothing_is_said_of_them():
    text = compare(table((1.0, 2.0)), level="system", tests=False, resamples=9, rng=1).conclusions[0]
    assert "better" not in text
    assert "  " not in text
    text = compare(table((1.0, 2.0)), level="system", interval="none", resamples=9, rng=1).conclusions[0]
    assert "Intervals" not in text
    assert "[" not in text
    text = compare(table((1.0, 2.0)), level="system", correction="none", resamples=9, rng=1).conclusions[0]
    assert "correction" not in text


def test_intervals_speak_of_what_was_resampled():
    text = compare(
        table((1.0,)), level="global", over="inputs", confidence=0.9, resamples=9, rng=1
    ).conclusions[-1]
    assert "Intervals are 90% and speak of these systems on other inputs." in text


def test_nothing_defined():
    scores = table((1.0,))
    flat = ScoreTable(
        scores.scorers, scores.systems, scores.inputs, np.stack([scores.values[0], np.ones((14, 25))])
    )
    found = compare(flat, level="system", resamples=9, rng=1).conclusions
    assert found == ("At the system level no metric has a defined correlation with 'people'.",)


@pytest.mark.parametrize(
    ("alternative", "looked_for", "other"), [("greater", "better", "worse"), ("less", "worse", "better")]
)
def test_a_one_sided_baseline_says_only_what_it_looked_for(alternative, looked_for, other):
    options = {"level": "system", "coefficient": "pearson", "baseline": "m0", "resamples": 299, "rng": 1}
    text = compare(table((1.0, 0.1, 9.0)), alternative=alternative, **options).conclusions[0]
    assert f"is {looked_for}" in text
    assert f"this one-sided test cannot show that any is {other}" in text


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
    assert "'m0 [median]' has the highest correlation" in system
    assert "Use 'm0 [median]': the other one is ruled out" in system
    assert "[median]" not in at_input
    assert "'m0 [median]'" in rest[0]
    against = compare(table((0.1, 8.0)), resamples=99, rng=1, aggregate="median", beside=(), baseline="m1")
    assert "Against 'm1 [median]', 'm0 [median]' is better" in against.conclusions[0]


def test_too_few_resamples_are_no_finding():
    options = {"level": "system", "coefficient": "pearson", "rng": 1, "beside": (), "test": "permutation"}
    options |= {"test_over": "systems", "correction": "holm"}
    text = compare(table((0.1, 0.2, 8.0)), resamples=19, **options).conclusions[0]
    assert "cannot separate any of the 3 pairs with 19 resamples, whatever the scores" in text
    assert (
        "its smallest p-value, 0.05, is too large after Holm correction. Draw at least 59 (--resamples)"
        in text
    )
    assert "do not rank" not in text
    assert "ruled out" not in text
    assert "cannot" not in compare(table((0.1, 0.2, 8.0)), resamples=59, **options).conclusions[0]
    against = compare(table((0.1, 0.2, 8.0)), resamples=19, baseline="m2", **options).conclusions[0]
    assert "cannot separate any of the 2 metrics from 'm2' with 19 resamples" in against
    together = compare(table((0.1, 0.2, 8.0)), resamples=19, **(options | {"correction": "bh"})).conclusions[
        0
    ]
    assert "ruled out" in together  # three tests at 1/20 would be rejected together


def test_too_few_systems_are_no_finding():
    options = {"level": "system", "coefficient": "pearson", "rng": 1, "beside": (), "test": "permutation"}
    options |= {"test_over": "systems", "correction": "holm"}
    text = compare(table((0.1, 0.2, 8.0), n=6), resamples=9999, **options).conclusions[0]
    assert (
        "cannot separate any of the 3 pairs, whatever the scores: there are only 64 ways to swap so few"
        in text
    )
    assert (
        "its smallest p-value, 0.031, is too large after Holm correction. More resamples do not help." in text
    )
    assert "do not rank" not in text
    assert "cannot" not in compare(table((0.1, 0.2, 8.0), n=7), resamples=9999, **options).conclusions[0]
    one = compare(table((0.1, 8.0), n=5), resamples=9999, **options).conclusions[0]
    assert "cannot separate the one pair" in one


def test_clusters_of_systems_are_what_is_swapped():
    options = {"level": "system", "coefficient": "pearson", "rng": 1, "test": "permutation"}
    options |= {"test_over": "systems", "correction": "holm", "resamples": 9}
    scores = table((0.1, 0.2, 8.0), n=12)
    assert "Draw at least 59 (--resamples)" in compare(scores, **options).conclusions[0]
    families = dataclasses.replace(scores, system_groups={"family": tuple("aaabbbcccddd")})
    text = compare(families, system_clusters="family", **options).conclusions[0]
    assert "there are only 16 ways to swap so few clusters of systems" in text
    assert "More resamples do not help" in text
