"""How much longer the rules of a tokenizer may make a text: what would end the program is refused before it is read.

Rules run one after the other: normalizers change characters, pre-tokenizers split, post-processors put pieces together.
Ten that each write ten letters for one make 10,000 million of one letter, and the package tokenizers ends the program
where memory ends. So the most that each rule may add is taken from its files (https://huggingface.co/docs/tokenizers).
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from trueness.errors import FormatError
from trueness.metrics.encoder.pretrained import NO_CODE

TIMES, MORE = 4_000, 2**20
"""So many times as long a text may become, and so many characters longer: with ALBERT's rules 2,592 times."""

_PARTS = ("normalizer", "pre_tokenizer", "post_processor")
_WITHIN = ("normalizers", "pretokenizers", "processors")

_TIMES = {
    # Unicode Technical Report 15, table of expansion factors; lower case: two characters for one with a dot above
    **dict.fromkeys(("NFKC", "NFKD"), 18),
    "NFD": 4,
    "NFC": 3,
    "Lowercase": 2,
    "BertNormalizer": 24,  # blanks around a character, taken apart, in lower case
    "ByteLevel": 5,  # a character for each byte, and a blank before
    "Metaspace": 2,  # a blank before
    **dict.fromkeys(("Nmt", "Strip", "StripAccents", "Sequence"), 1),
    **dict.fromkeys(
        ("BertPreTokenizer", "CharDelimiterSplit", "Digits", "FixedLength", "Punctuation", "Split"), 1
    ),
    **dict.fromkeys(("UnicodeScripts", "Whitespace", "WhitespaceSplit"), 1),
    **dict.fromkeys(("BertProcessing", "RobertaProcessing"), 3),  # two that stand for the ends
}
"""How many characters, or tokens, a rule makes of one at most, where that is the same for all of its kind."""


class Growth(NamedTuple):
    """How long n characters become at most: `times` n + `more`."""

    times: float
    more: float

    def then(self, other: Growth) -> Growth:
        """Return what both do, one after the other."""
        return Growth(self.times * other.times, self.more * other.times + other.more)


_SAME = Growth(1.0, 0.0)


def read_tokenizer(transformers: Any, folder: Path, name: str) -> Any:
    """Return the tokenizer in a folder, whose rules are looked at first.

    Parameters
    ----------
    transformers : module
    folder : Path
    name : str
        The model, as the user calls it.

    Raises
    ------
    FormatError
        If its rules may make a text far longer.
    """
    for path in sorted(folder.glob("*.json")):
        try:
            rules = json.loads(path.read_bytes())
        except (ValueError, RecursionError):  # transformers says so, if it reads the file
            continue
        if isinstance(rules, dict):
            _check(rules, name)
    found = transformers.AutoTokenizer.from_pretrained(str(folder), **NO_CODE)
    check_tokenizer(found, name)
    return found


def check_tokenizer(tokenizer: Any, name: str) -> None:
    """Look at the rules of a tokenizer of transformers that is read, wherever they come from.

    Raises
    ------
    FormatError
        As `read_tokenizer`.
    """
    backend = getattr(tokenizer, "backend_tokenizer", None)
    found = {part: getattr(backend, part, None) for part in _PARTS}
    _check({part: json.loads(rule.__getstate__()) for part, rule in found.items() if rule is not None}, name)


def _check(rules: Mapping[str, Any], name: str) -> None:
    growth = growth_of(rules)
    if growth.times > TIMES or growth.more > MORE:
        raise FormatError(
            f"the tokenizer of the model '{name}' has rules that may make a text {growth.times:,.3g} times as long, "
            f"and {growth.more:,.3g} characters longer. The most that is run is {TIMES:,} times, and {MORE:,}.",
            remedy="Take a tokenizer whose files come from where you trust them.",
        )


def growth_of(rules: Mapping[str, Any]) -> Growth:
    """Return how much longer the rules of a tokenizer may make a text.

    Parameters
    ----------
    rules : mapping
        As in ``tokenizer.json``, whose other parts are not looked at.

    Examples
    --------
    >>> growth_of({"normalizer": {"type": "Prepend", "prepend": "_"}, "pre_tokenizer": {"type": "ByteLevel"}})
    Growth(times=5.0, more=5.0)
    """
    total = _SAME
    for part in _PARTS:
        for rule in _single(rules.get(part)):
            total = total.then(_growth(rule))
    return total


def _single(rule: Any) -> Iterator[Mapping[str, Any]]:
    """Yield rules in the order in which they run."""
    waiting = [rule]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += reversed(one)
        elif isinstance(one, dict):
            yield one
            waiting += [one[key] for key in _WITHIN if key in one]


def _growth(rule: Mapping[str, Any]) -> Growth:
    """Return how much longer one rule makes a text; of a kind that is not known, with any text that it has."""
    kind = rule.get("type")
    if kind == "Replace" and isinstance(content := rule.get("content"), str):
        pattern = rule.get("pattern")
        if isinstance(pattern, dict) and isinstance(old := pattern.get("String"), str) and old:
            return Growth(max(1.0, len(content) / len(old)), 0.0)
        return _written_anywhere(len(content))  # where an expression matches nothing at all
    if kind == "Prepend" and isinstance(before := rule.get("prepend"), str):
        return Growth(1.0, float(len(before)))
    if kind == "Precompiled" and isinstance(chart := rule.get("precompiled_charsmap"), str):
        return Growth(float(_longest_mapped(chart)), 0.0)
    if kind == "TemplateProcessing":
        forms = [_put_together(rule, form) for form in ("single", "pair")]
        return Growth(max(form.times for form in forms), max(form.more for form in forms))
    known = _TIMES.get(kind) if isinstance(kind, str) else None
    return Growth(float(known), 0.0) if known else _written_anywhere(_longest_text(rule))


def _written_anywhere(length: int) -> Growth:
    """Return what comes of a text of this length being written before, after and between all characters."""
    return Growth(1.0 + length, float(length))


def _put_together(rule: Mapping[str, Any], form: str) -> Growth:
    """Return how many tokens a template makes of one: it may hold a text often, and special tokens stand for many."""
    pieces, special = rule.get(form), rule.get("special_tokens")
    if not isinstance(pieces, list):
        return _SAME
    texts = sum(isinstance(piece, dict) and "Sequence" in piece for piece in pieces)
    longest = 0
    for token in special.values() if isinstance(special, dict) else ():
        ids = token.get("ids") if isinstance(token, dict) else None
        longest = max(longest, len(ids) if isinstance(ids, list) else 0)
    return Growth(max(1.0, float(texts)), float((len(pieces) - texts) * longest))


def _longest_mapped(chart: str) -> int:
    """Return how many characters SentencePiece writes for one at most.

    A chart has the size of a table in its first four bytes, the table, and the texts that are written, each ended by 0
    (``src/normalizer.cc`` of SentencePiece).
    """
    try:
        held = base64.b64decode(chart)
    except ValueError:
        return 1  # not read
    texts = held[4 + int.from_bytes(held[:4], "little") :] if len(held) > 4 else b""
    return max(1, *(len(text.decode("utf-8", errors="replace")) for text in texts.split(b"\0")))


def _longest_text(rule: Mapping[str, Any]) -> int:
    longest, waiting = 0, [value for key, value in rule.items() if key != "type"]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            longest = max(longest, len(one))
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            waiting += one.values()
    return longest
