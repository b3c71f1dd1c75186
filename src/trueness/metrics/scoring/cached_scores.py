"""Scores of rows of texts, taken from a cache as far as it has them."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import json
import secrets
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

import trueness
from trueness.data.texts.texts import TextRow
from trueness.errors import TruenessWarning
from trueness.metrics.encoder.encoding_cache import keeping_encodings
from trueness.metrics.metric import FloatArray, Metric, Need
from trueness.metrics.scoring.noted_warnings import noted_warnings
from trueness.metrics.scoring.score_cache import Kept, Member, ScoreCache
from trueness.metrics.scoring.score_rows import RowScores, passes, score_rows

Share = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1."""


@dataclasses.dataclass(frozen=True)
class CachedScores:
    """Scores of rows, and how many of them were computed.

    Attributes
    ----------
    values : array of shape (n, k)
        Row by metric, NaN where undefined.
    statistics : mapping of str to array of shape (n, s)
        Metric to the sufficient statistics of every output, for metrics with a `corpus_formula`.
    n_computed : int
        How many of the n * k scores were computed; the others were in the cache, or are those of equal texts.
    """

    values: FloatArray
    statistics: Mapping[str, FloatArray]
    n_computed: int


def cached_scores(
    metrics: Sequence[Metric],
    rows: Sequence[TextRow],
    cache: ScoreCache | None,
    share: Share | None = None,
) -> CachedScores:
    """Score rows with metrics; what the cache lacks is computed and saved, in one piece.

    Texts are the same if the output is, and the references and the source as far as the metric needs them. Equal texts
    have one score, also where a metric is not deterministic. What a model makes of texts is kept in the same folder. A
    remote metric keeps itself what it gets, and is always computed here. Scores in whose computing a metric warned are
    not kept, so that it warns again.

    Parameters
    ----------
    metrics : sequence of Metric
        k of them, with different names.
    rows : sequence of TextRow
        n of them, with what the metrics need.
    cache : ScoreCache or None
        Without one everything is computed.
    share : callable, optional
        Called with the share of the work that is done.

    Raises
    ------
    DataError
        As `score_rows`.
    """
    with keeping_encodings(None if cache is None else cache.path.parent):
        return _cached_scores(metrics, rows, cache, share)


def _cached_scores(
    metrics: Sequence[Metric],
    rows: Sequence[TextRow],
    cache: ScoreCache | None,
    share: Share | None,
) -> CachedScores:
    if cache is None:
        ((found, _),) = _compute([(metrics, rows)], share)
        return CachedScores(found.values, found.statistics, found.values.size)
    by_needs: dict[frozenset[Need], list[Metric]] = {}
    remote = [metric for metric in metrics if metric.remote]
    for metric in metrics:
        if metric.remote:
            continue
        by_needs.setdefault(metric.needs, []).append(metric)
    groups = [_Group(members, needs, rows, cache) for needs, members in by_needs.items()]
    jobs = [job for group in groups for job in group.jobs()]
    wanted: list[tuple[Sequence[Metric], Sequence[TextRow]]] = [
        (job.metrics, [rows[k] for k in job.rows]) for job in jobs
    ]
    if remote:
        wanted.append((remote, rows))
    with contextlib.ExitStack() as stack:
        for metric in metrics if wanted else ():  # of all jobs, as they may share texts
            stack.enter_context(metric.working())
        computed = _compute(wanted, share)
    kept = [(job.add(scores), warned) for job, (scores, warned) in zip(jobs, computed, strict=False)]
    if jobs:
        cache.save([entry for entry, warned in kept if not warned])
    values = np.full((len(rows), len(metrics)), np.nan)
    statistics: dict[str, FloatArray] = {}
    place = {metric.name: k for k, metric in enumerate(metrics)}
    for group in groups:
        values[:, [place[metric.name] for metric in group.metrics]] = group.values[group.inverse]
        for name, given in group.statistics.items():
            statistics[name] = given[group.inverse]
    n_computed = sum(len(job.rows) * len(job.metrics) for job in jobs)
    if remote:
        values[:, [place[metric.name] for metric in remote]] = computed[-1][0].values
        n_computed += computed[-1][0].values.size
    return CachedScores(values, statistics, n_computed)


