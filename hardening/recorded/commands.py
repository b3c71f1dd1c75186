"""The commands that are recorded: every study, with several options, on the benchmarks there are and on small files.

A path that begins with ``SHARED`` lies in the folder that ``TRUENESS_TEST_DATA`` names; other files are made by
`PREPARED`, once, before anything is recorded. Numbers of resamples are small: what is compared is whether two versions
draw and compute the same, not how near to the truth.
"""

from __future__ import annotations

import dataclasses
import shlex


@dataclasses.dataclass(frozen=True)
class Recording:
    """A command whose tables are recorded.

    Attributes
    ----------
    name : str
        Unique; the name of its file.
    arguments : tuple of str
        What follows ``trueness``, without the options that ask for all tables as JSON.
    """

    name: str
    arguments: tuple[str, ...]


_FABBRI = "SHARED/data/deutsch2021/fabbri2020"

PREPARED = {
    "pocket.csv": "score pocket --metrics 'rouge{1,2,L}_f,bleu,chrf,length' --out pocket.csv",
    "pocket.jsonl": "convert pocket.csv -o pocket.jsonl",
    "summeval.csv": (
        f"convert {_FABBRI}/relevance.jsonl.gz {_FABBRI}/rouge.jsonl.gz {_FABBRI}/qaeval.jsonl.gz "
        f"{_FABBRI}/bertscore.jsonl.gz -o summeval.csv"
    ),
}
"""Files made before the first recording, in this order, each by a command."""

_POCKET = "pocket.csv --human coverage --seed 1"
_SUMMEVAL = "summeval.csv --human expert_relevance --seed 1"
_REALSUMM = "SHARED/data/realsumm/abs.pkl SHARED/data/realsumm/ext.pkl --human litepyramid_recall --seed 1"
_DIALSUMM = "SHARED/data/dialsummeval --seed 1"
_WMT19 = "SHARED/data/wmt19 --seed 1"
_FEW = "--resamples 199"

