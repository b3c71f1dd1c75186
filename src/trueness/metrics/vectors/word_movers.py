"""The word mover's distance and its relaxations."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, NamedTuple, Self

import numpy as np

from trueness.metrics.metric import Citation, FloatArray
from trueness.metrics.transport import solver_signature
from trueness.metrics.vectors.distances import check_cells, movers_distance, relaxed, word_distances
from trueness.metrics.vectors.vector_metric import VectorMetric
from trueness.metrics.vectors.word_bags import Bag, Bags

BLOCK_CELLS = 4_000_000
"""Of a matrix of distances between the words of several outputs and of their references."""

_PARTS = ("wmd", "rwmd_l", "rwmd_r", "rwmd_max")
_BASES = ("wmd", "wmd_c", *(f"{part}_{ground}" for part in _PARTS[1:] for ground in "ec"))
_KEYS = ("vectors", "refs", "norm", "tokens", "case")


class WordMovers(VectorMetric):
    """How far the words of an output have to travel, as vectors, to become those of a reference; lower is better.

    - ``wmd``: the word mover's distance, the least cost of moving the relative frequencies of words of one text to
      those of the other, computed exactly; the ground distance is Euclidean, in ``wmd_c`` 1 - cosine.
    - ``rwmd_l_e``, ``rwmd_l_c``: the relaxation in which each word of the reference travels to the nearest word of the
      output (small where the output says what the reference says: a recall), with either ground distance.
      ``rwmd_r_e``, ``rwmd_r_c``: each word of the output travels (a precision). ``rwmd_max_e``, ``rwmd_max_c``: the
      larger of the two, the closest lower bound of the distance.
    - ``_stop`` at the end: stop words left out.

    Words without a vector are left out, and frequencies are those of the rest; where none is left in the output, or in
    all references, the distance is undefined (NaN). Of several references the nearest counts, or the mean.

    References
    ----------
    Kusner et al. 2015; Miloulis et al. for the six relaxations of summaries.
    """

    scheme: str = "wmd…, rwmd_<l|r|max>_<e|c>…"
    keys: ClassVar = _KEYS
    usual: ClassVar = {"norm": "unit"}
    note: str = "Needs word vectors: wmd:vectors=PATH."
    higher_is_better: bool = False
    lower: float = 0.0
    upper: float = math.inf
    empty_output: float = math.nan
    citation: Citation = Citation(
        "kusner-etal-2015-word",
        "Kusner, Sun, Kolkin and Weinberger (2015): From Word Embeddings To Document Distances. ICML, 957–966.",
        """@inproceedings{kusner-etal-2015-word,
  title = {From Word Embeddings To Document Distances},
  author = {Kusner, Matt J. and Sun, Yu and Kolkin, Nicholas I. and Weinberger, Kilian Q.},
  booktitle = {Proceedings of the 32nd International Conference on Machine Learning},
  series = {PMLR},
  volume = {37},
  pages = {957--966},
  year = {2015}
}""",
    )

    def __init__(self, base: str, given: Mapping[str, str]) -> None:
        super().__init__(base, given)
        plain = base.removesuffix("_stop")
        self.ground = "c" if plain.endswith("_c") else "e"
        self.part = plain.removesuffix("_c").removesuffix("_e")
        if self.ground == "c" or self["norm"] == "unit":
            self.upper = 2.0

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names without options (see `Metric.names`)."""
        return tuple(f"{base}{stop}" for base in _BASES for stop in ("", "_stop"))

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return the distance itself (see `Metric.defaults`)."""
        return ("wmd",)

    @classmethod
    def score_block(
        cls, metrics: Sequence[Self], outputs: Sequence[str], references: Sequence[str]
    ) -> FloatArray:
        """Score outputs; distances of words are computed once for all of them.

        Of several references with ``refs=best``, the exact distance is computed only for those whose relaxation is
        not larger already than the smallest distance found.
        """
        found = np.full((len(outputs), len(metrics)), np.nan)
        alike: dict[tuple[object, ...], list[int]] = {}
        for k, metric in enumerate(metrics):
            settings = (*(metric[key] for key in ("vectors", "norm", "tokens", "case")), metric.stop)
            alike.setdefault(settings, []).append(k)
        for columns in alike.values():
            found[:, columns] = _scored([metrics[k] for k in columns], outputs, references)
        return found

    def description(self) -> str:
        """Return what travels whereto (see `Metric.description`)."""
        ground = "Euclidean distance" if self.ground == "e" else "1 - cosine"
        what = {
            "wmd": "Word mover's distance: words of one text to those of the other",
            "rwmd_l": "Relaxed word mover's distance: words of the reference to the nearest of the output",
            "rwmd_r": "Relaxed word mover's distance: words of the output to the nearest of the reference",
            "rwmd_max": "Relaxed word mover's distance: the larger of both directions",
        }[self.part]
        return f"{what}, by {ground}{', stop words removed' if self.stop else ''}."

    def signature(self) -> str:
        """Return the vectors and how words are looked up."""
        solver = f"|solver:{solver_signature()}" if self.part == "wmd" else ""
        return f"{self.looked_up('norm', 'tokens', 'case', 'refs')}{solver}"


class _Pair(NamedTuple):
    """What is compared, and the distances between the words."""

    output: Bag
    reference: Bag
    cost: FloatArray


def _scored(members: Sequence[WordMovers], outputs: Sequence[str], references: Sequence[str]) -> FloatArray:
    """Score outputs with metrics that look up words alike."""
    one, n_outputs = members[0], len(outputs)
    bags = one.bags([one.words(text) for text in (*outputs, *references)])
    found = np.full((n_outputs, len(members)), np.nan)
    for ground in dict.fromkeys(metric.ground for metric in members):
        columns = [k for k, metric in enumerate(members) if metric.ground == ground]
        for row, pairs in enumerate(_pairs(ground, bags, n_outputs)):
            if pairs:
                found[row, columns] = _score_row([members[k] for k in columns], pairs)
    return found


def _pairs(ground: str, bags: Bags, n_outputs: int) -> Iterator[list[_Pair]]:
    """Yield, for each output, its pairs with the references that have words."""
    outputs = bags.bags[:n_outputs]
    references = [bag for bag in bags.bags[n_outputs:] if len(bag.rows)]
    if not references:
        yield from ([] for _ in outputs)
        return
    theirs = np.unique(np.concatenate([bag.rows for bag in references]))
    columns = [np.searchsorted(theirs, bag.rows) for bag in references]
    ours = np.unique(np.concatenate([bag.rows for bag in outputs])) if outputs else theirs[:0]
    together = len(ours) * len(theirs) <= BLOCK_CELLS
    shared = word_distances(ground, ours, theirs, bags.vectors) if together else None
    for output in outputs:
        if not len(output.rows):
            yield []
            continue
        if shared is not None:
            own = shared[np.searchsorted(ours, output.rows)]
            yield [_Pair(output, ref, own[:, at]) for ref, at in zip(references, columns, strict=True)]
            continue
        pairs = []
        for ref in references:
            check_cells(len(output.rows), len(ref.rows))
            pairs.append(_Pair(output, ref, word_distances(ground, output.rows, ref.rows, bags.vectors)))
        yield pairs


def _score_row(members: Sequence[WordMovers], pairs: Sequence[_Pair]) -> list[float]:
    """Score one output against its references."""
    bounds = np.array([relaxed(*pair) for pair in pairs])
    largest = bounds.max(axis=1)
    parts = {"rwmd_l": bounds[:, 0], "rwmd_r": bounds[:, 1], "rwmd_max": largest}
    scores = []
    for metric in members:
        best = metric["refs"] == "best"
        if metric.part != "wmd":
            scores.append(float(parts[metric.part].min() if best else parts[metric.part].mean()))
        elif best:
            scores.append(_nearest(pairs, largest, metric.ground))
        else:
            exact = [movers_distance(*pair, stays=metric.ground == "e") for pair in pairs]
            scores.append(float(np.mean(exact)))
    return scores


def _nearest(pairs: Sequence[_Pair], bounds: FloatArray, ground: str) -> float:
    """Return the smallest exact distance, passing over pairs whose lower bound is not below one found."""
    nearest = math.inf
    for k in np.argsort(bounds, kind="stable").tolist():
        if bounds[k] >= nearest:
            break
        nearest = min(nearest, movers_distance(*pairs[k], stays=ground == "e"))
    return nearest
