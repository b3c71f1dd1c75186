"""The scores that claims are made of: seven public benchmarks, each read as its authors scored it.

What is not downloaded is taken from clones of public repositories, by the names that GitHub has for them, in one
folder. A benchmark that is not there is passed over, with the command that fetches it.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
from scores import SOURCES, TAC08, Source, load_all

from trueness import Scorer, ScoreTable, read_scores, read_tables

REPOSITORIES = {
    "stat-analysis-experiments": "CogComp/stat-analysis-experiments",
    "atomicsents_amr": "tristanratz/atomicsents_amr",
    "DialSummEval": "kite99520/DialSummEval",
    "OpinSummEval": "A-Chicharito-S/OpinSummEval",
    "wmt20-metrics": "WMT-Metrics-task/wmt20-metrics",
}
PYRAMID = "modified_pyramid"


class LackingError(Exception):
    """A benchmark is not at hand; says how to get it."""


@dataclasses.dataclass(frozen=True)
class Places:
    """Where scores are.

    Attributes
    ----------
    data : Path, optional
        The folder that TRUENESS_TEST_DATA has under ``data``: ``deutsch2021``, ``realsumm``, ``dialsummeval``,
        ``wmt19``. What is not there is downloaded, or looked for among the clones.
    clones : Path
    """

    data: Path | None
    clones: Path

    def of_data(self, name: str) -> Path | None:
        """Return a folder of the data, where it is there."""
        path = None if self.data is None else self.data / name
        return path if path is not None and path.exists() else None

    def of_clone(self, name: str, *parts: str) -> Path:
        """Return a place in a clone.

        Raises
        ------
        LackingError
            If it is not there.
        """
        path = self.clones.joinpath(name, *parts)
        if not path.exists():
            url = f"https://github.com/{REPOSITORIES[name]}"
            raise LackingError(f"there is no {path}: git clone --depth 1 {url} {self.clones / name}")
        return path


def deutsch(places: Places, source: Source) -> ScoreTable:
    """Return SummEval or REALSumm with the 13 metrics that Deutsch et al. analysed."""
    return load_all(source, places.of_data("deutsch2021"), places.of_data("realsumm"))


def summeval(places: Places) -> ScoreTable:
    """Return 16 systems x 100 inputs, experts' relevance."""
    return deutsch(places, SOURCES[0])


def realsumm(places: Places) -> ScoreTable:
    """Return 24 systems x 100 inputs, recall of content units by people."""
    return deutsch(places, SOURCES[1])


def tac2008(places: Places) -> ScoreTable:
    """Return 58 systems x 48 inputs of TAC'08 with the metrics that Deutsch et al. recorded, and the pyramid score.

    Their file of responsiveness has the scores of ROUGE, too; the pyramid scores are those of another repository, by
    system and twice the number of the topic (one more for its second set of documents, which was not scored).

    Raises
    ------
    LackingError
        If one of the two clones is not there.
    """
    scored = places.of_clone("stat-analysis-experiments", "experiments", "statistical-analysis", "data")
    labels = places.of_clone(
        "atomicsents_amr", "eval_interface", "src", "data", "tac08", "tac08-golden-labels.json"
    )
    pyramid = json.loads(labels.read_text(encoding="utf-8"))
    own = {name: column for name, column in TAC08.metrics.items() if not name.startswith("ROUGE")}
    files = [path for path in sorted((scored / "tac2008").glob("*.jsonl")) if path.stem != "responsiveness"]
    table = read_scores(*files).select(scorers=[*own.values()])
    table = table.select(systems=[name for name in table.systems if name in pyramid])
    names = {column: name for name, column in own.items()}
    judged = [
        [pyramid[system][str(2 * (int(topic[3:5]) - 1))] for topic in table.inputs]
        for system in table.systems
    ]
    return dataclasses.replace(
        table,
        scorers=(
            Scorer(PYRAMID, "human"),
            *(dataclasses.replace(one, name=names[one.name]) for one in table.scorers),
        ),
        values=np.concatenate([np.array(judged)[None], table.values]),
        name=TAC08.name,
    )


REFERENCE = "A"
"""Of DialSummEval's systems the one whose outputs are the references."""

DIMENSIONS = ("consistency", "fluency", "relevance")
"""Of DialSummEval. Coherence is a fourth: its public judgements are not those that were analysed (see `cleaned`)."""


def dialsummeval(places: Places) -> ScoreTable:
    """Return 14 systems x 100 dialogues, the reference being one of the systems, as published.

    Raises
    ------
    LackingError
        If it is not there.
    """
    folder = places.of_data("dialsummeval") or places.of_clone("DialSummEval")
    table = read_scores(folder, keep="all", format="dialsummeval")
    values = table.values.copy()
    for name in DIMENSIONS:
        values[table.scorer_names.index(name)] = np.nanmean(cleaned(table.annotations[name].values), axis=0)
    table = dataclasses.replace(table, values=values, annotations={})
    return table.select(scorers=[name for name in table.scorer_names if name != "coherence"])


