"""The score table: scorer x system x input, NaN where a score is missing."""

from __future__ import annotations

import dataclasses
import fnmatch
import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.data.cells.columns import typed_columns
from trueness.data.scores.braces import alternatives
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.fingerprint import table_fingerprint
from trueness.data.scores.listed_values import listed
from trueness.data.scores.order_of_names import order_of_names
from trueness.errors import ArgumentError, DataError, UnsupportedMethodError, counted, listing, unknown_name

FloatArray = NDArray[np.float64]
Role = Literal["human", "metric"]

UNNAMED_SYSTEM = "(no system)"
"""Name of the single row of a table whose data name no system."""


@dataclasses.dataclass(frozen=True)
class Scorer:
    """Anything that gives a number to an output.

    Attributes
    ----------
    name : str
        The name used in columns, flags and reports.
    role : {'human', 'metric'} or None
        What it is, as declared by the data; None where nobody said.
    higher_is_better : bool
        The declared orientation. It is never guessed from a sign.
    aggregate : {'corpus', 'mean', 'median'} or None
        How a system's score comes from its outputs' scores in this column, whatever is usual in a study (see
        `aggregate_columns`).
    labels : tuple of str
        What the numbers 0, 1, … stand for, where they stand for labels; the worst first.
    nominal : bool
        Whether these labels have no order.
    computed : bool
        Whether the scores were computed from texts in this run, by the metric of this name; a file does not say so.
    """

    name: str
    role: Role | None = None
    higher_is_better: bool = True
    aggregate: str | None = None
    labels: tuple[str, ...] = ()
    nominal: bool = False
    computed: bool = dataclasses.field(default=False, compare=False, repr=False)

    @property
    def direction_known(self) -> bool:
        """Whether anything says if more is better or less: a declaration, a description, or that it was computed."""
        return self.computed or self.role == "metric" or not self.higher_is_better


@dataclasses.dataclass(frozen=True, eq=False)
class Annotations:
    """The single annotators behind a human dimension.

    Attributes
    ----------
    annotators : tuple of str
        Their names (A of them).
    values : array of shape (A, N, M)
        What each gave to each output, NaN where one gave nothing. Read-only.

    Raises
    ------
    DataError
        If names and values do not agree in number, a name occurs twice, or a value is infinite.
    """

    annotators: tuple[str, ...]
    values: FloatArray

    def __post_init__(self) -> None:
        values = np.array(self.values, dtype=np.float64)
        if values.ndim != 3 or len(values) != len(self.annotators):
            raise DataError(f"values of shape {values.shape} clash with {len(self.annotators)} annotators.")
        repeated = _repeated(self.annotators)
        if repeated:
            raise DataError(f"annotator names must differ; repeated: {listing(repeated)}.")
        if np.isinf(values).any():
            raise DataError("annotations hold infinite values. Leave a missing rating empty.")
        values.flags.writeable = False
        object.__setattr__(self, "values", values)

    def mean(self) -> FloatArray:
        """Return the mean over the annotators who gave a value, shape (N, M); NaN where nobody did."""
        count = np.sum(~np.isnan(self.values), axis=0)
        # in one order: sums of floating-point numbers depend on it
        with np.errstate(over="ignore"):  # an infinite score is refused where the table is made
            total = np.nansum(self.values[order_of_names(self.annotators)], axis=0)
        return np.where(count > 0, total / np.maximum(count, 1), np.nan)