_COMMANDS: dict[str, str] = {
    "correlate": f"compare --no-tests {_POCKET}",
    "correlate-percentile": f"compare --no-tests {_POCKET} --interval percentile {_FEW} --coefficient pearson,kendall",
    "correlate-inputs": f"compare --no-tests {_POCKET} --applies-to inputs --level system,input,global,per_system",
    "correlate-summeval": f"compare --no-tests {_SUMMEVAL} --metrics '*_f*,qa*'",
    "compare": f"compare {_POCKET}",
    "compare-permutation": f"compare {_POCKET} --test permutation --interval percentile {_FEW} --correction holm",
    "compare-williams": f"compare {_POCKET} --test williams --interval fisher --level system",
    "compare-systems": f"compare {_POCKET} --applies-to systems --level system,input",
    "compare-inputs": f"compare {_POCKET} --applies-to inputs --aggregate mean --test permutation {_FEW}",
    "compare-these": f"compare {_POCKET} --applies-to these",
    "compare-dimensions": "compare pocket.csv --human coverage,redundancy --seed 1",
    "compare-against": f"compare {_POCKET} --baseline rouge1_f --margin .1",
    "compare-published": f"compare {_POCKET} --as deutsch2021 {_FEW}",
    "compare-summeval": f"compare {_SUMMEVAL} --metrics '*_f*,qa*' --level system",
    "compare-realsumm": f"compare {_REALSUMM} --level system,input",
    "compare-dialsummeval": (
        f"compare {_DIALSUMM} --human consistency,relevance --metrics 'rouge*,bert*' --level system"
    ),
    "compare-wmt19": f"compare {_WMT19} --part de-en",
    "equivalence": f"compare --equivalence {_POCKET} --margin .1",
    "equivalence-bootstrap": f"compare --equivalence {_POCKET} --margin .1 --method bootstrap {_FEW}",
    "conditions": f"compare --conditions pocket.csv --against other=pocket.jsonl --human coverage --seed 1 {_FEW}",
    "disagreements": "disagreements pocket.csv --human coverage",
    "disagreements-realsumm": f"disagreements {_REALSUMM.replace(' --seed 1', '')} --metrics 'rouge_?_recall'",
    "references": (
        f"compare --references pocket --texts pocket --metrics rouge1_f,bleu --human coverage --seed 1 {_FEW}"
    ),
    "pool": f"compare --pool {_WMT19}",
    "pool-permutation": (
        f"compare --pool {_WMT19} --interval percentile --test permutation {_FEW} --metrics 'BEER,chrF*,YiSi*'"
    ),
    "multiverse": f"multiverse {_POCKET} --splits 2",
    "worth": f"compare --worth {_POCKET}",
    "worth-realsumm": f"compare --worth {_REALSUMM} --metrics 'rouge_?_recall'",
    "ranges": f"compare --ranges {_POCKET} {_FEW} --permutations 99",
    "variants": f"compare --variants {_POCKET} --varied 'rouge*' --splits 99 {_FEW}",
    "learn": f"learn {_POCKET} --learner ridge,isotonic --folds 3 --repeats 2",
    "annotators": f"judge --annotators {_DIALSUMM} --human consistency --metrics 'rouge*'",
    "annotators-percentile": (
        f"judge --annotators {_DIALSUMM} --human relevance --interval percentile {_FEW} --metrics 'rouge-1'"
    ),
    "judge": f"judge {_POCKET} --judge bleu,chrf",
    "judge-dialsummeval": f"judge {_DIALSUMM} --human consistency --judge 'rouge-1,bert*'",
    "panel": "judge --panel pocket.csv --human coverage --judge bleu,chrf,rouge1_f",
    "drift": "judge --drift pocket.csv pocket.jsonl --human coverage --judge bleu,chrf",
    "sequential": "judge --sequential SHARED/cases/judge_users/coin/coin.csv --seed 1",
    "partial": "compare --partial pocket.csv --human coverage --metrics bleu,chrf,length",
    "systems": "systems pocket.csv --scorer 'coverage,bleu' --seed 1",
    "systems-permutation": f"systems pocket.csv --scorer 'coverage,bleu' --seed 1 --test permutation {_FEW}",
    "systems-summeval": "systems SHARED/data/summeval/data.pkl --scorer relevance --seed 1",
    "plan": f"plan {_POCKET} --metrics bleu,chrf --runs 20",
    "plan-width": f"plan {_POCKET} --metrics bleu --width .6 --runs 20",
    "coin": "judge SHARED/cases/judge_users/coin/coin.csv --seed 1",
    "digits": "judge SHARED/cases/judge_users/words_vs_digits/digits.csv --seed 1",
    "words": "judge SHARED/cases/judge_users/words_vs_digits/words.csv --labels 'bad<poor<fair<good<great' --seed 1",
    "preferences": "judge --preferences SHARED/cases/judge_users/mt_pairs.csv --judge 'g*,llama-31,mistral*' --seed 1",
    "five-documents": "systems SHARED/cases/shared_task/five_documents.csv --scorer human --clusters document --seed 1",
    "systems36": "systems SHARED/cases/shared_task/systems36.csv --scorer human --seed 1",
    "reference-authors": (
        "compare SHARED/cases/shared_task/reference_authors.jsonl --human quality --metrics rouge1_f,bleu "
        "--level system --coefficient pearson --seed 1"
    ),
    "sixty-labels": "judge SHARED/cases/public_reports/03-sixty-labels-all-right.csv --human human --seed 1",
    "annotator-facets": (
        f"compare {_DIALSUMM} --human relevance --metrics 'rouge*,bert*' --by annotator --level system,input "
        "--contrast rouge-1,bertscore_f1"
    ),
    "groups": "compare SHARED/cases/shared_task/one_document_lp.csv --human human --by language --seed 1",
    "certify": (
        "plan --certify --grid quick --coefficient pearson --level system --tests williams,permute_systems "
        "--intervals fisher --runs 8 --resamples 39 --seed 3"
    ),
}

RECORDINGS = tuple(Recording(name, tuple(shlex.split(command))) for name, command in _COMMANDS.items())
