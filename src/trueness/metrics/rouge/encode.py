"""Texts as arrays of word numbers: cut, looked up and stemmed once, whatever variants need."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.plain_work import counts_plainly
from trueness.metrics.rouge.google_stem import google_stem
from trueness.metrics.rouge.line_words import Segmenter, exact_words, google_words, modern_words
from trueness.metrics.rouge.sentences import split_sentences
from trueness.metrics.rouge.stem import modern_stem, rouge_stem
from trueness.metrics.rouge.variant import Mode, Sentences
from trueness.metrics.rouge.word_lists import stop_words

MOST_PLAIN = 2_000_000
"""Characters of different texts up to which words are cut without compiled loops: about half a second."""


class Vocabulary:
    """Words and stems by number, looked at only where they are asked for.

    Parameters
    ----------
    mode : {'exact', 'modern', 'google'}
        Whose stems.
    size : int
        How many words there are.
    spell : callable
        Returns the word of each number.
    """

    def __init__(self, mode: Mode, size: int, spell: Callable[[], list[str]]) -> None:
        self.mode = mode
        self.size = size
        self._spell = spell

    @functools.cached_property
    def words(self) -> list[str]:
        """The word of each number."""
        return self._spell()

    @functools.cached_property
    def is_stop_word(self) -> NDArray[np.bool_]:
        """Which words are stop words."""
        listed = stop_words()
        return np.fromiter((word in listed for word in self.words), dtype=np.bool_, count=self.size)

    @functools.cached_property
    def stems(self) -> list[str]:
        """The stem of each word."""
        return [*map(_STEMS[self.mode], self.words)]

    @functools.cached_property
    def stem_of(self) -> NDArray[np.int32]:
        """The number of each word's stem: of the words that have this stem, the lowest number."""
        numbers: dict[str, int] = {}
        found = (numbers.setdefault(stem, number) for number, stem in enumerate(self.stems))
        return np.fromiter(found, dtype=np.int32, count=self.size)


_STEMS: Mapping[str, Callable[[str], str]] = {
    "exact": functools.lru_cache(maxsize=1 << 16)(rouge_stem),
    "modern": functools.lru_cache(maxsize=1 << 16)(modern_stem),
    "google": functools.lru_cache(maxsize=1 << 16)(google_stem),
}


@dataclasses.dataclass(frozen=True)
class TokenArrays:
    """Tokens of texts, one text after the other.

    Attributes
    ----------
    ids : array of shape (T,)
        The number of each token's word.
    sentences : array of shape (S + 1,)
        Where each sentence begins in `ids`; one without words is none.
    texts : array of shape (texts + 1,)
        Where each text begins in the sentences.
    """

    ids: NDArray[np.int32]
    sentences: NDArray[np.int64]
    texts: NDArray[np.int64]

    @functools.cached_property
    def starts(self) -> NDArray[np.int64]:
        """Where each text begins in `ids`, and where the last one ends."""
        return self.sentences[self.texts]

    @functools.cached_property
    def lengths(self) -> NDArray[np.int64]:
        """Tokens of each text."""
        return np.diff(self.starts)

    @functools.cached_property
    def longest_sentences(self) -> NDArray[np.int64]:
        """Tokens of the longest sentence of each text."""
        longest = np.zeros(len(self.texts) - 1, dtype=np.int64)
        text = np.repeat(np.arange(len(longest)), np.diff(self.texts))
        np.maximum.at(longest, text, np.diff(self.sentences))
        return longest

    def part(self, first: int, stop: int) -> TokenArrays:
        """Return some of the texts, from the first to the one before `stop`."""
        sentences = self.sentences[self.texts[first] : self.texts[stop] + 1]
        return TokenArrays(
            self.ids[sentences[0] : sentences[-1]],
            sentences - sentences[0],
            self.texts[first : stop + 1] - self.texts[first],
        )

    def keep(self, kept: NDArray[np.bool_]) -> TokenArrays:
        """Return the tokens that are marked, in their sentences.

        Parameters
        ----------
        kept : array of shape (T,)
        """
        before = np.zeros(len(kept) + 1, dtype=np.int64)
        np.cumsum(kept, out=before[1:])
        return TokenArrays(self.ids[kept], before[self.sentences], self.texts)