@dataclasses.dataclass(frozen=True)
class ScoreTable:
    """Scores of every scorer for every output: scorer x system x input.

    Attributes
    ----------
    scorers : tuple of Scorer
        S scorers, human and automatic.
    systems : tuple of str
        N systems, the rows of a scorer's matrix.
    inputs : tuple of str
        M inputs, the columns of a scorer's matrix.
    values : array of shape (S, N, M)
        The scores, NaN where missing. Read-only. Only those that are there are held where `listing_outputs` says so,
        and an array is made of them when it is asked for. A human dimension with annotators holds their mean: readers
        see to it, and a table built by hand should.
    annotations : mapping of str to Annotations
        For a human dimension, the annotators behind it.
    corpus : mapping of str to CorpusStatistics
        For a metric whose score of a system is no mean of its outputs' scores, the statistics behind that score;
        every output with a score has them.
    input_groups, system_groups : mapping of str to tuple of str
        Grouping columns: one label per input (document, domain) or per system (family, type).
    has_systems : bool
        False where the data name no system: then there is one row, and only the global level exists.
    name : str
        What the table is called in reports.
    notes : tuple of str
        What a reader of the data has to know: rows left out and why.
    own_references : mapping of str to float
        Systems that are their own references, as far as texts were seen: the share of their outputs that equal one
        of their references (see `OwnReferences`).
    left_out : mapping of str to tuple of str
        The patterns by which systems and others were kept or left out as asked, by the argument that said it (see
        `leave_out`).

    Raises
    ------
    DataError
        If shapes and names do not agree, a name occurs twice, a value is infinite, or an output has a score but
        not the statistics that others have.
    """

    scorers: tuple[Scorer, ...]
    systems: tuple[str, ...]
    inputs: tuple[str, ...]
    values: FloatArray
    annotations: Mapping[str, Annotations] = dataclasses.field(default_factory=dict)
    input_groups: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    system_groups: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    has_systems: bool = True
    name: str = "scores"
    notes: tuple[str, ...] = ()
    corpus: Mapping[str, CorpusStatistics] = dataclasses.field(default_factory=dict)
    own_references: Mapping[str, float] = dataclasses.field(default_factory=dict)
    left_out: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        values = _unchanging(self.values)
        shape = (len(self.scorers), len(self.systems), len(self.inputs))
        if values.shape != shape:
            raise DataError(f"values have shape {values.shape}, but the names ask for {shape}.")
        for kind, names in (
            ("scorer", self.scorer_names),
            ("system", self.systems),
            ("input", self.inputs),
        ):
            repeated = _repeated(names)
            if repeated:
                raise DataError(f"{kind} names must differ; repeated: {listing(repeated)}.")
        infinite = np.empty(0) if listed(values) is not None else np.argwhere(np.isinf(values))
        if len(infinite):
            s, i, j = infinite[0]
            raise DataError(
                f"{len(infinite)} values are infinite, the first of scorer '{self.scorers[s].name}' for "
                f"system '{self.systems[i]}', input '{self.inputs[j]}'. Leave a missing score empty."
            )
        object.__setattr__(self, "values", values)
        for name, groups, size in [
            *((name, groups, shape[2]) for name, groups in self.input_groups.items()),
            *((name, groups, shape[1]) for name, groups in self.system_groups.items()),
        ]:
            if len(groups) != size:
                raise DataError(f"grouping column '{name}' has {len(groups)} labels for {size} names.")
        for name, part in self.annotations.items():
            self.index(name)
            wanted = (len(part.annotators), *shape[1:])
            if part.values.shape != wanted:
                raise DataError(
                    f"annotations of '{name}' have shape {part.values.shape}; it must be {wanted}."
                )
        for name, statistics in self.corpus.items():
            self._check_corpus(name, statistics)

    def __repr__(self) -> str:
        """Return what is in it, in one line: every score would be thousands."""
        people, metrics = (
            [scorer.name for scorer in self.scorers if scorer.role == role] for role in ("human", "metric")
        )
        others = [one.name for one in self.scorers if one.role not in ("human", "metric")]
        said = [
            f"{word} {listing(names)}"
            for word, names in (("human", people), ("metrics", metrics), ("scorers", others))
            if names
        ]
        share = 0.0 if not self.values.size else float(np.isnan(self.values).mean())
        missing = f"; {share:.1%} missing" if share else ""
        size = f"{len(self.systems)} systems x {len(self.inputs)} inputs"
        return f"<ScoreTable '{self.name}': {size}; {'; '.join(said)}{missing}>"

    def _check_corpus(self, name: str, statistics: CorpusStatistics) -> None:
        scores = self.matrix(name)
        if statistics.values.shape[:2] != scores.shape:
            raise DataError(
                f"statistics of '{name}' have shape {statistics.values.shape}; it must be {scores.shape} "
                "+ (s,)."
            )
        bare = np.argwhere(~np.isnan(scores) & ~statistics.present)
        if len(bare):
            i, j = bare[0]
            raise DataError(
                f"{counted(len(bare), 'output')} with a score of '{name}' but without its sufficient statistics, the "
                f"first of system '{self.systems[i]}', input '{self.inputs[j]}'. Give both, or none of the "
                "statistics: then system scores are means."
            )

    @functools.cached_property
    def scorer_names(self) -> tuple[str, ...]:
        """The scorers' names, in order."""
        return tuple(scorer.name for scorer in self.scorers)

    @functools.cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.scorer_names)}

    @property
    def shape(self) -> tuple[int, int, int]:
        """Numbers of scorers, systems and inputs (S, N, M)."""
        return len(self.scorers), len(self.systems), len(self.inputs)

    @functools.cached_property
    def fingerprint(self) -> str:
        """The sha256 of the content, in hexadecimal; the same for any order of scorers, systems and inputs."""
        return table_fingerprint(self)

    def __eq__(self, other: object) -> bool:
        """Return whether both hold the same, in any order (see `fingerprint`)."""
        return self.fingerprint == other.fingerprint if isinstance(other, ScoreTable) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def index(self, name: str) -> int:
        """Return the position of a scorer.

        Raises
        ------
        UnknownNameError
            If no scorer has that name; the message gives the nearest.
        """
        try:
            return self._places[name]
        except (KeyError, TypeError):  # what cannot be a key is no name
            people_first = sorted(self.scorers, key=lambda scorer: scorer.role != "human")
            raise unknown_name("scorer", name, [scorer.name for scorer in people_first]) from None

    def scorer(self, name: str) -> Scorer:
        """Return the facts of a scorer (raises as `index`)."""
        return self.scorers[self.index(name)]

    def matrix(self, name: str) -> FloatArray:
        """Return a scorer's scores as given, shape (N, M) (raises as `index`)."""
        matrix: FloatArray = self.values[self.index(name)]
        return matrix

    def given(self, name: str) -> FloatArray:
        """Return a scorer's scores that are there, system by system (raises as `index`)."""
        place = self.index(name)
        if (outputs := listed(self.values)) is not None:
            return outputs.given(place)
        matrix: FloatArray = self.values[place]
        return matrix[~np.isnan(matrix)]

    def scored(self, names: Iterable[str] | None = None) -> NDArray[np.bool_]:
        """Return where an output has a score of one of some scorers, shape (N, M).

        Parameters
        ----------
        names : iterable of str, optional
            Of which scorers; of any by default.

        Raises
        ------
        UnknownNameError
            As `index`.
        """
        places = [self.index(name) for name in (self.scorer_names if names is None else names)]
        if (outputs := listed(self.values)) is not None:
            return outputs.scored(places)
        found = np.zeros(self.shape[1:], dtype=bool)
        for place in places:  # one after the other, not a copy of all
            found |= ~np.isnan(self.values[place])
        return found

    def oriented(self, name: str) -> FloatArray:
        """Return a scorer's scores so that larger is better, by its declaration (raises as `check_ordered`)."""
        self.check_ordered(name)
        matrix = self.matrix(name)
        return matrix if self.scorer(name).higher_is_better else -matrix

    def check_ordered(self, name: str) -> None:
        """Check that of two scores one is better.

        Raises
        ------
        UnknownNameError
            If there is no such scorer.
        UnsupportedMethodError
            If its labels have no order.
        """
        scorer = self.scorer(name)
        if scorer.nominal:
            about = (True, scorer.labels, scorer.role)
            alike = [one.name for one in self.scorers if (one.nominal, one.labels, one.role) == about]
            alike = alike if len(alike) < len(self.scorers) else [name]  # something has to stay
            raise UnsupportedMethodError(
                f"the labels of {listing(alike)} have no order ({listing(scorer.labels, 12)}). `trueness judge` "
                "compares such labels. If they have an order, say it: --labels 'WORST<…<BEST'. Or leave "
                f"{'them' if alike[1:] else 'the column'} out: --columns {typed_columns(('ignore', alike))}."
            )

    def names_matching(self, patterns: str | Iterable[str]) -> tuple[str, ...]:
        """Return the scorers whose names match any of the patterns, in the table's order.

        A name is itself; other patterns are the shell's: ``* ? [...] {a,b}``.

        Raises
        ------
        UnknownNameError
            If a pattern matches no scorer.
        ArgumentError
            If a brace in a pattern is not closed.
        """
        several = not isinstance(patterns, str) and isinstance(patterns, Iterable)
        found: set[str] = set()
        for pattern in patterns if several else [patterns]:
            if not isinstance(pattern, str):
                raise unknown_name("scorer", pattern, self.scorer_names)
            # an exact name wins, so that names with brackets need no escaping
            for one in [pattern] if pattern in self.scorer_names else alternatives(pattern):
                hits = {one} & set(self.scorer_names) or {
                    name for name in self.scorer_names if fnmatch.fnmatchcase(name, one)
                }
                if not hits:
                    raise unknown_name("scorer", one, self.scorer_names)
                found |= hits
        return tuple(name for name in self.scorer_names if name in found)

    def opposite(self, name: str, other: str) -> bool:
        """Return whether more is better for one of two scorers and less for the other; never of labels without order.

        Labels and 0/1 of the two are compared as they are where this is False, also where less is better for both.
        """
        one, two = self.scorer(name), self.scorer(other)
        return one.higher_is_better != two.higher_is_better and not (one.nominal or two.nominal)

    def with_role(self, role: Role, names: Iterable[str]) -> ScoreTable:
        """Return the table with the role of the named scorers declared (raises as `index`)."""
        chosen = {self.index(name) for name in names}
        return dataclasses.replace(
            self,
            scorers=tuple(
                dataclasses.replace(scorer, role=role) if k in chosen else scorer
                for k, scorer in enumerate(self.scorers)
            ),
        )

    def with_orientation(self, *, lower_is_better: Iterable[str]) -> ScoreTable:
        """Return the table with the named scorers declared lower-is-better (raises as `index`)."""
        chosen = {self.index(name) for name in lower_is_better}
        return dataclasses.replace(
            self,
            scorers=tuple(
                dataclasses.replace(scorer, higher_is_better=False) if k in chosen else scorer
                for k, scorer in enumerate(self.scorers)
            ),
        )

    def select(
        self,
        *,
        scorers: str | Iterable[str] | None = None,
        systems: Iterable[str] | None = None,
        inputs: Iterable[str] | None = None,
    ) -> ScoreTable:
        """Return the part of the table with the given scorers (patterns), systems and inputs, in the table's order.

        Raises
        ------
        UnknownNameError
            If a name or pattern is not in the table.
        """
        keep_scorers = set(self.scorer_names if scorers is None else self.names_matching(scorers))
        return self._part(
            [k for k, name in enumerate(self.scorer_names) if name in keep_scorers],
            _positions("system", self.systems, systems),
            _positions("input", self.inputs, inputs),
        )

    @property
    def systems_by_name(self) -> tuple[str, ...]:
        """The systems of `sorted_by_name`."""
        return tuple(self.systems[k] for k in order_of_names(self.systems))

    def sorted_by_name(self) -> ScoreTable:
        """Return the table with systems, inputs and annotators in the order of their names (see `order_of_names`).

        What is drawn at random is drawn in this order, so that the order in which a file lists its rows moves no
        number. Scorers stay where they are.
        """
        part = self._part(range(len(self.scorers)), order_of_names(self.systems), order_of_names(self.inputs))
        annotations = {
            name: Annotations(tuple(sorted(one.annotators)), one.values[order_of_names(one.annotators)])
            for name, one in part.annotations.items()
        }
        return dataclasses.replace(part, annotations=annotations) if annotations else part

    def _part(self, s: Sequence[int], i: Sequence[int], j: Sequence[int]) -> ScoreTable:
        """Return the table of the scorers, systems and inputs at these positions, in their order."""
        names = [self.scorer_names[k] for k in s]
        values = self.values
        if any(list(of) != list(range(size)) for of, size in zip((s, i, j), self.shape, strict=True)):
            values = values[np.ix_(s, i, j)]
            values.flags.writeable = False
        return dataclasses.replace(
            self,
            scorers=tuple(self.scorers[k] for k in s),
            systems=tuple(self.systems[k] for k in i),
            inputs=tuple(self.inputs[k] for k in j),
            values=values,
            annotations={
                name: Annotations(one.annotators, one.values[np.ix_(range(len(one.annotators)), i, j)])
                for name, one in self.annotations.items()
                if name in names
            },
            input_groups={name: tuple(labels[k] for k in j) for name, labels in self.input_groups.items()},
            system_groups={name: tuple(labels[k] for k in i) for name, labels in self.system_groups.items()},
            corpus={name: part.part(i, j) for name, part in self.corpus.items() if name in names},
            own_references={
                self.systems[k]: self.own_references[self.systems[k]]
                for k in i
                if self.systems[k] in self.own_references
            },
        )

    def with_scores(
        self, scorer: Scorer, values: ArrayLike, corpus: CorpusStatistics | None = None
    ) -> ScoreTable:
        """Return the table with one more scorer, `values` of shape (N, M), and the statistics behind it, if any.

        Raises
        ------
        DataError
            If a shape does not fit or the name is taken.
        """
        matrix = np.asarray(values, dtype=np.float64)
        if matrix.shape != self.shape[1:]:
            raise DataError(
                f"scores of '{scorer.name}' have shape {matrix.shape}; it must be {self.shape[1:]}."
            )
        return dataclasses.replace(
            self,
            scorers=(*self.scorers, scorer),
            values=np.concatenate([self.values, matrix[None]]),
            corpus=self.corpus if corpus is None else {**self.corpus, scorer.name: corpus},
        )


