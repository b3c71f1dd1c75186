"""Words of texts that blanks do not separate: each Chinese character, or each character, by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable

from trueness.metrics.ngrams.mteval_words import separated

# The ranges of sacreBLEU's tokenizer zh. Two of them, meant for characters beyond U+FFFF, are compared there as texts
# of two characters, and so are U+2001 to U+2A6D and U+2F81 to U+2FA1.
_CHINESE = re.compile(
    "(["
    "\u3400-\u4db5\u4e00-\u9fa5\u9fa6-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\u2001-\u2a6d\u2f81-\u2fa1"
    "\uff00-\uffef\u2e80-\u2eff\u3000-\u303f\u31c0-\u31ef\u2f00-\u2fdf\u2ff0-\u2fff\u3100-\u312f\u31a0-\u31bf"
    "\ufe10-\ufe1f\ufe30-\ufe4f\u2600-\u26ff\u2700-\u27bf\u3200-\u32ff\u3300-\u33ff"
    "])"
)
_SCRIPTS = re.compile(
    r"(?P<kana>[\u3041-\u30ff])|(?P<han>[\u3400-\u4dbf\u4e00-\u9fff])|(?P<hangul>[\uac00-\ud7a3])|(?P<other>[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])"
)
_LETTER = re.compile(r"[^\W\d_]")


def chinese_words(text: str) -> tuple[str, ...]:
    """Return the words of a text, every Chinese character and sign by itself, the rest as 13a.

    References
    ----------
    Post 2018 (sacreBLEU, tokenizer zh, by Shujian Huang).
    """
    return separated(_CHINESE.sub(r" \1 ", text.strip()))


def character_words(text: str) -> tuple[str, ...]:
    """Return every character that is no blank (sacreBLEU, tokenizer char)."""
    return tuple(" ".join(text).split())


def unlike_blanks(texts: Iterable[str]) -> str | None:
    """Return for which texts, most of whose letters are of such a script, what stands between blanks is no good word.

    Returns
    -------
    {'zh', 'ja', 'ko', 'other'} or None
        Chinese, Japanese, Korean (which has blanks, but particles within words), or Thai, Lao, Khmer and Burmese; of
        several the first but Chinese, whose words fit no other; None where there is none.
    """
    found: dict[str, None] = {}
    for text in texts:
        if text.isascii():
            continue
        kinds = [match.lastgroup for match in _SCRIPTS.finditer(text)]
        if kinds and 2 * len(kinds) > len(_LETTER.findall(text)):
            there = {kind for kind in kinds if kind}
            found.setdefault(
                next((_KINDS[kind] for kind in ("hangul", "kana", "other") if kind in there), "zh")
            )
    return next((kind for kind in found if kind != "zh"), next(iter(found), None))


_KINDS = {"hangul": "ko", "kana": "ja", "other": "other"}
