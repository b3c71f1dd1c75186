"""What all studies are: a question put to scores, run in one way, whose result has one form."""

from __future__ import annotations

import abc
import dataclasses
import functools
import inspect
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import trueness
from trueness.columns.sections import entries_of, sections_of, with_sections
from trueness.data.preferences.preferences import Preferences
from trueness.data.reading.read_texts import as_texts
from trueness.data.scores.aggregate_columns import with_aggregate_columns
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.called_as import called_as
from trueness.data.texts.texts import Texts
from trueness.errors import ArgumentError
from trueness.parallel import Execution, Watch, executing
from trueness.parallel.checkpoint import keeping
from trueness.result import Result, Signature, jsonable
from trueness.statistics.engine.resample import resolve_seed
from trueness.study.folders import study_of
from trueness.study.human_means import with_means_in
from trueness.study.kept_systems import with_kept_systems
from trueness.study.lights import is_lit
from trueness.study.people_among import seen_in, system_cautions, with_people_told
from trueness.study.rows import Caution, NextQuestion, data_notes
from trueness.study.setting import Checked, NothingDrawn, Selection, documented, keywords_of, settings_of
from trueness.study.shared_cautions import Scope, applied_to, options_of, table_cautions
from trueness.study.units import Units, whole_column
from trueness.study.weakened import weakened_words

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

_SCORES = """\
ScoreTable, path, dataframe or list of these
    Scores, or what holds them (see `read_scores`)."""
"""What is said of scores where a study's function says nothing of them."""


@dataclasses.dataclass(frozen=True)
class ScoresAndTexts:
    """What a study is put to that takes texts beside scores.

    Attributes
    ----------
    table : ScoreTable
    texts : Texts or None
        Also a path, a dataframe or rows (see `as_texts`). They need no system where the scores have none.
    """

    table: ScoreTable
    texts: Texts | None = None

    def __post_init__(self) -> None:
        if self.texts is not None:
            texts = as_texts(self.texts, unnamed_system=not self.table.has_systems)
            object.__setattr__(self, "texts", called_as(texts, self.table.inputs))


@dataclasses.dataclass(frozen=True)
class StudyResult(Result):
    """What every study returns: a result that knows what it was asked, and of what data.

    Attributes
    ----------
    signature : Signature
    selection : Selection
        What was compared, every name resolved: with the settings and the same data it repeats the study.
    settings : Checked
    cautions : tuple of Caution
    conclusions : tuple of str
    decisions : tuple of Decision
    """

    STUDY: ClassVar[str]
    """The name of the study: that of the folder in which the class is defined."""
    APPLIES_TO: ClassVar[frozenset[str] | None] = None
    """Of what others anything is said, ``systems`` and ``inputs``, where no setting says it."""

    selection: Any
    settings: Any

    @property
    def data(self) -> Mapping[str, ScoreTable | Texts | Preferences]:
        """What is behind the numbers, by its part in the study: score tables, ``scores`` first, and texts."""
        parts = {"scores": getattr(self, "table", None), "texts": getattr(self, "texts", None)}
        return {name: part for name, part in parts.items() if part is not None}

    def methods(self) -> Any:
        """Return what a paper has to say of it: a methods paragraph with its citations, and what a reviewer asks.

        Printed it is plain text; `text`, `latex`, `bibtex` and `checklist` are its parts.
        """
        return trueness.result_methods(self)

    @property
    def decision_words(self) -> tuple[str, ...]:
        """The conclusions of the first screen, and every other that decides something."""
        first = self.answers
        return tuple(text for text in self.conclusions if text in first or is_lit(text))

    @property
    def studied_tables(self) -> Mapping[str, ScoreTable]:
        """The tables of `data` that the numbers are of, and that cautions are about."""
        return {name: part for name, part in self.data.items() if isinstance(part, ScoreTable)}

    @property
    def passes(self) -> bool:
        """Whether a gate that was asked for is passed; where none is, nothing fails."""
        return True

    @property
    def next_question(self) -> NextQuestion | None:
        """The question that comes next, of the same data; None where the answer leads to none that a command asks."""
        return None

    @classmethod
    def others_of(cls, settings: Any) -> frozenset[str]:
        """Return to what others results with these settings apply: ``systems``, ``inputs``."""
        if cls.APPLIES_TO is not None:
            return cls.APPLIES_TO
        words: str | Sequence[str] = getattr(settings, "over", "") or getattr(settings, "applies_to", "")
        return applied_to(words)

    def applies_to_others(self) -> frozenset[str]:
        """Return to what others the results apply: ``systems``, ``inputs``."""
        return self.others_of(self.settings)

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
            applies_to=self.applies_to_others(),
            clusters=getattr(self.selection, "clusters", None),
            options=options_of(type(self.selection), type(self.settings)),
        )

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments with which the study's function asks the same again, of these or of other data."""
        from trueness.study.registry import find_study  # which knows all studies, and they this file

        return find_study(self.STUDY).arguments(self.selection, self.settings)

    def to_dict(self) -> dict[str, Any]:
        """Return every table, the settings and the signature as JSON-ready values (NaN and infinities become None)."""
        fingerprints = {name: part.fingerprint for name, part in self.data.items()}
        lone = {"fingerprint": fingerprints["scores"]} if list(fingerprints) == ["scores"] else {}
        found = super().to_dict()
        signature = found.pop("signature")
        return {
            **found,
            "settings": jsonable(dataclasses.asdict(self.settings)),
            **lone,
            "signature": signature,
        }

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "STUDY" not in cls.__dict__ and (study := study_of(cls)):
            cls.STUDY = study


