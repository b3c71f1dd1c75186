"""A reference and a candidate side by side, sentence by sentence, and how often each word may still be a match.

ROUGE-L and ROUGE-W mark reference tokens sentence by sentence; a marked token counts only while its word is left in
both texts, whose counts its matches use up.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.compiled import Whole, compiled_part
from trueness.metrics.ngrams.local_numbers import count_words, forget_words, number_words, renumber
from trueness.metrics.rouge.encode import TokenArrays
from trueness.metrics.rouge.pairs import IntArray


class ClippedSentences(NamedTuple):
    """The tokens of all texts, and the current two in numbers of the reference's words.

    Attributes
    ----------
    ids, starts : array
        The tokens that are counted, and where texts begin.
    sentence_ids, sentence_starts, texts : array
        The tokens of sentences, where these begin, and which are a text's. The same tokens, but for a limit by bytes.
    local : array of shape (vocabulary,)
        Word to its number in the reference, 0 where it has none.
    theirs, mine : array
        The sentences of the reference and of the candidate in these numbers, from the first token of the text.
    marked : array of bool
        Tokens of the current reference sentence that are in the union of the common subsequences.
    occurrences, reference_left, candidate_left : array
        By number: how often the reference has a word, and how many of these and of the candidate's are not used up.
    """

    ids: NDArray[np.int32]
    starts: IntArray
    sentence_ids: NDArray[np.int32]
    sentence_starts: IntArray
    texts: IntArray
    local: NDArray[np.int32]
    theirs: NDArray[np.int32]
    mine: NDArray[np.int32]
    marked: NDArray[np.bool_]
    occurrences: NDArray[np.int32]
    reference_left: NDArray[np.int32]
    candidate_left: NDArray[np.int32]


def clipped_sentences(counted: TokenArrays, in_sentences: TokenArrays, vocabulary: int) -> ClippedSentences:
    """Lay out texts and room for any two of them.

    Parameters
    ----------
    counted, in_sentences : TokenArrays
        Of the same texts: what is counted, and what is compared.
    vocabulary : int
        Larger than every word's number.
    """
    longest = int(in_sentences.lengths.max(initial=0))
    numbers = longest + int(counted.lengths.max(initial=0)) + 1
    return ClippedSentences(
        ids=counted.ids,
        starts=counted.starts,
        sentence_ids=in_sentences.ids,
        sentence_starts=in_sentences.sentences,
        texts=in_sentences.texts,
        local=np.zeros(vocabulary, dtype=np.int32),
        theirs=np.empty(longest, dtype=np.int32),
        mine=np.empty(longest, dtype=np.int32),
        marked=np.empty(longest, dtype=np.bool_),
        occurrences=np.empty(numbers, dtype=np.int32),
        reference_left=np.empty(numbers, dtype=np.int32),
        candidate_left=np.empty(numbers, dtype=np.int32),
    )


@compiled_part
def take_reference(both: ClippedSentences, reference: Whole) -> Whole:
    """Give numbers to the words of a reference and count them; return the highest number."""
    start, end = both.starts[reference], both.starts[reference + 1]
    first = both.sentence_starts[both.texts[reference]]
    last = both.sentence_starts[both.texts[reference + 1]]
    highest = number_words(both.ids, start, end, both.local, np.int64(0))
    highest = number_words(both.sentence_ids, first, last, both.local, highest)
    renumber(both.sentence_ids, first, last, both.local, both.theirs)
    count_words(both.ids, start, end, both.local, highest, both.occurrences)
    return highest


@compiled_part
def drop_reference(both: ClippedSentences, reference: Whole) -> None:
    """Forget the words of a reference."""
    forget_words(both.ids, both.starts[reference], both.starts[reference + 1], both.local)
    first = both.sentence_starts[both.texts[reference]]
    last = both.sentence_starts[both.texts[reference + 1]]
    forget_words(both.sentence_ids, first, last, both.local)


@compiled_part
def take_candidate(both: ClippedSentences, candidate: Whole, highest: Whole) -> None:
    """Write a candidate in the reference's numbers, and make all words of both available for matches."""
    first = both.sentence_starts[both.texts[candidate]]
    last = both.sentence_starts[both.texts[candidate + 1]]
    renumber(both.sentence_ids, first, last, both.local, both.mine)
    start, end = both.starts[candidate], both.starts[candidate + 1]
    count_words(both.ids, start, end, both.local, highest, both.candidate_left)
    for number in range(highest + 1):
        both.reference_left[number] = both.occurrences[number]


@compiled_part
def use_up(both: ClippedSentences, number: Whole) -> bool:
    """Use one occurrence of a word up on both sides; return whether there was one."""
    if both.reference_left[number] > 0 and both.candidate_left[number] > 0:
        both.reference_left[number] -= 1
        both.candidate_left[number] -= 1
        return True
    return False
