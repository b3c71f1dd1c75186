"""What the program says to do is said where a rule has decided: other modules with such words have a reason."""

from __future__ import annotations

import ast
import re
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "src" / "trueness"

VERDICT_WORDS = re.compile(
    r"\b[Uu]se [‘']"
    r"|\bmay (?:be the best|be used|be quoted|grade|rank|replace|quote|stand in)"
    r"|\b(?:is|are) (?:better|worse) than\b"
    r"|\bgood enough\b|\b(?:is|are) enough\b|\bbe recommended\b|\bas good as\b|\bagrees? equally\b"
)

NO_VERDICT = {
    "commands/check.py": "which commands data have enough for, of which nothing is concluded",
    "commands/listing.py": "help: what a question asks",
    "studies/annotators/methods.py": "the methods paragraph: what was tested",
    "studies/compare/captions.py": "a caption: what a column means",
    "studies/compare/comparison_tables.py": "a caption: what a table holds",
    "studies/equivalence/view.py": "the question, as a title",
    "studies/judge/cautions.py": "what a warning is about, of which `studies/judge/decided_words.py` says the answer",
    "studies/judge/view.py": "a caption: what a column means",
    "studies/plan/view.py": "a caption: what a column means",
    "studies/judge/settings.py": "help: what a bar is of",
    "studies/multiverse/settings.py": "help: what a claim is",
    "studies/judge/label_goals.py": "a goal that is planned for, not an answer",
}
"""Modules with such words that decide nothing, each with what the words are."""

FROM_DECISIONS = {
    "studies/facets/view.py": "counts the names of the decision of each facet",
    "studies/pool/view.py": "the names of the decision over all tables",
    "studies/facets/said.py": "joins the names of the decisions of all facets",
    "studies/equivalence/said.py": "rows of tests, of which `equivalence/decided.py` makes the decision",
    "studies/judge/said.py": "goals: how many labels a decision would take",
    "studies/plan/said.py": "`Design.enough`, which is the answer of the decision",
}
"""Modules that say what is decided elsewhere, without importing a rule, each with where it comes from."""


def sentences(tree: ast.Module) -> list[str]:
    """Return the texts of a module that are no docstrings, which also stand below constants."""
    bodies = [body for node in ast.walk(tree) if isinstance(body := getattr(node, "body", None), list)]
    silent = {
        id(one.value)
        for body in bodies
        for one in body
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent
    ]


def with_verdicts() -> dict[str, str]:
    """Return the modules outside of `decisions` that say what to do, with their sources."""
    found = {}
    for part in ("study", "studies", "reporting", "cli", "commands"):
        for path in sorted((PACKAGE / part).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if any(VERDICT_WORDS.search(text) for text in sentences(ast.parse(source))):
                found[path.relative_to(PACKAGE).as_posix()] = source
    return found


def test_no_module_says_what_to_do_without_a_rule():
    known = NO_VERDICT.keys() | FROM_DECISIONS.keys()
    wrong = [
        name
        for name, source in with_verdicts().items()
        if "from trueness.decisions" not in source and name not in known
    ]
    assert not wrong


def test_exceptions_are_those_there_are():
    assert (NO_VERDICT.keys() | FROM_DECISIONS.keys()) - with_verdicts().keys() == set()


def test_the_words_are_found():
    tree = ast.parse('"""It may grade."""\ndef f(name):\n    return f"Use \'{name}\' now"\n')
    assert [text for text in sentences(tree) if VERDICT_WORDS.search(text)] == ["Use '"]
