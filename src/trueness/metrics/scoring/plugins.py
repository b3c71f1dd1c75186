"""Metrics that other packages bring, through the entry-point group ``trueness.metrics``."""

from __future__ import annotations

import functools
import inspect
import warnings
from importlib.metadata import EntryPoint, entry_points

from trueness.errors import Terminated, TruenessWarning
from trueness.metrics.metric import Citation, Metric

GROUP = "trueness.metrics"


@functools.cache
def plugin_classes() -> tuple[type[Metric], ...]:
    """Return the metric classes of installed plug-ins, by the name of their entry point.

    An entry point that cannot be loaded, also because it ends the program, or is no complete `Metric` class, is skipped
    with a `TruenessWarning`: one broken package must not stop the metrics of the others.
    """
    found: list[type[Metric]] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        problem, loaded = _load(point)
        if problem:
            owner = f" of package '{point.dist.name}'" if point.dist else ""
            warnings.warn(
                f"the metric plug-in '{point.name}'{owner} is skipped: {problem}.",
                TruenessWarning,
                stacklevel=2,
            )
        elif loaded is not None:
            found.append(loaded)
    return tuple(found)


def _load(point: EntryPoint) -> tuple[str, type[Metric] | None]:
    """Return what is wrong with an entry point, or the class it names."""
    try:
        loaded: object = point.load()
    except (KeyboardInterrupt, Terminated):
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a foreign module raises on import, also to leave
        return f"it cannot be loaded ({type(error).__name__}: {error})", None
    if not isinstance(loaded, type) or not issubclass(loaded, Metric):
        return f"'{point.value}' is no class derived from trueness.metrics.metric.Metric", None
    if inspect.isabstract(loaded):
        return f"'{point.value}' has no method `score`", None
    return _facts_problem(loaded), loaded


def _facts_problem(loaded: type[Metric]) -> str:
    """Return what is wrong with the facts of a class, or an empty string."""
    try:
        names = loaded.names()
        facts = [getattr(loaded, fact) for fact in ("needs", "lower", "upper", "empty_output", "citation")]
    except (KeyboardInterrupt, Terminated):
        raise
    except BaseException as error:  # noqa: BLE001 - a fact that is missing, or its method that fails
        return f"it does not state its facts ({type(error).__name__}: {error})"
    if not names or not all(names):
        return "it has no name"
    if not all(isinstance(text, str) for text in (loaded.scheme, loaded.options, loaded.note)):
        return "its `scheme`, `options` and `note` are not all texts"
    return "" if isinstance(facts[-1], Citation) else "its `citation` is no Citation"
