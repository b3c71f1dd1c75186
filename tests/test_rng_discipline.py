"""Randomness goes one way: generators that are made from a seed in few places, and no global state."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("collector_paused")

PACKAGE = Path(__file__).parents[1] / "src" / "trueness"
SOURCES = sorted(PACKAGE.rglob("*.py"))

GENERATOR_NAMES = frozenset(
    {"Generator", "SeedSequence", "BitGenerator", "PCG64", "PCG64DXSM", "Philox", "default_rng"}
)
"""What of `numpy.random` may be named at all; the rest reads or changes the global state."""

MAKERS = frozenset({"default_rng", "PCG64", "PCG64DXSM", "Philox"})
"""What turns a seed into a generator."""

MAY_MAKE_GENERATORS = frozenset({"statistics/engine/resample.py", "statistics/input_interactions.py"})
"""Where a seed may become a generator; everywhere else one is handed in. The second has one that no user moves."""

REPEATS_DRAWS = {
    "metrics/blanc/tuning.py": "what the program that is repeated draws, from a generator of its own"
}
"""Where Python's generators are used, and why."""


def dotted(node: ast.AST) -> str:
    """Return `a.b.c` for an attribute chain, or an empty string."""
    if isinstance(node, ast.Attribute):
        base = dotted(node.value)
        return f"{base}.{node.attr}" if base else ""
    return node.id if isinstance(node, ast.Name) else ""


@functools.cache
def uses_in(path: Path) -> dict[str, list[int]]:
    """Return what a file of the package uses, read once."""
    return random_uses(path.read_text(encoding="utf-8"))


def random_uses(source: str) -> dict[str, list[int]]:
    """Return what a file uses of `random` and `numpy.random`: name to lines, names without their module.

    `random` itself is the standard library's module.
    """
    if "random" not in source:  # each way to use it names it
        return {}
    tree = ast.parse(source)
    numpy_names, random_names = {"numpy"}, {"numpy.random"}
    found: dict[str, list[int]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name == "numpy":
                    numpy_names.add(alias.asname or alias.name)
                elif alias.name == "numpy.random" and alias.asname:
                    random_names.add(alias.asname)
                elif alias.name.split(".")[0] == "random":
                    found.setdefault("random", []).append(node.lineno)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            if node.module == "random":
                found.setdefault("random", []).append(node.lineno)
            for alias in node.names:
                if node.module == "numpy.random":
                    found.setdefault(alias.name, []).append(node.lineno)
                elif node.module == "numpy" and alias.name == "random":
                    random_names.add(alias.asname or alias.name)
    random_names |= {f"{name}.random" for name in numpy_names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and dotted(node.value) in random_names:
            found.setdefault(node.attr, []).append(node.lineno)
    return found


def test_the_global_state_is_left_alone():
    wrong = {}
    for path in SOURCES:
        name, used = path.relative_to(PACKAGE).as_posix(), dict(uses_in(path))
        if name in REPEATS_DRAWS:
            assert used.pop("random"), f"{name} draws nothing any more: take it off the list"
        if others := {what: lines for what, lines in used.items() if what not in GENERATOR_NAMES}:
            wrong[name] = others
    assert not wrong, f"global random state, by file and line: {wrong}"


def test_generators_are_made_in_few_places():
    made = {}
    for path in SOURCES:
        name = path.relative_to(PACKAGE).as_posix()
        makers = {what: lines for what, lines in uses_in(path).items() if what in MAKERS}
        if makers and name not in MAY_MAKE_GENERATORS:
            made[name] = makers
    assert not made, f"take a generator as an argument instead, by file and line: {made}"


def test_the_listed_places_make_generators():
    for name in MAY_MAKE_GENERATORS:
        assert uses_in(PACKAGE / name).keys() & MAKERS, f"{name} makes none: take it off the list"


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import numpy as np\nnp.random.seed(0)", {"seed"}),
        ("import numpy\ndef f():\n    return numpy.random.choice(3)", {"choice"}),
        ("from numpy import random as r\nr.rand()", {"rand"}),
        ("from numpy.random import shuffle", {"shuffle"}),
        ("import numpy.random as nr\nnr.RandomState(1)", {"RandomState"}),
        ("import random", {"random"}),
        ("from random import choice", {"random"}),
        ("import numpy as np\ndef f(rng: np.random.Generator):\n    return rng.random()", {"Generator"}),
        ("def f(rng):\n    return rng.choice(3)", set()),
    ],
)
def test_uses_are_found(source, names):
    assert random_uses(source).keys() == names
