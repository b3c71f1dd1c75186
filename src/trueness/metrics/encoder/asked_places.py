"""Places of token ids at which a masked language model is asked, so that little is computed elsewhere.

The head has a number for every token of the vocabulary: in a small model it takes as long for a token as all blocks.
So it is computed at the places alone, and so is what the last block does once tokens have attended to each other, which
is two thirds of it.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any, NamedTuple

from trueness.metrics.encoder.blocks import list_of_blocks


class Gapped(NamedTuple):
    """Token ids, and where a model is asked.

    Attributes
    ----------
    ids : tuple of int
        Special ones and mask tokens included.
    places : tuple of int
        At least one.
    """

    ids: tuple[int, ...]
    places: tuple[int, ...]


class AskedPlaces:
    """Watches models with a masked-LM head, and leaves only the places in what they hand on while there are any."""

    def __init__(self) -> None:
        self._now = threading.local()

    def __deepcopy__(self, _: Any) -> AskedPlaces:
        """Return itself, so that it watches a copy of a model as well."""
        return self

    @contextlib.contextmanager
    def at(self, places: Any) -> Iterator[None]:
        """Ask for some places in this block, in this thread: numbers of rows of all sequences, one after the other."""
        self._now.places, self._now.left = places, False
        try:
            yield
        finally:
            self._now.places = None

    def watch(self, model: Any, depth: int, torch: Any) -> None:
        """Watch a model, and copies that are made of it.

        Parameters
        ----------
        model : torch module
            With a masked-LM head, in evaluation.
        depth : int
            How many layers it has above the embeddings.
        torch : module
        """
        model.base_model.register_forward_hook(self._select_states)
        blocks = list_of_blocks(model.base_model, depth, torch)
        attention = None if blocks is None else getattr(blocks[-1], "attention", None)
        if attention is None or len(blocks) != depth:
            return
        hook = attention.register_forward_hook(self._select_attended)
        if not self._is_right(model, torch):
            hook.remove()

    def _select_states(self, _: Any, __: Any, given: Any) -> Any:
        if getattr(self._now, "places", None) is not None and not self._now.left:
            given.last_hidden_state = self._selected(given.last_hidden_state)
        return given

    def _select_attended(self, _: Any, __: Any, given: Any) -> Any:
        if getattr(self._now, "places", None) is None:
            return given
        self._now.left = True
        if isinstance(given, tuple):
            return (self._selected(given[0]), *given[1:])
        return self._selected(given)

    def _selected(self, states: Any) -> Any:
        return states.flatten(0, 1).unsqueeze(0).index_select(1, self._now.places)

    def _is_right(self, model: Any, torch: Any) -> bool:
        """Return whether the model gives the same where its last block, too, is left with the places alone."""
        device = next(model.parameters()).device
        ids = torch.arange(1, 11, device=device).reshape(2, 5)
        places = torch.tensor([1, 3, 7], device=device)
        with torch.inference_mode():
            whole = model(input_ids=ids).logits.flatten(0, 1)[places]
            with self.at(places):
                try:
                    seen = model(input_ids=ids).logits[0]
                except (RuntimeError, TypeError, AttributeError):  # what follows wants all tokens
                    return False
        # which kernel multiplies may differ, what is multiplied may not
        return seen.shape == whole.shape and bool(torch.allclose(seen, whole, rtol=1e-3, atol=1e-4))
