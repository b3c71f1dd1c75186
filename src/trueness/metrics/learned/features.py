"""The features of texts: scores of metrics, and differences of centroids of word vectors."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence

import numpy as np

from trueness.errors import ArgumentError, TruenessWarning, UnsupportedMethodError
from trueness.metrics.metric import FloatArray, Metric
from trueness.metrics.named_by_file import check_named
from trueness.metrics.probe_texts import probe_texts
from trueness.metrics.vectors.centroids import Centroids


def scored_features(
    metrics: Sequence[Metric],
    outputs: Sequence[str],
    references: Sequence[Sequence[str]],
    sources: Sequence[str | None],
) -> FloatArray:
    """Return the scores of metrics, shape (n, p), those of one class computed together.

    Parameters
    ----------
    metrics : sequence of Metric
    outputs, references, sources
        As in `Metric.score`.
    """
    found = np.empty((len(outputs), len(metrics)))
    for kind in dict.fromkeys(type(metric) for metric in metrics):
        places = [k for k, metric in enumerate(metrics) if type(metric) is kind]
        own = [metrics[k] for k in places]
        found[:, places] = kind.score_together(own, outputs, references, sources)
    return found


def find_centroids(name: str) -> Centroids:
    """Return the metric of centroids of a name, whose difference vectors can be features.

    Raises
    ------
    ArgumentError
        If it is another metric; if a file says the name that may not (see `named_by_file`).
    UnsupportedMethodError
        If its weights come from all texts that are scored together: a learned metric scores texts it has not seen.
    """
    found = Centroids.from_name(name)
    if found is None:
        raise ArgumentError(
            f"`vectors` names a metric of centroids, such as cent_e:vectors=PATH; it is '{name}'."
        )
    check_named(found, name)
    if found.survey() is not None:
        raise UnsupportedMethodError(
            f"'{name}' weights words by all texts that are scored together, held-out ones too, and new texts have "
            "others. Name a file of documents (idf=PATH), or leave `idf` out."
        )
    return found


def centroid_differences(
    metric: Centroids, outputs: Sequence[str], references: Sequence[Sequence[str]]
) -> FloatArray:
    """Return centroids of references minus those of outputs, shape (n, dimension); NaN where one has no weight.

    Of several references the mean of their centroids counts.

    Parameters
    ----------
    metric : Centroids
        Which says how centroids are weighted.
    outputs : sequence of str
    references : sequence of sequences of str

    References
    ----------
    Miloulis et al., section 4.2.
    """
    places: dict[str, int] = {}
    for text in (*outputs, *(text for given in references for text in given)):
        places.setdefault(text, len(places))
    known = metric.centroids(list(places))
    found = np.full((len(outputs), known.shape[1]), np.nan)
    for row, (output, given) in enumerate(zip(outputs, references, strict=True)):
        theirs = known[[places[text] for text in given]]
        theirs = theirs[~np.isnan(theirs).any(axis=1)]
        if len(theirs):
            found[row] = theirs.mean(axis=0) - known[places[output]]
    return found


def check_usable(metric: Metric) -> None:
    """Check that a metric can be computed for any text by itself, as a feature has to be.

    Raises
    ------
    UnsupportedMethodError
        If its scores depend on all texts that are scored together, come from a service or a program, or are what a file
        says.
    """
    if metric.survey() is not None:
        raise UnsupportedMethodError(
            f"'{metric.name}' depends on all texts that are scored together: a learned metric would give a text "
            "another score in other company. Leave it out of the features."
        )
    if metric.remote:
        raise UnsupportedMethodError(
            f"'{metric.name}' asks a service: a learned metric does not. Leave it out of the features, or use the "
            "study's numbers without saving a metric."
        )
    if metric.runs_program:
        raise UnsupportedMethodError(
            f"'{metric.name}' runs a program: a learned metric does not, wherever its folder comes from. Leave it out "
            "of the features, or use the study's numbers without saving a metric."
        )
    if metric.declared_by_file:
        raise UnsupportedMethodError(
            f"'{metric.name}' is what a file says, which may be another elsewhere. Leave it out of "
            "the features, or name the metrics that it is made of."
        )


def probe_scores(metrics: Sequence[Metric]) -> dict[str, tuple[float | None, ...]]:
    """Return what metrics give on the probe texts, by name, None where undefined."""
    rows = probe_texts().rows
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TruenessWarning)  # what texts should be like is not asked here
        found = scored_features(
            metrics,
            [row.output for row in rows],
            [row.references for row in rows],
            [row.source for row in rows],
        )
    return {
        metric.name: tuple(float(value) if math.isfinite(value) else None for value in found[:, k])
        for k, metric in enumerate(metrics)
    }
