"""MoverScore: the cost of moving the hidden states of an output onto those of a reference, turned into a score."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal, Self, get_args

import numpy as np

from trueness.errors import ArgumentError, check_integer
from trueness.metrics.encoder.encoder import Encoded, Encoder, Long
from trueness.metrics.encoder.encoder_metric import on_one_thread
from trueness.metrics.encoder.pretrained_model import DType
from trueness.metrics.encoder.token_metric import READERS, TokenMetric
from trueness.metrics.metric import Citation, FloatArray
from trueness.metrics.moverscore.movers import (
    LAYERS_OF_V1,
    Movable,
    counted_tokens,
    distances,
    joined_layers,
    movable,
)
from trueness.metrics.named_options import one_of, whole
from trueness.metrics.transport import transport_costs

Version = Literal["v1", "v2", "v2_pypi"]
Refs = Literal["mean", "best"]

MODEL = "distilbert-base-uncased"
"""The model of version 2; that of version 1 is no model of the hub and has to be named."""

TEXTS = "texts"
"""The value of `idf` for the texts that are scored: outputs for outputs, references for references."""


class MoverScore(TokenMetric):
    """MoverScore of an output against its references: how little its words' hidden states have to be moved.

    ``moverscore_v1``
        1 - EMD over squared distances; a word is the minimum, mean and maximum of its unit vectors in the last five
        layers. The repository and the package on PyPI have the same.
    ``moverscore_v2``
        1 / (1 + EMD) over distances of unit vectors in the last layer: as in the repository.
    ``moverscore_v2_pypi``
        The same EMD as 1 - EMD: as in moverscore 1.0.3 on PyPI.

    EMD is the earth mover's distance, exact. Punctuation and all pieces of a word but the first are left out; the
    special tokens at the ends of a text are moved like words, as in the original. That program ignores its argument
    ``n_gram`` in version 2: what it gives for any is ``moverscore_v2``; with ``n=2`` its pairs of words are built here
    as in version 1. A text without words is undefined (NaN), where the original moves its special tokens; a reference
    without words is passed over.

    Parameters
    ----------
    version : {'v1', 'v2', 'v2_pypi'}
        Which formula.
    model : str, path or Encoder, default: 'distilbert-base-uncased'
        The encoder: a folder, or a name on the hub whose files are on this machine. Version 1 has no default: its
        authors' is BERT, fine-tuned on MNLI, from their own site.
    n : int, default: 1
        Words of an n-gram.
    idf : str or path, optional
        Weigh words by their rarity: in a file of texts, one on each line, or with 'texts' in all outputs (for outputs)
        and all references (for references) of the texts that are scored. As for `BertScore`, the latter is counted
        before any is scored.
    refs : {'mean', 'best'}
        Of several references: the mean score, as in the examples of the repository, or the largest.
    dtype : {'float32', 'bfloat16', 'float16'}
        In which precision the model computes.
    long : {'cut', 'windows'}
        What happens to texts beyond the model's limit (see `Encoder`).

    Raises
    ------
    ArgumentError
        If an argument is none of its options, or version 1 has no model.

    References
    ----------
    Zhao, Peyrard, Liu, Gao, Meyer and Eger 2019.
    """

    family: ClassVar = "moverscore"
    parts: ClassVar = get_args(Version)
    refs_ways: ClassVar = get_args(Refs)
    scored_texts: ClassVar = TEXTS
    counts_outputs: ClassVar = True
    readers: ClassVar = {**READERS, "n": whole(1), "refs": one_of(*get_args(Refs))}
    defaults_of: ClassVar = {
        "model": MODEL,
        "n": 1,
        "idf": None,
        "refs": "mean",
        "dtype": "float32",
        "long": "cut",
    }
    scheme: str = "moverscore_<v1|v2|v2_pypi>"
    options: str = (
        "after a colon, with commas between:\n"
        "model=NAME or FOLDER: the encoder (for v2 distilbert-base-uncased unless given); its files have to be on this "
        "machine\n"
        "n=N: words of an n-gram (1 unless given)\n"
        "idf=texts or FILE: weighs words by their rarity in all outputs and all references, or in a file's lines\n"
        "refs=mean or best: of several references\n"
        "dtype=bfloat16 or float16: a lower precision of the model\n"
        "long=windows: texts beyond the model's limit are read in windows, not cut"
    )
    empty_output: float = math.nan
    joins: str = "mean"
    citation: Citation = Citation(
        "zhao-etal-2019-moverscore",
        "Zhao, Peyrard, Liu, Gao, Meyer and Eger (2019): MoverScore: Text Generation Evaluating with Contextualized "
        "Embeddings and Earth Mover Distance. EMNLP-IJCNLP, 563–578.",
        """@inproceedings{zhao-etal-2019-moverscore,
  title = {{MoverScore}: Text Generation Evaluating with Contextualized Embeddings and Earth Mover Distance},
  author = {Zhao, Wei and Peyrard, Maxime and Liu, Fei and Gao, Yang and Meyer, Christian M. and Eger, Steffen},
  booktitle = {Proceedings of EMNLP-IJCNLP},
  year = {2019},
  pages = {563--578},
  doi = {10.18653/v1/D19-1053}
}""",
    )

    def __init__(
        self,
        version: Version = "v2",
        *,
        model: str | Path | Encoder | None = None,
        n: int = 1,
        idf: str | Path | None = None,
        refs: Refs = "mean",
        dtype: DType = "float32",
        long: Long = "cut",
    ) -> None:
        self.n = check_integer("n", n, minimum=1)
        if model is None and version == "v1":
            raise ArgumentError(
                "version 1 lacks a model on the hub (its authors' is BERT, fine-tuned on MNLI): name "
                "one with model=."
            )
        super().__init__(version, MODEL if model is None else model, refs, idf, dtype, long, n=n)
        self.version = version
        # unit vectors are 2 apart at most
        self.lower = {"v1": -3.0, "v2": 1.0 / 3.0, "v2_pypi": -1.0}[version]
        self.upper = 1.0

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs with several MoverScores; those of one EMD compute it once (see `Metric.score_together`)."""
        del sources
        found = np.empty((len(outputs), len(metrics)))
        costs: dict[tuple[Any, ...], list[FloatArray]] = {}
        for k, metric in enumerate(metrics):
            key = metric.cost_key()
            if key not in costs:
                with on_one_thread():
                    costs[key] = metric.costs(outputs, references) if len(outputs) else []
            for row, several in enumerate(costs[key]):
                found[row, k] = metric.value(several)
        return found

    def cost_key(self) -> tuple[Any, ...]:
        """Return what costs depend on besides the texts."""
        return id(self.encoder), self.version == "v1", self.n, self.idf, self.weighing()

    def value(self, costs: FloatArray) -> float:
        """Return the score of an output from its costs of transport to references that have words, shape (r,)."""
        if not len(costs):
            return math.nan
        scores = 1.0 / (1.0 + costs) if self.version == "v2" else 1.0 - costs
        if self.refs == "best":
            return math.nan if np.isnan(scores).all() else float(np.nanmax(scores))
        return float(scores.mean())

    def costs(self, outputs: Sequence[str], references: Sequence[Sequence[str]]) -> list[FloatArray]:
        """Return for each output what it costs to move each reference that has words onto it."""
        layers = self.wanted_layers()
        texts = list(dict.fromkeys([*outputs, *(text for some in references for text in some)]))
        encoded = dict(zip(texts, self.encoder.encode(texts, layers), strict=True))
        of_outputs = {text: self._movable(encoded[text], output=True) for text in dict.fromkeys(outputs)}
        of_references: dict[str, Movable | None] = {}
        found = []
        for output, some in zip(outputs, references, strict=True):
            given = []
            for text in some:
                if text not in of_references:
                    of_references[text] = self._movable(encoded[text], output=False)
                if (one := of_references[text]) is not None:
                    given.append(one)
            moved = of_outputs[output]
            found.append(np.empty(0) if moved is None or not given else self._costs(given, moved))
        return found

    def _costs(self, references: Sequence[Movable], output: Movable) -> FloatArray:
        squared = self.version == "v1"
        known = [one for one in references if one.weights.any()] if output.weights.any() else []
        computed = iter(
            transport_costs(
                (one.weights, output.weights, distances(one.vectors, output.vectors, squared=squared))
                for one in known
            )
        )
        return np.array([next(computed) if known and one.weights.any() else math.nan for one in references])

    def _movable(self, one: Encoded, *, output: bool) -> Movable | None:
        """Return what is moved of an output or a reference, None for a text without words."""
        if one.empty:
            return None
        kept = counted_tokens(self.encoder.tokenizer.convert_ids_to_tokens(one.ids.tolist()))
        if not len(kept):
            return None
        layers = [one.layers[layer][kept] for layer in self.wanted_layers()]
        vectors = joined_layers(layers) if self.version == "v1" else layers[0].astype(np.float64)
        ids = one.ids[kept]
        weights = np.ones(len(ids)) if self.idf is None else self.weights(ids, output=output)
        return movable(vectors, np.maximum(weights, 0.0), self.n)

    def wanted_layers(self) -> tuple[int, ...]:
        """Return the last layer, or the last five (see `EncoderMetric.wanted_layers`)."""
        depth = self.encoder.depth
        return tuple(range(max(1, depth - LAYERS_OF_V1 + 1), depth + 1)) if self.version == "v1" else (depth,)

    def description(self) -> str:
        """Return which formula of what (see `Metric.description`)."""
        formula = "1 / (1 + EMD)" if self.version == "v2" else "1 - EMD"
        layers = "last five layers" if self.version == "v1" else "last layer"
        what = "words" if self.n == 1 else f"{self.n}-grams"
        return (
            f"MoverScore {self.version[:2]}: {formula}, the earth mover's distance of {what} by their hidden states in "
            f"the {layers} of {self.encoder.name}."
        )

    def signature(self) -> str:
        """Return model, weights and software."""
        return f"{self.encoder.signature()}|n:{self.n}|idf:{self.weighing()}|refs:{self.refs}"
