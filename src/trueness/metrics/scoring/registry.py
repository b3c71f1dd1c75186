"""The metrics there are, by name and by pattern."""

from __future__ import annotations

import difflib
import fnmatch
import functools
import itertools
import warnings
from collections.abc import Iterable

from trueness.data.scores.braces import alternatives
from trueness.errors import ArgumentError, TruenessWarning, UnknownNameError, listing
from trueness.metrics.bertscore.bertscore import BertScore
from trueness.metrics.blanc.blanc import Blanc
from trueness.metrics.compression import Compression
from trueness.metrics.divergence.divergence import Divergence
from trueness.metrics.estime.estime import Estime
from trueness.metrics.extractive_fragments import ExtractiveFragments
from trueness.metrics.learned.learned import Learned
from trueness.metrics.length import Length
from trueness.metrics.likelihood.bartscore import BartScore
from trueness.metrics.likelihood.lite_pyramid import LitePyramid
from trueness.metrics.llm_judge.llm_judge import LlmJudge
from trueness.metrics.meteor.meteor import Meteor
from trueness.metrics.metric import Metric
from trueness.metrics.moverscore.moverscore import MoverScore
from trueness.metrics.named_by_file import check_named
from trueness.metrics.ngram_graph.ngram_graph import NGramGraph
from trueness.metrics.ngrams.bleu import Bleu
from trueness.metrics.ngrams.bleu_moses import BleuMoses
from trueness.metrics.ngrams.chrf import Chrf
from trueness.metrics.novelty import Novelty
from trueness.metrics.originals.align_score import AlignScore
from trueness.metrics.originals.bewte import BewtE
from trueness.metrics.originals.bleurt import Bleurt
from trueness.metrics.originals.comet import Comet, CometKiwi
from trueness.metrics.originals.meteor_java import MeteorJava
from trueness.metrics.originals.metricx import MetricX, MetricXQE
from trueness.metrics.originals.qaeval import QAEval
from trueness.metrics.rouge.rouge import Rouge
from trueness.metrics.scoring.plugins import plugin_classes
from trueness.metrics.ter import Ter
from trueness.metrics.vectors.centroids import Centroids
from trueness.metrics.vectors.rouge_we import RougeWE
from trueness.metrics.vectors.s3 import S3, S3Features
from trueness.metrics.vectors.sentence_movers import SentenceMovers
from trueness.metrics.vectors.word_movers import WordMovers

BUILT_IN: tuple[type[Metric], ...] = (
    Rouge,
    Bleu,
    BleuMoses,
    Chrf,
    Ter,
    Meteor,
    NGramGraph,
    Divergence,
    WordMovers,
    SentenceMovers,
    Centroids,
    RougeWE,
    S3,
    S3Features,
    ExtractiveFragments,
    Novelty,
    Compression,
    Length,
    BertScore,
    MoverScore,
    Estime,
    Blanc,
    BartScore,
    LitePyramid,
    MeteorJava,
    Comet,
    CometKiwi,
    Bleurt,
    MetricX,
    MetricXQE,
    AlignScore,
    QAEval,
    BewtE,
    LlmJudge,
    Learned,
)
"""The classes that come with the package, in the order in which they are listed to users."""

CLOSE = 0.65
"""How like a name has to be to be suggested, by `difflib`: COMET is no misspelling of a metric that there is."""


@functools.cache
def metric_classes() -> tuple[type[Metric], ...]:
    """Return the classes of built-in metrics, then those of plug-ins that take no built-in's name."""
    found = list(BUILT_IN)
    taken = {name for metric in found for name in metric.names()}
    for plugin in plugin_classes():
        repeated = taken & set(plugin.names())
        if repeated:
            warnings.warn(
                f"the metric plug-in {plugin.__module__}.{plugin.__qualname__} is skipped: there is a metric called "
                f"{listing(sorted(repeated))} already.",
                TruenessWarning,
                stacklevel=2,
            )
            continue
        taken.update(plugin.names())
        found.append(plugin)
    return tuple(found)


def metric_names() -> tuple[str, ...]:
    """Return the names of all metrics that need no option, in the order in which they are listed to users."""
    return tuple(name for metric in metric_classes() if not metric.required for name in metric.names())


def names_with_options() -> dict[str, tuple[str, ...]]:
    """Return the names that patterns find only where they give certain options, each with these."""
    return {name: keys for metric in metric_classes() for name, keys in metric.named_with().items()}


def default_names() -> tuple[str, ...]:
    """Return the names that are computed where nobody names a metric."""
    return tuple(name for metric in metric_classes() if not metric.required for name in metric.defaults())


def get_metric(name: str) -> Metric:
    """Return the metric of a name.

    Parameters
    ----------
    name : str
        As listed by `metric_names`, or another spelling of its options.

    Raises
    ------
    UnknownNameError
        If there is none; the message gives the nearest, or how names are spelled.
    ArgumentError
        If an option in the name makes no sense; if a file says the name that may not (see `named_by_file`).
    UnsupportedMethodError
        If a file says it, and it asks a service.
    """
    for candidate in metric_classes():
        found = candidate.from_name(name)
        if found is not None:
            check_named(found, name)
            if found.remote:
                _check_own_name(found, candidate)
            found.resolve(get_metric)
            return found
    raise unknown_metric(name)


