"""Comparing systems as a whole: what must not change it, choices of scorers, inputs and people, real data."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest
import sacrebleu
import scipy.stats

from trueness.data.reading.read import read_scores
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError, UnsupportedMethodError
from trueness.methods.registry import SYSTEM_TESTS
from trueness.statistics.systems.decision_agreement import decision_agreement
from trueness.studies.systems.study import systems

NAN = np.nan
QUICK = {"rng": 3, "resamples": 199}


def table(n=5, m=24, *, gaps=False, seed=0, **more):
    rng = np.random.default_rng(seed)
    human = np.clip(np.round(3 + 0.5 * np.arange(n)[:, None] + rng.normal(size=(n, m))), 1, 7)
    metrics = [human + noise * rng.normal(size=(n, m)) for noise in (0.3, 2.0)]
    values = np.stack([human, metrics[0], -metrics[1]])
    if gaps:
        values[rng.random(values.shape) < 0.15] = NAN
    scorers = (
        Scorer("human", "human"),
        Scorer("good", "metric"),
        Scorer("bad", "metric", higher_is_better=False),
    )
    names = [tuple(f"{letter}{i}" for i in range(size)) for letter, size in (("s", n), ("i", m))]
    return ScoreTable(scorers, *names, values, **more)


def numbers(found):
    return repr((found.pairs, found.standing, found.agreement, found.separation, found.normality))


@pytest.mark.parametrize("test", SYSTEM_TESTS)
def test_same_seed_same_numbers_for_any_workers(test):
    given = table(gaps=True)
    runs = [
        systems(given, test=test, people="s0", rng=3, resamples=1100, workers=w, chunk=c)
        for w, c in ((1, None), (2, 1), (3, 2))
    ]
    assert len({numbers(run) for run in runs}) == 1
    assert str(runs[0].signature) == str(runs[1].signature)


def test_the_seed_is_recorded_where_something_is_drawn():
    first = systems(table(), resamples=99)
    again = systems(table(), resamples=99, rng=first.settings.seed)
    assert numbers(first) == numbers(again)
    assert f"seed:{first.settings.seed}" in str(first.signature)
    assert "seed" not in str(systems(table(), test="t").signature)
    assert "zeros:wilcox" in str(systems(table(), test="wilcoxon", zeros="wilcox").signature)


@pytest.mark.parametrize("test", SYSTEM_TESTS)
def test_order_of_systems_and_inputs_is_nothing(test):
    given = table(gaps=True)
    rng = np.random.default_rng(1)
    i, j = rng.permutation(5), rng.permutation(24)
    moved = dataclasses.replace(
        given,
        systems=tuple(given.systems[k] for k in i),
        inputs=tuple(given.inputs[k] for k in j),
        values=given.values[:, i][:, :, j],
    )
    first, second = (systems(t, test=test, rng=1, resamples=499) for t in (given, moved))
    found = {}
    for row in second.pairs:
        found[row.scorer, row.system, row.rival_system] = row.pvalue_greater
        found[row.scorer, row.rival_system, row.system] = row.pvalue_less
    for row in first.pairs:
        other = found[row.scorer, row.system, row.rival_system]
        assert row.pvalue_greater == other


def test_lower_is_better_is_turned():
    found = systems(table(), test="t")
    best = {scorer: found.not_outperformed(scorer)[0] for scorer in ("human", "good")}
    assert best == {"human": "s4", "good": "s4"}
    rows = [row for row in found.pairs if row.scorer == "bad"]
    values = table().matrix("bad")
    for row, (i, k) in zip(rows, itertools.combinations(range(5), 2), strict=True):
        assert row.pvalue_less == pytest.approx(
            scipy.stats.ttest_rel(values[i], values[k], alternative="greater").pvalue
        )


def test_agreement_is_of_the_decisions_shown():
    found = systems(table(), **QUICK)
    assert found.human == "human"
    value = {"better": 1, "worse": -1, "not separated": 0}
    decided = {s: [value[r.verdict] for r in found.pairs if r.scorer == s] for s in found.scorers}
    assert [row.metric for row in found.agreement] == ["good", "bad"]
    for row in found.agreement:
        wanted = decision_agreement(decided["human"], decided[row.metric])
        assert dataclasses.astuple(row)[2:] == tuple(wanted)
    assert found.agreement[0].agreement > 0.7


def test_who_is_the_human():
    given = table()
    assert systems(given, scorers="good", **QUICK).human is None
    assert systems(given, scorers="good", **QUICK).agreement == ()
    beside = systems(given, scorers="good", human="human", **QUICK)
    assert beside.scorers == ("human", "good")
    two = given.with_role("human", ["good"])
    assert systems(two, **QUICK).human is None
    assert systems(two, human="good", **QUICK).agreement[0].human == "good"


def test_metrics_are_tested_on_what_the_human_judged():
    given = table()
    values = given.values.copy()
    values[0, :, 10:] = NAN
    given = dataclasses.replace(given, values=values)
    judged, everything = (systems(given, test="t", means=means) for means in ("judged", "all"))
    sizes = [{(r.scorer, r.n_inputs) for r in found.pairs} for found in (judged, everything)]
    assert sizes[0] == {("human", 10), ("good", 10), ("bad", 10)}
    assert sizes[1] == {("human", 10), ("good", 24), ("bad", 24)}
    assert judged.standing[1].estimate == np.mean(values[0, 1, :10])


def test_missing_scores_are_left_out_pair_by_pair_or_for_all():
    given = table(gaps=True)
    pairwise, complete = (systems(given, test="t", missing=missing) for missing in ("pairwise", "complete"))
    human = ~np.isnan(given.matrix("human"))
    for row, (i, k) in zip(pairwise.pairs, itertools.combinations(range(5), 2), strict=False):
        assert row.n_inputs == np.sum(human[i] & human[k])
    assert {r.n_inputs for r in complete.pairs if r.scorer == "human"} == {int(human.all(axis=0).sum())}


def test_a_system_without_scores_is_undefined_and_beats_nobody():
    given = table()
    values = given.values.copy()
    values[:, 2] = NAN
    for missing in ("pairwise", "complete"):
        found = systems(dataclasses.replace(given, values=values), missing=missing, **QUICK)
        lost = [row for row in found.pairs if "s2" in (row.system, row.rival_system)]
        assert {row.verdict for row in lost} == {"undefined"}
        assert {row.family_size for row in found.pairs} == {6}
        rank = next(row for row in found.standing if row.system == "s2")
        assert (rank.not_outperformed, rank.cluster, rank.n_inputs) == (False, None, 0)
        assert {row.n_undefined for row in found.agreement} == {4}


def test_nothing_at_all():
    given = table()
    found = systems(dataclasses.replace(given, values=np.full_like(given.values, NAN)), **QUICK)
    assert {row.verdict for row in found.pairs} == {"undefined"}
    assert found.not_outperformed("human") == ()


def test_bleu_of_systems_by_its_corpus_score():
    references = [f"the {a} sat on the {b} by the {c}" for a, b, c in itertools.product("xy", "pq", "uvw")]
    rng = np.random.default_rng(2)
    outputs = [
        [" ".join(w for w in line.split() if rng.random() > loss) for line in references]
        for loss in (0.05, 0.4, 0.4)
    ]
    bleu = sacrebleu.BLEU()
    found = [
        [bleu.corpus_score([o], [[r]]) for o, r in zip(lines, references, strict=True)] for lines in outputs
    ]
    statistics = np.array([[[s.sys_len, s.ref_len, *s.counts, *s.totals] for s in row] for row in found])
    given = ScoreTable(
        (Scorer("bleu", "metric"),),
        ("a", "b", "c"),
        tuple(f"i{j}" for j in range(12)),
        np.array([[[s.score for s in row] for row in found]]),
        corpus={"bleu": CorpusStatistics("bleu", statistics.astype(float))},
    )
    corpus = [bleu.corpus_score(lines, [references]).score for lines in outputs]
    result = systems(given, rng=1)
    assert [row.estimate for row in result.standing] == pytest.approx(corpus)
    assert result.pairs[0].estimate == pytest.approx(corpus[0] - corpus[1])
    assert [row.verdict for row in result.pairs] == ["better", "better", "not separated"]
    means = systems(given, test="t")
    assert means.standing[0].estimate == pytest.approx(np.mean([s.score for s in found[0]]))


def test_people_by_name_by_pattern_and_by_the_data():
    given = table()
    assert systems(given, **QUICK).separation == ()
    assert systems(given, people=["s1", "s[34]"], **QUICK).people == ("s1", "s3", "s4")
    types = ("peer", "reference", "peer", "peer", "reference")
    marked = systems(dataclasses.replace(given, system_groups={"type": types}), **QUICK)
    assert marked.people == ("s1", "s4")
    assert [row.scorer for row in marked.separation] == ["human", "good", "bad"]
    assert [row.person for row in marked.standing[:5]] == [False, True, False, False, True]
    assert "people:s1+s4" in str(marked.signature)


def test_clusters_are_swapped_together():
    given = table(m=24, input_groups={"document": tuple("abcdefgh" * 3)})
    found = systems(given, clusters="document", **{**QUICK, "resamples": 999})
    assert {(row.resamples, row.exact) for row in found.pairs} == {(256, True)}
    assert "clusters:document" in str(found.signature)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"scorers": "nobody"}, UnknownNameError, "no scorer is called 'nobody'"),
        ({"human": "people"}, UnknownNameError, "no scorer is called 'people'"),
        ({"people": "s9"}, UnknownNameError, "no system is called 's9'"),
        ({"people": "s*"}, ArgumentError, "`people` names every system"),
        ({"clusters": "topic"}, UnknownNameError, "the data lack the"),
        ({"test": "sign"}, ArgumentError, "`test` must be one of"),
        ({"test": "t", "aggregate": "median"}, UnsupportedMethodError, "means. For medians use"),
    ],
)
def test_unusable_requests_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        systems(table(), **options)


def test_unusable_data_are_refused():
    with pytest.raises(DataError, match=r"there is one, '.*'\. How far .*: trueness judge\."):
        systems(table(n=1))
    with pytest.raises(DataError, match="Say which column names them: --columns system=COLUMN"):
        systems(dataclasses.replace(table(n=1), has_systems=False))
    given = table()
    with pytest.raises(DataError, match="whose squares are infinite"):
        systems(dataclasses.replace(given, values=given.values * 1e200))
    grouped = table(input_groups={"document": tuple("ab" * 12)})
    with pytest.raises(UnknownNameError, match="no grouping column is called 'topic'"):
        systems(grouped, clusters="topic")
    with pytest.raises(UnsupportedMethodError, match="inputs in clusters"):
        systems(grouped, clusters="document", test="wilcoxon")


def holm(pvalues):
    """Return which of the p-values Holm's procedure rejects at .05, the plain way."""
    order, rejected = np.argsort(pvalues), np.zeros(len(pvalues), dtype=bool)
    for step, place in enumerate(order):
        if pvalues[place] > 0.05 / (len(pvalues) - step):
            break
        rejected[place] = True
    return rejected


