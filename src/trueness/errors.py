"""The exception tree and the shared argument checks.

::

    TruenessError
    ├── ArgumentError (ValueError)       an argument is outside its documented values
    ├── DataError (ValueError)           the data cannot be used as asked
    │   ├── FormatError                  a file does not hold what its format promises
    │   │   └── SeveralTablesError       it holds several tables, and one is asked for
    │   ├── DuplicateKeyError            two rows claim the same (system, input)
    │   ├── KeyMismatchError             two sources do not cover the same keys
    │   └── UnknownNameError (KeyError)  no scorer, system, input, column or data set of that name
    ├── UnsupportedMethodError           the method's assumptions do not cover the request
    ├── MissingExtraError (ImportError)  an optional dependency is not installed
    ├── DownloadError (OSError)          a file could not be fetched, or its hash is wrong
    └── EndpointError (OSError)          a service does not answer as it should
        └── BudgetError                  what may be spent on a service is spent

    TruenessWarning (UserWarning)        something a reader of the result has to know
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import math
import shlex
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence


class Terminated(SystemExit):
    """The process was asked to end (SIGTERM): no failure of what it was doing."""


class TruenessError(Exception):
    """Base of every error raised on purpose by this package."""


class ArgumentError(TruenessError, ValueError):
    """An argument is outside its documented values."""


class DataError(TruenessError, ValueError):
    """The data cannot be used as asked."""


class FormatError(DataError):
    """A file does not hold what its format promises.

    Parameters
    ----------
    problem : str
        What is wrong, without the place.
    path : str, optional
        The file.
    row : int, optional
        One-based line or record number.
    column : str, optional
        The column or field.
    remedy : str, optional
        What the user can do about it.
    """

    def __init__(
        self,
        problem: str,
        *,
        path: str | None = None,
        row: int | None = None,
        column: str | None = None,
        remedy: str | None = None,
    ) -> None:
        self.path, self.row, self.column = path, row, column
        self.problem, self.remedy = problem, remedy
        place = [path] if path else []
        if row is not None:
            place.append(f"row {row}")
        if column is not None:
            place.append(f"column '{column}'")
        message = f"{', '.join(place)}: {problem}" if place else problem
        super().__init__(f"{message} {remedy}" if remedy else message)


class SeveralTablesError(FormatError):
    """A source holds several tables, and one is asked for.

    Parameters
    ----------
    problem : str
    tables : tuple of str, optional
        Their names.
    path, remedy : str, optional
        As of `FormatError`.
    """

    def __init__(
        self,
        problem: str,
        *,
        tables: tuple[str, ...] = (),
        path: str | None = None,
        remedy: str | None = None,
    ) -> None:
        self.tables = tables
        super().__init__(problem, path=path, remedy=remedy)

    @classmethod
    def of(cls, kind: str, tables: Iterable[str], path: str) -> SeveralTablesError:
        """Return the error of a source with tables of a kind, such as ``sheet``."""
        names = tuple(tables)
        return cls(
            f"it holds {counted(len(names), kind)}: {listing(names, 40)}.",
            tables=names,
            path=path,
            remedy=f"Say which one: --part {shlex.quote(names[0])} (in Python: part={names[0]!r}).",
        )


class DuplicateKeyError(DataError):
    """Two rows claim the same (system, input)."""


class KeyMismatchError(DataError):
    """Two sources do not cover the same keys."""


class UnknownNameError(DataError, KeyError):
    """No scorer, system, input, column or data set of that name."""

    def __str__(self) -> str:  # KeyError would show the message in quotes
        return str(self.args[0]) if self.args else ""


class UnsupportedMethodError(TruenessError):
    """The method's assumptions do not cover the request.

    Parameters
    ----------
    problem : str
        What is asked for, and why that is not possible.
    remedy : str, optional
        A sentence that says what to do, with an argument in backticks.
    argument : str, optional
        That argument: a command that has no option of it does not print the remedy.
    """

    def __init__(self, problem: str, *, remedy: str = "", argument: str = "") -> None:
        self.problem, self.remedy, self.argument = problem, remedy, argument
        super().__init__(f"{problem} {remedy}".strip())


class MissingExtraError(TruenessError, ImportError):
    """An optional dependency is not installed."""


class DownloadError(TruenessError, OSError):
    """A file could not be fetched, or its hash is wrong."""


class EndpointError(TruenessError, OSError):
    """A service does not answer as it should."""


class BudgetError(EndpointError):
    """What may be spent on a service is spent."""


class TruenessWarning(UserWarning):
    """Something a reader of the result has to know."""


def suggest(name: str, options: Iterable[str]) -> str:
    """Return `` Did you mean 'x'?`` for the nearest option, or an empty string."""
    near = difflib.get_close_matches(name, list(options), n=1, cutoff=0.5)
    return f" Did you mean '{near[0]}'?" if near else ""


def series(words: Sequence[str], word: str = "and") -> str:
    """Return words as a list in a sentence: ``a``, ``a and b``, ``a, b and c``."""
    *first, last = words
    return f"{', '.join(first)} {word} {last}" if first else last


def listing(names: Iterable[str], most: int = 8, quotes: str = "''") -> str:
    """Return names quoted and separated by commas, at most `most` of them, with a count of the rest."""
    names = list(names)
    shown = ", ".join(f"{quotes[:1]}{name}{quotes[1:]}" for name in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def counted(number: int, noun: str) -> str:
    """Return a number of things: ``1 input``, ``20 inputs``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def unknown_name(kind: str, name: Any, options: Collection[str]) -> UnknownNameError:
    """Build the error for a name that is not among the options, or is no text, with the nearest one."""
    known = f" Known: {listing(options)}." if options else f" There is no {kind} here."
    if not isinstance(name, str):
        near = suggest(str(getattr(name, "name", name)), options)
        return UnknownNameError(
            f"the name of the {kind} must be text; this is of type {type(name).__name__}.{near}{known}"
        )
    return UnknownNameError(f"no {kind} is called '{name}'.{suggest(name, options)}{known}")


