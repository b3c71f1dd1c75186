"""BERTScore: precision, recall and F of tokens matched by the similarity of their hidden states."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, get_args

import numpy as np

from trueness.errors import ArgumentError, check_integer
from trueness.metrics.bertscore.baseline import read_baseline
from trueness.metrics.bertscore.layers import LAYERS
from trueness.metrics.bertscore.matching import Match, greedy_match, unit_vectors
from trueness.metrics.encoder.encoder import Encoded, Encoder, Long
from trueness.metrics.encoder.encoder_metric import on_one_thread
from trueness.metrics.encoder.pretrained_model import DType
from trueness.metrics.encoder.token_metric import READERS, TokenMetric
from trueness.metrics.metric import Citation, FloatArray
from trueness.metrics.named_options import one_of, whole

Part = Literal["precision", "recall", "f"]
Refs = Literal["max", "best"]

MODEL = "roberta-large"
"""The model of bert_score for English; its layer is 17."""

REFERENCES = "references"
"""The value of `idf` for the references of the texts that are scored."""


class BertScore(TokenMetric):
    """BERTScore of an output against its references: tokens matched greedily by the cosine of their hidden states.

    ``bertscore_precision``
        The mean over the output's tokens of the largest similarity to any token of a reference.
    ``bertscore_recall``
        The mean over a reference's tokens of the largest similarity to any token of the output.
    ``bertscore_f``
        Their harmonic mean.

    Scores are those of bert_score 0.3.13 up to single precision: special tokens weigh nothing, though others may match
    them. They differ where that one is undefined or depends on its batch: an output without words is 0 (before
    rescaling), which crashes bert_score with current tokenizers; a reference without words is passed over, and without
    any other the score is undefined (NaN), where bert_score gives 0.

    Parameters
    ----------
    part : {'precision', 'recall', 'f'}
        What is reported.
    model : str, path or Encoder, default: 'roberta-large'
        The encoder: a folder, or a name on the hub whose files are on this machine.
    layer : int, optional
        Whose hidden states are compared; by default that of bert_score's table (`LAYERS`), for models in it.
    idf : str or path, optional
        Weigh tokens by their rarity: in a file of texts, one on each line, or with 'references' in all references of
        the texts that are scored, as bert_score does. The latter makes a score depend on all these texts: it is counted
        before any is scored, whatever part of them is scored at a time, and known to `trueness.score` and `score_file`
        only.
    refs : {'max', 'best'}
        Of several references: the largest precision, recall and F, each by itself, as bert_score does, or all three of
        the reference with the largest F.
    baseline : str or path, optional
        A file of bert_score's ``rescale_baseline``, whose line for the layer says what is 0; 1 stays 1.
    dtype : {'float32', 'bfloat16', 'float16'}
        In which precision the model computes.
    long : {'cut', 'windows'}
        What happens to texts beyond the model's limit (see `Encoder`).

    Raises
    ------
    ArgumentError
        If an argument is none of its options, or no layer is named for a model that is not in the table.
    FormatError
        If the file of baselines is none, or has not that layer.

    References
    ----------
    Zhang, Kishore, Wu, Weinberger and Artzi 2020.
    """

    family: ClassVar = "bertscore"
    parts: ClassVar = get_args(Part)
    refs_ways: ClassVar = get_args(Refs)
    scored_texts: ClassVar = REFERENCES
    counts_outputs: ClassVar = False
    readers: ClassVar = {**READERS, "layer": whole(), "refs": one_of(*get_args(Refs)), "baseline": str}
    defaults_of: ClassVar = {
        "model": MODEL,
        "layer": None,
        "idf": None,
        "refs": "max",
        "baseline": None,
        "dtype": "float32",
        "long": "cut",
    }
    scheme: str = "bertscore_<precision|recall|f>"
    options: str = (
        "after a colon, with commas between:\n"
        "model=NAME or FOLDER: the encoder (roberta-large unless given); its files have to be on this machine\n"
        "layer=K: whose hidden states are compared (that of bert_score's table unless given)\n"
        "idf=references or FILE: weighs tokens by their rarity in all references that are scored with, or in a file's "
        "lines\n"
        "refs=max or best: the largest precision, recall and F, or those of the reference with the largest F\n"
        "baseline=FILE: rescales by a file of bert_score's rescale_baseline\n"
        "dtype=bfloat16 or float16: a lower precision of the model\n"
        "long=windows: texts beyond the model's limit are read in windows, not cut"
    )
    joins: str = "max"
    citation: Citation = Citation(
        "zhang-etal-2020-bertscore",
        "Zhang, Kishore, Wu, Weinberger and Artzi (2020): BERTScore: Evaluating Text Generation with BERT. ICLR.",
        """@inproceedings{zhang-etal-2020-bertscore,
  title = {{BERTScore}: Evaluating Text Generation with {BERT}},
  author = {Zhang, Tianyi and Kishore, Varsha and Wu, Felix and Weinberger, Kilian Q. and Artzi, Yoav},
  booktitle = {International Conference on Learning Representations},
  year = {2020}
}""",
    )

    def __init__(
        self,
        part: Part = "f",
        *,
        model: str | Path | Encoder = MODEL,
        layer: int | None = None,
        idf: str | Path | None = None,
        refs: Refs = "max",
        baseline: str | Path | None = None,
        dtype: DType = "float32",
        long: Long = "cut",
    ) -> None:
        own = {"layer": layer, "baseline": None if baseline is None else str(baseline)}
        super().__init__(part, model, refs, idf, dtype, long, **own)
        self.part = part
        self.layer = _layer(self.encoder.name) if layer is None else check_integer("layer", layer, minimum=0)
        self.baseline = None if baseline is None else read_baseline(baseline, self.layer)
        bounded = self.baseline is None and part != "f"
        self.lower = -1.0 if bounded else -math.inf  # F of similarities of both signs has no bound
        self.upper = 1.0
        self.empty_output = float(self._rescaled(np.zeros((1, 3)))[0, self._column])

    @property
    def _column(self) -> int:
        return get_args(Part).index(self.part)

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs with several BERTScores, matching once for those that differ in what they report only."""
        del sources
        found = np.empty((len(outputs), len(metrics)))
        alike: dict[tuple[Any, ...], list[int]] = {}
        for k, metric in enumerate(metrics):
            alike.setdefault((id(metric.encoder), metric.layer, metric.idf, metric.weighing()), []).append(k)
        for columns in alike.values():
            first = metrics[columns[0]]
            matched = first.matched(outputs, references) if len(outputs) else []
            for k in columns:
                metric = metrics[k]
                for row, several in enumerate(matched):
                    found[row, k] = metric.value(several)
        return found

    def value(self, several: Sequence[Match]) -> float:
        """Return the score of an output from its matches with references that have words."""
        if not several:
            return math.nan
        values = self._rescaled(np.array(several))
        if self.refs == "best":
            order = values[:, 2]
            chosen = values[0] if np.isnan(order).all() else values[int(np.nanargmax(order))]
            return float(chosen[self._column])
        column = values[:, self._column]
        return math.nan if np.isnan(column).all() else float(np.nanmax(column))

    def _rescaled(self, values: FloatArray) -> FloatArray:
        return values if self.baseline is None else (values - self.baseline) / (1.0 - self.baseline)

    def matched(self, outputs: Sequence[str], references: Sequence[Sequence[str]]) -> list[list[Match]]:
        """Return for each output its matches with the references that have words, each distinct one once."""
        texts = list(dict.fromkeys([*outputs, *(text for some in references for text in some)]))
        encoded = dict(zip(texts, self.encoder.encode(texts, [self.layer]), strict=True))
        weigh = self._weights
        ready = {
            text: (unit_vectors(one.layers[self.layer]), weigh(one))
            for text, one in encoded.items()
            if not one.empty
        }

        def matches(row: int) -> list[Match]:
            given = [ready[text] for text in dict.fromkeys(references[row]) if text in ready]
            if outputs[row] not in ready:
                return [Match(0.0, 0.0, 0.0) for _ in given]
            return [greedy_match(*ready[outputs[row]], *reference) for reference in given]

        with on_one_thread():
            return [matches(row) for row in range(len(outputs))]

    def _weights(self, one: Encoded) -> FloatArray:
        if self.idf is None:
            return (~one.special).astype(np.float64)
        return self.weights(one.ids, output=False)

    def wanted_layers(self) -> tuple[int, ...]:
        """Return the one layer (see `EncoderMetric.wanted_layers`)."""
        return (self.layer,)

    def description(self) -> str:
        """Return what is reported, and of which hidden states (see `Metric.description`)."""
        said = {"precision": "precision", "recall": "recall", "f": "F"}[self.part]
        weighed = "" if self.idf is None else ", tokens weighed by their rarity"
        return (
            f"BERTScore {said}: tokens matched by the cosine of their hidden states in layer {self.layer} of "
            f"{self.encoder.name}{weighed}."
        )

    def signature(self) -> str:
        """Return model, layer, weights and software."""
        baseline = "none" if self.baseline is None else ",".join(f"{value:g}" for value in self.baseline)
        how = f"layer:{self.layer}|idf:{self.weighing()}|refs:{self.refs}|baseline:{baseline}"
        return f"{self.encoder.signature()}|{how}"


def _layer(model: str) -> int:
    """Return the layer of bert_score's table for a model, which may be a folder of its name."""
    found = LAYERS.get(model, LAYERS.get(Path(model).name))
    if found is None:
        raise ArgumentError(
            f"say which layer of the model '{model}' is compared (layer=K). The table of bert_score has "
            "layers for models such as roberta-large."
        )
    return found
