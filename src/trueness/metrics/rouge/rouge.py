"""ROUGE: what an output and its references have in common, as the original program counts it or for any language."""

from __future__ import annotations

import functools
import importlib.metadata
import re
import warnings
from collections.abc import Sequence
from typing import Self

import numpy as np

from trueness.errors import TruenessWarning
from trueness.metrics.family_metric import FamilyMetric
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.ngram_name import ngram_name
from trueness.metrics.ngrams.numbered_texts import number_texts
from trueness.metrics.rouge.combine import Parts, combine
from trueness.metrics.rouge.counts import CountKey, count_key, count_pairs
from trueness.metrics.rouge.encode import EncodedTexts, encode_texts
from trueness.metrics.rouge.line_words import Segmenter
from trueness.metrics.rouge.pairs import pair_rows
from trueness.metrics.rouge.sentences import splitter_signature
from trueness.metrics.rouge.variant import RougeVariant, standard_variants

# A word that ends in three letters, so no abbreviation such as Mr., the end of a sentence, and a capital after a blank.
_SECOND_SENTENCE = re.compile("[a-z]{3} ?[.!?][\"'`)\\]”’]* [ \"'`(\\[“‘”’)]*[A-Z]")

_NO_LETTERS = bytes(byte for byte in range(128) if not chr(byte).isalpha())


