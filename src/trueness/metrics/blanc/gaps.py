"""Which tokens of a sentence are masked, and what of a sentence and a summary a model is given."""

from __future__ import annotations

from collections.abc import Sequence

SHORTEST = (4, 2, 100)
"""Letters of the shortest token that is masked: of a whole word, of a word's first piece, of a later piece."""

LONGEST_SENTENCE = 100
"""Tokens of a sentence that stay before anything of a summary is cut."""

_PIECE = "##"


def maskings(tokens: Sequence[str], gap: int) -> list[tuple[int, ...]]:
    """Return the places that are masked together: every `gap`-th token, from each of the first on, if long enough.

    Parameters
    ----------
    tokens : sequence of str
        Of a sentence, as WordPiece writes them.
    gap : int
        At least 1.

    Returns
    -------
    list of tuple of int
        Those without places left out.
    """
    long_enough = [
        _is_long_enough(token, tokens[k + 1] if k + 1 < len(tokens) else "") for k, token in enumerate(tokens)
    ]
    step = min(gap, len(tokens))
    found = [tuple(k for k in range(start, len(tokens), step) if long_enough[k]) for start in range(step)]
    return [places for places in found if places]


def _is_long_enough(token: str, following: str) -> bool:
    whole, first, later = SHORTEST
    if token.startswith(_PIECE):
        return len(token) - len(_PIECE) >= later
    return len(token) >= (first if following.startswith(_PIECE) else whole)


def fitted(
    sentence: Sequence[int], summary: Sequence[Sequence[int]], limit: int
) -> tuple[list[int], list[int]]:
    """Return a sentence and a summary cut so that both fit, as the program blanc 0.3.4 cuts them.

    First the sentence is cut at its end, down to 100 tokens; then whole sentences of the summary are left out from its
    end; where not even the first fits, its beginning is cut.

    Parameters
    ----------
    sentence : sequence of int
        Tokens.
    summary : sequence of sequences of int
        Tokens of each sentence.
    limit : int
        Tokens that the model takes, the two at the ends included.
    """
    kept = list(sentence)
    whole = [token for one in summary for token in one]
    excess = 2 + len(whole) + len(kept) - limit
    if excess <= 0:
        return kept, whole
    longest = min(LONGEST_SENTENCE, limit - 2)
    kept = kept[: max(len(kept) - excess, min(len(kept), longest))]
    room = limit - 2 - len(kept)
    if len(whole) <= room:
        return kept, whole
    taken: list[int] = []
    for one in summary:
        if len(taken) + len(one) > room:
            break
        taken += one
    if not taken and summary:
        taken = list(summary[0])[max(len(summary[0]) - room, 0) :]
    return kept, taken
