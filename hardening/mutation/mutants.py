"""The mutants of a source file: one operator, number or condition changed, as cosmic-ray does."""

from __future__ import annotations

import ast
import difflib
import random
import re
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

_UNSEEN = re.compile(
    r"^-\s*@functools\.(cache|lru_cache)"  # what a function remembers
    r"|^-.*\b(memory_budget|(pairs|self)\.parts)\(|^- +step = max\("  # how many are done at once
    r"|^-\s*@dataclasses\.dataclass\(frozen=True"  # nobody assigns to a field
    r"|^-if TYPE_CHECKING:|^-@overload"  # read by checkers of types alone
    r"|^-.*[ (]\*,.*\n\+.*[ (]/,"  # how arguments may be given
    r"|^-.*\bstrict=True.*\n\+.*\bstrict=False"  # lengths that agree, unless there is a fault elsewhere
    r"|^-.*\bcopy=False.*\n\+.*\bcopy=True"  # a copy has the same numbers
    r"|^-.*reshape\(.*-1.*\n\+.*reshape\(.*(- 2|~1)",  # any negative number stands for what is left
    re.MULTILINE,
)


class Mutant(NamedTuple):
    """A changed source.

    Attributes
    ----------
    line : int
        Where it is changed.
    operator : str
        What changed it, by cosmic-ray's name.
    source : str
        The whole file.
    diff : str
        The lines taken away and put in.
    """

    line: int
    operator: str
    source: str
    diff: str


def sampled_mutants(path: Path, name: str, most: int, seed: int) -> list[Mutant]:
    """Return some mutants of a file, at places drawn at random; at each place one of the changes that are possible.

    Changes that no test could see are no mutants (see `_UNSEEN`), nor are those of annotations.

    Parameters
    ----------
    path : Path
        The file.
    name : str
        What draws other places than for another file.
    most : int
        How many; 0 for one at every place.
    seed : int
    """
    source = path.read_text(encoding="utf-8")
    rng = random.Random(f"{seed}:{name}")
    places = _places(source)
    order = sorted(places)
    rng.shuffle(order)
    plain = _without_annotations(source)
    found: list[Mutant] = []
    for place in order:
        if most and len(found) == most:
            break
        changes = places[place]
        rng.shuffle(changes)
        # the first that is a change for whoever runs it
        for operator, occurrence in changes:
            mutant = _mutant(source, plain, place[0], operator, occurrence)
            if mutant is not None:
                found.append(mutant)
                break
    return found


def _places(source: str) -> dict[tuple[int, int], list[tuple[str, int]]]:
    """Return by place, as line and column, the operators that may change it, with their count of the occurrence."""
    tree = get_ast(source)
    found: dict[tuple[int, int], list[tuple[str, int]]] = {}
    for name in operator_names():
        kind = get_operator(name)
        if kind.arguments():  # names of variables, which no file has in common with another
            continue
        operator, occurrence = kind(), 0
        for node in ast_nodes(tree):
            for start, _ in operator.mutation_positions(node):
                found.setdefault(start, []).append((name, occurrence))
                occurrence += 1
    return found


def _mutant(source: str, plain: str, line: int, operator: str, occurrence: int) -> Mutant | None:
    changed = mutate_code(source, get_operator(operator)(), occurrence)
    if changed is None:
        return None
    try:
        if _without_annotations(changed) == plain:
            return None
    except SyntaxError:
        return None
    lines = list(difflib.unified_diff(source.splitlines(), changed.splitlines(), lineterm="", n=0))[3:]
    diff = "\n".join(lines)
    return None if _UNSEEN.search(diff) else Mutant(line, operator.partition("/")[2], changed, diff)


def _without_annotations(source: str) -> str:
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)