def by_scipy(scores, test):
    """Return decisions about all pairs by SciPy's tests and Holm's procedure."""
    run = {"t": scipy.stats.ttest_rel, "rank_sum": scipy.stats.mannwhitneyu}[test]
    first, second = (
        scores[list(k)] for k in zip(*itertools.combinations(range(len(scores)), 2), strict=True)
    )
    unknown = np.isnan(first + second)
    first, second = (np.where(unknown, NAN, one) for one in (first, second))
    pvalues = run(first, second, axis=1, nan_policy="omit").pvalue
    return np.where(holm(pvalues), np.sign(np.nanmean(first - second, axis=1)), 0)


@pytest.fixture(scope="module")
def realsumm(test_data):
    folder = test_data / "data" / "realsumm"
    return read_scores(folder / "abs.pkl", folder / "ext.pkl")


@pytest.fixture(scope="module")
def summeval(test_data):
    folder = test_data / "data" / "deutsch2021" / "fabbri2020"
    files = (folder / f"{name}.jsonl.gz" for name in ("relevance", "rouge", "bertscore"))
    return read_scores(*files, join="inner")


@pytest.mark.parametrize("test", ["t", "rank_sum"])
def test_realsumm_as_scipy_decides(realsumm, test):
    names = ["litepyramid_recall", "rouge_1_recall", "rouge_2_recall", "bert_recall_score"]
    found = systems(realsumm, scorers=names, test=test, drop_duplicates=True)
    assert found.table.shape == (4, 24, 100)
    value = {"better": 1, "worse": -1, "not separated": 0}
    wanted = {name: by_scipy(found.table.matrix(name), test) for name in names}
    for name in names:
        assert [value[row.verdict] for row in found.pairs if row.scorer == name] == wanted[name].tolist()
    for row in found.agreement:
        assert dataclasses.astuple(row)[2:] == tuple(
            decision_agreement(wanted[row.human], wanted[row.metric])
        )
    if test == "t":
        counts = {row.metric: dataclasses.astuple(row)[3:8] for row in found.agreement}
        assert counts["rouge_2_recall"] == (60, 187, 14, 15, 0)
        assert counts["rouge_1_recall"] == (66, 134, 8, 68, 0)


