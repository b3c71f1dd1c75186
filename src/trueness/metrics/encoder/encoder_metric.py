"""Metrics that are computed from the hidden states of a pretrained encoder."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from trueness.errors import MissingExtraError, TruenessError
from trueness.metrics.family_metric import FamilyMetric

if TYPE_CHECKING:
    from trueness.metrics.encoder.encoder import Encoder


class EncoderMetric(FamilyMetric):
    """Base of metrics that need an encoder.

    Attributes
    ----------
    encoder : Encoder
        Shared with other metrics of the same model (see `shared_encoder`).
    """

    encoder: Encoder
    slow: bool = True
    shared_model: bool = True

    def wanted_layers(self) -> tuple[int, ...]:
        """Return the layers of the encoder that scores are computed from; none where it is not asked for texts."""
        return ()

    def working(self) -> contextlib.AbstractContextManager[None]:
        """Say, for as long as scores are computed, which layers this metric wants of every text."""
        return self.encoder.expecting(self.wanted_layers())

    def model_identity(self) -> str:
        """Return what stands for the model in a signature; its name alone where it is not on this machine."""
        try:
            return f"model:{self.encoder.identity()}"
        except MissingExtraError:
            return f"model:{self.encoder.name} (needs the extra 'neural')"
        except TruenessError:
            return f"model:{self.encoder.name} (not on this machine)"
