"""How well annotators agree, all together and pair by pair, and where single ratings vary."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trueness.errors import DataError, UnsupportedMethodError
from trueness.parallel import memory_budget, run_tiles
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
from trueness.statistics.annotators.pair_agreement import MOST_CATEGORIES, PAIR_MEASURES, pair_agreement
from trueness.statistics.annotators.variance_components import VarianceComponents, variance_components
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.engine.resample import BootstrapPlan, n_tiles
from trueness.statistics.interval import Interval
from trueness.statistics.intervals import bootstrap_interval
from trueness.studies.annotators.rows import Agreement, Component, Design, PairAgreement
from trueness.studies.annotators.settings import AnnotatorSettings

ALPHAS = ("nominal", "ordinal", "interval")
EQUAL, AC1 = "equal_ratings", "ac1"
BLOCK = 2_000_000
"""Weights of units held at a time, some tens of megabytes; does not depend on workers, so neither do the numbers."""

MeasureKey = tuple[str, ...]
"""A measure of all annotators, or of a pair: its name, and the two."""


class Measures(NamedTuple):
    """Measures of agreement that are computed together.

    Attributes
    ----------
    keys : tuple of MeasureKey
        F measures.
    of : callable
        Weights of units, shape (B, units), to values, shape (F, B).
    kept : array of shape (units,)
        The units whose weights it takes.
    """

    keys: tuple[MeasureKey, ...]
    of: Callable[[FloatArray], FloatArray]
    kept: BoolArray

    def under(self, weights: FloatArray) -> FloatArray:
        """Return the values under weights of all units; where all are kept these are not copied."""
        return self.of(weights if self.kept.all() else weights[:, self.kept])


class Found(NamedTuple):
    """An estimate, its limits, and in how many resamples it has no value."""

    estimate: float
    limits: Interval
    n_undefined: int = 0


NO_LIMITS = Interval(float("nan"), float("nan"))


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
    forms = [form.form for form in icc if not np.isnan(form.estimate)]
    of_pairs = _names_of_pairs(units.values)
    measures = _measures_of_all(flat, units, forms)
    found: dict[MeasureKey, Found] = {}
    whole = {"clusters": clusters, "system_clusters": system_clusters}
    if of_pairs == PAIR_MEASURES and not settings.drawn:
        found |= _pairs_at_once(ratings, annotators, settings, **whole)
    else:
        measures += _measures_of_pairs(flat, annotators, units.values)
    estimates = _estimates(measures, flat.shape[1])
    if settings.leaves_out:
        limits = _jackknifed(ratings, annotators, list(estimates), settings, **whole)
        found |= {key: Found(estimate, limits[key]) for key, estimate in estimates.items()}
    elif settings.drawn:
        found |= _resampled(measures, estimates, ratings, settings, **whole)
    else:
        found |= {key: Found(estimate, NO_LIMITS) for key, estimate in estimates.items()}
    for form in icc:  # those of incomplete ratings have no value
        found.setdefault((form.form,), Found(form.estimate, NO_LIMITS))
    alpha = krippendorff_alpha(flat, "nominal")
    rows = []
    for name in dict.fromkeys(
        [*(key[0] for key in estimates if len(key) == 1 and key[0] not in FORMS), *FORMS]
    ):
        one = found[name,]
        rated = icc[0].n_units if name in FORMS else alpha.n_units
        rows.append(
            Agreement(
                measure=name,
                estimate=one.estimate,
                low=float(np.maximum(one.limits.low, 0.0 if name == EQUAL else -1.0)),
                high=float(one.limits.high),
                n_annotators=icc[0].n_annotators if name in FORMS else len(flat),
                n_units=rated,
                n_dropped=flat.shape[1] - rated,
                n_undefined_resamples=one.n_undefined,
                resamples=settings.drawn,
            )
        )
    given = (~np.isnan(flat)).astype(np.float64)
    shared = given @ given.T
    pairs = tuple(
        PairAgreement(
            annotator=annotators[a],
            other=annotators[b],
            measure=name,
            estimate=one.estimate,
            low=float(one.limits.low),
            high=float(one.limits.high),
            n_units=int(shared[a, b]),
            n_undefined_resamples=one.n_undefined,
            resamples=settings.drawn,
        )
        for a, b in itertools.combinations(range(len(flat)), 2)
        for name in of_pairs
        for one in (found[name, annotators[a], annotators[b]],)
    )
    return tuple(rows), pairs


def _measures_of_all(flat: FloatArray, units: RatedUnits, forms: Sequence[str]) -> list[Measures]:
    def alone(name: str, of: Callable[[FloatArray], FloatArray]) -> Measures:
        return Measures(((name,),), lambda weights: of(weights)[None], units.kept)

    found = [
        alone(f"alpha_{name}", lambda weights, name=name: weighted_alpha(units, weights, name))  # type: ignore[misc]
        for name in ALPHAS
    ]
    found.append(alone(EQUAL, lambda weights: equal_ratings(units, weights)))
    if 1 < len(units.values) <= MOST_CATEGORIES:
        found.append(alone(AC1, lambda weights: gwet_ac1_of_all(units, weights)))
    if forms:
        places = [FORMS.index(form) for form in forms]
        found.append(
            Measures(
                tuple((form,) for form in forms),
                lambda weights: resampled_icc(flat, weights, len(flat))[places],
                np.ones(flat.shape[1], dtype=bool),
            )
        )
    return found


def _names_of_pairs(categories: FloatArray) -> tuple[str, ...]:
    return PAIR_MEASURES if len(categories) <= MOST_CATEGORIES else ("kappa_quadratic",)


def _measures_of_pairs(flat: FloatArray, annotators: Sequence[str], categories: FloatArray) -> list[Measures]:
    given = ~np.isnan(flat)
    return [
        Measures(
            ((name, annotators[a], annotators[b]),),
            functools.partial(_of_pair, name, flat[a], flat[b], categories),
            given[a] & given[b],
        )
        for a, b in itertools.combinations(range(len(flat)), 2)
        for name in _names_of_pairs(categories)
    ]


def _of_pair(
    name: str, x: FloatArray, y: FloatArray, categories: FloatArray, weights: FloatArray
) -> FloatArray:
    """Return a measure of two annotators under weights of the units that both rated, shape (1, B)."""
    both = ~np.isnan(x) & ~np.isnan(y)
    if name == "ac1":
        found = resampled_ac1(x[both], y[both], categories, weights)
    else:
        found = resampled_kappa(x[both], y[both], weights, "none" if name == "kappa" else "quadratic")
    return found[None]


def _estimates(measures: Sequence[Measures], n_units: int) -> dict[MeasureKey, float]:
    everything = np.ones((1, n_units))
    return {
        key: float(value)
        for one in measures
        for key, value in zip(one.keys, one.under(everything)[:, 0], strict=True)
    }


def _pairs_at_once(
    ratings: FloatArray,
    annotators: Sequence[str],
    settings: AnnotatorSettings,
    clusters: NDArray[np.intp] | None,
    system_clusters: NDArray[np.intp] | None,
) -> dict[MeasureKey, Found]:
    """Return the agreement of pairs by few categories, and intervals from leaving out systems and inputs."""
    pairs = np.stack(np.triu_indices(len(ratings), 1), axis=1)
    agreements = pair_agreement(
        ratings,
        pairs,
        over=settings.over,
        clusters=clusters,
        system_clusters=system_clusters,
        confidence=settings.confidence,
    )
    found: dict[MeasureKey, Found] = {}
    for name, *of_measure in zip(PAIR_MEASURES, *(side.tolist() for side in agreements), strict=True):
        for (a, b), estimate, low, high in zip(pairs.tolist(), *of_measure, strict=True):
            limits = Interval(low, high) if settings.leaves_out else NO_LIMITS
            found[name, annotators[a], annotators[b]] = Found(estimate, limits)
    return found


def _jackknifed(
    ratings: FloatArray,
    annotators: Sequence[str],
    keys: Sequence[MeasureKey],
    settings: AnnotatorSettings,
    clusters: NDArray[np.intp] | None,
    system_clusters: NDArray[np.intp] | None,
) -> dict[MeasureKey, Interval]:
    """Return intervals of some measures from leaving out systems, inputs and, of all annotators together, people."""
    place = {name: k for k, name in enumerate(annotators)}
    categories = np.unique(ratings[~np.isnan(ratings)])
    found: dict[MeasureKey, Interval] = {}
    for pair in dict.fromkeys(key[1:] for key in keys):
        group = [key for key in keys if key[1:] == pair]
        rows = [place[name] for name in pair] or list(range(len(ratings)))

        def measure_of(
            flat: FloatArray, group: list[MeasureKey] = group
        ) -> Callable[[FloatArray], FloatArray]:
            of = (
                _measures_of_all(flat, RatedUnits.of(flat), [name for name, *_ in group if name in FORMS])
                if len(group[0]) == 1
                else _measures_of_pairs(flat, group[0][1:], categories)
            )

            def measured(weights: FloatArray) -> FloatArray:
                values = {
                    key: row for one in of for key, row in zip(one.keys, one.under(weights), strict=True)
                }
                undefined = np.full(len(weights), np.nan)  # all equal without a person
                return np.stack([values.get(key, undefined) for key in group])

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


def _resampled(
    measures: Sequence[Measures],
    estimates: Mapping[MeasureKey, float],
    ratings: FloatArray,
    settings: AnnotatorSettings,
    clusters: NDArray[np.intp] | None,
    system_clusters: NDArray[np.intp] | None,
) -> dict[MeasureKey, Found]:
    """Return every measure with the interval of its resamples, which are held of as many as the budget has room for."""
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
    found: dict[MeasureKey, Found] = {}
    together = max(1, memory_budget() // (2 * 8 * settings.resamples))  # tiles, and all of them in one
    for start in range(0, len(measures), together):
        for key, samples in _samples(measures[start : start + together], plan, ratings).items():
            limits = bootstrap_interval(
                samples, estimates[key], method=settings.interval, confidence=settings.confidence
            )
            found[key] = Found(estimates[key], limits, int(np.isnan(samples).sum()))
    return found


def _samples(
    measures: Sequence[Measures], plan: BootstrapPlan, ratings: FloatArray
) -> dict[MeasureKey, FloatArray]:
    """Return measures in every resample, all from the same resamples."""
    keys = [key for one in measures for key in one.keys]
    step = max(1, BLOCK // (plan.n_systems * plan.n_inputs))

    def run(tiles: Sequence[int]) -> list[FloatArray]:
        found = []
        for tile in tiles:
            for counts in plan.parts(tile):
                systems = np.ones((1, plan.n_systems)) if counts.systems is None else counts.systems
                inputs = np.ones((1, plan.n_inputs)) if counts.inputs is None else counts.inputs
                for start in range(0, counts.size, step):
                    rows = slice(start, start + step)
                    some_systems = systems[rows] if len(systems) > 1 else systems
                    some_inputs = inputs[rows] if len(inputs) > 1 else inputs
                    products = some_systems[:, :, None] * some_inputs[:, None, :]
                    weights = products.reshape(len(products), -1)
                    found.append(np.concatenate([one.under(weights) for one in measures]))
        return found

    identity = functools.partial(fingerprint, "agreement", ratings, keys, plan)
    parts = run_tiles(run, n_tiles(plan.resamples), identity=identity)
    samples = np.concatenate([tile for part in parts for tile in part], axis=1)
    return dict(zip(keys, samples, strict=True))


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