@dataclasses.dataclass(frozen=True)
class EncodedTexts:
    """Texts as ROUGE reads them.

    Attributes
    ----------
    counted : TokenArrays
        What words, n-grams and skip bigrams are counted in.
    in_sentences : TokenArrays
        What L and W compare sentence by sentence: the same, but for a limit by bytes in exact mode.
    vocabulary : Vocabulary
        The words.
    """

    counted: TokenArrays
    in_sentences: TokenArrays
    vocabulary: Vocabulary

    def configured(self, *, stem: bool, stop: bool) -> tuple[TokenArrays, TokenArrays]:
        """Return both arrays without stop words and with stems in place of words, as asked for.

        Stop words go first, so it is the unstemmed word that counts as one.
        """
        counted = self._configure(self.counted, stem=stem, stop=stop)
        if self.in_sentences is self.counted:
            return counted, counted
        return counted, self._configure(self.in_sentences, stem=stem, stop=stop)

    def _configure(self, tokens: TokenArrays, *, stem: bool, stop: bool) -> TokenArrays:
        if stop:
            tokens = tokens.keep(~self.vocabulary.is_stop_word[tokens.ids])
        if stem:
            tokens = dataclasses.replace(tokens, ids=self.vocabulary.stem_of[tokens.ids])
        return tokens


def encode_texts(
    texts: Sequence[str],
    mode: Mode = "modern",
    sentences: Sentences = "newline",
    words: int | None = None,
    bytes: int | None = None,  # noqa: A002 - the name of the option
    segmenter: Segmenter | None = None,
) -> EncodedTexts:
    """Cut texts into words and number the words.

    Parameters
    ----------
    texts : sequence of str
    mode : {'exact', 'modern', 'google'}
        Words by the rule of ROUGE-1.5.5 (see `exact_words`), of Unicode (see `modern_words`), or of rouge-score (see
        `google_words`).
    sentences : {'newline', 'marks', 'split'}
        How sentences are found (see `split_sentences`).
    words, bytes : int, optional
        Only so much of every text (see `limited_exact` and `limited_modern`).
    segmenter : callable, optional
        In modern mode: a run of a script without blanks to its words.
    """
    number = functools.partial(_number, mode=mode, segmenter=segmenter)
    if sentences == "newline" and words is None and bytes is None:
        return number([texts])
    lines = [split_sentences(text, sentences) for text in texts]
    if words is None and bytes is None:
        return number([_joined(lines)])
    if mode == "exact":
        limited = [limited_exact(one, words, bytes) for one in lines]
        return number([_joined(kept for kept, _ in limited), _joined(kept for _, kept in limited)])
    return number([_joined(limited_modern(one, words, bytes) for one in lines)])


def _joined(lines: Iterable[Iterable[str]]) -> list[str]:
    """Return texts with a sentence a line; within a sentence, a line feed is a blank."""
    return ["\n".join(sentence.replace("\n", " ") for sentence in sentences) for sentences in lines]


def _number(readings: Sequence[Sequence[str]], mode: Mode, segmenter: Segmenter | None) -> EncodedTexts:
    """Give numbers to the words of texts with a sentence a line: as they are counted and, if otherwise, compared."""
    texts = [text for reading in readings for text in reading]
    # what a segmenter gives may hold anything
    if segmenter is not None or counts_plainly("rouge words", sum(map(len, texts)), MOST_PLAIN):
        tokens, vocabulary = _number_plainly(texts, mode, segmenter)
    else:
        from trueness.metrics.rouge.cut_words import cut_words

        found = cut_words(texts, mode)
        tokens = TokenArrays(found.ids, found.sentences, found.texts)
        vocabulary = Vocabulary(mode, len(found.bounds), found.words)
    if len(readings) == 1:
        return EncodedTexts(tokens, tokens, vocabulary)
    half = len(texts) // 2
    return EncodedTexts(tokens.part(0, half), tokens.part(half, len(texts)), vocabulary)


def _number_plainly(
    texts: Sequence[str], mode: Mode, segmenter: Segmenter | None
) -> tuple[TokenArrays, Vocabulary]:
    """Give numbers to words without compiled loops."""
    if mode == "modern":
        cut: Callable[[str], Sequence[str]] = functools.partial(modern_words, segmenter=segmenter)
    else:
        cut = exact_words if mode == "exact" else google_words
    found: list[str] = []
    sentences = [0]
    ends = [0]
    for text in texts:
        for line in text.split("\n"):
            found += cut(line)
            if len(found) > sentences[-1]:
                sentences.append(len(found))
        ends.append(len(sentences) - 1)
    numbers: dict[str, int] = {}
    ids = np.array([numbers.setdefault(word, len(numbers)) for word in found], dtype=np.int32)
    tokens = TokenArrays(ids, np.array(sentences, dtype=np.int64), np.array(ends, dtype=np.int64))
    return tokens, Vocabulary(mode, len(numbers), lambda: list(numbers))


