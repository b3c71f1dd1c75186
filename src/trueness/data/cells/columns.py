"""What the columns of a source mean: what the user says, and what is known in the end."""

from __future__ import annotations

import csv
import dataclasses
import io
import re
import shlex
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal, Self

from trueness.errors import ArgumentError, listing, suggest

Side = Literal["input", "system"]

_NEW_WORD, _NO_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])"), re.compile(r"[\W_]+")


@dataclasses.dataclass(frozen=True)
class NamedColumns:
    """Which columns of a source hold what, as users spell it; a field whose default is ``()`` takes several columns."""

    together: ClassVar[frozenset[str]] = frozenset()
    """Fields that several columns may be together, as one name; a tuple then."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the command line's spelling: ``system=COL,input=COL``.

        Of a key that takes several columns, these follow it (``annotators=anna,ben``), or each has its own.
        A column with a comma in its name is put in quotes as in CSV: ``"input=doc, part",system=sys``.

        Raises
        ------
        ArgumentError
            If a part is not KEY=COLUMN, the key is unknown, or a quote is not closed.
        """
        pairs: list[tuple[str, str]] = []
        try:
            parts = next(csv.reader([text], strict=True), [])
        except csv.Error as error:
            raise ArgumentError(
                f"`columns` is {text!r}, which cannot be divided ({error}). A column with a comma or a line break in "
                "its name is put in quotes together with its key, or given in a mapping (in Python)."
            ) from error
        for part in parts:
            key, equals, column = part.partition("=")
            if not equals and part.strip() and pairs and pairs[-1][0] in cls._several():
                key, column = pairs[-1][0], part.strip()
            elif not equals or not column:
                raise ArgumentError(f"`columns` takes KEY=COLUMN separated by commas; this is {part!r}.")
            pairs.append((key.strip(), column))
        return cls.of(pairs)

    @classmethod
    def of(
        cls, given: Self | str | Mapping[str, str | Iterable[str]] | Iterable[tuple[str, str]] | None
    ) -> Self:
        """Return what columns mean from an object of this class, its command-line spelling, a mapping or pairs.

        What was given in several options of the command line is a list, and counts together: a remedy can be pasted
        after another one.

        Raises
        ------
        ArgumentError
            If a key is unknown, one that takes a single column is given twice, or a column is not named by text.
        """
        if given is None or isinstance(given, cls):
            return given or cls()
        if isinstance(given, str):
            return cls.parse(given)
        if isinstance(given, list) and given and all(isinstance(one, str) for one in given):
            return cls.parse(",".join(given))
        options = [field.name for field in dataclasses.fields(cls)]
        found: dict[str, list[str]] = {}
        for key, value in _pairs(given):
            if key not in options:
                raise ArgumentError(
                    f"`columns` has no key '{key}'.{suggest(str(key), options)} Keys: {listing(options)}."
                )
            found.setdefault(key, []).extend(_names(key, value))
        for key, values in found.items():
            if key not in cls._several() and len(values) > 1:
                raise ArgumentError(f"`columns` names {len(values)} columns as '{key}'; it takes one.")
        several = cls._several() - cls.together | {key for key, values in found.items() if len(values) > 1}
        return cls(**{key: tuple(v) if key in several else (v[0] if v else None) for key, v in found.items()})

    @classmethod
    def _several(cls) -> frozenset[str]:
        """Return the keys that take several columns."""
        return cls.together | {field.name for field in dataclasses.fields(cls) if field.default == ()}


def said_columns(*said: tuple[str, str | Iterable[str]]) -> str:
    """Return what is said of columns as `NamedColumns.parse` reads it, whatever signs their names have.

    Parameters
    ----------
    *said : (str, str or iterable of str)
        Keys and columns: ``("ignore", ("a", "b"))`` is ``ignore=a,b``.
    """
    cells = []
    for key, columns in said:
        first, *others = [columns] if isinstance(columns, str) else columns
        cells += [f"{key}={first}", *(name if "=" not in name else f"{key}={name}" for name in others)]
    line = io.StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue().removesuffix("\r\n")


def typed_columns(*said: tuple[str, str | Iterable[str]]) -> str:
    """Return what is said of columns as it is typed after ``--columns``: ``'ignore=notes'``."""
    written = said_columns(*said)
    return shlex.quote(written) if "'" in written else f"'{written}'"


@dataclasses.dataclass(frozen=True)
class ColumnMap(NamedColumns):
    """What the user says about the columns of a source; what is left out is inferred from the names.

    Attributes
    ----------
    system : str, optional
        The column that names the system of a row.
    input : str or tuple of str, optional
        The column that names its input, or several that do so together, the outermost first: a document and the number
        of a segment in it.
    scorers : tuple of str
        The columns that hold scores (shell patterns); by default every column of numbers that has no other
        use. A column named here is taken as it is, with an ``@`` in its name or not.
    scorer : str or tuple of str, optional
        In the long format, the column that holds a scorer's name, or several that name it together: a judge and what it
        was asked.
    score : str, optional
        In the long format, the column of scores.
    annotator : str, optional
        The column that names the annotator of a row: every score of the file is then an annotator's.
    annotators : tuple of str
        Columns of single annotators (shell patterns): ``human_*`` says that the star is the annotator and ``human`` the
        dimension; columns without such a pattern are annotators of the dimension ``human``.
    systems, inputs : tuple of str
        Columns that are one system, or one input, each (shell patterns): ``*_rouge1`` says that the star is the system
        and ``rouge1`` the scorer; otherwise the scorer is called after the file.
    nested : str, optional
        Of JSON whose objects nest: what their keys are, outermost first, such as ``system/input``.
    groups : tuple of str
        Grouping columns, such as ``document`` or ``family``; each describes inputs or systems, as its labels tell.
    system_groups : tuple of str
        Grouping columns that describe systems, where labels do not tell: they are constant within inputs, too.
    length : tuple of str
        The column that holds the lengths of outputs, where its name does not say so: it is then the scorer ``length``.
    ignore : tuple of str
        Columns to leave out (shell patterns).
    output, references, source, document : str, optional
        Of texts only: the fields that hold what these names say.
    reference : str, optional
        Of texts only, in place of `references`: the field that holds one reference, a text rather than a list of texts.
    """

    together: ClassVar[frozenset[str]] = frozenset({"input", "scorer"})

    system: str | None = None
    input: str | tuple[str, ...] | None = None
    scorers: tuple[str, ...] = ()
    scorer: str | tuple[str, ...] | None = None
    score: str | None = None
    annotator: str | None = None
    annotators: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    nested: str | None = None
    groups: tuple[str, ...] = ()
    system_groups: tuple[str, ...] = ()
    length: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    output: str | None = None
    references: str | None = None
    reference: str | None = None
    source: str | None = None
    document: str | None = None


