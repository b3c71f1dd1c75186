"""Mutants change what is computed, and nothing else is one."""

from __future__ import annotations

import ast

import pytest

mutants = pytest.importorskip("hardening.mutation.mutants", reason="cosmic-ray comes with `make mutants`")
mutation = pytest.importorskip("hardening.mutation.__main__", reason="cosmic-ray comes with `make mutants`")

SOURCE = """
from __future__ import annotations
import dataclasses
import functools

@dataclasses.dataclass(frozen=True)
class Pair:
    first: int

@functools.cache
def f(x: int | None = None) -> int | str:
    return 1 if x is None else x + 2

def pairs(a, b):
    return list(zip(a, b, strict=True))

def numbers(a):
    return a.astype(float, copy=False)
"""


@pytest.fixture
def path(tmp_path):
    (tmp_path / "f.py").write_text(SOURCE)
    return tmp_path / "f.py"


def test_mutants_change_what_is_computed(path):
    found = mutants.sampled_mutants(path, "f", 0, 1)
    assert {mutant.line for mutant in found} == {12}
    for mutant in found:
        inside = {}
        exec(mutant.source, inside)  # noqa: S102 - a mutant of the source above
        plain = {}
        exec(SOURCE, plain)  # noqa: S102
        said = []
        for one in (inside, plain):
            try:
                said.append([one["f"](), one["f"](3)])
            except Exception as error:  # noqa: BLE001 - a mutant may do anything
                said.append(repr(error))
        assert said[0] != said[1], mutant.diff


def test_a_sample_is_drawn_again_by_its_seed(path):
    once, again = (mutants.sampled_mutants(path, "f", 2, 5) for _ in range(2))
    assert once == again
    assert len(once) == 2


def test_what_is_kept_compiled_uses_nothing_of_other_files():
    modules = {one.name: one for one in mutation._modules(None)}
    of_resamples = "statistics/engine/row_kernels", "statistics/engine/weighted_rows"
    assert [modules[name].is_compiled for name in of_resamples] == [True, False]
    for one in modules.values():
        if one.is_compiled:
            tree = ast.parse((mutation.ROOT / one.path).read_text())
            taken = {
                name.asname or name.name
                for node in tree.body
                if isinstance(node, ast.ImportFrom) and node.module.startswith("trueness")
                for name in node.names
            }
            kernels = [
                node
                for node in tree.body
                if isinstance(node, ast.FunctionDef) and node.name in mutation._compiled_names()
            ]
            used = {
                node.id
                for kernel in kernels
                for line in kernel.body
                for node in ast.walk(line)
                if isinstance(node, ast.Name)
            }
            assert used.isdisjoint(taken), one.name
