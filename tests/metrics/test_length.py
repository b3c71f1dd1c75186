"""Counted by hand."""

from __future__ import annotations

import pytest

from trueness.metrics.length import Length


@pytest.mark.parametrize(
    ("output", "tokens"),
    [
        ("The cat sat.", 3),
        ("  The\tcat \n sat . ", 4),
        ("well-known", 1),
        ("no\u00a0break", 2),  # a no-break space is a blank too
        ("猫が座った", 1),
        ("", 0),
        (" \n ", 0),
    ],
)
def test_tokens_stand_between_blanks(output, tokens):
    assert Length().score([output], [()], [None]) == [tokens]
