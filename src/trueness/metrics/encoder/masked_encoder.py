"""Which models read texts with masks, as BERT does: what ESTIME and BLANC need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trueness.errors import FormatError

if TYPE_CHECKING:
    from trueness.metrics.encoder.encoder import Encoder


def check_masked_encoder(encoder: Encoder, metric: str, *, head: bool = False) -> None:
    """Check that a model knows what stands on both sides of a mask.

    Parameters
    ----------
    encoder : Encoder
    metric : str
        What needs it.
    head : bool
        Whether the model is asked with its masked-LM head, so that it is not read without one besides.

    Raises
    ------
    FormatError
        If it has no mask, is of a kind that is not trained with masks, reads from left to right, or lacks a head that
        is asked for; the message says which, and what is needed.
    """
    tokenizer = encoder.tokenizer
    kind = encoder.config.model_type
    what = f"the model '{encoder.name}' ({kind})"
    needed = f"{metric} needs one of the family of BERT, which is trained to fill masks from both sides."
    lacking = [
        name
        for name, token in (
            ("a mask", tokenizer.mask_token_id),
            ("a token at the beginning (CLS)", tokenizer.cls_token_id),
            ("a token at the end (SEP)", tokenizer.sep_token_id),
        )
        if token is None
    ]
    if lacking:
        raise FormatError(f"{what} lacks {lacking[0]}.", remedy=needed)
    auto = encoder.transformers.models.auto
    known = auto.configuration_auto.CONFIG_MAPPING_NAMES
    if kind in known and kind not in auto.modeling_auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES:
        raise FormatError(
            f"{what} is of a kind that is trained in another way than with masks.", remedy=needed
        )
    if not encoder.reads_both_ways(head=head):
        raise FormatError(f"{what} reads from left to right, and misses what follows a mask.", remedy=needed)
