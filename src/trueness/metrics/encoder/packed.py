"""Sequences of any lengths through a model of BERT's make in one go, without padding, up to the places that are asked.

Nearly all of a model's work is products of matrices with a row for each token, whichever sequence it is of: only
attention has to know. So the tokens of all sequences stand below each other, and each sequence attends to itself. Rows
that the embeddings leave equal, as those of one word at one place of several sequences are, are projected once in the
first block; of the last block only keys and values are computed where nobody asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trueness.metrics.encoder.blocks import list_of_blocks

ROWS = 512
"""Tokens whose inner states, four times as wide as others, are held at once: those of more leave the caches."""


def is_packable(model: Any, depth: int, torch: Any) -> bool:
    """Return whether `packed_states` gives what the model itself gives; it is tried.

    Parameters
    ----------
    model : torch module
        An encoder, in evaluation.
    depth : int
        How many layers it has above the embeddings.
    torch : module
    """
    device = next(model.parameters()).device
    groups = [
        torch.arange(1, 11, device=device).reshape(2, 5),
        torch.arange(4, 10, device=device).reshape(1, 6),
    ]
    places = torch.tensor([1, 3, 7, 11], device=device)
    with torch.inference_mode():
        whole = plain_states(model, groups, places, torch)
        try:
            found = packed_states(model, depth, groups, places, torch)
        except (AttributeError, TypeError, ValueError, RuntimeError):  # it is made in another way
            return False
    # which kernel multiplies may differ, what is multiplied may not
    return found.shape == whole.shape and bool(torch.allclose(found, whole, rtol=1e-3, atol=1e-4))


def plain_states(model: Any, groups: Sequence[Any], places: Any, torch: Any) -> Any:
    """Return what `packed_states` does, of a model of any make; equally long neighbours go through it together."""
    return torch.cat([model(input_ids=ids).last_hidden_state.flatten(0, 1) for ids in groups])[places]


def packed_states(model: Any, depth: int, groups: Sequence[Any], places: Any, torch: Any) -> Any:
    """Return the last hidden states of a model at some places, a tensor of shape (k, width).

    Parameters
    ----------
    model : torch module
        An encoder for which `is_packable` is true, in evaluation.
    depth : int
        How many layers it has above the embeddings.
    groups : sequence of tensors of shape (sequences, tokens)
        Token ids.
    places : tensor of shape (k,)
        Ascending numbers of rows, of all tokens below each other.
    torch : module
    """
    blocks = list_of_blocks(model, depth, torch)
    if blocks is None or len(blocks) != depth:
        raise ValueError("the model has no block for each layer.")
    shapes = [tuple(ids.shape) for ids in groups]
    rows = torch.cat([model.embeddings(input_ids=ids).flatten(0, 1) for ids in groups])
    some, where = _distinct(rows, groups, torch)
    for block in blocks[:-1]:
        attention = block.attention.self
        projected = [one(some) for one in (attention.query, attention.key, attention.value)]
        if where is not None:
            projected = [one[where] for one in projected]
        rows = _transformed(block, _attended(attention, *projected, shapes, torch), rows, torch)
        some, where = rows, None
    attention, asked = blocks[-1].attention.self, rows[places]
    attended = _attended_at(
        attention, attention.query(asked), attention.key(rows), attention.value(rows), (shapes, places), torch
    )
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
