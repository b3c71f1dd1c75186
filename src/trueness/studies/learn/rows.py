"""Rows and result of learning metrics."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from trueness.columns.explained import explained
from trueness.columns.learning import HELD_OUT, LABELLED_INPUTS, LEARNED
from trueness.columns.meaning import Meaning
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.metrics.learned.card import Card, write_learned
from trueness.metrics.learned.predictors import Predictor
from trueness.result import Pvalue, Threshold
from trueness.study.rows import Verdict
from trueness.study.study import StudyResult

Kind = Literal["learned", "chosen", "single"]


@explained(
    over=HELD_OUT,
    kind=Meaning(
        "``learned`` from the other part; ``chosen``, the single metric that was best in the other part; ``single``, "
        "one metric everywhere."
    ),
    estimate=Meaning("The mean over splits."),
)
@dataclasses.dataclass(frozen=True)
class HeldOutRow:
    """How a scorer agrees with people on outputs that nothing was learned from."""

    human: str
    over: str
    scorer: str
    kind: Kind
    estimate: float
    low: float
    high: float
    n_splits: int


@explained(
    over=HELD_OUT,
    metric=LEARNED,
    rival=Meaning("A single metric, or the one chosen in the other part.", "Against"),
    estimate=Meaning("The mean over splits of the difference of both correlations.", "Difference"),
)
@dataclasses.dataclass(frozen=True)
class LearnedTest:
    """Whether a learned metric agrees better than another scorer."""

    human: str
    over: str
    metric: str
    rival: str
    estimate: float
    low: float
    high: float
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    verdict: Verdict


@explained(
    metric=LEARNED,
    estimate=Meaning("Correlation on held-out outputs minus that with the feature permuted.", "Lost"),
)
@dataclasses.dataclass(frozen=True)
class ImportanceRow:
    """What is lost where a feature is permuted."""

    human: str
    metric: str
    feature: str
    estimate: float
    low: float
    high: float


@explained(
    metric=LEARNED,
    estimate=Meaning(
        "Correlation with all features minus that without the family; NaN where there is no other.",
        "Lost without",
    ),
)
@dataclasses.dataclass(frozen=True)
class FamilyRow:
    """What is lost without a family of features, and what it reaches alone."""

    human: str
    metric: str
    family: str
    n_features: int
    estimate: float
    low: float
    high: float
    alone: float


@explained(
    n_inputs=LABELLED_INPUTS,
)
@dataclasses.dataclass(frozen=True)
class LabelsRow:
    """What is reached with so many labelled inputs."""

    human: str
    scorer: str
    n_inputs: int
    estimate: float
    low: float
    high: float


@explained(
    metric=LEARNED,
    bin=Meaning("Outputs with like predictions."),
    mean_human=Meaning("Mean human score of the bin.", "People"),
)
@dataclasses.dataclass(frozen=True)
class CalibrationRow:
    """What people say where a learned metric says so."""

    human: str
    metric: str
    bin: int
    mean_metric: Threshold
    mean_human: Threshold
    low: Threshold
    high: Threshold
    n_outputs: int


@explained(
    n_inputs=LABELLED_INPUTS,
    low=Meaning("Between which limits it lies for nine in ten draws of the labelled inputs.", "Limits"),
    n_undefined=Meaning("Draws for which it is undefined; the others are what is given."),
)
@dataclasses.dataclass(frozen=True)
class WorthRow:
    """What a label is worth beside a metric, where few inputs are labelled and all have the metric's score."""

    human: str
    scorer: str
    n_inputs: int
    n_labelled: int
    worth: Threshold
    low: Threshold
    high: Threshold
    n_undefined: int
    reason: str


@dataclasses.dataclass(frozen=True)
class LearnResult(StudyResult):
    """What was learned, and how well it does on what it never saw.

    Attributes
    ----------
    predictors : mapping of str to (Card, Predictor)
        By human scorer, learned by the first learner from all outputs.
    """

    table: ScoreTable
    texts: Texts | None
    scores: tuple[HeldOutRow, ...]
    tests: tuple[LearnedTest, ...]
    importance: tuple[ImportanceRow, ...]
    families: tuple[FamilyRow, ...]
    labels: tuple[LabelsRow, ...]
    calibration: tuple[CalibrationRow, ...]
    worth: tuple[WorthRow, ...]
    predictors: Mapping[str, tuple[Card, Predictor]]

    def save(self, folder: str | Path) -> tuple[Path, ...]:
        """Write the learned metrics, each with its card, and return their folders.

        With one human scorer the folder is the metric, ``learned:FOLDER``; with several it has a folder for each.

        Raises
        ------
        MissingExtraError
            If safetensors is not installed.
        """
        alone = len(self.predictors) == 1
        return tuple(
            write_learned(Path(folder) if alone else Path(folder) / _folder_name(human), card, predictor)
            for human, (card, predictor) in self.predictors.items()
        )

    def compared(self) -> dict[str, Any]:
        """Return what stands at the head of `to_dict`."""
        return {"cards": {human: dataclasses.asdict(card) for human, (card, _) in self.predictors.items()}}


def _folder_name(human: str) -> str:
    return (
        "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in human).strip(".") or "_"
    )
