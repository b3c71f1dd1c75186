"""The scores that Deutsch, Dror & Roth (2021) analysed: which columns of which files, under the paper's names."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from realsumm_su4 import rouge_su4

from trueness import Scorer, ScoreTable, load_dataset, load_dataset_texts, read_scores

SEED = 2021
SU4 = "ROUGE-SU4"
STAND_IN = "js-2"
"""Recorded for REALSumm, where ROUGE-SU4 is not."""


@dataclasses.dataclass(frozen=True)
class Source:
    """One of the paper's data sets.

    Attributes
    ----------
    name, folder : str
        What it is called here, and in the authors' repository.
    registered : str
        What `load_dataset` calls it; empty where nothing is downloaded.
    human : str
    metrics : dict of str to str
        The paper's names of metrics and the columns that it used.
    """

    name: str
    folder: str
    registered: str
    human: str
    metrics: Mapping[str, str]


def _columns(rouge: str, bewte: str) -> dict[str, str]:
    return {
        "AutoSummENG": "AutoSummENG",
        "MeMoG": "MeMoG",
        "NPowER": "NPowER",
        "BERTScore": "bertscore_recall",
        "BEwT-E": f"BEwTE_{bewte}",
        "METEOR": "METEOR",
        "MoverScore": "MoverScore",
        "QAEval": "qa-eval_f1",
        "ROUGE-1": f"rouge-1_{rouge}",
        "ROUGE-2": f"rouge-2_{rouge}",
        "ROUGE-L": f"rouge-l_{rouge}",
        "S3": "s3_resp",
    }


SOURCES = (
    Source(
        "SummEval",
        "fabbri2020",
        "summeval-metrics",
        "expert_relevance",
        _columns("f1", "f1") | {SU4: "rouge-su4_f1"},
    ),
    Source(
        "REALSumm",
        "bhandari2020",
        "realsumm-metrics",
        "litepyramid_recall",
        _columns("recall", "recall") | {STAND_IN: STAND_IN},
    ),
)

TAC08 = Source(
    "TAC'08",
    "tac2008",
    "",
    "overall_responsiveness",
    _columns("recall", "recall") | {SU4: "rouge-su4_recall"},
)
"""Its texts are licensed by NIST; responsiveness and all scores lie in the authors' repository, for who has a copy."""


def at_hand(data: Path | None) -> tuple[Source, ...]:
    """Return the data sets whose scores are downloaded or lie in the folder: TAC'08 where it has ``tac2008``."""
    return (*SOURCES, TAC08) if data is not None and _files(data, TAC08) else SOURCES


def _files(data: Path, source: Source) -> list[Path]:
    return sorted((data / source.folder).glob("*.jsonl*"))


def recorded_scores(source: Source, data: Path | None) -> ScoreTable:
    """Return everything that is recorded for a data set.

    Parameters
    ----------
    source : Source
    data : Path, optional
        The folder with ``fabbri2020``, ``bhandari2020`` and, where the user has it, ``tac2008``; downloads the first
        two if it is not given.

    Raises
    ------
    FileNotFoundError
        If the folder does not have the files.
    """
    if data is None:
        return load_dataset(source.registered)
    files = _files(data, source)
    if not files:
        raise FileNotFoundError(f"no *.jsonl or *.jsonl.gz in {data / source.folder}.")
    # of TAC'08 people judged some of the systems that metrics have scored
    return read_scores(*files, join="outer" if source is TAC08 else "alike")


def load(source: Source, data: Path | None) -> ScoreTable:
    """Return the human scores and the recorded metrics under the paper's names, of the systems that people judged.

    Raises
    ------
    FileNotFoundError
        As `recorded_scores`.
    """
    table = recorded_scores(source, data).select(scorers=[source.human, *source.metrics.values()])
    judged = ~np.isnan(table.matrix(source.human)).all(axis=1)
    table = table.select(systems=[name for name, yes in zip(table.systems, judged, strict=True) if yes])
    paper = {column: name for name, column in source.metrics.items()}
    scorers = (dataclasses.replace(one, name=paper.get(one.name, one.name)) for one in table.scorers)
    return dataclasses.replace(table, scorers=tuple(scorers), name=source.name)


def load_all(source: Source, data: Path | None, texts: Path | None) -> ScoreTable:
    """Return the same with all of the paper's 13 metrics: ROUGE-SU4 from texts where it is not recorded.

    Parameters
    ----------
    source : Source
    data : Path, optional
        As in `recorded_scores`.
    texts : Path, optional
        The folder with ``realsumm/abs.pkl`` and ``realsumm/ext.pkl``; downloads if it is not given.

    Raises
    ------
    FileNotFoundError, ValueError
        As `recorded_scores` and `rouge_su4`.
    """
    table = load(source, data)
    if SU4 in table.scorer_names:
        return table
    su4 = rouge_su4(load_dataset_texts("realsumm", mirror=texts), recorded_scores(source, data)).scores
    kept = table.select(scorers=[name for name in table.scorer_names if name != STAND_IN])
    values = np.concatenate([kept.values, su4[None]])
    return dataclasses.replace(kept, scorers=(*kept.scorers, Scorer(SU4, "metric")), values=values)


def in_test_data(*parts: str) -> Path | None:
    """Return a place in the folder that TRUENESS_TEST_DATA names, if it does."""
    folder = os.environ.get("TRUENESS_TEST_DATA")
    return None if folder is None else Path(folder, "data", *parts)
