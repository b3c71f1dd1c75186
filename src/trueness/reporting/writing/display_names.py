"""What metrics are called in print: ``ROUGE-1`` for ``rouge1_stem_f``, where all variants of ROUGE are stemmed F.

A metric's name spells what it counts and its options. In print what all metrics of a family have in common is said
once, in the caption, and only what tells one from another stands behind a name, in brackets.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from trueness.errors import ArgumentError, series, unknown_name

FAMILIES = {
    "alignscore": "AlignScore",
    "autosummeng": "AutoSummENG",
    "bartscore": "BARTScore",
    "bertscore": "BERTScore",
    "bewte": "BEwT-E",
    "blanc": "BLANC",
    "bleu": "BLEU",
    "bleurt": "BLEURT",
    "chrf": "chrF",
    "comet": "COMET",
    "estime": "ESTIME",
    "litepyramid": "LitePyramid",
    "memog": "MeMoG",
    "meteor": "METEOR",
    "metricx": "MetricX",
    "moverscore": "MoverScore",
    "npower": "NPowER",
    "qaeval": "QAEval",
    "rwmd": "RWMD",
    "ter": "TER",
    "wmd": "WMD",
}
"""How families of metrics write their names, by these without capitals and underscores."""

_ROUGE = re.compile(r"rouge[_-]?(we)?[_-]?(\d+|lsent|lsum|l|w|su\d*|s\d*)(?=[_-]|$)", re.IGNORECASE)
_DIVERGENCE = re.compile(r"(js|kl)[_-]?(\d+)(?=[_-]|$)", re.IGNORECASE)
_PARTS = {"f": "F", "f1": "F1"}


@dataclasses.dataclass(frozen=True)
class DisplayNames:
    """What metrics are called.

    Attributes
    ----------
    names : mapping of str to str
        By the names that they have in tables.
    in_common : mapping of str to tuple of str
        What all metrics of a family have in common, which their names leave out.
    """

    names: Mapping[str, str]
    in_common: Mapping[str, tuple[str, ...]]

    @property
    def legend(self) -> str:
        """What names leave out, as a sentence: ``ROUGE: stem, F; METEOR: exact, stem.``; empty for nothing."""
        said = "; ".join(f"{family}: {', '.join(words)}" for family, words in self.in_common.items())
        return f"Variants: {said}." if said else ""


@dataclasses.dataclass(frozen=True)
class _Spelled:
    """A name in its parts: ``ROUGE``, ``ROUGE-1``, (``stem``, ``F``)."""

    family: str
    base: str
    words: tuple[str, ...]


def display_names(metrics: Sequence[str], given: Mapping[str, str] | None = None) -> DisplayNames:
    """Return what metrics are called in print, all names different.

    Parameters
    ----------
    metrics : sequence of str
    given : mapping of str to str, optional
        Names that were chosen, by metric.

    Raises
    ------
    UnknownNameError
        If a name was chosen for none of them.
    ArgumentError
        If two metrics would be called the same.

    Examples
    --------
    >>> display_names(["rouge1_stem_f", "rouge2_stem_f", "bleu"]).names["rouge2_stem_f"]
    'ROUGE-2'
    >>> display_names(["rouge1_stem_f", "rouge1_stem_recall"]).names["rouge1_stem_f"]
    'ROUGE-1 (F)'
    """
    chosen = dict(given or {})
    for name in chosen:
        if name not in metrics:
            raise unknown_name("metric", name, metrics)
    spelled = {name: _spelled(name) for name in metrics}
    shared: dict[str, tuple[str, ...]] = {}
    for family in dict.fromkeys(one.family for one in spelled.values()):
        members = [set(one.words) for one in spelled.values() if one.family == family]
        first = next(one for one in spelled.values() if one.family == family)
        shared[family] = tuple(word for word in first.words if all(word in words for words in members))
    found = {}
    for name, one in spelled.items():
        if name in chosen:
            continue
        rest = [word for word in one.words if word not in shared[one.family]]
        found[name] = f"{one.base} ({', '.join(rest)})" if rest else one.base
    several = Counter((*found.values(), *chosen.values()))
    found = {name: shown if several[shown] == 1 else name for name, shown in found.items()}
    found |= chosen
    twice = [name for name, n in Counter(found.values()).items() if n > 1]
    if twice:
        same = series([f"'{name}'" for name in metrics if found[name] == twice[0]])
        raise ArgumentError(f"{same} would all be called '{twice[0]}'. Give each a name of its own.")
    # a name that stays as it is leaves nothing out
    shortened = {one.family for name, one in spelled.items() if name not in chosen and found[name] != name}
    in_common = {family: words for family, words in shared.items() if words and family in shortened}
    return DisplayNames({name: found[name] for name in metrics}, in_common)


def given_names(texts: Iterable[str] | Mapping[str, str], metrics: Sequence[str]) -> Mapping[str, str]:
    """Return chosen names by metric; an option gives them as ``METRIC=NAME``, and a metric's name may hold an ``=``.

    Raises
    ------
    UnknownNameError
        If a text begins with the name of no metric.
    """
    if isinstance(texts, Mapping):
        return texts
    found = {}
    for text in texts:
        known = [name for name in metrics if text.startswith(f"{name}=")]
        if not known:
            raise unknown_name("metric", text.rpartition("=")[0], metrics)
        metric = max(known, key=len)
        found[metric] = text.removeprefix(f"{metric}=")
    return found


def _spelled(name: str) -> _Spelled:
    head, _, options = name.partition(":")
    words = tuple(option for option in options.split(",") if option)
    if matched := _ROUGE.match(head):
        kind = matched[2].upper().replace("LSUM", "Lsum").replace("LSENT", "Lsent")
        family = "ROUGE-WE" if matched[1] else "ROUGE"
        return _Spelled(family, f"{family}-{kind}", (*_words(head[matched.end() :]), *words))
    if matched := _DIVERGENCE.match(head):
        family = matched[1].upper()
        return _Spelled(family, f"{family}-{matched[2]}", (*_words(head[matched.end() :]), *words))
    parts = re.split(r"[_-]", head)
    ways = [("".join(parts[:2]), parts[2:]), (parts[0], parts[1:])]
    if "score" in parts[1:]:
        ways.append((f"{parts[0]}score", parts[1:]))  # bert_recall_score
    for key, rest in ways:
        if known := FAMILIES.get(key.lower()):
            return _Spelled(known, known, (*_words("_".join(rest)), *words))
    return _Spelled(head, head, words)


def _words(text: str) -> tuple[str, ...]:
    """Return what stands behind the name of a family: ``stem``, ``F``; of a score nothing says that it is one."""
    found = (word for word in re.split(r"[_-]", text) if word and word.lower() != "score")
    return tuple(_PARTS.get(word, word) for word in found)
