"""What a metric says about itself, as lists and reports show it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from typing import Any

from trueness.metrics.metric import Metric
from trueness.metrics.scoring.registry import BUILT_IN, default_names, get_metrics, metric_classes


@dataclasses.dataclass(frozen=True)
class MetricFacts:
    """The facts of one metric.

    Attributes
    ----------
    metric : str
        Its name.
    summary : str
        What it is, in one sentence.
    options : str
        How its name may be extended, one line for an option; empty where it cannot be.
    needs : tuple of str
        What a row must have besides its output.
    higher_is_better : bool
    lower, upper : float
        Bounds of the scores, infinite where there is none.
    empty_output : float
        The score of an output without words, NaN where undefined.
    deterministic, slow : bool
    default : bool
        Whether it is computed where nobody names a metric.
    corpus_formula : str or None
        The formula of the score of a whole system, where that is no mean.
    signature : str
        The settings needed to redo the scores.
    citation, bibtex : str
    origin : str
        ``built-in``, or the package and class of a plug-in.
    joins : str
        How several references become one score (`JOINS`); empty where none is read, or a plug-in does not say it.
    requires : dict of str to (bool or None)
        What is needed beside texts, each with whether it is on this machine; None where the user names it.
    """

    metric: str
    summary: str
    options: str
    needs: tuple[str, ...]
    higher_is_better: bool
    lower: float
    upper: float
    empty_output: float
    deterministic: bool
    slow: bool
    default: bool
    corpus_formula: str | None
    signature: str
    citation: str
    bibtex: str
    origin: str
    joins: str = ""
    requires: dict[str, bool | None] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class MetricFamily:
    """The metrics of one class.

    Attributes
    ----------
    scheme : str
        How the names are spelled: the name itself where there is one only.
    summary : str
        What it is, in one sentence.
    note : str
        What there is to say besides, such as files that a member needs.
    count : int
        How many names are listed; others may spell further options.
    examples : tuple of str
        Names to show, those computed by default first.
    needs : tuple of str
    higher_is_better : bool or None
        None where the members differ.
    origin : str
    """

    scheme: str
    summary: str
    note: str
    count: int
    examples: tuple[str, ...]
    needs: tuple[str, ...]
    higher_is_better: bool | None
    origin: str


def metric_facts(patterns: str | Metric | Iterable[str | Metric]) -> list[MetricFacts]:
    """Return the facts of metrics.

    Parameters
    ----------
    patterns : str, Metric or several of them
        As in `get_metrics`.

    Raises
    ------
    UnknownNameError, ArgumentError
        As `get_metrics`.
    """
    usual = set(default_names())
    return [_facts(metric, default=metric.name in usual) for metric in get_metrics(patterns)]


def demanding_facts() -> list[MetricFacts]:
    """Return the facts of what needs more than texts: vectors, models, programs or files of the user's.

    Those are facts of the class: what a model or file decides is not in them.
    """
    return [_declared(kind, name) for kind in metric_classes() for name in kind.unlisted()]


def metric_families() -> list[MetricFamily]:
    """Return the families of metrics, in the order in which they are listed to users."""
    found = []
    for kind in metric_classes():
        # a class that lists no names, since each needs files of the user's, stands for itself, unless such a file
        # says everything
        members: list[Metric] = []
        if not kind.required:
            members = [get_metrics(name)[0] for name in kind.names()] or (
                [] if kind.declared_by_file else [kind()]
            )
        orientations = {metric.higher_is_better for metric in members}
        found.append(
            MetricFamily(
                scheme=kind.scheme or ", ".join(kind.names()),
                summary=_summary(kind),
                note=kind.note,
                count=len(kind.names()),
                examples=tuple(dict.fromkeys((*kind.defaults(), *kind.names())))[:3]
                or tuple(metric.name for metric in members),
                needs=_needs(members) or tuple(sorted(kind.needs)),
                higher_is_better=orientations.pop() if len(orientations) == 1 else None,
                origin=_origin(kind),
            )
        )
    return found


def _facts(metric: Metric, *, default: bool) -> MetricFacts:
    return MetricFacts(
        metric=metric.name,
        summary=metric.description(),
        options=metric.options,
        needs=_needs([metric]),
        higher_is_better=metric.higher_is_better,
        lower=metric.lower,
        upper=metric.upper,
        empty_output=metric.empty_output,
        deterministic=metric.deterministic,
        slow=metric.slow,
        default=default,
        corpus_formula=metric.corpus_formula,
        signature=metric.signature(),
        citation=metric.citation.text,
        bibtex=metric.citation.bibtex,
        origin=_origin(type(metric)),
        joins=metric.joins,
    )


def _declared(kind: type[Metric], name: str) -> MetricFacts:
    """Return what a class says of a name that stands for no metric without files."""
    citation = getattr(kind, "citation", None)
    needs = kind.needs_of(name)
    return MetricFacts(
        metric=name,
        summary=_summary(kind).replace("``", ""),
        options=kind.options,
        needs=tuple(sorted(needs)),
        higher_is_better=kind.higher_is_better,
        lower=getattr(kind, "lower", -math.inf),
        upper=getattr(kind, "upper", math.inf),
        empty_output=getattr(kind, "empty_output", math.nan),
        deterministic=kind.deterministic,
        slow=kind.slow,
        default=False,
        corpus_formula=kind.corpus_formula,
        signature="",
        citation=citation.text if citation else "",
        bibtex=citation.bibtex if citation else "",
        origin=_origin(kind),
        joins=kind.joins if "references" in needs else "",
        requires=kind.demands(),
    )


def _needs(metrics: Iterable[Metric]) -> tuple[str, ...]:
    return tuple(sorted(need for need in {need for metric in metrics for need in metric.needs}))


def _summary(kind: type[Metric]) -> str:
    """Return the first line of what a class says about itself."""
    return (kind.__doc__ or "").strip().partition("\n")[0]


def _origin(kind: type[Metric]) -> str:
    """Return where a class comes from."""
    if kind in BUILT_IN:
        return "built-in"
    from importlib.metadata import packages_distributions

    package = kind.__module__.partition(".")[0]
    owners: Any = packages_distributions().get(package, [package])
    return f"plug-in {', '.join(sorted(set(owners)))} ({kind.__module__}.{kind.__qualname__})"
