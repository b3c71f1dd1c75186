"""Random subsets of the tokens of texts, drawn by counting so that every text and trial has a stream of its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled, compiled_part
from trueness.metrics.rouge.pairs import IntArray

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_SHIFT_30 = np.uint64(30)
_SHIFT_27 = np.uint64(27)
_SHIFT_31 = np.uint64(31)
_SHIFT_11 = np.uint64(11)


@compiled_part
def mixed(state: np.uint64) -> np.uint64:
    """Return the output of SplitMix64 for a state (Steele, Lea and Flood 2014; constants of Stafford's mix 13)."""
    state = (state ^ (state >> _SHIFT_30)) * _MIX_1
    state = (state ^ (state >> _SHIFT_27)) * _MIX_2
    return state ^ (state >> _SHIFT_31)


@compiled
def draw_tokens(
    starts: IntArray,
    n_kept: IntArray,
    rows: IntArray,
    seed: np.uint64,
    trial: Whole,
    kept: NDArray[np.bool_],
) -> None:
    """Mark tokens of each text drawn without replacement, all subsets being equally likely.

    Tokens are passed in order, each kept with the probability that its text still needs it (selection sampling: Knuth,
    TAOCP 2, section 3.4.2, algorithm S). The random numbers of a text depend on the seed, its row and the trial only:
    SplitMix64 from a state that mixes the three.

    Parameters
    ----------
    starts : array of shape (n + 1,)
        Where each text begins in `kept`.
    n_kept : array of shape (n,)
        How many tokens of each text to keep, at most as many as it has.
    rows : array of shape (n,)
        A number for each text, not negative.
    seed : uint64
    trial : int
        Not negative.
    kept : array of bool
        Filled in place from the first text's beginning to the last one's end.
    """
    for k in range(len(n_kept)):
        state = mixed(seed + _GAMMA * np.uint64(rows[k] + 1))
        state = mixed(state + _GAMMA * np.uint64(trial + 1))
        needed = n_kept[k]
        for place in range(starts[k], starts[k + 1]):
            state += _GAMMA
            uniform = np.float64(mixed(state) >> _SHIFT_11) * 2.0**-53
            kept[place] = uniform * (starts[k + 1] - place) < needed
            if kept[place]:
                needed -= 1