def text_key(row: TextRow, needs: frozenset[Need]) -> bytes:
    """Return 16 bytes that stand for the texts of a row: the output, and what is needed besides."""
    digest = hashlib.blake2b(digest_size=16)
    parts = [("output", row.output)]
    if "references" in needs:
        parts += [("reference", reference) for reference in row.references]
    if "source" in needs:
        parts += [("source", row.source)] if row.source is not None else []
    for kind, text in parts:
        content = text.encode("utf-8")
        digest.update(f"{kind} {len(content)}\0".encode())
        digest.update(content)
    return digest.digest()


class _Group:
    """The metrics that need the same texts: one key a row."""

    def __init__(
        self, metrics: Sequence[Metric], needs: frozenset[Need], rows: Sequence[TextRow], cache: ScoreCache
    ) -> None:
        self.metrics = metrics
        self._ids = [cache.metric(metric_identity(metric)) for metric in metrics]
        self._column = {number: column for column, number in enumerate(self._ids)}
        self._place: dict[bytes, int] = {}
        self._first: list[int] = []
        inverse = []
        for k, row in enumerate(rows):
            key = text_key(row, needs)
            if key not in self._place:
                self._place[key] = len(self._first)
                self._first.append(k)
            inverse.append(self._place[key])
        self.inverse = np.array(inverse, dtype=np.int64)
        self._keys = list(self._place)
        self._known = np.zeros((len(self._keys), len(metrics)), dtype=bool)
        self.values = np.full(self._known.shape, np.nan)
        self.statistics: dict[str, FloatArray] = {}
        for kept in cache.load(self._keys):
            self._take(kept)

    def jobs(self) -> list[_Job]:
        """Return what is missing, texts that lack the same metrics together."""
        found: dict[bytes, list[int]] = {}
        for place in np.flatnonzero(~self._known.all(axis=1)).tolist():
            found.setdefault(self._known[place].tobytes(), []).append(place)
        return [
            _Job(
                self,
                places,
                np.flatnonzero(~self._known[places[0]]).tolist(),
                [self._first[p] for p in places],
            )
            for places in found.values()
        ]

    def keep(self, places: Sequence[int], columns: Sequence[int], scores: RowScores) -> Kept:
        """Take scores that were computed, and return them as the cache wants them."""
        members, numbers = [], []
        for k, column in enumerate(columns):
            name = self.metrics[column].name
            statistics = scores.statistics.get(name, np.empty((len(places), 0)))
            members.append(Member(self._ids[column], statistics.shape[1]))
            numbers += [scores.values[:, [k]], statistics]
        kept = Kept([self._keys[place] for place in places], tuple(members), np.hstack(numbers))
        self._take(kept)
        return kept

    def _take(self, kept: Kept) -> None:
        rows = [self._place[key] for key in kept.keys]
        columns, places, start = [], [], 0
        for metric, n_statistics in kept.members:
            column = self._column.get(metric)
            if column is not None:
                columns.append(column)
                places.append(start)
                if n_statistics:
                    name = self.metrics[column].name
                    held = self.statistics.setdefault(name, np.full((len(self._keys), n_statistics), np.nan))
                    held[rows] = kept.numbers[:, start + 1 : start + 1 + n_statistics]
            start += 1 + n_statistics
        self.values[np.ix_(rows, columns)] = kept.numbers[:, places]
        self._known[np.ix_(rows, columns)] = True


