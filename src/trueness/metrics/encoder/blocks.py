"""Hidden states of chosen layers, from a forward pass that ends after the highest of them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any


class _EnoughError(Exception):
    """All layers that were asked for are there."""


class Blocks:
    """The blocks of an encoder, watched while it runs.

    Layer 0 is what the embeddings give, layer k what block k gives, and the highest layer what the model itself gives:
    the ``hidden_states`` of transformers. Models that are not built of a list of blocks run as a whole; whether one is
    is found by trying.

    Parameters
    ----------
    model : torch module
        The encoder, in evaluation.
    depth : int
        How many layers it has above the embeddings.
    torch : module
    """

    def __init__(self, model: Any, depth: int, torch: Any) -> None:
        self._model, self.depth, self._torch = model, depth, torch
        self._now = threading.local()
        self._hooks: list[Any] = []
        blocks = list_of_blocks(model, depth, torch)
        self.stops = blocks is not None
        if blocks is not None:
            self._watch(blocks)
            self.stops = self._is_right()
            if not self.stops:
                for hook in self._hooks:
                    hook.remove()

    def states(self, ids: Any, layers: Sequence[int]) -> list[Any]:
        """Return the hidden states of layers, each of shape (texts, tokens, width).

        Parameters
        ----------
        ids : tensor of shape (texts, tokens)
        layers : sequence of int
            From 0 to the depth.
        """
        if not self.stops:
            found = self._model(input_ids=ids, output_hidden_states=True).hidden_states
            return [found[layer] for layer in layers]
        now = self._now
        now.kept, now.wanted, now.highest, now.done = {}, set(layers), max(layers), 0
        try:
            now.kept[self.depth] = self._model(input_ids=ids).last_hidden_state
        except _EnoughError:
            pass
        finally:
            now.wanted = None
        return [now.kept[layer] for layer in layers]

    def embedding_weights(self) -> Any:
        """Return the vectors of the vocabulary, a tensor of shape (vocabulary, width)."""
        return self._model.get_input_embeddings().weight.detach()

    def _watch(self, blocks: Any) -> None:
        now = self._now

        def before(_: Any, positional: tuple[Any, ...], named: dict[str, Any]) -> None:
            if getattr(now, "wanted", None) is None or now.done:
                return
            if 0 in now.wanted:
                now.kept[0] = positional[0] if positional else named["hidden_states"]
            if now.highest == 0:
                raise _EnoughError

        def after(_: Any, __: Any, given: Any) -> None:
            if getattr(now, "wanted", None) is None:
                return
            now.done += 1
            if now.done in now.wanted:
                now.kept[now.done] = given[0] if isinstance(given, (tuple, list)) else given
            if now.done == now.highest < self.depth:
                raise _EnoughError

        self._hooks.append(blocks[0].register_forward_pre_hook(before, with_kwargs=True))
        self._hooks += [block.register_forward_hook(after) for block in blocks]

    def _is_right(self) -> bool:
        """Return whether what is seen is what the model calls its hidden states."""
        torch = self._torch
        ids = torch.arange(1, 6, device=next(self._model.parameters()).device).unsqueeze(0)
        with torch.inference_mode():
            whole = self._model(input_ids=ids, output_hidden_states=True).hidden_states
            if len(whole) != self.depth + 1:
                return False
            for highest in (0, max(self.depth - 1, 0), self.depth):
                layers = list(range(highest + 1))
                try:
                    seen = self.states(ids, layers)
                except (KeyError, IndexError):
                    return False
                if not all(same_states(one, whole[k], torch) for k, one in zip(layers, seen, strict=True)):
                    return False
        return True


def same_states(found: Any, expected: Any, torch: Any) -> bool:
    """Return whether two tensors are one but for which kernel multiplied: what was multiplied may not differ."""
    return found.shape == expected.shape and bool(torch.allclose(found, expected, rtol=1e-3, atol=1e-4))


def list_of_blocks(model: Any, depth: int, torch: Any) -> Any:
    """Return the list of the blocks of a model, None where it has no such list; ALBERT has one block many times."""
    for module in model.modules():
        for name, child in module.named_children():
            if isinstance(child, torch.nn.ModuleList) and depth:
                shared = name == "albert_layer_groups" and len(child) == 1
                if len(child) == depth or shared:
                    return child
    return None
