"""What all studies are: a question put to scores, run in one way, whose result has one form."""

from __future__ import annotations

import abc
import dataclasses
import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import trueness
from trueness.data.preferences.preferences import Preferences
from trueness.data.scores.aggregate_columns import with_aggregate_columns
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.decisions.decision import Decision
from trueness.errors import ArgumentError, check_choice
from trueness.parallel import Execution, Watch, executing
from trueness.parallel.checkpoint import keeping
from trueness.result import Result, Row, jsonable, rows_to_frame
from trueness.statistics.engine.resample import resolve_seed
from trueness.study.human_means import with_means_in
from trueness.study.people_among import seen_in, system_cautions
from trueness.study.rows import Caution, as_row, data_notes
from trueness.study.setting import Checked, Selection, documented, settings_of
from trueness.study.shared_cautions import Scope, options_of, spoken_of, table_cautions

RUN_OPTIONS = ("engine", "workers", "chunk", "memory", "checkpoint", "watch")

_RUN_PARAMETERS = """\
engine : str, optional
    ``threads`` (default), ``local`` processes, ``dask`` or ``dask=ADDRESS``; does not change the numbers.
workers, chunk : int, optional
    Threads or processes, and tiles of resamples at a time; do not change the numbers.
memory : int or str, optional
    What resampling may hold beyond its results: bytes, or a size such as ``2GB``; default ``512MiB``.
checkpoint : str or Path, optional
    A folder in which finished work is kept until the study is complete, so that the same call goes on after an
    interruption, with the same seed if none was given. Default: nothing is kept.
watch : callable, optional
    Given what is being computed, returns a callback for (done, all), or None."""


@dataclasses.dataclass(frozen=True)
class StudyResult(Result):
    """What every study returns.

    Subclasses name their tables in `TABLES`, to which `decisions` and `cautions` are added; `rows` are of the first.

    Attributes
    ----------
    signature : Signature
    selection : Selection
        What was compared, every name resolved: with the settings and the same data it repeats the study.
    settings : Checked
    cautions : tuple of Caution
        What a reader of the numbers has to know, the gravest first.
    conclusions : tuple of str
        What was found, one sentence each.
    decisions : tuple of Decision
        What the rules of `trueness.decisions` answer; all that is said of what to do is made from them.
    """

    STUDY: ClassVar[str]
    TABLES: ClassVar[tuple[str, ...]]
    SPEAKS_OF: ClassVar[frozenset[str] | None] = None
    """Of what others anything is said, ``systems`` and ``inputs``, where no setting says it."""

    selection: Any
    settings: Any
    cautions: tuple[Caution, ...]
    conclusions: tuple[str, ...]
    decisions: tuple[Decision, ...] = dataclasses.field(default=(), kw_only=True)

    @property
    def data(self) -> Mapping[str, ScoreTable | Texts | Preferences]:
        """What is behind the numbers, by its part in the study: score tables, ``scores`` first, and texts."""
        return {}

    def speaks_of(self) -> frozenset[str]:
        """Return of what others anything is said: ``systems``, ``inputs``."""
        if self.SPEAKS_OF is not None:
            return self.SPEAKS_OF
        words: str | Sequence[str] = getattr(self.settings, "over", "") or getattr(
            self.settings, "speaks_of", ""
        )
        return spoken_of(words)

    def scope(self, table: ScoreTable) -> Scope:
        """Return what is said of a table, as far as cautions that all studies share depend on it."""
        named: list[str] = []
        for field in ("human", "humans", "metrics", "judges", "scorers", "named"):
            value = getattr(self.selection, field, None) or ()
            named += [value] if isinstance(value, str) else list(value)
        there = [scorer.name for scorer in table.scorers]
        human = getattr(self.selection, "human", None)
        return Scope(
            scorers=tuple(dict.fromkeys(name for name in named if name in there)) or tuple(there),
            human=human if human in there else None,
            speaks_of=self.speaks_of(),
            clustered=getattr(self.selection, "clusters", None) is not None,
            options=options_of(type(self.selection), type(self.settings)),
        )

    def compared(self) -> dict[str, Any]:
        """Return what stands at the head of `to_dict` beside tables and settings."""
        return {}

    def rows_of(self, table: str) -> Sequence[Any]:
        """Return the rows of a table of `TABLES`."""
        return tuple(getattr(self, table))

    def rows(self) -> list[Row]:
        """Return the rows of the first table that has some."""
        first = next((name for name in self.TABLES if self.rows_of(name)), self.TABLES[0])
        return [as_row(row) for row in self.rows_of(first)]

    def to_dict(self) -> dict[str, Any]:
        """Return every table, the settings and the signature as JSON-ready values (NaN and infinities become None)."""
        fingerprints = {name: part.fingerprint for name, part in self.data.items()}
        lone = {"fingerprint": fingerprints["scores"]} if list(fingerprints) == ["scores"] else {}
        return {
            **jsonable(self.compared()),
            **{name: [jsonable(as_row(row)) for row in self.rows_of(name)] for name in self.TABLES},
            "conclusions": list(self.conclusions),
            "settings": jsonable(dataclasses.asdict(self.settings)),
            **lone,
            "signature": str(self.signature),
        }

    def to_frame(self, backend: str | None = None, *, table: str | None = None) -> Any:
        """Return the rows of a table as a dataframe.

        Parameters
        ----------
        backend : {'pandas', 'polars', 'pyarrow'}, optional
            The dataframe library; by default the first of these that is installed.
        table : str, optional
            Of `TABLES`; by default that of `rows`.

        Raises
        ------
        ArgumentError
            If there is no such library or table.
        MissingExtraError
            If no dataframe library is installed.
        """
        if table is None:
            return super().to_frame(backend)
        check_choice("table", table, self.TABLES)
        return rows_to_frame([as_row(row) for row in self.rows_of(table)], backend)

    def summary(self, width: int = 80) -> str:
        """Return findings, cautions and the usual tables as a terminal of this width shows them."""
        return trueness.result_text(self, width)

    def plot(self, name: str | None = None) -> Any:
        """Return a figure of the page (see `trueness.result_figure`); notebooks show it, `save` writes it.

        Parameters
        ----------
        name : str, optional
            By default the first.

        Raises
        ------
        ArgumentError
            If there is no such figure; the message names those there are.
        """
        return trueness.result_figure(self, name)

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "TABLES" in cls.__dict__:
            cls.TABLES = (*cls.TABLES, "decisions", "cautions")
        cls.__repr__ = StudyResult.__repr__  # type: ignore[method-assign] # else a dataclass makes one, of all rows

    def __repr__(self) -> str:
        """Return the first finding, and what to look at."""
        found = f"{self.conclusions[0]}\n" if self.conclusions else ""
        return f"{found}<{type(self).__name__}: {', '.join(self.TABLES)}; .summary(), .plot(), .to_frame(table=…)>"

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        """Return findings, cautions and tables as notebooks show them."""
        return trueness.result_html(self)


