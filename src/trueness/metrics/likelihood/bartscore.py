"""BARTScore."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any, ClassVar, Self

import numpy as np

from trueness.errors import check_choice
from trueness.metrics.encoder.encoder_metric import PretrainedMetric
from trueness.metrics.encoder.pretrained import on_device
from trueness.metrics.encoder.pretrained_model import PretrainedModel
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.named_options import one_of

DEFAULT_MODEL = "facebook/bart-large-cnn"
PARTS = ("source", "precision", "recall", "f")
REFS = ("mean", "best")
LONGEST = 1024
"""Tokens of a text that are read, as by the authors' program."""

_DESCRIPTIONS = {
    "source": "BARTScore: the mean log-likelihood of the output's tokens given the source.",
    "precision": "BARTScore: the mean log-likelihood of the output's tokens given a reference.",
    "recall": "BARTScore: the mean log-likelihood of a reference's tokens given the output.",
    "f": "BARTScore: the mean of its precision and recall.",
}


class BartScore(PretrainedMetric):
    """BARTScore: how likely a sequence-to-sequence model makes one text, given another.

    (1/m) Σ log p(y_t | y_<t, x) over the m tokens of y, special ones included; never above 0.

    - ``bartscore_source``: of the output given the source.
    - ``bartscore_precision``: of the output given a reference.
    - ``bartscore_recall``: of a reference given the output.
    - ``bartscore_f``: the mean of the last two.

    Of several references the mean counts, or the best with ``refs=best``. Undefined where either text has no words.

    Parameters
    ----------
    part : {'source', 'precision', 'recall', 'f'}
    model : str, PretrainedModel or model
        A sequence-to-sequence model of transformers. The authors' are facebook/bart-large-cnn and one that they trained
        further on paraphrases.
    refs : {'mean', 'best'}

    Raises
    ------
    ArgumentError
        If a value is none of these.

    References
    ----------
    Yuan, Neubig and Liu 2021, equation 2 with equal weights; `bart_score.py` of their repository.
    """

    family: ClassVar = "bartscore"
    parts: ClassVar = PARTS
    readers: ClassVar = {"model": str, "refs": one_of(*REFS)}
    defaults_of: ClassVar = {"model": DEFAULT_MODEL, "refs": REFS[0]}
    scheme: str = "bartscore_<part>"
    options: str = (
        "bartscore_source, bartscore_precision, bartscore_recall or bartscore_f\n"
        f":model=<path or name>: a sequence-to-sequence model; without it {DEFAULT_MODEL}\n"
        ":refs=best: of several references the best, in place of the mean"
    )
    note: str = "Parts are source, precision, recall and f; needs the extra 'neural' and a model."
    lower: float = -math.inf
    upper: float = 0.0
    empty_output: float = math.nan
    joins: str = "mean"
    citation: Citation = Citation(
        "yuan-etal-2021-bartscore",
        "Yuan, Neubig and Liu (2021): BARTScore: Evaluating Generated Text as Text Generation. NeurIPS, 27263–27277.",
        """@inproceedings{yuan-etal-2021-bartscore,
  title = {{BARTScore}: Evaluating Generated Text as Text Generation},
  author = {Yuan, Weizhe and Neubig, Graham and Liu, Pengfei},
  booktitle = {Advances in Neural Information Processing Systems},
  volume = {34},
  pages = {27263--27277},
  year = {2021}
}""",
    )

    def __init__(self, part: str = "source", model: Any = DEFAULT_MODEL, refs: str = "mean") -> None:
        self.part = part
        self.refs = check_choice("refs", refs, REFS)
        self.model = PretrainedModel.of(model)
        self.needs = self.needs_of(f"{self.family}_{part}")
        self.joins = "" if part == "source" else self.refs
        self.name = self.name_of(part, {"model": self.model.name, "refs": refs})

    @classmethod
    def needs_of(cls, name: str) -> frozenset[Need]:
        """Return the source, or references (see `Metric.needs_of`)."""
        return frozenset({"source"} if name == f"{cls.family}_source" else {"references"})

    def description(self) -> str:
        """Return what is likely given what (see `Metric.description`)."""
        return _DESCRIPTIONS[self.part]

    def signature(self) -> str:
        """Return the model, and which reference counts."""
        return self.model.signature() + ("" if self.part == "source" else f"|refs:{self.refs}")

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs, shape (n, k); each text is read alone, so that no score depends on others."""
        rows = list(zip(outputs, references, sources, strict=True))
        return np.array([[metric.score_of(*row) for metric in metrics] for row in rows]).reshape(
            len(rows), len(metrics)
        )

    def score_of(self, output: str, references: Sequence[str], source: str | None) -> float:
        """Return the score of one output."""
        if self.part == "source":
            return self.likelihoods([(source or "", output)])[0]
        there = [(reference, output) for reference in references] if self.part != "recall" else []
        back = [(output, reference) for reference in references] if self.part != "precision" else []
        found = np.array([self.likelihoods(pairs) for pairs in (there, back) if pairs]).mean(axis=0)
        return float(found.max() if self.refs == "best" else found.mean())

    def likelihoods(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Return the mean log-likelihood of the tokens of the second text of each pair, given the first.

        Raises
        ------
        DataError
            If the model turns no texts into texts, or cannot be read.
        """
        model, torch, tokenizer = self._seq2seq, self.model.torch, self.model.tokenizer
        longest = min(LONGEST, self.model.limit)

        def one(pair: tuple[str, str]) -> float:
            if not all(text.split() for text in pair):
                return math.nan
            given, wanted = (
                torch.tensor(
                    [tokenizer(text, max_length=longest, truncation=True)["input_ids"]], device=model.device
                )
                for text in pair
            )
            with torch.inference_mode():
                logits = model(input_ids=given, labels=wanted).logits[0].float()
                chances = torch.log_softmax(logits, dim=-1)
                return float(chances.gather(1, wanted[0, :, None]).mean())

        values = self.model.each_once(one, pairs)
        return [values[pair] for pair in pairs]

    @functools.cached_property
    def _seq2seq(self) -> Any:
        kind = self.model.transformers.AutoModelForSeq2SeqLM
        given = self.model.given
        read = self.model.read_model(kind, "a model that turns texts into texts") if given is None else given
        return on_device(read, self.model.device)
