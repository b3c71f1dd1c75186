"""The examples of docs/functions.md print what the page says; every public function has an example or a command."""

from __future__ import annotations

import doctest
import inspect
import re
from importlib import import_module
from pathlib import Path

from trueness.commands.listing import COMMANDS
from trueness.public_names import MODULES, homes

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "functions.md"
CODE = re.compile(r"^```(?:python|pycon)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

OF_COMMANDS = {
    "annotators": "judge --annotators",
    "certify": "plan --certify",
    "pool": "compare --pool",
    "coverage": "check",
    "equivalence": "compare --equivalence",
    "judge": "judge",
    "panel": "judge --panel",
    "disagreements": "disagreements",
    "drift": "judge --drift",
    "plan": "plan",
    "plan_from_pilot": "plan",
    "score_file": "score",
    "stream_texts": "score",
    "systems": "systems",
    "translate_file": "generate --translate",
}
"""Functions without an example in Python, and the command that is one."""


def code(page: Path) -> str:
    """Return the Python of a page."""
    return "\n".join(CODE.findall(page.read_text(encoding="utf-8")))


def test_examples_print_what_the_page_says():
    examples = doctest.DocTestParser().get_doctest(code(PAGE), {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    found = doctest.DocTestRunner(verbose=False).run(examples, out=said.append)
    assert found.attempted > 100
    assert not said, "".join(said)


def test_every_public_function_has_an_example():
    names = {
        f"{module}.{name}"
        for module in MODULES
        for name, home in homes(module).items()
        if inspect.isfunction(getattr(import_module(home), name))
    }
    shown = "\n".join(map(code, [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]))
    without = {name.rpartition(".")[2] for name in names if not re.search(rf"\b{re.escape(name)}\(", shown)}
    assert without == set(OF_COMMANDS)
    asked = {f"{name} {one.asks}".strip() for name, command in COMMANDS.items() for one in command.questions}
    assert set(OF_COMMANDS.values()) <= asked
