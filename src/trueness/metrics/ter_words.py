"""The words of TER for texts without blanks between them: Chinese characters and signs by themselves."""

from __future__ import annotations

import re

_ESCAPED = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))

_WESTERN = tuple(
    (re.compile(pattern), put)
    for pattern, put in (
        (r"([{-~[-` -&(-+:-@/])", r" \1 "),
        (r"'s ", r" 's "),
        (r"'s$", r" 's"),
        (r"([^0-9])([.,])", r"\1 \2 "),
        (r"([.,])([^0-9])", r" \1 \2"),
        (r"([0-9])(-)", r"\1 \2 "),
    )
)
"""Signs, the possessive, points and commas that are not between digits, and dashes behind digits stand alone."""

_ASIAN = re.compile(
    "(["
    "\u4e00-\u9fff\u3400-\u4dbf\u31c0-\u31ef\u2e80-\u2eff\u3300-\u33ff\uf900-\ufaff\ufe30-\ufe4f\u3200-\u3f22"
    "\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09"
    "])"
)
"""Chinese characters, signs of East Asian texts, and wide forms of western ones."""


def asian_words(text: str) -> list[str]:
    """Return the words of a text as Tercom cuts it with ``-N -a``, in lower case.

    Each Chinese character is a word, and so is each sign; kana, Hangul and the scripts of South East Asia are not cut,
    which the program's own rules for kana never do.

    References
    ----------
    Snover et al. 2006 (Tercom); Post 2018 (sacreBLEU, ``normalized`` and ``asian_support``).
    """
    text = text.lower().rstrip().replace("\n-", "").replace("\n", " ")
    for written, sign in _ESCAPED:
        text = text.replace(written, sign)
    text = f" {text} "
    for pattern, put in _WESTERN:
        text = pattern.sub(put, text)
    return _ASIAN.sub(r" \1 ", text).split()
