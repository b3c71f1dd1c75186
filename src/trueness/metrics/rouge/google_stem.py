"""The stemmer of the package rouge-score: Porter's rules as NLTK extends them, for words of more than three letters."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

_VOWELS = frozenset("aeiou")

_IRREGULAR = {
    form: stem
    for stem, forms in (
        ("sky", "sky skies"),
        ("die", "dying"),
        ("lie", "lying"),
        ("tie", "tying"),
        ("news", "news"),
        ("inning", "innings inning"),
        ("outing", "outings outing"),
        ("canning", "cannings canning"),
        ("howe", "howe"),
        ("proceed", "proceed"),
        ("exceed", "exceed"),
        ("succeed", "succeed"),
    )
    for form in forms.split()
}

# Suffix and replacement; the first suffix that a word ends in decides.
_STEP_2 = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
    ("fulli", "ful"),
)
_STEP_3 = (
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
)
_STEP_4 = (
    *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion"),
    *("ou", "ism", "ate", "iti", "ous", "ive", "ize"),
)


def google_stem(word: str) -> str:
    """Return the stem of a word as rouge-score makes it with ``use_stemmer=True``.

    A word of up to three letters is left alone. Unlike `rouge_stem`, this knows a dozen irregular forms only, keeps a
    final y after a vowel (``enjoy``), turns it into i where no vowel is before it (``spi``), and tries one suffix in
    step 4.

    Parameters
    ----------
    word : str
        a-z and 0-9.

    References
    ----------
    Porter 1980; NLTK, ``PorterStemmer`` in its mode NLTK_EXTENSIONS; rouge-score 0.1.2.
    """
    if len(word) < 4:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    word = _step_1c(_step_1b(_step_1a(word)))
    word = _replaced(_step_2(word), _STEP_3)
    return _step_5(_step_4(word))


def _consonants(word: str) -> list[bool]:
    """Return which letters are consonants: y is one at the start and after a vowel, and so is a digit anywhere."""
    flags: list[bool] = []
    for letter in word:
        flags.append(letter not in _VOWELS and (letter != "y" or not flags or not flags[-1]))
    return flags


def _measure(stem: str) -> int:
    """Return how often a consonant follows a vowel."""
    flags = _consonants(stem)
    return sum(after and not before for before, after in itertools.pairwise(flags))


def _ends_in_cvc(word: str) -> bool:
    """Return whether a word ends in consonant, vowel, consonant, the last not w, x or y, or is vowel and consonant."""
    flags = _consonants(word)
    if len(word) == 2:
        return flags == [False, True]
    return flags[-3:] == [True, False, True] and word[-1] not in "wxy"


def _replaced(word: str, rules: Sequence[tuple[str, str]]) -> str:
    """Replace the first suffix found, if the measure of what stands before it is above 0."""
    for suffix, replacement in rules:
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            return stem + replacement if _measure(stem) > 0 else word
    return word


def _step_1a(word: str) -> str:
    """Remove plurals."""
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _step_1b(word: str) -> str:
    """Remove the endings of participles."""
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        stem = word.removesuffix(suffix)
        if stem != word and not all(_consonants(stem)):
            return _mended(stem)
    return word


def _mended(stem: str) -> str:
    """Return what stood before -ed or -ing as it is without: hop(p), hat(e)."""
    if stem.endswith(("at", "bl", "iz")):
        return stem + "e"
    if len(stem) > 1 and stem[-1] == stem[-2] and _consonants(stem)[-1]:
        return stem if stem[-1] in "lsz" else stem[:-1]
    return stem + "e" if _measure(stem) == 1 and _ends_in_cvc(stem) else stem


def _step_1c(word: str) -> str:
    """Write i for a final y after a consonant that is not all there is before it."""
    stem = word[:-1]
    return stem + "i" if word.endswith("y") and len(stem) > 1 and _consonants(stem)[-1] else word


def _step_2(word: str) -> str:
    while word.endswith("alli") and _measure(word[:-4]) > 0:
        word = word[:-2]
    if word.endswith("logi"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    return _replaced(word, _STEP_2)


def _step_4(word: str) -> str:
    """Remove a suffix from what keeps a measure above 1."""
    for suffix in _STEP_4:
        if word.endswith(suffix):
            stem = word.removesuffix(suffix)
            removed = _measure(stem) > 1 and (suffix != "ion" or stem[-1] in "st")
            return stem if removed else word
    return word


def _step_5(word: str) -> str:
    """Remove a final e, and one l of two."""
    if word.endswith("e"):
        measure = _measure(word[:-1])
        if measure > 1 or (measure == 1 and not _ends_in_cvc(word[:-1])):
            word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