def test_realsumm_by_permutation(realsumm):
    found = systems(realsumm, scorers="{litepyramid,rouge_2}_recall", drop_duplicates=True, rng=1)
    assert found.not_outperformed("litepyramid_recall")[:3] == (
        "abs/semsim_out",
        "ext/refresh_out",
        "abs/bart_out",
    )
    (row,) = found.agreement
    by_t = systems(realsumm, scorers=found.scorers, drop_duplicates=True, test="t").agreement[0]
    assert row.n_pairs == 276
    assert row.n_contradictions == 0
    assert abs(row.agreement - by_t.agreement) < 0.03


def test_a_tenth_of_dialsummeval_removed(test_data):
    given = read_scores(test_data / "data" / "dialsummeval")
    rng = np.random.default_rng(5)
    part = given.select(scorers=["relevance", "rouge-1", "bertscore_r"])
    annotations = {}
    whole = part.annotations["relevance"]
    ratings = np.where(rng.random(whole.values.shape) < 0.1, NAN, whole.values)
    annotations["relevance"] = dataclasses.replace(whole, values=ratings)
    values = part.values.copy()
    values[part.index("relevance")] = annotations["relevance"].mean()
    # and one in ten outputs lost altogether
    values[part.index("relevance")][rng.random(values.shape[1:]) < 0.1] = NAN
    less = dataclasses.replace(part, values=values, annotations=annotations)
    full, found = (systems(table, test="t") for table in (part, less))
    assert {row.n_inputs for row in full.pairs} == {100}
    sizes = [row.n_inputs for row in found.pairs if row.scorer == "relevance"]
    assert 65 < min(sizes) < max(sizes) < 95
    human = less.matrix("relevance")
    for row, (a, b) in zip(
        [row for row in found.pairs if row.scorer == "relevance"],
        itertools.combinations(human, 2),
        strict=True,
    ):
        assert row.pvalue == pytest.approx(scipy.stats.ttest_rel(a, b, nan_policy="omit").pvalue, rel=1e-8)
    assert "missing_scores" in {caution.code for caution in found.cautions}
    assert found.not_outperformed("relevance") == full.not_outperformed("relevance") == ("B",)
    assert sum(row.verdict == "undefined" for row in found.pairs) == 0


