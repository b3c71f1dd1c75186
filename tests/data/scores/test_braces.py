"""Alternatives between braces are written out as a shell does."""

from __future__ import annotations

import subprocess

import pytest

from trueness.data.scores.braces import alternatives
from trueness.errors import ArgumentError


@pytest.mark.parametrize("pattern", ["bleu", "rouge{1,2,L}_f", "{a,b{c,d}}_{1..3}", "x{a,}", "rouge?_*"])
def test_as_a_shell_does(pattern):
    said = subprocess.run(
        ["/bin/bash", "-fc", f"printf '%s\\n' {pattern}"], capture_output=True, text=True, check=True
    )
    assert alternatives(pattern) == said.stdout.split("\n")[:-1]


@pytest.mark.parametrize("pattern", ["rouge{1,2_f", "rouge1}_f"])
def test_an_open_brace_is_told(pattern):
    with pytest.raises(ArgumentError, match="opens, and open every"):
        alternatives(pattern)


@pytest.mark.parametrize("pattern", ["{1..20000}", "{a,b}" * 20])
def test_too_many_names_are_told(pattern):
    with pytest.raises(ArgumentError, match="more than 10,000 names"):
        alternatives(pattern)