def check_choice(argument: str, value: Any, options: Collection[str]) -> str:
    """Return `value` if it is one of `options`.

    Raises
    ------
    ArgumentError
        If it is not; the message names the argument, the value, the options and the nearest one.
    """
    if isinstance(value, str) and value in options:
        return value
    near = suggest(value, options) if isinstance(value, str) else ""
    raise ArgumentError(f"`{argument}` must be one of {listing(options, 40)}; it is {value!r}.{near}")


def check_integer(argument: str, value: Any, *, minimum: int) -> int:
    """Return `value` as an int if it is a whole number of at least `minimum`.

    Raises
    ------
    ArgumentError
        If it is not a whole number, or smaller than `minimum`.
    """
    try:
        whole = int(value)
    except (TypeError, ValueError, OverflowError):
        whole = None
    if whole is None or isinstance(value, bool) or whole != value or whole < minimum:
        raise ArgumentError(f"`{argument}` must be a whole number of at least {minimum}; it is {value!r}.")
    return whole


def check_proportion(argument: str, value: Any) -> float:
    """Return `value` as a float if it lies strictly between 0 and 1.

    Raises
    ------
    ArgumentError
        If it is not a number strictly between 0 and 1.
    """
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not 0 < number < 1:
        raise ArgumentError(f"`{argument}` must lie strictly between 0 and 1; it is {value!r}.")
    return number


def is_installed(*modules: str) -> bool:
    """Return whether all modules can be imported, without importing them."""
    return all(importlib.util.find_spec(module) is not None for module in modules)


def import_extra(module: str, *, extra: str, feature: str) -> Any:
    """Import an optional module.

    Raises
    ------
    MissingExtraError
        If the module is not installed; the message names the extra that brings it.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and error.name.split(".")[0] != module.split(".", maxsplit=1)[0]:
            raise  # the module is there, something it needs is broken
        raise MissingExtraError(
            f"{feature} needs the package '{module}': pip install 'trueness[{extra}]'."
        ) from error