def test_dialsummeval_people_and_machines(test_data):
    given = read_scores(test_data / "data" / "dialsummeval", keep="all")
    found = systems(given, scorers=["relevance", "rouge-1"], people="A", rng=1)
    human, rouge = sorted(found.separation, key=lambda row: row.scorer)
    assert (human.scorer, human.n_machines, human.n_pairs) == ("relevance", 13, 13)
    scores = given.matrix("relevance")
    a = given.systems.index("A")
    others = np.delete(scores, a, axis=0)
    assert human.auc == pytest.approx(np.mean((scores[a] > others) + 0.5 * (scores[a] == others)))
    assert human.pvalue < 1e-10
    assert (rouge.n_people_better, rouge.auc_systems) == (13, 1)  # compared with itself
    assert "people_are_references" in {caution.code for caution in found.cautions}


@pytest.mark.parametrize("test", ["t", "rank_sum"])
def test_summeval_as_scipy_decides(summeval, test):
    names = ["expert_relevance", "rouge-1_f1", "rouge-2_f1", "bertscore_recall", "bertscore_precision"]
    found = systems(summeval, scorers=names, human="expert_relevance", test=test)
    value = {"better": 1, "worse": -1, "not separated": 0}
    wanted = {name: by_scipy(summeval.matrix(name), test) for name in names}
    for name in names:
        assert [value[row.verdict] for row in found.pairs if row.scorer == name] == wanted[name].tolist()
    if test == "t":
        assert found.not_outperformed("expert_relevance") == ("M23", "M22", "M17", "M0", "M5")
        counts = {row.metric: dataclasses.astuple(row)[3:8] for row in found.agreement}
        assert counts["bertscore_recall"] == (51, 33, 23, 13, 0)
        assert counts["bertscore_precision"] == (32, 24, 23, 22, 19)  # contradicts the experts about 19 pairs


