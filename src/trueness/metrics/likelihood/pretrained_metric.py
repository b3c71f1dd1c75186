"""What metrics have in common that put pairs of texts to a pretrained model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trueness.errors import MissingExtraError, TruenessError
from trueness.metrics.encoder.pretrained_model import PretrainedModel
from trueness.metrics.family_metric import FamilyMetric

Pair = tuple[str, str]


class PretrainedMetric(FamilyMetric):
    """Base of metrics of a pretrained model that is read for them alone.

    Attributes
    ----------
    model : PretrainedModel
    """

    model: PretrainedModel
    slow: bool = True
    shared_model: bool = True

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return no name: what needs a model is computed where it is named."""
        return ()

    def model_identity(self) -> str:
        """Return what stands for the model in a signature; its name alone where it is not on this machine."""
        try:
            return f"model:{self.model.identity()}"
        except MissingExtraError:
            return f"model:{self.model.name} (needs the extra 'neural')"
        except TruenessError:
            return f"model:{self.model.name} (not on this machine)"


def as_model(model: Any) -> PretrainedModel:
    """Return a model as it is, or that of a folder or name."""
    return model if isinstance(model, PretrainedModel) else PretrainedModel(model)


def distinct(pairs: Sequence[Pair]) -> list[Pair]:
    """Return pairs each once, in the order in which they come first."""
    return list(dict.fromkeys(pairs))
