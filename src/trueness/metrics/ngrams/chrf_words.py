"""The words of a text as chrF++ cuts them."""

from __future__ import annotations

_SIGNS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def chrf_words(text: str) -> tuple[str, ...]:
    """Return what stands between blanks, with a sign of ASCII at the end of a word, or else at its beginning, apart.

    References
    ----------
    Popović 2017 (chrF++); Post 2018 (sacreBLEU), both of which take one sign off a word: ``(hi)`` is ``(hi`` and ``)``.
    """
    found: list[str] = []
    for word in text.split():
        if len(word) > 1 and word[-1] in _SIGNS:
            found += (word[:-1], word[-1])
        elif len(word) > 1 and word[0] in _SIGNS:
            found += (word[0], word[1:])
        else:
            found.append(word)
    return tuple(found)
