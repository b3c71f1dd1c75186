"""Cases that attacks have found have tests, and a test that fails is told."""

from __future__ import annotations

import ast
from pathlib import Path

from hardening.cases import Case, cases, count, outcomes

ROOT = Path(__file__).parents[2]

REPORT = """<testsuites><testsuite>
<testcase classname="tests.data.test_a" name="test_one[x-1]"/>
<testcase classname="tests.data.test_a" name="test_one[x-2]"><failure message="x"/></testcase>
<testcase classname="tests.data.test_a" name="test_two"><skipped/></testcase>
</testsuite></testsuites>"""


def test_every_test_of_a_case_is_there():
    for case in cases():
        for test in case.tests:
            path, _, name = test.partition("::")
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            there = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
            assert not name or name in there, f"{case.what}: there is no {test}"


def test_every_run_of_a_test_counts():
    ended = outcomes(REPORT)
    assert count(Case("", ("tests/data/test_a.py::test_one",)), ended) == (1, 1)
    assert count(Case("", ("tests/data/test_a.py",)), ended) == (1, 2)
    assert count(Case("", ("tests/data/test_b.py", "tests/data/test_a.py::test_on")), ended) == (0, 2)
