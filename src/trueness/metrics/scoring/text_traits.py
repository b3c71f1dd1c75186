"""What is peculiar about texts that metrics take as they stand: a note says it of the metrics that it concerns."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from trueness.data.texts.texts import TextRow
from trueness.metrics.metric import Metric
from trueness.metrics.ngrams.unspaced_words import unlike_blanks

_MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,80}>|&(?:lt|gt|amp|quot|nbsp|#\d{1,6});|\\[nt](?![a-z])")
"""Tags, escaped signs, and line ends that are written out."""

SHARE = 0.1
"""From this share of outputs on it is said that texts have markup: a few may apply to it."""

_SCRIPTS = {"zh": "Chinese", "ja": "Japanese", "other": "Thai, Lao, Khmer or Burmese"}


class TextTraits:
    """Looks at rows of texts as they pass by; `notes` says what was seen.

    Words without blanks, markup, and accents that are composed in an output and not in its reference, or the other way
    round, change scores that read texts as they stand, and say nothing of their quality.
    """

    def __init__(self) -> None:
        self._rows = self._marked = self._composed = 0
        self._unspaced: dict[str, int] = {}
        self._mark = ""

    def add(self, rows: Iterable[TextRow]) -> None:
        """Look at rows."""
        for row in rows:
            self._rows += 1
            texts = (row.output, *row.references)
            if not row.output.isascii() and (kind := unlike_blanks([row.output])) in _SCRIPTS:
                self._unspaced[str(kind)] = self._unspaced.get(str(kind), 0) + 1
            found = next((mark for text in texts if (mark := _markup(text))), "")
            self._marked += bool(found)
            self._mark = self._mark or found
            self._composed += any(
                map(_composed_otherwise, row.references, [row.output] * len(row.references))
            )

    def notes(self, metrics: Sequence[Metric]) -> dict[str, list[str]]:
        """Return sentences, each with the names of the metrics that it is about.

        Parameters
        ----------
        metrics : sequence of Metric
            Those that the texts were scored with.
        """
        told: dict[str, list[str]] = {}
        if self._unspaced:
            scripts = ", ".join(_SCRIPTS[kind] for kind in _SCRIPTS if kind in self._unspaced)
            note = (
                f"{sum(self._unspaced.values())} of {self._rows} outputs are written without blanks between words "
                f"({scripts}), and what stands between blanks counts as one word"
            )
            for metric in metrics:
                if metric.words_between_blanks:
                    told.setdefault(f"{note}: {self._instead(metric)}", []).append(metric.name)
        reading = [metric.name for metric in metrics if metric.needs]
        if reading and self._marked >= max(1.0, SHARE * self._rows):
            told[
                f"{self._marked} of {self._rows} outputs or references have markup or escaped signs, such as "
                f"'{self._mark}', which counts as text: take it out of both, or of neither"
            ] = reading
        compared = [metric.name for metric in metrics if "references" in metric.needs]
        if compared and self._composed:
            told[
                f"{self._composed} of {self._rows} outputs write accents in another Unicode form than a reference "
                "(composed in one, apart in the other), so that equal words differ: normalise all texts (NFC)"
            ] = compared
        return told

    def _instead(self, metric: Metric) -> str:
        """Return what fits such texts: the variant of TER cuts Chinese characters and signs alone."""
        there = [kind for kind in _SCRIPTS if kind in self._unspaced]
        cut = [kind for kind in there if kind != "other" or metric.unspaced_variant != "ter_asian"]
        if not metric.unspaced_variant or not cut:
            return "the score says little; chrf compares characters"
        known = "them" if cut == there else " and ".join(_SCRIPTS[kind] for kind in cut)
        return f"{metric.unspaced_variant} fits {known}"


def _markup(text: str) -> str:
    if "<" not in text and "&" not in text and "\\" not in text:
        return ""
    found = _MARKUP.search(text)
    return found[0] if found else ""


def _composed_otherwise(one: str, other: str) -> bool:
    """Return whether the accents of one text are composed and those of the other stand apart."""
    if one.isascii() or other.isascii():
        return False
    return (_is_composed(one) and _is_apart(other)) or (_is_apart(one) and _is_composed(other))


def _is_composed(text: str) -> bool:
    return unicodedata.is_normalized("NFC", text) and not unicodedata.is_normalized("NFD", text)


def _is_apart(text: str) -> bool:
    return unicodedata.is_normalized("NFD", text) and not unicodedata.is_normalized("NFC", text)