def _unchanging(values: ArrayLike) -> FloatArray:
    """Return values that nobody can change: a copy, unless they are so already, as those of other tables are."""
    if listed(values) is not None:
        return cast("FloatArray", values)
    if (
        isinstance(values, np.ndarray)
        and values.dtype == np.float64
        and not values.flags.writeable
        and values.base is None
    ):
        return values
    found = np.array(values, dtype=np.float64)
    found.flags.writeable = False
    return found


def check_table(table: object) -> None:
    """Check that a table is one; functions above the readers take what these read, too.

    Raises
    ------
    ArgumentError
        If it is none.
    """
    if not isinstance(table, ScoreTable):
        raise ArgumentError(
            f"this takes a ScoreTable; it is given a {type(table).__name__}. `read_scores` makes one of "
            "a file or a dataframe."
        )


def _positions(kind: str, names: tuple[str, ...], wanted: Iterable[str] | None) -> list[int]:
    """Return the positions of the wanted names in the order of `names`; raise for a name that is not there."""
    if wanted is None:
        return list(range(len(names)))
    chosen = set(wanted)
    for name in sorted(chosen - set(names)):
        raise unknown_name(kind, name, names)
    return [k for k, name in enumerate(names) if name in chosen]


def _repeated(names: tuple[str, ...]) -> list[str]:
    if len(set(names)) == len(names):  # as nearly always: less than counting them
        return []
    return sorted(name for name, count in Counter(names).items() if count > 1)