def _check_own_name(found: Metric, kind: type[Metric]) -> None:
    """Check that a metric that a file has named is not called as another one is.

    Raises
    ------
    ArgumentError
        If it is.
    """
    for other in metric_classes():
        if other is not kind and other.from_name(found.name) is not None:
            raise ArgumentError(f"'{found.name}' is the name of another metric: give this one another name.")


def unknown_metric(name: str, others: Iterable[str] = ()) -> UnknownNameError:
    """Build the error for a name or pattern that fits no metric.

    Parameters
    ----------
    name : str
        What was asked for.
    others : iterable of str
        Names that would have been taken besides those of metrics, such as scorers of a file.

    Returns
    -------
    UnknownNameError
        With the nearest name, or how names are spelled where none is near.
    """
    base, colon, _ = name.partition(":")
    if colon and base in metric_names():
        return UnknownNameError(f"no metric is called '{name}': '{base}' takes no options.")
    known = [*metric_names(), *names_with_options(), *others]
    near = difflib.get_close_matches(name, known, n=1, cutoff=CLOSE)
    schemes = ", ".join(kind.scheme or ", ".join(kind.names()) for kind in metric_classes())
    said = f"Did you mean '{near[0]}'?" if near else f"Names are {schemes}."
    return UnknownNameError(
        f"no metric is called '{name}'. {said} `trueness metrics list` shows all; scores of any other metric "
        "come from a file."
    )


def get_metrics(patterns: str | Metric | Iterable[str | Metric]) -> list[Metric]:
    """Return the metrics of names and patterns, each once, in the order asked for.

    Parameters
    ----------
    patterns : str, Metric or several of them
        A name, or a shell pattern with ``* ? [...] {a,b}``; what follows a colon is added to every name that the
        part before it matches and that has the option: ``rouge{1,2}_*_f:refs=best``. The others of a pattern stay as
        they are: of ``rouge*_f:weight=1.5``, W alone has a weight.

    Raises
    ------
    ArgumentError
        If none is asked for, an option makes no sense, or no metric of a pattern has it.
    UnknownNameError
        If a name or pattern fits no metric.
    """
    asked: list[object] = (
        [patterns] if not isinstance(patterns, Iterable) or isinstance(patterns, str) else [*patterns]
    )
    if not asked:
        raise ArgumentError("`metrics` must name at least one metric.")
    for one in asked:
        if not isinstance(one, (str, Metric)):
            raise ArgumentError(f"`metrics` takes names, patterns and metrics; this is {one!r:.60}.")
    found: dict[str, Metric] = {}
    for one in asked:
        for metric in [one] if isinstance(one, Metric) else _matching(str(one)):
            add_metric(found, metric)
    return list(found.values())


def add_metric(found: dict[str, Metric], metric: Metric) -> None:
    """Add a metric to others by its name, once.

    Raises
    ------
    ArgumentError
        If another one has the name, since a file says what that is.
    """
    before = found.setdefault(metric.name, metric)
    if before is metric or not (before.remote or metric.remote):  # a signature may read large files
        return
    if type(before) is not type(metric) or before.signature() != metric.signature():
        raise ArgumentError(f"two different metrics are called '{metric.name}': give one another name.")


def _matching(pattern: str) -> list[Metric]:
    base, colon, options = pattern.partition(":")
    if not set(base) & set("*?[{"):
        return [get_metric(pattern)]
    hits: dict[str, None] = {}
    given = {option.partition("=")[0] for option in options.split(",")}
    asked = [name for name, required in names_with_options().items() if given.issuperset(required)]
    for alternative in alternatives(base):
        matched = [name for name in (*metric_names(), *asked) if fnmatch.fnmatchcase(name, alternative)]
        if not matched and not set(alternative) & set("*?["):
            matched = [get_metric(alternative).name]
        if not matched:
            raise unknown_metric(alternative)
        hits |= dict.fromkeys(matched)
    return _with_options(list(hits), options.split(",")) if colon else [get_metric(name) for name in hits]


def _with_options(names: list[str], options: list[str]) -> list[Metric]:
    """Return metrics, each with those of the options that it has.

    Raises
    ------
    ArgumentError
        If none has an option, the first of their errors; if two options do not go together.
    UnknownNameError
        If none has any options.
    """
    taken = {name: _own_options(name, options) for name in names}
    for option in options:
        if not any(option in own for own in taken.values()):
            tried = (_error_of(name, [*own, option]) for name, own in taken.items())
            errors = [error for error in tried if error is not None]
            raise next((one for one in errors if isinstance(one, ArgumentError)), errors[0])
    return [get_metric(_named(name, own)) for name, own in taken.items()]


def _own_options(name: str, options: list[str]) -> list[str]:
    """Return as many of the options as stand for a metric together.

    Raises
    ------
    ArgumentError, UnknownNameError
        If no part of them does, or one that is left out goes with the name, but with no other.
    """
    together = _error_of(name, options)
    if together is None:
        return options
    for size in range(len(options) - 1, -1, -1):
        for own in itertools.combinations(options, size):
            if _error_of(name, own) is None:
                if any(_error_of(name, [one]) is None for one in options if one not in own):
                    raise together
                return [*own]
    raise together


def _error_of(name: str, options: Iterable[str]) -> ArgumentError | UnknownNameError | None:
    """Return why a name with options stands for no metric; the second is raised where it has none at all."""
    try:
        get_metric(_named(name, options))
    except (ArgumentError, UnknownNameError) as error:
        return error
    return None


def _named(name: str, options: Iterable[str]) -> str:
    return ":".join(filter(None, (name, ",".join(options))))
