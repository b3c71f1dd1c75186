"""The stubs and docs/api.md are what the list of public names says, and every argument stands in them."""

from __future__ import annotations

import ast
import importlib.util
import inspect
from pathlib import Path

import pytest

import trueness
from trueness.public_names import MODULES, homes
from trueness.study.folders import STUDIES

ROOT = Path(__file__).parents[2]

_spec = importlib.util.spec_from_file_location("write_names", ROOT / "docs" / "write_names.py")
write_names = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(write_names)


def test_what_is_written_from_the_list_is_up_to_date():
    old = [
        path.relative_to(ROOT).as_posix()
        for path, text in write_names.files().items()
        if path.read_text(encoding="utf-8") != text
    ]
    assert not old, "run `python docs/write_names.py`"


@pytest.mark.parametrize("module", MODULES)
def test_a_stub_has_every_name(module):
    tree = ast.parse(write_names.stub(module))
    given = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    given |= {alias.asname for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert given - {None, "stats", "simulation"} == set(homes(module))


def test_a_stub_has_every_argument_of_a_study():
    written = {
        node.name: node
        for module in MODULES
        for node in ast.parse(write_names.stub(module)).body
        if isinstance(node, ast.FunctionDef)
    }
    assert set(written) == {*STUDIES, "plan_from_pilot"}
    given = written["compare"].args
    named = [one.arg for one in (*given.args, *given.kwonlyargs)]
    assert [name for name in named if name not in ("n_resamples", "confidence_level")] == list(
        inspect.signature(trueness.compare).parameters
    )
    words = {one.arg: ast.unparse(one.annotation) for one in given.kwonlyargs}
    assert words["metrics"] == "str | Sequence[str] | None"
    assert words["rng"] == "int | np.random.Generator | None"
    assert words["tie_calibration"] == "float | str | None"
    assert words["n_resamples"] == words["resamples"] == "int | None"


def test_the_page_has_every_name():
    page = write_names.page()
    for module in MODULES:
        assert f"\n## `{module}`\n" in page
        for name in homes(module):
            assert f"\n| `{name}` | " in page
            assert f":: {name}\n" in page


def test_annotations_are_written_as_they_are_read():
    assert write_names.type_words("Texts | None") == "Texts | None"
    assert write_names.type_words(dict[str, int] | None) == "dict[str, int] | None"
