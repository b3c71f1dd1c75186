"""Train a copy of a model a little on a summary, for BLANC-tune."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from trueness.metrics.blanc.gaps import maskings
from trueness.metrics.encoder.encoder import Encoder

CHUNK, STRIDE = 64, 32
"""Tokens of a summary that are trained on together, and from one chunk to the next."""
EPOCHS = 10
LEARNING_RATE = 5e-5
P_OTHER = 0.1
"""Share of masked tokens that another token stands for, and of those that stay."""
OTHERS = (1000, 29999)
"""Token ids that may stand for one."""

_IGNORED = -100
_WITHOUT_DECAY = ("bias", "LayerNorm.weight")


class Example(NamedTuple):
    """A chunk of a summary with gaps.

    Attributes
    ----------
    ids : list of int
    labels : list of int
        The token in each gap, -100 elsewhere.
    """

    ids: list[int]
    labels: list[int]


def examples(encoder: Encoder, summary: str, gap: int, seed: int) -> list[Example]:
    """Return what the program blanc 0.3.4 trains on, in its order and with the draws that it has from a seed."""
    draws = random.Random(seed)  # noqa: S311 - Python's own, as the program has it
    tokenizer = encoder.tokenizer
    tokens = tokenizer.tokenize(summary)
    found = []
    for start in range(0, len(tokens), STRIDE):
        found += _with_gaps(tokens[start : start + CHUNK], tokenizer, gap, draws)
        if 0 < start < CHUNK:  # the first tokens would otherwise be in fewer chunks than others
            found += _with_gaps(tokens[:start], tokenizer, gap, draws)
    return found


def tuned(encoder: Encoder, given: Sequence[Example], seed: int) -> Any:
    """Return a copy of the model, trained on examples one at a time, in evaluation.

    The random numbers of dropout are torch's own from this seed; torch's state is what it was afterwards.
    """
    torch = encoder.torch
    model = copy.deepcopy(encoder.masked_lm)
    device = next(model.parameters()).device
    with torch.random.fork_rng(devices=[device] if device.type == "cuda" else []), torch.enable_grad():
        torch.manual_seed(seed)
        model.train()
        model.requires_grad_()
        decaying = [
            weights
            for name, weights in model.named_parameters()
            if not any(one in name for one in _WITHOUT_DECAY)
        ]
        others = [
            weights
            for name, weights in model.named_parameters()
            if any(one in name for one in _WITHOUT_DECAY)
        ]
        groups = [{"params": decaying, "weight_decay": 1e-2}, {"params": others, "weight_decay": 0.0}]
        optimizer = torch.optim.AdamW(groups, lr=LEARNING_RATE, eps=1e-8)
        schedule = encoder.transformers.get_linear_schedule_with_warmup(optimizer, 0, len(given) * EPOCHS)
        for _ in range(EPOCHS):
            for ids, labels in given:
                optimizer.zero_grad()
                model(
                    input_ids=torch.tensor([ids], device=device), labels=torch.tensor([labels], device=device)
                ).loss.backward()
                optimizer.step()
                schedule.step()
        model.eval()
    return model


def _with_gaps(tokens: Sequence[str], tokenizer: Any, gap: int, draws: random.Random) -> list[Example]:
    own = tokenizer.convert_tokens_to_ids(list(tokens))
    highest = min(OTHERS[1], len(tokenizer) - 1)
    lowest = min(OTHERS[0], highest)
    found = []
    for places in maskings(tokens, gap):
        ids = [tokenizer.cls_token_id, *own, tokenizer.sep_token_id]
        labels = [_IGNORED] * len(ids)
        for place in places:
            labels[place + 1] = own[place]
            drawn = draws.random()
            if drawn < P_OTHER:
                ids[place + 1] = draws.randint(lowest, highest)
            elif drawn >= 2 * P_OTHER:
                ids[place + 1] = tokenizer.mask_token_id
        found.append(Example(ids, labels))
    return found
