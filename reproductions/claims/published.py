"""What is claimed: of which benchmark, where, and of which differences."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Sequence

import benchmarks
from asked import ALPHA, MARGIN, Claim, Found, Outcome, Pair, mean_lead, put, together
from benchmarks import Places

from trueness import CompareResult, ScoreTable, compare, pool

SEED = 2021
LEVELS = ("system", "input")

DEUTSCH = "Deutsch et al. 2021"
GAO = "Gao & Wan 2022"
SHEN = "Shen & Wan 2023"
MA = "Ma et al. 2019"
MATHUR = "Mathur et al. 2020"


@dataclasses.dataclass(frozen=True)
class Benchmark:
    """What is asked of a benchmark.

    Attributes
    ----------
    name : str
    ask : callable
        Takes the places of scores and the number of resamples of the published test; yields the outcome of each claim.
    """

    name: str
    ask: Callable[[Places, int], Iterator[Outcome]]


def asked(table: ScoreTable, human: str, levels: Sequence[str]) -> CompareResult:
    """Return the default comparison, with the margin below which a lead is none."""
    return compare(table, human=human, level=levels, coefficient="pearson", margin=MARGIN)


def figure5(table: ScoreTable, human: str, level: str, resamples: int) -> tuple[Pair, ...]:
    """Return the differences that Perm-Both calls significant, corrected as published: their test, on their scores."""
    done = compare(
        table,
        human=human,
        level=level,
        coefficient="pearson",
        interval="none",
        test="permutation",
        test_over="both",
        alternative="greater",
        standardize="cells",
        correction="holm",
        family="per_metric",
        resamples=resamples,
        rng=SEED,
    )
    return tuple((row.metric, row.rival) for row in done.tests if row.verdict == "better")


PERM_BOTH = "significant by Perm-Both, corrected per metric"


def over_all_others(best: Sequence[str], metrics: Sequence[str]) -> tuple[Pair, ...]:
    """Return each of the best over each metric that is not among them."""
    return tuple(itertools.product(best, [name for name in metrics if name not in best]))


def of_deutsch(table: ScoreTable, human: str, resamples: int) -> Iterator[Outcome]:
    """Yield Figure 5 and the sentences of section 6.2 of SummEval and REALSumm."""
    done = asked(table, human, LEVELS)
    for level in LEVELS:
        found = figure5(table, human, level, resamples)
        claims = [Claim(DEUTSCH, "Figure 5", PERM_BOTH, found)]
        if (table.name, level) == ("SummEval", "system"):
            best = ("QAEval", "BERTScore")
            words = "QAEval and BERTScore are better than all others"
            claims.append(Claim(DEUTSCH, "6.2", words, over_all_others(best, done.metrics), "all"))
        elif (table.name, level) == ("SummEval", "input"):
            words = "BERTScore is better than all others"
            claims.append(Claim(DEUTSCH, "6.2", words, over_all_others(["BERTScore"], done.metrics), "all"))
        elif (table.name, level) == ("REALSumm", "system"):
            words = "S3 is better than most others"
            claims.append(Claim(DEUTSCH, "6.2", words, over_all_others(["S3"], done.metrics), "most"))
        for claim in claims:
            yield together(claim, table.name, level, [put(claim, done, level, "pearson")])


def of_summeval(places: Places, resamples: int) -> Iterator[Outcome]:
    """Yield what becomes of claims on SummEval."""
    yield from of_deutsch(benchmarks.summeval(places), "expert_relevance", resamples)


def of_realsumm(places: Places, resamples: int) -> Iterator[Outcome]:
    """Yield what becomes of claims on REALSumm."""
    yield from of_deutsch(benchmarks.realsumm(places), "litepyramid_recall", resamples)


def of_tac(places: Places, resamples: int) -> Iterator[Outcome]:
    """Yield what becomes of the published test on TAC'08, with the pyramid score in place of responsiveness."""
    table = benchmarks.tac2008(places)
    done = asked(table, benchmarks.PYRAMID, LEVELS)
    for level in LEVELS:
        found = figure5(table, benchmarks.PYRAMID, level, resamples)
        claim = Claim(DEUTSCH, "test of Figure 5", f"{PERM_BOTH}; pyramid scores, without ROUGE", found)
        yield together(claim, table.name, level, [put(claim, done, level, "pearson")])


OVERLAP = (
    *("rouge-1", "rouge-2", "rouge-3", "rouge-4", "rouge-l", "Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4"),
    *("METEOR", "chrf", "sms", "EmbeddingAverageCosineSimilarity", "VectorExtremaCosineSimilarity"),
    "GreedyMatchingScore",
)
"""DialSummEval's metrics of n-grams and of static vectors; all others rest on pretrained models."""


