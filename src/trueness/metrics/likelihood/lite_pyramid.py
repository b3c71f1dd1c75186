"""LitePyramid with an entailment model in place of people: which content units an output entails."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from trueness.errors import DataError, listing
from trueness.metrics.encoder.encoder_metric import PretrainedMetric
from trueness.metrics.encoder.pretrained import on_device
from trueness.metrics.encoder.pretrained_model import PretrainedModel
from trueness.metrics.metric import Citation, FloatArray, Need

DEFAULT_MODEL = "shiyue/roberta-large-tac08"
PARTS = ("p2c", "l2c", "p3c", "l3c")
LONGEST = 400
"""Tokens of output and unit together that are read, as by the authors' program."""

_DESCRIPTIONS = {
    "p2c": "LitePyramid by entailment: the mean probability that the output entails a unit, of two classes.",
    "l2c": "LitePyramid by entailment: the share of units that the output entails, of two classes.",
    "p3c": "LitePyramid by entailment: the mean probability that the output entails a unit, of three classes.",
    "l3c": "LitePyramid by entailment: the share of units that the output entails, of three classes.",
}


class LitePyramid(PretrainedMetric):
    """Content units that an output entails, by a model of natural language inference; the references are the units.

    - ``lite_pyramid_p3c``, ``lite_pyramid_l3c``: the probability of entailment, or whether it is the likeliest class.
    - ``lite_pyramid_p2c``, ``lite_pyramid_l2c``: the same of two classes, the logits of all others being added up.

    The score is the mean over units. An output without words entails none: 0.

    Parameters
    ----------
    part : {'p2c', 'l2c', 'p3c', 'l3c'}
    model : str, PretrainedModel or model
        For classification of pairs, with a class called entailment.

    Raises
    ------
    ArgumentError
        If it is no such part.

    References
    ----------
    Zhang and Bansal 2021 (Lite2Pyramid), section 3; `metric/score.py` of their repository.
    """

    family: ClassVar = "lite_pyramid"
    parts: ClassVar = PARTS
    readers: ClassVar = {"model": str}
    defaults_of: ClassVar = {"model": DEFAULT_MODEL}
    scheme: str = "lite_pyramid_<part>"
    options: str = (
        "lite_pyramid_p2c, lite_pyramid_l2c, lite_pyramid_p3c or lite_pyramid_l3c\n"
        f":model=<path or name>: a model of natural language inference; without it {DEFAULT_MODEL}"
    )
    note: str = (
        "Parts are p2c, l2c, p3c and l3c; references are content units; needs the extra 'neural' and a model."
    )
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 1.0
    empty_output: float = 0.0
    joins: str = "units"
    citation: Citation = Citation(
        "zhang-bansal-2021-lite2pyramid",
        "Zhang and Bansal (2021): Finding a Balanced Degree of Automation for Summary Evaluation. EMNLP, 6617–6632.",
        """@inproceedings{zhang-bansal-2021-lite2pyramid,
  title = {Finding a Balanced Degree of Automation for Summary Evaluation},
  author = {Zhang, Shiyue and Bansal, Mohit},
  booktitle = {Proceedings of the 2021 Conference on Empirical Methods in Natural Language Processing},
  year = {2021},
  pages = {6617--6632},
  doi = {10.18653/v1/2021.emnlp-main.531}
}""",
    )

    def __init__(self, part: str = "p2c", model: Any = DEFAULT_MODEL) -> None:
        self.part = part
        self.model = PretrainedModel.of(model)
        self.name = self.name_of(part, {"model": self.model.name})

    def description(self) -> str:
        """Return what is averaged (see `Metric.description`)."""
        return _DESCRIPTIONS[self.part]

    def signature(self) -> str:
        """Return the model."""
        return self.model.signature()

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],  # noqa: ARG003 - the same for every metric
    ) -> FloatArray:
        """Score outputs, shape (n, k); each output with a unit is read alone, so that no score depends on others."""
        found = np.zeros((len(outputs), len(metrics)))
        for model in {id(metric.model): metric for metric in metrics}.values():
            pairs = [
                (output, unit)
                for output, units in zip(outputs, references, strict=True)
                for unit in units
                if output.split()
            ]
            logits = model.logits(pairs)
            for column, metric in enumerate(metrics):
                if metric.model is model.model:
                    values = {
                        pair: entailed(row, model.entailment, metric.part) for pair, row in logits.items()
                    }
                    found[:, column] = [
                        math.fsum(values[output, unit] for unit in units) / len(units)
                        if output.split()
                        else 0.0
                        for output, units in zip(outputs, references, strict=True)
                    ]
        return found

    def logits(self, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], NDArray[np.float64]]:
        """Return what the model gives for each distinct pair of an output and a unit, a number for each class.

        Raises
        ------
        DataError
            If the model classifies no texts, or cannot be read.
        """
        if not pairs:
            return {}
        model, torch, tokenizer = self._classifier, self.model.torch, self.model.tokenizer
        longest = min(LONGEST, self.model.limit)

        def one(pair: tuple[str, str]) -> NDArray[np.float64]:
            given = tokenizer(*pair, max_length=longest, truncation=True, return_tensors="pt").to(
                model.device
            )
            with torch.inference_mode():
                found: NDArray[np.float64] = model(**given).logits[0].double().cpu().numpy()
            return found

        return self.model.each_once(one, pairs)

    @functools.cached_property
    def entailment(self) -> int:
        """Which class is entailment, by the names that the model has for its classes.

        Raises
        ------
        DataError
            If none is called so.
        """
        names = {int(k): str(name).lower() for k, name in (self.model.config.id2label or {}).items()}
        found = [k for k, name in names.items() if name.startswith("entail")]
        if len(found) != 1:
            raise DataError(
                f"the model '{self.model.name}' lacks a class called entailment; it has "
                f"{listing(names.values())}. Take a model of natural language inference, or mend its "
                "settings (id2label)."
            )
        return found[0]

    @functools.cached_property
    def _classifier(self) -> Any:
        kind = self.model.transformers.AutoModelForSequenceClassification
        given = self.model.given
        read = self.model.read_model(kind, "a model that classifies texts") if given is None else given
        return on_device(read, self.model.device)


def entailed(logits: NDArray[np.float64], entailment: int, part: str) -> float:
    """Return how far a unit is entailed, from 0 to 1.

    Parameters
    ----------
    logits : array of shape (classes,)
    entailment : int
        Which class it is.
    part : {'p2c', 'l2c', 'p3c', 'l3c'}
    """
    if part.endswith("2c"):
        own = float(logits[entailment])
        classes = np.array([own, float(logits.sum()) - own])
        entailment = 0
    else:
        classes = logits
    if part.startswith("l"):
        return float(classes.argmax() == entailment)
    chances = np.exp(classes - classes.max())
    return float(chances[entailment] / chances.sum())
