"""Score texts of any number into a file, partition by partition."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from trueness.data.reading.read import read_scores
from trueness.data.reading.stream_texts import ROWS_PER_PARTITION, TextStream, stream_texts
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.merge import JOINS, Join, merge
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, human_scorer, name_taken
from trueness.data.writing.score_writer import ScorePart, writing_scores
from trueness.data.writing.write import check_extension, write_scores
from trueness.errors import DataError, check_choice
from trueness.metrics.encoder.encoding_cache import keeping_encodings
from trueness.metrics.metric import FloatArray, Metric
from trueness.metrics.scoring.cached_scores import CachedScores, cached_scores
from trueness.metrics.scoring.noted_warnings import noted_warnings
from trueness.metrics.scoring.registry import get_metrics
from trueness.metrics.scoring.score import (
    SLOW_ROWS_PER_PARTITION,
    NotedScores,
    lacking_texts,
    out_of_bounds,
    score_notes,
    undefined_scores,
)
from trueness.metrics.scoring.score_cache import ScoreCache
from trueness.metrics.scoring.surveyed import surveyed
from trueness.metrics.scoring.text_traits import TextTraits
from trueness.parallel import TextProgress


@dataclasses.dataclass(frozen=True)
class ScoredFile:
    """What `score_file` has done.

    Attributes
    ----------
    path : Path
        The file of scores.
    rows, systems, inputs : int
        How many outputs were scored, of how many systems, for how many inputs.
    scorers, human : tuple of str
        All scorers of the file, and the human dimensions of the texts.
    metrics : tuple of str
        The metrics that the texts were scored with, in the order asked for.
    n_undefined : tuple of int
        For each metric, how many outputs have no score.
    n_computed : int
        How many of the rows times metrics scores were computed; the others were known.
    n_empty_outputs, n_empty_references : int
        How many outputs have no words, and how many have a reference without words.
    notes : tuple of str
        What a reader of the scores has to know; they are in the file, too.
    replaced : bool
        Whether there was a file of this name before.
    own_references : mapping of str to float
        Systems that are their own references, as `ScoreTable` has them.
    """

    path: Path
    rows: int
    systems: int
    inputs: int
    scorers: tuple[str, ...]
    human: tuple[str, ...]
    metrics: tuple[str, ...]
    n_undefined: tuple[int, ...]
    n_computed: int
    n_empty_outputs: int
    n_empty_references: int
    notes: tuple[str, ...]
    replaced: bool = False
    own_references: Mapping[str, float] = dataclasses.field(default_factory=dict)

    @property
    def n_known(self) -> int:
        """How many scores came from the cache, or were those of equal texts."""
        return self.rows * len(self.metrics) - self.n_computed


def score_file(
    texts: TextStream,
    metrics: str | Metric | Iterable[str | Metric],
    path: str | Path,
    *,
    cache: ScoreCache | None = None,
    beside: Sequence[ScoreTable] = (),
    join: Join = "exact",
    progress: TextProgress | None = None,
) -> ScoredFile:
    """Score every output with every metric and write the scores; one partition of the texts is held at a time.

    Parameters
    ----------
    texts : TextStream
        What systems wrote.
    metrics : str, Metric or several of them
        As in `score`.
    path : str or Path
        The file to write, by its extension (see `write_scores`): one row per output in the order of the texts, human
        dimensions first. It appears whole or not at all.
    cache : ScoreCache, optional
        Where known scores are found and new ones are kept, partition by partition.
    beside : sequence of ScoreTable
        Scores by other metrics, joined by system and input. With them the table, though not the texts, is held as a
        whole.
    join : {'exact', 'alike', 'outer', 'inner'}
        How these are joined (see `merge`).
    progress : callable, optional
        Called with what is done, the outputs done and their total.

    Raises
    ------
    ArgumentError
        If no metric is asked for, an option in a name makes no sense, the extension is not known, or `join` is none
        of its options.
    UnknownNameError
        If a name or pattern fits no metric.
    DataError
        If a metric needs references or a source and a row has none, if two scorers have one name, if a metric fails or
        gives something else than finite numbers and NaN, or if a name cannot be written.
    KeyMismatchError
        If tables do not cover the same systems and inputs; it is found before anything is scored.
    FormatError
        If the texts have changed since they were looked at.
    MissingExtraError
        If writing needs a package that is not installed.
    """
    texts = stream_texts(texts, unnamed_system=True) if isinstance(texts, str | Path) else texts
    check_choice("join", join, JOINS)
    chosen = get_metrics(metrics)
    path = Path(path)
    replaced = path.exists()
    _check(texts, chosen, path)
    if beside:
        _check_beside(texts, chosen, beside, join)
    with contextlib.ExitStack() as stack:
        target = path
        if beside:
            target = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "scores.jsonl"
        done = _write(texts, chosen, target, cache, progress)
        if beside:
            table = merge(read_scores(target), *beside, join=join)
            write_scores(table, path)
            done = dataclasses.replace(
                done,
                path=path,
                systems=len(table.systems),
                inputs=len(table.inputs),
                scorers=table.scorer_names,
                notes=table.notes,
            )
    return dataclasses.replace(done, replaced=replaced)


def _write(
    texts: TextStream,
    metrics: Sequence[Metric],
    path: Path,
    cache: ScoreCache | None,
    progress: TextProgress | None,
) -> ScoredFile:
    facts = texts.facts
    warned: dict[str, None] = {}
    with keeping_encodings(None if cache is None else cache.path.parent):
        metrics, told = surveyed(metrics, texts.partitions, progress)
    scored = _scored(texts, metrics, cache, progress, warned)
    first = next(scored)  # only scores show how many statistics are behind them
    n_computed = 0
    undefined: dict[str, NotedScores] = {}
    outside: dict[str, NotedScores] = {}
    traits = TextTraits()
    with writing_scores(path, _shape(texts, metrics, first[1].statistics)) as writer:
        for rows, found in itertools.chain([first], scored):
            writer.write(_part(texts, metrics, rows, found))
            traits.add(rows)
            n_computed += found.n_computed
            for noted, look in ((undefined, undefined_scores), (outside, out_of_bounds)):
                for name, more in look(metrics, rows, found.values).items():
                    noted[name] = noted[name] + more if name in noted else more
        writer.notes += score_notes(
            metrics, undefined, facts.empty_outputs, facts.rows, outside, {**told, **traits.notes(metrics)}
        )
        if facts.empty_references and any("references" in metric.needs for metric in metrics):
            writer.notes.append(
                f"{facts.empty_references} of {facts.rows} outputs have a reference without words"
            )
        writer.notes += warned
        writer.own_references = facts.own_references
    return ScoredFile(
        path=path,
        rows=facts.rows,
        systems=facts.systems,
        inputs=facts.inputs,
        scorers=(*facts.dimensions, *(metric.name for metric in metrics)),
        human=facts.dimensions,
        metrics=tuple(metric.name for metric in metrics),
        n_undefined=tuple(
            undefined[metric.name].count if metric.name in undefined else 0 for metric in metrics
        ),
        n_computed=n_computed,
        n_empty_outputs=facts.empty_outputs,
        n_empty_references=facts.empty_references,
        notes=tuple(writer.notes),
        own_references=facts.own_references,
    )


def _scored(
    texts: TextStream,
    metrics: Sequence[Metric],
    cache: ScoreCache | None,
    progress: TextProgress | None,
    warned: dict[str, None],
) -> Iterator[tuple[list[TextRow], CachedScores]]:
    """Yield partitions with their scores, and add to `warned` what metrics warn of."""
    slow = any(metric.slow for metric in metrics)
    done, total = 0, texts.facts.rows
    for rows in texts.partitions(SLOW_ROWS_PER_PARTITION if slow else ROWS_PER_PARTITION):

        def share(part: float, done: int = done, size: int = len(rows)) -> None:
            if progress is not None:
                progress("scoring outputs", done + int(part * size), total)

        with noted_warnings() as notes:
            found = cached_scores(metrics, rows, cache, share)
        warned |= dict.fromkeys(notes)
        _check_scores(metrics, rows, found, texts.where)
        yield rows, found
        done += len(rows)
        if progress is not None:
            progress("scoring outputs", done, total)


def _shape(texts: TextStream, metrics: Sequence[Metric], statistics: Mapping[str, FloatArray]) -> ScoreTable:
    """Return a table of one output that has all that the file will have."""
    facts = texts.facts
    people: dict[str, list[str]] = {}
    for dimension, annotator in facts.human:
        if annotator is not None:
            people.setdefault(dimension, []).append(annotator)
    scorers = [
        *(human_scorer(name, texts.lower_is_better, texts.labels) for name in facts.dimensions),
        *(Scorer(metric.name, "metric", metric.higher_is_better) for metric in metrics),
    ]
    return ScoreTable(
        scorers=tuple(scorers),
        systems=("",),
        inputs=("",),
        values=np.zeros((len(scorers), 1, 1)),
        annotations={
            dimension: Annotations(tuple(annotators), np.zeros((len(annotators), 1, 1)))
            for dimension, annotators in people.items()
        },
        input_groups={name: ("",) for name, side in facts.groups.items() if side == "input"},
        system_groups={name: ("",) for name, side in facts.groups.items() if side == "system"},
        has_systems=facts.has_systems,
        name=texts.name,
        notes=texts.notes,
        corpus={
            metric.name: CorpusStatistics(
                metric.corpus_formula, np.zeros((1, 1, statistics[metric.name].shape[1]))
            )
            for metric in metrics
            if metric.corpus_formula is not None
        },
    )


def _part(
    texts: TextStream, metrics: Sequence[Metric], rows: Sequence[TextRow], found: CachedScores
) -> ScorePart:
    facts = texts.facts
    scores: dict[str, FloatArray] = {}
    ratings: dict[tuple[str, str], FloatArray] = {}
    for dimension, annotator in facts.human:
        if annotator is None:
            scores[dimension] = _column(row.human.get(dimension) for row in rows)
        else:
            ratings[dimension, annotator] = _column(
                row.ratings.get(annotator, {}).get(dimension) for row in rows
            )
    for dimension in facts.dimensions:
        if dimension not in scores:
            given = {annotator: values for (name, annotator), values in ratings.items() if name == dimension}
            # two axes and the annotators' names, so that every mean is added as that of a whole table
            mean = Annotations(tuple(given), np.stack(list(given.values()))[:, None, :]).mean()
            scores[dimension] = mean[0]
    scores |= {metric.name: found.values[:, k] for k, metric in enumerate(metrics)}
    return ScorePart(
        systems=[row.system for row in rows],
        inputs=[row.input for row in rows],
        groups={name: [row.labels.get(name, "") for row in rows] for name in facts.groups},
        scores=scores,
        ratings=ratings,
        statistics=found.statistics,
    )


def _column(values: Iterable[float | None]) -> FloatArray:
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def _check(texts: TextStream, metrics: Sequence[Metric], path: Path) -> None:
    """Check what can be known before anything is scored."""
    kind = check_extension(path)
    facts = texts.facts
    for metric in metrics:
        if metric.name in facts.dimensions:
            raise name_taken(texts.name, metric.name, facts.dimensions)
        for need in sorted(metric.needs & facts.lacking.keys()):
            count, system, position = facts.lacking[need]
            raise lacking_texts(texts.name, metric, need, count, facts.rows, (system, position))
    if kind in ("csv", "tsv") and facts.nul_name is not None:
        raise DataError(f"the name {facts.nul_name!r} has a NUL character; write JSONL or Parquet instead.")


def _check_beside(
    texts: TextStream, metrics: Sequence[Metric], beside: Sequence[ScoreTable], join: Join
) -> None:
    """Check that tables can be joined, on their keys and names alone."""
    names = {metric.name for metric in metrics}
    for table in beside:
        for name in table.scorer_names:
            if name in names:
                raise DataError(
                    f"'{table.name}' has scores of '{name}' already, which is to be computed. Rename the scorer there, "
                    "or leave the metric out."
                )
    systems: dict[str, None] = {}
    inputs: dict[str, None] = {}
    for rows in texts.partitions():
        systems |= dict.fromkeys(row.system for row in rows)
        inputs |= dict.fromkeys(row.input for row in rows)
    # who scored decides how tables are joined: one metric stands for all, and one person, by names that nobody has
    free = 1 + max((len(name) for table in beside for name in table.scorer_names), default=0)
    scorers = [Scorer("m" * free, "metric"), *([Scorer("h" * free, "human")] if texts.facts.human else [])]
    keys = ScoreTable(
        tuple(scorers),
        tuple(systems),
        tuple(inputs),
        np.full((len(scorers), len(systems), len(inputs)), np.nan),
        name=texts.name,
        has_systems=texts.facts.has_systems,
    )
    merge(keys, *beside, join=join)


def _check_scores(
    metrics: Sequence[Metric], rows: Sequence[TextRow], found: CachedScores, where: str
) -> None:
    """Check that scores are finite or missing, and that each has the statistics behind it."""
    infinite = np.argwhere(np.isinf(found.values))
    if len(infinite):
        k, column = infinite[0]
        raise DataError(
            f"{where}: metric '{metrics[column].name}' gave an infinite score for system '{rows[k].system}', input "
            f"'{rows[k].input}'. An undefined score is NaN."
        )
    for column, metric in enumerate(metrics):
        if metric.corpus_formula is None:
            continue
        statistics = found.statistics[metric.name]
        missing = np.isnan(statistics)
        wrong = np.isinf(statistics).any(axis=1) | (missing.any(axis=1) & ~missing.all(axis=1))
        wrong |= missing.any(axis=1) & ~np.isnan(found.values[:, column])
        if wrong.any():
            row = rows[int(np.flatnonzero(wrong)[0])]
            raise DataError(
                f"{where}: metric '{metric.name}' gave statistics that are infinite or incomplete for system "
                f"'{row.system}', input '{row.input}'. All are finite, or all NaN where there is no score."
            )
