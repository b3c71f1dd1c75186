"""Distance and similarity of the centroids of texts."""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

import numpy as np

from trueness.errors import DataError
from trueness.metrics.metric import Citation, FloatArray, Metric, Survey
from trueness.metrics.vectors.document_frequencies import (
    DocumentCounter,
    DocumentFrequencies,
    load_document_frequencies,
)
from trueness.metrics.vectors.vector_metric import VectorMetric

_KEYS = ("vectors", "refs", "norm", "tokens", "case", "idf", "documents")
_SURVEYED = ("references", "sources")


class Centroids(VectorMetric):
    """Distance or cosine of the centroids of the words of an output and of a reference.

    The centroid of a text is the mean of the vectors of its words, each weighted by how often it occurs (TF) and, with
    ``idf=``, by log(N / df), where df of the N documents of a corpus have the word (TF-IDF, equation 3 of
    Miloulis et al.). The corpus is a file, or, with ``idf=references`` and ``idf=sources``, all different references
    or sources of the texts that are scored together.

    - ``cent_e``: the Euclidean distance of the two centroids; lower is better.
    - ``cent_c``: their cosine; higher is better.
    - ``_stop`` at the end: stop words left out.

    Words without a vector are left out. Where no weight is left in the output, or in all references, or a centroid is
    zero for the cosine, the score is undefined (NaN). Of several references the nearest counts, or the mean.

    References
    ----------
    Miloulis et al., sections 4.1 and 4.2; Brokos et al. 2016.
    """

    scheme: str = "cent_<e|c>[_stop]"
    keys: ClassVar = _KEYS
    note: str = "Needs word vectors: cent_c:vectors=PATH."
    empty_output: float = math.nan
    citation: Citation = Citation(
        "brokos-etal-2016-using",
        "Brokos, Malakasiotis and Androutsopoulos (2016): Using Centroids of Word Embeddings and Word Mover's Distance "
        "for Biomedical Document Retrieval in Question Answering. BioNLP, 114–118.",
        """@inproceedings{brokos-etal-2016-using,
  title = {Using Centroids of Word Embeddings and Word Mover's Distance for Biomedical Document Retrieval in Question
           Answering},
  author = {Brokos, Georgios-Ioannis and Malakasiotis, Prodromos and Androutsopoulos, Ion},
  booktitle = {Proceedings of the 15th Workshop on Biomedical Natural Language Processing},
  year = {2016},
  pages = {114--118},
  doi = {10.18653/v1/W16-2915}
}""",
    )

    def __init__(self, base: str, given: Mapping[str, str]) -> None:
        super().__init__(base, given)
        self.cosine = base.startswith("cent_c")
        self.higher_is_better = self.cosine
        self.lower = -1.0 if self.cosine else 0.0
        self.counted: DocumentFrequencies | None = None
        if self.values["idf"] == "sources":
            self.needs = frozenset({"references", "source"})
        self.upper = 1.0 if self.cosine else 2.0 if self["norm"] == "unit" else math.inf

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names without options (see `Metric.names`)."""
        return ("cent_e", "cent_e_stop", "cent_c", "cent_c_stop")

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return the cosine (see `Metric.defaults`)."""
        return ("cent_c",)

    @classmethod
    def score_block(
        cls, metrics: Sequence[Self], outputs: Sequence[str], references: Sequence[str]
    ) -> FloatArray:
        """Score outputs; centroids are computed once for all metrics that take them alike."""
        known: dict[tuple[object, ...], FloatArray] = {}
        columns = []
        for metric in metrics:
            key = (*metric.values.values(), metric.stop)
            if key not in known:
                known[key] = metric.centroids([*outputs, *references])
            columns.append(metric.compare(known[key][: len(outputs)], known[key][len(outputs) :]))
        return np.column_stack(columns)

    def frequencies(self) -> DocumentFrequencies | None:
        """Return the document frequencies that weight words, None where there are none."""
        if self.values["idf"] is None or self.counted is not None:
            return self.counted
        if self["idf"] in _SURVEYED:
            raise DataError(
                f"metric '{self.name}' weights words by how many {self['idf']} of all texts have them, "
                "and has yet to be shown texts: score them with `trueness score` or `trueness.score`, "
                "or name a file with idf=PATH."
            )
        return load_document_frequencies(self["idf"], self.values["documents"], self["tokens"], self["case"])

    def survey(self) -> Survey | None:
        """Return what counts words in all references or sources, where they weigh words (see `Metric.survey`)."""
        return _Frequencies(self) if self.values["idf"] in _SURVEYED else None

    def with_frequencies(self, counted: DocumentFrequencies) -> Self:
        """Return this metric with frequencies that were counted in all texts."""
        found = copy.copy(self)
        found.counted = counted
        return found

    def centroids(self, texts: Sequence[str]) -> FloatArray:
        """Return the centroids of texts, shape (n, dimension); NaN for a text without weight."""
        bags = self.bags([self.words(text) for text in texts])
        frequencies = self.frequencies()
        weight = np.ones(len(bags.words)) if frequencies is None else frequencies.idf(bags.words)
        found = np.full((len(texts), bags.vectors.shape[1]), np.nan)
        for row, bag in enumerate(bags.bags):
            weights = bag.counts * weight[bag.rows]
            if weights.sum() > 0:
                found[row] = weights @ bags.vectors[bag.rows] / weights.sum()
        return found

    def compare(self, ours: FloatArray, theirs: FloatArray) -> FloatArray:
        """Return scores of the centroids of outputs against those of their references, shape (n,)."""
        theirs = theirs[~np.isnan(theirs).any(axis=1)]
        if not len(theirs):
            return np.full(len(ours), np.nan)
        if self.cosine:
            lengths = np.linalg.norm(ours, axis=1)[:, None] * np.linalg.norm(theirs, axis=1)
            each = np.full(lengths.shape, np.nan)
            np.divide(ours @ theirs.T, lengths, out=each, where=lengths > 0)
            each = np.clip(each, -1.0, 1.0)
        else:
            each = np.linalg.norm(ours[:, None] - theirs, axis=2)
        if self["refs"] == "mean":
            return _over_defined(each, "mean")
        return _over_defined(each, "max" if self.cosine else "min")

    def description(self) -> str:
        """Return what is compared (see `Metric.description`)."""
        what = "Cosine" if self.cosine else "Euclidean distance"
        weights = "term frequency" if self.values["idf"] is None else "TF-IDF"
        stop = ", stop words removed" if self.stop else ""
        return f"{what} of the centroids of the word vectors of output and reference, weighted by {weights}{stop}."

    def signature(self) -> str:
        """Return the vectors, how words are looked up, and the corpus that weights them."""
        if self.counted is None and self["idf"] in _SURVEYED:
            weights = f"idf of all {self['idf']} that are scored together"
        else:
            frequencies = self.frequencies()
            weights = "tf" if frequencies is None else frequencies.signature
        return f"{self.looked_up('norm', 'tokens', 'case', 'refs')}|weights:{weights}"


class _Frequencies:
    """Counts words in the references or sources of all texts."""

    def __init__(self, metric: Centroids) -> None:
        self._metric = metric
        self._counter = DocumentCounter(metric["tokens"], metric["case"])

    def add(
        self, outputs: Sequence[str], references: Sequence[Sequence[str]], sources: Sequence[str | None]
    ) -> None:
        """Count the documents among these rows that are new."""
        del outputs
        from_references = self._metric["idf"] == "references"
        for given, source in zip(references, sources, strict=True):
            for text in given if from_references else filter(None, [source]):
                self._counter.add_once(text)

    def result(self) -> tuple[Metric, Sequence[str]]:
        """Return the metric with what was counted."""
        kind = self._metric["idf"]
        return self._metric.with_frequencies(self._counter.result("of the texts", kind)), ()


def _over_defined(values: FloatArray, how: str) -> FloatArray:
    """Return the mean, largest or smallest of the defined values of each row, NaN where there is none."""
    defined = ~np.isnan(values)
    some = defined.any(axis=1)
    found = np.full(len(values), np.nan)
    for row in np.flatnonzero(some).tolist():
        found[row] = getattr(values[row][defined[row]], how)()
    return found
