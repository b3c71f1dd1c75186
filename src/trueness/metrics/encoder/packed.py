"""Sequences of any lengths through a model of BERT's make in one go, without padding, up to the places that are asked.

Nearly all of a model's work is products of matrices with a row for each token, whichever sequence it is of: only
attention has to know. So the tokens of all sequences stand below each other, and each sequence attends to itself. Rows
that the embeddings leave equal, as those of one word at one place of several sequences are, are projected once in the
first block; of the last block only keys and values are computed where nobody asks.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from trueness.metrics.encoder.blocks import list_of_blocks, same_states

ROWS = 512
"""Tokens whose inner states, four times as wide as others, are held at once: those of more leave the caches."""


TOKENS = 2048
"""Tokens that go through a model together, if the next sequence does not end later."""

_Ids = tuple[int, ...]


class Packed:
    """An encoder that is given several sequences at once.

    Parameters
    ----------
    model : torch module
        The encoder, in evaluation.
    depth : int
        How many layers it has above the embeddings.
    torch : module

    Attributes
    ----------
    fits : bool
        Whether the model is made as BERT is, so that this gives what it gives itself; it is tried.
    """

    def __init__(self, model: Any, depth: int, torch: Any) -> None:
        self._model, self._torch = model, torch
        self._blocks = list_of_blocks(model, depth, torch)
        self.fits = self._blocks is not None and len(self._blocks) == depth and self._is_right()

    def states(self, sequences: Sequence[_Ids], places: Sequence[_Ids], layer: int | None = None) -> Any:
        """Return hidden states at some places, a tensor of shape (all places, width).

        Parameters
        ----------
        sequences : sequence of tuple of int
            Token ids.
        places : sequence of tuple of int
            Of each sequence, ascending.
        layer : int, optional
            From 0; the last one without it, the only one that there is of a model that does not fit.
        """
        torch, device = self._torch, next(self._model.parameters()).device
        groups = [
            torch.tensor(list(group), device=device) for _, group in itertools.groupby(sequences, key=len)
        ]
        starts = itertools.accumulate(map(len, sequences), initial=0)
        flat = [start + place for start, some in zip(starts, places, strict=False) for place in some]
        rows = torch.tensor(flat, dtype=torch.long, device=device)
        if self.fits:
            blocks = self._blocks if layer is None else self._blocks[:layer]
            return packed_states(self._model, blocks, groups, rows, torch)
        if layer is not None:
            raise ValueError("a model that is made otherwise than BERT gives its last layer only.")
        return torch.cat([self._model(input_ids=ids).last_hidden_state.flatten(0, 1) for ids in groups])[rows]

    def _is_right(self) -> bool:
        torch, device = self._torch, next(self._model.parameters()).device
        groups = [torch.arange(1, 11, device=device).reshape(2, 5), torch.arange(4, 10, device=device)[None]]
        places = torch.tensor([1, 3, 7, 11], device=device)
        with torch.inference_mode():
            whole = [self._model(input_ids=ids, output_hidden_states=True).hidden_states for ids in groups]
            for layer in {0, 1, len(self._blocks)}:
                expected = torch.cat([one[layer].flatten(0, 1) for one in whole])[places]
                try:
                    found = packed_states(self._model, self._blocks[:layer], groups, places, torch)
                except (AttributeError, TypeError, ValueError, RuntimeError):  # it is made in another way
                    return False
                if not same_states(found, expected, torch):
                    return False
        return True


def pieces(lengths: Sequence[int]) -> Iterator[slice]:
    """Return which neighbours of sequences of such lengths go through a model together (see `TOKENS`)."""
    start, tokens = 0, 0
    for k, length in enumerate(lengths):
        if k > start and tokens + length > TOKENS:
            yield slice(start, k)
            start, tokens = k, 0
        tokens += length
    if lengths:
        yield slice(start, len(lengths))


def packed_states(model: Any, blocks: Any, groups: Sequence[Any], places: Any, torch: Any) -> Any:
    """Return what the last of some first blocks of a model gives at some places, a tensor of shape (k, width).

    Parameters
    ----------
    model : torch module
        An encoder that is made as BERT is, in evaluation.
    blocks : sequence of torch modules
    groups : sequence of tensors of shape (sequences, tokens)
        Token ids.
    places : tensor of shape (k,)
        Ascending numbers of rows, of all tokens below each other.
    torch : module
    """
    shapes = [tuple(ids.shape) for ids in groups]
    rows = torch.cat([model.embeddings(input_ids=ids).flatten(0, 1) for ids in groups])
    if not len(blocks):
        return rows[places]
    some, where = _distinct(rows, groups, torch)
    for block in blocks[:-1]:
        attention = block.attention.self
        queries, keys, values = (
            _spread(one(some), where) for one in (attention.query, attention.key, attention.value)
        )
        rows = _transformed(block, _attended(attention, queries, keys, values, shapes, torch), rows, torch)
        some, where = rows, None
    attention, asked = blocks[-1].attention.self, rows[places]
    keys, values = (_spread(one(some), where) for one in (attention.key, attention.value))
    attended = _attended_at(attention, attention.query(asked), keys, values, (shapes, places), torch)
    return _transformed(blocks[-1], attended, asked, torch)


def _distinct(rows: Any, groups: Sequence[Any], torch: Any) -> tuple[Any, Any]:
    """Return rows without those that are there already, and which one each was; all of them, and None, if in doubt."""
    ids = torch.cat([one.flatten() for one in groups])
    positions = torch.cat([torch.arange(one.shape[1], device=ids.device).repeat(len(one)) for one in groups])
    codes, where = torch.unique(ids * (int(positions.max()) + 1) + positions, return_inverse=True)
    first = torch.empty(len(codes), dtype=torch.long, device=ids.device)
    first[where] = torch.arange(len(rows), device=ids.device)
    distinct = rows[first]
    # in some models the position of a token depends on those before it
    return (distinct, where) if torch.equal(distinct[where], rows) else (rows, None)


def _spread(rows: Any, where: Any) -> Any:
    return rows if where is None else rows[where]


def _attended(
    attention: Any, queries: Any, keys: Any, values: Any, shapes: Sequence[tuple[int, int]], torch: Any
) -> Any:
    found, start = [], 0
    for n, tokens in shapes:
        stop = start + n * tokens
        heads = [_heads(attention, one[start:stop], n) for one in (queries, keys, values)]
        given = torch.nn.functional.scaled_dot_product_attention(*heads)
        found.append(given.transpose(1, 2).reshape(n * tokens, -1))
        start = stop
    return torch.cat(found)


def _attended_at(
    attention: Any,
    queries: Any,
    keys: Any,
    values: Any,
    where: tuple[Sequence[tuple[int, int]], Any],
    torch: Any,
) -> Any:
    """Return `_attended` for queries at some places alone."""
    shapes, places = where
    lengths = [tokens for n, tokens in shapes for _ in range(n)]
    ends = torch.tensor(lengths, device=places.device).cumsum(0)
    stops = torch.searchsorted(places, ends).tolist()
    found, first, start = [], 0, 0
    for tokens, stop in zip(lengths, stops, strict=True):
        if first < stop:
            own = slice(start, start + tokens)
            heads = [_heads(attention, one, 1) for one in (queries[first:stop], keys[own], values[own])]
            given = torch.nn.functional.scaled_dot_product_attention(*heads)
            found.append(given.transpose(1, 2).reshape(stop - first, -1))
        first, start = stop, start + tokens
    return torch.cat(found)


def _heads(attention: Any, rows: Any, n: int) -> Any:
    """Return rows of n sequences as a tensor of shape (n, heads, tokens, size)."""
    return rows.view(n, len(rows) // n, -1, attention.attention_head_size).transpose(1, 2)


def _transformed(block: Any, attended: Any, rows: Any, torch: Any) -> Any:
    """Return what a block makes of rows once they have attended to each other."""
    found = []
    for start in range(0, len(rows), ROWS):
        some = block.attention.output(attended[start : start + ROWS], rows[start : start + ROWS])
        found.append(block.output(block.intermediate(some), some))
    return torch.cat(found)