DataT = TypeVar("DataT")
SelectionT = TypeVar("SelectionT", bound=Selection)
SettingsT = TypeVar("SettingsT", bound=Checked)
ResultT = TypeVar("ResultT", bound=StudyResult)


class Study(abc.ABC, Generic[DataT, SelectionT, SettingsT, ResultT]):
    """A question that scores can answer, ``Study[data, selection, settings, result]``.

    Attributes
    ----------
    name : str
        That of its function, its command and its folder.
    selection_type, settings_type : type
        What is compared, and what else determines the numbers: their fields are the arguments of the study's function,
        the options of its command and what its manifest records.
    result_type : type
        What it returns.
    texts : str
        What texts beside the scores are, in words of the option that names them; empty where it takes none. The data of
        a study with texts are `ScoresAndTexts`.
    scores_texts : bool
        Whether texts that are named in place of scores are scored; otherwise what is in them is read as scores.
    usual_seed : int or None
        Where none is given; None draws one, unless nothing is drawn (`NothingDrawn`).
    aggregates_columns : bool
        Whether metrics may be named with how their scores of systems come about: ``rouge1_f:median``.
    """

    name: ClassVar[str]
    selection_type: ClassVar[type]
    settings_type: ClassVar[type]
    result_type: ClassVar[type]
    texts: ClassVar[str] = ""
    scores_texts: ClassVar[bool] = True
    usual_seed: ClassVar[int | None] = None
    aggregates_columns: ClassVar[bool] = False

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if study := study_of(cls):
            cls.name = study
        for base in getattr(cls, "__orig_bases__", ()):
            if typing.get_origin(base) is Study:
                _, cls.selection_type, cls.settings_type, cls.result_type = typing.get_args(base)
                if issubclass(cls.settings_type, NothingDrawn):
                    cls.usual_seed = 0

    @abc.abstractmethod
    def answer(self, data: DataT, selection: SelectionT, settings: SettingsT) -> ResultT:
        """Return what the data say, where and as the present execution says."""

    def prepared(self, data: DataT, selection: SelectionT) -> DataT:
        """Return the data as they are studied: on request without copies of systems, and without outliers."""
        found: Any = data
        if isinstance(data, ScoreTable):
            found = with_kept_systems(data, selection)
        elif isinstance(data, ScoresAndTexts):
            found = dataclasses.replace(data, table=with_kept_systems(data.table, selection))
        elif isinstance(data, Mapping):
            found = {name: with_kept_systems(table, selection, name) for name, table in data.items()}
        return found  # type: ignore[no-any-return]

    def usual(self, data: DataT, selection: SelectionT, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return settings whose default depends on the data or on what else is given."""
        del data, selection, given
        return {}

    def unit_column(self, data: DataT, settings: SettingsT) -> str | None:
        """Return the column of wholes that are the units where nothing is said: inputs may be parts of documents."""
        kind: type[StudyResult] = self.result_type
        return whole_column(data) if "inputs" in kind.others_of(settings) else None

    def assembled(self, parts: Mapping[str, Any]) -> DataT:
        """Return the data from their parts by name, as `StudyResult.data` names them."""
        found: Any = ScoresAndTexts(parts["scores"], parts.get("texts")) if self.texts else parts["scores"]
        return found  # type: ignore[no-any-return]

    def repeated(self, selection: SelectionT) -> dict[str, Any]:
        """Return the arguments that select the same again."""
        return keywords_of(selection)

    def arguments(self, selection: SelectionT, settings: SettingsT) -> dict[str, Any]:
        """Return the arguments that ask the same again."""
        return {**self.repeated(selection), **keywords_of(settings)}

    def identity(self, data: DataT) -> Any:
        """Return what tells data from other data (see `parallel.fingerprint.fingerprint`)."""
        if isinstance(data, ScoreTable):
            return data.fingerprint
        if isinstance(data, Mapping):
            return sorted((name, table.fingerprint) for name, table in data.items())
        if isinstance(data, ScoresAndTexts):
            return data.table.fingerprint, None if data.texts is None else data.texts.fingerprint
        return data

    def answered(
        self,
        table: ScoreTable,
        selection: SelectionT,
        settings: SettingsT,
        *,
        cautions: Sequence[Caution] = (),
        conclusions: Sequence[str] = (),
        **tables: Any,
    ) -> ResultT:
        """Return a result that holds the scores as ``table`` and has the usual signature: data, all settings, version.

        Parameters
        ----------
        table : ScoreTable
        selection : Selection
            Every name resolved.
        settings : Checked
        cautions : sequence of Caution
        conclusions : sequence of str
        **tables
            The rows of each table.
        """
        signature = Signature.of(
            data=table.fingerprint[:12],
            shape="x".join(map(str, table.shape)),
            **{one.field: getattr(settings, one.field) for one in settings_of(self.settings_type)},
        )
        found: ResultT = self.result_type(
            signature=signature,
            selection=selection,
            settings=settings,
            cautions=tuple(cautions),
            conclusions=tuple(conclusions),
            table=table,
            **{name: tuple(rows) for name, rows in tables.items()},
        )
        return found

    def run(
        self,
        data: DataT,
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
            If one argument is given by two names.
        TypeError
            If an argument is none of the study's.
        """
        selection, options = self._split(given)
        data, selection = with_means_in(data, selection)
        if self.aggregates_columns:
            data = self._with_columns(data, selection, options)
        data = self.prepared(_with_people_told(data, selection), selection)
        execution = Execution.of(
            engine=engine, workers=workers, chunk=chunk, memory=memory, checkpoint=checkpoint
        )
        rng = self.usual_seed if rng is None else resolve_seed(rng)
        with (
            executing(execution, watch=watch),
            keeping(self.name, self.identity(data), repr((selection, options)), rng) as kept,
        ):
            if rng is None and kept is not None:
                rng = kept.recall("seed", functools.partial(resolve_seed, None))
            usual = self.usual(data, selection, options)
            settings: SettingsT = self.settings_type.of(rng=rng, **(usual | options))  # type: ignore[attr-defined]
            units = Units.of(selection, functools.partial(self.unit_column, data, settings))
            found = _with_data_notes(_with_left_out(self.answer(data, units.selection, settings)))
            return dataclasses.replace(_with_weakened(found), selection=units.said(found.selection))

    def _with_columns(self, data: DataT, selection: SelectionT, options: Mapping[str, Any]) -> DataT:
        """Return score tables with the columns that are named with a word for scores of systems."""
        baseline = options.get("baseline")
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

    def _split(self, given: Mapping[str, Any]) -> tuple[SelectionT, dict[str, Any]]:
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
        selection: SelectionT = self.selection_type.of(  # type: ignore[attr-defined]
            **{key: value for key, value in given.items() if key in selected}
        )
        return selection, options


def _with_people_told(data: DataT, selection: Selection) -> DataT:
    """Return data whose scores that are called as people's are told from metrics (see `with_people_told`)."""
    found: Any = data
    if isinstance(data, ScoreTable):
        found = with_people_told(data, selection)
    elif isinstance(data, ScoresAndTexts):
        found = dataclasses.replace(data, table=with_people_told(data.table, selection))
    elif isinstance(data, Mapping):
        found = {name: with_people_told(table, selection) for name, table in data.items()}
    return found  # type: ignore[no-any-return]


def _with_left_out(result: ResultT) -> ResultT:
    """Return a result whose signature says by which patterns systems and others were left out of its tables."""
    tables = [part for part in result.data.values() if isinstance(part, ScoreTable)]
    said = {
        name: patterns for table in tables for name, patterns in table.left_out.items()
    }  # all tables of a study are read alike
    return dataclasses.replace(result, signature=result.signature.with_parts(said)) if said else result


def _with_weakened(result: ResultT) -> ResultT:
    """Return a result that says beside its answers by which settings they mean less than by default."""
    said = weakened_words(result.settings, result.decisions)
    if not said:
        return result
    return dataclasses.replace(
        result, conclusions=(*result.conclusions, said), must_see=(*result.must_see, said)
    )


def _with_data_notes(result: ResultT) -> ResultT:
    """Return a result that says what its data say of themselves: that they are no evidence first, the rest last."""
    said = {caution.message for caution in result.cautions}
    notes = dict.fromkeys(note for part in result.data.values() for note in part.notes)
    tables = list(result.studied_tables.values())
    for texts in (part for part in result.data.values() if isinstance(part, Texts)):
        tables = [seen_in(table, texts) for table in tables]
    people = (caution for table in tables for caution in system_cautions(table))
    found = [caution for caution in (*people, *data_notes(notes)) if caution.message not in said]
    codes = {caution.code for caution in result.cautions}
    shared = {
        name: table_cautions(table, result.scope(table))
        for name, table in zip(result.studied_tables, tables, strict=True)
    }
    found += [caution for caution in _of_tables(shared) if caution.code not in codes]
    if not found:
        return result
    grave = [caution for caution in found if caution.severity == "warning"]
    others = [caution for caution in found if caution.severity != "warning"]
    return dataclasses.replace(result, cautions=(*grave, *result.cautions, *others))


def _of_tables(said: Mapping[str, Sequence[Caution]]) -> Iterator[Caution]:
    """Yield what is said of tables; of one of several also of which, once for all that it is said of."""
    places: dict[str, list[tuple[str, Caution]]] = {}
    for name, cautions in said.items():
        for caution in cautions:
            places.setdefault(caution.code, []).append((name, caution))
    for here in places.values():
        (name, first), *_ = here
        tables = dict.fromkeys(table for table, _ in here)
        messages = dict.fromkeys(caution.message for _, caution in here)
        if len(tables) == len(said) and (len(said) == 1 or len(messages) == 1):
            yield from (dataclasses.replace(first, message=message) for message in messages)
        elif len(tables) == 1:
            yield from (dataclasses.replace(first, message=f"In '{name}': {message}") for message in messages)
        else:
            where = f"In {len(tables)} of {len(said)} tables, such as '{name}'"
            yield dataclasses.replace(first, message=f"{where}: {first.message}")


def entry(
    study: type[Study[Any, Any, Any, Any]], selection: type | None = None
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a function of a study its arguments: signature and docstring come from selection and settings.

    Its docstring explains the arguments of its own of which there is something to say, and what it raises.

    Parameters
    ----------
    study : type
    selection : type, optional
        What the function selects, where that is less than the study can.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        function.__doc__ = with_sections(
            function.__doc__ or "", Parameters=_own_parameters(function), Returns=study.result_type.__name__
        )
        documented(function, selection or study.selection_type, study.settings_type)
        signature, run = inspect.signature(function), inspect.signature(study.run)
        parameters = [*signature.parameters.values(), *(run.parameters[name] for name in RUN_OPTIONS)]
        function.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        explained = sections_of(function.__doc__)["Parameters"]
        function.__doc__ = with_sections(function.__doc__, Parameters=f"{explained}\n{_RUN_PARAMETERS}")
        return function

    return decorate


def _own_parameters(function: Callable[..., Any]) -> str:
    """Return what is said of a function's own arguments; of those it says nothing of, what they are."""
    said = entries_of(sections_of(function.__doc__ or "").get("Parameters", ""))
    own = [one for one in inspect.signature(function).parameters.values() if one.kind is not one.VAR_KEYWORD]
    unsaid = {one.name: _SCORES if one.annotation == "Scores" else one.annotation for one in own}
    return "\n".join(said.get(name) or f"{name} : {words}" for name, words in unsaid.items())