DataT = TypeVar("DataT")
SelectionT = TypeVar("SelectionT", bound=Selection)
SettingsT = TypeVar("SettingsT", bound=Checked)
ResultT = TypeVar("ResultT", bound=StudyResult)


class Study(abc.ABC, Generic[DataT, SelectionT, SettingsT, ResultT]):
    """A question that scores can answer.

    Attributes
    ----------
    name : str
        That of its function and its command.
    selection_type, settings_type : type
        What is compared, and what else determines the numbers: their fields are the arguments of the study's function,
        the options of its command and what its manifest records.
    usual_seed : int or None
        Where none is given; None draws one.
    aggregates_columns : bool
        Whether metrics may be named with how their scores of systems come about: ``rouge1_f:median``.
    """

    name: ClassVar[str]
    selection_type: ClassVar[type]
    settings_type: ClassVar[type]
    usual_seed: ClassVar[int | None] = None
    aggregates_columns: ClassVar[bool] = False

    @abc.abstractmethod
    def answer(self, data: DataT, selection: SelectionT, settings: SettingsT) -> ResultT:
        """Return what the data say, where and as the present execution says."""

    def prepared(self, data: DataT, selection: SelectionT) -> DataT:
        """Return the data as they are studied, such as without copies of systems."""
        del selection
        return data

    def usual(self, data: DataT, selection: SelectionT, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return settings whose default depends on the data or on what else is given."""
        del data, selection, given
        return {}

    def assembled(self, parts: Mapping[str, Any]) -> DataT:
        """Return the data from their parts by name, as `StudyResult.data` names them."""
        found: DataT = parts["scores"]
        return found

    def repeated(self, selection: SelectionT) -> dict[str, Any]:
        """Return the arguments that select the same again."""
        return {one.keyword: getattr(selection, one.field) for one in settings_of(self.selection_type)}

    def identity(self, data: DataT) -> Any:
        """Return what tells data from other data (see `parallel.fingerprint.fingerprint`)."""
        if isinstance(data, ScoreTable):
            return data.fingerprint
        if isinstance(data, Mapping):
            return sorted((name, table.fingerprint) for name, table in data.items())
        return data

    def run(
        self,
        data: DataT,
        settings: SettingsT | None = None,
        *,
        rng: Any = None,
        engine: str | None = None,
        workers: int | None = None,
        chunk: int | None = None,
        memory: int | str | None = None,
        checkpoint: str | Path | None = None,
        watch: Watch | None = None,
        **given: Any,
    ) -> ResultT:
        """Ask the question; arguments are the fields of selection and settings, and where work runs.

        Raises
        ------
        ArgumentError
            If ready settings and single ones are given together.
        TypeError
            If an argument is none of the study's.
        """
        selection, options = self._split(given, rng, settings)
        data, selection = with_means_in(data, selection)
        if self.aggregates_columns:
            data = self._with_columns(data, selection, settings or options)
        data = self.prepared(data, selection)
        execution = Execution.of(
            engine=engine, workers=workers, chunk=chunk, memory=memory, checkpoint=checkpoint
        )
        rng = self.usual_seed if rng is None else resolve_seed(rng)
        with (
            executing(execution, watch=watch),
            keeping(self.name, self.identity(data), repr((selection, settings, options)), rng) as kept,
        ):
            if settings is None:
                if rng is None and kept is not None:
                    rng = kept.recall("seed", functools.partial(resolve_seed, None))
                usual = self.usual(data, selection, options)
                settings = self.settings_type.of(rng=rng, **(usual | options))  # type: ignore[attr-defined]
            return _with_data_notes(self.answer(data, selection, settings))

    def _with_columns(self, data: DataT, selection: SelectionT, settings: Any) -> DataT:
        """Return score tables with the columns that are named with a word for scores of systems."""
        baseline = (
            settings.get("baseline") if isinstance(settings, dict) else getattr(settings, "baseline", None)
        )
        asked = [
            pattern
            for field in ("metrics", "scorers", "named")
            for pattern in getattr(selection, field, None) or ()
        ]
        asked += [baseline] if isinstance(baseline, str) else []
        found: Any = data
        if isinstance(data, ScoreTable):
            found = with_aggregate_columns(data, asked)
        elif isinstance(data, Mapping):
            found = {name: with_aggregate_columns(table, asked) for name, table in data.items()}
        return found  # type: ignore[no-any-return]

    def _split(
        self, given: Mapping[str, Any], rng: Any, settings: SettingsT | None
    ) -> tuple[SelectionT, dict[str, Any]]:
        """Return arguments as a selection, and as settings that are not the default."""
        aliases = {one.alias: one.keyword for one in settings_of(self.settings_type) if one.alias}
        for name in [name for name in given if name in aliases]:
            if given.get(aliases[name]) is not None:
                raise ArgumentError(f"`{name}` and `{aliases[name]}` are one argument: give one of them.")
            given = {**given, aliases[name]: given[name]}
        given = {name: value for name, value in given.items() if name not in aliases}
        selected = {one.keyword for one in settings_of(self.selection_type)}
        known = {one.keyword for one in settings_of(self.settings_type)}
        unknown = [name for name in given if name not in selected | known]
        if unknown:
            raise TypeError(f"{self.name}() got an unexpected keyword argument '{unknown[0]}'")
        options = {key: value for key, value in given.items() if key in known and value is not None}
        if settings is not None and (options or rng is not None):
            one = next(iter(options), "rng")
            raise ArgumentError(f"`settings` are given as a whole: say `{one}` in them, or leave them out.")
        selection: SelectionT = self.selection_type.of(  # type: ignore[attr-defined]
            **{key: value for key, value in given.items() if key in selected}
        )
        return selection, options


def _with_data_notes(result: ResultT) -> ResultT:
    """Return a result that says what its data say of themselves: that they are no evidence first, the rest last."""
    said = {caution.message for caution in result.cautions}
    notes = dict.fromkeys(note for part in result.data.values() for note in part.notes)
    tables = [part for part in result.data.values() if isinstance(part, ScoreTable)]
    for texts in (part for part in result.data.values() if isinstance(part, Texts)):
        tables = [seen_in(table, texts) for table in tables]
    people = (caution for table in tables for caution in system_cautions(table))
    found = [caution for caution in (*people, *data_notes(notes)) if caution.message not in said]
    codes = {caution.code for caution in result.cautions}
    shared = (caution for table in tables for caution in table_cautions(table, result.scope(table)))
    found += [caution for caution in dict.fromkeys(shared) if caution.code not in codes]
    if not found:
        return result
    grave = [caution for caution in found if caution.severity == "warning"]
    others = [caution for caution in found if caution.severity != "warning"]
    return dataclasses.replace(result, cautions=(*grave, *result.cautions, *others))


def entry(
    study: type[Study[Any, Any, Any, Any]], selection: type | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a function of a study its arguments: signature and docstring come from selection and settings.

    Parameters
    ----------
    study : type
    selection : type, optional
        What the function selects, where that is less than the study can.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        documented(function, selection or study.selection_type, study.settings_type)
        signature, run = inspect.signature(function), inspect.signature(study.run)
        parameters = [*signature.parameters.values(), *(run.parameters[name] for name in RUN_OPTIONS)]
        function.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        function.__doc__ = (function.__doc__ or "").replace("{run}", _RUN_PARAMETERS)
        return function

    return decorate
