"""Which gaps of texts a masked language model fills rightly, without computing what does not decide it.

The head has a number for every token of the vocabulary: in a small model it takes as long for a token as all blocks.
It is computed at the gaps alone, and piece of vocabulary by piece, as long as the right token is not beaten.
"""

from __future__ import annotations

import copy
import importlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.encoder.blocks import same_states
from trueness.metrics.encoder.packed import Packed, pieces

VOCABULARY = 4096
"""Tokens of the vocabulary that are compared with the right one at once."""


class Gapped(NamedTuple):
    """Token ids with gaps, and what belongs there.

    Attributes
    ----------
    ids : tuple of int
        Special ones and mask tokens included.
    places : tuple of int
        Where the gaps are, ascending; at least one.
    answers : tuple of int
        The tokens that belong there.
    """

    ids: tuple[int, ...]
    places: tuple[int, ...]
    answers: tuple[int, ...]


class GapFilling:
    """Asks a model with a masked-LM head.

    Parameters
    ----------
    model : torch module
        With its head, in evaluation. It stays as it is.
    depth : int
        How many layers it has above the embeddings.
    torch : module
    """

    def __init__(self, model: Any, depth: int, torch: Any) -> None:
        self._torch = torch
        self.packed = Packed(model.base_model, depth, torch)
        self._head, self._words = _without_encoder(model, torch), None
        words = model.get_output_embeddings()
        cut = _without_words(self._head, torch)
        states = torch.linspace(-1, 1, 3 * model.config.hidden_size).reshape(3, -1)
        states = states.to(next(model.parameters()))
        with torch.inference_mode():
            try:
                parted = torch.nn.functional.linear(_logits(cut, states), words.weight, words.bias)
            except (AttributeError, TypeError, RuntimeError):  # the head is no such product
                return
            if same_states(parted, _logits(self._head, states), torch):
                self._head, self._words = cut, words

    def right(self, sequences: Sequence[Gapped]) -> NDArray[np.bool_]:
        """Return which gaps the model fills rightly: where no token has a larger logit, and none before it the same.

        Parameters
        ----------
        sequences : sequence of Gapped
            What goes through the model together depends on these alone.

        Returns
        -------
        array of shape (gaps,)
            Those of all sequences, one after the other.
        """
        with self._torch.inference_mode():
            found = [self._right(sequences[some]) for some in pieces([len(one.ids) for one in sequences])]
        return np.concatenate(found) if found else np.zeros(0, dtype=np.bool_)

    def _right(self, sequences: Sequence[Gapped]) -> NDArray[np.bool_]:
        torch = self._torch
        states = self.packed.states([one.ids for one in sequences], [one.places for one in sequences])
        given = _logits(self._head, states)
        answers = torch.tensor([token for one in sequences for token in one.answers], device=given.device)
        if self._words is None:
            return (given.argmax(dim=1) == answers).cpu().numpy()  # type: ignore[no-any-return]
        weight, bias = self._words.weight, self._words.bias
        own = (given * weight[answers]).sum(dim=1)
        if bias is not None:
            own += bias[answers]
        right = torch.ones(len(given), dtype=torch.bool, device=given.device)
        for start in range(0, len(weight), VOCABULARY):
            left = right.nonzero().flatten()
            if not len(left):
                break
            some = slice(start, start + VOCABULARY)
            logits = torch.nn.functional.linear(
                given[left], weight[some], None if bias is None else bias[some]
            )
            ids = torch.arange(start, start + logits.shape[1], device=given.device)
            answer, mine = answers[left, None], own[left, None]
            # the answer is not beaten by itself, whose logit another kernel may have computed
            beaten = ((logits > mine) & (ids != answer)) | ((logits == mine) & (ids < answer))
            right[left] = ~beaten.any(dim=1)
        return right.cpu().numpy()  # type: ignore[no-any-return]


def _logits(head: Any, states: Any) -> Any:
    """Return what a model of `_without_encoder` or `_without_words` makes of states of shape (n, width)."""
    return head(inputs_embeds=states.unsqueeze(0)).logits[0]


def _without_encoder(model: Any, torch: Any) -> Any:
    """Return a model with the same weights that takes its last hidden states in place of embedded tokens."""
    outputs = importlib.import_module("transformers.modeling_outputs")

    class HandsOn(torch.nn.Module):  # type: ignore[misc]
        def forward(self, *_: Any, inputs_embeds: Any, **__: Any) -> Any:
            return outputs.BaseModelOutput(last_hidden_state=inputs_embeds)

    return copy.deepcopy(model, {id(model.base_model): HandsOn(), **_shared(model)})


def _without_words(head: Any, torch: Any) -> Any:
    """Return a head that ends before the product with the vectors of the vocabulary."""
    return copy.deepcopy(head, {id(head.get_output_embeddings()): torch.nn.Identity(), **_shared(head)})


def _shared(model: Any) -> dict[int, Any]:
    """Return what a copy of a model has in common with it."""
    return {id(one): one for one in (*model.parameters(), *model.buffers(), model.config)}