# Perl's \s on bytes; Python's would split at U+00A0 and others, too.
_BLANKS = re.compile(r"[ \t\n\v\f\r]+")


def limited_exact(
    lines: Sequence[str],
    words: int | None,
    bytes: int | None,  # noqa: A002 - the name of the option
) -> tuple[list[str], list[str]]:
    """Return what ROUGE-1.5.5 reads of a text with ``-l`` or ``-b``.

    Lines are read whole while their total stays below the limit; the line that reaches it is cut to what is left, and
    reading stops. Words are what stands between blanks, be it letters or signs, and a blank at the start of a line
    makes an empty first word. Bytes are those of UTF-8, without what joins lines, and may end inside a character, which
    is then none.

    Under a limit of bytes, ROUGE's reader of sentences never adds to its total: it takes every line up to the first
    that is as long as the limit by itself. ROUGE-L and ROUGE-W then compare sentences whose words are not among those
    counted. Under a limit of words both readers agree.

    Parameters
    ----------
    lines : sequence of str
        The sentences of an output or of a reference, not yet cut into words.
    words, bytes : int or None
        The limit, at least 1; at most one of them is given.

    Returns
    -------
    tuple of two lists of str
        The lines in which words and n-grams are counted, and the lines as L and W compare them.

    References
    ----------
    ROUGE-1.5.5 (Lin 2004), as observed.
    """
    if words is not None:
        chunks = [_perl_split(line) for line in lines]
        kept = [" ".join(given[:n]) for given, n in zip(chunks, _kept(map(len, chunks), words), strict=False)]
        return kept, kept.copy()
    if bytes is not None:
        encoded = [line.encode("utf-8", "surrogatepass") for line in lines]
        short = list(itertools.takewhile(lambda line: len(line) < bytes, encoded))
        sentences = [line[:bytes] for line in encoded[: len(short) + 1]]
        counted = [line[:n] for line, n in zip(encoded, _kept(map(len, encoded), bytes), strict=False)]
        return _decoded(counted), _decoded(sentences)
    return list(lines), list(lines)


def limited_modern(
    lines: Sequence[str],
    words: int | None,
    bytes: int | None,  # noqa: A002 - the name of the option
) -> list[str]:
    """Return the first words or bytes of a text.

    Words are what stands between blanks of any kind. Bytes are those of UTF-8, without what joins lines; a character
    is kept whole, with its marks, or not at all.

    Parameters
    ----------
    lines : sequence of str
        The sentences of an output or of a reference, not yet cut into words.
    words, bytes : int or None
        The limit, at least 1; at most one of them is given.
    """
    if words is not None:
        chunks = [line.split() for line in lines]
        return [" ".join(given[:n]) for given, n in zip(chunks, _kept(map(len, chunks), words), strict=False)]
    if bytes is not None:
        lengths = map(_n_bytes, lines)
        return [_whole_characters(line, n) for line, n in zip(lines, _kept(lengths, bytes), strict=False)]
    return list(lines)


def _kept(lengths: Iterable[int], limit: int) -> list[int]:
    """Return how much of each line is read, up to and with the line that reaches the limit."""
    kept = []
    left = limit
    for length in lengths:
        kept.append(min(length, left))
        left -= kept[-1]
        if not left:
            break
    return kept


def _perl_split(line: str) -> list[str]:
    """Split at blanks as Perl does: an empty field at the start stays, those at the end go."""
    chunks = _BLANKS.split(line)
    while chunks and not chunks[-1]:
        chunks.pop()
    return chunks


def _decoded(lines: Sequence[bytes]) -> list[str]:
    return [line.decode("utf-8", "replace") for line in lines]


def _n_bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _whole_characters(line: str, most: int) -> str:
    """Return as many characters (grapheme clusters) of a line as fit into a number of bytes."""
    if line.isascii():
        return line[:most]
    import regex

    total = 0
    for character in regex.finditer(r"\X", line):
        total += _n_bytes(character[0])
        if total > most:
            return line[: character.start()]
    return line