def cleaned(ratings: np.ndarray) -> np.ndarray:
    """Return ratings of three people without the one that two others contradict, as Gao & Wan (2022, section 4.2).

    Leaves 3,360 of 4,200 ratings of consistency, 3,050 of fluency and 3,439 of relevance, as printed in their Table 2,
    but 3,198 of coherence, where it has 3,161.

    Parameters
    ----------
    ratings : array (3, systems, inputs)
    """
    kept = ratings.astype(float)
    for one, first, second in ((0, 1, 2), (1, 0, 2), (2, 0, 1)):
        odd = (ratings[first] == ratings[second]) & (ratings[one] != ratings[first])
        kept[one, odd] = np.nan
    return kept


OPINIONS = ("asp_rel", "self_coh", "sent_con", "readblty")
"""What OpinSummEval's two annotators gave: aspect relevance, self-coherence, sentiment consistency, readability."""

LEXICAL = ("R1_F1", "R2_F1", "RL_F1", "Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4", "METEOR", "chrF", "ter_score")
NEURAL = (
    *("bart_score_hypo2ref", "bart_score_ref2hypo", "bart_score_arti2hypo"),
    *(
        "bert_score_precision",
        "bert_score_recall",
        "bert_score_f1",
        "mover_score",
        "bleurt_score",
        "prism_score",
    ),
    *("blanc_score_help", "blanc_score_tune", "supert_score", "summac_score_snt", "summac_score_doc"),
    *("summa_qa_score_avg_prob", "summa_qa_score_avg_fscore", "questeval_score", "qafacteval_score"),
    *("ppl_score_gpt2", "ppl_score_pegasus", "sms_elmo"),
)
"""Of OpinSummEval's metrics those that are surely one or the other. Prompted models, asked once for each human score,
distances that have many settings, and what rests on static vectors are left out."""

FALLING = ("ter_score", "ppl_score_gpt2", "ppl_score_pegasus")


def opinsummeval(places: Places) -> ScoreTable:
    """Return 14 systems x 100 sets of reviews.

    Raises
    ------
    LackingError
        If it is not there.
    """
    path = places.of_clone("OpinSummEval", "metric_evaluation", "scores.jsonl")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    systems = sorted(set(rows[0]) - {"case"})
    metrics = (*LEXICAL, *NEURAL)
    people = [
        [[(row[name]["annot1"][one] + row[name]["annot2"][one]) / 2 for row in rows] for name in systems]
        for one in OPINIONS
    ]
    scores = [[[row[name][one] for row in rows] for name in systems] for one in metrics]
    return ScoreTable(
        values=np.array([*people, *scores]),
        scorers=[
            *(Scorer(one, "human") for one in OPINIONS),
            *(Scorer(one, "metric", higher_is_better=one not in FALLING) for one in metrics),
        ],
        systems=systems,
        inputs=[str(number) for number in range(len(rows))],
        name="OpinSummEval",
    )


WITHOUT_REFERENCE = frozenset(
    {
        "LASIM",
        "LP",
        "UNI",
        "UNI+",
        "USFD",
        "USFD-TL",
        "YiSi-2",
        "YiSi-2_srl",
        "ibm1-morpheme",
        "ibm1-pos4gram",
    }
)
"""Estimators of quality, which the task lists apart; two of them took part in other language pairs than German to
English."""


def wmt2019(places: Places) -> dict[str, ScoreTable]:
    """Return the scores of systems in 18 language pairs, without estimators of quality.

    Raises
    ------
    LackingError
        If it is not there.
    """
    folder = places.of_data("wmt19") or places.of_clone(
        "stat-analysis-experiments", "experiments", "statistical-analysis", "wmt", "data"
    )
    found = {}
    for pair, table in read_tables(folder).items():
        if "DA" in table.scorer_names:
            judged = ~np.isnan(table.matrix("DA")[:, 0])
            found[pair] = table.select(
                scorers=[name for name in table.scorer_names if name not in WITHOUT_REFERENCE],
                systems=[name for name, yes in zip(table.systems, judged, strict=True) if yes],
            )
    return found


def wmt2020(places: Places) -> Iterator[tuple[str, ScoreTable]]:
    """Yield the scores of systems in 19 language pairs, without the systems that the task left out.

    Raises
    ------
    LackingError
        If it is not there.
    """
    task = _task2020()
    for pair, table in task.system_tables(places.of_clone("wmt20-metrics")):
        out = task.OUTLIERS.get(pair, ())
        yield pair, table.select(systems=[name for name in table.systems if name not in out])


def _task2020() -> ModuleType:
    """Return the neighbour that repeats the task's results; its file has the name of the one that runs here."""
    path = Path(__file__).parents[1] / "wmt20" / "reproduce.py"
    spec = importlib.util.spec_from_file_location("wmt20_reproduce", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be read.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