@dataclasses.dataclass(frozen=True)
class _Job:
    """Texts to be scored with some metrics of a group."""

    group: _Group
    places: Sequence[int]
    columns: Sequence[int]
    rows: Sequence[int]

    @property
    def metrics(self) -> list[Metric]:
        return [self.group.metrics[column] for column in self.columns]

    def add(self, scores: RowScores) -> Kept:
        return self.group.keep(self.places, self.columns, scores)


def _compute(
    jobs: Sequence[tuple[Sequence[Metric], Sequence[TextRow]]], share: Share | None
) -> list[tuple[RowScores, bool]]:
    """Score several sets of rows, telling the share of the work that is done; with each, whether a metric warned."""
    total = sum(len(rows) * len(passes(metrics)) for metrics, rows in jobs)
    done = before = 0

    def progress(_: str, n: int, of: int) -> None:
        nonlocal done
        if share is not None:
            share((done + n) / total)
        if n == of:  # this pass is through
            done += of

    found = []
    for metrics, rows in jobs:
        with noted_warnings() as notes:
            scores = score_rows(metrics, rows, progress)
        for note in notes:
            warnings.warn(note, TruenessWarning, stacklevel=3)
        found.append((scores, bool(notes)))
        before += len(rows) * len(passes(metrics))
        done = before
    return found


_OURS = Path(__file__).parents[1]
_FORMULAS = Path(__file__).parents[2] / "data" / "scores"
_PROCESS = secrets.token_hex(8)


def metric_identity(metric: Metric) -> str:
    """Return a text that is the same for two metrics if, and only if, their scores are to be.

    It holds the version of this package, the metric's class, name and signature, and hashes of the code: of all files
    of `trueness.metrics` and of the corpus formulas, and for a plug-in of all Python files of the package that its
    class, and each class above it, is from. Other software that a metric calls has to be named in its signature. A
    function that the metric was given (a segmenter) may do anything, whatever its file says: it is itself only, and
    only in this process.
    """
    kind = type(metric)
    given = [value for _, value in sorted(getattr(metric, "__dict__", {}).items()) if callable(value)]
    facts = [
        trueness.__version__,
        _code_hash(kind),
        f"{kind.__module__}.{kind.__qualname__}",
        metric.name,
        metric.signature(),
        *(f"{_said(one)} {_PROCESS} {id(one)}" for one in given),
    ]
    return json.dumps(facts, ensure_ascii=True)


@functools.cache
def _code_hash(kind: type[Metric]) -> str:
    digest = hashlib.sha256(_package_hash())
    for ancestor in kind.__mro__:
        if issubclass(ancestor, Metric) and not _is_ours(ancestor):
            for path in _files(ancestor):
                content = path.read_bytes()
                digest.update(f"{path.name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


@functools.cache
def _package_hash() -> bytes:
    digest = hashlib.sha256()
    for path in sorted([*_OURS.rglob("*"), *_FORMULAS.glob("*formula*.py")]):
        if path.is_file() and "__pycache__" not in path.parts:
            content = path.read_bytes()
            digest.update(f"{path.name}\0{len(content)}\0".encode() + content)
    return digest.digest()


def _is_ours(thing: object) -> bool:
    path = _file(thing)
    return path is not None and path.is_relative_to(_OURS)


def _files(kind: type[Metric]) -> list[Path]:
    """Return the Python files of the package that a class is from, or the one file where there is no package."""
    package = sys.modules.get(kind.__module__.partition(".")[0])
    folders = [Path(folder) for folder in getattr(package, "__path__", ())]
    found = sorted(path for folder in folders for path in folder.rglob("*.py") if path.is_file())
    own = _file(kind)
    return found or ([] if own is None else [own])


def _file(thing: object) -> Path | None:
    module = sys.modules.get(getattr(thing, "__module__", None) or "")
    named = getattr(module, "__file__", None)
    return Path(named) if named and Path(named).is_file() else None


def _said(thing: object) -> str:
    return f"{getattr(thing, '__module__', '')}.{getattr(thing, '__qualname__', type(thing).__qualname__)}"
