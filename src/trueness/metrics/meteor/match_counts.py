"""What METEOR counts in an output and its best reference.

Imports numba, so only what computes scores imports this module.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.data.corpus_formulas import N_STATISTICS, meteor_score
from trueness.metrics.compiled import compiled
from trueness.metrics.meteor.align import align
from trueness.metrics.meteor.normalize import normalized_words
from trueness.metrics.meteor.stem import stem
from trueness.metrics.meteor.word_lists import FUNCTION_WORDS
from trueness.metrics.metric import FloatArray

IntArray = NDArray[np.int64]


def match_counts(
    outputs: Sequence[str],
    references: Sequence[Sequence[str]],
    stages: int,
    synonym_sets: Callable[[str], Collection[int]] | None = None,
) -> FloatArray:
    """Return the counts that scores are computed from, for the reference that gives the best score.

    Parameters
    ----------
    outputs : sequence of str
        n texts.
    references : sequence of sequences of str
        The references of each output, at least one; of equally good ones the first is taken.
    stages : {1, 2, 3}
        How many of the stages exact, stem, synonym are used.
    synonym_sets : callable, optional
        Word to the numbers of its synonym sets; only with three stages.

    Returns
    -------
    array of shape (n, 17)
        As `meteor_score` wants them.
    """
    texts = list(dict.fromkeys([*outputs, *(text for given in references for text in given)]))
    number: dict[str, int] = {}
    words = {
        text: np.array(
            [number.setdefault(word, len(number)) for word in normalized_words(text)], dtype=np.int64
        )
        for text in texts
    }
    stem_number: dict[str, int] = {}
    stems = np.array(
        [stem_number.setdefault(stem(word), len(stem_number)) for word in number], dtype=np.int64
    )
    is_function = np.array([word in FUNCTION_WORDS for word in number], dtype=np.bool_)
    sets = [sorted(synonym_sets(word)) if synonym_sets else [] for word in number]
    set_bounds = np.cumsum([0, *map(len, sets)], dtype=np.int64)
    all_sets = np.array([one for of_word in sets for one in of_word], dtype=np.int64)
    counts = np.zeros((len(outputs), N_STATISTICS))
    for row, (output, given) in enumerate(zip(outputs, references, strict=True)):
        candidates = np.empty((len(given), N_STATISTICS))
        for k, reference in enumerate(given):
            alignment = align(words[output], words[reference], stems, set_bounds, all_sets, stages)
            candidates[k] = _counts(words[output], words[reference], is_function, *alignment)
        counts[row] = candidates[meteor_score(candidates).argmax()]
    return counts


@compiled
def _counts(
    output: IntArray,
    reference: IntArray,
    is_function: NDArray[np.bool_],
    matched: IntArray,
    stage: IntArray,
    chunks: int,
) -> FloatArray:
    """Return the counts of one alignment."""
    counts = np.zeros(N_STATISTICS, dtype=np.float64)
    counts[0], counts[1], counts[16] = len(output), len(reference), chunks
    for word in output:
        counts[2] += is_function[word]
    for word in reference:
        counts[3] += is_function[word]
    for j in range(len(reference)):
        if matched[j] >= 0:
            # content before function words, the output before the reference
            counts[4 + 6 * is_function[output[matched[j]]] + stage[j]] += 1
            counts[7 + 6 * is_function[reference[j]] + stage[j]] += 1
    return counts
