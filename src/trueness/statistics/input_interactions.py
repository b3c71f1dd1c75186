"""How systems and inputs interact beyond noise in cells: dimensions that inputs weigh, and noise that inputs change.

Inputs may favour some systems (extractive ones, say), each scorer to its own degree. That is a position of every system
on some dimension times a weight of every input; where positions are the systems' own effects, weights are slopes. And
how much scorers' noise varies, and goes together, may differ between inputs. Both make correlations of two metrics with
the human differ from input to input by more than cells with independent noise of one covariance would.
"""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray

FLIPS = 99
SHARE = 0.95
"""A dimension counts if its singular value exceeds that share of those with the signs of cells flipped."""

SEED = 1
"""Of the flipped signs, so that a fit is the same each time."""

SURE = 1.0
"""Noise differs between inputs if its covariances vary by more than so many standard errors."""

FEWEST_SYSTEMS, FEWEST_INPUTS = 4, 3
"""Fewer leave nothing beside main effects to tell dimensions from noise."""

MOST_DEGREES = 100
"""More are no difference between inputs that anything would show."""

ROUNDS = 50
RELATIVE = 1e-9
NEGLIGIBLE = 1e-6
"""Metrics whose noise differs by less are the same."""


@dataclasses.dataclass(frozen=True)
class Interactions:
    """What tells that inputs do not treat all systems alike.

    Attributes
    ----------
    weights : array of shape (K, V, V)
        Covariances between scorers of inputs' weights, for each of K dimensions.
    positions : array of shape (K, N)
        Of systems, of mean 0 and variance 1 (divided by N - 1), uncorrelated.
    degrees : float
        The noise of an input has a Wishart covariance of so many degrees of freedom; infinite: the same for all.
    """

    weights: FloatArray
    positions: FloatArray
    degrees: float


def input_interactions(scores: FloatArray, cells: BoolArray, outputs: FloatArray) -> Interactions:
    """Tell dimensions, and noise that differs between inputs, from independent noise in cells.

    Rows and columns are centred. Dimensions that all scorers share are singular vectors of systems against inputs and
    scorers side by side; as many count as in sequence have larger singular values than where the sign of every cell is
    drawn at random, which keeps how noisy each cell is (Hong, Sheng and Dobriban 2020). A singular value is larger than
    the dimension's own by noise; what is the dimension's own is found from the spectrum of noise (Benaych-Georges and
    Nadakuditi 2012), and the rest is taken away from covariances of weights in the proportions of noise.

    Then noise: how much the covariances of inputs vary is told by products of the first scorer's noise (the human's)
    with differences between the others', whitened: the mean of z_i z_k over systems i and k for one input, less that
    over inputs, is 1 / d for a Wishart distribution of d degrees of freedom. Correlations of metrics with the human
    come to differ between inputs by just these. Variances of single scorers, and a scale common to all, vary about
    twice as much in SummEval and REALSumm, but a model that took the mean had far more variance over inputs of
    differences between correlations than these have.

    Parameters
    ----------
    scores : array of shape (V, N, M)
        On scales where the scorers' variances are alike.
    cells : array of shape (N, M)
        Outputs that are used.
    outputs : array of shape (V, V)
        Covariances of what single outputs add, positive semidefinite.

    Returns
    -------
    Interactions
        None of them with fewer than four systems or three inputs.

    References
    ----------
    Hong, Sheng and Dobriban (2020), Selecting the number of components in PCA via random signflips, arXiv:2012.02985;
    Benaych-Georges and Nadakuditi (2012), Journal of Multivariate Analysis 111; Nadakuditi (2014), IEEE Transactions on
    Information Theory 60.
    """
    n_scorers, n_all, _ = scores.shape
    nothing = Interactions(np.zeros((0, n_scorers, n_scorers)), np.zeros((0, n_all)), math.inf)
    there = cells.any(axis=1)
    used = cells.any(axis=0)
    cells = np.asarray(cells[there][:, used])
    n_systems, n_inputs = cells.shape
    total = float(np.trace(outputs))
    if n_systems < FEWEST_SYSTEMS or n_inputs < FEWEST_INPUTS or not total > 0:
        return nothing
    rest = _centred(np.where(cells, scores[:, there][:, :, used], 0.0), cells)
    filled = float(cells.mean())
    free = (n_systems - 1) * (n_inputs - 1)
    singular, vectors = _spectrum(rest)
    noise = _flipped_spectra(rest, cells)[:, : n_systems - 1]
    bounds = np.quantile(noise, SHARE, axis=0)
    weights, positions = [], []
    for k in range(n_systems - 2):
        if not singular[k] > bounds[k] * (1 + RELATIVE):
            break
        below = noise[noise[:, 0] < singular[k]]
        if not len(below):
            break
        own = _own_square(singular[k], below, n_scorers * (n_inputs - 1)) / (free * filled**2)
        position = vectors[:, k] * math.sqrt(n_systems - 1)
        drawn = np.einsum("i,vij->vj", position, rest) / (filled * (n_systems - 1))
        covariance = drawn @ drawn.T / (n_inputs - 1)
        surplus = (float(np.trace(covariance)) - own) / total
        weights.append(_positive(covariance - max(surplus, 0.0) * outputs))
        positions.append(position)
    found: FloatArray = np.zeros((len(positions), n_all))
    if positions:
        found[:, there] = positions
    kept = _within(np.array(weights).reshape(-1, n_scorers, n_scorers), outputs)
    return Interactions(kept, found, _degrees(rest, cells, np.array(positions).reshape(-1, n_systems)))


