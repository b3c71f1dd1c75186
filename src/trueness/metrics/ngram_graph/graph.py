"""Graphs of character n-grams: built from texts, compared and merged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.metric import FloatArray

IntArray = NDArray[np.int64]

SIZE = 3
"""Characters of an n-gram (n_min and n_max of the papers)."""
WINDOW = 3
"""How many of the n-grams before it an n-gram is joined to (D_win)."""

LINE_END = re.compile(r"\r\n|\r|\n")


class Graph(NamedTuple):
    """An undirected graph whose vertices are n-grams.

    The papers' graph is directed and symmetric; here each pair of opposite edges is one.

    Attributes
    ----------
    edges : array of shape (m,)
        Two n-gram numbers i <= j as i * vertices + j, ascending.
    weights : array of shape (m,)
        How often the two stand within the window of each other; the mean over texts in a merged graph.
    vertices : int
        How many n-grams are numbered, the same for all graphs that are compared.
    """

    edges: IntArray
    weights: FloatArray
    vertices: int

    @property
    def size(self) -> int:
        """The number of directed edges: two for two different n-grams, one from an n-gram to itself."""
        loops = int(np.count_nonzero(self.edges % (self.vertices + 1) == 0))
        return 2 * len(self.edges) - loops


def graphs_of_texts(texts: Sequence[str]) -> list[Graph]:
    """Return the graph of each text, with n-grams numbered alike in all of them.

    Every n-gram is joined to those that begin up to `WINDOW` characters before it. Case, blanks and punctuation
    count; a text is read line by line, and every line, the last one too, ends in one line feed. Characters are
    UTF-16 code units, so that one outside the Basic Multilingual Plane is two.

    Parameters
    ----------
    texts : sequence of str
        A text with less than two n-grams has a graph without edges.
    """
    codes = [_ngram_codes(text) for text in texts]
    if not codes:
        return []
    distinct, numbers = np.unique(np.concatenate(codes), return_inverse=True)
    bounds = np.cumsum([len(code) for code in codes])[:-1]
    graphs = []
    for sequence in np.split(numbers.astype(np.int64).ravel(), bounds):
        edges, counts = np.unique(_window_edges(sequence, len(distinct), WINDOW), return_counts=True)
        graphs.append(Graph(edges, counts.astype(np.float64), len(distinct)))
    return graphs


def value_similarity(first: Graph, second: Graph) -> float:
    """Return how alike two graphs are, from 0 (no edge in common) to 1 (the same edges and weights).

    The sum over common directed edges of the smaller weight over the larger, divided by the number of directed
    edges of the larger graph; 0 where neither has any.

    References
    ----------
    Giannakopoulos et al. 2008, value similarity (VS).
    """
    size = max(first.size, second.size)
    return _shared(*first, *second[:2]) / size if size else 0.0


def merge(graphs: Sequence[Graph]) -> Graph:
    """Return one graph for several texts: every edge of any, weighted by a running mean.

    The k-th graph moves the weight of an edge that is there already by 1/k of the difference towards its own, and
    adds the edges that are not there with their weight. So an edge keeps its weight where a text lacks it, and the
    result depends on the order of the texts as soon as there are three.

    Parameters
    ----------
    graphs : sequence of Graph
        At least one, with n-grams numbered alike.

    References
    ----------
    Giannakopoulos and Karkaletsis 2010, the update operator with learning factor 1/k.
    """
    merged = graphs[0]
    for k, graph in enumerate(graphs[1:], start=2):
        edges, weights = _updated(merged.edges, merged.weights, graph.edges, graph.weights, 1.0 / k)
        merged = Graph(edges, weights, graph.vertices)
    return merged


def _ngram_codes(text: str) -> IntArray:
    lines = LINE_END.split(text)
    if not lines[-1]:
        lines.pop()  # what follows the last line end is no line
    read = "".join(f"{line}\n" for line in lines)
    units = np.frombuffer(read.encode("utf-16-le", "surrogatepass"), dtype="<u2").astype(np.int64)
    codes = np.zeros(max(len(units) - SIZE + 1, 0), dtype=np.int64)
    for place in range(SIZE):
        codes = codes << 16 | units[place : place + len(codes)]
    return codes


def _window_edges(sequence: IntArray, vertices: int, window: int) -> IntArray:
    """Return an edge for every two n-grams of a text that stand within the window of each other."""
    joined = [(sequence[:-apart], sequence[apart:]) for apart in range(1, window + 1)]
    return np.concatenate([np.minimum(a, b) * vertices + np.maximum(a, b) for a, b in joined])


def _shared(
    edges: IntArray, weights: FloatArray, vertices: int, other_edges: IntArray, other_weights: FloatArray
) -> float:
    """Return the sum of smaller over larger weight of the directed edges that two graphs share."""
    if not len(edges) or not len(other_edges):
        return 0.0
    places = np.minimum(np.searchsorted(other_edges, edges), len(other_edges) - 1)
    common = other_edges[places] == edges
    mine, theirs = weights[common], other_weights[places[common]]
    ratios = np.minimum(mine, theirs) / np.maximum(mine, theirs)
    # two directed edges, but one from an n-gram to itself
    directed = np.where(edges[common] % (vertices + 1) == 0, ratios, 2 * ratios)
    return float(np.cumsum(directed)[-1]) if len(directed) else 0.0  # added one after the other


def _updated(
    edges: IntArray, weights: FloatArray, new_edges: IntArray, new_weights: FloatArray, share: float
) -> tuple[IntArray, FloatArray]:
    """Return the edges of two graphs and their weights, new ones entering common edges with a share."""
    all_edges = np.union1d(edges, new_edges)
    all_weights = np.empty(len(all_edges), dtype=np.float64)
    here, there = np.searchsorted(all_edges, edges), np.searchsorted(all_edges, new_edges)
    all_weights[there] = new_weights
    entered = all_weights[here]
    all_weights[here] = weights
    common = np.isin(edges, new_edges, assume_unique=True)
    all_weights[here[common]] = weights[common] + (entered[common] - weights[common]) * share
    return all_edges, all_weights
