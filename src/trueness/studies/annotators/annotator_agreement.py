"""How well annotators agree, all together and pair by pair, with intervals from resampled systems and inputs."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.parallel import run_tiles
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.annotators.gwet_ac1 import resampled_ac1
from trueness.statistics.annotators.intraclass_correlation import intraclass_correlations, resampled_icc
from trueness.statistics.annotators.kappa import resampled_kappa
from trueness.statistics.annotators.krippendorff_alpha import RatedUnits, krippendorff_alpha, weighted_alpha
from trueness.statistics.engine.resample import BootstrapPlan, n_tiles
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.ties import FloatArray
from trueness.studies.annotators.annotator_rows import Agreement, PairAgreement
from trueness.studies.settings import Settings

ALPHAS = ("nominal", "ordinal", "interval")
PAIR_MEASURES = ("kappa", "kappa_quadratic", "ac1")
MOST_CATEGORIES = 20
"""With more distinct ratings than this, equal ratings are an accident and kappa and AC1 of categories are left out."""

BLOCK = 2_000_000
"""Weights of units held at a time, some tens of megabytes; does not depend on workers, so neither do the numbers."""

Measure = Callable[[FloatArray], FloatArray]
"""Weights of units, shape (B, units), to values, shape (B,)."""


def agreement_rows(
    ratings: FloatArray,
    annotators: Sequence[str],
    settings: Settings,
    *,
    clusters: NDArray[np.intp] | None = None,
) -> tuple[tuple[Agreement, ...], tuple[PairAgreement, ...]]:
    """Return the agreement of all annotators and of each pair.

    Intervals resample what the settings say (systems, inputs or both): an output counts as often as its system times
    its input. The limits from F distributions that intraclass correlations have by themselves would take outputs for
    independent.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        NaN where one gave nothing.
    annotators : sequence of str
    settings : Settings
    clusters : array of shape (M,), optional
        Cluster numbers of inputs.
    """
    flat = ratings.reshape(len(ratings), -1)
    units = RatedUnits.of(flat)
    measures: dict[tuple[str, ...], tuple[Measure, NDArray[np.bool_]]] = {}
    for name in ALPHAS:
        measures[f"alpha_{name}",] = (_alpha(units, name), units.kept)
    icc = intraclass_correlations(flat, settings.confidence)
    for place, form in enumerate(icc):
        if not np.isnan(form.estimate):
            measures[form.form,] = (_icc(flat, place, form.n_annotators), np.ones(flat.shape[1], dtype=bool))
    categories = units.values
    for a, b in itertools.combinations(range(len(flat)), 2):
        both = ~np.isnan(flat[a]) & ~np.isnan(flat[b])
        for name in PAIR_MEASURES:
            if name == "kappa_quadratic" or len(categories) <= MOST_CATEGORIES:
                pair = (name, annotators[a], annotators[b])
                measures[pair] = (_pair(name, flat[a][both], flat[b][both], categories), both)
    points = {
        key: float(measure(np.ones((1, int(kept.sum()))))[0]) for key, (measure, kept) in measures.items()
    }
    samples = _samples(measures, ratings, settings, clusters)
    limits = {
        key: Interval(np.nan, np.nan)
        if not samples
        else bootstrap_interval(
            samples[key], points[key], method=settings.interval, confidence=settings.confidence
        )
        for key in measures
    }
    lost = {key: int(np.isnan(samples[key]).sum()) if samples else 0 for key in measures}
    drawn = settings.resamples if samples else 0
    rows = []
    for name in ALPHAS:
        key = (f"alpha_{name}",)
        alpha = krippendorff_alpha(flat, name)
        rows.append(
            Agreement(
                f"alpha_{name}",
                points[key],
                float(limits[key].low),
                float(limits[key].high),
                len(flat),
                alpha.n_units,
                alpha.n_dropped,
                lost[key],
                drawn,
            )
        )
    for found in icc:
        key = (found.form,)
        interval = limits.get(key, Interval(np.nan, np.nan))
        rows.append(
            Agreement(
                found.form,
                found.estimate,
                float(interval.low),
                float(interval.high),
                found.n_annotators,
                found.n_units,
                flat.shape[1] - found.n_units,
                lost.get(key, 0),
                drawn,
            )
        )
    pairs = tuple(
        PairAgreement(
            key[1],
            key[2],
            key[0],
            points[key],
            float(limits[key].low),
            float(limits[key].high),
            int(kept.sum()),
            lost[key],
            drawn,
        )
        for key, (_, kept) in measures.items()
        if len(key) == 3
    )
    return tuple(rows), pairs


def _alpha(units: RatedUnits, measurement: str) -> Measure:
    return lambda weights: weighted_alpha(units, weights, measurement)


def _icc(flat: FloatArray, place: int, k: int) -> Measure:
    return lambda weights: resampled_icc(flat, weights, k)[place]


def _pair(name: str, x: FloatArray, y: FloatArray, categories: FloatArray) -> Measure:
    if name == "ac1":
        return lambda weights: resampled_ac1(x, y, categories, weights)
    return lambda weights: resampled_kappa(x, y, weights, "none" if name == "kappa" else "quadratic")


def _samples(
    measures: dict[tuple[str, ...], tuple[Measure, NDArray[np.bool_]]],
    ratings: FloatArray,
    settings: Settings,
    clusters: NDArray[np.intp] | None,
) -> dict[tuple[str, ...], FloatArray]:
    """Return every measure in every resample, all from the same resamples; nothing without an interval."""
    if settings.interval == "none":
        return {}
    _, n_systems, n_inputs = ratings.shape
    plan = BootstrapPlan(settings.over, n_systems, n_inputs, settings.resamples, settings.seed, clusters)

    step = max(1, BLOCK // (n_systems * n_inputs))

    def run(tiles: Sequence[int]) -> list[dict[tuple[str, ...], FloatArray]]:
        found = []
        for tile in tiles:
            drawn = plan.tile(tile)
            systems = np.ones((1, n_systems)) if drawn.systems is None else drawn.systems
            inputs = np.ones((1, n_inputs)) if drawn.inputs is None else drawn.inputs
            for start in range(0, drawn.size, step):
                rows = slice(start, start + step)
                some_systems = systems[rows] if len(systems) > 1 else systems
                some_inputs = inputs[rows] if len(inputs) > 1 else inputs
                products = some_systems[:, :, None] * some_inputs[:, None, :]
                weights = products.reshape(-1, n_systems * n_inputs)
                found.append({key: measure(weights[:, kept]) for key, (measure, kept) in measures.items()})
        return found

    identity = functools.partial(fingerprint, "agreement", ratings, list(measures), plan)
    parts = run_tiles(run, n_tiles(settings.resamples), identity=identity)
    per_tile = [tile for part in parts for tile in part]
    return {key: np.concatenate([tile[key] for tile in per_tile]) for key in measures}
