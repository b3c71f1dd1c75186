"""What is said about a comparison of systems: sentences, every caution, what no test can find."""

from __future__ import annotations

import re

import numpy as np
import pytest

from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.systems.rows import SystemAgreement, SystemRank
from trueness.studies.systems.said import system_conclusions
from trueness.studies.systems.settings import SystemSettings
from trueness.studies.systems.study import systems

SETTINGS = SystemSettings()


def ranks(scorer, top, rest=("z",)):
    return [
        SystemRank(
            scorer, name, person=False, estimate=-k, n_inputs=9, may_be_best=name in top, pvalue_best=0.5, rank_low=1,
            rank_high=9, cluster=1, not_outperformed=name in top, n_beaten=0, n_beaten_by=0,
        )
        for k, name in enumerate([*top, *rest])
    ]  # fmt: skip


def agreement(metric, same, contradictions=0):
    return SystemAgreement(
        metric, "human", 10, same, 2, 3, 1, contradictions, 0, (same + 2) / 10, 0.5, 0.5, 0.5
    )


def test_nothing_could_be_tested():
    assert system_conclusions(ranks("bleu", []), [], (), SETTINGS) == (
        "By 'bleu' no pair of systems could be tested.",
    )


def test_agreement_and_contradictions_with_the_human_first():
    standing = [*ranks("m1", ["a"]), *ranks("m2", ["a"]), *ranks("human", ["b"])]
    found = system_conclusions(standing, [agreement("m1", 4), agreement("m2", 3, 1)], (), SETTINGS)
    assert found[0].startswith("By 'human'")
    assert found[1] == (
        "Of 2 metrics, 'm1' decides most often like 'human': on 60% of 10 pairs of systems. It finds 4 of the 7 "
        "differences."
    )
    assert (
        found[2]
        == "'m2' contradicts 'human' on 1 pair: the system that one calls better, the other calls worse."
    )
    # what metrics say by themselves is no answer
    assert [text.partition(" no ")[0] for text in found[3:]] == ["By 'm1'", "By 'm2'"]
    (_, alone, twice, _) = system_conclusions(
        standing[:1] + standing[4:], [agreement("m1", 4, 2)], (), SETTINGS
    )
    assert (
        alone == "'m1' decides like 'human' on 60% of 10 pairs of systems. It finds 4 of the 9 differences."
    )
    assert (
        twice
        == "'m1' contradicts 'human' on 2 pairs: the system that one calls better, the other calls worse."
    )


def test_many_scorers_are_left_to_the_tables():
    found = system_conclusions([row for k in range(7) for row in ranks(f"m{k}", ["a"])], [], (), SETTINGS)
    assert len(found) == 5
    assert found[-1] == "There are 3 more scorers (--table standing)."


NAN = np.nan


def table(values, *, lower=False, **more):
    values = np.atleast_3d(np.asarray(values, dtype=float).T).T
    scorers = tuple(Scorer(f"m{k}", "metric", higher_is_better=not lower) for k in range(len(values)))
    names = [
        tuple(f"{letter}{i}" for i in range(n)) for letter, n in zip("si", values.shape[1:], strict=True)
    ]
    return ScoreTable(scorers, *names, values, **more)


def normal(n=3, m=40, seed=0):
    return np.random.default_rng(seed).normal(size=(n, m))


def codes(values, *, made=None, **options):
    given = table(values, **(made or {}))
    found = systems(given, **{"rng": 1, "resamples": 999, **options}).cautions
    assert [c.severity for c in found] == sorted((c.severity for c in found), reverse=True)  # warnings first
    return {caution.code: caution.message for caution in found}


def test_nothing_but_what_tests_are_about():
    assert set(codes(normal())) == {"these_systems"}
    assert set(codes(normal(), test="t")) == {"these_systems"}


def test_duplicates_and_orientation():
    given = normal()
    given[2] = given[0]
    found = codes(given, made={"lower": True})
    assert "'s0', 's2'" in found["duplicate_systems"]
    assert "'m0'" in found["lower_is_better"]


def test_one_system_far_more_skewed_than_others():
    rng = np.random.default_rng(4)
    given = normal(6, 100)
    given[2] = 3 * (np.exp(rng.standard_normal(100)) - np.exp(0.5))
    found = codes(given)
    assert found["skewed_systems"].startswith("By 'm0', the scores of 's2' are far more skewed")
    assert "just below 0.05" in found["skewed_systems"]
    assert "just below 0.01" in codes(given, alpha=0.01)["skewed_systems"]
    # neither tests that do not swap, nor medians
    assert "skewed_systems" not in codes(given, test="t")
    assert "skewed_systems" not in codes(given, aggregate="median")
    skewed_alike = np.exp(rng.standard_normal((6, 100)))
    assert "skewed_systems" not in codes(skewed_alike)
    together = codes(np.stack([given, given, normal(6, 100, 1)]))["skewed_systems"]
    assert together.startswith("By 'm0', 'm1', the scores of 's2'")


def test_systems_that_vary_more_are_skewed_more():
    rng = np.random.default_rng(4)
    given = np.geomspace(0.3, 2, 8)[:, None] * (1 - rng.exponential(size=(8, 80)))
    said = codes(given)["skewed_by_spread"]
    assert said.startswith("By 'm0', the more a system's scores vary")
    assert "between 0.01 and 0.05" in said
    assert "skewed_by_spread" not in codes(given, test="t")
    assert "skewed_by_spread" not in codes(given, aggregate="median")
    assert "skewed_by_spread" not in codes(np.exp(rng.standard_normal((6, 60))))


