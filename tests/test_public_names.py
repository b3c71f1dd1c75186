"""The public names: what `__all__` lists is what is there, and every name is documented."""

from __future__ import annotations

import inspect
import re
import types

import pytest

import trueness

NAMES = [name for name in trueness.__all__ if not name.startswith("__")]


def parameters(thing: object) -> list[str]:
    """Return the names of what a caller passes to a function or to a class."""
    if not callable(thing):
        return []
    try:
        signature = inspect.signature(thing)
    except ValueError:  # exceptions written in C have no signature
        return []
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [name for name, value in signature.parameters.items() if value.kind not in kinds]


def documented_names(thing: object) -> set[str]:
    """Return the names that the sections Parameters and Attributes of a NumPy docstring explain."""
    text = inspect.getdoc(thing) or ""
    names: set[str] = set()
    for section in re.findall(
        r"^(?:Other Parameters|Parameters|Attributes)\n-{3,}\n(.*?)(?=^\w[^\n]*\n-{3,}|\Z)",
        text,
        re.MULTILINE | re.DOTALL,
    ):
        for line in re.findall(r"^([\w*, ]+?)(?: :.*)?$", section, re.MULTILINE):
            if not line.startswith(" "):
                names |= {part.strip().lstrip("*") for part in line.split(",")}
    return names


def test_names_are_listed_once_and_in_order():
    assert len(set(trueness.__all__)) == len(trueness.__all__)


def test_listed_names_are_there():
    missing = [name for name in trueness.__all__ if getattr(trueness, name, None) is None]
    assert not missing


def test_dir_shows_the_listed_names():
    assert set(trueness.__all__) <= set(dir(trueness))


def test_nothing_else_is_public():
    """Public means: without underscore, and neither a module nor a `__future__` flag."""
    for name in trueness.__all__:
        getattr(trueness, name)  # a lazy name may leave its module behind
    visible = {
        name
        for name in dir(trueness)
        if not name.startswith("_")
        and not isinstance(getattr(trueness, name), types.ModuleType)
        and type(getattr(trueness, name)).__module__ != "__future__"
    }
    assert visible == set(NAMES)


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no_such_name"):
        trueness.no_such_name  # noqa: B018


def test_star_import_gives_the_listed_names():
    namespace: dict[str, object] = {}
    exec("from trueness import *", namespace)  # noqa: S102
    assert namespace.keys() - {"__builtins__"} == set(trueness.__all__)


def test_every_name_has_a_summary_line():
    """The first line of a docstring is one sentence."""
    lines = {name: (inspect.getdoc(getattr(trueness, name)) or "").partition("\n")[0] for name in NAMES}
    wrong = {name: line for name, line in lines.items() if not line.rstrip().endswith((".", "?"))}
    assert not wrong


def test_every_parameter_is_explained():
    missing = {}
    for name in NAMES:
        thing = getattr(trueness, name)
        if inspect.isclass(thing) and issubclass(thing, BaseException):
            continue
        explained = documented_names(thing) | {
            "signature",
            "decisions",
        }  # explained in `Result` and `StudyResult`
        if left := [item for item in parameters(thing) if item not in explained]:
            missing[name] = left
    assert not missing


def test_the_package_docstring_names_everything():
    """The docstring of the package is its table of contents."""
    text = trueness.__doc__ or ""
    missing = [name for name in NAMES if not re.search(rf"\b{re.escape(name)}\b", text)]
    assert not missing


def test_documented_names_reads_numpy_docstrings():
    def example(x, y, *, seed):
        """Return nothing.

        Parameters
        ----------
        x, y : array of shape (N, M)
            Scores: as given.
        seed
            A whole number.

        Returns
        -------
        z : float
            Not a parameter.
        """

    assert documented_names(example) == {"x", "y", "seed"}
    assert parameters(example) == ["x", "y", "seed"]
