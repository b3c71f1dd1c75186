"""Properties of inputs against agreement as rows: rank correlations, one regression, and the inputs themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from trueness.errors import DataError
from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import student_limits
from trueness.statistics.corrections import adjust
from trueness.statistics.fisher import fisher
from trueness.statistics.ranges.input_properties import rank_correlations, rank_regression
from trueness.studies.ranges.rows import ALL_METRICS, PROPERTY_WORDS, InputRow, PropertyRow, SlopeRow
from trueness.studies.ranges.settings import RangesSettings


def property_rows(
    properties: Mapping[str, FloatArray],
    agreement: Mapping[tuple[str, str], FloatArray],
    settings: RangesSettings,
) -> tuple[PropertyRow, ...]:
    """Return the rank correlation of every property with the agreement of all metrics, and of each pair of them.

    P-values with the agreement of all metrics are corrected together, and those with single pairs.

    Parameters
    ----------
    properties : mapping of str to array of shape (M,)
    agreement : mapping of (str, str) to array of shape (M,)
        Two metrics, or `ALL_METRICS`, to tau-b among all outputs of an input.
    settings : RangesSettings
    """
    rows: list[PropertyRow] = []
    everything = (ALL_METRICS, ALL_METRICS)
    for names in ([everything], [pair for pair in agreement if pair != everything]):
        places = [(pair, name) for name in properties for pair in names]
        if not places:
            continue
        found = rank_correlations(
            [(properties[name], agreement[pair]) for pair, name in places],
            resamples=settings.resamples,
            seed=settings.seed,
        )
        adjusted = adjust([one.pvalue for one in found], settings.correction)
        for (pair, name), one, corrected in zip(places, found, adjusted, strict=True):
            low = high = float("nan")
            if not np.isnan(one.estimate) and abs(one.estimate) < 1:
                limits = fisher(one.estimate, one.n, "spearman", settings.confidence)
                low, high = float(limits.low), float(limits.high)
            rows.append(
                PropertyRow(
                    metric=pair[0],
                    rival=pair[1],
                    property=name,
                    estimate=one.estimate,
                    low=low,
                    high=high,
                    pvalue=one.pvalue,
                    pvalue_adjusted=float(corrected),
                    n_inputs=one.n,
                    resamples=settings.resamples,
                )
            )
    return tuple(rows)


def slope_rows(
    properties: Mapping[str, FloatArray], agreement: FloatArray, settings: RangesSettings
) -> tuple[tuple[SlopeRow, ...], str]:
    """Return the slopes of all properties in one regression, and why there is none, where there is none.

    Parameters
    ----------
    properties : mapping of str to array of shape (M,)
        Those that nothing is known of are left out.
    agreement : array of shape (M,)
    settings : RangesSettings
    """
    known = {name: values for name, values in properties.items() if not np.isnan(values).all()}
    if len(known) < 2:
        return (), ""
    try:
        found = rank_regression(np.stack(list(known.values())), agreement)
    except DataError as error:
        return (), str(error)
    low, high = student_limits(found.slopes, found.errors, found.n - len(known) - 1, settings.confidence)
    return tuple(
        SlopeRow(
            property=name,
            estimate=float(found.slopes[k]),
            low=float(low[k]),
            high=float(high[k]),
            pvalue=float(found.pvalues[k]),
            inflation=float(found.inflation[k]),
            explained=found.explained,
            n_inputs=found.n,
        )
        for k, name in enumerate(known)
    ), ""


def input_rows(
    inputs: Sequence[str], agreement: FloatArray, outputs: FloatArray, properties: Mapping[str, FloatArray]
) -> tuple[InputRow, ...]:
    """Return the inputs with their agreement and properties, NaN for a property that is not known.

    Parameters
    ----------
    inputs : sequence of str
    agreement, outputs : arrays of shape (M,)
    properties : mapping of str to array of shape (M,)
    """
    none = np.full(len(inputs), np.nan)
    return tuple(
        InputRow(
            name,
            float(agreement[j]),
            int(outputs[j]),
            **{key: float(properties.get(key, none)[j]) for key in PROPERTY_WORDS},
        )
        for j, name in enumerate(inputs)
    )
