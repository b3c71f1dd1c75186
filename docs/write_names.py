"""Write what follows from the list of public names: the stubs that type checkers and editors read, and docs/api.md.

`make docs` runs this; `tests/docs/test_write_names.py` fails when one of them is old. A study's function is written out
with all its arguments, which it otherwise has at run time only.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from trueness.public_names import MODULES, Group, homes, names_of
from trueness.study.folders import study_of
from trueness.study.registry import find_study
from trueness.study.setting import settings_of
from trueness.study.study import Study

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "trueness"
PAGE = Path(__file__).parent / "api.md"

LINE = 110
"""Letters of a line of code."""

STUB_HEAD = (
    '"""Written by docs/write_names.py from the list in public_names.py; `make docs` writes it anew."""\n\n'
)

PAGE_HEAD = """\
# Public names

<!-- Written by docs/write_names.py from src/trueness/public_names.py; `make docs` writes it anew. -->

`import trueness` offers {root} names: what is asked, what it is asked about, and what comes back. Plain functions of
vectors, matrices, correlations and p-values are in `trueness.stats` ({stats} names), data whose truth is known in
`trueness.simulation` ({simulation} names). Each name is in one of the three, and is loaded when it is first used.

- What a study answers is named after its function: `compare` gives a `CompareResult`, `judge` a `JudgeResult`. All are
  a `Result`: tables (`TABLES`, `rows`, `to_frame`), words (`conclusions`, `cautions`, `summary`), figures (`plot`).
- What else determines an answer are keyword arguments, which the function checks; the [settings](settings.md) of all
  studies stand side by side. A result has them all in `arguments`, so that `trueness.compare(other, **found.arguments)`
  asks the same of other data.

[Functions](functions.md) shows those of `trueness.stats` by question, with examples; [simulations](simulations.md)
those of `trueness.simulation`.
"""

NAMES = {np.random.Generator: "np.random.Generator", types.NoneType: "None"}
"""What a stub calls types that are in a module."""


def stub_path(module: str) -> Path:
    """Return where the stub of a public module is."""
    _, _, name = module.partition(".")
    return PACKAGE / f"{name or '__init__'}.pyi"


def stub(module: str) -> str:
    """Return the stub of a public module."""
    found = {name: getattr(import_module(home), name) for name, home in homes(module).items()}
    written = {name: thing for name, thing in found.items() if hasattr(thing, "__signature__")}
    public = {(home, name) for name, home in homes(module).items() if name not in written}
    used = {one for function in written.values() for one in needed(function)}
    lines = [imported(home, name, public=True) for home, name in public]
    lines += [imported(home, name, public=False) for home, name in used - public]
    if module == "trueness":
        lines += [imported(module, name.partition(".")[2], public=True) for name in MODULES if name != module]
        lines += ["\n__version__: str\n"]
    lines.sort(key=place)
    return STUB_HEAD + "".join(lines) + "".join(f"\n{definition(function)}" for function in written.values())


def place(line: str) -> tuple[int, str, bool, str]:
    """Return where a line of a stub stands: imports of the language, of other packages, of this one, then the rest."""
    words = line.split()
    if words[0] not in ("import", "from"):
        return 3, "", False, ""
    top = words[1].partition(".")[0]
    name = next((word for word in words[3:] if word != "("), "")
    return (
        (0 if top in sys.stdlib_module_names else 1 + (top == "trueness")),
        words[1],
        name[:1].islower(),
        name,
    )


def imported(home: str, name: str, *, public: bool) -> str:
    """Return the import of a name; of one that is public under the name that it has."""
    if not name:
        return f"import {home}\n"
    said = f"{name} as {name}" if public else name
    line = f"from {home} import {said}\n"
    return line if len(line) <= LINE + 1 else f"from {home} import (\n    {said},\n)\n"


def definition(function: Callable[..., Any]) -> str:
    """Return a study's function with all its arguments, and other names that these have."""
    signature = inspect.signature(function)
    aliases = aliases_of(function)
    lines, keywords = [], False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not keywords:
            keywords = True
            lines.append("*")
        for name in filter(None, (parameter.name, aliases.get(parameter.name))):
            default = "" if parameter.default is parameter.empty else f" = {default_words(parameter.default)}"
            lines.append(f"{name}: {type_words(parameter.annotation)}{default}")
    arguments = "".join(f"    {line},\n" for line in lines)
    head = (inspect.getdoc(function) or "").partition("\n")[0]
    returned = type_words(signature.return_annotation)
    return f'def {function.__name__}(\n{arguments}) -> {returned}:\n    """{head}"""\n'


