"""The words of a text as the scripts ``mteval-v13a`` and sacreBLEU cut them (``tok:13a``)."""

from __future__ import annotations

import re

SACREBLEU = "2.6.0"
"""The version of sacreBLEU whose words and counts these are; tests compare with the one that is installed."""

# The substitutions of sacreBLEU's tokenizer 13a, in its order.
_RULES = (
    # signs stand alone
    (re.compile(r"([\{-\~\[-\` -\&\(-\+\:-\@\/])"), r" \1 "),
    # a dot or comma that no digit comes before
    (re.compile(r"([^0-9])([\.,])"), r"\1 \2 "),
    # one that no digit comes after
    (re.compile(r"([\.,])([^0-9])"), r" \1 \2"),
    # a dash after a digit
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


def mteval_line(text: str) -> str:
    """Return a text as one line: hyphens at line ends joined, marks of skipped text and four entities of SGML resolved.

    Parameters
    ----------
    text : str
        Any text; blanks at its end are left out.
    """
    line = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    if "&" in line:
        line = line.replace("&quot;", '"').replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
    return line


def mteval_bytes(text: str) -> str:
    """Return a text as one line (see `mteval_line`) whose blanks are all of ASCII, a character for each byte of UTF-8.

    Parameters
    ----------
    text : str
        Any text.
    """
    line = mteval_line(text)
    return (
        line if line.isascii() else " ".join(line.split()).encode("utf-8", "surrogatepass").decode("latin-1")
    )


def mteval_words(text: str) -> tuple[str, ...]:
    """Return the words of a text, case kept.

    Signs of ASCII are words of their own, but for apostrophes, and for dots, commas and dashes where digits stand
    beside them. Letters of all scripts and other signs are parts of words; Unicode's blanks separate.

    Parameters
    ----------
    text : str
        Any text.

    References
    ----------
    NIST mteval-v13a; Post 2018 (sacreBLEU, tokenizer 13a).
    """
    return separated(f" {mteval_line(text)} ")


def separated(line: str) -> tuple[str, ...]:
    """Return the words of a line once signs are set apart; at its ends there is nothing to set them apart from."""
    for pattern, replacement in _RULES:
        line = pattern.sub(replacement, line)
    return tuple(line.split())