def test_unpaired():
    assert "unpaired_test" in codes(normal(), test="rank_sum")


def test_corpus_scores_and_tests_of_outputs():
    statistics = np.random.default_rng(1).integers(1, 9, (3, 40, 2)).astype(float)
    made = {"corpus": {"m0": CorpusStatistics("ter", statistics)}}
    assert "'m0'" in codes(normal(), made=made, test="t")["corpus_score_not_tested"]
    assert "corpus_score_not_tested" not in codes(normal(), made=made)
    assert "corpus_score_not_tested" not in codes(normal(), made=made, test="t", aggregate="mean")


def test_ranks_and_means_against_each_other():
    given = np.zeros((2, 30))
    given[0] = np.linspace(0.1, 0.3, 30)
    given[0, :3] = -20
    assert "'s0' and 's1' by 'm0'" in codes(given, test="wilcoxon")["opposite_direction"]
    assert "opposite_direction" not in codes(normal() + np.array([[0], [1], [2]]), test="wilcoxon")


@pytest.mark.parametrize("test", ["t", "bootstrap"])
def test_few_inputs(test):
    assert "fewer than 20 inputs (the fewest: 12)" in codes(normal(m=12), test=test)["test_of_few_inputs"]
    assert "test_of_few_inputs" not in codes(normal(m=12))


def test_differences_that_are_not_normal():
    given = normal()
    given[0] = np.exp(2 * given[0])
    assert "'m0' (67% of pairs)" in codes(given, test="t")["differences_not_normal"]
    assert "differences_not_normal" not in codes(given)


def test_undefined_tests():
    given = normal()
    given[1] = NAN
    assert codes(given)["undefined_pairs"].startswith("2 of 3 tests are undefined")


def test_too_few_arrangements_and_resamples():
    given = normal(m=6, n=4)
    found = codes(given, correction="bh")["too_few_arrangements"]
    assert (
        found
        == "With 6 inputs no p-value is below 0.0312: a lone one of 6 tests cannot be significant at alpha = 0.05."
    )
    medians = codes(normal(), aggregate="median", resamples=30, correction="bh")
    assert "smallest p-value" in medians["too_few_resamples"]
    assert "too_few_arrangements" not in codes(normal(m=9))
    assert "too_few_arrangements" not in codes(normal(m=3))  # the findings say so


def test_missing_scores_and_undefined_resamples():
    given = normal(m=40)
    given[0, :38] = NAN
    found = codes(given, test="bootstrap")
    assert "38 of 120 scores are missing" in found["missing_scores"]
    assert "2 to 40 of them" in found["missing_scores"]
    assert "'s0' lacks 38 by 'm0', 's1' none. If poor outputs" in found["uneven_missing"]
    assert found["undefined_resamples"].startswith("Up to ")
    assert found["undefined_resamples"].count(" by ") == 2


def test_scores_that_are_missing_by_lot_are_no_warning():
    given = normal(m=40)
    given[0, :3], given[2, 30:34] = NAN, NAN
    found = codes(given)
    assert "missing_scores" in found
    assert "uneven_missing" not in found


def test_neighbouring_inputs_that_are_alike():
    given = normal(m=60) + 2 * np.repeat(normal(m=12), 5, axis=1)
    assert "may not hold. Name the column" in codes(given)["alike_inputs"]
    document = {"input_groups": {"document": tuple(f"d{k // 5}" for k in range(60))}}
    assert "alike_inputs" not in codes(given, made=document)


def test_groups_and_notes():
    made = {"input_groups": {"document": tuple("abcd" * 10)}, "notes": ("a note",)}
    found = codes(normal(), made=made, clusters="none")
    assert "belong to 4 documents" in found["parts_of_documents"]
    assert found["data_note"] == "a note"
    clustered = codes(normal(), made=made, clusters="document")
    assert "parts_of_documents" not in clustered
    assert "'document'" in clustered["these_systems"]


def test_references_that_are_compared_with_themselves():
    given = normal()
    given[1] = 1.0
    assert "'m0'" in codes(given, people="s1")["people_are_references"]
    assert "people_are_references" not in codes(given, people="s0")
    assert "people_are_references" not in codes(given)


def far_apart(n_inputs, n_systems=2, human=True):
    """Return systems each of which beats the next one on every input, by scores without ties."""
    rng = np.random.default_rng(1)
    scores = 100.0 * np.arange(n_systems)[:, None] + rng.uniform(size=(2, n_systems, n_inputs))
    scorers = (Scorer("human", "human" if human else "metric"), Scorer("metric", "metric"))
    names = (tuple(f"s{k}" for k in range(n_systems)), tuple(f"i{k}" for k in range(n_inputs)))
    return ScoreTable(scorers, *names, scores)


@pytest.mark.parametrize("reachable", [False, True])
def test_nobody_decides_alike_where_no_test_can_reject(reachable):
    said = " ".join(systems(far_apart(6, 2 if reachable else 3), rng=1).conclusions)
    decides = "'metric' decides like 'human' on 100% of 1 pair of systems. It finds 1 of 1 difference."
    assert (decides in said) == reachable
    assert ("decides" in said) == reachable


def test_decisions_that_hang_on_the_seed_are_counted():
    given = normal(m=40)
    given[0] += 0.45
    near = codes(given, resamples=99)
    assert re.match(
        r"The p-values rest on 99 random resamples. With another seed up to [1-3] of 3 decisions",
        near["monte_carlo"],
    )
    assert "monte_carlo" not in codes(given, test="t")