def of_dialsummeval(places: Places, resamples: int) -> Iterator[Outcome]:
    """Yield what becomes of claims on DialSummEval, where the reference is no system."""
    del resamples
    table = benchmarks.dialsummeval(places)
    table = table.select(systems=[name for name in table.systems if name != benchmarks.REFERENCE])
    done = {human: asked(table, human, LEVELS) for human in benchmarks.DIMENSIONS}
    metrics = done["consistency"].metrics
    pretrained = [name for name in metrics if name not in OVERLAP]
    better = ("bartscore_s_h", "bartscore_h_r", "questeval", "summaqa_prob", "summaqa_fscore")
    claims = (
        (
            Claim(
                GAO,
                "5.2, Table 3",
                "QuestEval is ahead of all, consistency and relevance",
                over_all_others(["questeval"], metrics),
                "all",
            ),
            ("consistency", "relevance"),
            ("system",),
        ),
        (
            Claim(
                GAO,
                "5.2, Table 3",
                "FEQA is the best, fluency",
                over_all_others(["feqa_score"], metrics),
                "all",
            ),
            ("fluency",),
            ("system",),
        ),
        (
            Claim(
                GAO,
                "5.2",
                "BARTScore, QuestEval and SummaQA are ahead of FactCC and DAE, consistency",
                tuple(itertools.product(better, ("factcc_cls", "dae"))),
                "all",
            ),
            ("consistency",),
            LEVELS,
        ),
    )
    for claim, humans, levels in claims:
        for level in levels:
            parts = [put(claim, done[human], level, "pearson") for human in humans]
            yield together(claim, "DialSummEval", level, parts)
    names = ("pretrained", "n-grams and static vectors")
    words = f"{names[0]} models generally outperform {names[1]}: means over metrics and three scores"
    claim = Claim(GAO, "5.2", words, (names,), "all")
    for level in LEVELS:
        found = mean_lead(table, benchmarks.DIMENSIONS, (pretrained, OVERLAP), names, level, "pearson")
        yield together(claim, "DialSummEval", level, [found])


def of_opinsummeval(places: Places, resamples: int) -> Iterator[Outcome]:
    """Yield what becomes of the abstract's claim on OpinSummEval."""
    del resamples
    table = benchmarks.opinsummeval(places)
    names = ("neural", "lexical")
    words = "neural metrics generally outperform others: means over metrics and four scores"
    claim = Claim(SHEN, "abstract", words, (names,), "all")
    groups = (benchmarks.NEURAL, benchmarks.LEXICAL)
    for level in LEVELS:
        found = mean_lead(table, benchmarks.OPINIONS, groups, names, level, "kendall")
        yield together(claim, table.name, level, [found])


def williams(table: ScoreTable, human: str) -> tuple[Pair, ...]:
    """Return the differences that Williams' test finds, one-sided and not corrected, as the shared tasks do."""
    done = compare(
        table,
        human=human,
        level="system",
        coefficient="pearson",
        interval="none",
        test="williams",
        alternative="greater",
        correction="none",
        alpha=ALPHA,
    )
    return tuple((row.metric, row.rival) for row in done.tests if row.verdict == "better")


WILLIAMS = "significant by Williams' test, not corrected"
BASELINES = (
    *("BLEU", "sacreBLEU-BLEU", "NIST", "TER", "WER", "PER", "CDER", "chrF", "chrF+", "sacreBLEU-chrF"),
)
"""Of WMT'19, those that the task computed itself."""


def of_williams(table: ScoreTable, human: str, claim: Claim) -> tuple[Found, ...]:
    """Return what becomes of the differences that Williams' test finds in a language pair."""
    return put(
        dataclasses.replace(claim, pairs=williams(table, human)),
        asked(table, human, ["system"]),
        "system",
        "pearson",
    )


def of_wmt2019(places: Places, resamples: int) -> Iterator[Outcome]:
    """Yield what becomes of claims on WMT'19."""
    del resamples
    tables = benchmarks.wmt2019(places)
    claim = Claim(DEUTSCH, "5.2", f"{WILLIAMS}, German to English", ())
    german = of_williams(tables["de-en"], "DA", claim)
    yield together(claim, "WMT'19", "system", [german])
    claim = Claim(MA, "Tables 3–5", f"{WILLIAMS}, 18 language pairs", ())
    parts = [german if pair == "de-en" else of_williams(one, "DA", claim) for pair, one in tables.items()]
    yield together(claim, "WMT'19", "system", parts)
    for name in ("YiSi-1", "ESIM"):
        own = {pair: table for pair, table in tables.items() if name in table.scorer_names}
        words = f"{name} is ahead of {len(BASELINES)} baselines, {len(own)} language pairs together"
        pairs = over_all_others([name], (name, *BASELINES))
        claim = Claim(MA, "6.2.1, 7", words, pairs, "all")
        done = pool(
            own,
            human="DA",
            metrics=[name, *BASELINES],
            level="system",
            coefficient="pearson",
            margin=MARGIN,
        )
        yield together(claim, "WMT'19", "system", [put(claim, done, "system", "pearson")])


def of_wmt2020(places: Places, resamples: int) -> Iterator[Outcome]:
    """Yield what becomes of the task's decisions on WMT'20."""
    del resamples
    claim = Claim(MATHUR, "Tables of systems", f"{WILLIAMS}, 19 language pairs", ())
    parts = [of_williams(table, "HUMAN", claim) for _, table in benchmarks.wmt2020(places)]
    yield together(claim, "WMT'20", "system", parts)


BENCHMARKS = (
    Benchmark("SummEval", of_summeval),
    Benchmark("REALSumm", of_realsumm),
    Benchmark("TAC'08", of_tac),
    Benchmark("DialSummEval", of_dialsummeval),
    Benchmark("OpinSummEval", of_opinsummeval),
    Benchmark("WMT'19", of_wmt2019),
    Benchmark("WMT'20", of_wmt2020),
)