def _pairs(given: Any) -> list[tuple[Any, Any]]:
    try:
        return [(key, value) for key, value in (given.items() if isinstance(given, Mapping) else given)]
    except (TypeError, ValueError) as error:
        raise ArgumentError(
            f"`columns` takes 'KEY=COLUMN,KEY=COLUMN' or a mapping of keys to columns; it is {given!r}."
        ) from error


def _names(key: str, value: Any) -> list[str]:
    """Return the columns given for a key."""
    names = [value] if isinstance(value, str) or not isinstance(value, Iterable) else list(value)
    for name in names:
        if not isinstance(name, str):
            raise ArgumentError(f"`columns` must name the column of '{key}' by text; it is {name!r}.")
    return names


@dataclasses.dataclass(frozen=True)
class Layout:
    """Every column of a source with its meaning: a column map completed for given names.

    Attributes
    ----------
    system, input, annotator, scorer, score : str or None
        As in `ColumnMap`; None where the source has no such column.
    within : tuple of str
        Columns that name the input together with the last of them, `input`; the outermost first.
    always_within : bool
        Whether they do so because the user says it; otherwise where the last alone has rows of several of the others.
    groups : mapping of str to (str, {'input', 'system'} or None)
        Grouping column to the group's name and what it describes (None: found out from the labels).
    scores : mapping of str to (str, str or None)
        Score column to the scorer's name and the annotator's, None where the score is nobody's in particular.
    declared : frozenset of str
        Columns of scores and of groups that were named: one that cannot be what it is said to be is an error, where
        others are left out.
    ignored : tuple of str
        Columns left out by their name or by request.
    statistics : mapping of str to str
        Column of sufficient statistics to the scorer's name.
    shared : tuple of str
        Columns that become groups of inputs if several inputs share what they hold; otherwise they are left out.
    """

    system: str | None = None
    input: str | None = None
    annotator: str | None = None
    scorer: str | None = None
    score: str | None = None
    groups: Mapping[str, tuple[str, Side | None]] = dataclasses.field(default_factory=dict)
    scores: Mapping[str, tuple[str, str | None]] = dataclasses.field(default_factory=dict)
    declared: frozenset[str] = frozenset()
    ignored: tuple[str, ...] = ()
    statistics: Mapping[str, str] = dataclasses.field(default_factory=dict)
    within: tuple[str, ...] = ()
    always_within: bool = False
    shared: tuple[str, ...] = ()

    def with_groups(self, groups: Mapping[str, Side]) -> Layout:
        """Return it with columns that group what is said of each, and are no scores."""
        return dataclasses.replace(
            self,
            groups={**self.groups, **{name: (name, side) for name, side in groups.items()}},
            scores={name: meaning for name, meaning in self.scores.items() if name not in groups},
        )

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns that hold names rather than numbers."""
        named = (self.system, *self.within, self.input, self.annotator, self.scorer, *self.groups)
        return tuple(column for column in named if column is not None)


PART = "::"
"""What stands between the parts of a name that several columns make, as in the segments of WMT."""

STATISTICS = "#statistics"
"""What stands after a scorer's name in the name of the column that holds its sufficient statistics."""


def split_annotator(column: str) -> tuple[str, str | None]:
    """Split ``relevance@bob`` at its first ``@`` into dimension and annotator (None where there is none)."""
    name, at, annotator = column.partition("@")
    return (name, annotator) if at and name and annotator else (column, None)


RUN = r"\(?(?:run|repeat|repetition|trial|sample|seed)[ _.-]?\d+\)?"
"""What a run of a judge is called, as a pattern that ignores case."""

_RUN = re.compile(rf"{RUN}\Z", re.IGNORECASE)


def are_runs(annotators: Iterable[str]) -> bool:
    """Return whether what stands after the ``@`` of a scorer's columns counts its runs: ``judge@run1``."""
    return all(_RUN.match(name) for name in annotators)


_PART_OF_TASK = re.compile(r"(Input|Answer)\.(?=.)|(INPUT|OUTPUT):(?=.)")
"""What stands before names in files of Mechanical Turk and Toloka: of columns that a task was made from, of answers."""


def plain_name(name: str) -> str:
    """Return what spellings of one name have in common: ``Item ID``, ``itemId``, ``item-id``, ``Input.item_id``."""
    name = _PART_OF_TASK.sub("", name, count=1) if _PART_OF_TASK.match(name) else name
    words = _NO_WORD.sub("_", _NEW_WORD.sub("_", name)).strip("_")
    return words.casefold() or name.casefold()
