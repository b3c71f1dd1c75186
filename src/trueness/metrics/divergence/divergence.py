"""How far the words of an output are distributed from those of its references or source."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Self

import numpy as np

from trueness.metrics.divergence.counts import Words, ngram_counts
from trueness.metrics.divergence.variant import DivergenceVariant
from trueness.metrics.family_metric import FamilyMetric
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.ngram_name import ngram_name

LIN_2006 = Citation(
    "lin-etal-2006-information",
    "Lin, Cao, Gao and Nie (2006): An Information-Theoretic Approach to Automatic Evaluation of Summaries. "
    "HLT-NAACL, 463–470.",
    """@inproceedings{lin-etal-2006-information,
  title = {An Information-Theoretic Approach to Automatic Evaluation of Summaries},
  author = {Lin, Chin-Yew and Cao, Guihong and Gao, Jianfeng and Nie, Jian-Yun},
  booktitle = {Proceedings of the Human Language Technology Conference of the {NAACL}, Main Conference},
  year = {2006},
  pages = {463--470}
}""",
)
LOUIS_2009 = Citation(
    "louis-nenkova-2009-automatically",
    "Louis and Nenkova (2009): Automatically Evaluating Content Selection in Summarization without Human "
    "Models. EMNLP, 306–314.",
    """@inproceedings{louis-nenkova-2009-automatically,
  title = {Automatically Evaluating Content Selection in Summarization without Human Models},
  author = {Louis, Annie and Nenkova, Ani},
  booktitle = {Proceedings of the 2009 Conference on Empirical Methods in Natural Language Processing},
  year = {2009},
  pages = {306--314}
}""",
)
PEYRARD_2017 = Citation(
    "peyrard-etal-2017-learning",
    "Peyrard, Botschen and Gurevych (2017): Learning to Score System Summaries for Better Content Selection "
    "Evaluation. Workshop on New Frontiers in Summarization, 74–84.",
    """@inproceedings{peyrard-etal-2017-learning,
  title = {Learning to Score System Summaries for Better Content Selection Evaluation},
  author = {Peyrard, Maxime and Botschen, Teresa and Gurevych, Iryna},
  booktitle = {Proceedings of the Workshop on New Frontiers in Summarization},
  year = {2017},
  pages = {74--84},
  doi = {10.18653/v1/W17-4510}
}""",
)

Key = tuple[int, Words]
"""What n-grams of a text are counted by."""


class Divergence(FamilyMetric):
    """Divergence of the distribution of an output's n-grams from that of its references or source; lower is better.

    ``js1``, ``js2``
        Jensen–Shannon divergence of words or pairs of words from the references (Lin et al. 2006), in nats: 0 for the
        same proportions, at most ln 2. The counts of several references are pooled into one distribution.
    ``js1_source``, ``js2_source``
        The same from the source (Louis and Nenkova 2009).
    ``kl1_source_output``, ``kl1_output_source``, ``kl1_reference_output``, ``kl1_output_reference``, and with ``kl2``
        Kullback–Leibler divergence D(first || second), smoothed as by Louis and Nenkova (2009): see
        `kullback_leibler`.
    ``_stem``, ``_stop``, ``_stem_stop`` at the end
        Stems in place of words, and without stop words (both is what Louis and Nenkova's program does unless told
        otherwise): see `ngram_counts`.
    ``_summeval`` at the end, for ``js`` only
        Exactly what the programs of S3 (Peyrard et al. 2017) and SummEval compute: content n-grams of Snowball stems
        (see `ngram_counts`) and the mean over references. REALSumm's column ``js-2`` is ``js2_summeval`` negated.

    Options after a colon: ``refs=pooled``, ``mean`` (mean divergence) or ``best`` (the smallest); ``delta``, which
    smooths (``js`` is not smoothed unless it is given; for ``kl`` it is 0.0005); ``base=2`` or ``base=10``, the base of
    the logarithm (with 2, ``js`` is at most 1). Orders 3 and 4 exist too.

    Undefined (NaN) for an output without n-grams: nothing has no distribution. The programs of S3 and SummEval give it
    half of ln 2, which is better than what most summaries get against references. A reference without n-grams is passed
    over; without any other, or for a source without n-grams, the score is undefined as well.

    Parameters
    ----------
    variant : DivergenceVariant
        Which divergence.

    References
    ----------
    Lin et al. 2006; Louis and Nenkova 2009 and 2013; Peyrard et al. 2017.
    """

    scheme: str = "js<n>…, kl<n>_<of>_<from>…"
    options: str = (
        "orders 3 and 4 besides 1 and 2, such as js3 or kl4_source_output\n"
        "after a colon, with commas between:\n"
        "refs=pooled, mean or best: one distribution of all references, the mean divergence, or the smallest\n"
        "delta=D: smooths, D being added to every count (kl: 0.0005 unless given; js: no smoothing unless given)\n"
        "base=2 or base=10: the base of the logarithm (e unless given; with 2, js is at most 1)"
    )
    higher_is_better: bool = False
    empty_output: float = math.nan

    def __init__(self, variant: DivergenceVariant) -> None:
        self.variant = variant
        self.name = variant.name
        against: Need = "source" if variant.against == "source" else "references"
        self.needs = frozenset({against})
        self.joins = "" if against == "source" else variant.refs
        self.lower = 0.0 if variant.kind == "js" else -math.inf
        bounded = variant.kind == "js" and not variant.delta
        self.upper = math.log(2.0) / math.log(variant.base) if bounded else math.inf
        if variant.words == "summeval":
            self.citation = PEYRARD_2017
        else:
            self.citation = LIN_2006 if (variant.kind, against) == ("js", "references") else LOUIS_2009

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names for words and pairs of words (see `Metric.names`)."""
        kinds = {
            "js": ("", "_source"),
            "kl": ("_output_reference", "_reference_output", "_output_source", "_source_output"),
        }
        endings = ("", "_stem", "_stop", "_stem_stop")
        return tuple(
            f"{kind}{order}{direction}{ending}"
            for kind, directions in kinds.items()
            for direction, order in itertools.product(directions, (1, 2))
            for ending in (*endings, *(("_summeval",) if kind == "js" else ()))
        )

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return one Jensen–Shannon divergence from references and one from the source (see `Metric.defaults`)."""
        return ("js2", "js1_source")

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the divergence of a name (see `Metric.from_name`)."""
        variant = DivergenceVariant.parse(name)
        return None if variant is None else cls(variant)

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs with several divergences, counting every text once (see `Metric.score_together`)."""
        found = np.empty((len(outputs), len(metrics)))
        known: tuple[Sequence[str], str | None] | None = None
        others: dict[tuple[str, bool, Key], list[Counter[Hashable]]] = {}
        for row, (output, given, source) in enumerate(zip(outputs, references, sources, strict=True)):
            # outputs for one input stand together and share references and source
            if (given, source) != known:
                known, others = (given, source), {}
            counted: dict[Key, Counter[Hashable]] = {}
            for column, metric in enumerate(metrics):
                variant = metric.variant
                texts = given if variant.against == "reference" else [source or ""]
                key = (variant.order, variant.words)
                other_key = (variant.against, variant.refs == "pooled", key)
                if other_key not in others:
                    others[other_key] = _counts(texts, variant)
                if key not in counted:
                    counted[key] = ngram_counts(output, *key)
                found[row, column] = _divergence(counted[key], others[other_key], variant)
        return found

    def description(self) -> str:
        """Return which divergence of what from what, and of which words (see `Metric.description`)."""
        variant = self.variant
        other = "source" if variant.against == "source" else "references"
        words = {
            "all": "",
            "stem": ", words stemmed",
            "stop": ", stop words removed",
            "stem_stop": ", words stemmed, stop words removed",
            "summeval": ", counted as by the programs of S3 and SummEval",
        }[variant.words]
        counted = ngram_name(variant.order)
        if variant.kind == "js":
            return f"Jensen–Shannon divergence of the output's {counted} from those of its {other}{words}."
        direction = f"output || {other}" if variant.output_first else f"{other} || output"
        return f"Kullback–Leibler divergence D({direction}) of distributions of {counted}, smoothed{words}."

    def signature(self) -> str:
        """Return the settings that the name does not tell."""
        variant = self.variant
        smoothing = f"delta={variant.delta:g},B=1.5V" if variant.delta else "none"
        base = "e" if variant.base == math.e else f"{variant.base:g}"
        refs = f"|refs:{variant.refs}" if variant.against == "reference" else ""
        return f"words:{variant.words}|smooth:{smoothing}|log:{base}{refs}"


def _counts(texts: Sequence[str], variant: DivergenceVariant) -> list[Counter[Hashable]]:
    """Return the counts of references, or of a source; without texts that have no n-grams."""
    counted = (ngram_counts(text, variant.order, variant.words) for text in texts)
    found = [counts for counts in counted if counts]
    if variant.refs != "pooled":
        return found
    pooled: Counter[Hashable] = Counter()
    for counts in found:
        pooled.update(counts)
    return [pooled] if pooled else []


def _divergence(
    output: Counter[Hashable], others: list[Counter[Hashable]], variant: DivergenceVariant
) -> float:
    if not others:
        return math.nan
    values = []
    for other in others:
        if variant.kind == "js":
            values.append(jensen_shannon(output, other, variant.delta))
        elif variant.output_first:
            values.append(kullback_leibler(output, other, variant.delta, outcomes_of_first=False))
        else:
            values.append(kullback_leibler(other, output, variant.delta, outcomes_of_first=True))
    value = min(values) if variant.refs == "best" else math.fsum(values) / len(values)
    return value / math.log(variant.base)


OUTCOMES_PER_WORD = 1.5
"""Outcomes B that smoothing shares probability among, per different n-gram of the text compared with."""

Counts = Mapping[Hashable, int]
"""How often each n-gram occurs; none with 0."""


def jensen_shannon(output: Counts, other: Counts, delta: float = 0.0) -> float:
    """Return the Jensen–Shannon divergence of two texts in nats.

    With the probabilities p and q of an n-gram and m = (p + q) / 2 it is half the sum over all n-grams of
    p ln(p / m) + q ln(q / m). Without smoothing it is symmetric to the last bit, exactly 0 for two texts with the same
    proportions, and ln 2 for two texts that share nothing.

    Parameters
    ----------
    output : mapping of n-gram to int
        Counts of the output.
    other : mapping of n-gram to int
        Counts of what it is compared with.
    delta : float, default: 0
        Smoothing (see `kullback_leibler`), 0 for none.

    Returns
    -------
    float
        NaN if a text has no n-grams.

    References
    ----------
    Lin 1991; Lin et al. 2006; with smoothing Louis and Nenkova 2009.
    """
    if not output or not other:
        return math.nan
    if delta:
        terms = (
            part
            for p, q in _smoothed(output, other, delta)
            for part in (p * math.log(2.0 * p / (p + q)), q * math.log(2.0 * q / (p + q)))
        )
        return max(math.fsum(terms) / 2.0, 0.0)
    n_output, n_other = sum(output.values()), sum(other.values())
    alone_output, alone_other = n_output, n_other
    parts = []
    for ngram in output.keys() & other.keys():
        a, b = output[ngram], other[ngram]
        alone_output -= a
        alone_other -= b
        # whole numbers, so that equal proportions give a ratio of exactly 1
        x, y = a * n_other, b * n_output
        parts += [a / n_output * math.log(2 * x / (x + y)), b / n_other * math.log(2 * y / (x + y))]
    parts += [alone_output / n_output * math.log(2.0), alone_other / n_other * math.log(2.0)]
    return max(math.fsum(parts) / 2.0, 0.0)


def kullback_leibler(first: Counts, second: Counts, delta: float, *, outcomes_of_first: bool) -> float:
    """Return the Kullback–Leibler divergence D(first || second) of two smoothed texts in nats.

    An n-gram that occurs C times in a text of N n-grams has the probability (C + delta) / (N + delta B), where B is 1.5
    times the number of different n-grams of the text that the output is compared with. The sum runs over the n-grams
    of either text, so probabilities do not sum to exactly 1, and for texts of nearly the same proportions it may be
    slightly below 0.

    Parameters
    ----------
    first, second : mapping of n-gram to int
        Counts.
    delta : float
        What smoothing adds to every count, above 0.
    outcomes_of_first : bool
        Whether it is `first` that the output is compared with, whose n-grams B is taken from.

    Returns
    -------
    float
        NaN if a text has no n-grams.

    References
    ----------
    Louis and Nenkova 2009, equations 1 and 2 (delta 0.0005; logarithms to base 2). Their program SIMetrix uses delta
    0.005 and natural logarithms.
    """
    if not first or not second:
        return math.nan
    if outcomes_of_first:
        pairs: Iterator[tuple[float, float]] = ((q, p) for p, q in _smoothed(second, first, delta))
    else:
        pairs = _smoothed(first, second, delta)
    return math.fsum(p * math.log(p / q) for p, q in pairs)


def _smoothed(output: Counts, other: Counts, delta: float) -> Iterator[tuple[float, float]]:
    """Yield the two smoothed probabilities of every n-gram of either text."""
    added = delta * OUTCOMES_PER_WORD * len(other)
    n_output, n_other = sum(output.values()) + added, sum(other.values()) + added
    for ngram in output.keys() | other.keys():
        yield (output.get(ngram, 0) + delta) / n_output, (other.get(ngram, 0) + delta) / n_other