class Rouge(FamilyMetric):
    """A variant of ROUGE of each output against its references, from 0 to 1.

    What the variant says, in its name ``rouge<type>[_stem][_stop]_<part>[:key=value,…]``:

    - type ``1``, ``2``, …: n-grams; ``S4``, ``SU4``, …: pairs of words with at most 4 others in between, SU with single
      words. Each counts at most as often as both texts have it.
    - type ``L``: for each sentence of the reference, the union of its longest common subsequences with the sentences of
      the output ("summary level"; ``rougeLsum`` elsewhere). ``W``: the same with runs of k consecutive matches weighted
      k^w. ``Lsent``: the longest common subsequence of the whole texts, the ``rougeL`` of common Python packages.
    - ``_stem``, ``_stop``: words stemmed, stop words removed (first).
    - `mode`: ``exact`` gives each number of ROUGE-1.5.5 to its fifth and last decimal. ``modern`` cuts words in every
      language and does not round, and W differs. Its recall is (sum of k^w over runs / sum of n^w over the reference's
      sentences of n words)^(1/w); its precision is the recall with the two texts exchanged. So equal texts score 1
      and nothing scores more; in the original, which weights a reference's total twice, equal texts score less than 1.
      A token that matches more often than its word occurs ends a run, where the original carries the run on to the
      next match, or loses it if the sentence has none. ``google`` gives the numbers of the package rouge-score 0.1.2:
      its ``rouge1`` to ``rouge9``, its ``rougeLsum`` as L and its ``rougeL`` as Lsent, its stemmer, and of several
      references the one with the highest F, as its ``score_multi``.
    - `refs`, `alpha`: how several references make one score, and the weight of precision in F (see `combine`).

    A text without n words, or without two for S and SU, has nothing in common with any: 0. So a single word scores 0
    by SU even against itself. In exact mode W is NaN where some reference has no words left, whatever `refs` says,
    since the original dies there; the other variants of that row are scored.

    Parameters
    ----------
    variant : RougeVariant
    segmenter : callable, optional
        In modern mode: takes a run of a script without blanks between words to its words (see `modern_words`).

    References
    ----------
    Lin 2004; ROUGE-1.5.5, as observed on 262,176 recorded scores.
    """

    scheme: str = "rouge<type>[_stem][_stop]_<part>"
    options: str = (
        "types: any n, S<k> and SU<k>, besides those listed, such as rouge5_f or rougeS9_f\n"
        "after a colon, with commas between:\n"
        "refs=pooled, best, mean or jackknife: how several references make one score\n"
        "mode=modern, exact (ROUGE-1.5.5 to its last decimal) or google (rouge-score)\n"
        "alpha=A: the weight of precision in F, 0 to 1 (F only)\n"
        "weight=W: the exponent of W, 0.1 to 5 (W only)\n"
        "skip=K or skip=unlimited: the distance of S and SU without a number\n"
        "words=N or bytes=N: read so much of every text\n"
        "sentences=newline, marks or split: where sentences end"
    )
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 1.0
    empty_output: float = 0.0
    citation: Citation = Citation(
        "lin-2004-rouge",
        "Lin (2004): ROUGE: A Package for Automatic Evaluation of Summaries. Text Summarization Branches Out, 74–81.",
        """@inproceedings{lin-2004-rouge,
  title = {{ROUGE}: A Package for Automatic Evaluation of Summaries},
  author = {Lin, Chin-Yew},
  booktitle = {Text Summarization Branches Out},
  year = {2004},
  address = {Barcelona, Spain},
  publisher = {Association for Computational Linguistics},
  pages = {74--81},
  url = {https://aclanthology.org/W04-1013}
}""",
    )

    def __init__(self, variant: RougeVariant, segmenter: Segmenter | None = None) -> None:
        self.variant = variant
        self.segmenter = segmenter
        self.name = variant.name
        self.joins = str(variant.refs)

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],  # noqa: ARG003 - the same for every metric
    ) -> FloatArray:
        """Score outputs with several variants, each text cut into words once.

        Parameters
        ----------
        metrics : sequence of Rouge
            k of them.
        outputs, references, sources
            As in `Metric.score`.

        Returns
        -------
        array of shape (n, k)

        Raises
        ------
        DataError
            If an output has no list of references, or texts are so long that a table would not fit into memory; the
            message says which variant, how long they are, and what to do.

        Warns
        -----
        TruenessWarning
            If L or W is asked for, every line is to be a sentence, and some text holds several sentences on its only
            line; and if some text that is not plain ASCII has no words, or in a mode that reads ASCII alone
            few letters that count.
        """
        scores = np.empty((len(outputs), len(metrics)))
        if not metrics:
            return scores
        texts, *numbers = number_texts(outputs, references, metrics[0].name)
        pairs = pair_rows(*numbers)
        _warn_of_unsplit_sentences(metrics, texts)
        alike: dict[tuple[object, ...], list[int]] = {}
        for k, metric in enumerate(metrics):
            one = metric.variant
            settings = (one.mode, one.sentences, one.words, one.bytes, id(metric.segmenter))
            alike.setdefault(settings, []).append(k)
        for members in alike.values():
            first = metrics[members[0]]
            given = first.variant
            encoded = encode_texts(
                texts, given.mode, given.sentences, given.words, given.bytes, first.segmenter
            )
            _warn_of_wordless_texts(first, texts, encoded)
            counts = count_pairs(encoded, pairs, [metrics[k].variant for k in members])
            combined: dict[tuple[CountKey, str | None, float], Parts] = {}
            for k in members:
                one = metrics[k].variant
                key = (count_key(one), one.refs, one.alpha)
                if key not in combined:
                    combined[key] = combine(counts[count_key(one)], pairs, one)
                scores[:, k] = getattr(combined[key], one.part)
        return scores

    def description(self) -> str:
        """Return what is counted, on which words, and which part is reported (see `Metric.description`)."""
        one = self.variant
        between = "any number of" if one.order is None else f"at most {one.order}"
        counted = {
            "N": f"{ngram_name(one.order or 1)} shared with the references",
            "L": "longest common subsequences with the references, sentence by sentence",
            "W": "longest common subsequences with the references, sentence by sentence, runs of k matches weighted "
            f"k^{one.weight:g}",
            "S": f"pairs of words with {between} others in between, shared with the references",
            "SU": f"pairs of words with {between} others in between, and single words, shared with the references",
            "Lsent": "the longest common subsequence of the whole output and reference",
        }[one.kind]
        words = f"{', words stemmed' if one.stem else ''}{', stop words removed' if one.stop else ''}"
        weights = "equal weights" if one.alpha == 0.5 else f"weight {one.alpha:g} for precision"
        part = f"F with {weights}" if one.part == "f" else one.part
        return f"ROUGE-{one.type}: {counted}{words}; {part}."

    def signature(self) -> str:
        """Return the settings that hold for all types: mode, sentences, limits, references and the weights."""
        one = self.variant
        if one.mode == "exact":
            words = "words, stems, stop words and rounding of ROUGE-1.5.5"
        elif one.mode == "google":
            words = "words and stems of rouge-score 0.1.2, not rounded"
        else:
            by = f"words by Unicode as of regex {_regex_version()}"
            words = f"{by}, not rounded" if self.segmenter is None else f"{by} and a segmenter, not rounded"
        sentences = splitter_signature() if one.sentences == "split" else one.sentences
        settings = [f"ROUGE mode {one.mode} ({words})", f"sentences by {sentences}", f"references {one.refs}"]
        if one.words is not None:
            settings.append(f"first {one.words} words")
        if one.bytes is not None:
            settings.append(f"first {one.bytes} bytes")
        settings.append(f"alpha {one.alpha}")
        if one.kind == "W":
            settings.append(f"weight {one.weight}")
        return ", ".join(settings)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of the 96 scores of ROUGE-1.5.5 in modern mode, then the 12 of Lsent."""
        return tuple(variant.name for variant in standard_variants())

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return ROUGE-1, 2, L and SU4 with stems, F."""
        return ("rouge1_stem_f", "rouge2_stem_f", "rougeL_stem_f", "rougeSU4_stem_f")

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the variant of a name (see `RougeVariant.parse`).

        Raises
        ------
        ArgumentError
            If it is a name of ROUGE with a mistake in it.
        """
        variant = RougeVariant.parse(name)
        return None if variant is None else cls(variant)


@functools.cache
def _regex_version() -> str:
    """Return the version of the package whose tables of Unicode decide what a word is."""
    return importlib.metadata.version("regex")


def _warn_of_wordless_texts(metric: Rouge, texts: Sequence[str], encoded: EncodedTexts) -> None:
    wordless = np.flatnonzero(encoded.counted.lengths == 0).tolist()
    nothing = any(not texts[k].isascii() for k in wordless)
    not_ascii = (text for text in texts if not text.isascii())
    if nothing or (metric.variant.mode != "modern" and any(map(_is_mostly_foreign, not_ascii))):
        reads = (
            "words of a-z and 0-9 only"
            if metric.variant.mode != "modern"
            else "words with a letter or a digit"
        )
        remedy = "" if metric.variant.mode == "modern" else "; `mode=modern` reads every language"
        warnings.warn(
            f"some texts hold letters or signs, but {'nothing' if nothing else 'little'} that ROUGE in mode "
            f"{metric.variant.mode} takes for a word: it reads {reads}, and such texts score "
            f"{'0' if nothing else 'by what little is left'}{remedy}.",
            TruenessWarning,
            stacklevel=3,
        )


def _is_mostly_foreign(text: str) -> bool:
    """Return whether most letters of a text, which is not plain ASCII, are none of ASCII's."""
    plain = text.encode("ascii", "ignore")
    foreign = len(text) - len(plain)
    plain_letters = len(plain.translate(None, _NO_LETTERS))
    if foreign <= plain_letters:  # even if all were letters
        return False
    return sum(letter.isalpha() for letter in text if not letter.isascii()) > plain_letters


def _warn_of_unsplit_sentences(metrics: Sequence[Rouge], texts: Sequence[str]) -> None:
    lines = [metric.variant for metric in metrics if metric.variant.sentences == "newline"]
    needing = [variant for variant in lines if variant.kind in {"L", "W"}]
    if needing and any("\n" not in text.strip() and _SECOND_SENTENCE.search(text) for text in texts):
        warnings.warn(
            f"'{needing[0].name}' compares sentence by sentence and takes every line for a sentence, but some texts "
            "hold several sentences on a single line. Give one sentence per line, or let sentences be found: "
            "`sentences=split`; `rougeLsent` compares whole texts and needs no sentences.",
            TruenessWarning,
            stacklevel=3,
        )
