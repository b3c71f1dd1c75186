"""How well annotators agree, all together and pair by pair, and where single ratings vary."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.errors import DataError, UnsupportedMethodError
from trueness.parallel import run_tiles
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.annotators.agreement_jackknife import agreement_jackknife
from trueness.statistics.annotators.equal_ratings import equal_ratings, gwet_ac1_of_all
from trueness.statistics.annotators.generalizability import UNIVERSES, Generalizability, decision_study
from trueness.statistics.annotators.gwet_ac1 import resampled_ac1
from trueness.statistics.annotators.intraclass_correlation import (
    FORMS,
    intraclass_correlations,
    resampled_icc,
)
from trueness.statistics.annotators.kappa import resampled_kappa
from trueness.statistics.annotators.krippendorff_alpha import RatedUnits, krippendorff_alpha, weighted_alpha
from trueness.statistics.annotators.pair_agreement import PAIR_MEASURES, pair_agreement
from trueness.statistics.annotators.variance_components import VarianceComponents, variance_components
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import BootstrapPlan, n_tiles
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.studies.annotators.rows import Agreement, Component, Design, PairAgreement
from trueness.studies.annotators.settings import AnnotatorSettings

ALPHAS = ("nominal", "ordinal", "interval")
EQUAL, AC1 = "equal_ratings", "ac1"
MOST_CATEGORIES = 20
"""With more distinct ratings than this, equal ratings are an accident and kappa and AC1 of categories are left out."""

BLOCK = 2_000_000
"""Weights of units held at a time, some tens of megabytes; does not depend on workers, so neither do the numbers."""

Measure = Callable[[FloatArray], FloatArray]
"""Weights of units, shape (B, units), to values, shape (B,)."""


def agreement_rows(
    ratings: FloatArray,
    annotators: Sequence[str],
    settings: AnnotatorSettings,
    *,
    clusters: NDArray[np.intp] | None = None,
    system_clusters: NDArray[np.intp] | None = None,
) -> tuple[tuple[Agreement, ...], tuple[PairAgreement, ...]]:
    """Return the agreement of all annotators and of each pair.

    Intervals are the two-way jackknife's, over people, too, where there are enough of them; or they resample what the
    settings say (systems, inputs or both): an output counts as often as its system times its input. The limits from F
    distributions that intraclass correlations have by themselves would take outputs for independent.

    Parameters
    ----------
    ratings : array of shape (A, N, M)
        NaN where one gave nothing.
    annotators : sequence of str
    settings : AnnotatorSettings
    clusters : array of shape (M,), optional
        Cluster numbers of inputs.
    system_clusters : array of shape (N,), optional
        Cluster numbers of systems.
    """
    flat = ratings.reshape(len(ratings), -1)
    units = RatedUnits.of(flat)
    icc = intraclass_correlations(flat, settings.confidence)
    together = _measures_of_all(flat, units, [form.form for form in icc if not np.isnan(form.estimate)])
    apart = _measures_of_pairs(flat, annotators, units.values)
    measures = {**together, **apart}
    points: dict[tuple[str, ...], float] = {}
    limits: dict[tuple[str, ...], Interval] = {}
    samples: dict[tuple[str, ...], FloatArray] = {}
    if settings.leaves_out and apart and len(units.values) <= MOST_CATEGORIES:
        points, limits = _pairs_at_once(ratings, annotators, settings, clusters, system_clusters)
    for key, (measure, kept) in measures.items():
        if key not in points:
            points[key] = float(measure(np.ones((1, int(kept.sum()))))[0])
    if settings.leaves_out:
        others = [key for key in measures if key not in limits]
        limits |= _jackknifed(ratings, annotators, others, settings, clusters, system_clusters)
    else:
        samples = _samples(measures, ratings, settings, clusters, system_clusters)
        limits = {
            key: Interval(np.nan, np.nan)
            if not samples
            else bootstrap_interval(
                samples[key], points[key], method=settings.interval, confidence=settings.confidence
            )
            for key in measures
        }
    lost = {key: int(np.isnan(samples[key]).sum()) if samples else 0 for key in measures}
    for form in icc:  # those of incomplete ratings have no value
        points.setdefault((form.form,), form.estimate)
    alpha = krippendorff_alpha(flat, "nominal")
    rows = []
    for name in dict.fromkeys([*(name for (name,) in together if name not in FORMS), *FORMS]):
        low, high = limits.get((name,), Interval(np.nan, np.nan))
        low = np.maximum(low, 0.0 if name == EQUAL else -1.0)
        rated = icc[0].n_units if name in FORMS else alpha.n_units
        rows.append(
            Agreement(
                measure=name,
                estimate=points[name,],
                low=float(low),
                high=float(high),
                n_annotators=icc[0].n_annotators if name in FORMS else len(flat),
                n_units=rated,
                n_dropped=flat.shape[1] - rated,
                n_undefined_resamples=lost.get((name,), 0),
                resamples=settings.drawn,
            )
        )
    pairs = tuple(
        PairAgreement(
            annotator=key[1],
            other=key[2],
            measure=key[0],
            estimate=points[key],
            low=float(limits[key].low),
            high=float(limits[key].high),
            n_units=int(kept.sum()),
            n_undefined_resamples=lost[key],
            resamples=settings.drawn,
        )
        for key, (_, kept) in apart.items()
    )
    return tuple(rows), pairs


Measures = dict[tuple[str, ...], tuple[Measure, NDArray[np.bool_]]]
"""By measure, and pair: a function of weights of the units kept, and which these are."""


def _measures_of_all(flat: FloatArray, units: RatedUnits, forms: Sequence[str]) -> Measures:
    found: Measures = {(f"alpha_{name}",): (_alpha(units, name), units.kept) for name in ALPHAS}
    found[EQUAL,] = (lambda weights: equal_ratings(units, weights), units.kept)
    if 1 < len(units.values) <= MOST_CATEGORIES:
        found[AC1,] = (lambda weights: gwet_ac1_of_all(units, weights), units.kept)
    everything = np.ones(flat.shape[1], dtype=bool)
    for form in forms:
        found[form,] = (_icc(flat, FORMS.index(form), len(flat)), everything)
    return found


def _measures_of_pairs(flat: FloatArray, annotators: Sequence[str], categories: FloatArray) -> Measures:
    found: Measures = {}
    for a, b in itertools.combinations(range(len(flat)), 2):
        both = ~np.isnan(flat[a]) & ~np.isnan(flat[b])
        for name in PAIR_MEASURES:
            if name == "kappa_quadratic" or len(categories) <= MOST_CATEGORIES:
                pair = (name, annotators[a], annotators[b])
                found[pair] = (_pair(name, flat[a][both], flat[b][both], categories), both)
    return found


def _pairs_at_once(
    ratings: FloatArray,
    annotators: Sequence[str],
    settings: AnnotatorSettings,
    clusters: NDArray[np.intp] | None,
    system_clusters: NDArray[np.intp] | None,
) -> tuple[dict[tuple[str, ...], float], dict[tuple[str, ...], Interval]]:
    """Return the agreement of pairs by few categories, and intervals from leaving out systems and inputs."""
    pairs = np.stack(np.triu_indices(len(ratings), 1), axis=1)
    found = pair_agreement(
        ratings,
        pairs,
        over=settings.over,
        clusters=clusters,
        system_clusters=system_clusters,
        confidence=settings.confidence,
    )
    points: dict[tuple[str, ...], float] = {}
    limits: dict[tuple[str, ...], Interval] = {}
    for name, *of_measure in zip(PAIR_MEASURES, *(side.tolist() for side in found), strict=True):
        for (a, b), point, low, high in zip(pairs.tolist(), *of_measure, strict=True):
            key = (name, annotators[a], annotators[b])
            points[key], limits[key] = point, Interval(low, high)
    return points, limits


def _jackknifed(
    ratings: FloatArray,
    annotators: Sequence[str],
    keys: Sequence[tuple[str, ...]],
    settings: AnnotatorSettings,
    clusters: NDArray[np.intp] | None,
    system_clusters: NDArray[np.intp] | None,
) -> dict[tuple[str, ...], Interval]:
    """Return intervals of some measures from leaving out systems, inputs and, of all annotators together, people."""
    place = {name: k for k, name in enumerate(annotators)}
    categories = np.unique(ratings[~np.isnan(ratings)])
    found: dict[tuple[str, ...], Interval] = {}
    for pair in dict.fromkeys(key[1:] for key in keys):
        group = [key for key in keys if key[1:] == pair]
        rows = [place[name] for name in pair] or list(range(len(ratings)))

        def measure_of(flat: FloatArray, group: list[tuple[str, ...]] = group) -> Callable[..., FloatArray]:
            units = RatedUnits.of(flat)
            of = (
                _measures_of_all(flat, units, [key[0] for key in group if key[0] in FORMS])
                if len(group[0]) == 1
                else _measures_of_pairs(flat, group[0][1:], categories)
            )

            def measured(weights: FloatArray) -> FloatArray:
                undefined = np.full(len(weights), np.nan)
                return np.stack(
                    [
                        of[key][0](_kept(weights, of[key][1]))
                        if key in of
                        else undefined  # all equal without a person
                        for key in group
                    ]
                )

            return measured

        limits = agreement_jackknife(
            ratings[rows],
            measure_of,
            over=settings.over,
            clusters=clusters,
            system_clusters=system_clusters,
            people=len(group[0]) == 1,
            confidence=settings.confidence,
        )
        found |= {
            key: Interval(float(low), float(high))
            for key, low, high in zip(group, limits.low, limits.high, strict=True)
        }
    return found


def _kept(weights: FloatArray, kept: NDArray[np.bool_]) -> FloatArray:
    """Return the weights of the units kept; of all without a copy."""
    return weights if kept.all() else weights[:, kept]


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
    settings: AnnotatorSettings,
    clusters: NDArray[np.intp] | None,
    system_clusters: NDArray[np.intp] | None,
) -> dict[tuple[str, ...], FloatArray]:
    """Return every measure in every resample, all from the same resamples; nothing without an interval."""
    if not settings.drawn:
        return {}
    _, n_systems, n_inputs = ratings.shape
    plan = BootstrapPlan(
        over=settings.over,
        n_systems=n_systems,
        n_inputs=n_inputs,
        resamples=settings.resamples,
        seed=settings.seed,
        clusters=clusters,
        system_clusters=system_clusters,
    )
    step = max(1, BLOCK // (n_systems * n_inputs))

    def run(tiles: Sequence[int]) -> list[dict[tuple[str, ...], FloatArray]]:
        found = []
        for tile in tiles:
            counts = plan.tile(tile)
            systems = np.ones((1, n_systems)) if counts.systems is None else counts.systems
            inputs = np.ones((1, n_inputs)) if counts.inputs is None else counts.inputs
            for start in range(0, counts.size, step):
                rows = slice(start, start + step)
                some_systems = systems[rows] if len(systems) > 1 else systems
                some_inputs = inputs[rows] if len(inputs) > 1 else inputs
                products = some_systems[:, :, None] * some_inputs[:, None, :]
                weights = products.reshape(-1, n_systems * n_inputs)
                found.append(
                    {key: measure(_kept(weights, kept)) for key, (measure, kept) in measures.items()}
                )
        return found

    identity = functools.partial(fingerprint, "agreement", ratings, list(measures), plan)
    parts = run_tiles(run, n_tiles(settings.resamples), identity=identity)
    per_tile = [tile for part in parts for tile in part]
    return {key: np.concatenate([tile[key] for tile in per_tile]) for key in measures}


def listed_pairs(rows: Iterable[PairAgreement], present: Sequence[str]) -> tuple[PairAgreement, ...]:
    """Return the agreement of pairs in the order in which the data list annotators; it has no direction."""
    place = {name: k for k, name in enumerate(present)}
    turned = [
        row
        if place[row.annotator] < place[row.other]
        else dataclasses.replace(row, annotator=row.other, other=row.annotator)
        for row in rows
    ]
    return tuple(sorted(turned, key=lambda row: (place[row.annotator], place[row.other])))


def variance_of(ratings: FloatArray) -> tuple[VarianceComponents | None, str]:
    """Return the variance components of ratings, or None and the reason why there are none."""
    try:
        return variance_components(ratings), ""
    except (DataError, UnsupportedMethodError) as error:
        return None, str(error)


def component_rows(variance: VarianceComponents | None) -> tuple[Component, ...]:
    """Return the components of variance, and their shares."""
    if variance is None:
        return ()
    total = variance.total
    return tuple(
        Component(name, value, value / total if total > 0 else float("nan"), variance.unbounded[name])
        for name, value in variance.components.items()
    )


def design_rows(
    variance: VarianceComponents | None, levels: Sequence[str], *, one_system: bool
) -> tuple[Design, ...]:
    """Return the reliability of the design at hand, and of designs with more and fewer annotators and inputs."""
    if variance is None:
        return ()
    a, m = variance.levels["annotator"], variance.levels["input"]
    more_annotators = sorted({1, 2, 3, a, 2 * a})
    rows: list[Generalizability] = []
    for level in levels:
        if level != "global" and (one_system or "system" not in variance.components):
            continue
        for over in UNIVERSES if level == "system" else UNIVERSES[:1]:
            inputs = sorted({max(1, m // 2), m, 2 * m}) if level == "system" else [m]
            rows += decision_study(variance, level, n_annotators=more_annotators, n_inputs=inputs, over=over)
    return tuple(
        Design(
            level=row.level,
            over=row.over,
            n_annotators=row.n_annotators,
            n_inputs=row.n_inputs,
            g=row.g,
            phi=row.phi,
        )
        for row in rows
    )