def test_summeval_by_experts_and_wilcoxon(test_data):
    given = read_scores(test_data / "data" / "deutsch2021" / "fabbri2020" / "relevance.jsonl.gz")
    expert = next(name for name in given.scorer_names if "expert" in name and "relevance" in name)
    found = systems(given, scorers=expert, test="wilcoxon")
    assert found.table.shape[1:] == (16, 100)
    scores = given.matrix(expert)
    for row, (a, b) in zip(found.pairs, itertools.combinations(np.rint(scores * 3), 2), strict=True):
        wanted = scipy.stats.wilcoxon(a, b, zero_method="pratt", correction=True, method="asymptotic")
        assert row.pvalue == pytest.approx(wanted.pvalue, rel=1e-9)
        assert not row.exact


class TestOnlyTheHighest:
    """Pairs with the ten highest, corrected as if all were tested, beside all pairs."""

    @staticmethod
    def both(monkeypatch, given, **more):
        whole = systems(given, scorers=("human", "good"), rng=3, resamples=199, **more)
        monkeypatch.setattr("trueness.studies.systems.pairs_cost.MOST_TESTS", 2 * 2 * 10 * len(given.systems))
        return whole, systems(given, scorers=("human", "good"), rng=3, resamples=199, **more)

    @pytest.mark.parametrize("gaps", [False, True])
    @pytest.mark.parametrize("test", ["permutation", "t"])
    @pytest.mark.parametrize(("alternative", "correction"), [("two-sided", "holm"), ("greater", "bh")])
    def test_nothing_is_decided_that_all_pairs_do_not_decide(
        self, monkeypatch, gaps, test, alternative, correction
    ):
        given = table(n=60, m=40, gaps=gaps)
        whole, found = self.both(
            monkeypatch, given, test=test, alternative=alternative, correction=correction
        )
        sides = 1 if alternative == "two-sided" else 2
        assert len(found.pairs) == 2 * sides * (10 * 50 + 45)
        assert found.n_left_out == 60 * 59 // 2 - (10 * 50 + 45)
        assert whole.n_left_out == 0
        tests = {(row.scorer, row.system, row.rival_system): row for row in whole.pairs}
        for row in found.pairs:
            other = tests[row.scorer, row.system, row.rival_system]
            assert (row.pvalue, row.family_size) == (other.pvalue, other.family_size)
            assert row.pvalue_adjusted >= other.pvalue_adjusted or np.isnan(row.pvalue_adjusted)
        ranks = {(row.scorer, row.system): row for row in whole.standing}
        for row in found.standing:
            other = ranks[row.scorer, row.system]
            assert row.estimate == other.estimate
            assert row.pvalue_best >= other.pvalue_best
            assert row.rank_low <= other.rank_low
            assert row.rank_high >= other.rank_high
            assert row.cluster is None
        assert any(row.rank_low > 1 for row in found.standing)
        assert any(not row.may_be_best for row in found.standing)

    def test_the_highest_are_as_well_known_as_of_all_pairs(self, monkeypatch):
        whole, found = self.both(monkeypatch, table(n=60, m=40), correction="bonferroni")
        for one, other in zip(found.standing, whole.standing, strict=True):
            above = [row for row in whole.standing if row.scorer == "good" and row.estimate > one.estimate]
            if one.scorer == "good" and len(above) < 10:
                assert one.pvalue_best == other.pvalue_best
                assert one.n_beaten == other.n_beaten
                assert one.rank_high == other.rank_high

    def test_what_is_left_out_is_said(self, monkeypatch):
        whole, found = self.both(monkeypatch, table(n=60, m=40))
        said = {caution.code: caution.message for caution in found.cautions}
        assert "pairs_left_out" not in {caution.code for caution in whole.cautions}
        assert "Of 1,770 pairs of systems 545 are tested by each scorer" in said["pairs_left_out"]
        assert "--without" in said["pairs_left_out"]
        assert "545 pairs that were tested" in found.conclusions[0]
        assert whole.agreement
        assert found.agreement == ()
        assert found.choices == ()

    def test_fewer_inputs_than_the_family_asks_for(self, monkeypatch):
        whole, found = self.both(monkeypatch, table(n=60, m=12))
        ours, theirs = (one.conclusions[0].split(" we cannot tell")[0] for one in (found, whole))
        assert "1770 tests ask for 2.8e-05. Collect at least 17 inputs" in ours
        assert "1770 tests ask for 2.8e-05. Collect at least 17 inputs" in theirs