def _centred(values: FloatArray, cells: BoolArray) -> FloatArray:
    """Return what is left of cells without effects of systems and inputs, all of which have one; 0 where missing."""
    by_system, by_input = cells.sum(axis=1)[:, None], cells.sum(axis=0)
    scale = float(np.abs(values).max(initial=0.0))
    for _ in range(ROUNDS):
        values = np.where(cells, values - values.sum(axis=2, keepdims=True) / by_system, 0.0)
        moved = values.sum(axis=1, keepdims=True) / by_input
        values = np.where(cells, values - moved, 0.0)
        left = values.sum(axis=2) / by_system[:, 0]
        if float(np.abs(left).max()) <= RELATIVE * scale:
            break
    return np.asarray(values)


def _spectrum(rest: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return singular values and vectors of systems against inputs and scorers, the largest first."""
    side_by_side = rest.transpose(1, 0, 2).reshape(rest.shape[1], -1)
    values, vectors = np.linalg.eigh(side_by_side @ side_by_side.T)
    return np.sqrt(np.maximum(values[::-1], 0.0)), vectors[:, ::-1]


def _flipped_spectra(rest: FloatArray, cells: BoolArray) -> FloatArray:
    """Return singular values with signs of cells drawn at random, shape (FLIPS, N)."""
    rng = np.random.default_rng(SEED)
    whole = np.sum(np.square(rest))
    found = []
    for _ in range(FLIPS):
        signs = rng.integers(0, 2, size=cells.shape) * 2.0 - 1
        flipped = _centred(rest * signs, cells)
        # centring takes some of what is drawn away; without it noise would seem smaller than it is
        found.append(_spectrum(flipped)[0] * np.sqrt(whole / np.sum(np.square(flipped))))
    return np.array(found)


def _own_square(singular: float, noise: FloatArray, columns: int) -> float:
    """Return the square of the singular value that a dimension has without noise, by the D-transform of noise.

    Parameters
    ----------
    singular : float
        With noise, larger than all of noise.
    noise : array of shape (flips, n)
        Singular values of noise.
    columns : int
        Free columns of the matrix, at least n.
    """
    size = noise.shape[1]
    of_rows = float(np.mean(singular / (singular**2 - noise**2)))
    of_columns = (size * of_rows + (columns - size) / singular) / columns
    return float(1 / (of_rows * of_columns))


def _positive(matrix: FloatArray) -> FloatArray:
    values, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
    return np.asarray((vectors * np.maximum(values, 0.0)) @ vectors.T)


def _within(weights: FloatArray, outputs: FloatArray) -> FloatArray:
    """Return covariances of weights that add up to no more than what single outputs add, in any direction."""
    values, vectors = np.linalg.eigh(outputs)
    kept = values > RELATIVE * values[-1]
    root = vectors[:, kept] * np.sqrt(values[kept])
    inverse = (vectors[:, kept] / np.sqrt(values[kept])).T
    white = inverse @ weights @ inverse.T  # (K, rank, rank)
    shares, axes = np.linalg.eigh(white.sum(axis=0))
    shrunk = (axes / np.sqrt(np.maximum(shares, 1.0))) @ axes.T
    turned = root @ shrunk
    return np.asarray(turned @ white @ turned.T)


def _degrees(rest: FloatArray, cells: BoolArray, positions: FloatArray) -> float:
    """Return the degrees of freedom of inputs' covariances; infinite where they do not clearly differ."""
    n_systems = len(cells)
    free = n_systems - 1 - len(positions)
    if free < FEWEST_SYSTEMS - 1:
        return math.inf
    for position in positions:
        drawn = np.einsum("i,vij->vj", position, rest) / np.maximum(position**2 @ cells, RELATIVE)
        rest = np.where(cells, rest - position[:, None] * drawn[:, None, :], 0.0)
    first, others = _compared(rest[:, cells])
    # what is centred goes together a little by itself
    centring = (1 + len(positions)) / ((n_systems - 1) * free)
    products = np.zeros((len(others), *cells.shape))
    products[:, cells] = first * others
    inverse, error = _excess(products, cells)
    if len(rest) == 1:  # of one scorer there are squares, which vary twice as much as products
        inverse, error = inverse / 2, error / 2
    inverse -= centring
    if not inverse > max(SURE * error, 1 / MOST_DEGREES):
        return math.inf
    return max(1.0, 1 / inverse)


def _compared(noise: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the first scorer's noise, shape (n,), and differences between the others', shape (D, n).

    They are uncorrelated and of variance 1. Of two scorers, or where the others do not differ, what is left is the
    other's noise; of one, its own.
    """
    scaled = noise / np.maximum(np.sqrt(np.mean(np.square(noise), axis=1, keepdims=True)), 1e-300)
    first, others = scaled[0], scaled[1:]
    if not len(others):
        return first, scaled
    common = _cleaned(others.mean(axis=0)[None], first[None])
    apart = _cleaned(_cleaned(others - others.mean(axis=0), first[None]), common)
    for kept in (apart, common):
        values, vectors = np.linalg.eigh(kept @ kept.T / kept.shape[1])
        real = values > NEGLIGIBLE
        if real.any():
            return first, np.asarray((vectors[:, real] / np.sqrt(values[real])).T @ kept)
    return first, scaled[:0]


def _cleaned(values: FloatArray, of: FloatArray) -> FloatArray:
    """Return rows less what goes along with another one."""
    along = values @ of[0] / max(float(of[0] @ of[0]), 1e-300)
    return np.asarray(values - along[:, None] * of)


def _excess(products: FloatArray, cells: BoolArray) -> tuple[float, float]:
    """Return how much inputs' means of products vary, on average over D of them, beyond systems', and its error.

    Products of different systems for one input go together only where the input has a mean of its own, so that noise
    and heavy tails do not count.
    """
    counts = cells.sum(axis=0).astype(np.float64)
    numbers = counts**2 - counts
    whole = max(1.0, float(numbers.sum())) * max(1, len(products))
    of_systems = products.sum(axis=2) / cells.sum(axis=1)
    alike = np.where(cells, of_systems[:, :, None], 0.0)
    found = [np.sum(one.sum(axis=1) ** 2 - np.square(one).sum(axis=1), axis=0) for one in (products, alike)]
    excess = found[0] - found[1]
    mean = float(excess.sum()) / whole
    apart = excess - numbers * excess.sum() / max(1.0, float(numbers.sum()))
    return mean, float(np.std(apart)) * math.sqrt(len(counts)) / whole
