"""The public names: what is listed is what is there, under one name in one place, and every name is documented."""

from __future__ import annotations

import dataclasses
import inspect
import re
import types
from importlib import import_module

import pytest

import trueness
from trueness.public_names import MODULES, homes
from trueness.result import Result
from trueness.study.folders import STUDIES
from trueness.study.registry import find_study

MOST_IN_ROOT = 120
ALL = {name: getattr(import_module(module), name) for module in MODULES for name in homes(module)}


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


@pytest.fixture(params=MODULES)
def module(request):
    return import_module(request.param)


def test_every_name_has_one_home():
    names = [name for module in MODULES for name in homes(module)]
    assert len(names) == len(set(names))
    assert {name for module in MODULES for name in import_module(module).__all__} == set(names)


def test_the_root_has_few_names_and_none_of_settings():
    assert len(trueness.__all__) <= MOST_IN_ROOT
    assert not [name for name in ALL if name.endswith(("Settings", "Selection"))]


def test_names_are_listed_once_and_in_order(module):
    assert module.__all__ == sorted(set(module.__all__))


def test_listed_names_are_there(module):
    missing = [name for name in module.__all__ if getattr(module, name, None) is None]
    assert not missing


def test_dir_shows_the_listed_names(module):
    assert set(module.__all__) <= set(dir(module))


def test_the_other_modules_are_in_the_root_without_an_import():
    assert {"stats", "simulation"} <= set(dir(trueness))
    assert trueness.stats.__name__ == "trueness.stats"
    assert trueness.simulation.__name__ == "trueness.simulation"


def test_nothing_else_is_public(module):
    """Public means: without underscore, and neither a module nor a `__future__` flag."""
    for name in module.__all__:
        getattr(module, name)  # a lazy name may leave its module behind
    visible = {
        name
        for name in {*dir(module), *vars(module)}
        if not name.startswith("_")
        and not isinstance(getattr(module, name), types.ModuleType)
        and type(getattr(module, name)).__module__ != "__future__"
    }
    assert visible == set(module.__all__)


def test_a_name_that_is_not_there_is_an_attribute_error(module):
    with pytest.raises(AttributeError, match=f"'{module.__name__}' has no attribute 'no_such_name'"):
        module.no_such_name  # noqa: B018


def test_star_import_gives_the_listed_names(module):
    namespace: dict[str, object] = {}
    exec(f"from {module.__name__} import *", namespace)  # noqa: S102
    assert namespace.keys() - {"__builtins__"} == set(module.__all__)


def test_every_study_has_its_function_and_its_result():
    """Both are named after the folder; a study that is added is public without a line in the list."""
    for study in STUDIES:
        function, result = ALL[study], find_study(study).result_type
        assert result is ALL[result.__name__]
        assert result.__name__.lower() == f"{study}result".replace("_", "")
        assert result.__name__ in str(inspect.signature(function).return_annotation)


def test_results_are_named_after_their_functions():
    """So are those of functions that are no study."""
    functions = {name for name, thing in ALL.items() if inspect.isfunction(thing)}
    results = {name for name, thing in ALL.items() if inspect.isclass(thing) and issubclass(thing, Result)}
    named = {f"{''.join(map(str.capitalize, function.split('_')))}Result" for function in functions}
    assert results - {"Result"} <= named
    assert len(results) > len(STUDIES)


def test_what_holds_arrays_is_compared_without_asking_them():
    """An array answers ``==`` by an array: a class says itself when two are equal, or each is equal to itself alone."""
    generated = {
        name
        for name, thing in ALL.items()
        if inspect.isclass(thing) and dataclasses.is_dataclass(thing) and not issubclass(thing, Result)
        for field in dataclasses.fields(thing)
        if "Array" in str(field.type)
        and "__eq__" in vars(thing)
        and inspect.getsourcefile(thing) != thing.__eq__.__code__.co_filename
    }
    assert not generated


def test_no_function_takes_settings_as_an_object():
    taken = {
        (name, parameter)
        for name, thing in ALL.items()
        if inspect.isfunction(thing)
        for parameter, value in inspect.signature(thing).parameters.items()
        if parameter == "settings" or re.search(r"Settings|Selection", str(value.annotation))
    }
    assert not taken


def test_every_name_has_a_summary_line():
    """The first line of a docstring is one sentence."""
    lines = {name: (inspect.getdoc(thing) or "").partition("\n")[0] for name, thing in ALL.items()}
    wrong = {name: line for name, line in lines.items() if not line.rstrip().endswith((".", "?"))}
    assert not wrong


def test_every_parameter_is_explained():
    missing = {}
    for name, thing in ALL.items():
        if inspect.isclass(thing) and issubclass(thing, BaseException):
            continue
        explained = documented_names(thing)
        if inspect.isclass(thing) and issubclass(thing, Result):
            explained |= documented_names(Result)
        if left := [item for item in parameters(thing) if item not in explained]:
            missing[name] = left
    assert not missing


def test_the_docstring_names_everything(module):
    """The docstring of a module is its table of contents."""
    text = module.__doc__ or ""
    missing = [name for name in module.__all__ if f"`{name}`" not in text]
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
