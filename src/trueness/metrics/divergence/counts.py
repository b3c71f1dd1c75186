"""The n-grams whose distributions divergences compare."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Literal

from trueness.metrics.meteor.stem import stem as snowball_stem
from trueness.metrics.rouge.line_words import modern_words
from trueness.metrics.rouge.stem import modern_stem
from trueness.metrics.rouge.word_lists import stop_words
from trueness.metrics.tokens import ngrams_of

Words = Literal["all", "stem", "stop", "stem_stop", "summeval"]
"""Which words are counted: all; their stems; those that are no stop words; both; or by the rules of SummEval."""

_stem = functools.lru_cache(maxsize=1 << 16)(modern_stem)

SUMMEVAL_STOP_WORDS = frozenset(
    """
    i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it
    its itself they them their theirs themselves what which who whom this that these those am is are was were be been
    being have has had having do does did doing a an the and but if or because as until while of at by for with about
    against between into through during before after above below to from up down in out on off over under again further
    then once here there when where why how all any both each few more most other some such no nor not only own same so
    than too very s t can will just don should now d ll m o re ve y ain aren couldn didn doesn hadn hasn haven isn ma
    mightn mustn needn shan shouldn wasn weren won wouldn
    """.split()  # noqa: SIM905 - words read best as a text
)
"""The 153 English stop words without an apostrophe that NLTK distributes; no word of SummEval's has an apostrophe."""


def ngram_counts(text: str, order: int, words: Words) -> Counter[Hashable]:
    r"""Return how often each n-gram of a text occurs; n-grams run across the ends of sentences.

    Parameters
    ----------
    text : str
        Any text.
    order : int
        The length of the n-grams.
    words : {'all', 'stem', 'stop', 'stem_stop', 'summeval'}
        Words are cut by `modern_words`. Stop words are those of ROUGE-1.5.5 and go before stems are taken, by the
        stemmer of ROUGE-1.5.5, and before n-grams are made.

        With 'summeval' n-grams are those that the programs of S3, SummEval and REALSumm compare: words are matches of
        ``\w+``, stemmed by Snowball's English stemmer (as it was before Snowball 3), and an n-gram counts if one of its
        stems is not among `SUMMEVAL_STOP_WORDS`. Stop words are looked for after stemming, so one that has another stem
        ("very", "because") counts as content.
    """
    return Counter(counted_ngrams(counted_words(text, words), order, words))


def counted_words(text: str, words: Words) -> list[str]:
    """Return the words of a text, or their stems, in their order.

    Parameters
    ----------
    text : str
        Any text.
    words : {'all', 'stem', 'stop', 'stem_stop', 'summeval'}
        As in `ngram_counts`.
    """
    if words == "summeval":
        return [snowball_stem(word.lower()) for word in re.findall(r"\w+", text)]
    found = modern_words(text)
    if words in {"stop", "stem_stop"}:
        stop = stop_words()
        found = [word for word in found if word not in stop]
    return [_stem(word) for word in found] if words in {"stem", "stem_stop"} else found


def counted_ngrams(found: Sequence[str], order: int, words: Words) -> list[Hashable]:
    """Return the n-grams of words that count, in their order; those of order 1 are the words themselves.

    Parameters
    ----------
    found : sequence of str
        As `counted_words` returns them.
    order : int
        The length of the n-grams.
    words : {'all', 'stem', 'stop', 'stem_stop', 'summeval'}
        With 'summeval' an n-gram of stop words alone does not count.
    """
    ngrams: list[Hashable] = [*found] if order == 1 else [*ngrams_of(found, order)]
    if words != "summeval":
        return ngrams
    if order == 1:
        return [word for word in ngrams if word not in SUMMEVAL_STOP_WORDS]
    return [ngram for ngram in ngrams_of(found, order) if not SUMMEVAL_STOP_WORDS.issuperset(ngram)]