def aliases_of(function: Callable[..., Any]) -> dict[str, str]:
    """Return other names that a study takes for its arguments."""
    study = find_study(study_of_function(function))
    return {one.keyword: one.alias for one in settings_of(study.settings_type) if one.alias}


def study_of_function(function: Callable[..., Any]) -> str:
    """Return the name of the study in whose folder a function is defined."""
    return str(study_of(typing.cast("type", function)))


def default_words(default: object) -> str:
    """Return a default as a stub has it: dots where it takes more than a word."""
    return repr(default) if default is None or isinstance(default, bool) else "..."


def type_words(annotation: Any) -> str:
    """Return an annotation as a stub has it."""
    if isinstance(annotation, str):
        return annotation
    if annotation in NAMES:
        return NAMES[annotation]
    inside = typing.get_args(annotation)
    if not inside:
        return str(annotation.__name__)
    if typing.get_origin(annotation) in (types.UnionType, typing.Union):
        return " | ".join(map(type_words, inside))
    return f"{typing.get_origin(annotation).__name__}[{', '.join(map(type_words, inside))}]"


def needed(function: Callable[..., Any]) -> Iterator[tuple[str, str]]:
    """Yield (module, name) of all that the annotations of a study's function apply to."""
    known = {**imports_of(Study.__module__), **imports_of(function.__module__)}
    known |= {name: ("collections.abc", name) for name in ("Sequence", "Mapping")}
    known["np"] = "numpy as np", ""
    signature = inspect.signature(function)
    annotations = [one.annotation for one in signature.parameters.values()]
    for annotation in (*annotations, signature.return_annotation):
        for node in ast.walk(ast.parse(type_words(annotation))):
            if isinstance(node, ast.Name) and node.id in known:
                yield known[node.id]


@functools.cache
def imports_of(module: str) -> dict[str, tuple[str, str]]:
    """Return what a module imports from others at its top, by name, with (module, name)."""
    source = Path(str(import_module(module).__file__)).read_text(encoding="utf-8")
    return {
        alias.name: (node.module or "", alias.name)
        for node in ast.parse(source).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def page() -> str:
    """Return the page."""
    numbers = {module.rpartition(".")[2]: len(homes(module)) for module in MODULES}
    said = PAGE_HEAD.format(
        root=numbers["trueness"], stats=numbers["stats"], simulation=numbers["simulation"]
    )
    return said + "".join(part for module in MODULES for part in sections(module))


def sections(module: str) -> Iterator[str]:
    """Yield the heading of a public module, and its groups: a line for each name, then what each takes and gives."""
    yield f"\n## `{module}`\n"
    for group in MODULES[module]:
        yield f"\n### {group.title}\n\n{group.about}\n\n| name | what it is |\n|---|---|\n"
        yield "".join(f"| `{name}` | {summary(home, name)} |\n" for name, home in names_of(group))
        yield f"\n```{{eval-rst}}\n.. currentmodule:: {module}\n\n{directives(group)}```\n"


def summary(home: str, name: str) -> str:
    """Return the first sentence of what a name is, as a cell of a table."""
    text = inspect.getdoc(getattr(import_module(home), name)) or ""
    return " ".join(text.partition("\n\n")[0].split()).replace("|", r"\|")


def directives(group: Group) -> str:
    """Return what Sphinx makes the documentation of a group from."""
    return "".join(
        f".. autoclass:: {name}\n   :members:\n   :inherited-members: object, BaseException, Exception\n\n"
        if isinstance(getattr(import_module(home), name), type)
        else f".. autofunction:: {name}\n\n"
        for name, home in names_of(group)
    )


def files() -> dict[Path, str]:
    """Return all that is written from the list, by where it is."""
    return {PAGE: page(), **{stub_path(module): stub(module) for module in MODULES}}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
